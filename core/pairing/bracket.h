#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace schiri {

/// The tree of a knockout. Were the higher seed to win every game, the first two would meet in the
/// final, the first four in the semi-finals, and so on. Where the number of players is not a power
/// of two, the highest seeds have no opponent at first.
class Bracket {
 public:
  /// Two who are to meet until one has won. Either may be missing.
  struct Encounter {
    std::optional<std::size_t> first, second;
    std::optional<std::size_t> winner = {};  ///< also nobody, once it is decided
    bool is_decided = false;

    bool has(std::size_t player) const { return first == player || second == player; }
    bool is_complete() const { return first && second; }
    void decide(std::optional<std::size_t> who) {
      winner = who;
      is_decided = true;
    }
  };

  /// The players, the best one first.
  explicit Bracket(const std::vector<std::size_t>& seeded);

  /// From 1.
  std::uint64_t stage() const { return stage_; }
  /// The encounters of this stage, from the top of the tree to its bottom.
  std::vector<Encounter>& encounters() { return encounters_; }
  const std::vector<Encounter>& encounters() const { return encounters_; }

  /// Are all encounters of this stage decided?
  bool is_decided() const;
  bool is_over() const { return encounters_.size() == 1 && encounters_[0].is_decided; }
  /// Winners of neighbouring encounters meet, unless this stage is open or the last.
  void advance();

 private:
  void begin_stage(const std::vector<std::optional<std::size_t>>& entrants);

  std::uint64_t stage_ = 0;
  std::vector<Encounter> encounters_;
};

}  // namespace schiri
