#include "io/picture.h"

#include "io/picture_label.h"
#include "io/picture_light.h"
#include "io/picture_shapes.h"
#include "io/raster.h"

namespace toile {
namespace {

constexpr std::uint32_t kSmallest = 16, kLargest = 16384;
constexpr std::size_t kMostSamples = std::size_t{1} << 26;  // of one frame: 1.6 GB while it is drawn
constexpr std::size_t kMostSurfaces = 30000;
constexpr std::uint32_t kGap = 2;  // pixels between frames
constexpr float kFill = 0.86f;     // part of a frame that the automatic camera fills

Status checkMeshes(const PictureFrame& frame, const std::string& name) {
  for (std::size_t m = 0; m < frame.meshes.size(); ++m) {
    const PictureMesh& mesh = frame.meshes[m];
    const std::string at = name + ", mesh " + std::to_string(m) + ": ";
    if (mesh.triangles.size() % 3 != 0) return Error{at + "the indices are no triples"};
    if (!mesh.normals.empty() && mesh.normals.size() != mesh.positions.size()) {
      return Error{at + std::to_string(mesh.normals.size()) + " normals for " + std::to_string(mesh.positions.size()) +
                   " positions"};
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      if (mesh.triangles[i] >= mesh.positions.size()) {
        return Error{at + "corner " + std::to_string(i) + " names vertex " + std::to_string(mesh.triangles[i]) +
                     " of " + std::to_string(mesh.positions.size())};
      }
    }
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      if (!isFinite(mesh.positions[i])) return Error{at + "position " + std::to_string(i) + " is not finite"};
      if (!mesh.normals.empty() && !isFinite(mesh.normals[i])) {
        return Error{at + "normal " + std::to_string(i) + " is not finite"};
      }
    }
  }
  return {};
}

Status check(std::span<const PictureFrame> frames, const PictureOptions& options) {
  if (frames.empty()) return Error{"picture: there are no frames"};
  for (const std::uint32_t size : {options.width, options.height}) {
    if (size < kSmallest || size > kLargest) {
      return Error{"picture: a size of " + std::to_string(size) + " pixels is outside 16 … 16384"};
    }
  }
  if (options.supersampling < 1 || options.supersampling > 4) {
    return Error{"picture: supersampling " + std::to_string(options.supersampling) + " is outside 1 … 4"};
  }
  if (options.camera) {
    const Camera& camera = *options.camera;
    if (!isFinite(camera.eye) || !isFinite(camera.target) || !(distance(camera.eye, camera.target) > 1e-6f)) {
      return Error{"picture: the camera's eye and target must be finite and apart"};
    }
    if (!(camera.verticalFieldOfView > 0.0f && camera.verticalFieldOfView < 3.14159f)) {
      return Error{"picture: the camera's field of view must be inside 0 … pi"};
    }
  }
  if (!std::isfinite(options.azimuth) || !std::isfinite(options.elevation) ||
      (options.groundHeight && !std::isfinite(*options.groundHeight))) {
    return Error{"picture: azimuth, elevation and ground height must be finite"};
  }
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const std::string name = "picture: frame " + std::to_string(f);
    if (frames[f].meshes.size() + frames[f].colliders.size() > kMostSurfaces)
      return Error{name + ": too many surfaces"};
    if (Status checked = checkMeshes(frames[f], name); !checked) return checked;
  }
  return {};
}

/// What all frames have in common.
struct Stage {
  View view;
  Light light;
  Vec3 centre;          ///< of everything that is shown
  float radius = 1.0f;  ///< m round it
  float ground = 0.0f;  ///< m, where a frame has no level plane of its own
};

/// Corners of everything with a size: vertices, and points on the surfaces of colliders.
std::vector<Vec3> shownPoints(std::span<const PictureFrame> frames) {
  std::vector<Vec3> points;
  for (const PictureFrame& frame : frames) {
    for (const PictureMesh& mesh : frame.meshes) {
      for (const std::uint32_t vertex : mesh.triangles) points.push_back(mesh.positions[vertex]);
    }
    for (const ColliderDef& collider : frame.colliders) {
      if (!isDrawn(collider) || std::holds_alternative<Plane>(collider.shape)) continue;
      const ShapeMesh shape = shapeMesh(collider, 0.0f, {});
      points.insert(points.end(), shape.positions.begin(), shape.positions.end());
    }
  }
  if (points.empty()) points = {{-0.5f, 0.0f, -0.5f}, {0.5f, 1.0f, 0.5f}};
  return points;
}

std::optional<float> highestLevelPlane(const PictureFrame& frame) {
  std::optional<float> highest;
  for (const ColliderDef& collider : frame.colliders) {
    const std::optional<float> height = isDrawn(collider) ? levelPlaneHeight(collider) : std::nullopt;
    if (height && (!highest || *height > *highest)) highest = height;
  }
  return highest;
}

Stage setStage(std::span<const PictureFrame> frames, const PictureOptions& options, float aspect) {
  const std::vector<Vec3> points = shownPoints(frames);
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Stage stage;
  stage.centre = (low + high) * 0.5f;
  stage.radius = std::max(0.5f * distance(low, high), 1e-3f);
  stage.ground = options.groundHeight.value_or(low.y - 0.04f * stage.radius);
  if (options.camera) {
    const float tangent = std::tan(0.5f * options.camera->verticalFieldOfView);
    stage.view = makeView(options.camera->eye, options.camera->target - options.camera->eye, tangent * aspect, tangent);
  } else {
    const float tangent = std::tan(0.5f * Camera{}.verticalFieldOfView);
    const Vec3 towards{std::sin(options.azimuth) * std::cos(options.elevation), std::sin(options.elevation),
                       std::cos(options.azimuth) * std::cos(options.elevation)};
    stage.view = makeView({}, -towards, tangent * aspect, tangent);
    stage.view.eye = framingEye(stage.view, points, kFill, 0.01f * stage.radius);
  }
  stage.view.nearDepth = 1e-3f * stage.radius;
  stage.light = keyLight(stage.view);
  return stage;
}

/// One frame's surfaces with their materials: front of surface i is 2·i, its back 2·i + 1.
struct Set {
  std::vector<ShapeMesh> shapes;  ///< owns the colliders' meshes
  std::vector<Surface> surfaces;
  std::vector<Material> materials;
  std::size_t casting = 0;  ///< the first so many cast shadows: planes do not
};

Set buildSet(const PictureFrame& frame, const PictureOptions& options, const Stage& stage) {
  Set set;
  const auto add = [&](const Surface& surface, const Material& front, const Material& back) {
    set.surfaces.push_back(surface);
    set.materials.insert(set.materials.end(), {front, back});
  };
  for (const PictureMesh& mesh : frame.meshes) {
    const float wire = mesh.wire ? 0.5f * static_cast<float>(options.supersampling) : 0.0f;
    add({mesh.triangles, mesh.positions, mesh.normals, wire}, {linearFromSrgb(mesh.front), 0.05f, 0.35f},
        {linearFromSrgb(mesh.back), 0.05f, 0.35f});
  }
  const Material solid{{0.34f, 0.39f, 0.46f}, 0.16f, 0.10f}, plane{{0.42f, 0.44f, 0.47f}, 0.02f, 0.0f};
  set.shapes.reserve(frame.colliders.size());  // spans into it must stay
  for (const bool planes : {false, true}) {
    for (const ColliderDef& collider : frame.colliders) {
      if (!isDrawn(collider) || std::holds_alternative<Plane>(collider.shape) != planes) continue;
      if (options.ground && levelPlaneHeight(collider)) continue;  // the floor shows it
      set.shapes.push_back(shapeMesh(collider, 1.5f * stage.radius, stage.centre));
      const ShapeMesh& shape = set.shapes.back();
      add({shape.triangles, shape.positions, shape.normals, 0.0f}, planes ? plane : solid, planes ? plane : solid);
    }
    if (!planes) set.casting = set.surfaces.size();
  }
  return set;
}

/// Turns samples into pixels of the sheet, at (left, top).
class Developer {
 public:
  Developer(const PictureFrame& frame, const PictureOptions& options, const Stage& stage, const Set& set,
            const SampleBuffer& samples)
      : stage_(stage),
        set_(set),
        samples_(samples),
        supersampling_(static_cast<int>(options.supersampling)),
        casting_(std::span(set.surfaces).first(set.casting)),
        shadow_(stage.light, casting_, stage.centre, 1.05f * stage.radius),
        sky_({{0.0f, 1.0f, 0.0f}, {}}, casting_, stage.centre, 1.05f * stage.radius) {
    if (!options.ground) return;
    const std::optional<float> level = options.groundHeight ? std::nullopt : highestLevelPlane(frame);
    floor_.emplace(stage.light, casting_, level.value_or(stage.ground), stage.centre, stage.radius);
  }

  void develop(Image& image, std::uint32_t left, std::uint32_t top) const {
    const int n = supersampling_;
    for (int y = 0; y < samples_.height / n; ++y) {
      for (int x = 0; x < samples_.width / n; ++x) {
        Vec3 sum;
        Reached reached;
        for (int j = 0; j < n; ++j) {
          for (int i = 0; i < n; ++i) sum += clipped(colour(x * n + i, y * n + j, reached));
        }
        sum *= 1.0f / static_cast<float>(n * n);
        std::uint8_t* pixel = &image.pixels[3 * (std::size_t{top + static_cast<std::uint32_t>(y)} * image.width + left +
                                                 static_cast<std::uint32_t>(x))];
        pixel[0] = byte(sum.x), pixel[1] = byte(sum.y), pixel[2] = byte(sum.z);
      }
    }
  }

 private:
  /// Shadows are softer than a pixel: the samples of one pixel on one surface share what they looked up.
  struct Reached {
    int surface = -1;
    float depth = 0.0f;
    Incoming incoming;
  };

  /// Before the mean: a highlight must not spread over the edge of what it lies on.
  static Vec3 clipped(Vec3 c) { return {std::min(c.x, 1.0f), std::min(c.y, 1.0f), std::min(c.z, 1.0f)}; }
  static std::uint8_t byte(float linear) {
    return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(srgbFromLinear(linear), 0.0f, 1.0f)));
  }

  Vec3 colour(int x, int y, Reached& reached) const {
    const float u = 2.0f * (static_cast<float>(x) + 0.5f) / static_cast<float>(samples_.width) - 1.0f;
    const float v = 1.0f - 2.0f * (static_cast<float>(y) + 0.5f) / static_cast<float>(samples_.height);
    const Vec3 ray = stage_.view.ray(u, v);
    const Sample& sample = samples_.at(x, y);
    const float depth = sample.inverseDepth > 0.0f ? 1.0f / sample.inverseDepth : HUGE_VALF;
    if (floor_ && ray.y < 0.0f && stage_.view.eye.y > floor_->height()) {
      const float floorDepth = (floor_->height() - stage_.view.eye.y) / ray.y;
      // Cloth that lies on the floor wins over it, though it may be a hair lower.
      if (floorDepth * 1.002f < depth) {
        const Vec3 place = stage_.view.eye + ray * floorDepth;
        const float pixel = 2.0f * stage_.view.tangentY * floorDepth / static_cast<float>(samples_.height);
        const float slant = std::min(length(ray) / -ray.y, 8.0f);
        return floor_->colour(place, pixel * slant, backgroundColour(v));
      }
    }
    return sample.inverseDepth > 0.0f ? surfaceColour(sample, ray, depth, reached) : backgroundColour(v);
  }

  Vec3 surfaceColour(const Sample& sample, Vec3 ray, float depth, Reached& reached) const {
    const Vec3 toViewer = normalizedOr(-ray, {0.0f, 0.0f, 1.0f});
    const Vec3 normal = normalizedOr(sample.normal, toViewer);
    if (reached.surface != sample.surface || std::fabs(reached.depth - depth) > 0.02f * stage_.radius) {
      const Vec3 place = stage_.view.eye + ray * depth;
      reached = {sample.surface, depth, {shadow_.lit(place, normal, 1.2f), sky_.lit(place, normal, 9.0f)}};
    }
    const Vec3 shaded = shade(set_.materials[sample.surface], stage_.light, normal, toViewer, reached.incoming);
    return shaded * (1.0f - 0.55f * static_cast<float>(sample.wire) / 255.0f);
  }

  const Stage& stage_;
  const Set& set_;
  const SampleBuffer& samples_;
  int supersampling_;
  std::span<const Surface> casting_;
  ShadowMap shadow_, sky_;
  std::optional<Floor> floor_;
};

}  // namespace

Result<Image> drawContactSheet(std::span<const PictureFrame> frames, const PictureOptions& options) {
  if (Status checked = check(frames, options); !checked) return Error{checked.error()};
  const auto count = static_cast<std::uint32_t>(frames.size());
  const std::uint32_t columns = options.columns == 0 ? count : std::min(options.columns, count);
  const std::uint32_t rows = (count + columns - 1) / columns;
  // 64-bit: thousands of frames make gaps wider than the sheet.
  const std::int64_t width = (std::int64_t{options.width} - std::int64_t{kGap} * (columns - 1)) / columns;
  const std::int64_t height = (std::int64_t{options.height} - std::int64_t{kGap} * (rows - 1)) / rows;
  if (width < kSmallest || height < kSmallest) {
    return Error{"picture: " + std::to_string(count) + " frames do not fit on a sheet of this size"};
  }
  const std::int64_t factor = options.supersampling;
  if (static_cast<std::size_t>(width * height * factor * factor) > kMostSamples) {
    return Error{"picture: more than 64 million samples a frame; take a smaller size or less supersampling"};
  }
  Image image{options.width, options.height,
              std::vector<std::uint8_t>(3 * std::size_t{options.width} * options.height, 255)};
  const Stage stage = setStage(frames, options, static_cast<float>(width) / static_cast<float>(height));
  for (std::uint32_t f = 0; f < count; ++f) {
    SampleBuffer samples(static_cast<int>(width * factor), static_cast<int>(height * factor));
    const Set set = buildSet(frames[f], options, stage);
    for (std::size_t s = 0; s < set.surfaces.size(); ++s) {
      drawSurface(stage.view, set.surfaces[s], static_cast<std::uint16_t>(s), samples);
    }
    const std::uint32_t left = f % columns * static_cast<std::uint32_t>(width + kGap);
    const std::uint32_t top = f / columns * static_cast<std::uint32_t>(height + kGap);
    Developer(frames[f], options, stage, set, samples).develop(image, left, top);
    const float size = std::clamp(0.028f * static_cast<float>(height), 7.0f, 28.0f);
    drawLabel(image, static_cast<float>(left) + 1.2f * size, static_cast<float>(top + height) - 1.6f * size, size,
              {0.22f, 0.24f, 0.28f}, frames[f].label);
  }
  return image;
}

}  // namespace toile
