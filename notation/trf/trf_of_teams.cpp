#include "notation/trf/trf_of_teams.h"

#include "core/otb/standing.h"
#include "core/otb/teams.h"
#include "notation/text/printable.h"
#include "notation/trf/trf_teams.h"

namespace schiri::otb {

namespace {

/// Teams and their players by the numbers of the report.
class TeamLines {
 public:
  TeamLines(const Event& event, const std::vector<std::size_t>& numbers)
      : event_(event), teams_(event.entrants().size()), ids_(event.entrants().size()) {
    const auto people = otb::players(event);
    for (std::size_t p = 0; p < people.size(); ++p) ids_[people[p].team].push_back(numbers[p]);
    const auto list = event.start_list();
    for (std::size_t i = 0; i < list.size(); ++i) teams_[list[i]] = i + 1;
  }

  void print(std::ostream& out, TrfFormat format) const {
    const auto all = teams();
    const bool has_old_lines = format == TrfFormat::trf16;
    for (const TrfTeam& team : all) out << (has_old_lines ? trf_team_line(team) + '\n' : "");
    for (const TrfTeam& team : all) out << trf_new_team_line(team) << '\n';
    for (std::uint64_t round = 1; round <= event_.rounds().size(); ++round) {
      for (const Board& match : event_.rounds()[round - 1].boards) {
        print_lineups(out, round, match);
      }
    }
    print_byes(out);
    for (std::uint64_t round = 1; round <= event_.rounds().size(); ++round) {
      for (const Board& match : event_.rounds()[round - 1].boards) {
        if (!match.result || was_played(*match.result)) continue;
        out << trf_forfeit_line(*match.result, round, teams_[match.first], teams_[match.second])
            << '\n';
      }
    }
  }

 private:
  /// By their numbers.
  std::vector<TrfTeam> teams() const {
    std::vector<TrfTeam> teams(teams_.size());
    for (const StandingRow& line : otb::standing(event_, event_.finished_rounds())) {
      TrfTeam& team = teams[teams_[line.entrant] - 1];
      team.number = teams_[line.entrant];
      team.name = printable(event_.entrants()[line.entrant].name, 4096);
      team.strength = strength(event_, line.entrant);
      team.match_points = line.points;
      team.game_points = line.game_points;
      team.rank = line.place;
      team.players = ids_[line.entrant];
    }
    return teams;
  }

  /// Writes a line for each team of the match that does not field its first players.
  void print_lineups(std::ostream& out, std::uint64_t round, const Board& match) const {
    for (const bool is_first : {true, false}) {
      const std::size_t team = is_first ? match.first : match.second;
      std::vector<std::size_t> seated;
      bool is_usual = true;
      for (std::size_t i = 0; i < match.games.size(); ++i) {
        const auto& member = is_first ? match.games[i].first : match.games[i].second;
        seated.push_back(member ? ids_[team][*member] : 0);
        is_usual = is_usual && member == i;
      }
      if (is_usual) continue;
      out << trf_lineup_line(round, teams_[team], teams_[is_first ? match.second : match.first],
                             seated)
          << '\n';
    }
  }

  /// If pairings follow from points, the bye of an odd number of teams is a drawn match.
  void print_byes(std::ostream& out) const {
    std::vector<std::size_t> free;
    bool is_any = false;
    for (const Round& round : event_.rounds()) {
      free.push_back(0);
      for (const Bye& bye : round.byes) {
        if (bye.kind != ByeKind::pairing_allocated) continue;
        free.back() = teams_[bye.entrant];
        is_any = true;
      }
    }
    if (!is_any || !event_.is_swiss()) return;
    constexpr ByeKind kind = ByeKind::pairing_allocated;
    out << trf_bye_line(event_.points_of(kind), bye_game_points(event_, kind), free) << '\n';
  }

  const Event& event_;
  std::vector<std::size_t> teams_;             ///< numbers, by team
  std::vector<std::vector<std::size_t>> ids_;  ///< of the players, by team
};

}  // namespace

void print_trf_team_head(std::ostream& out, const Event& event) {
  if (event.terms().is_scheveningen) return;
  out << "352 ";
  for (std::uint64_t board = 0; board < event.terms().boards; ++board) out << "WB"[board % 2];
  out << '\n';
}

void print_trf_teams(std::ostream& out, const Event& event, const std::vector<std::size_t>& numbers,
                     TrfFormat format) {
  TeamLines(event, numbers).print(out, format);
}

}  // namespace schiri::otb
