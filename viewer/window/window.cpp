#include "viewer/window/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <volk.h>

namespace toile::view {
namespace {

static_assert(static_cast<int>(Key::escape) == GLFW_KEY_ESCAPE && static_cast<int>(Key::end) == GLFW_KEY_END);
static_assert(static_cast<int>(Key::shift) == GLFW_KEY_LEFT_SHIFT && static_cast<int>(Key::f1) == GLFW_KEY_F1);
static_assert(kKeyCount == GLFW_KEY_LAST + 1);

std::string lastError() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text == nullptr ? "no reason given" : text;
}

Window& self(GLFWwindow* window) { return *static_cast<Window*>(glfwGetWindowUserPointer(window)); }

/// Left and right are one key to us.
Key keyOf(int key) {
  if (key == GLFW_KEY_RIGHT_SHIFT) return Key::shift;
  if (key == GLFW_KEY_RIGHT_CONTROL) return Key::control;
  return key > 0 && key < kKeyCount ? static_cast<Key>(key) : Key::none;
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const std::string& title, int width, int height) {
  if (glfwInit() != GLFW_TRUE) return Error{"no window can be opened: " + lastError()};
  if (glfwVulkanSupported() != GLFW_TRUE) {
    glfwTerminate();
    return Error{
        "no window can be opened: there is no Vulkan loader or driver (Debian: libvulkan1, "
        "mesa-vulkan-drivers)"};
  }
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  GLFWwindow* window = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (window == nullptr) {
    const std::string reason = lastError();
    glfwTerminate();
    return Error{"no window can be opened: " + reason};
  }
  return std::unique_ptr<Window>(new Window(window));
}

Window::Window(GLFWwindow* window) : window_(window) {
  glfwSetWindowUserPointer(window, this);
  listen();
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::listen() {
  glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
    // The mouse is told in screen coordinates, pictures are in pixels.
    int width = 0, height = 0, pixelsX = 0, pixelsY = 0;
    glfwGetWindowSize(window, &width, &height);
    glfwGetFramebufferSize(window, &pixelsX, &pixelsY);
    InputEvent event;
    event.x = static_cast<float>(width > 0 ? x * pixelsX / width : x);
    event.y = static_cast<float>(height > 0 ? y * pixelsY / height : y);
    self(window).add(event);
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
    if (button > GLFW_MOUSE_BUTTON_MIDDLE) return;
    InputEvent event;
    event.what = InputEvent::What::button, event.down = action == GLFW_PRESS;
    event.button = button == GLFW_MOUSE_BUTTON_LEFT    ? Button::left
                   : button == GLFW_MOUSE_BUTTON_RIGHT ? Button::right
                                                       : Button::middle;
    self(window).add(event);
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* window, double, double y) {
    InputEvent event;
    event.what = InputEvent::What::wheel, event.y = static_cast<float>(y);
    self(window).add(event);
  });
  glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int) {
    InputEvent event;
    event.what = InputEvent::What::key, event.key = keyOf(key), event.down = action != GLFW_RELEASE;
    self(window).add(event);
  });
  glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned code) {
    InputEvent event;
    event.what = InputEvent::What::text, event.text = code;
    self(window).add(event);
  });
}

WindowNeeds Window::needs() const {
  WindowNeeds needs;
  std::uint32_t count = 0;
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  needs.instanceExtensions.assign(names, names + count);
  needs.makeSurface = [this](VkInstance instance, VkSurfaceKHR* surface) {
    return glfwCreateWindowSurface(instance, window_, nullptr, surface);
  };
  return needs;
}

bool Window::shouldClose() const { return glfwWindowShouldClose(window_) == GLFW_TRUE; }

std::vector<InputEvent> Window::poll() {
  glfwPollEvents();
  return std::exchange(events_, {});
}

void Window::wait() { glfwWaitEventsTimeout(0.2); }

std::uint32_t Window::width() const {
  int width = 0;
  glfwGetFramebufferSize(window_, &width, nullptr);
  return static_cast<std::uint32_t>(width);
}

std::uint32_t Window::height() const {
  int height = 0;
  glfwGetFramebufferSize(window_, nullptr, &height);
  return static_cast<std::uint32_t>(height);
}

bool Window::focused() const { return glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE; }

}  // namespace toile::view
