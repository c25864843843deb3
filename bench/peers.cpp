#include "bench/peers.h"

#ifdef TOILE_HAVE_BULLET
#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "bench/methods.h"
#include "scenes/play.h"
#endif

namespace toile::bench {

#ifndef TOILE_HAVE_BULLET

Result<std::vector<PeerResult>> runPeers(const Scene&, const WorldDef&, std::uint32_t) {
  return Error{"no other library was found when this was built (Bullet: libbullet-dev)"};
}

#else

namespace {

btVector3 toBullet(Vec3 v) { return {v.x, v.y, v.z}; }

/// A btSoftBody of links alone. Its parts of a step are called as btSoftRigidDynamicsWorld does, but for contacts:
/// those are the baseline's push-out, since Bullet's own have margins of their own.
class BulletCloth {
 public:
  BulletCloth(const BaselineCloth& cloth, const WorldDef& world) : h_(1.0f / (60.0f * world.substeps)) {
    info_.m_gravity = toBullet(world.gravity * cloth.params.gravityScale + cloth.params.acceleration);
    info_.air_density = 0.0f;
    std::vector<btVector3> x;
    std::vector<btScalar> masses;
    for (const std::uint32_t vertex : cloth.garment->vertexOfParticle()) {
      x.push_back(toBullet(cloth.positions[vertex]));
      masses.push_back(cloth.pinned[vertex] != 0 ? 0.0f : cloth.masses[vertex]);
    }
    body_ = std::make_unique<btSoftBody>(&info_, static_cast<int>(x.size()), x.data(), masses.data());
    body_->m_cfg.piterations = static_cast<int>(world.iterations);
    body_->m_cfg.viterations = body_->m_cfg.diterations = body_->m_cfg.citerations = 0;
    body_->m_cfg.kDP = h_ * cloth.params.velocityDamping;
    for (const Kind kind : {Kind::stretch, Kind::shear, Kind::wing, Kind::skipOne}) addLinks(*cloth.garment, kind);
  }

  void substep(const std::vector<MethodSolver::CapsuleAt>& from, const std::vector<MethodSolver::CapsuleAt>& to,
               float t) {
    body_->predictMotion(h_);
    body_->solveConstraints();
    for (std::size_t c = 0; c < from.size(); ++c) {
      const btVector3 a = toBullet(from[c].a + (to[c].a - from[c].a) * t);
      const btVector3 along = toBullet(from[c].b + (to[c].b - from[c].b) * t) - a;
      const btScalar squared = along.length2();
      for (int i = 0; i < body_->m_nodes.size(); ++i) {
        btSoftBody::Node& node = body_->m_nodes[i];
        if (node.m_im == 0.0f) continue;
        const btScalar s = squared > 0.0f ? std::clamp((node.m_x - a).dot(along) / squared, 0.0f, 1.0f) : 0.0f;
        const btVector3 offset = node.m_x - (a + along * s);
        const btScalar length = offset.length();
        if (!(length > 0.0f) || !(length < from[c].radius)) continue;
        node.m_x += offset * (from[c].radius / length - 1.0f);
        node.m_v = (node.m_x - node.m_q) / h_;
      }
    }
    body_->integrateMotion();
  }

  double stretch() const {
    double worst = 0.0;
    for (int i = 0; i < stretchCount_; ++i) {
      const btSoftBody::Link& link = body_->m_links[i];
      worst = std::max(worst, static_cast<double>((link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl));
    }
    return worst;
  }
  bool finite() const { return std::isfinite(stretch()); }

 private:
  /// Bullet's stiffness is the part of an error that a pass removes: W / (W + compliance / h²).
  void addLinks(const Garment& garment, Kind kind) {
    const ConstraintList list = garment.constraints(kind);
    btSoftBody::Material* material = nullptr;
    float stiffness = -1.0f;
    for (std::size_t i = 0; i < list.count(); ++i) {
      const int a = static_cast<int>(list.particles[2 * i]), b = static_cast<int>(list.particles[2 * i + 1]);
      const float weight = body_->m_nodes[a].m_im + body_->m_nodes[b].m_im;
      if (!(weight > 0.0f)) continue;
      const float own = weight / (weight + list.compliance[i] / (h_ * h_));
      if (own != stiffness) {
        stiffness = own;
        material = body_->appendMaterial();
        material->m_kLST = own;
      }
      body_->appendLink(a, b, material);
      btSoftBody::Link& link = body_->m_links[body_->m_links.size() - 1];
      link.m_rl = list.parameters[i * list.parameterCount];
      link.m_c1 = link.m_rl * link.m_rl;
      link.m_c0 = weight / own;
    }
    if (kind == Kind::stretch) stretchCount_ = body_->m_links.size();
  }

  float h_;
  int stretchCount_ = 0;
  btSoftBodyWorldInfo info_;
  std::unique_ptr<btSoftBody> body_;
};

}  // namespace

Result<std::vector<PeerResult>> runPeers(const Scene& scene, const WorldDef& def, std::uint32_t steps) {
  auto played = playScene(scene, def);
  if (!played) return Error{played.error()};
  World& world = played->world;
  ScenePlay& play = played->play;
  std::vector<std::unique_ptr<BulletCloth>> cloths;
  for (const PlayedCloth& cloth : play.cloths()) {
    const Garment& garment = *world.garment(cloth.id);
    for (const Kind kind :
         {Kind::quadraticBending, Kind::dihedralBending, Kind::area, Kind::triangleShear, Kind::strain}) {
      if (garment.def().kinds.has(kind)) return Error{"Bullet has no constraint kind " + std::string(kindName(kind))};
    }
    cloths.push_back(std::make_unique<BulletCloth>(describeCloth(world, cloth.id), def));
    (void)world.setEnabled(cloth.id, false);  // the world only moves colliders here
  }
  PeerResult result;
  result.name = "bullet";
  result.finite = true;
  std::vector<double> times;
  for (std::uint32_t step = 0; step < steps; ++step) {
    const auto from = MethodSolver::capsulesOf(world, play.colliders());
    if (const Status moved = play.advance(world); !moved.ok()) return Error{moved.error()};
    const auto to = MethodSolver::capsulesOf(world, play.colliders());
    const auto begin = std::chrono::steady_clock::now();
    for (const auto& cloth : cloths) {
      for (std::uint32_t substep = 0; substep < def.substeps; ++substep)
        cloth->substep(from, to, static_cast<float>(substep + 1) / static_cast<float>(def.substeps));
    }
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    result.stretchEnd = 0.0;
    for (const auto& cloth : cloths) {
      result.stretchEnd = std::max(result.stretchEnd, cloth->stretch());
      result.finite = result.finite && cloth->finite();
    }
    if (step + 1 > steps / 2) result.stretchPeak = std::max(result.stretchPeak, result.stretchEnd);
  }
  result.stepMilliseconds = spreadOf(std::move(times));
  return std::vector<PeerResult>{result};
}

#endif

}  // namespace toile::bench
