#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

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
