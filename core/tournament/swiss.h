#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/pairing/swiss_history.h"
#include "core/tournament/staged_schedule.h"

namespace schiri {

/// The number of players, the first ones of the list, from some round on.
struct SwissEntry {
  std::uint64_t round = 1;
  std::size_t players = 0;
};

/// The rules of a Swiss tournament: SwissPairing, or FIDE's Dutch system (pair_dutch), which falls
/// back to the former if it finds no pairing.
enum class SwissRules : std::uint8_t { own, dutch };

/// The Swiss system. A player with a bye gets the points of winning all games of an encounter. An
/// encounter is two games with colours swapped, or one. Players that enter later start without
/// points. A player that is out because of its failures is paired, and so gives its opponent the
/// points, but gets no bye while there are others.
class Swiss final : public StagedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument.
  Swiss(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both,
        SwissRules rules = SwissRules::own)
      : Swiss(std::vector<SwissEntry>{{1, players}}, rounds, legs, rules) {}
  /// The first entry is of round 1; none has a lower round or fewer players than the one before.
  /// `strikes`: by player, the failures after which it is out; nullopt or missing: never.
  Swiss(std::vector<SwissEntry> entries, std::uint64_t rounds, Legs legs,
        SwissRules rules = SwissRules::own, std::vector<std::optional<int>> strikes = {});

  /// In each round players / 2 * 2, or half of it.
  std::uint64_t games() const override;
  int bye_points() const override { return static_cast<int>(legs_); }
  void add_failure(std::uint64_t number, Side side) override;

 private:
  void finish_stage(std::size_t begin) override;
  void pair_round();
  SwissRound next_round() const;
  SwissHistory history() const;
  std::size_t players_in(std::uint64_t round) const;

  std::vector<SwissEntry> entries_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
  SwissRules rules_;
  std::vector<std::optional<int>> strikes_;  ///< by player, the failures that are left
  std::uint64_t round_ = 0;
};

}  // namespace schiri
