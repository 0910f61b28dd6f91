#pragma once

#include <cstdint>
#include <vector>

#include "core/pairing/swiss_history.h"
#include "core/tournament/staged_schedule.h"

namespace schiri {

/// How many players, the first ones of the list, there are from some round on.
struct SwissEntry {
  std::uint64_t round = 1;
  std::size_t players = 0;
};

/// By what rules a Swiss event is paired: SwissPairing's, or FIDE's Dutch ones (pair_dutch), and by
/// the former once the latter find no pairing.
enum class SwissRules : std::uint8_t { own, dutch };

/// The Swiss system. A player who pauses gets what winning all games of an encounter would give. An
/// encounter is two games with colours swapped, or one. Players who come in later begin with
/// nothing.
class Swiss final : public StagedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument.
  Swiss(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both,
        SwissRules rules = SwissRules::own)
      : Swiss(std::vector<SwissEntry>{{1, players}}, rounds, legs, rules) {}
  /// The first entry is of round 1; none has a lower round or fewer players than the one before.
  Swiss(std::vector<SwissEntry> entries, std::uint64_t rounds, Legs legs,
        SwissRules rules = SwissRules::own);

  /// In each round players / 2 * 2, or half of it.
  std::uint64_t games() const override;
  int bye_points() const override { return static_cast<int>(legs_); }

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
  std::uint64_t round_ = 0;
};

}  // namespace schiri
