// What can touch: particles, edges and triangles of one or several surfaces (cloths, later bodies), in clusters of
// neighbours for the search. Made when surfaces come, go or change what they see; positions are no part of it.
//
// Each particle and each edge belongs to one cluster, that of the first of its triangles, so that every pair of
// features is met once however many triangles share them (representatives: Curtis et al. 2008, Fast Collision Detection
// for Deformable Models using Representative-Triangles).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned.h"
#include "collision/self/flat.h"
#include "toile/vec.h"

namespace toile::self {

inline constexpr std::uint32_t kRow = 16;  ///< features of a row: as many as the widest vector has lanes
inline constexpr std::uint32_t kNoFeature = 0xffffffffu;

/// One surface as it is handed in. Indices count from the surface's own first particle.
struct SurfaceInput {
  std::span<const std::array<std::uint32_t, 3>> triangles;
  std::span<const std::array<std::uint32_t, 2>> edges;  ///< every edge of every triangle once
  std::span<const Vec3> rest;                           ///< m, in the surface's own frame
  std::span<const float> thicknessScale;                ///< a particle, or empty for 1
  std::uint32_t firstParticle = 0;                      ///< in the joint arrays
  std::uint32_t group = 1, mask = 0xffffffffu;
  float thickness = 0.0f;                               ///< m
  float frictionStatic = 0.0f, frictionDynamic = 0.0f;  ///< 1
  float meanEdge = 0.0f;                                ///< m
};

/// Particles of feature k of a row lie at [corner * kRow + k]. Places from `count` on repeat the first feature.
template <std::size_t corners>
struct FeatureRow {
  alignas(64) std::uint32_t particle[corners * kRow] = {};
  std::uint32_t count = 0;
};

/// Rows of one cluster: [begin, end) in each list.
struct Cluster {
  std::uint32_t vertexBegin = 0, vertexEnd = 0;
  std::uint32_t edgeBegin = 0, edgeEnd = 0;
  std::uint32_t triangleBegin = 0, triangleEnd = 0;
  std::uint32_t surface = 0;
};

struct SurfaceProperties {
  std::uint32_t group = 1, mask = 0xffffffffu;
  float frictionStatic = 0.0f, frictionDynamic = 0.0f;
  float meanEdge = 0.0f;
};

struct ContactSurface {
  std::uint32_t particleCount = 0;  ///< of the joint arrays
  std::vector<Cluster> clusters;
  std::vector<FeatureRow<1>> vertices;
  std::vector<FeatureRow<2>> edges;
  std::vector<FeatureRow<2>> opposites;  ///< far corners of the triangles at each edge, kNoFeature for none
  std::vector<FeatureRow<3>> triangles;
  std::vector<SurfaceProperties> surfaces;
  std::vector<std::uint32_t> surfaceOf;  ///< a particle; kNoFeature for padding
  FlatRegions flat;
  AlignedVector<float> rest;  ///< four floats a particle; w: the number of its surface
  std::vector<float> half;    ///< m, half the thickness a particle
  std::vector<float> margin;  ///< m, how far a particle may be from where it was expected (search.h)

  bool sees(std::uint32_t a, std::uint32_t b) const {
    const SurfaceProperties &p = surfaces[a], &q = surfaces[b];
    return a == b || ((p.group & q.mask) != 0 && (q.group & p.mask) != 0);
  }
};

ContactSurface makeContactSurface(std::span<const SurfaceInput> inputs, std::uint32_t particleCount);

}  // namespace toile::self
