#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace schiri::cli {

/// Reads lines from a descriptor, with a deadline.
class InputLines {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  enum class Event {
    line,
    end,          ///< no line will follow
    deadline,     ///< none arrived before the deadline
    interrupted,  ///< the wait was interrupted
  };
  struct Reading {
    Event event;
    std::string line;  ///< without its end
  };

  explicit InputLines(int descriptor) : descriptor_(descriptor) {}

  /// `interrupted` is called several times a second.
  Reading next(std::optional<TimePoint> deadline, const std::function<bool()>& interrupted);

 private:
  std::optional<std::string> take_line();
  bool fill();

  int descriptor_;
  std::string buffer_;
  bool at_end_ = false;
};

}  // namespace schiri::cli
