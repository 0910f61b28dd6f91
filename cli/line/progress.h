#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/message.h"

namespace schiri::cli {

/// Is the total reached, or may it end before?
enum class ProgressTotal { exact, limit };

/// `12 of 240 games, 512 games/s, 0:04 left`, from what was done in `seconds`; for a limit `12 of
/// at most 240 games, 512 games/s`.
std::string progress_text(const Message& what, std::uint64_t begun_with, std::uint64_t done,
                          std::uint64_t total, double seconds,
                          ProgressTotal extent = ProgressTotal::exact);

/// Can something be drawn on standard error again and again? It is a terminal that knows how.
bool is_drawable();

/// Says on a terminal how far a command is, in one line that is drawn again and again, from the
/// second second on; what is written to standard output or error takes it away first, and so does
/// its end. Elsewhere nothing is shown. One at a time.
class ProgressLine {
 public:
  /// `what`: that which is counted, in the plural. `share`: how much of the whole is done, from 0
  /// to 1; 0 where that is not known. It is called only where something is drawn.
  ProgressLine(Message what, std::function<double()> share);
  /// One whose share is given with each count.
  explicit ProgressLine(Message what);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// One more is done. Throws console::Interrupted where another program has stopped the command.
  void count();
  /// `done` of `total` are done; `total` is 0 where it is not known.
  void count(std::uint64_t done, std::uint64_t total);

 private:
  using Clock = std::chrono::steady_clock;
  class Eraser;

  void draw_if_due();
  void draw();
  void erase();

  Message what_;
  std::function<double()> share_;
  std::uint64_t done_ = 0, total_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_ + std::chrono::seconds(1);
  bool is_shown_ = false;
  std::unique_ptr<Eraser> out_, err_;  ///< none where nothing is ever drawn
};

/// A time in seconds: `1:05`, `2:01:39`.
std::string clock_text(double seconds);

}  // namespace schiri::cli
