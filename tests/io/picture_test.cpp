// Pictures, by what must be so in them: sizes, order, light, colours. Nothing is compared to a stored image.
#include "io/picture.h"

#include <gmock/gmock.h>

#include "collision/volume/volumes.h"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

#include <cmath>
#include <limits>

#include "export_fixture.h"

namespace toile::test {
namespace {

using ::testing::HasSubstr;

constexpr Colour kRed{0.8f, 0.1f, 0.1f}, kGreen{0.1f, 0.7f, 0.1f};

/// A square in the plane z = `z` that looks to +z, cut into cells; owns what the picture's spans show.
struct Square {
  std::vector<std::uint32_t> triangles;
  std::vector<Vec3> positions, normals;

  Square(float z, float halfSize, std::uint32_t cells = 1) {
    const std::uint32_t n = cells + 1;
    for (std::uint32_t i = 0; i < n * n; ++i) {
      const float u = static_cast<float>(i % n) / static_cast<float>(cells) * 2.0f - 1.0f;
      const float v = static_cast<float>(i / n) / static_cast<float>(cells) * 2.0f - 1.0f;
      positions.push_back({u * halfSize, v * halfSize, z});
      normals.push_back({0.0f, 0.0f, 1.0f});
    }
    for (std::uint32_t j = 0; j < cells; ++j) {
      for (std::uint32_t i = 0; i < cells; ++i) {
        const std::uint32_t a = j * n + i;
        triangles.insert(triangles.end(), {a, a + 1, a + n, a + n, a + 1, a + n + 1});
      }
    }
  }
  PictureMesh mesh(Colour colour) const {
    PictureMesh out;
    out.triangles = triangles;
    out.positions = positions;
    out.normals = normals;
    out.front = colour;
    out.back = kGreen;
    return out;
  }
};

/// Small, without floor, seen from z = 3: one unit at z = 0 is 25 pixels.
PictureOptions plain() {
  PictureOptions options;
  options.width = options.height = 100;
  options.supersampling = 1;
  options.ground = false;
  options.camera = Camera{{0, 0, 3}, {0, 0, 0}, 2.0f * std::atan(2.0f / 3.0f)};
  return options;
}

Image draw(const PictureFrame& frame, const PictureOptions& options) {
  Result<Image> image = drawContactSheet({&frame, 1}, options);
  EXPECT_TRUE(image.ok()) << image.error();
  return *image;
}

double brightness(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* pixel = image.at(x, y);
  return 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2];
}

bool isRed(const Image& image, std::uint32_t x, std::uint32_t y) { return image.at(x, y)[0] > 1.5 * image.at(x, y)[1]; }
bool isGreen(const Image& image, std::uint32_t x, std::uint32_t y) {
  return image.at(x, y)[1] > 1.5 * image.at(x, y)[0];
}

std::size_t changedPixels(const Image& a, const Image& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 3) {
    count += a.pixels[i] != b.pixels[i] || a.pixels[i + 1] != b.pixels[i + 1] || a.pixels[i + 2] != b.pixels[i + 2];
  }
  return count;
}

TEST(Picture, NearerSurfaceWinsInEitherOrder) {
  const Square front(0.5f, 0.3f), back(0.0f, 1.0f);
  for (const bool frontFirst : {false, true}) {
    PictureFrame frame;
    frame.meshes = {front.mesh(kRed), back.mesh(kGreen)};
    if (!frontFirst) std::swap(frame.meshes[0], frame.meshes[1]);
    const Image image = draw(frame, plain());
    EXPECT_TRUE(isRed(image, 50, 50));
    EXPECT_TRUE(isGreen(image, 70, 50));
    EXPECT_FALSE(isGreen(image, 5, 5));
  }
}

TEST(Picture, PerspectiveIsThatOfTheCamera) {
  // Half size 1 at z = 0: 25 pixels from the middle each way; at z = 1 half as far again.
  for (const float z : {0.0f, 1.0f}) {
    const Square square(z, 1.0f);
    PictureFrame frame;
    frame.meshes = {square.mesh(kRed)};
    const Image image = draw(frame, plain());
    const double half = 25.0 * 3.0 / (3.0 - static_cast<double>(z));
    std::size_t covered = 0;
    for (std::uint32_t x = 0; x < 100; ++x) covered += isRed(image, x, 50);
    EXPECT_NEAR(static_cast<double>(covered), 2.0 * half, 1.0);  // a pixel counts by its centre
  }
}

TEST(Picture, NeighbouringTrianglesLeaveNoGap) {
  const Square square(0.0f, 1.37f, 37);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  PictureOptions options = plain();
  options.camera->eye = {0.31f, 0.22f, 2.9f};
  options.camera->target = {0.013f, 0.007f, 0.0f};
  const Image image = draw(frame, options);
  for (std::uint32_t y = 30; y < 70; ++y) {
    for (std::uint32_t x = 30; x < 70; ++x) EXPECT_TRUE(isRed(image, x, y)) << x << " " << y;
  }
}

TEST(Picture, FlippedNormalsDarken) {
  Square square(0.0f, 1.0f);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  const double right = brightness(draw(frame, plain()), 50, 50);
  for (Vec3& n : square.normals) n = -n;
  const double wrong = brightness(draw(frame, plain()), 50, 50);
  EXPECT_LT(wrong, 0.8 * right);
}

TEST(Picture, NormalsAreInterpolatedAndLightComesFromAboveLeft) {
  // Normals of a ball on a flat square: shading must follow them, smoothly, brightest above left.
  Square square(0.0f, 1.0f, 20);
  for (std::size_t i = 0; i < square.normals.size(); ++i) {
    const Vec3 p = square.positions[i];
    square.normals[i] = normalizedOr({p.x, p.y, 0.7f}, {0, 0, 1});
  }
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  const Image image = draw(frame, plain());
  EXPECT_GT(brightness(image, 35, 35), 1.1 * brightness(image, 65, 65));
  EXPECT_GT(brightness(image, 50, 35), 1.05 * brightness(image, 50, 65));
  for (std::uint32_t x = 31; x < 70; ++x) {
    EXPECT_LT(std::fabs(brightness(image, x, 50) - brightness(image, x - 1, 50)), 12.0) << x;
  }
}

TEST(Picture, BothSidesHaveTheirColour) {
  const Square square(0.0f, 1.0f);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  PictureOptions options = plain();
  EXPECT_TRUE(isRed(draw(frame, options), 50, 50));
  options.camera->eye.z = -3.0f;
  EXPECT_TRUE(isGreen(draw(frame, options), 50, 50));
}

TEST(Picture, CollidersHaveTheirSize) {
  // Seen along z from 10 m with a narrow view, silhouettes are known: area in pixels at 20 pixels a metre.
  PictureOptions options = plain();
  options.width = options.height = 400;
  options.camera = Camera{{0, 0, 1000}, {0, 0, 0}, 2.0f * std::atan(2.0f / 1000.0f)};
  const double perSquareMetre = 100.0 * 100.0, pi = 3.14159265358979;
  const Image empty = draw({}, options);
  struct Case {
    Shape shape;
    double area;  ///< m²
    double rim;   ///< m
  };
  // Tapered: two tangents between circles of 0.4 and 0.2 whose centres are 1 apart; sin φ = 0.2.
  const double phi = std::asin(0.2), side = std::sqrt(1.0 - 0.04);
  const double tapered = side * 0.6 + (pi / 2 + phi) * 0.16 + (pi / 2 - phi) * 0.04;
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({(i & 1) != 0 ? 0.3f : -0.3f, (i & 2) != 0 ? 0.5f : -0.5f, (i & 4) != 0 ? 0.2f : -0.2f});
  }
  const ConvexHull boxHull{HullMesh::build({corners}).value()};
  const Case cases[] = {
      {Sphere{0.5f}, pi * 0.25, pi},
      {Capsule{0.3f, 0.5f}, pi * 0.09 + 0.6, 0.6 * pi + 2},
      {TaperedCapsule{0.4f, 0.2f, 0.5f}, tapered, 4},
      {Box{{0.3f, 0.5f, 0.2f}}, 0.6, 3.2},
      {boxHull, 0.6, 3.2},
      // Samples of a ball: the surface is moved by up to cell² / 4 r, 0.3 mm.
      {Volume{ballVolume(0.3f, 0.02f)}, pi * 0.09, 0.6 * pi},
      // Rounded: the sides move out, the corners are quarters of a circle.
      {ConvexHull{boxHull.mesh, 0.1f}, 0.6 + 3.2 * 0.1 + pi * 0.01, 3.2 + 0.2 * pi},
  };
  for (const Case& c : cases) {
    ColliderDef collider;
    collider.shape = c.shape;
    collider.transform.translation = {0.2f, 0.1f, 0.0f};
    PictureFrame frame;
    frame.colliders = {&collider, 1};
    const Image image = draw(frame, options);
    // The mesh lies inside the round shape by up to 0.25 % of its area; pixels on the rim may fall either way,
    // on average half of them, so that a tenth of the rim is far more than chance gives.
    EXPECT_NEAR(static_cast<double>(changedPixels(image, empty)), c.area * perSquareMetre,
                0.0025 * c.area * perSquareMetre + 0.1 * c.rim * 100.0)
        << c.shape.index();
    collider.enabled = false;
    EXPECT_EQ(changedPixels(draw(frame, options), empty), 0u);
    collider.enabled = true;
    collider.trigger = true;
    EXPECT_EQ(changedPixels(draw(frame, options), empty), 0u);
  }
}

TEST(Picture, CollidersAreTurnedByTheirTransform) {
  ColliderDef collider;
  collider.shape = Capsule{0.2f, 1.0f};
  collider.transform.rotation = fromAxisAngle({0, 0, 1}, 1.57079633f);
  PictureFrame frame;
  frame.colliders = {&collider, 1};
  const Image image = draw(frame, plain()), empty = draw({}, plain());
  EXPECT_NE(brightness(image, 75, 50), brightness(empty, 75, 50));  // along x now
  EXPECT_EQ(brightness(image, 50, 75), brightness(empty, 50, 75));
}

TEST(Picture, PlanesReachBehindTheCamera) {
  // A tilted plane is a surface of its own, and most of its corners lie outside the view or behind the eye.
  ColliderDef plane;
  plane.shape = Plane{};
  plane.transform.rotation = fromAxisAngle({0, 0, 1}, 0.3f);
  plane.transform.translation = {0, -0.5f, 0};
  const Square square(0.0f, 3.0f);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  frame.meshes[0].triangles = frame.meshes[0].triangles.first(0);
  frame.colliders = {&plane, 1};
  PictureOptions options = plain();
  options.camera = Camera{{0, 0.0f, 0.2f}, {0, 0.0f, 0}, 1.0f};
  const Image image = draw(frame, options), empty = draw({}, options);
  std::size_t changed = 0;
  for (std::uint32_t x = 0; x < 100; ++x) changed += brightness(image, x, 99) != brightness(empty, x, 99);
  EXPECT_GT(changed, 40u);
}

TEST(Picture, FloorTakesShadows) {
  Square roof(0.0f, 0.5f);
  for (Vec3& p : roof.positions) p = {p.x, 1.0f, -p.y};
  for (Vec3& n : roof.normals) n = {0, 1, 0};
  PictureFrame frame;
  frame.meshes = {roof.mesh(kRed)};
  PictureOptions options;
  options.width = options.height = 200;
  options.groundHeight = 0.0f;
  options.camera = Camera{{0, 6, 0.01f}, {0, 0, 0}, 0.8f};  // from above; the light comes from the left
  const Image image = draw(frame, options);
  // The light comes along (−0.62, 1, 0.42): a metre of height throws the shadow 0.62 m to the right and 0.42 m back.
  // The floor has 39 pixels a metre, so that the shadow's middle is at (124, 84) and the roof hides its corner.
  const double open = brightness(image, 40, 100), shade = brightness(image, 134, 80);
  EXPECT_TRUE(isRed(image, 100, 100));
  EXPECT_LT(shade, 0.85 * open);
  frame.colliders = {};
  frame.meshes.clear();
  EXPECT_GT(brightness(draw(frame, options), 134, 80), 0.95 * open);
}

TEST(Picture, LevelPlaneIsTheFloor) {
  ColliderDef plane;
  plane.shape = Plane{};
  plane.transform.translation.y = -1.0f;
  const Square square(0.0f, 0.5f);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  frame.colliders = {&plane, 1};
  PictureOptions options = plain();
  options.ground = true;
  const Image byPlane = draw(frame, options);
  frame.colliders = {};
  EXPECT_GT(changedPixels(draw(frame, options), byPlane), 0u);  // on its own the floor is right below the square
  options.groundHeight = -1.0f;
  EXPECT_EQ(changedPixels(draw(frame, options), byPlane), 0u);
}

TEST(Picture, AutomaticCameraShowsAllFramesAndFillsThePicture) {
  const Square left(0.0f, 0.5f), right(-2.0f, 0.8f);
  Square moved = right;
  for (Vec3& p : moved.positions) p = p + Vec3{3.0f, 1.0f, 0.0f};
  std::vector<PictureFrame> frames(2);
  frames[0].meshes = {left.mesh(kRed)};
  frames[1].meshes = {moved.mesh(kRed)};
  PictureOptions options = plain();
  options.camera.reset();
  options.width = 202;
  const Result<Image> image = drawContactSheet(frames, options);
  ASSERT_TRUE(image.ok()) << image.error();
  std::uint32_t x0 = 100, x1 = 0, y0 = 100, y1 = 0;
  for (std::uint32_t f = 0; f < 2; ++f) {
    for (std::uint32_t y = 0; y < 100; ++y) {
      for (std::uint32_t x = 0; x < 100; ++x) {
        if (!isRed(*image, x + 102 * f, y)) continue;
        x0 = std::min(x0, x), x1 = std::max(x1, x), y0 = std::min(y0, y), y1 = std::max(y1, y);
      }
    }
  }
  // 86 % of the picture is to be filled in one direction, and no margin to be crossed; 1 pixel by its centre.
  EXPECT_GE(std::min(x0, y0), 6u);
  EXPECT_LE(std::max(x1, y1), 93u);
  EXPECT_GE(std::max(x1 - x0, y1 - y0) + 1, 84u);
}

TEST(Picture, SupersamplingSmoothsEdgesOnly) {
  Square square(0.0f, 1.0f);
  for (Vec3& p : square.positions) p = rotate(fromAxisAngle({0, 0, 1}, 0.3f), p);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  PictureOptions options = plain();
  const Image rough = draw(frame, options);
  options.supersampling = 4;
  const Image smooth = draw(frame, options);
  EXPECT_NEAR(brightness(rough, 50, 50), brightness(smooth, 50, 50), 1.5);
  std::size_t mixed = 0;  // neither background nor full red
  for (std::uint32_t x = 0; x < 100; ++x) mixed += std::abs(smooth.at(x, 50)[1] - rough.at(x, 50)[1]) > 8;
  EXPECT_GE(mixed, 1u);
  EXPECT_LE(mixed, 6u);
}

TEST(Picture, WireShowsEdges) {
  const Square square(0.0f, 1.0f, 4);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  PictureOptions options = plain();
  options.supersampling = 3;
  const Image without = draw(frame, options);
  frame.meshes[0].wire = true;
  const Image with = draw(frame, options);
  const std::size_t changed = changedPixels(with, without);
  // 40 edges along x and y of 12.5 pixels and 16 diagonals of 17.7: 783 pixels long, one or two wide.
  EXPECT_GT(changed, 783u / 2);
  EXPECT_LT(changed, 3u * 783u);
  // A third of this pixel's samples lies on the edge at x = 50.
  EXPECT_LT(brightness(with, 50, 40), 0.95 * brightness(without, 50, 40));
}

TEST(Picture, LabelsStandInTheirCorner) {
  PictureFrame frame;
  const Image without = draw(frame, plain());
  frame.label = "0.50 s \x01";
  const Image with = draw(frame, plain());
  EXPECT_GT(changedPixels(with, without), 20u);
  for (std::uint32_t y = 0; y < 100; ++y) {
    for (std::uint32_t x = 0; x < 100; ++x) {
      if (x < 70 && y >= 75) continue;
      EXPECT_EQ(brightness(with, x, y), brightness(without, x, y));
    }
  }
}

TEST(Picture, SameInputSamePicture) {
  const Square square(0.0f, 1.0f, 9);
  ColliderDef sphere;
  std::vector<PictureFrame> frames(3);
  for (PictureFrame& frame : frames) frame.meshes = {square.mesh(kRed)}, frame.colliders = {&sphere, 1};
  PictureOptions options;
  options.width = 300;
  options.height = 200;
  options.columns = 2;
  const Result<Image> first = drawContactSheet(frames, options), second = drawContactSheet(frames, options);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->pixels, second->pixels);
  for (std::uint32_t x = 0; x < 149; ++x) EXPECT_EQ(brightness(*first, x, 50), brightness(*first, x + 151, 50));
  EXPECT_EQ(first->at(250, 150)[0], 255);  // the fourth place stays empty
}

TEST(Picture, BadInputIsNamed) {
  Square square(0.0f, 1.0f);
  std::vector<PictureFrame> frames(2);
  frames[1].meshes = {square.mesh(kRed)};
  const auto error = [&](const PictureOptions& options) {
    const Result<Image> image = drawContactSheet(frames, options);
    return image.ok() ? std::string() : image.error();
  };
  PictureOptions options = plain();
  options.height = 15;
  EXPECT_THAT(error(options), HasSubstr("15 pixels"));
  options = plain();
  options.supersampling = 5;
  EXPECT_THAT(error(options), HasSubstr("supersampling 5"));
  options = plain();
  options.width = options.height = 16384;
  EXPECT_THAT(error(options), HasSubstr("64 million samples"));
  options = plain();
  options.camera->eye = options.camera->target;
  EXPECT_THAT(error(options), HasSubstr("eye and target"));
  square.positions[2].z = std::numeric_limits<float>::infinity();
  EXPECT_THAT(error(plain()), HasSubstr("frame 1, mesh 0: position 2 is not finite"));
  square.positions[2].z = 0.0f;
  square.triangles[4] = 4;
  EXPECT_THAT(error(plain()), HasSubstr("frame 1, mesh 0: corner 4 names vertex 4 of 4"));
  frames.clear();
  EXPECT_THAT(error(plain()), HasSubstr("no frames"));
  frames.resize(40);
  EXPECT_THAT(error(plain()), HasSubstr("40 frames do not fit"));
}

TEST(Picture, PngReadsBackToTheSamePixels) {
  const Folder folder;
  const Square square(0.0f, 1.0f);
  PictureFrame frame;
  frame.meshes = {square.mesh(kRed)};
  PictureOptions options = plain();
  options.width = 150;
  const Image image = draw(frame, options);
  ASSERT_TRUE(writePng(folder / "a.png", image).ok());
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("a.png"));
  int width = 0, height = 0, channels = 0;
  std::uint8_t* pixels = stbi_load((folder / "a.png").string().c_str(), &width, &height, &channels, 3);
  ASSERT_NE(pixels, nullptr);
  EXPECT_EQ(width, 150);
  EXPECT_EQ(height, 100);
  EXPECT_EQ(channels, 3);
  EXPECT_EQ(std::vector<std::uint8_t>(pixels, pixels + image.pixels.size()), image.pixels);
  stbi_image_free(pixels);
  EXPECT_THAT(writePng(folder / "missing" / "a.png", image).error(), HasSubstr("No such file or directory"));
  EXPECT_FALSE(writePng(folder / "b.png", {}).ok());
}

}  // namespace
}  // namespace toile::test
