#include "cli/lsp/lsp_messages.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/text.h"

namespace schiri::cli {

namespace {

constexpr std::string_view length_name = "content-length:";

}  // namespace

std::optional<std::string> MessageReader::next() {
  std::optional<std::size_t> length;
  std::string line;
  std::size_t header = 0;
  for (char c; ++header <= longest_header;) {
    if (!source_.peek(c)) {
      if (header == 1) return std::nullopt;
      throw MessageFrameError("the input ends within a header");
    }
    source_.skip();
    if (c != '\n') {
      line += c;
      continue;
    }
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) break;
    const std::string name = lower_case(line);
    if (name.starts_with(length_name)) {
      const std::size_t at = line.find_first_not_of(' ', length_name.size());
      length = at == line.npos ? std::nullopt : parse_number<std::size_t>(line.substr(at));
      if (!length) throw MessageFrameError("Content-Length is not a number");
    }
    line.clear();
  }
  if (header > longest_header) throw MessageFrameError("a header is longer than 4096 bytes");
  if (!length) throw MessageFrameError("a header has no Content-Length");
  if (*length > longest_text) throw MessageFrameError("a message is larger than 256 MiB");
  std::string text;
  while (text.size() < *length) {
    const std::string_view some = source_.bytes();
    if (some.empty()) throw MessageFrameError("the input ends within a message");
    const std::size_t taken = std::min(some.size(), *length - text.size());
    text.append(some.substr(0, taken));
    source_.skip(taken);
  }
  return text;
}

void write_message(std::ostream& out, const Json& message) {
  const std::string text = message.dump();
  out << "Content-Length: " << text.size() << "\r\n\r\n" << text << std::flush;
}

}  // namespace schiri::cli
