#pragma once

#include <optional>
#include <string>
#include <vector>

namespace schiri::cli {

/// The possible paths of the engine for browsers: beside the built program, and in the
/// installation.
std::vector<std::string> engine_files();
/// The engine, deflated and in base64; nothing if it was not built.
std::optional<std::string> compressed_engine();
/// The elements of the engine (as from compressed_engine()) and of the script of its workers.
std::string engine_elements(const std::string& compressed);

}  // namespace schiri::cli
