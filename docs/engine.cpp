// Cloth in an engine with entities and components (docs/engine-integration.md): components hold ids, a system moves
// everything once a frame, pins follow transforms. On a GPU where there is one, else on the CPU; nothing else changes.
#include <toile/toile.h>

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>
#ifdef TOILE_HAVE_VULKAN
#include <toile/vulkan.h>
#endif

namespace {

using Entity = std::uint32_t;

// ---- components: plain data, as any registry keeps it
struct TransformComponent {
  toile::Transform world;
};
/// Vertices of a cloth that an entity's transform carries along.
struct Attachment {
  Entity carrier = 0;
  std::vector<std::uint32_t> vertices;
  std::vector<toile::Vec3> local;  ///< where they are in the carrier's frame
};
struct ClothComponent {
  toile::ClothId id;
  std::vector<Attachment> attachments;
};
struct ColliderComponent {
  toile::ColliderId id;
};

struct Registry {
  std::map<Entity, TransformComponent> transforms;
  std::map<Entity, ClothComponent> cloths;
  std::map<Entity, ColliderComponent> colliders;
};

// ---- the system
class ClothSystem {
 public:
  explicit ClothSystem(toile::World world) : world_(std::move(world)) { openDevice(); }

  toile::World& world() { return world_; }
  const std::string& backend() const { return backend_; }

  /// Remembers where vertices are in the carrier's frame; they follow it from then on.
  void attach(Registry& registry, Entity cloth, Entity carrier, std::vector<std::uint32_t> vertices) {
    ClothComponent& component = registry.cloths.at(cloth);
    std::vector<toile::Vec3> all(world_.garment(component.id)->vertexCount());
    if (!world_.readPositions(component.id, all).ok() || !world_.pin(component.id, vertices).ok()) return;
    Attachment attachment{carrier, std::move(vertices), {}};
    const toile::Transform& frame = registry.transforms.at(carrier).world;
    for (const std::uint32_t v : attachment.vertices)
      attachment.local.push_back(toile::rotate(conjugate(frame.rotation), all[v] - frame.translation));
    component.attachments.push_back(std::move(attachment));
  }

  /// Once a frame, after animation: transforms become targets, then everything moves.
  toile::Status update(const Registry& registry, float dt) {
    for (const auto& [entity, collider] : registry.colliders) {
      const toile::Status moved = world_.moveCollider(collider.id, registry.transforms.at(entity).world);
      if (!moved.ok()) return moved;
    }
    for (const auto& [entity, cloth] : registry.cloths) {
      for (const Attachment& attachment : cloth.attachments) {
        const toile::Status moved = follow(registry, cloth, attachment);
        if (!moved.ok()) return moved;
      }
    }
    return step(dt);
  }

 private:
  static toile::Quat conjugate(toile::Quat q) { return {-q.x, -q.y, -q.z, q.w}; }

  toile::Status follow(const Registry& registry, const ClothComponent& cloth, const Attachment& attachment) {
    std::vector<toile::Vec3> targets;
    const toile::Transform& frame = registry.transforms.at(attachment.carrier).world;
    for (const toile::Vec3 local : attachment.local) targets.push_back(toile::apply(frame, local));
    return world_.setTargets(cloth.id, attachment.vertices, targets);
  }

#ifdef TOILE_HAVE_VULKAN
  // An engine hands in its own device with VulkanDevice::adopt and draws from drawnMesh's buffers.
  void openDevice() {
    const auto device = toile::VulkanDevice::create();
    if (!device.ok()) return;
    auto solver = toile::VulkanSolver::create(world_, *device);
    if (solver.ok()) solver_ = std::move(*solver), backend_ = (*device)->name();
  }
  toile::Status step(float dt) {
    if (solver_ && solver_->step(dt).ok()) return {};
    return world_.step(dt);  // no device, or something it does not solve: nothing has moved yet
  }
#else
  void openDevice() {}
  toile::Status step(float dt) { return world_.step(dt); }
#endif

  toile::World world_;
  std::string backend_ = "CPU";
#ifdef TOILE_HAVE_VULKAN
  std::unique_ptr<toile::VulkanSolver> solver_;  // goes before the world
#endif
};

}  // namespace

int main() {
  constexpr Entity kWalker = 1, kCape = 2;
  Registry registry;
  ClothSystem system(toile::World::create({.substeps = 8}).value());
  registry.transforms[kWalker].world.translation = {0.25f, -0.4f, -0.12f};
  const auto body = system.world().addCollider(
      {.shape = toile::Capsule{0.1f, 0.3f}, .transform = registry.transforms[kWalker].world});
  const toile::GridDef grid{.width = 21, .height = 25, .spacing = 0.025f};
  const auto garment = toile::Garment::build(toile::makeGrid(grid));
  if (!body.ok() || !garment.ok()) return 1;
  const auto cape = system.world().createCloth({.garment = *garment});
  if (!cape.ok()) return 1;
  registry.colliders[kWalker] = {*body};
  registry.cloths[kCape] = {*cape, {}};
  system.attach(registry, kCape, kWalker, toile::pinnedVertices(grid, toile::PinPattern::cape));

  for (int frame = 0; frame < 60; ++frame) {  // the walker goes 1 m along z
    registry.transforms[kWalker].world.translation.z += 1.0f / 60.0f;
    if (const toile::Status moved = system.update(registry, 1.0f / 60.0f); !moved.ok()) {
      std::puts(moved.error().c_str());
      return 1;
    }
  }
  std::vector<toile::Vec3> positions((*garment)->vertexCount());
  if (!system.world().readPositions(*cape, positions).ok()) return 1;
  const toile::Vec3 shoulder = positions.front(), hem = positions.back();
  std::printf("on the %s: shoulder at z %.3f m, hem %.3f m below and %.3f m behind\n", system.backend().c_str(),
              double{shoulder.z}, double{shoulder.y - hem.y}, double{shoulder.z - hem.z});
}
