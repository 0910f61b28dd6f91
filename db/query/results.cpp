#include "db/query/results.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/date.h"
#include "core/base/order.h"
#include "core/base/probing_table.h"
#include "core/base/random.h"
#include "core/rating/games/text_numbers.h"
#include "db/games/record_row.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

GameFilter without_pages(GameFilter filter) {
  filter.limit.reset();
  filter.offset = 0;
  return filter;
}

/// The finished games of a filter from one side's point of view.
std::string side(const std::string& me, const std::string& you, const char* win, const char* loss,
                 const std::string& conditions) {
  return "SELECT game.game, game.variant, game." + me + " AS me, game." + you +
         " AS you, game.date, CASE game.result WHEN '" + win + "' THEN 1.0 WHEN '" + loss +
         "' THEN 0.0 ELSE 0.5 END AS points, coalesce(game.reason, nullif(game.termination, '?'), "
         "'') AS how, " +
         (me == "white_id" ? "1" : "0") + " AS white FROM game" + conditions +
         (conditions.empty() ? " WHERE " : " AND ") + "game.result <> '*'";
}

void add_game(PlayerRow& row, std::optional<Outcome> result, Outcome win, std::string_view date) {
  ++row.games;
  if (result) ++(*result == Outcome::draw ? row.draws : *result == win ? row.wins : row.losses);
  const auto read = read_date(date);
  if (!read || !read->year) return;
  const std::string day = read->text();
  if (day == row.last_date) return;
  row.first_date = earlier_date(row.first_date, day);
  row.last_date = later_date(row.last_date, day);
}

}  // namespace

void visit_players(const Store& store, const GameFilter& filter,
                   const std::function<bool(const PlayerRow&)>& visitor) {
  store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    const FilterQuery query(store, without_pages(filter));
    // Summed here because SQLite would sort all games.
    std::unordered_map<std::int64_t, PlayerRow> rows;
    Statement games(database,
                    "SELECT white_id, black_id, result, date FROM game" + query.conditions());
    query.bind(games);
    while (games.executeStep()) {
      const auto result = stored_outcome(stored_result(games.getColumn(2)));
      const std::string_view date = games.getColumn(3).view();
      const std::int64_t white = games.id(0);
      const std::int64_t black = games.id(1);
      add_game(rows[white], white == black ? std::nullopt : result, Outcome::white_wins, date);
      if (white != black) add_game(rows[black], result, Outcome::black_wins, date);
    }
    Statement names(
        database, "SELECT id, name FROM player WHERE name <> '?' ORDER BY name_order(name), name");
    while (names.executeStep()) {
      const auto found = rows.find(names.id(0));
      if (found == rows.end() && filter.asks_for_anything()) continue;
      PlayerRow row = found == rows.end() ? PlayerRow() : found->second;
      row.name = names.text(1);
      if (!visitor(row)) return;
    }
  });
}

void visit_endings(const Store& store, const GameFilter& filter,
                   const std::function<bool(const EndingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    Statement select(store.connection().database(),
                     "SELECT game.game, game.variant, game.result, " + sql_of_ending_name() +
                         ", count(*), min(game.turns), max(game.turns), avg(game.turns) FROM game" +
                         query.conditions() + " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 5 DESC, 3, 4");
    query.bind(select);
    while (select.executeStep()) {
      if (!visitor({select.text(0), select.text(1), select.text(2), select.text(3), select.count(4),
                    select.count(5), select.count(6), select.number(7)})) {
        return;
      }
    }
  });
}

namespace {

/// The games of two players in one game and variant. Players are numbers in the order of names.
struct Meeting {
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  std::uint32_t kind = none;
  std::uint32_t first = 0, second = 0;  ///< ascending, never equal
  std::uint32_t last_date = 0;
  /// Games won by the first player, drawn and lost, with White and with Black.
  std::array<std::array<std::uint32_t, 3>, 2> counts{};

  std::uint64_t games() const {
    return std::accumulate(counts[1].begin(), counts[1].end(),
                           std::accumulate(counts[0].begin(), counts[0].end(), std::uint64_t{0}));
  }
};

struct MeetingKind {
  using Entry = Meeting;

  static bool is_free(const Meeting& meeting) { return meeting.kind == Meeting::none; }
  static std::uint64_t hash(const Meeting& meeting) {
    return derive_seed(meeting.kind, meeting.first, meeting.second);
  }
};

/// The known names of a database in their order, and their numbers by id.
class PlayerNames {
 public:
  explicit PlayerNames(SQLite::Database& database) {
    std::vector<std::pair<std::string, std::int64_t>> players;
    Statement select(database, "SELECT id, name FROM player WHERE name <> '?'");
    while (select.executeStep()) players.emplace_back(select.text(1), select.id(0));
    std::sort(players.begin(), players.end());
    for (auto& [name, id] : players) {
      numbers_.emplace(id, static_cast<std::uint32_t>(names_.size()));
      names_.push_back(std::move(name));
    }
  }

  /// Nullopt for an unknown player; a damaged database may lack names.
  std::optional<std::uint32_t> number(std::int64_t id) const {
    const auto found = numbers_.find(id);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }
  const std::string& name(std::uint32_t number) const { return names_[number]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
};

/// The games of one event, summed up.
class EventSum {
 public:
  void add(std::int64_t white, std::int64_t black, std::optional<Outcome> result,
           const std::string& date) {
    ++sum_.games;
    if (date != last_date_) {
      sum_.first_date = earlier_date(sum_.first_date, date);
      sum_.last_date = later_date(sum_.last_date, date);
      last_date_ = date;
    }
    is_finished_ = is_finished_ && result;
    for (const auto& [player, side] : {std::pair(white, Side::white), {black, Side::black}}) {
      points_[player] += result ? half_points(*result, side) : 0;
    }
  }

  EventGames sum(const PlayerNames& names) {
    sum_.players = static_cast<std::uint64_t>(
        std::count_if(points_.begin(), points_.end(),
                      [&](const auto& one) { return names.number(one.first).has_value(); }));
    const auto best =
        std::max_element(points_.begin(), points_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto are_best = std::count_if(points_.begin(), points_.end(), [&](const auto& one) {
      return one.second == best->second;
    });
    const auto number = names.number(best->first);
    if (is_finished_ && are_best == 1 && number) sum_.winner = names.name(*number);
    return sum_;
  }

 private:
  EventGames sum_;
  std::string last_date_;  ///< that was added
  bool is_finished_ = true;
  std::map<std::int64_t, int> points_;  ///< in halves, by players
};

}  // namespace

std::map<std::int64_t, EventGames> games_of_events(const Store& store, const GameFilter& filter) {
  return store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    const FilterQuery query(store, without_pages(filter));
    std::map<std::int64_t, EventSum> sums;
    Statement select(database, "SELECT event_id, white_id, black_id, result, date FROM game" +
                                   query.conditions());
    query.bind(select);
    while (select.executeStep()) {
      sums[select.id(0)].add(select.id(1), select.id(2),
                             stored_outcome(stored_result(select.getColumn(3))), select.text(4));
    }
    const PlayerNames names(database);
    std::map<std::int64_t, EventGames> games;
    for (auto& [event, sum] : sums) games.emplace(event, sum.sum(names));
    return games;
  });
}

namespace {

/// Adds meetings up in memory, because SQLite would sort all games. Some forty bytes for each two
/// players that met.
class MeetingTable {
 public:
  void add(std::string_view game, std::string_view variant, std::uint32_t white,
           std::uint32_t black, Outcome outcome, std::string_view date) {
    const Meeting key{kind_of(game, variant), std::min(white, black), std::max(white, black)};
    const auto [meeting, is_new] =
        meetings_.insert(MeetingKind::hash(key), [&](const Meeting& other) {
          return other.kind == key.kind && other.first == key.first && other.second == key.second;
        });
    if (is_new) *meeting = key;
    const Side side = white == key.first ? Side::white : Side::black;
    const auto lost = static_cast<std::size_t>(2 - half_points(outcome, side));
    ++meeting->counts[side == Side::white ? 0 : 1][lost];
    // In archives days are contiguous.
    date_ = dates_.number(date, date_);
    if (date_ == keys_.size()) keys_.push_back(date_key(date, UnknownParts::first));
    if (is_new || keys_[date_] > keys_[meeting->last_date]) meeting->last_date = date_;
  }

  /// Visits the rows of these players by game, variant and player, the most games first, until the
  /// visitor returns false.
  template <class IsAsked>
  void visit(const PlayerNames& names, const IsAsked& is_asked,
             const std::function<bool(const MeetingRow&)>& visitor) const {
    const std::vector<std::size_t> places = kind_places();
    std::vector<Half> halves;
    meetings_.visit([&](const Meeting& meeting) {
      if (is_asked(meeting.first)) halves.push_back({&meeting, meeting.first});
      if (is_asked(meeting.second)) halves.push_back({&meeting, meeting.second});
    });
    std::sort(halves.begin(), halves.end(), by([&](const Half& half) {
                return std::tuple(places[half.meeting->kind], half.player, ~half.meeting->games(),
                                  half.opponent());
              }));
    MeetingRow row;
    for (const Half& half : halves) {
      fill(row, half, names);
      if (!visitor(row)) return;
    }
  }

 private:
  /// A meeting from the side of one player.
  struct Half {
    const Meeting* meeting;
    std::uint32_t player;

    std::uint32_t opponent() const {
      return player == meeting->first ? meeting->second : meeting->first;
    }
  };

  std::uint32_t kind_of(std::string_view game, std::string_view variant) {
    std::uint32_t i = 0;
    while (i < kinds_.size() && (kinds_[i].first != game || kinds_[i].second != variant)) ++i;
    if (i == kinds_.size()) kinds_.emplace_back(game, variant);
    return i;
  }

  std::vector<std::size_t> kind_places() const {
    const auto order = numbers_by(kinds_.size(), [&](std::size_t i) { return kinds_[i]; });
    std::vector<std::size_t> places(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
    return places;
  }

  /// Adds games from the side of the first player, or of the second.
  static void add_side(MeetingRow& row, const Meeting& meeting, bool is_first) {
    for (const bool first_is_white : {true, false}) {
      const auto& [won, drawn, lost] = meeting.counts[first_is_white ? 0 : 1];
      row.wins += is_first ? won : lost;
      row.draws += drawn;
      row.losses += is_first ? lost : won;
      if (first_is_white != is_first) continue;
      row.games_as_white += std::uint64_t{won} + drawn + lost;
      row.points_as_white += (is_first ? won : lost) + drawn / 2.0;
    }
    row.games += meeting.games();
  }

  void fill(MeetingRow& row, const Half& half, const PlayerNames& names) const {
    const Meeting& meeting = *half.meeting;
    row.games = row.wins = row.draws = row.losses = row.games_as_white = 0;
    row.points_as_white = 0;
    std::tie(row.game, row.variant) = kinds_[meeting.kind];
    row.player = names.name(half.player);
    row.opponent = names.name(half.opponent());
    add_side(row, meeting, half.player == meeting.first);
    row.last_date = dates_.texts()[meeting.last_date];
  }

  std::vector<std::pair<std::string, std::string>> kinds_;
  rating::TextNumbers dates_;
  std::vector<std::string> keys_;  ///< of the dates
  std::uint32_t date_ = 0;
  ProbingTable<MeetingKind, 3> meetings_;
};

/// The players of this name, otherwise of names that contain it.
std::unordered_set<std::int64_t> players_called(const Store& store, const std::string& name) {
  std::unordered_set<std::int64_t> ids;
  Statement players(store.connection().database(),
                    "SELECT id FROM player WHERE id IN " + ids_called(store, "player", name));
  while (players.executeStep()) ids.insert(players.id(0));
  return ids;
}

}  // namespace

void visit_meetings(const Store& store, const GameFilter& filter,
                    const std::function<bool(const MeetingRow&)>& visitor) {
  store.connection().run([&] {
    SQLite::Database& database = store.connection().database();
    const FilterQuery query(store, without_pages(filter));
    const PlayerNames names(database);
    std::vector<bool> is_asked(names.size(), filter.players.empty());
    if (!filter.players.empty()) {
      for (const std::int64_t id : players_called(store, filter.players.front())) {
        if (const auto number = names.number(id)) is_asked[*number] = true;
      }
    }
    MeetingTable table;
    Statement games(database, "SELECT game, variant, white_id, black_id, result, date FROM game" +
                                  query.conditions());
    query.bind(games);
    while (games.executeStep()) {
      const auto outcome = stored_outcome(stored_result(games.getColumn(4)));
      const auto white = names.number(games.id(2)), black = names.number(games.id(3));
      if (!outcome || !white || !black || white == black ||
          (!is_asked[*white] && !is_asked[*black]))
        continue;
      table.add(games.getColumn(0).view(), games.getColumn(1).view(), *white, *black, *outcome,
                games.getColumn(5).view());
    }
    table.visit(
        names, [&](std::uint32_t player) { return is_asked[player]; }, visitor);
  });
}

std::uint64_t duplicate_games(const Store& store, const std::string& player,
                              const std::string& other) {
  return store.connection().run([&] {
    std::uint64_t games = 0;
    for (const auto& [own, opponent] :
         {std::pair("white_id", "black_id"), std::pair("black_id", "white_id")}) {
      const std::string side(own), across(opponent);
      Statement select(
          store.connection().database(),
          "SELECT count(*) FROM game AS a JOIN game AS b ON b.hash = a.hash AND b.date = a.date"
          " AND b." +
              across + " = a." + across +
              " AND b.result = a.result"
              " WHERE a." +
              side + " = (SELECT id FROM player WHERE name = ?) AND b." + side +
              " = (SELECT id FROM player WHERE name = ?)",
          player, other);
      if (select.executeStep()) games += select.count(0);
    }
    return games;
  });
}

void visit_player_endings(const Store& store, const GameFilter& filter,
                          const std::function<bool(const PlayerEndingRow&)>& visitor) {
  store.connection().run([&] {
    const FilterQuery query(store, without_pages(filter));
    const std::string conditions = query.conditions();
    Statement select(
        store.connection().database(),
        "SELECT player.name, how, sum(points = 1.0), sum(points = 0.5), sum(points = 0.0) FROM (" +
            side("white_id", "black_id", "1-0", "0-1", conditions) + " UNION ALL " +
            side("black_id", "white_id", "0-1", "1-0", conditions) +
            ") JOIN player ON player.id = me GROUP BY me, how ORDER BY 1, 2");
    query.bind(select);
    while (select.executeStep()) {
      if (!visitor({select.text(0), select.text(1), select.count(2), select.count(3),
                    select.count(4)})) {
        return;
      }
    }
  });
}

// --- the turns from a position

namespace {

/// The result and the date, and the mover's name if it is needed.
std::string chosen_columns(Side mover, bool with_mover) {
  if (!with_mover) return ", game.result, game.date";
  return std::string(", game.result, game.date, (SELECT name FROM player WHERE id = game.") +
         (mover == Side::white ? "white_id)" : "black_id)");
}

/// Empty if it is unknown.
std::string year_of(std::string_view stored_date) {
  const auto date = read_date(stored_date);
  return date && date->year ? date->text().substr(0, 4) : "";
}

/// Does a filter choose all games of the goal's game and variant?
bool chooses_all(GameFilter filter, const PositionGoal& goal) {
  if (filter.game == goal.game) filter.game.clear();
  if (filter.variant == goal.variant) filter.variant.clear();
  return !filter.asks_for_anything();
}

}  // namespace

std::vector<OpeningTurn> openings(const Store& store, const PositionGoal& goal, Side mover,
                                  const GameFilter& filter, const RatingsByName& ratings,
                                  OpeningsBy by) {
  GameFilter everything = filter;
  everything.limit.reset();
  everything.offset = 0;
  std::map<std::pair<std::string, std::string>, OpeningTurn> turns;  // by year and turn
  store.connection().run([&] {
    const FilterQuery query(store, everything);  // owns the bound texts
    constexpr int result = GameChoice::first_column, date = result + 1, name = date + 1;
    GameChoice choice{query.as_conditions(), chosen_columns(mover, !ratings.empty())};
    if (chooses_all(everything, goal) && ratings.empty() && by == OpeningsBy::nothing) {
      choice.take_sum = [&](const TurnSum& sum) { turns[{"", sum.turn}].add(sum); };
    }
    visit_games_through(store, goal, choice, [&](const GameThrough& game) {
      const bool ended = game.turns_before >= game.turns.size();
      const std::string_view text = ended ? std::string_view() : game.turns[game.turns_before];
      const std::string year =
          by == OpeningsBy::year ? year_of(game.row.getColumn(date).view()) : "";
      OpeningTurn& turn = turns[{year, std::string(text)}];
      turn.add_result(stored_result(game.row.getColumn(result)),
                      game.turns.size() - game.turns_before, game.id);
      if (ratings.empty()) return true;
      if (const auto rating = ratings.find(game.row.text(name)); rating != ratings.end()) {
        turn.rating_sum += rating->second;
        ++turn.rated;
      }
      return true;
    });
  });
  std::vector<OpeningTurn> list;
  for (auto& [key, turn] : turns) {
    std::tie(turn.year, turn.turn) = key;
    list.push_back(std::move(turn));
  }
  std::stable_sort(list.begin(), list.end(), [](const OpeningTurn& a, const OpeningTurn& b) {
    const bool has_a = !a.year.empty(), has_b = !b.year.empty();
    return std::tie(has_b, a.year, b.games) < std::tie(has_a, b.year, a.games);
  });
  return list;
}

}  // namespace schiri::db
