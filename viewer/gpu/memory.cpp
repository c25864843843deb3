#include "viewer/gpu/memory.h"

#include <algorithm>

namespace toile::view {
namespace {

constexpr std::uint64_t kBlockSize = std::uint64_t{32} << 20;  // bytes

}  // namespace

Memory::Memory(const Device& device) : device_(device) {
  vkGetPhysicalDeviceMemoryProperties(device.physical(), &properties_);
  granularity_ = std::max<std::uint64_t>(1, device.properties().limits.bufferImageGranularity);
}

Memory::~Memory() {
  for (const Block& block : blocks_) vkFreeMemory(device_.get(), block.memory, nullptr);
}

std::uint32_t Memory::typeFor(std::uint32_t allowed, VkMemoryPropertyFlags flags) const {
  for (std::uint32_t i = 0; i < properties_.memoryTypeCount; ++i) {
    const bool has = (properties_.memoryTypes[i].propertyFlags & flags) == flags;
    if ((allowed >> i & 1u) != 0 && has) return i;
  }
  throw GpuError("the device has no memory of the kind that is needed");
}

std::size_t Memory::newBlock(std::uint32_t type, std::uint64_t size) {
  auto info = described<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = size;
  info.memoryTypeIndex = type;
  Block block;
  block.type = type;
  block.ranges = std::make_unique<RangeList>(size);
  check(vkAllocateMemory(device_.get(), &info, nullptr, &block.memory), "vkAllocateMemory");
  if ((properties_.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0) {
    void* mapped = nullptr;
    const VkResult result = vkMapMemory(device_.get(), block.memory, 0, VK_WHOLE_SIZE, 0, &mapped);
    if (result != VK_SUCCESS) vkFreeMemory(device_.get(), block.memory, nullptr);
    check(result, "vkMapMemory");
    block.mapped = static_cast<std::byte*>(mapped);
  }
  const auto free =
      std::find_if(blocks_.begin(), blocks_.end(), [](const Block& b) { return b.memory == VK_NULL_HANDLE; });
  const auto index = static_cast<std::size_t>(free - blocks_.begin());
  if (free == blocks_.end())
    blocks_.push_back(std::move(block));
  else
    *free = std::move(block);
  return index;
}

Memory::Place Memory::take(const VkMemoryRequirements& needs, VkMemoryPropertyFlags flags) {
  const std::uint32_t type = typeFor(needs.memoryTypeBits, flags);
  const std::uint64_t alignment = std::max(needs.alignment, granularity_);
  const std::uint64_t size = (needs.size + granularity_ - 1) / granularity_ * granularity_;
  std::size_t block = 0;
  std::uint64_t start = RangeList::kNone;
  for (; block < blocks_.size(); ++block) {
    if (blocks_[block].memory == VK_NULL_HANDLE || blocks_[block].type != type) continue;
    start = blocks_[block].ranges->take(size, alignment);
    if (start != RangeList::kNone) break;
  }
  if (start == RangeList::kNone) {
    block = newBlock(type, std::max(kBlockSize, size));
    start = blocks_[block].ranges->take(size, alignment);
  }
  const Block& from = blocks_[block];
  return {block, start, size, from.memory, from.mapped == nullptr ? nullptr : from.mapped + start};
}

void Memory::give(const Place& place) {
  if (place.memory == VK_NULL_HANDLE) return;
  Block& block = blocks_[place.block];
  block.ranges->give(place.start, place.size);
  if (!block.ranges->unused()) return;
  vkFreeMemory(device_.get(), block.memory, nullptr);
  block = {};
}

Buffer::Buffer(Memory& memory, std::uint64_t size, VkBufferUsageFlags usage) : memory_(memory), size_(size) {
  auto info = described<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = usage;
  check(vkCreateBuffer(memory.device().get(), &info, nullptr, &buffer_), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(memory.device().get(), buffer_, &needs);
  place_ = memory.take(needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  check(vkBindBufferMemory(memory.device().get(), buffer_, place_.memory, place_.start), "vkBindBufferMemory");
}

Buffer::~Buffer() {
  vkDestroyBuffer(memory_.device().get(), buffer_, nullptr);
  memory_.give(place_);
}

Image2D::Image2D(Memory& memory, const ImageWish& wish) : memory_(memory), wish_(wish) {
  auto info = described<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  if (wish.mutableFormat) info.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = wish.format;
  info.extent = {wish.width, wish.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = wish.layers;
  info.samples = wish.samples;
  info.usage = wish.usage;
  check(vkCreateImage(memory.device().get(), &info, nullptr, &image_), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(memory.device().get(), image_, &needs);
  place_ = memory.take(needs, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  check(vkBindImageMemory(memory.device().get(), image_, place_.memory, place_.start), "vkBindImageMemory");
}

Image2D::~Image2D() {
  for (const View& view : views_) vkDestroyImageView(memory_.device().get(), view.view, nullptr);
  vkDestroyImage(memory_.device().get(), image_, nullptr);
  memory_.give(place_);
}

VkImageView Image2D::view(VkFormat format, int layer) {
  for (const View& known : views_) {
    if (known.format == format && known.layer == layer) return known.view;
  }
  const bool depth = format == VK_FORMAT_D32_SFLOAT;
  const bool array = layer < 0 && wish_.layers > 1;
  auto info = described<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  info.image = image_;
  info.viewType = array ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
  info.format = format;
  info.subresourceRange.aspectMask = depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
  info.subresourceRange.levelCount = 1;
  info.subresourceRange.baseArrayLayer = layer < 0 ? 0 : static_cast<std::uint32_t>(layer);
  info.subresourceRange.layerCount = layer < 0 ? wish_.layers : 1;
  VkImageView view = VK_NULL_HANDLE;
  check(vkCreateImageView(memory_.device().get(), &info, nullptr, &view), "vkCreateImageView");
  views_.push_back({format, layer, view});
  return view;
}

}  // namespace toile::view
