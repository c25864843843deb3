// GLB read back with another library, value by value.
#include <gmock/gmock.h>
#include <tiny_gltf.h>

#include <cstring>
#include <limits>

#include "export_fixture.h"

namespace toile::test {
namespace {

using ::testing::HasSubstr;

tinygltf::Model readGlb(const std::filesystem::path& path) {
  tinygltf::TinyGLTF loader;
  tinygltf::Model model;
  std::string error, warning;
  EXPECT_TRUE(loader.LoadBinaryFromFile(&model, &error, &warning, path.string())) << error;
  EXPECT_EQ(warning, "");
  return model;
}

template <class T>
std::vector<T> values(const tinygltf::Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  EXPECT_EQ(accessor.ByteStride(view), static_cast<int>(sizeof(T)));
  EXPECT_LE(accessor.byteOffset + accessor.count * sizeof(T), view.byteLength);
  EXPECT_EQ((view.byteOffset + accessor.byteOffset) % 4, 0u);
  std::vector<T> out(accessor.count);
  std::memcpy(out.data(), model.buffers[0].data.data() + view.byteOffset + accessor.byteOffset, out.size() * sizeof(T));
  return out;
}

void expectBounds(const tinygltf::Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  ASSERT_EQ(accessor.minValues.size(), 3u);
  const std::vector<Vec3> all = values<Vec3>(model, index);
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = [&](const Vec3& v) { return static_cast<double>(axis == 0 ? v.x : axis == 1 ? v.y : v.z); };
    double low = at(all[0]), high = low;
    for (const Vec3& v : all) low = std::min(low, at(v)), high = std::max(high, at(v));
    EXPECT_EQ(accessor.minValues[static_cast<std::size_t>(axis)], low);
    EXPECT_EQ(accessor.maxValues[static_cast<std::size_t>(axis)], high);
  }
}

/// Half a unit in the last place.
float halfUnit(float number) {
  const float size = std::fabs(number);
  return 0.5f * (std::nextafter(size, std::numeric_limits<float>::infinity()) - size);
}

void expectShape(const std::vector<Vec3>& base, const std::vector<Vec3>& moves, std::span<const Vec3> goal) {
  ASSERT_EQ(base.size(), goal.size());
  ASSERT_EQ(moves.size(), goal.size());
  for (std::size_t i = 0; i < goal.size(); ++i) {
    const float b[] = {base[i].x, base[i].y, base[i].z}, m[] = {moves[i].x, moves[i].y, moves[i].z},
                g[] = {goal[i].x, goal[i].y, goal[i].z};
    // One rounding when the displacement is stored, one when it is added.
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_LE(std::fabs(b[axis] + m[axis] - g[axis]), halfUnit(m[axis]) + halfUnit(g[axis]));
    }
  }
}

TEST(ExportGlb, P33_PartsKeepVerticesMaterialsAndUvs) {
  const Folder folder;
  const Bake bake = waving(4, 24.0);
  ASSERT_TRUE(write(folder / "a.glb", bake).ok());
  const tinygltf::Model model = readGlb(folder / "a.glb");
  ASSERT_EQ(model.meshes.size(), 1u);
  ASSERT_EQ(model.meshes[0].primitives.size(), 2u);
  const std::size_t firsts[] = {0, 4}, counts[] = {4, 6}, triangles[] = {2, 4};
  const char* materials[] = {"wool", "silk"};
  for (std::size_t p = 0; p < 2; ++p) {
    const tinygltf::Primitive& primitive = model.meshes[0].primitives[p];
    EXPECT_EQ(model.materials[static_cast<std::size_t>(primitive.material)].name, materials[p]);
    EXPECT_TRUE(model.materials[static_cast<std::size_t>(primitive.material)].doubleSided);
    const std::vector<Vec2> uvs = values<Vec2>(model, primitive.attributes.at("TEXCOORD_0"));
    ASSERT_EQ(uvs.size(), counts[p]);
    for (std::size_t i = 0; i < uvs.size(); ++i) EXPECT_EQ(uvs[i], bake.mesh.uvs[firsts[p] + i]);
    const std::vector<Vec3> positions = values<Vec3>(model, primitive.attributes.at("POSITION"));
    const std::vector<Vec3> normals = values<Vec3>(model, primitive.attributes.at("NORMAL"));
    ASSERT_EQ(positions.size(), counts[p]);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      EXPECT_EQ(positions[i], bake.positions[0][firsts[p] + i]);
      EXPECT_EQ(normals[i], bake.normals[0][firsts[p] + i]);
    }
    expectBounds(model, primitive.attributes.at("POSITION"));
    const std::vector<std::uint32_t> indices = values<std::uint32_t>(model, primitive.indices);
    ASSERT_EQ(indices.size(), 3 * triangles[p]);
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      ASSERT_LT(std::max({indices[i], indices[i + 1], indices[i + 2]}), counts[p]);
      const Vec3 rest = bake.mesh.positions[firsts[p] + indices[i]];
      const Vec3 normal = cross(bake.mesh.positions[firsts[p] + indices[i + 1]] - rest,
                                bake.mesh.positions[firsts[p] + indices[i + 2]] - rest);
      EXPECT_GT(normal.z, 0.0f);
    }
  }
}

TEST(ExportGlb, EveryFrameIsAMorphTarget) {
  const Folder folder;
  const Bake bake = waving(6, 24.0);
  ASSERT_TRUE(write(folder / "a.glb", bake).ok());
  const tinygltf::Model model = readGlb(folder / "a.glb");
  const std::size_t firsts[] = {0, 4};
  for (std::size_t p = 0; p < 2; ++p) {
    const tinygltf::Primitive& primitive = model.meshes[0].primitives[p];
    ASSERT_EQ(primitive.targets.size(), 6u);
    const std::vector<Vec3> basePositions = values<Vec3>(model, primitive.attributes.at("POSITION"));
    const std::vector<Vec3> baseNormals = values<Vec3>(model, primitive.attributes.at("NORMAL"));
    for (std::size_t k = 0; k < 6; ++k) {
      const std::span<const Vec3> positions = std::span(bake.positions[k]).subspan(firsts[p], basePositions.size());
      const std::span<const Vec3> normals = std::span(bake.normals[k]).subspan(firsts[p], basePositions.size());
      expectShape(basePositions, values<Vec3>(model, primitive.targets[k].at("POSITION")), positions);
      expectShape(baseNormals, values<Vec3>(model, primitive.targets[k].at("NORMAL")), normals);
      expectBounds(model, primitive.targets[k].at("POSITION"));
    }
  }
}

TEST(ExportGlb, P34_TimesAndWeightsAtEveryRate) {
  for (const double rate : {24.0, 25.0, 30.0, 60.0, 23.976}) {
    const Folder folder;
    const std::size_t frames = frameCount(3.0, rate);
    ASSERT_TRUE(write(folder / "a.glb", waving(frames, rate)).ok());
    const tinygltf::Model model = readGlb(folder / "a.glb");
    ASSERT_EQ(model.animations.size(), 1u);
    ASSERT_EQ(model.animations[0].channels.size(), 1u);
    EXPECT_EQ(model.animations[0].channels[0].target_path, "weights");
    const tinygltf::AnimationSampler& sampler = model.animations[0].samplers[0];
    EXPECT_EQ(sampler.interpolation, "LINEAR");
    const std::vector<float> times = values<float>(model, sampler.input);
    ASSERT_EQ(times.size(), frames);
    for (std::size_t k = 0; k < frames; ++k) EXPECT_NEAR(times[k], static_cast<double>(k) / rate, 1e-6);
    const tinygltf::Accessor& input = model.accessors[static_cast<std::size_t>(sampler.input)];
    EXPECT_EQ(input.minValues, std::vector<double>{0.0});
    EXPECT_EQ(input.maxValues, std::vector<double>{static_cast<double>(times.back())});
    const std::vector<float> weights = values<float>(model, sampler.output);
    ASSERT_EQ(weights.size(), frames * frames);
    for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_EQ(weights[i], i / frames == i % frames ? 1.0f : 0.0f);
  }
}

TEST(ExportGlb, LongBakesStoreWeightsSparsely) {
  const Folder folder;
  constexpr std::size_t kFrames = 1025;  // one more than the dense limit of 1024² numbers
  ExportOptions options;
  options.blend = FrameBlend::step;
  ASSERT_TRUE(write(folder / "a.glb", waving(kFrames, 60.0), options, false).ok());
  const tinygltf::Model model = readGlb(folder / "a.glb");
  EXPECT_EQ(model.animations[0].samplers[0].interpolation, "STEP");
  const tinygltf::Accessor& output = model.accessors[static_cast<std::size_t>(model.animations[0].samplers[0].output)];
  EXPECT_EQ(output.count, kFrames * kFrames);
  EXPECT_EQ(output.bufferView, -1);
  ASSERT_TRUE(output.sparse.isSparse);
  ASSERT_EQ(output.sparse.count, static_cast<int>(kFrames));
  const auto read = [&](int index, std::size_t k) {
    const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(index)];
    EXPECT_EQ(view.byteLength, 4 * kFrames);
    return model.buffers[0].data.data() + view.byteOffset + 4 * k;
  };
  for (std::size_t k = 0; k < kFrames; ++k) {
    std::uint32_t place = 0;
    float value = 0.0f;
    std::memcpy(&place, read(output.sparse.indices.bufferView, k), 4);
    std::memcpy(&value, read(output.sparse.values.bufferView, k), 4);
    EXPECT_EQ(place, k * kFrames + k);
    EXPECT_EQ(value, 1.0f);
  }
  const tinygltf::Primitive& primitive = model.meshes[0].primitives[1];
  EXPECT_EQ(primitive.attributes.count("NORMAL"), 0u);
  ASSERT_EQ(primitive.targets.size(), kFrames);
  EXPECT_EQ(primitive.targets[9].count("NORMAL"), 0u);
  const Bake bake = waving(kFrames, 60.0);
  expectShape(values<Vec3>(model, primitive.attributes.at("POSITION")),
              values<Vec3>(model, primitive.targets[kFrames - 1].at("POSITION")),
              std::span(bake.positions[kFrames - 1]).subspan(4, 6));
}

TEST(ExportGlb, SingleFrameIsAPlainMesh) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.glb", waving(1, 24.0)).ok());
  const tinygltf::Model model = readGlb(folder / "a.glb");
  EXPECT_TRUE(model.animations.empty());
  EXPECT_TRUE(model.meshes[0].primitives[0].targets.empty());
}

TEST(ExportGlb, PartsMayShareVertices) {
  const Folder folder;
  Bake bake = waving(2, 24.0);
  for (MeshPart& part : bake.parts) part.firstVertex = 0, part.vertexCount = 10;
  ASSERT_TRUE(write(folder / "a.glb", bake).ok());
  const tinygltf::Model model = readGlb(folder / "a.glb");
  const std::vector<tinygltf::Primitive>& primitives = model.meshes[0].primitives;
  ASSERT_EQ(primitives.size(), 2u);
  EXPECT_EQ(primitives[0].attributes, primitives[1].attributes);
  EXPECT_EQ(primitives[0].targets, primitives[1].targets);
  EXPECT_EQ(values<Vec3>(model, primitives[1].attributes.at("POSITION")), bake.positions[0]);
}

TEST(ExportGlb, LengthsAddUp) {
  const Folder folder;
  ASSERT_TRUE(write(folder / "a.glb", waving(3, 24.0)).ok());
  const std::string bytes = readText(folder / "a.glb");
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word(4), 2u);
  EXPECT_EQ(word(8), bytes.size());
  EXPECT_EQ(word(12) % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  EXPECT_EQ(word(20 + word(12)) + 28 + word(12), bytes.size());
  EXPECT_EQ(bytes.substr(24 + word(12), 4), std::string("BIN\0", 4));
}

TEST(ExportGlb, TooLargeBakesAreRefusedBeforeTheyStart) {
  const Folder folder;
  Bake bake = waving(1, 24.0);
  bake.info.frameCount = 65536;
  EXPECT_THAT(write(folder / "a.glb", bake).error(), HasSubstr("65535 frames"));
  bake.info.frameCount = 60000;
  bake.mesh.positions.resize(5000);
  bake.mesh.uvs.clear();
  EXPECT_THAT(write(folder / "a.glb", bake).error(),
              HasSubstr("60000 frames of 5000 vertices are more than the 4 GiB"));
  bake = waving(1, 24.0);
  bake.mesh.faceSizes.clear();
  bake.mesh.faceVertices.clear();
  bake.parts.clear();
  EXPECT_THAT(write(folder / "a.glb", bake).error(), HasSubstr("no triangles"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(ExportGlb, StaysYUpAndInMetres) {
  const Folder folder;
  const Bake bake = waving(2, 24.0);
  ExportOptions options;
  options.space = {UpAxis::z, 0.01};
  ASSERT_TRUE(write(folder / "a.glb", bake).ok());
  ASSERT_TRUE(write(folder / "b.glb", bake, options).ok());
  EXPECT_EQ(readText(folder / "a.glb"), readText(folder / "b.glb"));
}

}  // namespace
}  // namespace toile::test
