#include "notation/records/source/line_source.h"

#include <algorithm>

#include "notation/text/byte_order_mark.h"

namespace schiri {

bool LineSource::next(std::string& line, std::size_t most, bool& too_long) {
  line.clear();
  too_long = false;
  bool any = false;
  for (auto there = bytes_.bytes(); !there.empty(); there = bytes_.bytes()) {
    any = true;
    const std::size_t newline = there.find('\n');
    const std::size_t size = std::min(newline, there.size());
    const std::size_t room = most - std::min(most, line.size());
    too_long = too_long || size > room;
    line.append(there.substr(0, std::min(size, room)));
    bytes_.skip(newline == there.npos ? size : size + 1);
    if (newline != there.npos) break;
  }
  number_ += any;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  while (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return any;
}

}  // namespace schiri
