#include "core/otb/event.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "core/base/names.h"
#include "core/otb/knockout.h"
#include "core/tournament/systems.h"

namespace schiri {

namespace {

constexpr std::size_t most_players = 2000;
constexpr std::uint64_t most_rounds = 1000;

bool has(const std::vector<std::uint64_t>& rounds, std::uint64_t round) {
  return std::find(rounds.begin(), rounds.end(), round) != rounds.end();
}

void require_rounds(std::uint64_t rounds) {
  if (rounds >= 1 && rounds <= most_rounds) return;
  throw OpenEventError("a Swiss event has 1 to " + std::to_string(most_rounds) + " rounds");
}

void require_teams(const OpenTerms& terms) {
  if (terms.boards > 100) throw OpenEventError("a match between teams has 1 to 100 boards");
  if (terms.boards > 0 && terms.acceleration != Acceleration::none) {
    throw OpenEventError("rounds of teams cannot be accelerated");
  }
  if (!terms.is_scheveningen) return;
  if (terms.boards == 0) throw OpenEventError("by the Scheveningen system two teams play");
  if (terms.system != System::round_robin || terms.cycles != 1) {
    throw OpenEventError("by the Scheveningen system everybody meets everybody once");
  }
}

void require_rating(const std::optional<int>& rating) {
  if (!rating || (*rating >= 0 && *rating <= 9999)) return;
  throw OpenEventError("a rating is a number from 0 to 9999");
}

void require_games(const OpenTerms& terms) {
  if (terms.cycles < 1 || terms.cycles > 10) {
    throw OpenEventError("in a round-robin everybody meets everybody 1 to 10 times");
  }
  if (terms.games < 1 || terms.games > 100) {
    throw OpenEventError("a match of a knockout has 1 to 100 games");
  }
  if (terms.cycles > 1 && terms.system != System::round_robin) {
    throw OpenEventError("only in a round-robin does everybody meet everybody");
  }
  if ((terms.games > 1 || terms.third_place) && terms.system != System::knockout) {
    throw OpenEventError("only a knockout has matches, and one for the third place");
  }
}

}  // namespace

int half_points(ByeKind kind) {
  if (kind == ByeKind::odd || kind == ByeKind::full) return 2;
  return kind == ByeKind::asked ? 1 : 0;
}

bool OpenRound::is_complete() const {
  return std::all_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.result.has_value(); });
}

bool OpenRound::has_results() const {
  return std::any_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.is_begun(); });
}

bool Board::is_begun() const {
  if (games.empty()) return result.has_value();
  return std::any_of(games.begin(), games.end(),
                     [](const TeamGame& game) { return game.result && !game.is_empty(); });
}

OpenEvent::OpenEvent(OpenTerms terms) : terms_(std::move(terms)) {
  if (!is_swiss() && system() != System::round_robin && system() != System::knockout) {
    throw OpenEventError("an over-the-board event is dutch, swiss, roundrobin or knockout");
  }
  if (is_swiss()) require_rounds(terms_.rounds);
  if (terms_.acceleration != Acceleration::none && system() != System::dutch) {
    throw OpenEventError("only rounds of the Dutch system can be accelerated");
  }
  if (terms_.half_byes && !is_swiss()) {
    throw OpenEventError("a " + std::string(system_title(system())) + " has no half-point byes");
  }
  require_games(terms_);
  require_teams(terms_);
  require_fitting(terms_.tie_breaks);
}

/// A list of tie-breaks may hold those of teams only where teams play.
void OpenEvent::require_fitting(std::span<const rating::TieBreakId> tie_breaks) const {
  for (const auto id : tie_breaks) {
    if (has_teams() || !is_of_teams(id)) continue;
    throw OpenEventError("the tie-break " + std::string(rating::name_of(id).code) +
                         " is one of teams");
  }
}

std::vector<std::size_t> OpenEvent::start_list() const {
  if (!fixed_list_.empty()) return fixed_list_;
  std::vector<int> ratings;
  for (std::size_t p = 0; p < players_.size(); ++p) ratings.push_back(strength(p).value_or(0));
  const auto is_stronger = [&](std::size_t a, std::size_t b) { return ratings[a] > ratings[b]; };
  std::vector<std::size_t> order(players_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (set_list_.empty()) {
    std::stable_sort(order.begin(), order.end(), is_stronger);
    return order;
  }
  order = set_list_;
  for (std::size_t p = order.size(); p < players_.size(); ++p) {
    const auto weaker = std::find_if(order.begin(), order.end(),
                                     [&](std::size_t other) { return is_stronger(p, other); });
    order.insert(weaker, p);
  }
  return order;
}

OpenKnockout OpenEvent::knockout_after(std::size_t rounds) const {
  return {start_list(), std::span(rounds_).first(std::min(rounds, rounds_.size())), terms_.games,
          terms_.third_place};
}

std::uint64_t OpenEvent::planned_rounds() const {
  if (is_swiss()) return terms_.rounds;
  if (system() == System::knockout) {
    if (players_.size() < 2) return 0;
    return rounds_.size() + knockout_after(rounds_.size()).rounds_left();
  }
  if (terms_.is_scheveningen) return players_.size() == 2 ? terms_.boards : 0;
  const std::size_t even = players_.size() + players_.size() % 2;
  return even < 2 ? 0 : terms_.cycles * (even - 1);
}

std::size_t OpenEvent::finished_rounds() const {
  return rounds_.size() - (!rounds_.empty() && !rounds_.back().is_complete());
}

bool OpenEvent::is_over() const {
  if (rounds_.empty() || !rounds_.back().is_complete()) return false;
  if (system() == System::knockout) return knockout_after(rounds_.size()).is_over();
  return rounds_.size() >= planned_rounds();
}

std::string OpenEvent::round_name(std::uint64_t round) const {
  return system() == System::knockout ? knockout_after(round).round_name() : "";
}

std::size_t OpenEvent::player(std::string_view name) const {
  const auto found = std::find_if(players_.begin(), players_.end(), [&](const Entrant& entrant) {
    return is_same_name(entrant.name, name);
  });
  if (found == players_.end()) {
    throw OpenEventError("no " + std::string(word()) + " named '" + std::string(name) +
                         "' has entered");
  }
  return static_cast<std::size_t>(found - players_.begin());
}

std::vector<std::uint64_t> OpenEvent::meetings(std::size_t a, std::size_t b) const {
  std::vector<std::uint64_t> met;
  for (std::size_t r = 0; r + 1 < rounds_.size(); ++r) {
    for (const Board& board : rounds_[r].boards) {
      const bool are_these =
          (board.white == a && board.black == b) || (board.white == b && board.black == a);
      if (are_these && board.result && was_played(*board.result)) met.push_back(r + 1);
    }
  }
  return met;
}

/// No player and no team may be called like this; the one called `but` is about to lose its name.
void OpenEvent::require_new_name(std::string_view name, const std::string* but) const {
  if (name.empty()) throw OpenEventError("a player needs a name");
  const auto require_other = [&](const std::string& known) {
    if (&known == but || !is_same_name(known, name)) return;
    throw OpenEventError("'" + std::string(name) + "' has entered already");
  };
  for (const Entrant& entrant : players_) {
    require_other(entrant.name);
    for (const TeamMember& member : entrant.members) require_other(member.name);
  }
}

void OpenEvent::enter(const EntrantName& entrant) {
  require_new_name(entrant.name);
  require_rating(entrant.rating);
  if (has_teams()) return enter_member(entrant);
  if (!entrant.team.empty()) throw OpenEventError("in this event nobody plays for a team");
  add_entrant(entrant);
}

Entrant& OpenEvent::add_entrant(const EntrantName& entrant) {
  if (players_.size() == most_players) {
    throw OpenEventError("an event has at most 2000 " + std::string(word()) + "s");
  }
  if (!is_swiss() && !rounds_.empty()) {
    throw OpenEventError("a " + std::string(system_title(system())) +
                         " takes nobody after its first pairing");
  }
  if (rounds_.size() >= planned_rounds() && is_swiss()) {
    throw OpenEventError("the last round is paired already");
  }
  const std::uint64_t half_byes = entrant.half_byes.value_or(
      std::min<std::uint64_t>(terms_.half_byes.value_or(0), rounds_.size()));
  if (half_byes > rounds_.size()) {
    throw OpenEventError("'" + entrant.name + "' has missed " + std::to_string(rounds_.size()) +
                         " rounds, not " + std::to_string(half_byes));
  }
  if (terms_.half_byes && half_byes > *terms_.half_byes) {
    throw OpenEventError("this event allows " + std::to_string(*terms_.half_byes) +
                         " half-point byes");
  }
  Entrant& added = players_.emplace_back();
  added.name = entrant.name;
  added.rating = entrant.rating;
  added.club = entrant.club;
  added.details = entrant.details;
  added.first_round = rounds_.size() + 1;
  for (std::uint64_t round = rounds_.size(); round > rounds_.size() - half_byes; --round) {
    rounds_[round - 1].byes.push_back({players_.size() - 1, ByeKind::asked});
    added.half_point_byes.push_back(round);
  }
  return added;
}

namespace {

template <class Somebody>
void apply(Somebody& somebody, const EntrantChange& change) {
  if (change.name) somebody.name = *change.name;
  if (change.rating) somebody.rating = *change.rating;
  for (const auto& [field, text] : change.details) somebody.details.*field = text;
}

}  // namespace

void OpenEvent::change(std::string_view name, const EntrantChange& change) {
  TeamMember* member = find_member(name);
  Entrant* entrant = member ? nullptr : &players_[player(name)];
  if (change.name) require_new_name(*change.name, member ? &member->name : &entrant->name);
  if (change.rating) require_rating(*change.rating);
  if (change.club && has_teams()) throw OpenEventError("a club is not told of teams");
  member ? apply(*member, change) : apply(*entrant, change);
  if (change.club) entrant->club = *change.club;
}

void OpenEvent::set_rounds(std::uint64_t rounds) {
  if (!is_swiss()) {
    throw OpenEventError("the rounds of a " + std::string(system_title(system())) +
                         " follow from its players");
  }
  require_rounds(rounds);
  if (rounds < rounds_.size()) {
    throw OpenEventError("round " + std::to_string(rounds_.size()) + " is paired already");
  }
  terms_.rounds = rounds;
}

void OpenEvent::set_tie_breaks(std::vector<rating::TieBreakId> tie_breaks) {
  require_fitting(tie_breaks);
  terms_.tie_breaks = std::move(tie_breaks);
}

void OpenEvent::set_start_list(const std::vector<std::string>& names) {
  if (!rounds_.empty()) throw OpenEventError("the first round is paired already");
  std::vector<std::size_t> list;
  std::vector<bool> known(players_.size());
  for (const std::string& name : names) {
    list.push_back(player(name));
    if (known[list.back()]) throw OpenEventError("'" + name + "' is twice in the start list");
    known[list.back()] = true;
  }
  if (list.size() != players_.size()) {
    throw OpenEventError("the start list does not have everybody who has entered");
  }
  set_list_ = std::move(list);
}

void OpenEvent::withdraw(std::string_view name) {
  Entrant& entrant = players_[player(name)];
  if (entrant.last_round) throw OpenEventError("'" + entrant.name + "' has withdrawn already");
  if (terms_.is_scheveningen) {
    throw OpenEventError(
        "by the Scheveningen system both teams play all rounds; who has left stays "
        "out of the lineup");
  }
  entrant.last_round = rounds_.size();
}

void OpenEvent::reinstate(std::string_view name) {
  Entrant& entrant = players_[player(name)];
  if (!entrant.last_round) throw OpenEventError("'" + entrant.name + "' has not withdrawn");
  if (system() == System::knockout && *entrant.last_round < rounds_.size()) {
    throw OpenEventError("the knockout has gone on without '" + entrant.name + "'");
  }
  entrant.last_round.reset();
}

/// Can there be a bye of this player?
void OpenEvent::require_open_round(const Entrant& entrant, std::uint64_t round) const {
  if (!is_swiss()) {
    throw OpenEventError("a " + std::string(system_title(system())) +
                         " has no byes to ask for; a game that is not played has the result +-- "
                         "or --+");
  }
  if (round <= rounds_.size()) {
    throw OpenEventError("round " + std::to_string(round) + " is paired already");
  }
  if (round > planned_rounds()) {
    throw OpenEventError("there is no round " + std::to_string(round) + ", the last is " +
                         std::to_string(planned_rounds()));
  }
  if (has(entrant.half_point_byes, round)) {
    throw OpenEventError("'" + entrant.name + "' has a half-point bye in this round already");
  }
  if (has(entrant.zero_point_byes, round)) {
    throw OpenEventError("'" + entrant.name + "' has a zero-point bye in this round already");
  }
}

void OpenEvent::grant_half_point_bye(std::string_view name, std::uint64_t round) {
  Entrant& entrant = players_[player(name)];
  require_open_round(entrant, round);
  if (terms_.half_byes && entrant.half_point_byes.size() >= *terms_.half_byes) {
    throw OpenEventError("'" + entrant.name + "' has had all half-point byes that this event " +
                         "allows (" + std::to_string(*terms_.half_byes) + ")");
  }
  entrant.half_point_byes.push_back(round);
}

void OpenEvent::grant_zero_point_bye(std::string_view name, std::uint64_t round) {
  Entrant& entrant = players_[player(name)];
  require_open_round(entrant, round);
  entrant.zero_point_byes.push_back(round);
}

void OpenEvent::forbid(const std::vector<std::string>& names) {
  if (!is_swiss()) {
    throw OpenEventError("the pairings of a " + std::string(system_title(system())) +
                         " are fixed, none can be forbidden");
  }
  std::vector<std::size_t> group;
  for (const std::string& name : names) {
    const std::size_t number = player(name);
    if (std::count(group.begin(), group.end(), number)) {
      throw OpenEventError("'" + players_[number].name + "' is named twice");
    }
    group.push_back(number);
  }
  if (group.size() < 2) throw OpenEventError("it takes two who may not meet");
  forbidden_.push_back({std::move(group), rounds_.size() + 1});
}

void OpenEvent::allow(const std::vector<std::string>& names) {
  std::vector<std::size_t> group;
  for (const std::string& name : names) group.push_back(player(name));
  const auto is_named = [&](std::size_t p) {
    return std::find(group.begin(), group.end(), p) != group.end();
  };
  std::vector<ForbiddenPairs> left;
  bool found = false;
  for (const auto& [old, first_round, last_round] : forbidden_) {
    for (std::size_t i = 0; i < old.size(); ++i) {
      for (std::size_t j = i + 1; j < old.size(); ++j) {
        const bool is_allowed = is_named(old[i]) && is_named(old[j]);
        found |= is_allowed;
        if (!is_allowed) left.push_back({{old[i], old[j]}, first_round, last_round});
      }
    }
  }
  if (!found) throw OpenEventError("these are not forbidden to meet");
  forbidden_ = std::move(left);
}

bool OpenEvent::is_forbidden(std::size_t a, std::size_t b) const {
  return std::any_of(forbidden_.begin(), forbidden_.end(), [&](const auto& pairs) {
    const auto& group = pairs.players;
    return a != b && std::find(group.begin(), group.end(), a) != group.end() &&
           std::find(group.begin(), group.end(), b) != group.end();
  });
}

bool OpenEvent::is_there(const Entrant& entrant, std::uint64_t round) const {
  return entrant.first_round <= round && (!entrant.last_round || round <= *entrant.last_round);
}

void OpenEvent::add_round(OpenRound round) {
  require_results();
  std::vector<bool> known(players_.size());
  const auto place = [&](std::size_t player) {
    if (player >= known.size() || known[player]) {
      throw OpenEventError("a round has a player twice, or one that has not entered");
    }
    known[player] = true;
  };
  for (Board& board : round.boards) {
    place(board.white);
    place(board.black);
    board.result.reset();
    if (!has_teams()) continue;
    if (board.games.empty()) seat(board, rounds_.size() + 1);
    require_seated(board);
    settle(board);
  }
  for (const RoundBye& bye : round.byes) place(bye.player);
  if (!is_swiss() && rounds_.empty()) fixed_list_ = start_list();
  if (system() == System::round_robin) name_free_players(round, rounds_.size() + 1);
  rounds_.push_back(std::move(round));
}

void OpenEvent::remove_round() {
  if (rounds_.empty()) throw OpenEventError("no round is paired");
  const std::uint64_t number = rounds_.size();
  if (rounds_.back().has_results()) {
    throw OpenEventError("round " + std::to_string(number) + " has results already");
  }
  rounds_.pop_back();
  for (Entrant& entrant : players_) {
    if (entrant.first_round > number) {
      entrant.first_round = number;
      std::erase(entrant.half_point_byes, number);
    }
    if (entrant.last_round == number) entrant.last_round = number - 1;
  }
  for (ForbiddenPairs& pairs : forbidden_) {
    pairs.first_round = std::min<std::uint64_t>(pairs.first_round, number);
  }
  if (rounds_.empty()) fixed_list_.clear();
}

namespace {

/// Where a player sits in a round.
struct Seat {
  Board* board = nullptr;
  RoundBye* bye = nullptr;

  std::size_t& player(std::size_t who) const {
    if (bye) return bye->player;
    return board->white == who ? board->white : board->black;
  }
  void set_by_hand() const { (bye ? bye->by_hand : board->by_hand) = true; }
};

Seat seat_of(OpenRound& round, std::size_t player) {
  for (Board& board : round.boards) {
    if (board.white == player || board.black == player) return {&board, nullptr};
  }
  for (RoundBye& bye : round.byes) {
    if (bye.player == player) return {nullptr, &bye};
  }
  return {};
}

}  // namespace

void OpenEvent::swap_players(std::size_t a, std::size_t b) {
  if (rounds_.empty()) throw OpenEventError("no round is paired");
  if (a == b) throw OpenEventError("it takes two to change seats");
  const Seat one = seat_of(rounds_.back(), a), other = seat_of(rounds_.back(), b);
  for (const auto& [seat, who] : {std::pair(one, a), std::pair(other, b)}) {
    const bool can =
        seat.board ? !seat.board->is_begun() : seat.bye && seat.bye->kind == ByeKind::odd;
    if (can) continue;
    throw OpenEventError("'" + players_[who].name + "' " +
                         (seat.board ? "has a result already" : "is not paired in this round"));
  }
  if (!one.board && !other.board) throw OpenEventError("both have the bye");
  if (terms_.is_scheveningen) {
    throw OpenEventError("by the Scheveningen system the tables say who has White");
  }
  if (one.board == other.board && one.board) {
    std::swap(one.board->white, one.board->black);
  } else if (!is_swiss()) {
    throw OpenEventError("in a " + std::string(system_title(system())) +
                         " only opponents can change seats");
  } else {
    std::size_t &here = one.player(a), &there = other.player(b);
    std::swap(here, there);
  }
  one.set_by_hand();
  other.set_by_hand();
  for (const Seat& changed : {one, other}) {
    if (changed.board && has_teams()) seat(*changed.board, rounds_.size());
  }
}

void OpenEvent::swap_boards(std::uint64_t a, std::uint64_t b) {
  if (rounds_.empty()) throw OpenEventError("no round is paired");
  if (a == b) throw OpenEventError("it takes two boards to change numbers");
  Board &one = board(rounds_.size(), a), &other = board(rounds_.size(), b);
  if (one.is_begun() || other.is_begun()) {
    throw OpenEventError("these boards have a result already");
  }
  std::swap(one, other);
}

Board& OpenEvent::board(std::uint64_t round, std::uint64_t board) {
  if (round < 1 || round > rounds_.size()) {
    throw OpenEventError("round " + std::to_string(round) + " is not paired");
  }
  auto& boards = rounds_[round - 1].boards;
  if (board < 1 || board > boards.size()) {
    throw OpenEventError("round " + std::to_string(round) +
                         (has_teams() ? " has matches 1 to " : " has boards 1 to ") +
                         std::to_string(boards.size()));
  }
  return boards[board - 1];
}

void OpenEvent::set_result(std::uint64_t round, std::uint64_t number, BoardResult result) {
  std::optional<BoardResult>& place = result_at(round, number);
  if (place) {
    throw OpenEventError("board " + table_name(number) + " of round " + std::to_string(round) +
                         " has the result " + std::string(board_result_text(*place)) +
                         " already; --correct changes it, * takes it away");
  }
  place = result;
  settle(board_of_table(round, number));
}

void OpenEvent::correct_result(std::uint64_t round, std::uint64_t number,
                               std::optional<BoardResult> result) {
  std::optional<BoardResult>& place = result_at(round, number);
  if (place == result) {
    throw OpenEventError("this is already the result of board " + table_name(number) +
                         " of round " + std::to_string(round));
  }
  if (!result && has_teams() && is_half_empty(round, number)) {
    throw OpenEventError("board " + table_name(number) +
                         " has not two players, so it has a result");
  }
  if (!result && round < rounds_.size()) {
    throw OpenEventError("the next round is paired already, so this game needs a result");
  }
  std::vector<OpenKnockout> stood;
  if (system() == System::knockout) {
    for (std::size_t r = round; r < rounds_.size(); ++r) stood.push_back(knockout_after(r));
  }
  Board& pair = board_of_table(round, number);
  const Board before = pair;
  place = result;
  settle(pair);
  for (std::size_t i = 0; i < stood.size(); ++i) {
    if (knockout_after(round + i).stands_as(stood[i])) continue;
    pair = before;
    throw OpenEventError("the next round is paired already, so nobody else can have won this game");
  }
}

}  // namespace schiri
