#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/play/input_lines.h"

namespace schiri::cli {

/// Reads lines typed at a terminal, with arrow keys, history, and completion by Tab.
class LineEditor {
 public:
  /// The completions of a beginning of a line, each from the beginning of the line to its end after
  /// Tab.
  using Completer = std::function<std::vector<std::string>(std::string_view typed)>;

  /// Are standard input and output terminals that support it?
  static bool is_possible();

  /// Throws std::runtime_error if the terminal cannot be used.
  LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;
  ~LineEditor();

  /// Reads a line as InputLines does. Without a completer Tab does nothing, and the line is not
  /// added to the history.
  InputLines::Reading next(const std::string& prompt, const Completer& completer,
                           std::optional<InputLines::TimePoint> deadline,
                           const std::function<bool()>& interrupted);

 private:
  struct Terminal;
  std::unique_ptr<Terminal> terminal_;
};

}  // namespace schiri::cli
