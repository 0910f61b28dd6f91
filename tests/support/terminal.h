#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/words.h"

/// The program in a pseudoterminal, an xterm of 80 columns and 24 rows.
class Terminal {
 public:
  /// Runs in this folder, by default the current one.
  explicit Terminal(const Words& arguments, const std::string& kind = "xterm",
                    const std::string& folder = "");
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  /// Kills the program if it still runs.
  ~Terminal();

  /// Types keys.
  void type(const std::string& keys);
  /// Waits for this text in the output, after that of the previous call; fails the test if it does
  /// not arrive.
  void wait_for(const std::string& text);
  void resize(unsigned short columns, unsigned short rows);
  void send(int signal);
  /// Whether the terminal is in line mode, as for shells.
  bool is_by_lines() const;
  /// Waits for the end: returns the exit status, or 128 plus the signal. Kills a program that
  /// prints nothing for a minute.
  int finish();

  /// The whole output so far.
  const std::string& screen() const { return screen_; }

 private:
  bool read_some();

  int descriptor_ = -1;
  pid_t child_ = -1;
  bool at_end_ = false;
  std::string screen_;
  std::size_t seen_ = 0;
};

/// Whether a build without libedit omits a test of what its editor of lines does. ctest then
/// reports the test as skipped.
bool is_omitted_without_editor();
