#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace schiri {

/// The tree of a knockout. If the higher seed wins every encounter, the first two meet in the
/// final, the first four in the semi-finals, and so on. If the number of players is not a power of
/// two, the highest seeds have no opponent in the first stage.
class Bracket {
 public:
  /// An encounter of two players. Either may be missing.
  struct Encounter {
    std::optional<std::size_t> first, second;
    std::optional<std::size_t> winner = {};  ///< may stay unset
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
  /// Pairs the winners of neighbouring encounters, unless this stage is undecided or the last.
  void advance();

 private:
  void begin_stage(const std::vector<std::optional<std::size_t>>& entrants);

  std::uint64_t stage_ = 0;
  std::vector<Encounter> encounters_;
};

}  // namespace schiri
