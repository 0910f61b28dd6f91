#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/pairing/dutch.h"

namespace schiri {

/// The players of a round in its order, from 0: permitted pairs and permitted byes.
class DutchField {
 public:
  explicit DutchField(const std::vector<DutchPlayer>& players);

  std::size_t size() const { return order_.size(); }
  bool is_odd() const { return size() % 2 == 1; }
  /// A player by place in the order.
  const DutchPlayer& player(std::size_t place) const { return (*players_)[order_[place]]; }
  const ColourWish& wish(std::size_t place) const { return wishes_[place]; }
  /// The player's index in the list.
  std::size_t index(std::size_t place) const { return order_[place]; }
  /// C1 and C3.
  bool may_meet(std::size_t a, std::size_t b) const { return may_meet_[a * size() + b] != 0; }
  /// C2 and C5.
  bool may_have_bye(std::size_t place) const {
    return player(place).may_have_bye && player(place).score == bye_score_;
  }
  /// The score of the player with the bye (C5). Requires an odd field.
  int bye_score() const { return bye_score_; }

  /// C4 and C5 for all: finds the score of the bye, and couples by place that pair all players (the
  /// place after the last is the bye); nullopt if that is impossible.
  std::optional<std::vector<std::size_t>> complete();

 private:
  std::optional<std::vector<std::size_t>> couples() const;

  const std::vector<DutchPlayer>* players_;
  std::vector<std::size_t> order_;
  std::vector<ColourWish> wishes_;
  std::vector<std::uint8_t> may_meet_;
  int bye_score_ = std::numeric_limits<int>::min();
};

}  // namespace schiri
