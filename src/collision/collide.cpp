// The order of one substep's contacts, compiled once for each instruction set.
//
// Particles are independent of each other, so a group of them small enough for the nearest cache goes
// through all colliders before the next: first the round and boxed ones in the caller's order, then planes.
#include "collision/collide.h"

#include <algorithm>

#include "collision/contact.h"

namespace toile {
using CollideFunction = std::size_t (*)(const CollideArguments&, std::span<const ColliderMotion>,
                                        std::span<std::size_t>);
}  // namespace toile

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision/collide.cpp"
#include <hwy/foreach_target.h>
// Below here everything is compiled for each instruction set.
#include "collision/box-inl.h"
#include "collision/capsule-inl.h"
#include "collision/contact-inl.h"
#include "collision/hull/hull-inl.h"
#include "collision/path_bounds-inl.h"
#include "collision/plane-inl.h"
#include "collision/sphere-inl.h"
#include "collision/tapered_capsule-inl.h"
#include "collision/volume/volume-inl.h"
#include "kernels/solve-inl.h"

HWY_BEFORE_NAMESPACE();
namespace toile::HWY_NAMESPACE {

inline SphereSurface surfaceOf(const Sphere& s) { return SphereSurface(s); }
inline CapsuleSurface surfaceOf(const Capsule& s) { return CapsuleSurface(s); }
inline TaperedCapsuleSurface surfaceOf(const TaperedCapsule& s) { return TaperedCapsuleSurface(s); }
inline PlaneSurface surfaceOf(const Plane& s) { return PlaneSurface(s); }
inline BoxSurface surfaceOf(const Box& s) { return BoxSurface(s); }
inline HullSurface surfaceOf(const ConvexHull& s) { return HullSurface(s); }
inline VolumeSurface surfaceOf(const Volume& s) { return VolumeSurface(s); }

/// Up to kRuns runs of particles on their way through all colliders.
template <class V>
class Group {
 public:
  static constexpr std::size_t kRuns = 16;
  static_assert(kRuns * kRun == kCollideGrain);

  /// Boxes of single runs cost as much as looking at their particles: they pay for several colliders only.
  static constexpr std::size_t kFewColliders = 2;

  Group(const CollideArguments& arguments, std::size_t first, std::size_t colliders)
      : arguments_(arguments),
        boxes_(colliders > kFewColliders),
        first_(first),
        count_(std::min(arguments.end - first, kRuns * kRun)),
        runs_((count_ + kRun - 1) / kRun),
        all_(pathBounds<V>(x(0), trueStart(0), count_)) {}

  /// Returns how many particles touch the collider.
  std::size_t meet(const ColliderMotion& collider) {
    const Placement place = placement(collider);
    const ShapeSize size = shapeSize(collider.shape);
    const float reach = arguments_.thickness;
    findMoved();
    if (!mayTouch(place, size, all_, reach)) return 0;
    findRuns();
    ContactArguments a{};
    a.placement = &place;
    a.thickness = arguments_.thickness, a.maxDepenetration = arguments_.maxDepenetration, a.h = arguments_.h;
    a.frictionStatic = collider.frictionStatic, a.frictionDynamic = collider.frictionDynamic;
    a.restitution = collider.restitution, a.trigger = collider.trigger;
    a.sweptLength = kSweptPart * (size.finest + reach);
    std::size_t touching = 0;
    std::visit(
        [&](const auto& shape) {
          if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshBody>)
            return;  // collision/body
          else
            touching = meetRuns(a, place, size, shape);
        },
        collider.shape);
    return touching;
  }
  std::size_t pushedCount() const {
    std::size_t sum = 0;
    for (std::size_t run = 0; run < runs_; ++run) sum += hwy::PopCount(pushed_[run]);
    return sum;
  }

 private:
  float* x(std::size_t run) const { return arguments_.x + 4 * (first_ + run * kRun); }
  float* start(std::size_t run) const { return arguments_.start + 4 * (first_ + run * kRun); }
  bool edited() const { return arguments_.trueStart != nullptr; }
  /// Until a collider pushes a particle of the run.
  const float* trueStart(std::size_t run) const {
    return edited() ? arguments_.trueStart + 4 * (first_ + run * kRun) : start(run);
  }
  std::size_t count(std::size_t run) const { return std::min(kRun, count_ - run * kRun); }

  float* origin(std::size_t run) { return origins_ + 4 * kRun * run; }

  /// Boxes of the runs, only once a collider comes near the group.
  void findRuns() {
    if (runsFound_ || !boxes_) return;
    for (std::size_t run = 0; run < runs_; ++run) paths_[run] = pathBounds<V>(x(run), trueStart(run), count(run));
    runsFound_ = true;
  }
  /// Boxes of the runs that the colliders before have pushed.
  void findMoved() {
    for (std::size_t run = 0; moved_ != 0 && run < runs_; ++run) {
      if ((moved_ >> run & 1u) == 0) continue;
      const PathBounds path = pathBounds<V>(x(run), edited() ? trueStart(run) : origin(run), count(run));
      if (boxes_) paths_[run] = path;
      enlarge(all_, path);
    }
    moved_ = 0;
  }

  template <class S>
  std::size_t meetRuns(ContactArguments& a, const Placement& place, const ShapeSize& size, const S& shape) {
    const auto surface = surfaceOf(shape);
    std::size_t touching = 0;
    for (std::size_t run = 0; run < runs_; ++run) {
      if (boxes_ && !mayTouch(place, size, paths_[run], arguments_.thickness)) continue;
      touching += meetRun(a, surface, run, boxes_ ? paths_[run] : all_);
    }
    return touching;
  }

  template <class S>
  std::size_t meetRun(ContactArguments& a, const S& surface, std::size_t run, const PathBounds& path) {
    a.first = !edited() && pushed_[run] == 0;
    a.x = x(run), a.start = start(run), a.keep = origin(run), a.count = count(run);
    a.origin = edited() ? trueStart(run) : a.first ? a.start : a.keep;
    a.velocity = arguments_.velocity + 4 * (first_ + run * kRun);
    a.longest = longestMotion(*a.placement, path);
    const bool swept = !(a.longest < a.sweptLength);
    const std::uint64_t touched = swept ? contact<S, V, true>(a, surface) : contact<S, V, false>(a, surface);
    if (touched != 0 && !a.trigger) {
      pushed_[run] |= touched;
      moved_ |= 1u << run;
    }
    return hwy::PopCount(touched);
  }

  const CollideArguments& arguments_;
  bool boxes_;
  std::size_t first_, count_, runs_;
  PathBounds all_, paths_[kRuns];
  bool runsFound_ = false;
  std::uint32_t moved_ = 0;  ///< bit i: the box of run i is out of date
  std::uint64_t pushed_[kRuns] = {};
  alignas(64) float origins_[4 * kRun * kRuns];  ///< where particles started; valid once a run was pushed
};

template <class V>
std::size_t collideAll(const CollideArguments& a, std::span<const ColliderMotion> colliders,
                       std::span<std::size_t> touched) {
  std::size_t pushed = 0;
  for (std::size_t first = a.first; first < a.end; first += Group<V>::kRuns * kRun) {
    Group<V> group(a, first, colliders.size());
    for (const bool planes : {false, true}) {
      for (std::size_t i = 0; i < colliders.size(); ++i) {
        if (std::holds_alternative<Plane>(colliders[i].shape) == planes) touched[i] += group.meet(colliders[i]);
      }
    }
    pushed += group.pushedCount();
  }
  return pushed;
}

template <class V>
struct Collide {
  static CollideFunction make() { return &collideAll<V>; }
};
CollideFunction findCollide(std::uint32_t lanes) { return forLanes<Collide>(lanes); }

}  // namespace toile::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cassert>

#include "kernels/export.h"
namespace toile {
namespace {
TOILE_EXPORT_KERNEL(CollideFunction, collideFunction, findCollide)
}  // namespace

std::size_t collide(const CollideArguments& arguments, std::span<const ColliderMotion> colliders,
                    std::span<std::size_t> touched) {
  assert(touched.size() == colliders.size());
  std::fill(touched.begin(), touched.end(), std::size_t{0});
  if (colliders.empty()) return 0;
  const CollideFunction function = collideFunction(arguments.target);
  assert(function != nullptr);
  return function(arguments, colliders, touched);
}

}  // namespace toile
#endif
