#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/otb/board_result.h"
#include "core/pairing/swiss_history.h"
#include "core/rating/tables/tie_breaks.h"
#include "core/tournament/config.h"

namespace schiri {

/// Something that an event of people cannot do, in a sentence for a person.
struct OpenEventError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a federation's report tells of a player beside name and rating; empty where it is unknown.
struct PersonDetails {
  std::string fide_id;     ///< digits
  std::string title;       ///< `GM`, `WFM`
  std::string federation;  ///< `GER`
  std::string sex;         ///< `m` or `w`
  std::string birth;       ///< `1998` or `1998/05/17`
};

struct EntrantName {
  std::string name;
  std::optional<int> rating = {};
  std::string club = {};
  /// Of the rounds missed before, this many of the last give half a point; as the event allows if
  /// it is not said.
  std::optional<std::uint64_t> half_byes = {};
  PersonDetails details = {};
  std::string team = {};  ///< whose next player this is, where teams play
};

/// What is to be changed of an entrant; the rest stays.
struct EntrantChange {
  std::optional<std::string> name = {};
  std::optional<std::optional<int>> rating = {};
  std::optional<std::string> club = {};
  std::vector<std::pair<std::string PersonDetails::*, std::string>> details = {};
};

/// A player of a team.
struct TeamMember {
  std::string name;
  std::optional<int> rating = {};
  PersonDetails details = {};
};

/// Who plays for a team in a round, from the first board on, by their places among its members.
struct TeamLineup {
  std::uint64_t round = 0;
  std::vector<std::size_t> members;
};

/// A player, or a team where teams play.
struct Entrant {
  std::string name;
  std::optional<int> rating;
  std::string club = {};                         ///< empty if unknown
  std::uint64_t first_round = 1;                 ///< the first round that is paired after the entry
  std::optional<std::uint64_t> last_round = {};  ///< of one who has withdrawn
  std::vector<std::uint64_t> half_point_byes = {};  ///< rounds, half a point each
  std::vector<std::uint64_t> zero_point_byes = {};  ///< rounds, nothing each
  PersonDetails details = {};
  std::vector<TeamMember> members = {};  ///< of a team, in the order of its boards
  std::vector<TeamLineup> lineups = {};  ///< of rounds in which not simply the first ones play
};

/// Why a player has no opponent in a round.
enum class ByeKind : std::uint8_t {
  odd,     ///< nobody was left: a whole point
  asked,   ///< half a point
  absent,  ///< not there yet, or no longer, or for this round: nothing
  free,    ///< of an odd number of players in a round-robin everybody pauses once: nothing
  full     ///< asked for, and yet a whole point; only other programs' reports have it
};

/// A game of a match between teams: players by their places among the members of the match's first
/// team (its White) and of its second. Where one is missing, the other has won.
struct TeamGame {
  std::optional<std::size_t> first = {};
  std::optional<std::size_t> second = {};
  bool first_is_white = true;
  std::optional<BoardResult> result = {};

  bool is_empty() const { return !first || !second; }
};

/// Who meet: two players, or two teams in a match, of which the first has White on the first board.
struct Board {
  std::size_t white = 0;
  std::size_t black = 0;
  std::optional<BoardResult> result;  ///< of a match, it follows from its games
  bool by_hand = false;               ///< the arbiter has put it together
  std::vector<TeamGame> games = {};   ///< of a match

  /// Has a result been entered?
  bool is_begun() const;
};

struct RoundBye {
  std::size_t player = 0;
  ByeKind kind = ByeKind::odd;
  bool by_hand = false;
};

/// A round as it was paired; boards count from 1 where people speak of them.
struct OpenRound {
  std::vector<Board> boards;
  std::vector<RoundBye> byes;

  bool is_complete() const;
  bool has_results() const;
};

/// One player's line of a standing. Only games that were played have opponents.
struct OpenStanding {
  std::size_t player = 0;
  std::size_t place = 0;  ///< from 1; equal in everything, equal in place
  double points = 0;      ///< byes and forfeits included
  /// In the order of the event's tie-breaks; nothing where one says nothing of this player.
  std::vector<std::optional<double>> tie_breaks;
  int games = 0;
  int wins = 0;              ///< of them
  bool is_annulled = false;  ///< left a round-robin early: its games count for nobody
  int draws = 0;             ///< of the games
  double game_points = 0;    ///< of a team; its points are those of matches, its games these
};

/// Somebody who sits at a table: a player, or a member of a team.
struct Person {
  std::string name;
  std::optional<int> rating;
  PersonDetails details;
  std::size_t team = 0;    ///< whose he is, where teams play
  std::size_t number = 0;  ///< among its players, from 1
};

/// A game as it is played at a table; players by their places in OpenEvent::people().
struct TableGame {
  std::uint64_t match = 0;  ///< from 1; 0 where no teams play
  std::uint64_t board = 0;  ///< of the round, or of the match; from 1
  std::optional<std::size_t> white;
  std::optional<std::size_t> black;
  std::optional<BoardResult> result;

  /// `3`, or of the second match `2.3`.
  std::string table() const;
};

/// What somebody has made of the games at the board.
struct PersonScore {
  std::size_t person = 0;
  double points = 0;                  ///< forfeits included
  int games = 0;                      ///< that were played
  int wins = 0;                       ///< of them
  std::optional<double> performance;  ///< by the ratings of those he met
};

class OpenKnockout;

/// Whether the first half of the players have virtual points in the first rounds, so that strong
/// players meet earlier: FIDE's Baku acceleration.
enum class Acceleration : std::uint8_t { none, baku };

/// By what an event of people is played.
struct OpenTerms {
  System system = System::dutch;
  std::uint64_t rounds = 0;  ///< of a Dutch or Swiss event
  Acceleration acceleration = Acceleration::none;
  Side first_colour = Side::white;  ///< of the first player, in the Dutch system
  /// How many half-point byes everybody may have, also for rounds missed before a late entry; if
  /// nothing is said, any number of those that are asked for in time.
  std::optional<std::uint64_t> half_byes = {};
  std::uint64_t cycles = 1;  ///< of a round-robin: how often everybody meets everybody
  std::uint64_t games = 1;   ///< of a knockout: how many games a match has before it goes on
  bool third_place = false;  ///< of a knockout: is it played for?
  std::uint64_t boards = 0;  ///< of a match between teams; 0: players play for themselves
  /// Of a round-robin of two teams: everybody meets everybody of the other one.
  bool is_scheveningen = false;
  /// What decides between equal points; those of the system (default_tie_breaks) if it is empty.
  std::vector<rating::TieBreakId> tie_breaks = {};
};

/// FIDE leaves the choice to the organiser; this is ours where none is told.
std::vector<rating::TieBreakId> default_tie_breaks(const OpenTerms& terms);

/// An event of people: they enter and leave, rounds are paired one after the other, results come
/// in and are corrected. Every change says by an exception (OpenEventError) why it cannot be. The
/// same changes in the same order make the same event. Where teams play, they are the players that
/// are paired, and two meet in a match of several games.
class OpenEvent {
 public:
  /// Dutch, Swiss, round-robin or knockout. Throws OpenEventError for another system or no round; a
  /// round-robin has as many rounds as its players need, and so has a knockout, in which a drawn
  /// match is followed by rounds in which the two meet again, colours swapped, until one wins.
  explicit OpenEvent(OpenTerms terms);
  OpenEvent(System system, std::uint64_t rounds, Acceleration acceleration = Acceleration::none)
      : OpenEvent(OpenTerms{system, rounds, acceleration}) {}

  const OpenTerms& terms() const { return terms_; }
  System system() const { return terms_.system; }
  bool has_teams() const { return terms_.boards > 0; }
  /// What enters and is paired: `player` or `team`.
  const char* word() const { return has_teams() ? "team" : "player"; }
  /// Is it paired by points?
  bool is_swiss() const { return system() == System::swiss || system() == System::dutch; }
  /// The best rating first, unknown ones last, equal ones as they came; once a round-robin or
  /// knockout has begun, as it was then. If it was set, whoever came later is put before the first
  /// with a lower rating.
  std::vector<std::size_t> start_list() const;
  /// The rounds so far, players in the order of the start list; open games count as drawn.
  SwissHistory history() const;
  /// How many there are to be; in a knockout, as far as no draws come.
  std::uint64_t planned_rounds() const;
  const std::vector<Entrant>& players() const { return players_; }
  const std::vector<OpenRound>& rounds() const { return rounds_; }
  /// Everybody who may sit at a table: the players, or those of all teams, one team after the
  /// other.
  std::vector<Person> people() const;
  /// The games of a round that is paired, which counts from 1; table n has the n-th of them.
  std::vector<TableGame> games(std::uint64_t round) const;
  /// What everybody has made in the first rounds, in the order of people().
  std::vector<PersonScore> scores(std::size_t rounds) const;
  /// What a team's pairing goes by: the rating it was given, else the average of its best players,
  /// as many as a match has boards; of a player his rating.
  std::optional<int> strength(std::size_t player) const;
  /// Half points of a bye: to a team those of a match, which are its match points.
  int bye_points(ByeKind kind) const;
  /// How many of them have all their results.
  std::size_t finished_rounds() const;
  bool is_over() const;
  /// The number of a name; throws if nobody has it.
  std::size_t player(std::string_view name) const;
  /// What a round of a knockout is called: `final`, `semi-final`; empty for all others.
  std::string round_name(std::uint64_t round) const;
  /// The rounds before the last in which the two have met, at the board.
  std::vector<std::uint64_t> meetings(std::size_t a, std::size_t b) const;
  /// May the two not be paired?
  bool is_forbidden(std::size_t a, std::size_t b) const;

  /// Late entrants play from the next round on; only an event paired by points takes any after its
  /// first pairing. Where teams play, a player joins the team that is named as its last one, and
  /// the team enters with its first.
  void enter(const EntrantName& entrant);
  /// Who plays for a team in a round that is to come, or in the last one if it is being played and
  /// those boards have no result: its players in the order of boards, at most as many as there are
  /// boards; the boards behind them stay empty.
  void set_lineup(std::string_view team, std::uint64_t round,
                  const std::vector<std::string>& names);
  void change(std::string_view name, const EntrantChange& change);
  /// Of an event paired by points: how many rounds, not fewer than are paired.
  void set_rounds(std::uint64_t rounds);
  void set_half_byes(std::optional<std::uint64_t> most) { terms_.half_byes = most; }
  void set_tie_breaks(std::vector<rating::TieBreakId> tie_breaks);
  /// Everybody who has entered, in the order of another program's pairing numbers. Only before the
  /// first pairing.
  void set_start_list(const std::vector<std::string>& names);
  /// The player is no longer paired. An open game stays on its board.
  void withdraw(std::string_view name);
  /// A player who has withdrawn is paired again.
  void reinstate(std::string_view name);
  /// Half a point without a game in a round that is not paired yet.
  void grant_half_point_bye(std::string_view name, std::uint64_t round);
  /// Nothing, likewise.
  void grant_zero_point_bye(std::string_view name, std::uint64_t round);
  /// None of these may meet another of them from the next round on; `allow` takes it back for each
  /// two of them.
  void forbid(const std::vector<std::string>& names);
  void allow(const std::vector<std::string>& names);

  /// Two who are to meet, White first, by their numbers.
  using Couple = std::pair<std::size_t, std::size_t>;
  /// Pairs the next round; all results of the last one must be there. Changes nothing. `fixed`: who
  /// is to meet in any case; the others are paired among themselves. Only in events paired by
  /// points.
  OpenRound next_round(const std::vector<Couple>& fixed = {}) const;
  /// Begins a round as it was paired, now or earlier: results come with `set_result`. All results
  /// of the last one must be there.
  void add_round(OpenRound round);
  /// Takes the last round away, which may have no result yet: who entered or left since counts as
  /// having done so before it.
  void remove_round();
  /// Two change seats in the last round, opponents their colours; their boards may have no result
  /// yet. In a round-robin or knockout only opponents can.
  void swap_players(std::size_t a, std::size_t b);
  /// Two boards of the last round change numbers, which count from 1.
  void swap_boards(std::uint64_t a, std::uint64_t b);
  /// The first result of a board; `round` and `board` from 1, the boards of matches one after the
  /// other (`board_number`).
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result);
  /// The number of a board of a match, both from 1. Throws if a match has no such board.
  std::uint64_t board_number(std::uint64_t match, std::uint64_t board) const;
  /// A result other than the one before, or none. Later rounds stay as they were paired; so in a
  /// knockout the same one must have won, once there are any.
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);

  /// After this many rounds, open games counting nothing. In a knockout whoever has come further is
  /// ahead, and those who have come equally far share a place unless tie-breaks are given.
  std::vector<OpenStanding> standing(std::size_t rounds) const;
  /// The same by other tie-breaks.
  std::vector<OpenStanding> standing(std::size_t rounds,
                                     std::span<const rating::TieBreakId> tie_breaks) const;
  /// What decides between equal points: as given, or the system's own.
  std::vector<rating::TieBreakId> tie_breaks() const;

 private:
  Board& board(std::uint64_t round, std::uint64_t board);
  Board& board_of_table(std::uint64_t round, std::uint64_t number);
  std::optional<BoardResult>& result_at(std::uint64_t round, std::uint64_t number);
  bool is_half_empty(std::uint64_t round, std::uint64_t number) const;
  std::string table_name(std::uint64_t number) const;
  void require_new_name(std::string_view name, const std::string* but = nullptr) const;
  Entrant& add_entrant(const EntrantName& entrant);
  TeamMember* find_member(std::string_view name);
  void enter_member(const EntrantName& entrant);
  void require_fitting(std::span<const rating::TieBreakId> tie_breaks) const;
  std::vector<std::size_t> lineup(std::size_t team, std::uint64_t round) const;
  void seat(Board& match, std::uint64_t round) const;
  void require_seated(const Board& match) const;
  void settle(Board& match) const;
  rating::TieBreakRound bye_round(ByeKind kind) const;
  bool is_there(const Entrant& entrant, std::uint64_t round) const;
  void require_results() const;
  void require_open_round(const Entrant& entrant, std::uint64_t round) const;
  std::vector<std::size_t> present(std::uint64_t round) const;
  std::size_t accelerated_players() const;
  void add_meetings(SwissHistory& past, const std::vector<std::size_t>& place) const;
  OpenRound pair_by_points(std::uint64_t round, const std::vector<Couple>& fixed) const;
  OpenRound pair_dutch(const std::vector<std::size_t>& here) const;
  OpenRound pair_swiss(const std::vector<std::size_t>& here) const;
  OpenRound pair_round_robin(std::uint64_t round) const;
  OpenRound pair_knockout(std::uint64_t round) const;
  OpenKnockout knockout_after(std::size_t rounds) const;
  void put_fixed(OpenRound& round, const std::vector<Couple>& fixed) const;
  void add_absent(OpenRound& round, std::uint64_t number) const;
  void name_free_players(OpenRound& round, std::uint64_t number) const;
  std::optional<std::size_t> scheduled_opponent(std::size_t player, std::uint64_t round) const;
  std::vector<bool> annulled(std::size_t rounds) const;
  rating::TieBreakField field(std::size_t rounds, const std::vector<bool>& annulled) const;

  OpenTerms terms_;
  std::vector<Entrant> players_;
  std::vector<OpenRound> rounds_;
  std::vector<ForbiddenPairs> forbidden_;  ///< players by their numbers
  std::vector<std::size_t> fixed_list_;  ///< start list of a round-robin or knockout that has begun
  std::vector<std::size_t> set_list_;    ///< as it was set
};

/// Half points of a bye of a player.
int half_points(ByeKind kind);

}  // namespace schiri
