#include "notation/bots/bot_file.h"

#include <system_error>

#include "core/base/errors.h"
#include "core/base/message.h"
#include "notation/records/source/byte_source.h"
#include "notation/records/source/compressed/open.h"
#include "notation/text/printable.h"

namespace schiri {

std::string bot_file_text(const std::string& path, const BotFileMessages& messages) {
  if (path == "-") throw BotFileError(Message(messages.not_a_file));
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  try {
    auto text = read_all(*open_source(path), most_bytes);
    if (!text) throw BotFileError(Message(messages.too_long));
    return *std::move(text);
  } catch (const std::system_error& error) {
    throw BotFileError(message("cannot be read: {0}", system_message(error.code())));
  }
}

void require_text(const Json& json, std::string_view key, std::string_view wanted) {
  const Json* value = json.find(key);
  if (value && value->is_string() && value->text() == wanted) return;
  throw BotFileError(message("expected \"{0}\": \"{1}\"", key, wanted));
}

}  // namespace schiri
