#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/position_search.h"
#include "notation/records/check/check.h"

/// Queries of a database: games by a filter, their columns, sums of results, turns from a position,
/// a user's own SQL. Commands use them; nothing here writes. This room uses `db/games`,
/// `db/position_index` and `db/sqlite`.
namespace schiri::db {

/// Game and variant.
using Kind = std::pair<std::string, std::string>;

/// A tag and a pattern of the shell that its value fits (`=`) or does not (`!=`), or a number that
/// it is compared with (`<`, `<=`, `>`, `>=`). A missing tag fits no pattern and is no number.
struct TagCondition {
  std::string name;
  std::string relation;
  std::string pattern;

  bool holds(std::string_view value) const;
};

/// A filter of games; an empty member excludes none.
struct GameFilter {
  std::vector<std::string> players = {};  ///< players, all of which took part
  std::vector<std::string> whites = {};   ///< one of whom played White
  std::vector<std::string> blacks = {};   ///< one of whom played Black
  std::string game = {};
  std::string variant = {};
  std::vector<std::string> events = {};   ///< events, to one of which a game belongs
  std::vector<std::string> results = {};  ///< `1-0`, `0-1`, `1/2-1/2`, `*`; one of them
  std::string since = {};  ///< `YYYY.MM.DD`, inclusive; a date of which a part is unknown
  std::string until = {};  ///< counts if all days that it may mean are within the period
  /// Instead of the games of the period: those with a date of which only some days are within it.
  bool has_unsure_date = false;
  std::vector<std::string> endings = {};  ///< by ending_name(); one of them
  std::optional<std::uint64_t> min_turns = {};
  std::optional<std::uint64_t> max_turns = {};
  /// All of which hold; of several with `=` for one tag, one is enough.
  std::vector<TagCondition> tags = {};
  /// Canonical turns that games begin with, one sequence of them, by games.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> beginnings = {};
  std::optional<std::int64_t> id = {};
  std::optional<std::int64_t> import = {};  ///< games that this import has added, in a database
  /// Games won by a player whose rating was lower by so much, by the tags WhiteElo and BlackElo.
  std::optional<std::uint64_t> upset = {};
  std::optional<std::uint64_t> number = {};  ///< of a game in its tournament, from 1
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  ///< number of games to skip
  /// Keys of columns_of_games(), and whether in descending order; then by ids.
  std::vector<std::pair<std::string, bool>> sort = {};
  PositionSearch positions = {};  ///< games with these positions
  /// Names above that match every name that contains them, in records of files. For a database: a
  /// name matches exactly; if none does, it matches all names that contain it.
  std::set<std::string, std::less<>> parts = {};

  /// Does a name of the filter match this name of a record?
  bool means(std::string_view asked, std::string_view name) const;

  /// Whether the filter excludes games, apart from `limit` and `offset`.
  bool asks_for_anything() const;
};

/// Does a checked record pass a filter? The result is the same as for stored games; ignores
/// `limit` and `positions`.
bool fits(const CheckedRecord& checked, const GameFilter& filter);

/// ending_name() of a row of the table `game`, in SQL.
std::string sql_of_ending_name();

/// The results of ending_name() for the usual values of the tag Termination, and for none.
std::span<const std::string_view> usual_endings();

/// The end of a game in a word: the reason by the rules, otherwise the tag Termination, otherwise
/// `unfinished` for the result `*` and `unexplained` for any other.
std::string ending_name(const CheckedRecord& checked);
/// The same from the parts: the ending by the rules, the tags Termination and Result. The text is
/// valid as long as these.
std::string_view ending_name(const std::optional<Ending>& ending, std::string_view termination,
                             std::string_view result);

}  // namespace schiri::db
