#include "notation/learning/bot_file.h"

#include <system_error>

#include "notation/records/source/compressed/open.h"
#include "notation/records/source/whole_text.h"
#include "notation/text/printable.h"

namespace schiri {

std::string bot_file_text(const std::string& path, std::string_view what) {
  const std::string kind = "a " + std::string(what);
  if (path == "-") throw BotFileError(kind + " is read from a file");
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  try {
    auto text = read_all(*open_source(path), most_bytes);
    if (!text) throw BotFileError("too long for " + kind);
    return *std::move(text);
  } catch (const std::system_error& error) {
    throw BotFileError("cannot be read: " + error.code().message());
  }
}

void require_text(const Json& json, std::string_view key, std::string_view wanted) {
  const Json* value = json.find(key);
  if (value && value->is_string() && value->text() == wanted) return;
  throw BotFileError("expected \"" + std::string(key) + "\": \"" + std::string(wanted) + '"');
}

std::string named_file(const std::string& path) { return "'" + printable(path) + "': "; }

}  // namespace schiri
