#include "scenes/solids.h"

#include "io/volume_file.h"
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

Result<Volume> makeVolume(const VolumeSource& source, const std::filesystem::path& folder) {
  Result<VolumeGrid> grid = Error{};
  if (source.mesh) {
    auto loaded = loadMesh(*source.mesh, folder);
    if (!loaded) return Error{"/mesh: " + loaded.error()};
    grid = volumeOfMesh(loaded->mesh, source.cell);
  } else {
    grid = readVolume(source.path.is_absolute() ? source.path : folder / source.path);
  }
  const std::string who = source.mesh ? "/mesh: " : "/path: ";
  if (!grid) return Error{who + grid.error()};
  auto volume = SdfVolume::build(grid->def());
  if (!volume) return Error{who + volume.error()};
  return Volume{std::move(*volume), source.radius};
}

}  // namespace toile
