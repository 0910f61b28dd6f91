#include "cli/ratings/list_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>

#include "cli/line/command.h"
#include "cli/print/output_language.h"
#include "cli/print/rows.h"
#include "cli/print/vocabulary.h"
#include "core/base/decimals.h"
#include "core/base/text.h"
#include "notation/rating/rows.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

/// A player's line of a list, with all its values.
struct Line {
  const db::DatedList& list;
  const rating::RatingRows& rows;  ///< of the pool
  int rank;
  const rating::RatedPlayer& player;
  PlayerView view;

  std::optional<double> change() const {
    if (!view.old || !player.rating) return std::nullopt;
    return *player.rating - *view.old;
  }
};

using LineVisitor = std::function<void(const Line&)>;

void visit_lines(const db::DatedList& list, const rating::RatingList& pool, const ListView& view,
                 const LineVisitor& visitor) {
  const auto views = views_of(list, pool, view);
  const rating::RatingRows rows(pool);
  int rank = 0;
  for (std::size_t i = 0; i < pool.players.size(); ++i) {
    if (pool.players[i].results.games() < view.min_games) continue;
    visitor({list, rows, ++rank, pool.players[i], views[i]});
  }
}

/// A number to one decimal, never -0.0; a bound if there is no number.
Json rounded(const std::optional<double>& number, std::string_view otherwise = "") {
  return number ? Json(std::round(*number * 10) / 10 + 0.0) : text_or_null(otherwise);
}

/// A number without decimals, for printed lists.
Json whole(const std::optional<double>& number, std::string_view otherwise = "") {
  return number ? Json(std::lround(*number)) : text_or_null(otherwise);
}

Json per_cent(const std::optional<double>& share) { return share ? rounded(100 * *share) : Json(); }

std::string subject(const rating::RatingList& pool) {
  return pool.game + (pool.variant == "standard" ? "" : " " + pool.variant);
}

Message heading(const db::DatedList& list, const rating::RatingList& pool) {
  Message text = subject(pool);
  if (pool.pools > 1) text = message("{0}, pool {1} of {2}", text, pool.pool, pool.pools);
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

/// Are players compared with the next ones?
bool compares_neighbours(const rating::RatingList& pool) {
  return std::any_of(pool.players.begin(), pool.players.end(),
                     [](const auto& player) { return player.superiority.has_value(); });
}

/// `p`, `i`, `p i`.
std::string marks_of(const PlayerView& view) {
  std::string marks = view.is_provisional ? "p" : "";
  if (view.is_inactive) marks += marks.empty() ? "i" : " i";
  return marks;
}

std::vector<Message> text_heads(bool has_superiority, const ListView& view) {
  std::vector<Message> heads = {message("rank"), message("player"), message("rating")};
  if (view.errors) heads.push_back(message("+-"));
  if (has_superiority) heads.push_back(message("LOS %"));
  if (view.compares()) heads.insert(heads.end(), {message("old"), message("change")});
  heads.insert(heads.end(), {message("games"), message("wins"), message("draws"), message("losses"),
                             message("score"), message("score %"), message("draw %")});
  if (view.marks()) heads.push_back(message("mark"));
  return heads;
}

std::vector<Json> text_cells(const Line& line, bool has_superiority, const ListView& view) {
  const rating::RatedPlayer& player = line.player;
  std::vector<Json> cells = {line.rank, player.name,
                             rounded(player.rating, rating::symbol(player.bound))};
  if (view.errors) cells.push_back(rounded(player.error));
  if (has_superiority) cells.push_back(per_cent(player.superiority));
  if (view.compares()) {
    cells.push_back(rounded(line.view.old));
    cells.push_back(rounded(line.change()));
  }
  for (const std::uint64_t number :
       {player.results.games(), player.results.wins, player.results.draws, player.results.losses}) {
    cells.emplace_back(number);
  }
  cells.emplace_back(player.score());
  cells.push_back(per_cent(player.results.score_rate()));
  cells.push_back(per_cent(player.results.draw_rate()));
  if (view.marks()) cells.push_back(text_or_null(marks_of(line.view)));
  return cells;
}

void print_notes(const std::string& game, const std::vector<Message>& notes) {
  for (const Message& note : notes) {
    print_message(printable(translated(message("{0}: {1}", game, note)), 4096));
  }
}

void print_list_notes(std::ostream& out, const std::vector<Message>& notes) {
  for (const Message& note : notes) {
    out << printable(translated(message("note: {0}", note)), 4096) << '\n';
  }
}

void print_text(std::ostream& out, const std::vector<db::DatedList>& lists, const ListView& view) {
  bool is_first = true;
  for (const db::DatedList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      if (!std::exchange(is_first, false)) out << '\n';
      out << printable(translated(heading(list, pool)), 4096) << '\n';
      if (const Message figures = figures_of(pool); !figures.empty()) {
        out << translated(figures) << '\n';
      }
      const bool has_superiority = compares_neighbours(pool);
      AlignedText table(out, output_language(), text_heads(has_superiority, view));
      visit_lines(list, pool, view,
                  [&](const Line& line) { table.add(text_cells(line, has_superiority, view)); });
      table.finish();
      print_list_notes(out, pool.notes);
    }
    print_list_notes(out, notes_on_missing(list, view));
  }
  if (view.marks()) {
    Message key;
    if (view.provisional > 0) {
      key = message("p: fewer than {0} {0:game|games}", view.provisional);
    }
    if (view.inactive > 0) {
      key = joined(key, message("i: no game in the last {0} {0:month|months}", view.inactive));
    }
    out << translated(key) << '\n';
  }
}

std::vector<std::string> row_keys(bool are_named, const ListView& view) {
  std::vector<std::string> keys = rating::rating_keys();
  if (are_named) keys.insert(keys.end(), {"list", "date"});
  if (view.compares()) keys.insert(keys.end(), {"old", "change"});
  if (view.provisional) keys.emplace_back("provisional");
  if (view.inactive) keys.insert(keys.end(), {"inactive", "last_played"});
  return keys;
}

std::vector<Json> row_cells(const Line& line, bool are_named, const ListView& view) {
  std::vector<Json> cells = line.rows.cells(line.player);
  if (are_named) {
    cells.push_back(text_or_null(line.list.name));
    cells.push_back(record_date(line.list.date));
  }
  if (view.compares()) {
    cells.push_back(value_or_null(line.view.old));
    cells.push_back(value_or_null(line.change()));
  }
  if (view.provisional) cells.emplace_back(line.view.is_provisional);
  if (view.inactive) {
    cells.emplace_back(line.view.is_inactive);
    cells.push_back(record_date(line.player.last_played));
  }
  return cells;
}

void print_rows(std::ostream& out, const std::vector<db::DatedList>& lists, const ListView& view,
                Format format) {
  const bool are_named = std::any_of(lists.begin(), lists.end(),
                                     [](const db::DatedList& list) { return !list.name.empty(); });
  Rows rows(out, format, row_keys(are_named, view));
  for (const db::DatedList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      visit_lines(list, pool, view,
                  [&](const Line& line) { rows.add(row_cells(line, are_named, view)); });
      print_notes(pool.game, pool.notes);
    }
    print_notes(list.pools.front().game, notes_on_missing(list, view));
  }
}

std::string remark(const PlayerView& view, const Vocabulary& words) {
  std::string text = view.is_provisional ? words("provisional") : "";
  if (view.is_inactive) text += (text.empty() ? "" : ", ") + words("inactive");
  return text;
}

/// Adds White's advantage and the draw rate of a pool.
void add_figures(std::vector<std::string>& notes, const rating::RatingList& pool,
                 const Vocabulary& words) {
  if (pool.has_advantage) {
    std::string advantage = words.number(pool.first_move_advantage, 1);
    if (const auto& error = pool.first_move_advantage_error) {
      advantage += " ± " + words.number(*error, 1);
    }
    notes.push_back(words("whiteAdvantage", {advantage}));
  }
  if (const auto rate = pool.draw_rate()) {
    notes.push_back(words("drawRate", {words.number(100 * *rate, 1)}));
  }
}

/// A list for users: with whole numbers on paper, with all digits in a spreadsheet.
PrintedList printed_list_of(const db::DatedList& list, const rating::RatingList& pool,
                            const ListView& view, const ListFormat& form) {
  const Vocabulary& words = form.words();
  const auto number = [&](const std::optional<double>& value, std::string_view otherwise = "") {
    return form.is_shown() ? whole(value, otherwise) : value_or_null(value);
  };
  const auto share = [&](const std::optional<double>& value) {
    return form.has_keys() ? value_or_null(value) : per_cent(value);
  };
  PrintedList printed{subject(pool),
                      {"place", "player", "list_rating", "error", "los", "old", "change", "games",
                       "wins", "draws", "losses", "points", "score_rate", "draw_rate", "remark"},
                      {}};
  visit_lines(list, pool, view, [&](const Line& line) {
    const rating::RatedPlayer& player = line.player;
    printed.rows.push_back(
        {line.rank, player.name, number(player.rating, rating::symbol(player.bound)),
         number(player.error), share(player.superiority), number(line.view.old),
         number(line.change()), player.results.games(), player.results.wins, player.results.draws,
         player.results.losses, player.score(), share(player.results.score_rate()),
         share(player.results.draw_rate()), text_or_null(remark(line.view, words))});
  });
  if (pool.pools > 1) {
    printed.title += ", " + words("pool", {std::to_string(pool.pool), std::to_string(pool.pools)});
  }
  if (std::any_of(pool.players.begin(), pool.players.end(),
                  [](const auto& player) { return player.error.has_value(); })) {
    printed.notes.push_back(words("errors"));
  }
  if (compares_neighbours(pool)) printed.notes.push_back(words("superiority"));
  if (view.compares()) printed.notes.push_back(words("oldList", {view.earlier_name}));
  add_figures(printed.notes, pool, words);
  printed.below_title = pool.description.in(form.language());
  for (const Message& note : pool.notes) printed.notes.push_back(note.in(form.language()));
  return printed;
}

/// One table of all lists, for a spreadsheet: the first column is the game.
PrintedList one_table(const std::vector<PrintedList>& lists) {
  PrintedList all = lists.front();
  all.keys.insert(all.keys.begin(), "game");
  all.rows.clear();
  for (const PrintedList& list : lists) {
    for (std::vector<Json> row : list.rows) {
      row.insert(row.begin(), list.title);
      all.rows.push_back(std::move(row));
    }
  }
  return all;
}

void print_for_people(std::ostream& out, const std::vector<db::DatedList>& lists,
                      const ListView& view, const ListFormat& form) {
  std::vector<PrintedList> printed;
  for (const db::DatedList& list : lists) {
    for (const rating::RatingList& pool : list.pools) {
      printed.push_back(printed_list_of(list, pool, view, form));
    }
  }
  if (printed.empty()) printed.push_back({form.words()("ratingList"), {"player"}, {}});
  ListHead head{form.words()("ratingList"), "", ""};
  if (!lists.empty()) head.date = lists.front().date;
  if (!lists.empty() && !lists.front().name.empty()) head.name += ' ' + lists.front().name;
  if (form.format() == Format::html && printed.size() > 1) {
    return print_long_lists(out, head, printed, form);
  }
  print_list(out, head, printed.size() > 1 ? one_table(printed) : printed.front(), form);
}

}  // namespace

void print_lists(std::ostream& out, const std::vector<db::DatedList>& lists, const ListView& view,
                 const ListFormatOptions& options) {
  const ListFormat form(options);
  if (options.format == Format::text) return print_text(out, lists, view);
  if (options.format == Format::json || form.is_plain()) {
    return print_rows(out, lists, view, options.format);
  }
  print_for_people(out, lists, view, form);
}

void print_list_names(std::ostream& out, const std::vector<db::DatedList>& lists, Format format) {
  Rows rows(out, format, {"list", "date", "game", "variant", "method", "scale", "players"});
  for (const db::DatedList& list : lists) {
    std::uint64_t players = 0;
    for (const rating::RatingList& pool : list.pools) players += pool.players.size();
    const rating::RatingList& first = list.pools.front();
    rows.add({list.name, record_date(list.date), first.game, first.variant, list.method,
              first.scale, players});
  }
}

}  // namespace schiri::cli
