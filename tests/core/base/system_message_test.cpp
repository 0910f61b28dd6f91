#include <cerrno>

#include "core/base/errors.h"
#include "tests/catch.h"

namespace system_message_test {

TEST_CASE("system messages: errors that users meet can be translated, all others are texts") {
  const Message missing = system_message(ENOENT);
  CHECK(missing.english() == "No such file or directory");
  CHECK(missing.pattern() == "No such file or directory");
  CHECK(system_message(EACCES).pattern() == "Permission denied");
  CHECK(system_message(ENOSPC).pattern() == "No space left on device");
  const Message rare = system_message(EXDEV);
  CHECK(rare.english() == std::generic_category().message(EXDEV));
  CHECK(rare.pattern() == "{0}");
}

TEST_CASE("system messages: an exception keeps its subject") {
  const std::system_error error(ENOENT, std::generic_category(), "a{0}: b.pgn");
  const Message text = system_message(error);
  CHECK(text.english() == error.what());
  CHECK(text.in(Translation("de", {{"No such file or directory", "nicht gefunden"}})) ==
        "a{0}: b.pgn: nicht gefunden");
  CHECK(system_message(std::system_error(ENOENT, std::generic_category())).english() ==
        "No such file or directory");
}

}  // namespace system_message_test
