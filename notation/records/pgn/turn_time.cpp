#include "notation/records/pgn/turn_time.h"

#include <chrono>

#include "core/match/clock.h"
#include "core/match/turn_comment.h"

namespace schiri {

namespace {

/// The seconds of `[%NAME TIME]`, anywhere in the comment.
std::optional<double> bracketed_time(std::string_view comment, std::string_view opening) {
  const std::size_t at = comment.find(opening);
  if (at == comment.npos) return std::nullopt;
  comment.remove_prefix(at + opening.size());
  const auto time = parse_clock_time(comment.substr(0, comment.find(']')));
  if (!time) return std::nullopt;
  return std::chrono::duration<double>(*time).count();
}

}  // namespace

std::optional<double> time_taken(std::string_view comment) {
  if (const auto read = read_turn_comment(comment)) return read->seconds;
  return bracketed_time(comment, "[%emt ");
}

std::optional<double> time_left(std::string_view comment) {
  if (const auto read = read_turn_comment(comment)) return read->seconds_left;
  return bracketed_time(comment, "[%clk ");
}

}  // namespace schiri
