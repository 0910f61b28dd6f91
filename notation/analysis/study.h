#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/rating/numerics/estimate.h"
#include "core/rating/sequential/match_stats.h"
#include "core/tournament/config.h"
#include "notation/analysis/game_course.h"
#include "notation/text/table.h"

/// What games between bots of equal and of doubled search tell of a game: its balance, length,
/// draws, and whether skill matters.
namespace schiri {

/// Two neighbours of a ladder.
struct StudyPairing {
  std::size_t player = 0;  ///< the later one in the list
  std::size_t opponent = 0;
  bool is_mirror = false;  ///< they differ in their names alone
  bool is_random = false;  ///< a mirror of the bot `random`
};
std::vector<StudyPairing> pairings_of(const TournamentConfig& ladder);

/// The plan of a study: bots `random` and `uct` with `nodes` and its halves, at most six levels,
/// twice at every second one from the top. The rounds are as many as make up `games`, rounded up.
/// Throws InputError for fewer games than a round has.
void set_ladder(TournamentConfig& config, std::uint64_t nodes, std::uint64_t games);
/// The bot whose evaluations tell who leads, the same for all games of a ladder.
BotSpec observer_of(const TournamentConfig& ladder);

/// A game of a ladder as it is counted.
struct StudiedGame {
  std::size_t pairing = 0;
  std::uint64_t start = 0;  ///< games of a pairing with the same number share a drawn start
  double points = 0;        ///< of the player who moves first
  std::size_t turns = 0;
  std::string first_turn = {};  ///< empty if starts differ
  bool is_limited = false;      ///< ended by the limit of turns
  bool repeats = false;         ///< turn by turn an earlier game of these players
  MeasuredGame measured = {};
};

/// The figures of a pairing. An estimate is missing without games, and where it has no meaning.
struct StudyLevel {
  std::string player;
  std::string opponent;
  std::uint64_t games = 0;
  std::optional<rating::Estimate> turns = {};
  std::optional<rating::Estimate> elo = {};          ///< of a step; infinite if all games were won
  std::optional<rating::Estimate> first_share = {};  ///< of a mirror, as is the next
  std::optional<rating::Estimate> first_elo = {};
  std::optional<rating::Estimate> draw_rate = {};
  std::optional<rating::Estimate> decided = {};
  std::optional<rating::Estimate> lead_changes = {};
};

/// A figure of levels. All tables of levels follow from the list of these.
struct StudyMeasure {
  std::string_view key;
  Pattern heading;
  Holds kind;
  const char* meaning;
  std::optional<rating::Estimate> StudyLevel::*estimate;
};
std::span<const StudyMeasure> study_measures();

/// A figure of the game as a whole.
struct StudyFigure {
  std::string key;
  Message name;
  Holds kind;
  std::optional<rating::Estimate> estimate;
  std::string turn = {};  ///< of the best and the worst first turn
};

/// A sentence on what is shown, or not yet.
struct StudyConclusion {
  std::string key;  ///< `balance`, `skill`, `draws`; `limit`, `alike`: a warning
  bool is_shown = false;
  std::optional<std::uint64_t> games = {};  ///< of a study that would show it; unless it is shown
  Message text;
};

struct Study {
  std::uint64_t games = 0;
  std::vector<StudyLevel> levels;
  std::vector<StudyFigure> figures;
  std::vector<StudyConclusion> conclusions;
};

/// `matches`: of each pairing, from the side of its player.
Study study_of(const TournamentConfig& ladder, std::span<const StudiedGame> games,
               std::span<const rating::MatchElo> matches);

/// `58.0 ±5.6`, `above 250.0`, or `58.0 ±?` of a single game, as people see a value of this kind.
Message estimate_text(const rating::Estimate& estimate, Holds kind);

}  // namespace schiri
