#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/game.h"
#include "core/rating/games/text_numbers.h"

/// The input of ratings: single games by date (here), counts of results (counts.h), pools of
/// players connected by games. Used by all other rating rooms and by the database; uses core/base
/// and the terminations of core/match.
namespace schiri::rating {

/// The index of a player's name in the list of players beside it.
using PlayerId = std::uint32_t;

/// 1, 0.5 or 0.
constexpr double points_of_white(Outcome result) { return half_points(result, Side::white) / 2.0; }

/// The parts of a record or a database row that ratings use. Empty text and `?` both mean unknown.
struct FinishedGame {
  std::string_view game;
  /// Canonical, also if the record has no variant.
  std::string_view variant;
  std::string_view event;
  /// The last number of a round with a point in it (`5.1`, `5.2`) numbers the games of a pair.
  std::string_view round;
  /// `2024.05.17`, with `??` for what is unknown; sorts as text.
  std::string_view date;
  std::string_view white;
  std::string_view black;
  /// Nullopt for an unfinished game.
  std::optional<Outcome> result;
  /// The record's `Termination`. `void` excludes the game from every list; a loss by forfeit of any
  /// kind counts like any other.
  std::string_view termination;
  /// Decided without being played, see `was_not_played`: counts as points, not as evidence.
  bool unplayed = false;
  /// Decided by a failure: counts as points, and as evidence unless the caller excludes it.
  bool forfeited = false;
  /// Depends on start position and turns. Two games between the same two players from the same side
  /// with the same hash and result are identical. Nullopt for a game without turns, which is
  /// identical to none.
  std::optional<std::uint64_t> hash;
  /// Results decide who meets whom in its event, as in a Swiss.
  bool pairs_by_results = false;
  /// The number of turns, those of the opening included.
  std::uint64_t turns = 0;
  /// The start position of a game that does not begin at the usual one; empty otherwise.
  std::string_view position;
  /// Two games with the same number are a pair, whatever their rounds, if the same two players
  /// played them with colours swapped.
  std::optional<std::uint64_t> pair;
};

/// Identical games with this many turns are repeats, whenever they were played: people do not
/// repeat so many. Shorter ones are repeats within one event and date.
inline constexpr std::uint64_t long_game = 10;

/// The numbers of ignored games, each counted once under the first applicable reason.
struct Ignored {
  std::uint64_t unfinished = 0;
  std::uint64_t voided = 0;
  std::uint64_t unknown_player = 0;
  /// One player on both sides.
  std::uint64_t against_itself = 0;

  std::uint64_t total() const { return unfinished + voided + unknown_player + against_itself; }
  Ignored& operator+=(const Ignored& other);
  friend bool operator==(const Ignored&, const Ignored&) = default;
};

/// The reason why a game is ignored: 1 under its reason, all 0 if it counts.
Ignored reason_to_ignore(const FinishedGame& finished);

/// Was a game decided without being played? Its `Termination` is `abandoned`, and neither player
/// made a turn: there are no turns, or it is a game `between_programs`, in which the referee uses
/// that termination for excluded players and the turns are those of the opening.
bool was_not_played(std::string_view termination, std::uint64_t turns, bool between_programs);

/// Notes for the user: one for each reason that occurred, one on games that were not played and one
/// on those of them that were `forfeited`, if there are any.
std::vector<Message> notes_on(const Ignored& ignored, std::uint64_t unplayed = 0,
                              std::uint64_t forfeited = 0);

/// The games of one game and variant in order of arrival. Unknown events and rounds are empty,
/// unknown dates `????.??.??`. Texts are interned, so a game takes 48 bytes.
class GameLog {
 public:
  struct Entry {
    PlayerId white;
    PlayerId black;
    std::uint32_t event;
    std::uint32_t round;
    std::uint32_t date;
    std::uint32_t position;  ///< empty for the usual one
    Outcome result;
    bool has_hash;
    bool has_pair;
    bool is_long;           ///< has `long_game` turns or more
    bool pairs_by_results;  ///< its event does
    std::uint64_t hash;
    std::uint64_t pair;
  };

  GameLog(std::string_view game, std::string_view variant) : game_(game), variant_(variant) {}

  /// Adds one game; its `game` and `variant` are ignored.
  void add(const FinishedGame& finished);

  const std::string& game() const { return game_; }
  const std::string& variant() const { return variant_; }
  const std::vector<std::string>& players() const { return players_.texts(); }
  /// The games that were played.
  const std::vector<Entry>& entries() const { return entries_; }
  /// The games that were decided without being played, or are treated so: for points alone.
  const std::vector<Entry>& unplayed() const { return unplayed_; }
  /// The number of these that were played and ended by a failure.
  std::uint64_t forfeited() const { return forfeited_; }
  const Ignored& ignored() const { return ignored_; }

  /// The texts of the numbers `event`, `round`, `date` and `position` of entries.
  const std::vector<std::string>& words() const { return words_.texts(); }
  /// Text of an entry.
  const std::string& event(const Entry& entry) const { return words_.texts()[entry.event]; }
  const std::string& round(const Entry& entry) const { return words_.texts()[entry.round]; }
  const std::string& date(const Entry& entry) const { return words_.texts()[entry.date]; }

 private:
  Entry entry_of(const FinishedGame& finished);

  std::string game_;
  std::string variant_;
  TextNumbers players_;
  TextNumbers words_;
  std::vector<Entry> entries_;
  std::vector<Entry> unplayed_;
  std::uint64_t forfeited_ = 0;
  Ignored ignored_;
};

/// Sorts finished games into one log for each game and variant.
class GameCollector {
 public:
  void add(const FinishedGame& finished);
  /// Ensures a log for a game and variant, which may stay empty.
  void know(std::string_view game, std::string_view variant) { log_of(game, variant); }

  /// By game and variant. A log may contain only ignored games.
  const std::vector<GameLog>& logs() const { return logs_; }

 private:
  GameLog& log_of(std::string_view game, std::string_view variant);

  std::vector<GameLog> logs_;
};

/// The entries' indices in the order of date, round and arrival. A date of which a part is unknown
/// comes after all that it may be, an unknown one last; rounds are compared as numbers, 2.1 before
/// 10.1.
std::vector<std::size_t> chronological_order(const GameLog& log);

/// One text for all spellings of a date; `????.??.??` for an unknown one.
std::string canonical_date(std::string_view date);

/// The date of each player's last game, played or not, by the players' numbers, as written in the
/// game; empty if no game has a year. An unknown part of a date hides no known date.
std::vector<std::string> last_dates(const GameLog& log);

/// Compares texts with runs of digits as numbers; returns less than, equal to or greater than 0.
int compare_naturally(std::string_view a, std::string_view b);

}  // namespace schiri::rating
