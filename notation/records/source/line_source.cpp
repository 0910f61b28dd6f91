#include "notation/records/source/line_source.h"

#include <algorithm>

#include "notation/text/byte_order_mark.h"

namespace schiri {

bool LineSource::refill() {
  constexpr std::size_t size = std::size_t{1} << 16;
  buffer_.resize(size);
  buffer_.resize(source_.read(buffer_.data(), size));
  at_ = 0;
  return !buffer_.empty();
}

bool LineSource::next(std::string& line, std::size_t most, bool& too_long) {
  line.clear();
  too_long = false;
  bool any = false;
  while (at_ < buffer_.size() || refill()) {
    any = true;
    const std::size_t newline = buffer_.find('\n', at_);
    const std::size_t end = newline == std::string::npos ? buffer_.size() : newline;
    const std::size_t room = most - std::min(most, line.size());
    too_long = too_long || end - at_ > room;
    line.append(buffer_, at_, std::min(end - at_, room));
    at_ = newline == std::string::npos ? end : end + 1;
    if (newline != std::string::npos) break;
  }
  number_ += any;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  while (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return any;
}

}  // namespace schiri
