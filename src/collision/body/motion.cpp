#include "collision/body/motion.h"

#include <cmath>

#include "kernels/row_kernels.h"

namespace toile {

BodyMotion::BodyMotion(BodyMeshPtr body) : mesh(std::move(body)) {
  // A block more than needed: whole rows are read from any corner on.
  const std::size_t padded = (data().cornerCount + 2 * kBlock - 1) / kBlock * kBlock;
  for (AlignedVector<float>* array : {&from, &to, &start, &end}) array->assign(4 * padded, 0.0f);
  for (const std::uint32_t rows : data().levelRows) levels.emplace_back(rows);
  setVertices(data().restVertices, true);
}

void BodyMotion::setVertices(std::span<const Vec3> vertices, bool atOnce) {
  const BodyData& body = data();
  for (std::size_t c = 0; c < to.size() / 4; ++c) {
    const Vec3 p = vertices[body.vertexOfCorner[c < body.cornerCount ? c : body.cornerCount - 1]];
    to[4 * c] = p.x, to[4 * c + 1] = p.y, to[4 * c + 2] = p.z;
  }
  handedIn = stale = true;
  if (atOnce) endStep();
}

void BodyMotion::endStep() {
  if (!handedIn) return;
  from = to;
  handedIn = false, stale = true;
}

// Comparisons are written so that NaN answers true.
bool mayTouchBody(const BodyMotion& motion, const float (&low)[3], const float (&high)[3], float reach) {
  const BodyBoxRow& top = motion.levels.back()[0];
  // As far off as no rounding of places in the world can be.
  constexpr float kSlack = 1e-5f;
  for (std::uint32_t i = 0; i < kBodyRow; ++i) {
    bool apart = false;
    for (int k = 0; k < 3; ++k) {
      const float slack = reach + kSlack * (1.0f + std::fabs(low[k]) + std::fabs(high[k]));
      apart = apart || high[k] < top.low[k][i] - slack || top.high[k][i] + slack < low[k];
    }
    if (!apart) return true;
  }
  return false;
}

}  // namespace toile
