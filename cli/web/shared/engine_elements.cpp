#include "cli/web/shared/engine_elements.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "cli/print/encodings.h"
#include "cli/web/web_files.h"
#include "core/base/files/system.h"

namespace schiri::cli {

namespace {

std::optional<std::string> content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::nullopt;
  std::string content(std::istreambuf_iterator<char>(stream), {});
  // Another file would make a page that never starts.
  constexpr std::string_view magic("\0asm", 4);
  if (stream.bad() || !content.starts_with(magic)) return std::nullopt;
  return content;
}

}  // namespace

std::vector<std::string> engine_files() {
  constexpr const char* name = "schiri-engine.wasm";
  const auto folder = program_path().parent_path();
  return {(folder / name).string(), (folder.parent_path() / "share" / "schiri" / name).string()};
}

std::optional<std::string> compressed_engine() {
  for (const std::string& file : engine_files()) {
    if (const auto engine = content_of(file)) return base64(deflate_raw(*engine));
  }
  return std::nullopt;
}

std::string engine_elements(const std::string& compressed) {
  const auto element = [](std::string_view id, std::string_view content) {
    return std::string("<script type=\"text/plain\" id=\"")
               .append(id)
               .append("\">")
               .append(content) +
           "</script>\n";
  };
  return element("engine", compressed) + element("worker", worker_js);
}

}  // namespace schiri::cli
