#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace schiri::cli {

/// How often the progress of a tournament is reported in lines; one of both is set.
struct ProgressInterval {
  std::optional<std::uint64_t> games;
  std::optional<std::chrono::seconds> time;
};

inline constexpr ProgressInterval usual_progress{std::nullopt, std::chrono::seconds(30)};

/// Reads `100` (games) or `30s`; nullopt if the text is neither.
std::optional<ProgressInterval> parse_progress_interval(std::string_view text);

/// Decides when the next line is due.
class ProgressTimer {
 public:
  explicit ProgressTimer(const ProgressInterval& every);

  /// Play begins with this many finished games.
  void begin(std::uint64_t done);
  /// Is a line due now? If so, the next interval begins.
  bool is_due(std::uint64_t done);

 private:
  ProgressInterval every_;
  std::uint64_t next_games_ = 0;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace schiri::cli
