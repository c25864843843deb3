#include "viewer/session.h"

#include <algorithm>

#include "io/export_file.h"
#include "scenes/find.h"
#include "scenes/scene_json.h"

namespace toile::view {
namespace {

Error noSuch(const char* what, std::size_t index) {
  return Error{"there is no " + std::string(what) + " " + std::to_string(index)};
}

/// Where its relative paths start is lost with the folder.
void makeAbsolute(const std::filesystem::path& folder, std::filesystem::path& path) {
  if (path.empty() || path.is_absolute()) return;
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(folder / path, failed);
  if (!failed) path = absolute.lexically_normal();
}

}  // namespace

Session::Session(Scene scene, PlayedWorld played, std::string source, const SessionOptions& options)
    : scene_(std::move(scene)), played_(std::move(played)), source_(std::move(source)), options_(options) {}

Result<PlayedWorld> Session::make(const Scene& scene, const SessionOptions& options) {
  WorldDef def = scene.worldDef();
  def.threads = options.threads;
  // A frame is one step, however long it is.
  def.maxStepTime = std::max(def.maxStepTime, static_cast<float>(1.0 / scene.framesPerSecond));
  return playScene(scene, def);
}

Result<Session> Session::open(const std::string& source, const SessionOptions& options) {
  auto scene = findScene(source, options.meshSpace);
  if (!scene) return Error{scene.error()};
  auto played = make(*scene, options);
  if (!played) return Error{source + ": " + played.error()};
  return Session(std::move(*scene), std::move(*played), source, options);
}

Status Session::load(const std::string& source) {
  auto opened = open(source, options_);
  if (!opened) return Error{opened.error()};
  const std::uint64_t generation = generation_ + 1;
  const bool wasPaused = paused;
  *this = std::move(*opened);
  generation_ = generation, paused = wasPaused;
  return {};
}

Status Session::reset() {
  auto played = make(scene_, options_);
  if (!played) return Error{played.error()};
  played_ = std::move(*played);
  forgetHands();
  return {};
}

void Session::forgetHands() {
  grabbed_.reset();
  moved_.clear();
  owed_ = 0.0;
  ++generation_;
}

Status Session::save(const std::string& path) const {
  Scene scene = scene_;
  for (SceneGarment& garment : scene.garments) {
    if (auto* file = std::get_if<MeshFile>(&garment.mesh)) makeAbsolute(scene.folder, file->path);
  }
  for (SceneCollider& collider : scene.colliders) {
    if (!collider.body) continue;
    if (auto* file = std::get_if<MeshFile>(&*collider.body)) makeAbsolute(scene.folder, file->path);
  }
  for (Character& character : scene.characters) makeAbsolute(scene.folder, character.path);
  const std::string text = sceneToJson(scene);
  // A file that nobody could read back is not worth the old one.
  if (const auto back = parseScene(text, path, {}); !back) return Error{back.error()};
  auto file = OutputFile::open(path);
  if (!file) return Error{file.error()};
  file->write(text);
  return file->commit();
}

Status Session::advance() {
  Status status = played_.play.prepare(played_.world);
  if (!status.ok()) return status;
  for (const auto& [collider, place] : moved_) {
    status = played_.world.moveCollider(played_.play.colliders()[collider], place);
    if (!status.ok()) return status;
  }
  if (grabbed_) {
    const ClothId cloth = played_.play.cloths()[grabbed_->cloth].id;
    const std::span vertex(&grabbed_->vertex, 1);
    // The scene may have let go of it meanwhile.
    if (const auto pinned = played_.world.isPinned(cloth, grabbed_->vertex); pinned && !*pinned)
      status = played_.world.pin(cloth, vertex);
    if (status.ok()) status = played_.world.setTargets(cloth, vertex, std::span(&pulledTo_, 1));
    if (!status.ok()) return status;
  }
  return played_.play.step(played_.world);
}

Status Session::play(double seconds) {
  if (paused) {
    owed_ = 0.0;
    return {};
  }
  const double frame = 1.0 / scene_.framesPerSecond;
  owed_ = std::min(owed_ + seconds, 2.0 * frame);
  while (owed_ >= frame) {
    owed_ -= frame;
    const Status status = advance();
    if (!status.ok()) return status;
  }
  return {};
}

Status Session::grab(const ClothVertex& at) {
  if (const Status free = letGo(); !free.ok()) return free;
  if (at.cloth >= played_.play.cloths().size()) return noSuch("cloth", at.cloth);
  const PlayedCloth& cloth = played_.play.cloths()[at.cloth];
  const auto pinned = played_.world.isPinned(cloth.id, at.vertex);
  if (!pinned) return Error{pinned.error()};
  std::vector<Vec3> positions(played_.play.garments()[cloth.garment].garment->vertexCount());
  Status status = played_.world.readPositions(cloth.id, positions);
  if (status.ok() && !*pinned) status = played_.world.pin(cloth.id, std::span(&at.vertex, 1));
  if (!status.ok()) return status;
  grabbed_ = at, grabbedWasPinned_ = *pinned;
  pulledTo_ = positions[at.vertex];
  return {};
}

Status Session::pull(Vec3 place) {
  if (!isFinite(place) || length(place) > kLargestCoordinate) return Error{"a vertex can only be pulled to a place"};
  pulledTo_ = place;
  return {};
}

Status Session::letGo() {
  if (!grabbed_) return {};
  const ClothVertex at = *grabbed_;
  grabbed_.reset();
  if (grabbedWasPinned_) return {};
  const ClothId cloth = played_.play.cloths()[at.cloth].id;
  const auto pinned = played_.world.isPinned(cloth, at.vertex);
  return pinned && *pinned ? played_.world.unpin(cloth, std::span(&at.vertex, 1)) : Status{};
}

Status Session::moveCollider(std::size_t collider, const Transform& place) {
  if (collider >= played_.play.colliders().size()) return noSuch("collider", collider);
  const ColliderId id = played_.play.colliders()[collider];
  const Status status = played_.world.moveCollider(id, place);
  if (!status.ok()) return status;
  // Nothing moves while time stands still, but hands want to see what they do.
  if (paused) {
    const Status put = played_.world.teleportCollider(id, place);
    if (!put.ok()) return put;
  }
  moved_[collider] = place;
  return {};
}

Status Session::togglePin(const ClothVertex& at) {
  if (at.cloth >= played_.play.cloths().size()) return noSuch("cloth", at.cloth);
  const ClothId cloth = played_.play.cloths()[at.cloth].id;
  const auto pinned = played_.world.isPinned(cloth, at.vertex);
  if (!pinned) return Error{pinned.error()};
  const std::span vertex(&at.vertex, 1);
  return *pinned ? played_.world.unpin(cloth, vertex) : played_.world.pin(cloth, vertex);
}

Status Session::setParams(std::size_t sceneCloth, const ClothParams& params) {
  if (sceneCloth >= scene_.cloths.size()) return noSuch("cloth", sceneCloth);
  const ClothParams before = scene_.cloths[sceneCloth].params;
  for (const PlayedCloth& cloth : played_.play.cloths()) {
    if (cloth.cloth != sceneCloth) continue;
    const Status status = played_.world.setParams(cloth.id, params);
    if (status.ok()) continue;
    for (const PlayedCloth& done : played_.play.cloths()) {
      if (done.cloth == sceneCloth) (void)played_.world.setParams(done.id, before).ok();
    }
    return status;
  }
  scene_.cloths[sceneCloth].params = params;
  return {};
}

Status Session::setGarment(std::size_t garment, const SceneGarment& described) {
  if (garment >= scene_.garments.size()) return noSuch("garment", garment);
  const Status status = played_.play.changeGarment(played_.world, garment, described);
  if (status.ok()) scene_.garments[garment] = described;
  return status;
}

Status Session::setWind(const Wind& wind) {
  const Status status = played_.world.setWind(wind);
  if (status.ok()) scene_.wind = wind;
  return status;
}

Status Session::setGravity(Vec3 gravity) {
  const Status status = played_.world.setGravity(gravity);
  if (status.ok()) scene_.gravity = gravity;
  return status;
}

Status Session::setSubsteps(std::uint32_t substeps, std::uint32_t iterations) {
  const Status status = played_.world.setSubsteps(substeps, iterations);
  if (status.ok()) scene_.substeps = substeps, scene_.iterations = iterations;
  return status;
}

}  // namespace toile::view
