#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace schiri::cli {

/// One line at the bottom of a terminal that tells how far a long piece of work is: it is drawn on
/// standard error, in plain characters, and nowhere but on a terminal.
class Progress {
 public:
  /// `done` of `total` are done already. `what` is counted: `games`.
  Progress(std::string what, std::uint64_t done, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Takes the line away.
  ~Progress();

  void show(std::uint64_t done);
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void draw(const std::string& line);

  std::string what_;
  std::uint64_t begun_with_;
  std::uint64_t total_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
  std::size_t drawn_ = 0;
  bool enabled_;
};

/// `12 of 240 games, 512 games/s, 0:04 left`, from what was done in `seconds`.
std::string progress_text(const std::string& what, std::uint64_t begun_with, std::uint64_t done,
                          std::uint64_t total, double seconds);

}  // namespace schiri::cli
