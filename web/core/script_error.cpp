#include "web/core/script_error.h"

#include <emscripten/val.h>

namespace toile::script {

void fail(const std::string& message) { emscripten::val::module_property("ToileError").new_(message).throw_(); }

}  // namespace toile::script
