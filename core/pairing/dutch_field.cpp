#include "core/pairing/dutch_field.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "core/pairing/matching.h"

namespace schiri {

DutchField::DutchField(const std::vector<DutchPlayer>& players)
    : players_(&players), order_(dutch_order(players)) {
  constexpr std::size_t most_players = 10000;
  if (size() > most_players) throw std::invalid_argument("a round has at most 10000 players");
  std::vector<std::size_t> place(size());
  for (std::size_t i = 0; i < size(); ++i) place[order_[i]] = i;
  for (std::size_t i = 0; i < size(); ++i) wishes_.push_back(colour_wish(player(i).colours));
  may_meet_.assign(size() * size(), 1);
  for (std::size_t i = 0; i < size(); ++i) {
    may_meet_[i * size() + i] = 0;
    for (const std::size_t other : player(i).met) {
      may_meet_[i * size() + place[other]] = may_meet_[place[other] * size() + i] = 0;
    }
  }
  for (std::size_t i = 0; i < size(); ++i) {
    if (wishes_[i].strength != Strength::absolute) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (wishes_[j].strength != Strength::absolute || may_meet_by_colours(player(i), player(j)))
        continue;
      may_meet_[i * size() + j] = may_meet_[j * size() + i] = 0;
    }
  }
}

std::optional<std::vector<std::size_t>> DutchField::couples() const {
  Matching matching(size() + size() % 2, [this](std::size_t a, std::size_t b) {
    if (a == size()) return may_have_bye(b);
    return b == size() ? may_have_bye(a) : may_meet(a, b);
  });
  if (!matching.complete()) return std::nullopt;
  std::vector<std::size_t> mates;
  for (std::size_t i = 0; i < size() + size() % 2; ++i) mates.push_back(matching.mate(i));
  return mates;
}

std::optional<std::vector<std::size_t>> DutchField::complete() {
  if (!is_odd()) return couples();
  std::set<int> scores;
  for (std::size_t i = 0; i < size(); ++i) {
    if (player(i).may_have_bye) scores.insert(player(i).score);
  }
  for (const int score : scores) {
    bye_score_ = score;
    if (auto found = couples()) return found;
  }
  return std::nullopt;
}

}  // namespace schiri
