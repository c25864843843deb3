#include "scenes/meshes.h"

#include <algorithm>
#include <cmath>

#include "io/file_name.h"
#include "scenes/motion.h"

namespace toile {
namespace {

constexpr double kTurn = 6.28318530717958647692;

void addTriangle(SurfaceMesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, c});
}

/// Adds to `chosen` the vertices of a region; an error says what is wrong with it.
struct RegionChooser {
  const MeshSource& source;
  const SurfaceMesh& mesh;
  std::vector<std::uint32_t>& chosen;

  template <class Inside>
  Status where(const char* what, Inside inside) {
    const std::size_t before = chosen.size();
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
      if (inside(v)) chosen.push_back(v);
    }
    if (chosen.size() == before) return Error{"/" + std::string(what) + ": holds no vertex"};
    return {};
  }

  Status operator()(PinPattern pattern) {
    const GridDef* grid = std::get_if<GridDef>(&source);
    if (pattern == PinPattern::none) return {};
    if (grid == nullptr) return Error{"/pattern: patterns are for grids"};
    const auto pinned = pinnedVertices(*grid, pattern);
    chosen.insert(chosen.end(), pinned.begin(), pinned.end());
    return {};
  }
  Status operator()(const std::vector<std::uint32_t>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint32_t v = list[i];
      if (v >= mesh.vertexCount())
        return Error{"/list/" + std::to_string(i) + ": vertex " + std::to_string(v) +
                     " is out of range, the mesh has " + std::to_string(mesh.vertexCount()) + " vertices"};
    }
    chosen.insert(chosen.end(), list.begin(), list.end());
    return {};
  }
  Status operator()(const BoxRegion& box) {
    return where("box", [&](std::uint32_t v) {
      const Vec3 p = mesh.positions[v];
      return p.x >= box.minimum.x && p.y >= box.minimum.y && p.z >= box.minimum.z && p.x <= box.maximum.x &&
             p.y <= box.maximum.y && p.z <= box.maximum.z;
    });
  }
  Status operator()(const SphereRegion& sphere) {
    return where("sphere",
                 [&](std::uint32_t v) { return distance(mesh.positions[v], sphere.centre) <= sphere.radius; });
  }
  Status operator()(const PaintRegion& region) {
    const auto paint = mesh.paints.find(region.paint);
    if (paint == mesh.paints.end())
      return Error{"/paint/name: the mesh has no painted attribute \"" + region.paint + "\""};
    return where("paint", [&](std::uint32_t v) { return paint->second[v] >= region.atLeast; });
  }
  Status operator()(const TopRegion& top) {
    float low = INFINITY, high = -INFINITY;
    for (const Vec3 p : mesh.positions) {
      if (std::isfinite(p.y)) low = std::min(low, p.y), high = std::max(high, p.y);
    }
    const float limit = high - top.part * (high - low);
    return where("top", [&](std::uint32_t v) { return mesh.positions[v].y >= limit; });
  }
};

}  // namespace

SurfaceMesh makeCone(const ConeMesh& cone) {
  SurfaceMesh mesh;
  const bool closed = cone.arc >= 6.2831f;
  const std::uint32_t columns = closed ? cone.around : cone.around + 1;
  const double slant = std::sqrt(double{cone.height} * cone.height + (double{cone.radiusBottom} - cone.radiusTop) *
                                                                         (double{cone.radiusBottom} - cone.radiusTop));
  for (std::uint32_t row = 0; row <= cone.down; ++row) {
    const double t = double(row) / cone.down;
    const double radius = cone.radiusTop + (double{cone.radiusBottom} - cone.radiusTop) * t;
    for (std::uint32_t column = 0; column < columns; ++column) {
      const double angle = (double(column) / cone.around - 0.5) * (closed ? kTurn : double{cone.arc});
      mesh.positions.push_back({static_cast<float>(-radius * sineOf(angle)), static_cast<float>(-cone.height * t),
                                static_cast<float>(-radius * cosineOf(angle))});
      mesh.uvs.push_back({static_cast<float>(radius * angle), static_cast<float>(slant * t)});
    }
  }
  if (closed) mesh.uvs.clear();  // the seam would need split vertices: a tube has no flat layout without one
  for (std::uint32_t row = 0; row < cone.down; ++row) {
    for (std::uint32_t column = 0; column < cone.around; ++column) {
      const std::uint32_t next = (column + 1) % columns;
      const std::uint32_t upper = row * columns, lower = upper + columns;
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), {upper + column, lower + column, lower + next, upper + next});
    }
  }
  return mesh;
}

SurfaceMesh makeDisc(const DiscMesh& disc) {
  SurfaceMesh mesh;
  mesh.positions.push_back({});
  for (std::uint32_t ring = 1; ring <= disc.rings; ++ring) {
    const double radius = double{disc.radius} * ring / disc.rings;
    for (std::uint32_t i = 0; i < 6 * ring; ++i) {
      const double angle = kTurn * i / (6.0 * ring);
      mesh.positions.push_back(
          {static_cast<float>(radius * cosineOf(angle)), 0.0f, static_cast<float>(-radius * sineOf(angle))});
    }
  }
  for (const Vec3 p : mesh.positions) mesh.uvs.push_back({p.x, -p.z});
  const auto vertex = [](std::uint32_t ring, std::uint32_t i) {
    return ring == 0 ? 0u : 1 + 3 * ring * (ring - 1) + i % (6 * ring);
  };
  for (std::uint32_t ring = 1; ring <= disc.rings; ++ring) {
    for (std::uint32_t sector = 0; sector < 6; ++sector) {
      for (std::uint32_t i = 0; i < ring; ++i) {
        const std::uint32_t outer = sector * ring + i, inner = sector * (ring - 1) + i;
        addTriangle(mesh, vertex(ring, outer), vertex(ring, outer + 1), vertex(ring - 1, inner));
        if (i + 1 < ring)
          addTriangle(mesh, vertex(ring - 1, inner), vertex(ring, outer + 1), vertex(ring - 1, inner + 1));
      }
    }
  }
  return mesh;
}

SurfaceMesh makeFolded(const FoldedMesh& folded) {
  SurfaceMesh mesh;
  const double radius = 0.5 * folded.gap, half = 0.5 * (folded.size - 1) * folded.spacing;
  const double turn = 0.5 * kTurn * radius;  // m along the bend
  std::uint32_t seed = 1;
  const auto noise = [&] {  // −1 … 1, the same on every machine
    seed = seed * 1664525u + 1013904223u;
    return (double(seed >> 8) / 8388608.0 - 1.0) * folded.noise;
  };
  for (std::uint32_t row = 0; row < folded.size; ++row) {
    for (std::uint32_t column = 0; column < folded.size; ++column) {
      const double along = column * double{folded.spacing} - half;  // from the fold's middle line
      const double flat = std::fabs(along) - 0.5 * turn;            // beyond the bend
      const double angle = std::clamp(along / radius, -0.25 * kTurn, 0.25 * kTurn);
      const double side = along < 0.0 ? -1.0 : 1.0;
      const double x = flat > 0.0 ? flat : -radius * cosineOf(angle);
      const double y = flat > 0.0 ? side * radius : radius * sineOf(angle);
      mesh.positions.push_back({static_cast<float>(x + noise()), static_cast<float>(y + noise()),
                                static_cast<float>(row * double{folded.spacing} - half + noise())});
      mesh.uvs.push_back({static_cast<float>(column) * folded.spacing, static_cast<float>(row) * folded.spacing});
    }
  }
  for (std::uint32_t row = 0; row + 1 < folded.size; ++row) {
    for (std::uint32_t column = 0; column + 1 < folded.size; ++column) {
      const std::uint32_t a = row * folded.size + column, b = a + folded.size;
      mesh.faceSizes.push_back(4);
      mesh.faceVertices.insert(mesh.faceVertices.end(), {a, b, b + 1, a + 1});
    }
  }
  return mesh;
}

Result<SourceMesh> loadMesh(const MeshSource& source, const std::filesystem::path& folder,
                            const std::string& simulated) {
  if (const MeshFile* file = std::get_if<MeshFile>(&source)) {
    ImportOptions options;
    options.space = file->space, options.meshName = file->mesh;
    options.simulatedName = simulated;
    auto imported = importMesh(file->path.is_absolute() ? file->path : folder / file->path, options);
    if (!imported) return Error{imported.error()};
    return SourceMesh{std::move(imported->mesh), std::move(imported->parts), std::move(imported->warnings),
                      imported->facts.simulatedMeshes > 0};
  }
  if (const GridDef* grid = std::get_if<GridDef>(&source)) return SourceMesh{makeGrid(*grid), {}, {}, false};
  if (const ConeMesh* cone = std::get_if<ConeMesh>(&source)) return SourceMesh{makeCone(*cone), {}, {}, false};
  if (const FoldedMesh* folded = std::get_if<FoldedMesh>(&source))
    return SourceMesh{makeFolded(*folded), {}, {}, false};
  return SourceMesh{makeDisc(std::get<DiscMesh>(source)), {}, {}, false};
}

Result<std::optional<SurfaceMesh>> loadSimulatedMesh(const MeshSource& source, const std::filesystem::path& folder,
                                                     const std::string& name, bool marked) {
  if (name.empty() && !marked) return std::optional<SurfaceMesh>{};
  const MeshFile* file = std::get_if<MeshFile>(&source);
  if (file == nullptr) return Error{"there is no mesh \"" + name + "\": only a mesh file has another one"};
  ImportOptions options;
  options.space = file->space;
  if (lowerExtension(file->path) == ".obj") {
    if (file->mesh.empty()) return Error{"of an OBJ file the drawn mesh has to be named as well"};
    options.meshName = name;
  } else {
    options.simulatedName = name, options.simulated = true;
  }
  auto imported = importMesh(file->path.is_absolute() ? file->path : folder / file->path, options);
  if (!imported) return Error{imported.error()};
  return std::optional<SurfaceMesh>{std::move(imported->mesh)};
}

Result<std::vector<std::uint32_t>> chooseVertices(const VertexChoice& choice, const MeshSource& source,
                                                  const SurfaceMesh& mesh) {
  std::vector<std::uint32_t> chosen;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    const Status status = std::visit(RegionChooser{source, mesh, chosen}, choice[i]);
    if (!status) return Error{"/" + std::to_string(i) + status.error()};
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace toile
