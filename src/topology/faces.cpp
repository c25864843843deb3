#include "topology/faces.h"

#include <algorithm>
#include <span>

#include "topology/topology.h"
#include "topology/triangle_shape.h"

namespace toile {

namespace {

using Triangle = std::array<std::uint32_t, 3>;

struct CutFaces {
  std::vector<Triangle> triangles;       // vertices
  std::vector<std::uint32_t> face;       // of each triangle
  std::vector<std::uint8_t> convexQuad;  // of each face: four distinct corners, cut into two triangles
};

CutFaces cutFaces(const SurfaceMesh& mesh, CleanFaces& clean) {
  CutFaces cut;
  const std::size_t faces = mesh.faceCount();
  cut.convexQuad.resize(faces, 0);
  std::vector<std::uint32_t> corners;
  std::size_t first = 0;
  for (std::size_t f = 0; f < faces; ++f) {
    const std::size_t size = mesh.faceSizes.empty() ? 3 : mesh.faceSizes[f];
    corners.clear();
    const Outline outline = triangulatePolygon(mesh.positions, {mesh.faceVertices.data() + first, size}, corners);
    first += size;
    if (outline == Outline::concave) ++clean.concavePolygons;
    if (outline == Outline::crossing) ++clean.crossingPolygons;
    cut.convexQuad[f] = size == 4 && outline == Outline::convex && corners.size() == 6 ? 1 : 0;
    for (std::size_t k = 0; k < corners.size(); k += 3) {
      cut.triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
      cut.face.push_back(static_cast<std::uint32_t>(f));
    }
  }
  return cut;
}

/// True for each triangle that has the particles of an earlier usable one.
std::vector<std::uint8_t> findDuplicates(const std::vector<Triangle>& particles,
                                         const std::vector<std::uint8_t>& usable) {
  std::vector<std::uint32_t> order;
  std::vector<Triangle> sorted(particles);
  for (std::size_t t = 0; t < particles.size(); ++t) {
    std::sort(sorted[t].begin(), sorted[t].end());
    if (usable[t] != 0) order.push_back(static_cast<std::uint32_t>(t));
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t s, std::uint32_t t) { return sorted[s] != sorted[t] ? sorted[s] < sorted[t] : s < t; });
  std::vector<std::uint8_t> duplicate(particles.size(), 0);
  for (std::size_t i = 1; i < order.size(); ++i) duplicate[order[i]] = sorted[order[i]] == sorted[order[i - 1]] ? 1 : 0;
  return duplicate;
}

/// Corners of the quad in order, starting at an end of the diagonal it was cut along: a–c is the cut.
QuadFace quadFace(const Triangle& first, const Triangle& second, std::uint32_t t0, std::uint32_t t1) {
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t lone = first[(k + 1) % 3];  // opposite the cut
    if (std::find(second.begin(), second.end(), lone) != second.end()) continue;
    const std::uint32_t from = first[k], to = first[(k + 2) % 3];
    for (const std::uint32_t other : second) {
      if (other != from && other != to) return {{from, lone, to, other}, {t0, t1}};
    }
  }
  return {{kNone, kNone, kNone, kNone}, {t0, t1}};
}

}  // namespace

CleanFaces cleanFaces(const SurfaceMesh& mesh, const Weld& weld) {
  CleanFaces clean;
  const CutFaces cut = cutFaces(mesh, clean);
  const std::size_t count = cut.triangles.size();
  std::vector<Triangle> particles(count);
  std::vector<std::uint8_t> usable(count, 0);
  std::vector<std::uint8_t> alive(mesh.faceCount(), 0);
  for (std::size_t t = 0; t < count; ++t) {
    DoubleVec3 p[3];
    for (std::size_t k = 0; k < 3; ++k) {
      particles[t][k] = weld.particleOfVertex[cut.triangles[t][k]];
      p[k] = toDouble(mesh.positions[weld.vertexOfParticle[particles[t][k]]]);
    }
    const Triangle& q = particles[t];
    const bool distinct = q[0] != q[1] && q[1] != q[2] && q[2] != q[0];
    usable[t] = distinct && !isDegenerate(p[0], p[1], p[2]) ? 1 : 0;
    if (usable[t] != 0) alive[cut.face[t]] = 1;
  }
  clean.degenerateFaces = static_cast<std::size_t>(std::count(alive.begin(), alive.end(), 0));
  for (std::size_t t = 0; t < count; ++t) {
    if (usable[t] == 0 && alive[cut.face[t]] != 0) ++clean.degenerateTriangles;
  }

  const std::vector<std::uint8_t> duplicate = findDuplicates(particles, usable);
  std::vector<std::uint8_t> simulated(weld.vertexOfParticle.size(), 0);
  std::vector<std::uint32_t> newIndex(count, kNone);
  for (std::size_t t = 0; t < count; ++t) {
    if (duplicate[t] != 0) ++clean.duplicateTriangles;
    if (usable[t] == 0 || duplicate[t] != 0) continue;
    newIndex[t] = static_cast<std::uint32_t>(clean.triangles.size());
    clean.triangles.push_back(particles[t]);
    clean.triangleVertices.push_back(cut.triangles[t]);
    for (const std::uint32_t p : particles[t]) simulated[p] = 1;
  }
  for (std::size_t t = 0; t < count; ++t) {
    const Triangle& v = cut.triangles[t];
    const bool distinct = v[0] != v[1] && v[1] != v[2] && v[2] != v[0];
    const bool follows =
        simulated[particles[t][0]] != 0 && simulated[particles[t][1]] != 0 && simulated[particles[t][2]] != 0;
    if (distinct && follows) clean.drawTriangles.insert(clean.drawTriangles.end(), v.begin(), v.end());
  }
  for (std::size_t t = 0; t + 1 < count; ++t) {
    if (cut.face[t] != cut.face[t + 1] || cut.convexQuad[cut.face[t]] == 0) continue;
    if (newIndex[t] == kNone || newIndex[t + 1] == kNone) continue;
    const QuadFace quad = quadFace(particles[t], particles[t + 1], newIndex[t], newIndex[t + 1]);
    if (quad.corners[0] != kNone) clean.quadFaces.push_back(quad);
  }
  return clean;
}

}  // namespace toile
