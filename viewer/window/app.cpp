#include "viewer/app.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "viewer/console.h"
#include "viewer/controller.h"
#include "viewer/panels/bridge.h"
#include "viewer/panels/panels.h"
#include "viewer/script.h"
#include "viewer/window/presenter.h"
#include "viewer/window/window.h"

namespace toile::view {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// One frame after the other, with or without a window.
class App {
 public:
  App(Session session, const ViewOptions& options)
      : bench_(std::move(session)), controller_(bench_), panels_(bench_), options_(options) {}

  Status start() {
    const WindowNeeds* needs = nullptr;
    WindowNeeds windowNeeds;
    if (options_.window) {
      auto window = Window::open("toile: " + options_.source, static_cast<int>(options_.width),
                                 static_cast<int>(options_.height));
      if (!window) return Error{window.error()};
      window_ = std::move(*window);
      windowNeeds = window_->needs();
      needs = &windowNeeds;
    }
    auto device = Device::create(needs);
    if (!device) return Error{device.error()};
    device_ = std::move(*device);
    const PanelFont font = bridge_.font();
    auto renderer = Renderer::create(*device_, options_.width, options_.height, &font);
    if (!renderer) return Error{renderer.error()};
    renderer_ = std::move(*renderer);
    if (window_) {
      auto presenter = Presenter::create(*device_, *renderer_, options_.width, options_.height);
      if (!presenter) return Error{presenter.error()};
      presenter_ = std::move(*presenter);
    }
    bench_.aspect = static_cast<float>(options_.width) / static_cast<float>(options_.height);
    if (const Status filled = bench_.fill(stage_); !filled.ok()) return filled;
    bench_.frameScene(stage_);
    for (const std::string& warning : bench_.session.play().warnings()) bench_.say("warning: " + warning);
    bench_.say("F1 console, F2 panels, X pause, Z+X step, R reset, F focus; `help` lists the commands");
    return {};
  }

  /// Until the window is closed.
  Status run() {
    auto before = Clock::now();
    while (!window_->shouldClose() && !bench_.requests.close) {
      if (window_->width() < 16 || window_->height() < 16) {
        window_->wait();
        before = Clock::now();
        continue;
      }
      const auto now = Clock::now();
      const double seconds = std::min(std::chrono::duration<double>(now - before).count(), 0.25);
      before = now;
      for (const InputEvent& event : window_->poll()) handle(event);
      if (!window_->focused() && !controller_.dragging()) controller_.releaseAll();
      const auto begin = Clock::now();
      bench_.report(bench_.session.play(seconds));
      if (const Status drawn = frame(seconds, millisecondsSince(begin)); !drawn.ok()) return drawn;
    }
    return {};
  }

  Status run(const std::vector<ScriptStep>& steps) {
    const double seconds = 1.0 / bench_.session.scene().framesPerSecond;
    if (const Status drawn = frame(seconds, 0.0); !drawn.ok()) return drawn;
    for (const ScriptStep& step : steps) {
      const Status done = std::visit([&](const auto& s) { return play(s); }, step);
      if (!done.ok()) return done;
      if (bench_.requests.close) break;
    }
    return {};
  }

 private:
  float width() const { return static_cast<float>(renderer_->width()); }
  float height() const { return static_cast<float>(renderer_->height()); }

  void handle(const InputEvent& event) {
    const bool taken = bridge_.feed(event);
    // Moves are told to both, so that a drag that began on the scene goes on over panels.
    if (!taken || (event.what == InputEvent::What::moved && controller_.dragging()))
      controller_.handle(event, stage_, width(), height());
  }

  /// One picture. `stepped`: ms that cloth took before it. Where nobody will see it, panels have their turn all the
  /// same.
  Status frame(double seconds, double stepped, bool seen = true) {
    const std::uint64_t generation = bench_.session.generation();
    controller_.update(seconds, stage_);
    auto begin = Clock::now();
    if (const Status filled = bench_.fill(stage_); !filled.ok()) return filled;
    std::array<double, FrameTimes::kRows> times{};
    const WorldStats stats = bench_.session.world().stats();
    times[FrameTimes::step] = stepped > 0.0 ? stats.lastStepMilliseconds : 0.0;
    times[FrameTimes::bodyRefit] = stepped > 0.0 ? stats.bodies.refitMilliseconds : 0.0;
    times[FrameTimes::bodyContact] = stepped > 0.0 ? stats.bodies.contactMilliseconds : 0.0;
    times[FrameTimes::read] = millisecondsSince(begin);
    bench_.aspect = width() / height();
    bridge_.begin(width(), height(), seconds);
    panels_.draw(times_, device_->name(), width(), height());
    const PanelList& panels = bridge_.end();
    if (bench_.session.generation() != generation) {  // a panel loaded or reset
      controller_.releaseAll();
      if (const Status filled = bench_.fill(stage_); !filled.ok()) return filled;
    }
    if (bench_.session.source() != shownSource_) {
      if (!shownSource_.empty()) bench_.frameScene(stage_);
      shownSource_ = bench_.session.source();
    }
    if (!seen) return {};
    begin = Clock::now();
    const Look look = bench_.look(stage_);
    const Status drawn = presenter_ ? presenter_->show(stage_, look, &panels, window_->width(), window_->height())
                                    : renderer_->draw(stage_, look, &panels);
    if (!drawn.ok()) return drawn;
    times[FrameTimes::record] = millisecondsSince(begin);
    const GpuTimes& gpu = renderer_->times();
    times[FrameTimes::gpuShadows] = gpu.shadows, times[FrameTimes::gpuSurfaces] = gpu.surfaces;
    times[FrameTimes::gpuPanels] = gpu.panels;
    times_.add(times);
    return answer(look);
  }

  /// Pictures that were asked for: what is seen without panels.
  Status answer(const Look& look) {
    Requests& requests = bench_.requests;
    std::string file = std::exchange(requests.picture, {});
    if (!requests.record.empty() && recorded_ != bench_.session.play().frame()) {
      recorded_ = bench_.session.play().frame();
      std::error_code failed;
      std::filesystem::create_directories(requests.record, failed);
      char name[24];
      std::snprintf(name, sizeof name, "%05zu.png", recorded_);
      if (!takePicture(look, (std::filesystem::path(requests.record) / name).string())) requests.record.clear();
    }
    if (!file.empty() && takePicture(look, file)) bench_.say("wrote " + file);
    return {};
  }

  bool takePicture(const Look& look, const std::string& file) {
    if (!bench_.report(renderer_->draw(stage_, look))) return false;
    const auto image = renderer_->read();
    return bench_.report(image ? writePng(file, *image) : Status(Error{image.error()}));
  }

  Status play(InputEvent event) {
    if (event.what == InputEvent::What::moved) event.x *= width(), event.y *= height();
    handle(event);
    return {};
  }
  Status play(const ScriptFrames& frames) {
    for (std::uint32_t i = 0; i < frames.count; ++i) {
      if (window_) (void)window_->poll();
      const auto begin = Clock::now();
      if (!bench_.session.paused) bench_.report(bench_.session.advance());
      const double seconds = 1.0 / bench_.session.scene().framesPerSecond;
      const bool seen = window_ || i + 1 == frames.count || !bench_.requests.record.empty();
      if (const Status drawn = frame(seconds, millisecondsSince(begin), seen); !drawn.ok()) return drawn;
    }
    return {};
  }
  Status play(const ScriptCommand& command) {
    runCommand(bench_, command.line);
    return frame(1.0 / bench_.session.scene().framesPerSecond, 0.0);
  }
  Status play(const ScriptShot& shot) {
    const auto image = renderer_->read();
    return image ? writePng(shot.file, *image) : Status(Error{image.error()});
  }
  Status play(const ScriptReport&) {
    const Session& session = bench_.session;
    std::size_t pinned = 0;
    for (const PlayedCloth& cloth : session.play().cloths()) {
      if (const auto stats = session.world().stats(cloth.id); stats) pinned += stats->pinned;
    }
    std::printf("scene %s frame %zu %s pinned %zu tool %d console %d complaints %zu hash %016" PRIx64 "\n",
                session.scene().name.c_str(), session.play().frame(), session.paused ? "paused" : "playing", pinned,
                static_cast<int>(bench_.tool), bench_.consoleOpen ? 1 : 0, device_->complaints(),
                session.world().stateHash());
    for (; said_ < bench_.log.size(); ++said_) std::printf("| %s\n", bench_.log[said_].c_str());
    return {};
  }

  Workbench bench_;
  Controller controller_;
  PanelBridge bridge_;
  Panels panels_;
  const ViewOptions& options_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<Device> device_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<Presenter> presenter_;
  Stage stage_;
  FrameTimes times_;
  std::string shownSource_;
  std::size_t recorded_ = static_cast<std::size_t>(-1);
  std::size_t said_ = 0;  ///< lines of the log that a report has printed
};

Result<std::string> readText(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{path.string() + ": cannot be read"};
  return text.str();
}

}  // namespace

Status runView(const ViewOptions& options) {
  std::vector<ScriptStep> steps;
  if (options.script) {
    const auto text = readText(*options.script);
    if (!text) return Error{text.error()};
    auto parsed = parseScript(*text, options.script->string());
    if (!parsed) return Error{parsed.error()};
    steps = std::move(*parsed);
  }
  auto session = Session::open(options.source, options.session);
  if (!session) return Error{session.error()};
  App app(std::move(*session), options);
  if (const Status started = app.start(); !started.ok()) return started;
  return options.script ? app.run(steps) : app.run();
}

}  // namespace toile::view
