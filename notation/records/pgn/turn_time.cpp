#include "notation/records/pgn/turn_time.h"

#include <cstdlib>
#include <string>

#include "core/match/clock.h"
#include "core/match/play.h"

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
  const std::size_t rest = without_time(comment).size();
  if (rest == comment.size()) return bracketed_time(comment, "[%emt ");
  return std::strtod(std::string(comment.substr(rest)).c_str(), nullptr);
}

std::optional<double> time_left(std::string_view comment) {
  return bracketed_time(comment, "[%clk ");
}

}  // namespace schiri
