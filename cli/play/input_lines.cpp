#include "cli/play/input_lines.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>

namespace schiri::cli {

namespace {

/// The delay until a request to stop is noticed.
constexpr std::chrono::milliseconds slice{50};
/// The longest line that is read; the rest becomes another line.
constexpr std::size_t longest_line = 65536;

}  // namespace

std::optional<std::string> InputLines::take_line() {
  const std::size_t end = buffer_.find('\n');
  if (end == buffer_.npos && buffer_.size() < longest_line && !(at_end_ && !buffer_.empty())) {
    return std::nullopt;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end == buffer_.npos ? end : end + 1);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

/// Reads available bytes; returns false at the end of input.
bool InputLines::fill() {
  char chunk[4096];
  const ssize_t size = ::read(descriptor_, chunk, sizeof chunk);
  if (size > 0) buffer_.append(chunk, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
}

InputLines::Reading InputLines::next(std::optional<TimePoint> deadline,
                                     const std::function<bool()>& interrupted) {
  using std::chrono::milliseconds;
  for (;;) {
    if (interrupted()) return {Event::interrupted, {}};
    if (auto line = take_line()) return {Event::line, std::move(*line)};
    if (at_end_) return {Event::end, {}};
    milliseconds wait = slice;
    if (deadline) {
      const auto left =
          std::chrono::ceil<milliseconds>(*deadline - std::chrono::steady_clock::now());
      if (left <= milliseconds{0}) return {Event::deadline, {}};
      wait = std::min(wait, left);
    }
    pollfd event{descriptor_, POLLIN, 0};
    if (poll(&event, 1, static_cast<int>(wait.count())) > 0) at_end_ = !fill();
  }
}

}  // namespace schiri::cli
