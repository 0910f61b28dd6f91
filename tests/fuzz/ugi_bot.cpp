#include <algorithm>
#include <string>
#include <vector>

#include "core/process/line_buffer.h"
#include "core/ugi/protocol.h"
#include "core/ugi/thinking.h"
#include "tests/fuzz/target.h"

// The output of a searching bot from a pipe. Pieces of any size give the same lines, and the kept
// search information is bounded.

using namespace schiri;

namespace {

using Lines = std::vector<std::string>;

Lines split(const std::string& text) {
  Lines lines;
  std::size_t at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != text.npos; at = end + 1) {
    const bool has_return = end > at && text[end - 1] == '\r';
    lines.push_back(text.substr(at, end - at - has_return));
  }
  return lines;
}

/// The lines read in pieces of this size into a buffer with this much space.
Lines read_in_pieces(const std::string& text, std::size_t piece, std::size_t room) {
  Lines lines;
  LineBuffer buffer;
  for (std::size_t at = 0; at < text.size();) {
    const auto space = buffer.room(room);
    require(space.size() == room, "the buffer has the requested size");
    const std::size_t size = std::min({piece, room, text.size() - at});
    std::copy_n(text.data() + at, size, space.data());
    buffer.fill(size);
    at += size;
    while (const auto line = buffer.take_line()) lines.emplace_back(*line);
  }
  const std::size_t last = text.rfind('\n');
  const std::size_t left = last == text.npos ? text.size() : text.size() - last - 1;
  require(buffer.size() == left, "an incomplete line is kept");
  return lines;
}

std::size_t bytes_of(const Thought& thought) {
  std::size_t bytes = 0;
  for (const Line& line : thought.lines) {
    for (const std::string& turn : line.turns) bytes += turn.size() + sizeof turn;
  }
  return bytes;
}

/// Processes search information for every rank and for ranks out of range.
void think(const Lines& lines) {
  constexpr int most_lines = 500;
  UgiThought reader;
  for (const std::string& line : lines) {
    auto info = ugi::read_info(line);
    if (!info) continue;
    reader.take(*info);
    for (info->rank = 0; info->rank <= most_lines + 1; ++info->rank) reader.take(*info);
  }
  const Thought thought = reader.thought();
  require(thought.lines.size() <= most_lines, "the number of kept lines is limited");
  require(bytes_of(thought) <= output_limits::thought, "the size of kept information is limited");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const Lines lines = split(text);
  require(read_in_pieces(text, 1, 3) == lines, "single bytes give the same lines");
  require(read_in_pieces(text, 7, 5) == lines, "small pieces give the same lines");
  require(read_in_pieces(text, 4096, 1 << 16) == lines, "one piece gives the same lines");
  think(lines);
  return 0;
}
