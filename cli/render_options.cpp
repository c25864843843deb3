// The command line of `toile render`.
#include <array>
#include <cmath>
#include <cstdio>

#include "cli/options.h"
#include "viewer/layers.h"

namespace toile::cli {
namespace {

/// Numbers separated by commas, all finite.
std::vector<float> numbersOf(const std::string& option, const std::string& text) {
  std::vector<float> numbers;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    float value = 0.0f;
    const std::string word = text.substr(begin, end - begin);
    if (!CLI::detail::lexical_cast(word, value) || !std::isfinite(value))
      throw CLI::ValidationError(option, "\"" + word + "\" is no finite number");
    numbers.push_back(value);
    begin = end + 1;
  }
  return numbers;
}

Camera cameraOf(const std::string& text) {
  const std::vector<float> n = numbersOf("--camera", text);
  if (n.size() != 6 && n.size() != 7)
    throw CLI::ValidationError("--camera", "wants EX,EY,EZ,TX,TY,TZ in metres, and perhaps a field of view in degrees");
  Camera camera;
  camera.eye = {n[0], n[1], n[2]}, camera.target = {n[3], n[4], n[5]};
  if (!(distance(camera.eye, camera.target) > 1e-6f))
    throw CLI::ValidationError("--camera", "the eye is where it looks at");
  if (n.size() == 7) {
    if (!(n[6] > 0.0f && n[6] < 180.0f)) throw CLI::ValidationError("--camera", "the field of view is not in 0 to 180");
    camera.verticalFieldOfView = n[6] * 3.14159265f / 180.0f;
  }
  return camera;
}

void addSize(RenderOptions& options, const std::string& text) {
  unsigned width = 0, height = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%5ux%5u%c", &width, &height, &rest) != 2 || width < 16 || height < 16 ||
      width > 16384 || height > 16384)
    throw CLI::ValidationError("--size", "\"" + text + "\" is not WIDTHxHEIGHT, each 16 to 16384");
  options.width = width, options.height = height;
}

}  // namespace

void addRender(CLI::App& app, RenderOptions& options, int& code) {
  CLI::App* render = app.add_subcommand("render", "Draw pictures of a scene, without a window");
  render->add_option("source", options.source, "Scene by name, scene file (.json), or mesh (.obj .gltf .glb)")
      ->required();
  render
      ->add_option("-o,--out", options.out,
                   "A .png, animated where --frames are several; or a folder for one numbered .png a frame")
      ->required();
  render->add_option("--frames", options.frames,
                     "Which: last, all, a list as 0,30,60, or FIRST:LAST or FIRST:LAST:STEP; without it the last one "
                     "for a file and all for a folder");
  render->add_option_function<std::string>(
      "--camera", [&options](const std::string& text) { options.camera = cameraOf(text); },
      "EX,EY,EZ,TX,TY,TZ[,DEGREES]: eye, place looked at, field of view");
  render->add_option("--azimuth", options.azimuth, "Degrees to the right, of a camera that sees all")
      ->check(CLI::Range(-360.0, 360.0));
  render->add_option("--elevation", options.elevation, "Degrees up, of a camera that sees all")
      ->check(CLI::Range(-89.0, 89.0));
  render->add_option_function<std::string>(
      "--size", [&options](const std::string& text) { addSize(options, text); }, "WIDTHxHEIGHT in pixels, 1280x800");
  render->add_option("--layers", options.layers, "What else to show: " + view::layerNames())->delimiter(',');
  render->add_option("--substeps", options.substeps, "Substeps for each 1/60 s")->check(CLI::Range(1u, 1000u));
  render->add_option("--iterations", options.iterations, "Iterations a substep")->check(CLI::Range(1u, 1000u));
  render->add_option("--threads", options.threads, "Threads of the solver")->check(CLI::Range(1u, 1024u));
  addSpaceOptions(*render, options.meshSpace, "", "the mesh given as source");
  render->add_flag("-q,--quiet", options.quiet, "Print errors only");
  render->callback([&options, &code] {
    for (const std::string& name : options.layers) {
      view::Layers ignored;
      if (!view::setLayer(ignored, name, true))
        throw CLI::ValidationError("--layers", "\"" + name + "\" is no layer; there are " + view::layerNames());
    }
    code = runRender(options);
  });
}

}  // namespace toile::cli
