// Prints the sentences of the sources as a PO template, from which translations are updated.

#include <iostream>
#include <string>

#include "core/base/text.h"
#include "tests/support/message_patterns.h"

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return result + '"';
}

}  // namespace

int main() {
  std::cout << "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n";
  for (const auto& [pattern, files] : schiri::message_patterns()) {
    const std::size_t context = pattern.find('\4');
    std::cout << "\n#: " << schiri::join(files, " ");
    if (context != pattern.npos) std::cout << "\nmsgctxt " << quoted(pattern.substr(0, context));
    std::cout << "\nmsgid " << quoted(pattern.substr(context + 1)) << "\nmsgstr \"\"\n";
  }
  return 0;
}
