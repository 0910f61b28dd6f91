#include "core/base/errors.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace schiri {

Message message_of(const std::exception& error) {
  if (const auto* own = dynamic_cast<const MessageError*>(&error)) return own->message();
  if (const auto* own = dynamic_cast<const ValueError*>(&error)) return own->message();
  if (const auto* own = dynamic_cast<const std::system_error*>(&error)) return system_message(*own);
  return error.what();
}

Message system_message(const std::error_code& error) {
  static const std::array known = {message("No such file or directory"),
                                   message("Permission denied"),
                                   message("Is a directory"),
                                   message("Not a directory"),
                                   message("No space left on device"),
                                   message("Read-only file system"),
                                   message("File too large"),
                                   message("Disk quota exceeded"),
                                   message("Input/output error"),
                                   message("Broken pipe"),
                                   message("Too many open files"),
                                   message("File name too long"),
                                   message("Operation not permitted"),
                                   message("Too many levels of symbolic links"),
                                   message("No such device or address"),
                                   message("Resource temporarily unavailable")};
  const std::string text = error.message();
  const auto* const found =
      std::find_if(known.begin(), known.end(), [&](const Message& one) { return one == text; });
  return found == known.end() ? Message(text) : *found;
}

Message system_message(int error) {
  return system_message(std::error_code(error, std::generic_category()));
}

Message system_message(const std::system_error& error) {
  const std::string_view what = error.what();
  const std::string end = ": " + error.code().message();
  if (!what.ends_with(end)) return what;
  return message("{0}: {1}", what.substr(0, what.size() - end.size()),
                 system_message(error.code()));
}

}  // namespace schiri
