// A step as a device is given it: sizes, writes and dispatches, without any device.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "toile/toile.h"
#include "world_gpu.h"

namespace toile {
namespace {

struct NoDevice final : ClothRemote {
  int readings = 0;
  void bringHome(Cloth& cloth) override {
    ++readings;
    cloth.newest = Newest::both;
  }
};

struct Sheets {
  World world = World::create({.substeps = 3, .iterations = 2}).value();
  GarmentPtr garment = *Garment::build(makeGrid({.width = 40, .height = 40, .spacing = 0.02f}), {});
  std::vector<ClothId> cloths;
  explicit Sheets(int count) {
    const std::uint32_t pins[] = {0, 39};
    for (int i = 0; i < count; ++i) cloths.push_back(*world.createCloth({.garment = garment, .pinned = pins}));
  }
};

void expectSound(const GpuBatch& batch) {
  for (const GpuWrite& write : batch.writes())
    EXPECT_LE(write.offset + write.bytes.size(), batch.size(write.buffer)) << gpuBufferName(write.buffer);
  for (const GpuDispatch& dispatch : batch.dispatches()) {
    ASSERT_LT(dispatch.kernel, gpuKernels().size());
    EXPECT_LE(dispatch.job + sizeof(GpuJob), batch.size(GpuBuffer::jobs));
    EXPECT_LE(dispatch.moment + sizeof(GpuMoment), batch.size(GpuBuffer::moments));
    EXPECT_EQ(dispatch.job % kGpuUniformStride + dispatch.moment % kGpuUniformStride, 0u);
    EXPECT_EQ(dispatch.groups[1], batch.cloths().size());
    EXPECT_GT(dispatch.groups[0], 0u);
  }
}

std::size_t bytesTo(const GpuBatch& batch, GpuBuffer buffer) {
  std::size_t sum = 0;
  for (const GpuWrite& write : batch.writes()) sum += write.buffer == buffer ? write.bytes.size() : 0;
  return sum;
}

TEST(GpuSession, OnlyWhatChangedGoesToTheDevice) {
  Sheets setup(3);
  NoDevice remote;
  GpuSession session(setup.world, remote, {});
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  ASSERT_EQ(session.batches().size(), 1u);
  const GpuBatch& batch = *session.batches()[0];
  expectSound(batch);
  EXPECT_EQ(bytesTo(batch, GpuBuffer::x), 3 * batch.stateBytes());
  EXPECT_GT(bytesTo(batch, GpuBuffer::corners), 0u);
  const std::uint64_t version = batch.version();
  session.commit();
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  session.commit();
  EXPECT_EQ(batch.version(), version) << "the same dispatches";
  for (const GpuBuffer buffer : {GpuBuffer::x, GpuBuffer::corners, GpuBuffer::values, GpuBuffer::tethers})
    EXPECT_EQ(bytesTo(batch, buffer), 0u) << gpuBufferName(buffer);
  const std::uint32_t corner[] = {1599};
  ASSERT_TRUE(setup.world.pin(setup.cloths[1], corner).ok());
  EXPECT_EQ(remote.readings, 1) << "one cloth is read before it is changed";
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  EXPECT_EQ(bytesTo(batch, GpuBuffer::x), batch.stateBytes());
  EXPECT_GT(bytesTo(batch, GpuBuffer::tethers), 0u);
}

TEST(GpuSession, WorkIsCounted) {
  Sheets setup(2);
  NoDevice remote;
  GpuSession session(setup.world, remote, {});
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  const GpuWork work = session.work();
  EXPECT_EQ(work.constraints, 2 * 3 * 2 * setup.garment->constraintCount());
  EXPECT_EQ(work.dispatches, session.batches()[0]->dispatches().size());
  EXPECT_EQ(work.barriers, work.dispatches - 1);
}

TEST(GpuSession, ATooLargeGarmentIsRefusedAndManyClothsAreSplit) {
  Sheets setup(5);
  NoDevice remote;
  {
    GpuSession session(setup.world, remote, {.storageBytes = 1000});
    EXPECT_FALSE(session.prepare(1.0f / 60.0f).ok());
    EXPECT_TRUE(session.batches().empty());
  }
  const std::size_t padded = setup.garment->data().paddedCount;
  GpuSession session(setup.world, remote, {.storageBytes = 2 * 64 * padded});
  ASSERT_TRUE(session.prepare(1.0f / 60.0f).ok());
  EXPECT_GT(session.batches().size(), 1u);
  std::size_t cloths = 0;
  for (const auto& batch : session.batches()) {
    expectSound(*batch);
    cloths += batch->cloths().size();
    for (std::size_t b = 0; b < kGpuBufferCount; ++b)
      EXPECT_LE(batch->size(static_cast<GpuBuffer>(b)), 2 * 64 * padded) << gpuBufferName(static_cast<GpuBuffer>(b));
  }
  EXPECT_EQ(cloths, 5u);
}

/// A device that is lost when it is asked for a cloth.
struct LostDevice final : ClothRemote {
  GpuSession* session = nullptr;
  void bringHome(Cloth&) override { session->release(); }
};

TEST(GpuSession, ADeviceThatIsLostWithinItIsAnError) {
  for (const bool arranging : {false, true}) {
    Sheets setup(2);
    LostDevice remote;
    GpuSession session(setup.world, remote, {.selfCollision = true});
    remote.session = &session;
    ASSERT_TRUE(setup.world.setCollisionMask(setup.cloths[0], 0).ok());
    ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
    session.commit();
    if (arranging) {
      ASSERT_TRUE(setup.world.createCloth({.garment = setup.garment}).ok());
    } else {
      ClothParams params = *setup.world.params(setup.cloths[0]);
      params.selfCollision.enabled = true;
      ASSERT_TRUE(setup.world.setParams(setup.cloths[0], params).ok());
    }
    const Result<bool> prepared = session.prepare(1.0f / 60.0f);
    ASSERT_FALSE(prepared.ok());
    EXPECT_NE(prepared.error().find("lost"), std::string::npos) << prepared.error();
    EXPECT_FALSE(session.supports(1.0f / 60.0f).ok());
    EXPECT_TRUE(setup.world.step(1.0f / 60.0f).ok()) << "the cloths are the host's again";
  }
}

// ---- cloth against itself

/// Two sheets that do not see each other, each kept from itself.
struct Colliding : Sheets {
  Colliding() : Sheets(2) {
    for (const ClothId cloth : cloths) {
      EXPECT_TRUE(world.setCollisionMask(cloth, 0).ok());
      setColliding(cloth, true);
    }
  }
  void setColliding(ClothId cloth, bool on) {
    ClothParams params = *world.params(cloth);
    params.selfCollision.enabled = on;
    ASSERT_TRUE(world.setParams(cloth, params).ok());
  }
};

/// What a step told of a cloth: so many pairs.
std::vector<std::uint32_t> told(const GpuBatch& batch, std::uint32_t pairs) {
  std::vector<std::uint32_t> words(batch.statusBytes() / sizeof(std::uint32_t));
  words[2] = pairs;
  return words;
}

TEST(GpuSession, RoomForPairsIsPartOfWhatIsSupported) {
  Colliding setup;
  NoDevice remote;
  constexpr std::uint64_t kBytes = 3u << 20;
  GpuSession session(setup.world, remote, {.storageBytes = kBytes, .selfCollision = true});
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  session.commit();
  for (const auto& batch : session.batches()) {
    for (std::size_t b = 0; b < kGpuBufferCount; ++b)
      EXPECT_LE(batch->size(static_cast<GpuBuffer>(b)), kBytes) << gpuBufferName(static_cast<GpuBuffer>(b));
  }
  const auto place = *session.find(setup.cloths[1]);
  const std::size_t count = place.batch->cloths().size();
  const auto most = static_cast<std::uint32_t>(kBytes / count / kGpuPairBytes);
  place.batch->takeStatus(place.index, told(*place.batch, most));
  EXPECT_TRUE(session.supports(1.0f / 60.0f).ok());
  place.batch->takeStatus(place.index, told(*place.batch, most + 1));
  const Status status = session.supports(1.0f / 60.0f);
  ASSERT_FALSE(status.ok()) << "it would stand still for good";
  EXPECT_NE(status.error().find("cloth id 2.1: selfCollision has more pairs"), std::string::npos) << status.error();
  setup.setColliding(setup.cloths[1], false);
  EXPECT_TRUE(session.supports(1.0f / 60.0f).ok());
}

/// Batches as large as cloths without contact may be are too large for cloths with it.
TEST(GpuSession, ClothsThatBeginToCollideAreArrangedAnew) {
  Colliding setup;
  for (const ClothId cloth : setup.cloths) setup.setColliding(cloth, false);
  NoDevice remote;
  const std::uint64_t bytes = gpuContactBytes(setup.garment->data());
  GpuSession session(setup.world, remote, {.storageBytes = bytes, .selfCollision = true});
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  session.commit();
  EXPECT_EQ(session.batches().size(), 1u);
  setup.setColliding(setup.cloths[1], true);  // the first one of the batch does not
  for (int step = 0; step < 2; ++step) {
    ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
    session.commit();
    EXPECT_EQ(session.batches().size(), 2u);
    EXPECT_TRUE(session.isArranged());
    for (const auto& batch : session.batches()) expectSound(*batch);
  }
  GpuSession narrow(setup.world, remote, {.storageBytes = bytes - 16, .selfCollision = true});
  EXPECT_NE(narrow.supports(1.0f / 60.0f).error().find("larger than this device takes"), std::string::npos);
  // A search goes over all edges and triangles at once.
  const Topology& topology = setup.garment->data().topology;
  const auto groups = static_cast<std::uint32_t>(topology.edges.size() + topology.triangles.size()) / 64;
  GpuSession few(setup.world, remote, {.groups = groups, .selfCollision = true});
  EXPECT_NE(few.supports(1.0f / 60.0f).error().find("larger than this device takes"), std::string::npos);
  setup.setColliding(setup.cloths[1], false);
  EXPECT_TRUE(few.supports(1.0f / 60.0f).ok());
}

/// A cloth that is stopped no longer counts with what it was told last.
TEST(GpuSession, WhatIsDisabledHasNoPairs) {
  Colliding setup;
  NoDevice remote;
  GpuSession session(setup.world, remote, {.selfCollision = true});
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  GpuBatch& batch = *session.batches()[0];
  batch.takeStatus(0, told(batch, 7));
  EXPECT_EQ(session.contactStats().pairs, 7u);
  const std::uint64_t before = session.work().bytes;
  session.commit();
  ASSERT_TRUE(*session.prepare(1.0f / 60.0f));
  EXPECT_GT(session.work().bytes, before) << "contact is counted with its pairs";
  ASSERT_TRUE(setup.world.setEnabled(setup.cloths[0], false).ok());
  batch.takeStatus(0, told(batch, 7));
  EXPECT_EQ(session.contactStats().pairs, 0u);
}

TEST(GpuSession, WhoSeesWhomIsCounted) {
  Colliding setup;
  NoDevice remote;
  GpuSession session(setup.world, remote, {.selfCollision = true});
  EXPECT_TRUE(session.supports(1.0f / 60.0f).ok());
  for (const ClothId cloth : setup.cloths) ASSERT_TRUE(setup.world.setCollisionMask(cloth, 0xffffffffu).ok());
  EXPECT_NE(session.supports(1.0f / 60.0f).error().find("see each other"), std::string::npos);
  ASSERT_TRUE(setup.world.setEnabled(setup.cloths[1], false).ok());
  EXPECT_TRUE(session.supports(1.0f / 60.0f).ok()) << "itself is no other one";
  ASSERT_TRUE(setup.world.setEnabled(setup.cloths[1], true).ok());
  ASSERT_TRUE(setup.world.setCollisionMask(setup.cloths[1], 2).ok());
  EXPECT_TRUE(session.supports(1.0f / 60.0f).ok()) << "both have to see";
}

// ---- the shaders' own words

TEST(GpuKernels, EveryBufferHasAName) {
  std::set<std::string> names;
  for (std::size_t b = 0; b < kGpuBufferCount; ++b) {
    const char* name = gpuBufferName(static_cast<GpuBuffer>(b));
    ASSERT_NE(name, nullptr) << b;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), kGpuBufferCount);
}

std::string readText(const std::string& path) {
  std::ifstream file(std::string(TOILE_SHADERS) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string expanded(const std::string& path, std::set<std::string>& seen) {
  seen.insert(path);
  std::string text;
  const std::string source = readText(path);
  EXPECT_FALSE(source.empty()) << path;
  const std::regex include("// #include \"([^\"]+)\"");
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, include)) {
      text += line + "\n";
    } else if (!seen.contains(match[1])) {
      text += expanded(match[1], seen);
    }
  }
  return text;
}

/// Each kernel binds what the table says: no more storage buffers than browsers grant, declared as the table has them.
TEST(GpuKernels, TheTableIsThatOfTheShaders) {
  const std::regex binding("@group\\(0\\) @binding\\((\\d+)\\) var<(uniform|storage, read|storage, read_write)>");
  for (const GpuKernelInfo& kernel : gpuKernels()) {
    std::set<std::string> seen;
    const std::string text = expanded(std::string("solver/") + kernel.file + ".wgsl", seen);
    EXPECT_NE(text.find(std::string("fn ") + kernel.entry + "("), std::string::npos) << kernel.file << kernel.entry;
    EXPECT_NE(text.find("@workgroup_size(" + std::to_string(kernel.width) + ")\nfn " + kernel.entry + "("),
              std::string::npos);
    std::uint32_t declared = 0, storage = 0;
    for (std::sregex_iterator i(text.begin(), text.end(), binding), end; i != end; ++i) {
      const auto buffer = static_cast<GpuBuffer>(std::stoi((*i)[1]));
      declared |= 1u << static_cast<unsigned>(buffer);
      if (kernel.binds(buffer)) {
        EXPECT_EQ(kernel.writes(buffer), (*i)[2] == "storage, read_write") << kernel.file << gpuBufferName(buffer);
      }
    }
    EXPECT_EQ(kernel.buffers & ~declared, 0u) << kernel.file << ": binds what it does not declare";
    for (std::size_t b = 2; b < kGpuBufferCount; ++b) storage += kernel.binds(static_cast<GpuBuffer>(b)) ? 1 : 0;
    EXPECT_LE(storage, 8u) << kernel.file << " " << kernel.entry;
  }
}

}  // namespace
}  // namespace toile
