#include "scenes/solids.h"

#include "scenes/meshes.h"

namespace toile {

Result<ConvexHull> makeHull(const HullSource& source, const std::filesystem::path& folder) {
  std::vector<Vec3> points = source.points;
  if (source.file) {
    auto loaded = loadMesh(*source.file, folder);
    if (!loaded) return Error{"/file: " + loaded.error()};
    points = std::move(loaded->mesh.positions);
  }
  auto mesh = HullMesh::build({points, source.mostFaces});
  if (!mesh) return Error{(source.file ? "/file: " : "/points: ") + mesh.error()};
  return ConvexHull{std::move(*mesh), source.radius};
}

}  // namespace toile
