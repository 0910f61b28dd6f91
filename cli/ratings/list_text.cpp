#include "cli/ratings/list_text.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <unordered_map>

#include "cli/line/command.h"
#include "cli/print/list_page.h"
#include "cli/print/output_language.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/names.h"
#include "notation/rating/rows.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

Message way_of(const db::KindList& list) {
  return message("{0} (scale {1})", list.method, list.pools.front().scale);
}

using Ratings = std::unordered_map<std::string, std::optional<double>>;

/// Players by the keys of their names.
Ratings ratings_of(const db::KindList& list) {
  Ratings ratings;
  for (const rating::RatingList& pool : list.pools) {
    for (const rating::RatedPlayer& player : pool.players) {
      ratings.emplace(name_key(player.name), player.rating);
    }
  }
  return ratings;
}

/// Has a player with the last game on this day, at the latest, not played for N months?
bool has_rested(const std::string& last_played, const std::string& date, std::uint64_t months) {
  const auto last = read_date(last_played), today = read_date(date);
  const auto last_day = last ? last->last_day() : std::nullopt;
  const auto day = today ? today->last_day() : std::nullopt;
  if (!last_day || !day) return false;
  std::chrono::year_month_day limit = *day - std::chrono::months{months};
  // A month before 31 March is the end of February.
  if (!limit.ok()) limit = limit.year() / limit.month() / std::chrono::last;
  return std::chrono::sys_days(*last_day) <= std::chrono::sys_days(limit);
}

/// A player's line of a list, with all its values.
struct Line : rating::RatingRow {
  const db::KindList& dated;
  std::optional<double> old = {};  ///< the rating in the earlier list
  bool is_provisional = false;
  bool is_inactive = false;

  std::optional<double> change() const {
    if (!old || !player.rating) return std::nullopt;
    return *player.rating - *old;
  }
  Message mark() const {
    Message text = is_provisional ? message("provisional") : Message();
    return is_inactive ? listed(text, message("inactive")) : text;
  }
};

/// `are_named`: the lists are stored ones.
Columns<Line> line_columns(const ListView& view, bool are_named) {
  using Row = const Line&;
  Columns<Line> columns;
  columns.add(rating::rating_columns());
  if (are_named) {
    columns.add({{{"list", message("list"), Holds::text, "name of a stored list", Shown::programs},
                  [](Row line) { return text_or_null(line.dated.name); }},
                 {{"date", message("date"), Holds::date, "day of a stored list", Shown::programs},
                  [](Row line) { return record_date(line.dated.date); }}});
  }
  if (view.compares()) {
    columns.add({{{"old", message("old"), Holds::rating,
                   "rating in the earlier list; null if the player is not in it"},
                  [](Row line) { return line.old; }},
                 {{"change", message("change"), Holds::rating, "rating minus `old`"},
                  [](Row line) { return line.change(); }}});
  }
  if (view.provisional) {
    columns.add({"provisional", message("provisional"), Holds::flag,
                 "fewer games than `--provisional`", Shown::programs},
                [](Row line) { return line.is_provisional; });
  }
  if (view.inactive) {
    columns.add({{{"inactive", message("inactive"), Holds::flag,
                   "no game in the months of `--inactive`", Shown::programs},
                  [](Row line) { return line.is_inactive; }},
                 {{"last_played", message("last game"), Holds::date,
                   "last game, with `--inactive`; null if unknown", Shown::programs},
                  [](Row line) { return record_date(line.player.last_played); }}});
  }
  if (view.marks()) {
    columns.add({"mark", message("remark"), Holds::text, "", Shown::people},
                [](Row line) { return Cell(line.mark()); });
  }
  return columns;
}

template <class Visitor>
void visit_lines(const db::KindList& list, const rating::RatingList& pool, const ListView& view,
                 const Visitor& visitor) {
  const db::KindList* earlier = db::list_of(view.earlier, list.kind());
  const Ratings old = earlier ? ratings_of(*earlier) : Ratings();
  int rank = 0, place = 0;
  const rating::RatedPlayer* before = nullptr;
  for (const rating::RatingRow& row : rating::rating_rows(pool)) {
    if (row.player.results.games() < view.min_games) continue;
    Line line{row, list};
    ++place;
    const bool is_tied =
        before && before->rating == row.player.rating && before->bound == row.player.bound;
    line.rank = is_tied ? rank : rank = place;
    before = &row.player;
    if (const auto found = old.find(name_key(row.player.name)); found != old.end()) {
      line.old = found->second;
    }
    line.is_provisional = row.player.results.games() < view.provisional;
    line.is_inactive =
        view.inactive > 0 && has_rested(row.player.last_played, list.date, view.inactive);
    visitor(line);
  }
}

/// Sentences on the players of the earlier list who are not in this one, if any.
std::vector<Message> notes_on_missing(const db::KindList& list, const ListView& view) {
  const db::KindList* earlier = db::list_of(view.earlier, list.kind());
  if (!view.compares()) return {};
  if (!earlier) return {message("no list '{0}' of this game and variant", view.earlier_name)};
  const Ratings now = ratings_of(list);
  std::uint64_t missing = 0;
  for (const auto& [name, rating] : ratings_of(*earlier)) missing += !now.contains(name);
  if (missing == 0) return {};
  return {message("{0} {0:player|players} of the list '{1}' {0:is|are} not in this one", missing,
                  earlier->name)};
}

Message subject(const rating::RatingList& pool) {
  const Message text = pool.game + (pool.variant == "standard" ? "" : " " + pool.variant);
  return pool.pools == 1 ? text : message("{0}, pool {1} of {2}", text, pool.pool, pool.pools);
}

Message heading(const db::KindList& list, const rating::RatingList& pool) {
  Message text = subject(pool);
  if (!list.name.empty()) text = listed(text, message("list '{0}'", list.name));
  if (!list.name.empty() && !list.date.empty()) {
    text = listed(text, message("games up to {0}", list.date));
  }
  return message("{0}: {1}", text, pool.description);
}

Decimal one_decimal(double number) { return {rounded_text(number, 1)}; }

/// White's advantage and the draw rate of a pool, as far as they are known.
Message figures_of(const rating::RatingList& pool) {
  Message text;
  if (pool.has_advantage) {
    const Message advantage(message("{0}", one_decimal(pool.first_move_advantage)));
    const auto& error = pool.first_move_advantage_error;
    text = message("White's advantage: {0}",
                   error ? message("{0} +- {1}", advantage, one_decimal(*error)) : advantage);
  }
  if (const auto rate = pool.draw_rate()) {
    text = listed(text, message("draw rate: {0} %", one_decimal(100 * *rate)));
  }
  return text;
}

/// What the marks of a list mean.
Message key_of(const ListView& view) {
  Message key;
  if (view.provisional > 0) {
    key = message("provisional: fewer than {0} {0:game|games}", view.provisional);
  }
  if (view.inactive > 0) {
    key = joined(key, message("inactive: no game in the last {0} {0:month|months}", view.inactive));
  }
  return key;
}

Table table_of(const db::KindList& list, const rating::RatingList& pool, const ListView& view) {
  const Columns<Line> columns = line_columns(view, !list.name.empty());
  Table table{.title = subject(pool), .columns = columns.columns(), .above = pool.description};
  visit_lines(list, pool, view,
              [&](const Line& line) { table.rows.push_back(columns.cells(line)); });
  const auto has = [&](auto member) {
    return std::any_of(pool.players.begin(), pool.players.end(),
                       [&](const auto& player) { return (player.*member).has_value(); });
  };
  if (has(&rating::RatedPlayer::error)) {
    table.notes.push_back(message("± is half of a 95 % interval."));
  }
  if (has(&rating::RatedPlayer::superiority)) {
    table.notes.push_back(message("LOS: the likelihood of being stronger than the next player."));
  }
  if (view.compares()) {
    table.notes.push_back(message("Old is the rating in the list {0}.", view.earlier_name));
  }
  if (const Message figures = figures_of(pool); !figures.empty()) table.notes.push_back(figures);
  table.notes.insert(table.notes.end(), pool.notes.begin(), pool.notes.end());
  return table;
}

void print_notes(std::ostream& out, const std::vector<Message>& notes,
                 const Translation& language) {
  for (const Message& note : notes) {
    out << printable(message("note: {0}", note).in(language), 4096) << '\n';
  }
}

void print_text(std::ostream& out, const std::vector<db::KindList>& lists, const ListView& view,
                const TableOptions& options) {
  const Translation& language = options.translation();
  bool is_first = true;
  for (const db::KindList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      if (!std::exchange(is_first, false)) out << '\n';
      out << printable(heading(list, pool).in(language), 4096) << '\n';
      if (const Message figures = figures_of(pool); !figures.empty()) {
        out << figures.in(language) << '\n';
      }
      write_table(out, table_of(list, pool, view), options);
      print_notes(out, pool.notes, language);
    }
    print_notes(out, notes_on_missing(list, view), language);
  }
  if (view.marks()) out << key_of(view).in(language) << '\n';
}

void print_rows(std::ostream& out, const std::vector<db::KindList>& lists, const ListView& view,
                const TableOptions& options) {
  const bool are_named = std::any_of(lists.begin(), lists.end(),
                                     [](const db::KindList& list) { return !list.name.empty(); });
  RowWriter rows(out, options, line_columns(view, are_named));
  const auto print = [](const db::KindList& list, const std::vector<Message>& notes) {
    for (const Message& note : notes) {
      print_message(printable(message("{0}: {1}", list.pools.front().game, note), 4096));
    }
  };
  for (const db::KindList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      visit_lines(list, pool, view, [&](const Line& line) { rows.add(line); });
      print(list, pool.notes);
    }
    print(list, notes_on_missing(list, view));
  }
  rows.finish();
}

void print_html(std::ostream& out, const std::vector<db::KindList>& lists, const ListView& view,
                const TableOptions& options) {
  ListHead head{.name = message("Rating list")};
  if (!lists.empty()) head.date = lists.front().date;
  if (!lists.empty() && !lists.front().name.empty()) {
    head.name = message("Rating list {0}", lists.front().name);
  }
  std::vector<Table> tables;
  for (const db::KindList& list : lists) {
    for (const rating::RatingList& pool : list.pools) tables.push_back(table_of(list, pool, view));
  }
  print_pages(out, head, tables, options);
}

}  // namespace

void ListView::require_comparable(const std::vector<db::KindList>& lists) const {
  for (const db::KindList& list : lists) {
    const db::KindList* before = db::list_of(earlier, list.kind());
    if (!before || way_of(list) == way_of(*before)) continue;
    throw InputError(
        message("the list '{0}' was made by {1}, this one by {2}; their figures cannot be compared",
                printable(before->name), way_of(*before), way_of(list)));
  }
}

void print_lists(std::ostream& out, const std::vector<db::KindList>& lists, const ListView& view,
                 const ListOptions& given) {
  TableOptions options = given.resolved();
  if (!view.errors && options.shows_people()) options.columns.emplace_back("-error");
  if (options.format == Format::text) return print_text(out, lists, view, options);
  if (options.format == Format::html) return print_html(out, lists, view, options);
  print_rows(out, lists, view, options);
}

std::vector<Column> columns_of_lists() {
  ListView view;
  view.earlier_name = "old";
  view.provisional = view.inactive = 1;
  return line_columns(view, true).columns();
}

namespace {

const Columns<db::KindList>& name_columns() {
  using Row = const db::KindList&;
  static const Columns<db::KindList> columns = {
      {{"list", message("list"), Holds::text, "name"}, [](Row list) { return list.name; }},
      {{"date", message("date"), Holds::date, "day of the list"},
       [](Row list) { return record_date(list.date); }},
      {{"game", message("game")}, [](Row list) { return list.pools.front().game; }},
      {{"variant", message("variant")}, [](Row list) { return list.pools.front().variant; }},
      {{"method", message("method"), Holds::text, "`bt`, `elo` or `glicko2`"},
       [](Row list) { return list.method; }},
      {{"scale", message("scale"), Holds::text, "`elo`"},
       [](Row list) { return list.pools.front().scale; }},
      {{"players", message("players"), Holds::count}, [](Row list) {
         std::uint64_t players = 0;
         for (const rating::RatingList& pool : list.pools) players += pool.players.size();
         return players;
       }}};
  return columns;
}

}  // namespace

void print_list_names(std::ostream& out, const std::vector<db::KindList>& lists,
                      const TableOptions& options) {
  write_table(out, Table::of(name_columns(), lists), options);
}

std::vector<Column> columns_of_list_names() { return name_columns().columns(); }

}  // namespace schiri::cli
