#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "cli/otb/event/event.h"
#include "cli/otb/trf/trf.h"
#include "notation/text/printable.h"

namespace schiri {

/// The lines for rules that FIDE's format of 2016 does not have: JaVaFo's extensions (XXR, XXC,
/// XXP, XXA), which most programs read, or the codes of 2026 (142, 152, 260, 250).
enum class TrfFormat : std::uint8_t { trf16, trf26 };

/// The beginning of schiri's comments on a round in progress, followed by the round and a board:
/// the numbers of White and Black, and a result if there is one (`2 5 7 1-0`); or a player without
/// an opponent, `-`, and the sign of the bye (`2 9 - U`).
inline constexpr const char* trf_open_round = "### open";

/// A text in a number of columns of a fixed-column file; columns are characters.
inline std::string trf_column(const std::string& text, std::size_t width) {
  const std::string_view front = first_characters(text, width);
  return std::string(front) + std::string(width - count_characters(front), ' ');
}

/// The text right-aligned in its columns; a longer one is not cut.
inline std::string trf_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Points in tenths, in four columns: ` 2.5`.
inline std::string trf_points(int tenths) {
  return trf_right(std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10), 4);
}

/// A round of a player in the form of a report: `12 w 1`, `0000 - Z`.
struct TrfCell {
  std::size_t opponent = 0;  ///< starting number of the opponent, 0: none
  char colour = '-';
  char result = 'Z';
};

/// A player's line (001) without its end; unknown parts are left empty. Names must be printable.
std::string trf_player_line(const TrfPlayer& player, const std::vector<TrfCell>& cells);

/// The beginning of a line (260) on players that may not meet in these rounds; their numbers
/// follow, each right in the last four of five columns.
std::string trf_forbidden_rounds(std::uint64_t first, std::uint64_t last);

/// The line of values of results (162), without its end: W, D, L, and P and A if they are not as
/// usual.
std::string trf_points_line(const PointSystem& points);
/// The lines of values by which bbpPairings extends the format (BBW, BBD, ...).
std::string trf_old_points(const PointSystem& points);

namespace otb {

/// Writes an event as FIDE's tournament report file: its head, then players in the order of the
/// start list with their rounds, points and places. Unknown details are left empty.
void write_trf(std::ostream& out, const EventHead& head, const Event& event, TrfFormat format);

}  // namespace otb

}  // namespace schiri
