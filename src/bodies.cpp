#include "bodies.h"

#include <algorithm>
#include <chrono>

#include "collision/body/contact.h"

namespace toile {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

bool meetsBody(const Cloth& cloth, const ColliderRecord& collider) {
  return collider.body != nullptr && canMeet(cloth, collider);
}

void search(Cloth& cloth, const StepInput& input, const SubstepTime& time, std::size_t collider) {
  const GarmentData& data = cloth.data();
  BodySearchArguments arguments(*input.colliders[collider].body);
  arguments.x = cloth.state.x.data(), arguments.start = cloth.state.start.data();
  arguments.particles = data.particleCount;
  arguments.rest = data.restPositions;
  arguments.triangles = data.topology.triangles;
  const float left = (1.0f - time.end) / (time.end - time.begin);
  arguments.substepsLeft = static_cast<std::uint32_t>(left + 0.5f);
  arguments.thickness = thicknessOf(cloth);
  arguments.clothEdge = cloth.meanEdgeLength;
  arguments.target = input.backend.target;
  updateCandidates(arguments, cloth.bodyCandidates[collider]);
}

BodyContactArguments contactArguments(Cloth& cloth, const StepInput& input, const SubstepTime& time,
                                      const ColliderRecord& collider) {
  const BodyMotion& body = *collider.body;
  const float *from = body.end.data(), *to = from;
  if (body.moves) {
    cornersAt(body, time.begin, input.backend.target, cloth.bodyFrom);
    cornersAt(body, time.end, input.backend.target, cloth.bodyTo);
    from = cloth.bodyFrom.data(), to = cloth.bodyTo.data();
  }
  BodyContactArguments arguments(body);
  arguments.from = from, arguments.to = to;
  arguments.timeBegin = time.begin, arguments.timeEnd = time.end;
  arguments.x = cloth.state.x.data(), arguments.start = cloth.state.start.data();
  arguments.velocity = cloth.state.velocity.data();
  arguments.end = cloth.data().particleCount;
  arguments.triangles = cloth.data().topology.triangles;
  arguments.h = input.h;
  arguments.thickness = thicknessOf(cloth);
  arguments.maxDepenetration = cloth.params.maxDepenetrationSpeed * input.h;
  const Friction friction = frictionOn(cloth, collider.def);
  arguments.frictionStatic = friction.statically, arguments.frictionDynamic = friction.dynamically;
  arguments.restitution = collider.def.restitution;
  arguments.trigger = collider.def.trigger;
  arguments.target = input.backend.target;
  return arguments;
}

}  // namespace

bool nearBodies(Cloth& cloth, const StepInput& input, const SubstepTime& time) {
  bool any = false, near = false;
  for (const ColliderRecord& collider : input.colliders) any = any || meetsBody(cloth, collider);
  if (!any) return false;
  const Clock::time_point begin = Clock::now();
  cloth.bodyCandidates.resize(input.colliders.size());
  for (std::size_t i = 0; i < input.colliders.size(); ++i) {
    if (!meetsBody(cloth, input.colliders[i])) continue;
    search(cloth, input, time, i);
    near = near || cloth.bodyCandidates[i].usedRows != 0 || cloth.bodyCandidates[i].usedCorners != 0;
  }
  cloth.bodyMilliseconds += since(begin);
  return near;
}

void meetBodies(Cloth& cloth, const StepInput& input, const SubstepTime& time, const float* trueStart) {
  const Clock::time_point begin = Clock::now();
  std::size_t pushed = 0;
  for (std::size_t i = 0; i < input.colliders.size(); ++i) {
    if (!meetsBody(cloth, input.colliders[i])) continue;
    BodyCandidates& candidates = cloth.bodyCandidates[i];
    if (candidates.usedRows == 0 && candidates.usedCorners == 0) continue;
    BodyContactArguments arguments = contactArguments(cloth, input, time, input.colliders[i]);
    arguments.origin = trueStart;
    std::fill(candidates.touched.begin(), candidates.touched.end(), std::uint8_t{0});
    forParts(input.backend, arguments.end, kCollideGrain, [&](std::size_t first, std::size_t end) {
      BodyContactArguments part = arguments;
      part.first = static_cast<std::uint32_t>(first), part.end = static_cast<std::uint32_t>(end);
      meetBodyTriangles(part, candidates);
    });
    meetBodyCorners(arguments, candidates);
    const auto touched = std::count(candidates.touched.begin(), candidates.touched.end(), std::uint8_t{1});
    cloth.touched[i] = static_cast<std::size_t>(touched);
    if (!arguments.trigger) pushed = std::max(pushed, cloth.touched[i]);
  }
  cloth.contacts = std::max(cloth.contacts, pushed);
  cloth.bodyMilliseconds += since(begin);
}

}  // namespace toile
