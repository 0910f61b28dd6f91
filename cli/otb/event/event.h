#pragma once

// Over-the-board events: games between people, paired round by round, with results that are entered
// and corrected. `Event` holds the state and its changes; pairing.h, standing.h and
// knockout.h compute from it. Used by the rest of the wing; uses core/pairing,
// core/rating and core/tournament.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/otb/event/round.h"
#include "cli/otb/event/terms.h"
#include "core/base/names.h"
#include "core/pairing/swiss_history.h"

namespace schiri::otb {

/// The date and time of a round; unknown parts are empty.
struct RoundTime {
  std::string date;  ///< `2026.11.21`
  std::string time;  ///< `14:30`

  bool is_known() const { return !date.empty() || !time.empty(); }
  friend bool operator==(const RoundTime&, const RoundTime&) = default;
};

/// What is known of an over-the-board event beside its rules; unknown texts are empty.
struct EventHead {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::string place;
  std::string date;  ///< `2026.11.21`, of the first day
  /// Other lines on the event of the TRF file from which it was imported: code and text.
  std::vector<std::pair<std::string, std::string>> report = {};
  std::string end_date = {};             ///< as `date`
  std::string federation = {};           ///< `GER`
  std::string arbiter = {};              ///< the chief arbiter
  std::string deputies = {};             ///< the deputy arbiters, separated by semicolons
  std::string time_control = {};         ///< as it was typed
  std::vector<RoundTime> schedule = {};  ///< by round; later rounds have none

  /// Of a round, which counts from 1.
  RoundTime time_of(std::uint64_t round) const {
    return round >= 1 && round <= schedule.size() ? schedule[round - 1] : RoundTime();
  }
};

/// The details of a player in a federation's report beside name and rating; unknown details are
/// empty.
struct PlayerDetails {
  std::string fide_id;     ///< digits
  std::string title;       ///< `GM`, `WFM`
  std::string federation;  ///< `GER`
  std::string sex;         ///< `m` or `w`
  std::string birth;       ///< `1998` or `1998/05/17`
};

/// A player's entry.
struct Entry {
  std::string name;
  std::optional<int> rating = {};
  std::string club = {};
  /// The number of missed rounds, the last ones, with half a point; unset: as many as the event
  /// allows.
  std::optional<std::uint64_t> half_byes = {};
  PlayerDetails details = {};
};

/// Changes of an entrant; unset members stay as they are.
struct EntrantChange {
  std::optional<std::string> name = {};
  std::optional<std::optional<int>> rating = {};  ///< set to nullopt: the rating is unknown
  std::optional<std::string> club = {};
  std::vector<std::pair<std::string PlayerDetails::*, std::string>> details = {};
};

/// A player of the event.
struct Entrant {
  std::string name;
  std::optional<int> rating;
  std::string club = {};                            ///< empty if unknown
  std::uint64_t first_round = 1;                    ///< the first round paired after the entry
  std::optional<std::uint64_t> last_round = {};     ///< set if the entrant has withdrawn
  std::vector<std::uint64_t> half_point_byes = {};  ///< rounds
  std::vector<std::uint64_t> zero_point_byes = {};  ///< rounds
  PlayerDetails details = {};

  /// Has the entrant entered before this round, and not withdrawn?
  bool is_present(std::uint64_t round) const {
    return first_round <= round && (!last_round || round <= *last_round);
  }
  /// Has the entrant withdrawn before the first round? Then it takes no part in the event.
  bool never_came() const { return last_round && *last_round == 0; }
};

/// Are two players of one name two people, by their FIDE IDs, otherwise by birth, otherwise by
/// club?
bool are_two_people(const Entry& a, const Entry& b);

/// An over-the-board event. A change that is refused throws EventError and changes nothing. The
/// same changes in the same order give the same event.
class Event {
 public:
  /// Throws EventError for terms that are not valid. A round-robin has as many rounds as its
  /// entrants need, and so has a knockout, in which a drawn match is followed by rounds in which
  /// the two meet again, colours swapped, until one wins.
  explicit Event(Terms terms);
  Event(System system, std::uint64_t rounds) : Event(Terms{system, rounds}) {}

  const Terms& terms() const { return terms_; }
  System system() const { return terms_.system; }
  bool is_swiss() const { return terms_.is_swiss(); }
  /// In the order of their entries; other functions name entrants by their index here.
  const std::vector<Entrant>& entrants() const { return entrants_; }
  const std::vector<Round>& rounds() const { return rounds_; }
  /// The groups of entrants that may not meet each other, and from which round on.
  const std::vector<ForbiddenPairs>& forbidden() const { return forbidden_; }
  /// The index of an entrant's name. Throws EventError for an unknown name.
  std::size_t find(std::string_view name) const;
  /// The best rating first, unknown ones last, equal ones in the order of entries; fixed once a
  /// round-robin or knockout has begun, in other systems with the fourth round (FIDE C.04.2, 2.3).
  /// If the list is fixed or was set, a later entrant is inserted before the first with a lower
  /// rating. Those who withdrew before the first round are last.
  std::vector<std::size_t> start_list() const;
  /// The number of entrants without those who withdrew before the first round.
  std::size_t participants() const;
  /// The number of planned rounds; in a knockout, if no further match is drawn.
  std::uint64_t planned_rounds() const;
  /// The number of rounds with all their results.
  std::size_t finished_rounds() const;
  bool is_over() const;
  /// Throws EventError if the last round has games without a result.
  void require_results() const;
  /// The rounds before the last in which the two have met at the board.
  std::vector<std::uint64_t> meetings(std::size_t a, std::size_t b) const;
  bool is_forbidden(std::size_t a, std::size_t b) const;
  /// The values of results.
  PointSystem points() const { return terms_.points.value_or(PointSystem()); }
  /// The points of a result for one side of a board; of a bye.
  double points_of(BoardResult result, int side) const;
  double points_of(ByeKind kind) const;
  /// The tie-breaks that were chosen, otherwise those of the system.
  std::vector<rating::TieBreakId> tie_breaks() const;

  /// Late entrants play from the next round on; only an event paired by points accepts any after
  /// its first pairing.
  void enter(const Entry& entry);
  void change(std::string_view name, const EntrantChange& change);
  /// Sets the number of rounds of an event paired by points, at least those that are paired.
  void set_rounds(std::uint64_t rounds);
  void set_half_byes(std::optional<std::uint64_t> most) { terms_.half_byes = most; }
  /// Only before the first pairing that follows from them.
  void set_points(const PointSystem& points);
  void set_tie_breaks(std::vector<rating::TieBreakId> tie_breaks);
  /// All entrants in the order of another program's pairing numbers. Only before the first pairing.
  void set_start_list(const std::vector<std::string>& names);
  /// The entrant is no longer paired. An open game stays on its board.
  void withdraw(std::string_view name);
  /// Reinstates an entrant after a withdrawal.
  void reinstate(std::string_view name);
  /// Half a point without a game in a round that is not paired yet.
  void grant_half_point_bye(std::string_view name, std::uint64_t round);
  /// No point and no game in a round that is not paired yet.
  void grant_zero_point_bye(std::string_view name, std::uint64_t round);
  /// None of these may meet another of them from the next round on; `allow` permits all these pairs
  /// again.
  void forbid(const std::vector<std::string>& names);
  void allow(const std::vector<std::string>& names);

  /// Adds a round as it was paired, now or earlier, without its results. All results of the last
  /// round must be there.
  void add_round(Round round);
  /// Removes the last round, which may have no result yet: later entries and withdrawals count as
  /// made before it.
  void remove_round();
  /// Two entrants change seats in the last round, opponents their colours; their boards may have no
  /// result yet. In a round-robin or knockout only opponents can.
  void swap_entrants(std::size_t a, std::size_t b);
  /// Two boards of the last round change numbers, which count from 1.
  void swap_boards(std::uint64_t a, std::uint64_t b);
  /// The first result of a board; `round` and `board` from 1.
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result);
  /// Replaces or removes a result. Later rounds stay as they were paired, so in a knockout with
  /// later rounds the winner must stay the same.
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);

 private:
  Board& board(std::uint64_t round, std::uint64_t board);
  std::vector<std::size_t> rated_list() const;
  void insert_by_rating(std::vector<std::size_t>& list, std::size_t entrant) const;
  /// The number of paired rounds that fix the start list.
  std::uint64_t rounds_to_fix() const { return is_swiss() ? 4 : 1; }
  void require_new_name(std::string_view name, const std::optional<std::size_t>& but = {}) const;
  std::uint64_t half_byes_of(const Entry& entry) const;
  void require_open_round(const Entrant& entrant, std::uint64_t round) const;

  Terms terms_;
  std::vector<Entrant> entrants_;
  std::unordered_map<std::string, std::size_t, NameHash, NameEqual> names_;
  std::vector<Round> rounds_;
  std::vector<ForbiddenPairs> forbidden_;
  std::vector<std::size_t> fixed_list_;  ///< the start list; empty before it is fixed
  std::vector<std::size_t> set_list_;    ///< by set_start_list()
};

}  // namespace schiri::otb
