#include "io/raster.h"

namespace toile {

View makeView(Vec3 eye, Vec3 forward, float tangentX, float tangentY) {
  View view;
  view.eye = eye;
  view.forward = normalizedOr(forward, {0.0f, 0.0f, -1.0f});
  // Straight up or down there is no horizon to go by: then x is to the right.
  const Vec3 side = cross(view.forward, {0.0f, 1.0f, 0.0f});
  view.right = length(side) > 1e-4f ? normalizedOr(side, {1.0f, 0.0f, 0.0f}) : Vec3{1.0f, 0.0f, 0.0f};
  view.up = cross(view.right, view.forward);
  view.tangentX = tangentX;
  view.tangentY = tangentY;
  return view;
}

Vec3 framingEye(const View& view, std::span<const Vec3> points, float fill, float least) {
  // In coordinates along the axes, a point fits where |x − ex| <= (z − ez)·t and the same in y. Of all eyes the one
  // with the largest depth ez: (largest of x − z·t) and (largest of −x − z·t) decide it, and their mean the side.
  const float tx = view.tangentX * fill, ty = view.tangentY * fill;
  float right = -HUGE_VALF, left = -HUGE_VALF, top = -HUGE_VALF, bottom = -HUGE_VALF, nearest = HUGE_VALF;
  for (const Vec3& p : points) {
    const float x = dot(p, view.right), y = dot(p, view.up), z = dot(p, view.forward);
    right = std::max(right, x - z * tx);
    left = std::max(left, -x - z * tx);
    top = std::max(top, y - z * ty);
    bottom = std::max(bottom, -y - z * ty);
    nearest = std::min(nearest, z);
  }
  const float depth = std::min({-(right + left) / (2.0f * tx), -(top + bottom) / (2.0f * ty), nearest - least});
  return view.right * (0.5f * (right - left)) + view.up * (0.5f * (top - bottom)) + view.forward * depth;
}

namespace {

struct ClipCorner {
  Vec3 position;  ///< camera space
  Vec3 normal;
};

/// Keeps the part of a convex polygon where inside(corner) >= 0, a linear function.
template <class Inside>
void clip(std::vector<ClipCorner>& polygon, std::vector<ClipCorner>& scratch, Inside inside) {
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipCorner &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const float da = inside(a.position), db = inside(b.position);
    if (da >= 0.0f) scratch.push_back(a);
    if ((da >= 0.0f) != (db >= 0.0f)) {
      const float t = da / (da - db);
      scratch.push_back({a.position + (b.position - a.position) * t, a.normal + (b.normal - a.normal) * t});
    }
  }
  polygon.swap(scratch);
}

class Drawer {
 public:
  Drawer(const View& view, const Surface& surface, std::uint16_t index, SampleBuffer& out)
      : view_(view), surface_(surface), index_(index), out_(out) {}

  void draw() {
    for (std::size_t t = 0; t + 2 < surface_.triangles.size(); t += 3) {
      std::array<ClipCorner, 3> corners;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t vertex = surface_.triangles[t + i];
        corners[i].position = view_.toCamera(surface_.positions[vertex]);
        if (!surface_.normals.empty()) corners[i].normal = surface_.normals[vertex];
      }
      if (surface_.normals.empty()) flatten(t, corners);
      drawClipped(corners);
    }
  }

 private:
  void flatten(std::size_t t, std::array<ClipCorner, 3>& corners) const {
    const Vec3 a = surface_.positions[surface_.triangles[t]];
    const Vec3 b = surface_.positions[surface_.triangles[t + 1]], c = surface_.positions[surface_.triangles[t + 2]];
    for (ClipCorner& corner : corners) corner.normal = normalizedOr(cross(b - a, c - a), {0.0f, 1.0f, 0.0f});
  }

  /// A little wider than the picture, so that cut edges never show.
  float sideX(Vec3 p, float sign) const { return 1.1f * view_.tangentX * p.z + sign * p.x; }
  float sideY(Vec3 p, float sign) const { return 1.1f * view_.tangentY * p.z + sign * p.y; }
  bool insideAll(Vec3 p) const {
    return p.z >= view_.nearDepth && sideX(p, 1) >= 0 && sideX(p, -1) >= 0 && sideY(p, 1) >= 0 && sideY(p, -1) >= 0;
  }

  void drawClipped(const std::array<ClipCorner, 3>& corners) {
    if (insideAll(corners[0].position) && insideAll(corners[1].position) && insideAll(corners[2].position)) {
      return drawTriangle(corners[0], corners[1], corners[2], surface_.wireWidth);
    }
    polygon_.assign(corners.begin(), corners.end());
    clip(polygon_, scratch_, [&](Vec3 p) { return p.z - view_.nearDepth; });
    for (const float sign : {1.0f, -1.0f}) {
      clip(polygon_, scratch_, [&](Vec3 p) { return sideX(p, sign); });
      clip(polygon_, scratch_, [&](Vec3 p) { return sideY(p, sign); });
    }
    for (std::size_t i = 2; i < polygon_.size(); ++i) drawTriangle(polygon_[0], polygon_[i - 1], polygon_[i], 0.0f);
  }

  RasterCorner project(const ClipCorner& corner) const {
    const float inverse = 1.0f / corner.position.z;
    const float u = corner.position.x * inverse / view_.tangentX, v = corner.position.y * inverse / view_.tangentY;
    return {0.5f * (u + 1.0f) * static_cast<float>(out_.width), 0.5f * (1.0f - v) * static_cast<float>(out_.height),
            inverse, corner.normal};
  }

  void drawTriangle(const ClipCorner& ca, const ClipCorner& cb, const ClipCorner& cc, float wireWidth) {
    const RasterCorner a = project(ca), b = project(cb), c = project(cc);
    const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const bool back = area > 0.0f;  // counter-clockwise is the front; on the screen y runs down
    const auto edge = [](const RasterCorner& p, const RasterCorner& q) { return std::hypot(p.x - q.x, p.y - q.y); };
    // Height of the triangle over each edge: times a barycentric coordinate it is the distance from that edge.
    const float size = std::fabs(area);
    const Vec3 heights{size / std::max(edge(b, c), 1e-6f), size / std::max(edge(c, a), 1e-6f),
                       size / std::max(edge(a, b), 1e-6f)};
    // Edges close to their own width apart would only blacken the surface: they fade away.
    const float room = std::min({heights.x, heights.y, heights.z}) / std::max(wireWidth, 1e-6f);
    const auto strength = static_cast<std::uint8_t>(255.0f * std::clamp((room - 3.0f) / 9.0f, 0.0f, 1.0f));
    coverTriangle(a, b, c, out_.width, out_.height, [&](int x, int y, float b0, float b1, float b2) {
      const float inverse = b0 * a.inverseDepth + b1 * b.inverseDepth + b2 * c.inverseDepth;
      Sample& sample = out_.samples[static_cast<std::size_t>(y) * static_cast<std::size_t>(out_.width) +
                                    static_cast<std::size_t>(x)];
      if (!(inverse > sample.inverseDepth)) return;
      // Perspective: attributes over depth are linear on the screen; the common factor drops out of a direction.
      const Vec3 normal =
          a.normal * (b0 * a.inverseDepth) + b.normal * (b1 * b.inverseDepth) + c.normal * (b2 * c.inverseDepth);
      sample.inverseDepth = inverse;
      sample.normal = back ? -normal : normal;
      sample.surface = static_cast<std::uint16_t>(2 * index_ + (back ? 1 : 0));
      sample.wire = std::min({b0 * heights.x, b1 * heights.y, b2 * heights.z}) < wireWidth ? strength : 0;
    });
  }

  const View& view_;
  const Surface& surface_;
  std::uint16_t index_;
  SampleBuffer& out_;
  std::vector<ClipCorner> polygon_, scratch_;
};

}  // namespace

void drawSurface(const View& view, const Surface& surface, std::uint16_t index, SampleBuffer& out) {
  Drawer(view, surface, index, out).draw();
}

}  // namespace toile
