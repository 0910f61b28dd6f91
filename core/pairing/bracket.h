#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace schiri {

/// The tree of a knockout. If the higher seed wins every encounter, the first two meet in the
/// final, the first four in the semi-finals, and so on. If the number of players is not a power of
/// two, the highest seeds have no opponent in the first stage. The losers of the semi-finals may
/// meet for the third place, in a last encounter beside the final.
class Bracket {
 public:
  /// An encounter of two players, and its score. Either player may be missing.
  struct Encounter {
    std::optional<std::size_t> first, second;
    std::optional<std::size_t> winner = {};  ///< may stay unset
    bool is_decided = false;
    int lead = 0;                                ///< of the first, in half points
    std::uint64_t games = 0;                     ///< that count
    bool is_open = false;                        ///< the last game has no result
    std::optional<std::size_t> last_white = {};  ///< of the last game

    bool has(std::size_t player) const { return first == player || second == player; }
    bool is_complete() const { return first && second; }
    /// A game of White is `ahead` half points better than Black's.
    void add(std::size_t white, int ahead) { lead += first == white ? ahead : -ahead; }
    void decide(std::optional<std::size_t> who) {
      winner = who;
      is_decided = true;
    }
  };

  /// The players, the best one first.
  explicit Bracket(const std::vector<std::size_t>& seeded, bool third_place = false);

  /// From 1.
  std::uint64_t stage() const { return stage_; }
  /// The encounters of this stage, from the top of the tree to its bottom, then that for the third
  /// place.
  std::vector<Encounter>& encounters() { return encounters_; }
  const std::vector<Encounter>& encounters() const { return encounters_; }

  /// Are all encounters of this stage decided?
  bool is_decided() const;
  bool is_over() const { return width() == 1 && is_decided(); }
  /// The encounters of this stage without that for the third place.
  std::size_t width() const { return encounters_.size() - has_third_place_; }
  bool has_third_place() const { return has_third_place_; }
  /// The encounter of a player in this stage; null if the player is out.
  Encounter* find(std::size_t player);
  /// Pairs the winners of neighbouring encounters, unless this stage is undecided or the last.
  void advance();

 private:
  void begin_stage(const std::vector<std::optional<std::size_t>>& entrants);

  bool third_place_;
  bool has_third_place_ = false;  ///< the last encounter is for it
  std::uint64_t stage_ = 0;
  std::vector<std::size_t> places_;  ///< by player, from the top of the tree
  std::vector<Encounter> encounters_;
};

}  // namespace schiri
