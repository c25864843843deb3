#include "viewer/controller.h"

#include <gmock/gmock.h>

namespace toile::view {
namespace {

constexpr float kWidth = 800.0f, kHeight = 500.0f;

/// A bench with a mouse over it; what events do is what they do in a window.
class Hands : public ::testing::Test {
 protected:
  Hands() : bench_(Session::open("sheet32").value()), controller_(bench_) {
    bench_.aspect = kWidth / kHeight;
    fill();
    bench_.camera.azimuth = bench_.camera.elevation = 0.0f;
    bench_.camera.frame(outline(stage_), bench_.aspect);
  }
  void fill() { ASSERT_TRUE(bench_.fill(stage_).ok()); }
  void send(const InputEvent& event) { controller_.handle(event, stage_, kWidth, kHeight); }
  void move(float x, float y) {
    InputEvent event;
    event.x = x * kWidth, event.y = y * kHeight;
    send(event);
  }
  void button(bool down, Button which = Button::left) {
    InputEvent event;
    event.what = InputEvent::What::button, event.button = which, event.down = down;
    send(event);
  }
  void key(Key key, bool down) {
    InputEvent event;
    event.what = InputEvent::What::key, event.key = key, event.down = down;
    send(event);
  }
  void tap(char c) { key(letter(c), true), key(letter(c), false); }
  std::size_t pinned() const { return bench_.session.world().stats(bench_.session.play().cloths()[0].id)->pinned; }
  /// Where the mouse is over a vertex of the sheet.
  Vec2 over(std::uint32_t vertex) {
    const View view = bench_.camera.view(bench_.aspect, stage_.radius);
    const Vec3 q = view.toCamera(stage_.positions[vertex]);
    return {0.5f + 0.5f * q.x / (q.z * view.tangentX), 0.5f - 0.5f * q.y / (q.z * view.tangentY)};
  }

  Workbench bench_;
  Controller controller_;
  Stage stage_;
};

TEST_F(Hands, PullAVertexAndLetItGo) {
  const Vec2 at = over(26 * 32 + 3);
  move(at.x, at.y);
  button(true);
  ASSERT_TRUE(bench_.session.grabbed());
  EXPECT_EQ(bench_.session.grabbed()->vertex, 26u * 32 + 3);
  EXPECT_EQ(pinned(), 33u);
  move(at.x, at.y - 0.05f);
  ASSERT_TRUE(bench_.session.advance().ok());
  const float before = stage_.positions[26 * 32 + 3].y;
  fill();
  EXPECT_GT(stage_.positions[26 * 32 + 3].y, before + 0.01f);
  // The mouse is still over what it pulls.
  EXPECT_NEAR(over(26 * 32 + 3).y, at.y - 0.05f, 1e-3f);
  button(false);
  EXPECT_EQ(pinned(), 32u);
}

TEST_F(Hands, ClickPinsAndUnpins) {
  tap('P');
  const Vec2 at = over(20 * 32 + 5);
  move(at.x, at.y);
  button(true), button(false);
  EXPECT_EQ(pinned(), 33u);
  button(true), button(false);
  EXPECT_EQ(pinned(), 32u);
  tap('P');
  EXPECT_EQ(bench_.tool, Tool::pull);
  key(Key::control, true);
  button(true), button(false);
  EXPECT_EQ(pinned(), 33u);
}

TEST_F(Hands, DragsCollidersInThePlaneOfThePicture) {
  const Transform before = bench_.session.world().collider(bench_.session.play().colliders()[0])->transform;
  Vec2 at;
  for (const StagePart& part : stage_.parts) {
    if (part.what == StagePart::What::collider) {
      const View view = bench_.camera.view(bench_.aspect, stage_.radius);
      const Vec3 q = view.toCamera(before.translation);
      at = {0.5f + 0.5f * q.x / (q.z * view.tangentX), 0.5f - 0.5f * q.y / (q.z * view.tangentY)};
    }
  }
  bench_.session.paused = true;
  move(at.x, at.y);
  button(true);
  ASSERT_TRUE(controller_.dragging());
  move(at.x, at.y - 0.1f);
  button(false);
  const Transform after = bench_.session.world().collider(bench_.session.play().colliders()[0])->transform;
  EXPECT_GT(after.translation.y, before.translation.y + 0.01f);
  EXPECT_NEAR(after.translation.z, before.translation.z, 1e-4f);
}

TEST_F(Hands, KeysStopStepAndReset) {
  tap('X');
  EXPECT_TRUE(bench_.session.paused);
  key(letter('Z'), true);
  tap('X'), tap('X');
  key(letter('Z'), false);
  EXPECT_EQ(bench_.session.play().frame(), 2u);
  EXPECT_TRUE(bench_.session.paused);
  tap('R');
  EXPECT_EQ(bench_.session.play().frame(), 0u);
  tap('X');
  EXPECT_FALSE(bench_.session.paused);
}

TEST_F(Hands, HeldKeysFlyAndRepeatsDoNotToggle) {
  const Vec3 before = bench_.camera.eye();
  key(letter('W'), true);
  controller_.update(0.5, stage_);
  EXPECT_LT(bench_.camera.eye().z, before.z);
  controller_.releaseAll();
  const Vec3 there = bench_.camera.eye();
  controller_.update(0.5, stage_);
  EXPECT_EQ(bench_.camera.eye(), there);
  key(letter('X'), true), key(letter('X'), true);  // what a keyboard sends while it is held
  EXPECT_TRUE(bench_.session.paused);
}

TEST_F(Hands, PaintingScalesTheGarment) {
  tap('B');
  bench_.brush.value = 0.0f, bench_.brush.strength = 1.0f, bench_.brush.radius = 0.15f;
  const std::uint32_t vertex = 26 * 32 + 3;
  const Vec2 at = over(vertex);
  move(at.x, at.y);
  button(true);
  ASSERT_TRUE(bench_.stroke);
  button(false);
  EXPECT_FALSE(bench_.stroke);
  const auto& scale = bench_.session.play().garments()[0].garment->def().stiffnessScale;
  ASSERT_EQ(scale.size(), 1024u);
  EXPECT_LT(scale[vertex], 0.1f);
  EXPECT_EQ(scale[1023], 1.0f);
  ASSERT_TRUE(bench_.session.advance().ok());
}

TEST_F(Hands, AStrokeThatAnotherSceneInterruptsIsForgotten) {
  tap('B');
  const Vec2 at = over(26 * 32 + 3);
  move(at.x, at.y);
  button(true);
  ASSERT_TRUE(bench_.stroke);
  ASSERT_TRUE(bench_.session.load("grow1k").ok());
  button(false);
  EXPECT_FALSE(bench_.stroke);
  EXPECT_TRUE(bench_.session.scene().garments[0].painted.empty());
  button(true);  // the stage is still that of before
  EXPECT_FALSE(bench_.stroke);
  EXPECT_FALSE(controller_.dragging());
}

TEST_F(Hands, NothingUnderTheMouseTurnsTheCamera) {
  move(0.02f, 0.02f);
  const float before = bench_.camera.azimuth;
  button(true);
  move(0.12f, 0.02f);
  button(false);
  EXPECT_NE(bench_.camera.azimuth, before);
  EXPECT_EQ(pinned(), 32u);
}

}  // namespace
}  // namespace toile::view
