#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/words.h"

/// The program at a terminal of its own, an xterm of 80 columns and 24 rows.
class Terminal {
 public:
  /// In this folder, or the current one.
  explicit Terminal(const Words& arguments, const std::string& kind = "xterm",
                    const std::string& folder = "");
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  /// Ends the program, if it still runs.
  ~Terminal();

  /// As from the keyboard.
  void type(const std::string& keys);
  /// Waits until the screen has been sent this text, after that of the last time; fails the test if
  /// it does not come.
  void wait_for(const std::string& text);
  void resize(unsigned short columns, unsigned short rows);
  void send(int signal);
  /// Is each line sent at once, as shells want it, and not each key?
  bool is_by_lines() const;
  /// Waits for the end: the exit status, or 128 and the signal. What goes on without a word for a
  /// minute is killed.
  int finish();

  /// All that was sent so far.
  const std::string& screen() const { return screen_; }

 private:
  bool read_some();

  int descriptor_ = -1;
  pid_t child_ = -1;
  bool at_end_ = false;
  std::string screen_;
  std::size_t seen_ = 0;
};
