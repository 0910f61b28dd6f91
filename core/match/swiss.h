#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/match/staged_schedule.h"

namespace schiri {

/// The Swiss system: in each round players of equal or almost equal scores meet, nobody twice as
/// long as that can be. Within a score group the upper half meets the lower half, in the order of
/// the list. With an odd number somebody of the lowest scores pauses, nobody twice as long as
/// others have not, and gets what a win of all its games would give. An encounter is two games with
/// colours swapped, or one; then nobody gets one colour more than once more often than the other,
/// unless that cannot be, and who begins with White is kept in balance likewise.
class Swiss final : public StagedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument.
  Swiss(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both);

  /// rounds * (players / 2) * 2, or half of it.
  std::uint64_t games() const override { return rounds_ * (players_.size() / 2) * legs_; }
  int bye_points() const override { return static_cast<int>(legs_); }

 private:
  struct Player {
    int points = 0;   ///< half points
    int colours = 0;  ///< how much more often White than Black, in first games
    int byes = 0;
    bool last_white = false;
    std::vector<int> met;  ///< how often, by player
  };
  struct Tolerance {
    int meetings;  ///< so often may two have met
    int colours;   ///< so much may a player's colours differ
  };
  struct Couple {
    std::size_t first, second;
  };

  void finish_stage(std::size_t begin) override;
  void pair_round();
  std::vector<std::size_t> ranking() const;
  std::vector<std::size_t> bye_candidates(const std::vector<std::size_t>& ranking) const;
  bool may_meet(std::size_t first, std::size_t second, const Tolerance& tolerance) const;
  std::optional<std::vector<Couple>> couples(const std::vector<std::size_t>& ranking,
                                             const Tolerance& tolerance) const;
  std::vector<std::size_t> preferences(const std::vector<std::size_t>& ranking,
                                       const std::vector<bool>& paired, std::size_t place) const;
  std::optional<std::vector<Couple>> couples_at(const std::vector<std::size_t>& ranking,
                                                int meetings) const;
  void append_round(const std::vector<Couple>& couples, std::optional<std::size_t> bye);
  bool begins(std::size_t first, std::size_t second, std::size_t board) const;

  std::vector<Player> players_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
  std::uint64_t round_ = 0;
};

}  // namespace schiri
