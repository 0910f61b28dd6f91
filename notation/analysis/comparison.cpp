#include "notation/analysis/comparison.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/message.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "core/match/turn_comment.h"
#include "core/tournament/stop_rule.h"
#include "notation/records/pgn/turn_data.h"

namespace schiri {

namespace {

constexpr std::size_t most_partings = 20;
/// Games of a group of openings, on average and to be called dead.
constexpr std::uint64_t least_games = 6;

/// The columns of results, of which `results` finds those of a row.
template <class Row>
Columns<Row> result_columns(rating::Wdl Row::*results) {
  return {{{"games", message("games"), Holds::count},
           [=](const Row& row) { return (row.*results).games(); }},
          {{"wins", message("wins"), Holds::count},
           [=](const Row& row) { return (row.*results).wins; }},
          {{"draws", message("draws"), Holds::count},
           [=](const Row& row) { return (row.*results).draws; }},
          {{"losses", message("losses"), Holds::count},
           [=](const Row& row) { return (row.*results).losses; }},
          {{"score_rate", message("score %"), Holds::share},
           [=](const Row& row) { return (row.*results).score_rate(); }}};
}

/// The depth of an evaluation `+0.34/6`.
std::optional<double> depth_of(std::string_view evaluation) {
  const std::size_t at = evaluation.find('/');
  return at == evaluation.npos ? std::nullopt : parse_number<double>(evaluation.substr(at + 1));
}

Message phase_name(std::size_t phase) {
  return phase == 0 ? message("opening") : phase == 1 ? message("middle") : message("end");
}

}  // namespace

bool OpeningGroup::is_dead() const {
  const std::uint64_t games = of_white.games();
  const std::uint64_t most = std::max({of_white.wins, of_white.draws, of_white.losses});
  return games >= least_games && 10 * most >= 9 * games;
}

const Columns<PhaseRow>& phase_columns() {
  using Row = const PhaseRow&;
  static const Columns<PhaseRow> columns = [] {
    Columns<PhaseRow> all = {
        {{"phase", message("phase"), Holds::text, "`opening`, `middle`, `end`"},
         [](Row row) {
           const Message name = phase_name(row.phase);
           return Cell(Json(name.english()), name);
         }},
        {{"from", message("from turn"), Holds::count, "its first turn"},
         [](Row row) { return row.from; }},
        {{"to", message("to turn"), Holds::count, "its last turn"},
         [](Row row) { return row.to; }}};
    all.add(result_columns(&PhaseRow::results));
    const auto add = [&all](const char* key, const Message& heading, const char* meaning,
                            std::array<std::optional<double>, 2> PhaseRow::*figures, int player) {
      all.add({key, heading, Holds::number, meaning, Shown::filled},
              [=](Row row) { return (row.*figures)[static_cast<std::size_t>(player)]; });
    };
    add("seconds", message("seconds"), "mean time of a turn in it; null without clocks",
        &PhaseRow::seconds, 0);
    add("opponent_seconds", message("opponent's"), "the same of the opponent", &PhaseRow::seconds,
        1);
    add("depth", message("depth"), "mean depth", &PhaseRow::depth, 0);
    add("opponent_depth", message("opponent's"), "the same of the opponent", &PhaseRow::depth, 1);
    return all;
  }();
  return columns;
}

const Columns<ColourRow>& colour_columns() {
  static const Columns<ColourRow> columns = [] {
    Columns<ColourRow> all = {{{"side", message("side"), Holds::side}, [](const ColourRow& row) {
                                 return Cell(Json(row.side == Side::white ? "white" : "black"),
                                             side_message(row.side));
                               }}};
    all.add(result_columns(&ColourRow::results));
    return all;
  }();
  return columns;
}

const Columns<OpeningGroup>& opening_columns() {
  static const Columns<OpeningGroup> columns = [] {
    Columns<OpeningGroup> all = {
        {{"opening", message("opening"), Holds::text, "start and first turns"},
         [](const OpeningGroup& row) { return row.opening; }}};
    all.add(result_columns(&OpeningGroup::results));
    all.add({"dead", message("dead"), Holds::flag,
             "at least 6 games, nine of ten with one result for White", Shown::filled},
            [](const OpeningGroup& row) {
              return Cell(Json(row.is_dead()), row.is_dead() ? message("dead") : Message());
            });
    return all;
  }();
  return columns;
}

const Columns<PartingRow>& parting_columns() {
  using Row = const PartingRow&;
  static const Columns<PartingRow> columns = {
      {{"round", message("round")}, [](Row row) { return row.round; }},
      {{"turn_number", message("turn"), Holds::count, "number of the turn in which they differ"},
       [](Row row) { return row.turn_number; }},
      {{"side", message("side"), Holds::side},
       [](Row row) {
         return Cell(Json(row.side == Side::white ? "white" : "black"), side_message(row.side));
       }},
      {{"turn", message("its turn"), Holds::text, "turn of the player"},
       [](Row row) { return row.turn; }},
      {{"opponent_turn", message("opponent's turn"), Holds::text, "turn in the other game"},
       [](Row row) { return row.opponent_turn; }},
      {{"points", message("points"), Holds::points, "points of the player in both games"},
       [](Row row) { return row.half_points / 2.0; }},
      {{"id", message("game"), Holds::count, "game with its turn"}, [](Row row) { return row.id; }},
      {{"opponent_id", message("other game"), Holds::count, "game with the opponent's turn"},
       [](Row row) { return row.opponent_id; }}};
  return columns;
}

void Comparison::add(const ScheduledGame& scheduled, std::int64_t id, const Record& record,
                     Side began, const Opening& opening) {
  const bool is_white = scheduled.white == players_[0] && scheduled.black == players_[1];
  const bool is_black = scheduled.black == players_[0] && scheduled.white == players_[1];
  const auto outcome = outcome_of(record.result);
  if (!outcome || (!is_white && !is_black)) return;
  const Side side = is_white ? Side::white : Side::black;
  const auto turns = record.turns();
  const int points = half_points(*outcome, side);
  std::vector<std::string> start = {opening.start.position + opening.start.roll};
  start.insert(start.end(), opening.turns.begin(), opening.turns.end());
  games_.push_back({turns.size(), side, points, std::move(start)});
  add_turns(record, side, began);
  if (scheduled.leg == 0) return;
  Leg leg{{turns.begin(), turns.end()}, id, side, points};
  const std::uint64_t pair = scheduled.number - (scheduled.leg == 2 ? 1 : 0);
  const auto [first, is_first] = waiting_.try_emplace(pair, std::move(leg));
  if (is_first) return;
  const auto& [one, other] = std::pair(first->second, leg);
  add_pair(scheduled, one, other, began);
  waiting_.erase(first);
}

void Comparison::add_turns(const Record& record, Side side, Side began) {
  const std::vector<std::string> comments = comments_of(record);
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const auto comment = read_turn_comment(comments[i]);
    if (!comment) continue;
    const Side mover = i % 2 == 0 ? began : opponent(began);
    std::vector<TurnSums>& sums = turns_[mover == side ? 0 : 1];
    if (sums.size() <= i) sums.resize(i + 1);
    if (is_timed_) {
      sums[i].seconds += comment->seconds;
      ++sums[i].timed;
    }
    if (const auto depth = depth_of(comment->evaluation)) {
      sums[i].depth += *depth;
      ++sums[i].searched;
    }
  }
}

void Comparison::add_pair(const ScheduledGame& scheduled, const Leg& one, const Leg& other,
                          Side began) {
  ++pairs_;
  const auto [here, there] =
      std::mismatch(one.turns.begin(), one.turns.end(), other.turns.begin(), other.turns.end());
  const auto at = static_cast<std::size_t>(here - one.turns.begin());
  if (here == one.turns.end() || there == other.turns.end()) {
    ++equal_pairs_;
    return;
  }
  const int points = one.half_points + other.half_points;
  if (points == 2) return;
  const Side mover = at % 2 == 0 ? began : opponent(began);
  const bool is_first = one.side == mover;  // whether the player moves in the first game
  const Leg& its = is_first ? one : other;
  const Leg& opponents = is_first ? other : one;
  PartingRow row{std::to_string(scheduled.round),
                 at + 1,
                 mover,
                 its.turns[at],
                 opponents.turns[at],
                 its.id,
                 opponents.id,
                 points};
  const auto earlier = [](const PartingRow& a, const PartingRow& b) {
    return a.turn_number < b.turn_number;
  };
  partings_.insert(std::upper_bound(partings_.begin(), partings_.end(), row, earlier), row);
  if (partings_.size() > most_partings) partings_.pop_back();
}

std::vector<PhaseRow> Comparison::phases() const {
  if (games_.empty()) return {};
  std::vector<std::size_t> lengths;
  for (const Game& game : games_) lengths.push_back(game.length);
  std::sort(lengths.begin(), lengths.end());
  std::vector<PhaseRow> phases;
  std::size_t from = 1;
  for (std::size_t phase = 0; phase < 3; ++phase) {
    PhaseRow row{phase, from, lengths[(lengths.size() * (phase + 1) + 2) / 3 - 1], {}};
    if (row.to < row.from) continue;
    for (const Game& game : games_) {
      if ((phases.empty() || game.length >= row.from) && game.length <= row.to) {
        row.results += result_of(game.half_points);
      }
    }
    for (std::size_t player = 0; player < 2; ++player) {
      TurnSums sums;
      for (std::size_t turn = row.from; turn <= std::min(row.to, turns_[player].size()); ++turn) {
        const TurnSums& its = turns_[player][turn - 1];
        sums = {sums.seconds + its.seconds, sums.depth + its.depth, sums.timed + its.timed,
                sums.searched + its.searched};
      }
      const auto mean = [](double sum, std::uint64_t count) {
        return count > 0 ? std::optional(sum / static_cast<double>(count)) : std::nullopt;
      };
      row.seconds[player] = mean(sums.seconds, sums.timed);
      row.depth[player] = mean(sums.depth, sums.searched);
    }
    from = row.to + 1;
    phases.push_back(row);
  }
  return phases;
}

std::vector<ColourRow> Comparison::colours() const {
  std::vector<ColourRow> rows = {{Side::white, {}}, {Side::black, {}}};
  for (const Game& game : games_) {
    rows[game.side == Side::white ? 0 : 1].results += result_of(game.half_points);
  }
  return rows;
}

std::vector<OpeningGroup> Comparison::openings_of(std::size_t turns) const {
  std::map<std::string, OpeningGroup> groups;
  for (const Game& game : games_) {
    const std::size_t used = std::min(turns + 1, game.opening.size());
    const std::vector<std::string> begin(game.opening.begin(),
                                         game.opening.begin() + static_cast<std::ptrdiff_t>(used));
    OpeningGroup& row = groups[join(begin, " ")];
    row.results += result_of(game.half_points);
    row.of_white += result_of(game.side == Side::white ? game.half_points : 2 - game.half_points);
  }
  std::vector<OpeningGroup> rows;
  for (auto& [opening, row] : groups) {
    row.opening = trimmed(opening);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<OpeningGroup> Comparison::openings() const {
  std::size_t longest = 0;
  for (const Game& game : games_) longest = std::max(longest, game.opening.size());
  std::vector<OpeningGroup> best;
  for (std::size_t turns = 0; turns < longest; ++turns) {
    auto rows = openings_of(turns);
    if (rows.size() * least_games > games_.size()) break;
    best = std::move(rows);
  }
  if (best.size() < 2) return {};
  std::stable_sort(best.begin(), best.end(), [](const OpeningGroup& a, const OpeningGroup& b) {
    return a.results.score_rate() < b.results.score_rate();
  });
  return best;
}

std::vector<PartingRow> Comparison::partings() const { return partings_; }

std::vector<Table> Comparison::tables(std::size_t most_rows) const {
  std::vector<Table> tables;
  const auto add = [&](const Message& title, Table table, std::vector<Message> notes = {}) {
    if (table.rows.empty()) return;
    if (const std::size_t more = table.rows.size(); more > most_rows) {
      table.rows.resize(most_rows);
      notes.push_back(message("{0} more", more - most_rows));
    }
    table.title = title;
    table.notes = std::move(notes);
    tables.push_back(std::move(table));
  };
  add(message("by phase; a third of the games ends in each"), Table::of(phase_columns(), phases()));
  add(message("by colour"), Table::of(colour_columns(), colours()));
  const auto rows = openings();
  const auto dead = static_cast<std::uint64_t>(std::count_if(
      rows.begin(), rows.end(), [](const OpeningGroup& row) { return row.is_dead(); }));
  std::vector<Message> notes;
  if (dead > 0) {
    std::string names;
    for (const OpeningGroup& row : rows) {
      if (row.is_dead()) names += (names.empty() ? "" : ", ") + row.opening;
    }
    notes.push_back(
        message("{0} dead {0:opening|openings}, nearly always with one result: {1}", dead, names));
  }
  add(message("by opening, the weakest first"), Table::of(opening_columns(), rows),
      std::move(notes));
  add(message("decided pairs of games that differ first"), Table::of(parting_columns(), partings()),
      equal_pairs_ == 0 ? std::vector<Message>()
                        : std::vector{message("{0} of {1} {1:pair|pairs} have two equal games",
                                              equal_pairs_, pairs_)});
  return tables;
}

Json Comparison::json() const {
  const auto list = [](const auto& columns, const auto& rows) {
    Json json = Json::array();
    for (const auto& row : rows) json.push_back(columns.object(row));
    return json;
  };
  Json json = {{"phases", list(phase_columns(), phases())},
               {"colours", list(colour_columns(), colours())},
               {"openings", list(opening_columns(), openings())},
               {"partings", list(parting_columns(), partings())},
               {"equal_pairs", equal_pairs_}};
  return json;
}

}  // namespace schiri
