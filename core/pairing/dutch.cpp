#include "core/pairing/dutch.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/order.h"
#include "core/pairing/dutch_bracket.h"
#include "core/pairing/matching.h"

namespace schiri {

ColourWish colour_wish(const std::vector<Side>& colours) {
  ColourWish wish;
  for (const Side colour : colours) wish.difference += colour == Side::white ? 1 : -1;
  const std::size_t games = colours.size();
  if (games == 0) return wish;
  if (games > 1 && colours[games - 1] == colours[games - 2]) wish.repeat = colours.back();
  const Side rarer = wish.difference > 0 ? Side::black : Side::white;
  if (std::abs(wish.difference) > 1) {
    wish.colour = rarer;
  } else if (wish.repeat) {
    wish.colour = opponent(*wish.repeat);
  } else {
    wish.colour = wish.difference != 0 ? rarer : opponent(colours.back());
  }
  wish.strength = std::abs(wish.difference) > 1 || wish.repeat ? Strength::absolute
                  : wish.difference != 0                       ? Strength::strong
                                                               : Strength::mild;
  return wish;
}

bool may_meet_by_colours(const DutchPlayer& a, const DutchPlayer& b) {
  if (a.is_topscorer || b.is_topscorer) return true;
  const ColourWish one = colour_wish(a.colours), other = colour_wish(b.colours);
  return one.strength != Strength::absolute || other.strength != Strength::absolute ||
         one.colour != other.colour;
}

std::vector<std::size_t> dutch_order(const std::vector<DutchPlayer>& players) {
  return numbers_by(players.size(),
                    [&](std::size_t p) { return std::pair(-players[p].score, players[p].number); });
}

namespace {

/// The latest colours of both players that differ, going back from their last games.
std::optional<std::pair<Side, Side>> last_difference(const std::vector<Side>& a,
                                                     const std::vector<Side>& b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t back = 1; back <= common; ++back) {
    const Side one = a[a.size() - back], other = b[b.size() - back];
    if (one != other) return std::pair(one, other);
  }
  return std::nullopt;
}

}  // namespace

bool higher_has_white(const DutchPlayer& higher, const DutchPlayer& lower, Side initial) {
  const ColourWish a = colour_wish(higher.colours), b = colour_wish(lower.colours);
  if (!a.colour && !b.colour) return (initial == Side::white) == (higher.number % 2 == 1);
  if (!b.colour || (a.colour && a.colour != b.colour)) return a.colour == Side::white;
  if (!a.colour) return b.colour == Side::black;
  const bool wants_white = a.colour == Side::white;
  if (a.strength != b.strength) return (a.strength > b.strength) == wants_white;
  if (a.strength == Strength::absolute && std::abs(a.difference) != std::abs(b.difference)) {
    return (std::abs(a.difference) > std::abs(b.difference)) == wants_white;
  }
  const auto past = last_difference(higher.colours, lower.colours);
  return past ? past->second == Side::white : wants_white;
}

namespace {

/// Pairs the brackets of a field from the top, by place.
std::vector<std::pair<std::size_t, std::size_t>> pair_brackets(const DutchField& field,
                                                               std::vector<std::size_t> mates) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> floating;
  for (std::size_t begin = 0; begin < field.size();) {
    const DutchBracket bracket = bracket_at(field, floating, begin);
    // The field can be paired, and each bracket leaves players that can be (C4).
    const auto made = pair_bracket(field, bracket, mates).value();
    for (std::size_t place = begin; place < bracket.end; ++place) floating.push_back(place);
    for (const auto& [higher, lower] : made) {
      pairs.emplace_back(higher, lower);
      std::erase_if(floating,
                    [&, h = higher, l = lower](std::size_t p) { return p == h || p == l; });
    }
    begin = bracket.end;
  }
  return pairs;
}

}  // namespace

std::optional<SwissRound> pair_dutch(const std::vector<DutchPlayer>& players, Side initial) {
  DutchField field(players);
  auto mates = field.complete();
  if (!mates) return std::nullopt;
  auto pairs = pair_brackets(field, std::move(*mates));
  const auto rank = [&](const std::pair<std::size_t, std::size_t>& pair) {
    const DutchPlayer &higher = field.player(pair.first), &lower = field.player(pair.second);
    return std::tuple(-higher.score, -lower.score, higher.number);
  };
  std::sort(pairs.begin(), pairs.end(), by(rank));
  SwissRound round;
  std::vector<bool> is_paired(field.size());
  for (const auto& [higher, lower] : pairs) {
    is_paired[higher] = is_paired[lower] = true;
    const bool in_order = higher_has_white(field.player(higher), field.player(lower), initial);
    round.pairs.push_back(
        {field.index(in_order ? higher : lower), field.index(in_order ? lower : higher)});
  }
  for (std::size_t place = 0; place < field.size(); ++place) {
    if (!is_paired[place]) round.bye = field.index(place);
  }
  return round;
}

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
