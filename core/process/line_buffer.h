#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

/// Limits on what the referee keeps of one program's output, in bytes. Every buffer has its limit
/// here, so that the total is bounded whatever a program writes.
namespace schiri::output_limits {

/// A line without its end; a program that writes more forfeits.
inline constexpr std::size_t longest_line = std::size_t{1} << 20;
/// The most read at once.
inline constexpr std::size_t chunk = std::size_t{1} << 16;
/// Output written while the program should read; beyond this it is not read until the program does.
inline constexpr std::size_t output = 2 * longest_line;
/// The end of standard error.
inline constexpr std::size_t errors = 8192;
/// The last lines sent and received, each cut to `protocol_line`.
inline constexpr std::size_t protocol_lines = 40;
inline constexpr std::size_t protocol_line = 500;
/// The name and options of the program; options beyond this stay unknown.
inline constexpr std::size_t introduction = std::size_t{1} << 20;
/// The lines of play reported for one turn; lines beyond this are dropped.
inline constexpr std::size_t thought = std::size_t{1} << 20;

/// Buffers grow by doubling, so their capacity may be twice their content.
inline constexpr std::size_t total =
    2 * (output + chunk) + errors + protocol_lines * (protocol_line + 64) + introduction + thought;
static_assert(total <= std::size_t{8} << 20);

}  // namespace schiri::output_limits

namespace schiri {

/// The unread output of a program, by lines.
class LineBuffer {
 public:
  std::size_t size() const { return end_ - begin_; }
  void clear() { begin_ = searched_ = end_ = 0; }

  /// Room for more bytes; report their number to fill(). Invalidates lines returned before.
  std::span<char> room(std::size_t bytes) {
    if (begin_ > 0) move_to_front();
    if (capacity_ - end_ < bytes) grow(end_ + bytes);
    return {bytes_.get() + end_, bytes};
  }
  void fill(std::size_t bytes) { end_ += bytes; }

  /// The next line without its end, valid until room() is called; nullopt if none is complete.
  std::optional<std::string_view> take_line() {
    const char* const start = bytes_.get() + begin_;
    const char* const from = bytes_.get() + searched_;
    const auto* const end =
        searched_ < end_ ? static_cast<const char*>(std::memchr(from, '\n', end_ - searched_))
                         : nullptr;
    searched_ = end_;
    if (!end) return std::nullopt;
    auto size = static_cast<std::size_t>(end - start);
    begin_ = searched_ = begin_ + size + 1;
    if (size > 0 && start[size - 1] == '\r') --size;
    return std::string_view(start, size);
  }

 private:
  void move_to_front() {
    std::memmove(bytes_.get(), bytes_.get() + begin_, size());
    end_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
  }
  void grow(std::size_t least) {
    capacity_ = std::max(least, 2 * capacity_);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
    if (end_ > 0) std::memcpy(larger.get(), bytes_.get(), end_);
    bytes_ = std::move(larger);
  }

  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0, searched_ = 0, end_ = 0;  // no line end from begin_ to searched_
};

}  // namespace schiri
