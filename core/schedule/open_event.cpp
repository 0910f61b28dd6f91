#include "core/schedule/open_event.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/names.h"
#include "core/schedule/circle.h"
#include "core/schedule/open_knockout.h"
#include "core/schedule/swiss_pairing.h"
#include "core/schedule/systems.h"

namespace schiri {

namespace {

constexpr std::array<std::string_view, 6> result_texts = {"1-0", "0-1", "1/2-1/2",
                                                          "+--", "--+", "---"};
constexpr std::size_t most_players = 2000;

/// In half points.
int lead_of_white(BoardResult result) { return half_points(result, 0) - half_points(result, 1); }

}  // namespace

std::string_view board_result_text(BoardResult result) {
  return result_texts[static_cast<std::size_t>(result)];
}

std::optional<BoardResult> find_board_result(std::string_view text) {
  const auto found = std::find(result_texts.begin(), result_texts.end(), text);
  if (found == result_texts.end()) return std::nullopt;
  return static_cast<BoardResult>(found - result_texts.begin());
}

std::optional<BoardResult> read_board_result(std::string_view typed) {
  constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {":", "-"},      {"\u2010", "-"}, {"\u2013", "-"},
      {"\u2014", "-"}, {"\u2212", "-"}, {"\u00bd", "1/2"}};
  constexpr std::pair<std::string_view, BoardResult> words[] = {
      {"1/2", BoardResult::draw},
      {"draw", BoardResult::draw},
      {"remis", BoardResult::draw},
      {"1-0f", BoardResult::white_by_forfeit},
      {"0-1f", BoardResult::black_by_forfeit},
      {"0-0f", BoardResult::both_forfeit}};
  std::string text(typed);
  for (const auto& [sign, plain] : signs) {
    for (auto at = text.find(sign); at != text.npos; at = text.find(sign, at + plain.size())) {
      text.replace(at, sign.size(), plain);
    }
  }
  for (const auto& [word, result] : words) {
    if (text == word) return result;
  }
  return find_board_result(text);
}

int half_points(BoardResult result, int side) {
  constexpr int table[6][2] = {{2, 0}, {0, 2}, {1, 1}, {2, 0}, {0, 2}, {0, 0}};
  return table[static_cast<std::size_t>(result)][side];
}

int half_points(ByeKind kind) { return kind == ByeKind::odd ? 2 : kind == ByeKind::asked ? 1 : 0; }

bool OpenRound::is_complete() const {
  return std::all_of(boards.begin(), boards.end(),
                     [](const Board& board) { return board.result.has_value(); });
}

std::vector<std::size_t> OpenEvent::start_list() const {
  std::vector<std::size_t> order(players_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return players_[a].rating.value_or(0) > players_[b].rating.value_or(0);
  });
  return order;
}

OpenKnockout OpenEvent::knockout_after(std::size_t rounds) const {
  return {start_list(), std::span(rounds_).first(std::min(rounds, rounds_.size()))};
}

OpenEvent::OpenEvent(System system, std::uint64_t rounds, Acceleration acceleration)
    : system_(system), rounds_planned_(rounds), acceleration_(acceleration) {
  if (!is_swiss() && system != System::round_robin && system != System::knockout) {
    throw OpenEventError("an event of people is dutch, swiss, roundrobin or knockout");
  }
  if (is_swiss() && (rounds < 1 || rounds > 1000)) {
    throw OpenEventError("a Swiss event has 1 to 1000 rounds");
  }
  if (acceleration != Acceleration::none && system != System::dutch) {
    throw OpenEventError("only rounds of the Dutch system can be accelerated");
  }
}

std::uint64_t OpenEvent::planned_rounds() const {
  if (is_swiss()) return rounds_planned_;
  if (system_ == System::knockout) {
    if (players_.size() < 2) return 0;
    const OpenKnockout knockout = knockout_after(rounds_.size());
    const bool is_last_of_stage =
        knockout.is_decided() || (!rounds_.empty() && !rounds_.back().is_complete());
    return rounds_.size() + static_cast<std::size_t>(std::bit_width(knockout.encounters())) -
           is_last_of_stage;
  }
  const std::size_t even = players_.size() + players_.size() % 2;
  return even < 2 ? 0 : even - 1;
}

bool OpenEvent::is_over() const {
  if (system_ == System::knockout) {
    return !rounds_.empty() && rounds_.back().is_complete() &&
           knockout_after(rounds_.size()).is_over();
  }
  return !rounds_.empty() && rounds_.size() >= planned_rounds() && rounds_.back().is_complete();
}

std::size_t OpenEvent::player(std::string_view name) const {
  const auto found = std::find_if(players_.begin(), players_.end(), [&](const Entrant& entrant) {
    return is_same_name(entrant.name, name);
  });
  if (found == players_.end()) {
    throw OpenEventError("no player named '" + std::string(name) + "' has entered");
  }
  return static_cast<std::size_t>(found - players_.begin());
}

void OpenEvent::enter(const EntrantName& entrant) {
  if (entrant.name.empty()) throw OpenEventError("a player needs a name");
  if (std::any_of(players_.begin(), players_.end(),
                  [&](const Entrant& other) { return is_same_name(other.name, entrant.name); })) {
    throw OpenEventError("'" + entrant.name + "' has entered already");
  }
  if (players_.size() == most_players) throw OpenEventError("an event has at most 2000 players");
  if (entrant.rating && (*entrant.rating < 0 || *entrant.rating > 9999)) {
    throw OpenEventError("a rating is a number from 0 to 9999");
  }
  if (!is_swiss() && !rounds_.empty()) {
    throw OpenEventError("a " + std::string(system_title(system_)) +
                         " takes nobody after its first pairing");
  }
  if (rounds_.size() >= planned_rounds() && is_swiss()) {
    throw OpenEventError("the last round is paired already");
  }
  players_.push_back({entrant.name, entrant.rating, rounds_.size() + 1, std::nullopt, {}});
}

void OpenEvent::withdraw(std::string_view name) {
  Entrant& entrant = players_[player(name)];
  if (entrant.last_round) throw OpenEventError("'" + entrant.name + "' has withdrawn already");
  entrant.last_round = rounds_.size();
}

void OpenEvent::ask_bye(std::string_view name, std::uint64_t round) {
  Entrant& entrant = players_[player(name)];
  if (!is_swiss()) {
    throw OpenEventError("a " + std::string(system_title(system_)) + " has no byes to ask for");
  }
  if (round <= rounds_.size()) {
    throw OpenEventError("round " + std::to_string(round) + " is paired already");
  }
  if (round > planned_rounds()) {
    throw OpenEventError("there is no round " + std::to_string(round) + ", the last is " +
                         std::to_string(planned_rounds()));
  }
  if (std::count(entrant.asked_byes.begin(), entrant.asked_byes.end(), round)) {
    throw OpenEventError("'" + entrant.name + "' has asked for this bye already");
  }
  entrant.asked_byes.push_back(round);
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
  }
  for (const RoundBye& bye : round.byes) place(bye.player);
  rounds_.push_back(std::move(round));
}

/// Later rounds follow from the results of earlier ones.
void OpenEvent::require_results() const {
  if (rounds_.empty() || rounds_.back().is_complete()) return;
  throw OpenEventError("round " + std::to_string(rounds_.size()) + " has games without a result");
}

OpenRound OpenEvent::next_round() const {
  require_results();
  if (players_.size() < 2) throw OpenEventError("a round needs at least two players");
  if (is_over()) {
    throw OpenEventError("the event is over after round " + std::to_string(rounds_.size()));
  }
  const std::uint64_t number = rounds_.size() + 1;
  if (system_ == System::knockout) return pair_knockout(number);
  OpenRound round = is_swiss() ? pair_by_points(number) : pair_round_robin(number);
  add_absent(round, number);
  if (round.boards.empty()) throw OpenEventError("fewer than two players are present");
  return round;
}

/// Who is paired in a round, in the order of the start list.
std::vector<std::size_t> OpenEvent::present(std::uint64_t round) const {
  std::vector<std::size_t> here = start_list();
  std::erase_if(here, [&](std::size_t p) {
    const auto& byes = players_[p].asked_byes;
    return !is_there(players_[p], round) || std::count(byes.begin(), byes.end(), round);
  });
  return here;
}

/// How many at the front of the start list: down to the last one of the first half of those who
/// were there for the first round.
std::size_t OpenEvent::accelerated_players() const {
  const auto list = start_list();
  const auto is_first = [&](std::size_t p) { return players_[p].first_round == 1; };
  const auto first = static_cast<std::size_t>(std::count_if(list.begin(), list.end(), is_first));
  std::size_t end = 0;
  for (std::size_t half = (first + 1) / 2; half > 0; ++end) half -= is_first(list[end]);
  return end;
}

SwissHistory OpenEvent::history() const {
  constexpr std::pair<RoundResult, RoundResult> results[] = {
      {RoundResult::win, RoundResult::loss},
      {RoundResult::loss, RoundResult::win},
      {RoundResult::draw, RoundResult::draw},
      {RoundResult::forfeit_win, RoundResult::forfeit_loss},
      {RoundResult::forfeit_loss, RoundResult::forfeit_win},
      {RoundResult::forfeit_loss, RoundResult::forfeit_loss}};
  constexpr RoundResult byes[] = {RoundResult::paired_bye, RoundResult::half_bye,
                                  RoundResult::absent};
  const auto list = start_list();
  std::vector<std::size_t> place(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) place[list[i]] = i;
  SwissHistory past;
  past.rounds_planned = rounds_planned_;
  past.initial_colour = Side::white;
  past.players.assign(list.size(), std::vector<PlayedRound>(rounds_.size()));
  for (std::size_t r = 0; r < rounds_.size(); ++r) {
    for (const auto& [player, kind] : rounds_[r].byes) {
      past.players[place[player]][r].result = byes[static_cast<std::size_t>(kind)];
    }
    for (const Board& board : rounds_[r].boards) {
      const std::size_t white = place[board.white], black = place[board.black];
      const auto& result =
          results[static_cast<std::size_t>(board.result.value_or(BoardResult::draw))];
      past.players[white][r] = {result.first, black, Side::white};
      past.players[black][r] = {result.second, white, Side::black};
    }
  }
  if (acceleration_ == Acceleration::baku) accelerate_baku(past, accelerated_players());
  return past;
}

OpenRound OpenEvent::pair_by_points(std::uint64_t round) const {
  return system_ == System::dutch ? pair_dutch(round) : pair_swiss(round);
}

OpenRound OpenEvent::pair_dutch(std::uint64_t round) const {
  const auto list = start_list();
  const auto here = present(round);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (std::count(here.begin(), here.end(), list[i])) places.push_back(i);
  }
  if (places.size() < 2) return {};
  const auto paired = schiri::pair_dutch(history(), round, places);
  if (!paired) {
    throw OpenEventError(
        "nobody can be paired any more: too many have met each other, need the same colour or "
        "have had a bye; fewer rounds would do");
  }
  OpenRound made;
  for (const auto& [white, black] : paired->pairs) {
    made.boards.push_back({list[white], list[black], std::nullopt});
  }
  if (paired->bye) made.byes.push_back({list[*paired->bye], ByeKind::odd});
  return made;
}

OpenRound OpenEvent::pair_swiss(std::uint64_t round) const {
  const std::vector<std::size_t> here = present(round);
  if (here.size() < 2) return {};
  std::vector<std::size_t> place(players_.size(), here.size());
  for (std::size_t i = 0; i < here.size(); ++i) place[here[i]] = i;
  const auto is_here = [&](std::size_t p) { return place[p] < here.size(); };

  SwissPlayer nothing;
  nothing.met.resize(here.size());
  std::vector<SwissPlayer> past(here.size(), nothing);
  for (const OpenRound& played : rounds_) {
    for (const auto& [player, kind] : played.byes) {
      if (!is_here(player)) continue;
      past[place[player]].points += half_points(kind);
      past[place[player]].byes += kind == ByeKind::odd;
    }
    for (const Board& board : played.boards) {
      const std::array<std::size_t, 2> both = {board.white, board.black};
      for (int side = 0; side < 2; ++side) {
        const std::size_t me = both[static_cast<std::size_t>(side)];
        if (!is_here(me)) continue;
        SwissPlayer& mine = past[place[me]];
        mine.points += half_points(*board.result, side);
        // Whoever won without a game has had its free point and may meet this opponent yet.
        if (!was_played(*board.result)) {
          mine.byes += half_points(*board.result, side) == 2;
          continue;
        }
        mine.colours += side == 0 ? 1 : -1;
        mine.last_white = side == 0;
        const std::size_t other = both[static_cast<std::size_t>(1 - side)];
        if (is_here(other)) ++mine.met[place[other]];
      }
    }
  }
  const SwissRound paired = SwissPairing(past, round, true).pair();
  OpenRound made;
  for (const auto& [white, black] : paired.couples) {
    made.boards.push_back({here[white], here[black], std::nullopt});
  }
  if (paired.bye) made.byes.push_back({here[*paired.bye], ByeKind::odd});
  return made;
}

/// Berger's tables: the circle turns by half its seats from round to round.
OpenRound OpenEvent::pair_round_robin(std::uint64_t round) const {
  const std::vector<std::size_t> list = start_list();
  const std::size_t seats = list.size() + list.size() % 2;
  const std::uint64_t turn = (round - 1) * (seats / 2) % (seats - 1);
  OpenRound made;
  for (std::uint64_t table = 0; table < seats / 2; ++table) {
    auto [white, black] = circle(seats, turn, table);
    if (table == 0 && round % 2 == 1) std::swap(white, black);
    const bool white_is_here = white < list.size() && is_there(players_[list[white]], round);
    const bool black_is_here = black < list.size() && is_there(players_[list[black]], round);
    if (white_is_here && black_is_here) {
      made.boards.push_back({list[white], list[black], std::nullopt});
    } else if (white_is_here || black_is_here) {
      const auto [alone, other] = white_is_here ? std::pair(white, black) : std::pair(black, white);
      // With an odd number everybody pauses once and gets nothing for it; whoever should have met
      // one who has left has won.
      const ByeKind kind = other < list.size() ? ByeKind::odd : ByeKind::absent;
      made.byes.push_back({list[alone], kind});
    }
  }
  return made;
}

OpenRound OpenEvent::pair_knockout(std::uint64_t round) const {
  OpenRound made = knockout_after(rounds_.size()).next_round([&](std::size_t player) {
    return is_there(players_[player], round);
  });
  if (made.boards.empty() && made.byes.empty()) throw OpenEventError("no players are left");
  return made;
}

/// Those who have neither an opponent nor a bye.
void OpenEvent::add_absent(OpenRound& round, std::uint64_t number) const {
  std::vector<bool> known(players_.size());
  for (const Board& board : round.boards) known[board.white] = known[board.black] = true;
  for (const RoundBye& bye : round.byes) known[bye.player] = true;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    if (known[p]) continue;
    const auto& byes = players_[p].asked_byes;
    const bool asked =
        is_there(players_[p], number) && std::count(byes.begin(), byes.end(), number) > 0;
    round.byes.push_back({p, asked ? ByeKind::asked : ByeKind::absent});
  }
}

Board& OpenEvent::board(std::uint64_t round, std::uint64_t board) {
  if (round < 1 || round > rounds_.size()) {
    throw OpenEventError("round " + std::to_string(round) + " is not paired");
  }
  auto& boards = rounds_[round - 1].boards;
  if (board < 1 || board > boards.size()) {
    throw OpenEventError("round " + std::to_string(round) + " has boards 1 to " +
                         std::to_string(boards.size()));
  }
  return boards[board - 1];
}

void OpenEvent::set_result(std::uint64_t round, std::uint64_t number, BoardResult result) {
  Board& place = board(round, number);
  if (place.result) {
    throw OpenEventError("board " + std::to_string(number) + " of round " + std::to_string(round) +
                         " has the result " + std::string(board_result_text(*place.result)) +
                         " already; use --correct to change it");
  }
  place.result = result;
}

void OpenEvent::correct_result(std::uint64_t round, std::uint64_t number,
                               std::optional<BoardResult> result) {
  Board& place = board(round, number);
  if (place.result == result) {
    throw OpenEventError("this is already the result of board " + std::to_string(number) +
                         " of round " + std::to_string(round) + " has");
  }
  if (!result && round < rounds_.size()) {
    throw OpenEventError("the next round is paired already, so this game needs a result");
  }
  if (system_ == System::knockout && round < rounds_.size() &&
      lead_of_white(*result) != lead_of_white(*place.result)) {
    throw OpenEventError("the next round is paired already, so nobody else can have won this game");
  }
  place.result = result;
}

std::vector<OpenStanding> OpenEvent::standing(std::size_t rounds) const {
  struct Meeting {
    std::size_t opponent;
    int half_points;
  };
  std::vector<int> points(players_.size());
  std::vector<std::vector<Meeting>> games(players_.size());
  for (std::size_t r = 0; r < std::min(rounds, rounds_.size()); ++r) {
    for (const auto& [player, kind] : rounds_[r].byes) points[player] += half_points(kind);
    for (const Board& board : rounds_[r].boards) {
      if (!board.result) continue;
      points[board.white] += half_points(*board.result, 0);
      points[board.black] += half_points(*board.result, 1);
      if (!was_played(*board.result)) continue;
      games[board.white].push_back({board.black, half_points(*board.result, 0)});
      games[board.black].push_back({board.white, half_points(*board.result, 1)});
    }
  }
  std::vector<OpenStanding> lines;
  for (std::size_t p = 0; p < players_.size(); ++p) {
    OpenStanding line;
    line.player = p;
    line.points = points[p] / 2.0;
    line.games = static_cast<int>(games[p].size());
    for (const Meeting& game : games[p]) {
      line.tie_breaks.add(line.points, points[game.opponent] / 2.0, game.half_points / 2.0, 1,
                          game.half_points == 2 ? 1 : 0);
    }
    lines.push_back(line);
  }
  std::vector<std::size_t> stages;
  if (system_ == System::knockout) stages = knockout_after(rounds).stages();
  const auto merit = [&](const OpenStanding& line) {
    if (stages.empty()) return std::pair(line.points, line.tie_breaks);
    return std::pair(static_cast<double>(stages[line.player]), rating::TieBreaks());
  };
  std::stable_sort(lines.begin(), lines.end(), [&](const OpenStanding& a, const OpenStanding& b) {
    return merit(a) != merit(b) ? merit(a) > merit(b)
                                : players_[a.player].name < players_[b.player].name;
  });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool equal = i > 0 && merit(lines[i]) == merit(lines[i - 1]);
    lines[i].place = equal ? lines[i - 1].place : i + 1;
  }
  return lines;
}

}  // namespace schiri
