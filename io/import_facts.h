// The last part of every import: counting what was found and saying so.
#pragma once

#include <string>

#include "io/import.h"

namespace toile {

/// Counts faces and vertices, checks that every position is finite after scaling (unless allowed), and writes the
/// warnings. `prefix` begins error messages ("file: ").
Result<ImportedMesh> finishImport(ImportedMesh mesh, const std::string& prefix, const ImportOptions& options);

}  // namespace toile
