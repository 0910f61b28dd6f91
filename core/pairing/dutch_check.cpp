#include "core/pairing/dutch_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/base/order.h"
#include "core/pairing/dutch_bracket.h"
#include "core/pairing/dutch_weights.h"

namespace schiri {

namespace {

using Pair = std::pair<std::size_t, std::size_t>;

/// A round from the players' lines.
struct GivenRound {
  std::vector<std::size_t> present;
  std::vector<CheckedBoard> boards;
  std::vector<std::size_t> byes;
};

GivenRound given_round(const SwissHistory& history, std::uint64_t round) {
  GivenRound given;
  for (std::size_t p = 0; p < history.players.size(); ++p) {
    const PlayedRound own = history.entry(p, round);
    if (!was_paired(own.result)) continue;
    given.present.push_back(p);
    if (own.result == RoundResult::paired_bye) given.byes.push_back(p);
    if (!own.opponent || *own.opponent < p) continue;
    const PlayedRound other = history.entry(*own.opponent, round);
    if (other.opponent != p) continue;
    const auto colour = own.colour ? own.colour : other.colour;
    const bool in_order = colour != Side::black && other.colour != Side::white;
    given.boards.push_back(
        {in_order ? p : *own.opponent, in_order ? *own.opponent : p, colour || other.colour});
  }
  return given;
}

/// Compares a round with the correct pairing, and finds the criterion by which that is better.
class Comparison {
 public:
  Comparison(const SwissHistory& history, std::uint64_t round)
      : given_(given_round(history, round)),
        players_(dutch_players(history, round, given_.present)),
        field_(players_),
        initial_(initial_colour(history)),
        right_(pair_dutch(players_, initial_)) {
    result_.round = round;
    place_.resize(players_.size());
    for (std::size_t i = 0; i < players_.size(); ++i) place_[field_.index(i)] = i;
    for (std::size_t i = 0; i < given_.present.size(); ++i) index_[given_.present[i]] = i;
    sort_boards();
  }

  RoundCheck run() {
    if (!right_) {
      for (std::size_t i = 0; i < given_.boards.size(); ++i) {
        result_.differing.push_back({i + 1, given_.boards[i], {}, {}, {}, "none"});
      }
      return std::move(result_);
    }
    compare_boards();
    compare_byes();
    if (result_.differing.empty()) return std::move(result_);
    const std::string_view criterion = find_criterion();
    for (DifferingBoard& board : result_.differing) board.criterion = criterion;
    return std::move(result_);
  }

 private:
  std::size_t place(std::size_t player) const { return place_[index_.at(player)]; }

  Pair by_place(const CheckedBoard& board) const {
    return std::minmax(place(board.white), place(board.black));
  }
  Pair by_place(const SwissPair& pair) const {
    return std::minmax(place_[pair.white], place_[pair.black]);
  }

  void sort_boards() {
    const auto rank = [&](const CheckedBoard& board) {
      const auto [higher, lower] = by_place(board);
      return std::tuple(-field_.player(higher).score, -field_.player(lower).score,
                        field_.player(higher).number);
    };
    std::sort(given_.boards.begin(), given_.boards.end(), by(rank));
  }

  /// Reports the correct opponent of a player.
  void expect(DifferingBoard& board, std::size_t player) const {
    for (const SwissPair& pair : right_->pairs) {
      if (given_.present[pair.white] != player && given_.present[pair.black] != player) continue;
      board.expected = {given_.present[pair.white], given_.present[pair.black]};
      return;
    }
    board.expected_bye = player;
  }

  void compare_boards() {
    std::set<std::size_t> seen(given_.byes.begin(), given_.byes.end());
    for (std::size_t i = 0; i < given_.boards.size(); ++i) {
      const CheckedBoard& board = given_.boards[i];
      seen.insert({board.white, board.black});
      DifferingBoard found{i + 1, board, {}, {}, {}, {}};
      expect(found, board.white);
      const auto& expected = found.expected;
      const bool is_pair =
          expected && (board.knows_colours || expected->white == board.white
                           ? expected->white == board.white && expected->black == board.black
                           : expected->white == board.black && expected->black == board.white);
      if (!is_pair) result_.differing.push_back(found);
    }
    std::size_t number = given_.boards.size();
    for (const std::size_t player : given_.present) {
      if (seen.count(player)) continue;
      DifferingBoard found{++number, {}, {}, {}, {}, {}};
      expect(found, player);
      if (found.expected) seen.insert({found.expected->white, found.expected->black});
      result_.differing.push_back(found);
    }
  }

  void compare_byes() {
    for (const std::size_t player : given_.byes) {
      if (right_->bye && given_.present[*right_->bye] == player) continue;
      DifferingBoard found{given_.boards.size() + 1, {}, player, {}, {}, {}};
      expect(found, player);
      result_.differing.push_back(found);
    }
  }

  std::string_view find_criterion() {
    field_.complete();
    for (const CheckedBoard& board : given_.boards) {
      const auto [a, b] = by_place(board);
      if (field_.may_meet(a, b)) continue;
      return may_meet_by_colours(field_.player(a), field_.player(b)) ? "C1" : "C3";
    }
    for (const std::size_t player : given_.byes) {
      if (!field_.is_odd() || !field_.player(place(player)).may_have_bye) return "C2";
      if (field_.player(place(player)).score != field_.bye_score()) return "C5";
    }
    return find_in_brackets();
  }

  static std::vector<Pair> within(const std::set<Pair>& pairs, std::size_t end,
                                  const std::vector<bool>& is_paired) {
    std::vector<Pair> list;
    for (const auto& pair : pairs) {
      if (pair.second < end && !is_paired[pair.first] && !is_paired[pair.second]) {
        list.push_back(pair);
      }
    }
    return list;
  }

  /// The first bracket with different pairs decides.
  std::string_view find_in_brackets() {
    std::set<Pair> given, right;
    for (const CheckedBoard& board : given_.boards) given.insert(by_place(board));
    for (const SwissPair& pair : right_->pairs) right.insert(by_place(pair));
    std::vector<bool> is_paired(field_.size());
    std::vector<std::size_t> floating;
    for (std::size_t begin = 0; begin < field_.size();) {
      const DutchBracket bracket = bracket_at(field_, floating, begin);
      const auto made = within(given, bracket.end, is_paired);
      const auto best = within(right, bracket.end, is_paired);
      if (made != best) return compare_candidates(bracket, made, best);
      for (std::size_t p = begin; p < bracket.end; ++p) floating.push_back(p);
      for (const auto& [higher, lower] : best) is_paired[higher] = is_paired[lower] = true;
      std::erase_if(floating, [&](std::size_t p) { return is_paired[p]; });
      begin = bracket.end;
    }
    return "colours";
  }

  std::string_view compare_candidates(const DutchBracket& bracket, std::vector<Pair> made,
                                      std::vector<Pair> best) {
    const auto made_floating = floaters(bracket, made), best_floating = floaters(bracket, best);
    const bool is_bye = field_.is_odd() && best_floating.size() == 1 &&
                        field_.bye_score() >= field_.player(bracket.begin).score;
    const DutchWeights weights(field_, bracket, players_left(field_, bracket), is_bye);
    if (is_bye && made_floating.size() == 1) {
      made.emplace_back(made_floating[0], field_.size());
      best.emplace_back(best_floating[0], field_.size());
    }
    const auto made_values = weights.values(made), best_values = weights.values(best);
    bool next_is_equal = false;
    for (std::size_t i = 0; i < best_values.size(); ++i) {
      const std::string_view criterion = best_values[i].criterion;
      if (!next_is_equal && criterion != "C6" && criterion != "C7") {
        next_is_equal = true;
        const auto made_next = next_values(bracket, made_floating);
        if (!made_next) return "C4";
        if (*made_next != next_values(bracket, best_floating)) return "C8";
      }
      if (made_values[i].sum < best_values[i].sum) return criterion;
      if (made_values[i].sum > best_values[i].sum) return "C4";
    }
    return "sequence";
  }

  std::vector<std::size_t> floaters(const DutchBracket& bracket,
                                    const std::vector<Pair>& pairs) const {
    std::vector<std::size_t> left = bracket.moved_down;
    for (std::size_t p = bracket.begin; p < bracket.end; ++p) left.push_back(p);
    std::erase_if(left, [&](std::size_t p) {
      return std::any_of(pairs.begin(), pairs.end(),
                         [p](const Pair& pair) { return pair.first == p || pair.second == p; });
    });
    return left;
  }

  /// The best values of C6 and C7 in the next bracket; nullopt if its players cannot all be paired.
  std::optional<std::vector<std::uint64_t>> next_values(const DutchBracket& bracket,
                                                        const std::vector<std::size_t>& floating) {
    std::vector<std::uint64_t> values;
    if (bracket.end == field_.size()) return values;
    const DutchBracket next = bracket_at(field_, floating, bracket.end);
    std::vector<std::size_t> mates(field_.size() + 1);
    const auto pairs = pair_bracket(field_, next, mates);
    if (!pairs) return std::nullopt;
    const DutchWeights weights(field_, next, players_left(field_, next), false);
    for (const auto& value : weights.values(*pairs)) {
      if (value.criterion == "C6" || value.criterion == "C7") values.push_back(value.sum);
    }
    return values;
  }

  GivenRound given_;
  std::vector<DutchPlayer> players_;
  DutchField field_;
  Side initial_;
  std::optional<SwissRound> right_;
  std::vector<std::size_t> place_;            ///< in the order, by index of the present
  std::map<std::size_t, std::size_t> index_;  ///< of the present, by player
  RoundCheck result_;
};

}  // namespace

RoundCheck check_dutch_round(const SwissHistory& history, std::uint64_t round) {
  return Comparison(history, round).run();
}

}  // namespace schiri
