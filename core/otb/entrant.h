#pragma once

// The participants of an over-the-board event: entries, changes, teams and players.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace schiri::otb {

/// The details of a player in a federation's report beside name and rating; unknown details are
/// empty.
struct PlayerDetails {
  std::string fide_id;     ///< digits
  std::string title;       ///< `GM`, `WFM`
  std::string federation;  ///< `GER`
  std::string sex;         ///< `m` or `w`
  std::string birth;       ///< `1998` or `1998/05/17`
  std::string category;    ///< categories for prizes in which the player is listed: `B, guests`
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
  std::string team = {};  ///< if teams play: the player becomes its last one
};

/// Changes of an entrant or a team's player; unset members stay as they are.
struct EntrantChange {
  std::optional<std::string> name = {};
  std::optional<std::optional<int>> rating = {};  ///< set to nullopt: the rating is unknown
  std::optional<std::string> club = {};
  std::vector<std::pair<std::string PlayerDetails::*, std::string>> details = {};
};

/// A player of a team.
struct TeamMember {
  std::string name;
  std::optional<int> rating = {};
  PlayerDetails details = {};
};

/// The players of a team in a round, from the first board on, as indices into its members.
struct TeamLineup {
  std::uint64_t round = 0;
  std::vector<std::size_t> members;
};

/// A participant in the pairing: a player, or a team if teams play.
struct Entrant {
  std::string name;
  std::optional<int> rating;
  std::string club = {};                            ///< empty if unknown
  std::uint64_t first_round = 1;                    ///< the first round paired after the entry
  std::optional<std::uint64_t> last_round = {};     ///< set if the entrant has withdrawn
  std::vector<std::uint64_t> half_point_byes = {};  ///< rounds
  std::vector<std::uint64_t> zero_point_byes = {};  ///< rounds
  std::optional<std::size_t> lot = {};              ///< drawn by hand, the lower the better
  PlayerDetails details = {};
  std::vector<TeamMember> members = {};  ///< of a team, in the order of its boards
  std::vector<TeamLineup> lineups = {};  ///< of rounds with lineups other than the first members

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

}  // namespace schiri::otb
