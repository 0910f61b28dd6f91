#include "cli/otb/lists/lists.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/standing.h"
#include "cli/otb/lists/list_words.h"
#include "cli/print/output_language.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "notation/text/record_cells.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

using otb::Event;

// --- columns that lists share

/// Who has a seat.
struct SeatCells {
  std::optional<std::size_t> no = {};  ///< in the start list
  std::string name = {};
  std::optional<int> rating = {};
  std::string club = {};
  otb::PlayerDetails details = {};
  Message instead = {};  ///< the bye, without a player
};

SeatCells seat_of(const Event& event, const std::vector<std::size_t>& numbers,
                  std::size_t entrant) {
  const otb::Entrant& one = event.entrants()[entrant];
  return {numbers[entrant], one.name, one.rating, one.club, one.details};
}

Cell name_cell(const SeatCells& seat) {
  if (!seat.instead.empty()) return {text_or_null(seat.instead.english()), seat.instead};
  return text_or_null(seat.name);
}

/// The columns on a seat, whose keys begin with `prefix` (`white_`); `usual`: those that people see
/// without a choice.
template <class Row, class SeatOf>
void add_seat(Columns<Row>& columns, const std::string& prefix, Column name,
              const std::set<std::string_view>& usual, SeatOf seat) {
  const auto shown = [&](std::string_view key) {
    return usual.contains(key) ? Shown::filled : Shown::asked;
  };
  const auto add = [&](Column column, auto cell) {
    column.shown = shown(column.key);
    column.key = prefix + column.key;
    columns.add(std::move(column), [seat, cell](const Row& row) { return cell(seat(row)); });
  };
  // Beside one of several names a phone has no room for it.
  add({.key = "no",
       .heading = message("no"),
       .kind = Holds::count,
       .meaning = "number in the start list, from 1",
       .is_detail = !prefix.empty()},
      [](const SeatCells& its) { return its.no; });
  add({"title", message("title")},
      [](const SeatCells& its) { return text_or_null(its.details.title); });
  columns.add(std::move(name), [seat](const Row& row) { return name_cell(seat(row)); });
  add({.key = "rating",
       .heading = message("player\4rating"),
       .kind = Holds::count,
       .is_detail = true},
      [](const SeatCells& its) { return its.rating; });
  add({.key = "federation", .heading = message("federation"), .is_detail = true},
      [](const SeatCells& its) { return text_or_null(its.details.federation); });
  add({.key = "club", .heading = message("club"), .is_detail = true},
      [](const SeatCells& its) { return text_or_null(its.club); });
}

Column name_column() { return {.key = "player", .heading = message("player"), .names_row = true}; }

/// Adds a column for each tie-break; `line` finds the row of the standing. `has_wins`: the list has
/// a column of wins, which is the tie-break WON.
template <class Row, class LineOf>
void add_tie_breaks(Columns<Row>& columns, std::span<const rating::TieBreakId> tie_breaks,
                    LineOf line, bool has_wins = false) {
  for (std::size_t i = 0; i < tie_breaks.size(); ++i) {
    const rating::TieBreakId id = tie_breaks[i];
    if (has_wins && id == "WON") continue;
    const rating::TieBreak& its = rating::tie_break(id);
    const bool is_whole = its.kind != rating::TieBreak::Kind::points;
    columns.add({.key = std::string(its.key),
                 .heading = its.code,
                 .kind = Holds::points,
                 .meaning = std::string(its.title.text()),
                 .is_detail = true},
                [=](const Row& row) -> Cell {
                  const std::optional<double> value = line(row).tie_breaks[i];
                  if (!value) return {};
                  return is_whole ? Cell(std::lround(*value)) : Cell(*value);
                });
  }
}

template <class Row, class MessageOf>
void add_remark(Columns<Row>& columns, MessageOf remark) {
  columns.add({"remark", message("remark"), Holds::text, "such as `withdrawn`, `absent in round 3`",
               Shown::filled},
              [=](const Row& row) { return Cell(remark(row)); });
}

/// The points of a row of the standing.
template <class Row, class LineOf>
void add_points(Columns<Row>& columns, LineOf line) {
  columns.add(
      {.key = "points", .heading = message("points"), .kind = Holds::points, .is_total = true},
      [=](const Row& row) { return rounded_to(line(row).points, 1); });
}

/// Makes the lists of an event.
class Lists {
 public:
  Lists(const Event& event, const otb::EventHead& head)
      : head_(head), event_(event), numbers_(start_numbers(event_)) {}
  explicit Lists(const otb::Journal& journal) : Lists(journal.event(), journal.head()) {}

  Table round(std::uint64_t round) const {
    Table list = boards(round);
    list.title = round_title(event_, head_, round);
    return list;
  }

  // --- standings

  using Line = otb::StandingRow;

  Columns<Line> line_columns(std::span<const rating::TieBreakId> tie_breaks,
                             std::uint64_t rounds) const {
    using Row = const Line&;
    const auto line = [](Row row) -> Row { return row; };
    Columns<Line> columns;
    columns.add({"rank", message("rank"), Holds::count,
                 "among all, from 1; players still tied share a rank"},
                [](Row row) { return row.place; });
    add_seat(columns, "", name_column(), {"no", "title", "rating", "club"},
             [this](Row row) { return seat_of(event_, numbers_, row.entrant); });
    add_points(columns, line);
    const auto add_count = [&](const char* key, const Message& heading, const char* meaning,
                               auto count) {
      columns.add({.key = key,
                   .heading = heading,
                   .kind = Holds::count,
                   .meaning = meaning,
                   .is_detail = true},
                  count);
    };
    add_count("games", message("games"), "games that were played",
              [](Row row) { return row.games; });
    add_count("wins", message("wins"), "of these", [](Row row) { return row.wins; });
    add_tie_breaks(columns, tie_breaks, line, true);
    add_remark(columns, [this, rounds](Row row) { return remark_on(event_, row, rounds); });
    return columns;
  }

  Table standing(std::uint64_t rounds, std::span<const rating::TieBreakId> tie_breaks) const {
    Table list =
        Table::of(line_columns(tie_breaks, rounds), otb::standing(event_, rounds, tie_breaks));
    list.title = so_far(message("after round {0}", rounds), event_, rounds);
    list.above = tie_break_line(tie_breaks);
    return list;
  }

  // --- players

  /// A player of the start list.
  struct Entry {
    std::size_t entrant;
    SeatCells seat;
  };

  Columns<Entry> entry_columns() const {
    using Row = const Entry&;
    Columns<Entry> columns;
    columns.add({"no", message("no"), Holds::count, "number in the start list, from 1"},
                [](Row row) { return row.seat.no; });
    columns.add({.key = "player", .heading = message("player"), .names_row = true},
                [](Row row) { return row.seat.name; });
    const auto add = [&](Column column, auto cell) { columns.add(std::move(column), cell); };
    add({"title", message("title"), Holds::text, "", Shown::filled},
        [](Row row) { return text_or_null(row.seat.details.title); });
    add({"rating", message("player\4rating"), Holds::count, "", Shown::filled},
        [](Row row) { return row.seat.rating; });
    add({"federation", message("federation"), Holds::text, "", Shown::filled, false, true},
        [](Row row) { return text_or_null(row.seat.details.federation); });
    add({"club", message("club"), Holds::text, "", Shown::filled, false, true},
        [](Row row) { return text_or_null(row.seat.club); });
    add({"fide_id", message("FIDE ID"), Holds::text, "", Shown::filled, false, true},
        [](Row row) { return text_or_null(row.seat.details.fide_id); });
    add({"sex", message("sex"), Holds::text, "`m` or `w`", Shown::asked},
        [](Row row) { return text_or_null(row.seat.details.sex); });
    add({"born", message("born"), Holds::date, "year or day", Shown::asked},
        [](Row row) { return record_date(row.seat.details.birth); });
    add_remark(columns, [this](Row row) { return absence_of(event_, row.entrant); });
    return columns;
  }

  Table start() const {
    std::vector<Entry> entries;
    for (const std::size_t entrant : event_.start_list()) {
      entries.push_back({entrant, seat_of(event_, numbers_, entrant)});
    }
    Table list = Table::of(entry_columns(), entries);
    list.title = message("start list");
    list.above = schedule_line(head_);
    return list;
  }

  // --- rounds of entrants

  /// A game or a bye of one player.
  struct Played {
    std::uint64_t round = 0;
    std::optional<std::size_t> opponent = {};
    int side = 0;  ///< 0 White, 1 Black
    std::optional<otb::BoardResult> result = {};
    std::optional<otb::ByeKind> bye = {};
    bool is_annulled = false;  ///< of a round-robin: it counts for nobody
    double points = 0;

    bool is_finished() const { return bye || result; }
    double counted_points() const { return is_annulled ? 0 : points; }
  };

  /// In a Swiss tournament whoever has not entered yet is absent, which may have points.
  void add_absences(std::vector<std::vector<Played>>& all, std::uint64_t round) const {
    const double points = event_.points_of(otb::ByeKind::zero_point);
    if (!event_.is_swiss() || points == 0) return;
    for (auto& rounds : all) {
      const bool is_known = !rounds.empty() && rounds.back().round == round;
      if (!is_known) {
        rounds.push_back({.round = round, .bye = otb::ByeKind::zero_point, .points = points});
      }
    }
  }

  /// The rounds of each entrant.
  std::vector<std::vector<Played>> played(std::uint64_t rounds) const {
    std::vector<std::vector<Played>> all(event_.entrants().size());
    const auto annulled = otb::annulled_entrants(event_, rounds);
    for (std::uint64_t r = 1; r <= rounds; ++r) {
      const otb::Round& round = event_.rounds()[r - 1];
      for (const otb::Board& board : round.boards) {
        if (otb::is_void(board, annulled)) {
          for (const std::size_t p : {board.first, board.second}) {
            all[p].push_back(
                {.round = r, .bye = annulled[p] ? otb::ByeKind::zero_point : otb::ByeKind::free});
          }
          continue;
        }
        const bool is_annulled = annulled[board.first] || annulled[board.second];
        for (int side = 0; side < 2; ++side) {
          const std::size_t own = side == 0 ? board.first : board.second;
          const std::size_t other = side == 0 ? board.second : board.first;
          const double points = board.result ? event_.points_of(*board.result, side) : 0;
          all[own].push_back({r, other, side, board.result, {}, is_annulled, points});
        }
      }
      for (const otb::Bye& bye : round.byes) {
        all[bye.entrant].push_back(
            {.round = r, .bye = bye.kind, .points = event_.points_of(bye.kind)});
      }
      add_absences(all, r);
    }
    return all;
  }

  struct CrossLine {
    otb::StandingRow line;
    std::size_t number;  ///< of the line, from 1
    std::vector<Message> cells;
  };

  Columns<CrossLine> cross_columns(std::span<const rating::TieBreakId> tie_breaks,
                                   std::size_t cells, std::uint64_t rounds) const {
    using Row = const CrossLine&;
    const auto line = [](Row row) -> const otb::StandingRow& { return row.line; };
    Columns<CrossLine> columns;
    columns.add({"line", message("line"), Holds::count, "line of the table, from 1"},
                [](Row row) { return row.number; });
    add_seat(columns, "", name_column(), {"title", "rating"},
             [this](Row row) { return seat_of(event_, numbers_, row.line.entrant); });
    for (std::size_t i = 0; i < cells; ++i) {
      const std::string number = std::to_string(i + 1);
      columns.add(event_.system() == System::round_robin
                      ? Column{"against_" + number, number, Holds::text,
                               "results against the entrant of this line"}
                      : Column{"round_" + number, message("R{0}", i + 1), Holds::text,
                               "opponent's line, colour and result, `12w1`; a dash and points "
                               "without an opponent"},
                  [i](Row row) { return Cell(row.cells[i]); });
    }
    add_points(columns, line);
    add_tie_breaks(columns, tie_breaks, line);
    columns.add({"rank", message("rank"), Holds::count, "from 1"},
                [](Row row) { return row.line.place; });
    add_remark(columns, [this, rounds](Row row) { return remark_on(event_, row.line, rounds); });
    return columns;
  }

  Table cross(std::uint64_t rounds) const {
    const auto tie_breaks = event_.tie_breaks();
    const auto standing = otb::standing(event_, rounds, tie_breaks);
    const auto all = played(rounds);
    std::vector<std::size_t> line_of(event_.entrants().size());
    for (std::size_t i = 0; i < standing.size(); ++i) line_of[standing[i].entrant] = i + 1;
    const bool is_round_robin = event_.system() == System::round_robin;
    std::vector<CrossLine> lines;
    for (const otb::StandingRow& line : standing) {
      const std::size_t number = line_of[line.entrant];
      lines.push_back({line, number,
                       is_round_robin ? cells_against(all[line.entrant], number, line_of)
                                      : cells_by_round(all[line.entrant], rounds, line_of)});
    }
    Table list = Table::of(
        cross_columns(tie_breaks, is_round_robin ? standing.size() : rounds, rounds), lines);
    list.title = so_far(is_round_robin ? message("cross table after round {0}", rounds)
                                       : message("by rounds\4cross table after round {0}", rounds),
                        event_, rounds);
    list.above = tie_break_line(tie_breaks);
    return list;
  }

  // --- cards

  struct CardLine {
    std::size_t entrant;
    const Played& played;
    double total = 0;  ///< points after the round
    std::optional<double> performance;
  };

  Columns<CardLine> card_columns() const {
    using Row = const CardLine&;
    Columns<CardLine> columns;
    const auto for_programs = [&](Column column, auto cell) {
      column.shown = Shown::programs;
      columns.add(std::move(column), cell);
    };
    for_programs({"no", message("no"), Holds::count, "number in the start list, from 1"},
                 [this](Row row) { return numbers_[row.entrant]; });
    for_programs({"title", message("title")},
                 [this](Row row) { return text_or_null(of(row).details.title); });
    for_programs({"player", message("player")}, [this](Row row) { return of(row).name; });
    for_programs({"club", message("club")}, [this](Row row) { return text_or_null(of(row).club); });
    columns.add({"round", message("round"), Holds::count},
                [](Row row) { return row.played.round; });
    columns.add({"colour", message("colour"), Holds::side, "null for a bye"}, [](Row row) {
      if (!row.played.opponent) return Cell();
      return row.played.side ? Cell("black", message("Black")) : Cell("white", message("White"));
    });
    add_seat(columns, "opponent_",
             {.key = "opponent",
              .heading = message("opponent"),
              .meaning = "the opponent, or the bye",
              .names_row = true},
             {"no", "title", "rating"}, [this](Row row) { return opponent(row.played); });
    columns.add({"result", message("result"), Holds::result,
                 "`1`, `½`, `0`, by forfeit with these words; null before the result"},
                [](Row row) { return Cell(result_of(row.played)); });
    columns.add(
        {.key = "total",
         .heading = message("total"),
         .kind = Holds::points,
         .meaning = "points after the round; null before the result",
         .is_total = true},
        [](Row row) { return row.played.is_finished() ? Cell(rounded_to(row.total, 1)) : Cell(); });
    for_programs({"performance", message("performance"), Holds::rating,
                  "of the player in the event; null without rated games"},
                 [](Row row) { return row.performance; });
    return columns;
  }

  std::vector<Table> cards(const std::vector<std::size_t>& entrants) const {
    const std::uint64_t rounds = event_.rounds().size();
    const auto all = played(rounds);
    std::map<std::size_t, double> performances;
    constexpr rating::TieBreakId performance[] = {"TPR"};
    for (const otb::StandingRow& line : otb::standing(event_, rounds, performance)) {
      if (line.tie_breaks[0]) performances[line.entrant] = *line.tie_breaks[0];
    }
    std::map<std::size_t, otb::StandingRow> standing;
    for (otb::StandingRow& line : otb::standing(event_, rounds)) standing[line.entrant] = line;
    const auto columns = card_columns();
    std::vector<Table> lists;
    for (const std::size_t entrant : entrants) {
      const auto found = performances.find(entrant);
      const auto its = found == performances.end() ? std::nullopt : std::optional(found->second);
      std::vector<CardLine> lines;
      double total = 0;
      for (const Played& one : all[entrant]) {
        total += one.counted_points();
        lines.push_back({entrant, one, total, its});
      }
      Table& card = lists.emplace_back(Table::of(columns, lines));
      card.title = card_title(entrant);
      card.above = card_facts(entrant, standing.at(entrant), its);
    }
    return lists;
  }

  std::vector<Column> columns_of(const std::string& name) const {
    const auto tie_breaks = event_.tie_breaks();
    if (name == "show") return board_columns().columns();
    if (name == "standing") return line_columns(tie_breaks, 0).columns();
    if (name == "players") return entry_columns().columns();
    if (name == "table") return cross_columns(tie_breaks, 2, 0).columns();
    return card_columns().columns();
  }

 private:
  const otb::Entrant& of(const CardLine& row) const { return event_.entrants()[row.entrant]; }

  // --- one round

  struct BoardLine {
    std::optional<std::size_t> board;
    SeatCells white;
    double points;
    Cell result;
    SeatCells black = {};
    std::optional<double> black_points = {};
  };

  Columns<BoardLine> board_columns() const {
    using Row = const BoardLine&;
    const std::set<std::string_view> usual = {"no", "title"};
    Columns<BoardLine> columns;
    columns.add({"board", message("board"), Holds::count, "from 1; null for a bye"},
                [](Row row) { return row.board; });
    add_seat(columns, "white_",
             {"white", message("White"), Holds::text, "player with White, or with the bye"}, usual,
             [](Row row) -> const SeatCells& { return row.white; });
    const auto add_points_before = [&](const char* key, auto points) {
      columns.add({.key = key,
                   .heading = message("points"),
                   .kind = Holds::points,
                   .meaning = "before the round",
                   .is_detail = true},
                  points);
    };
    add_points_before("points", [](Row row) { return rounded_to(row.points, 1); });
    columns.add(
        {"result", message("result"), Holds::result,
         "`1-0`, `0-1`, `1/2-1/2`, `+--`, `--+`, `---`, or the bye; null before the result"},
        [](Row row) { return row.result; });
    add_seat(columns, "black_",
             {"black", message("Black"), Holds::text, "player with Black; null for a bye"}, usual,
             [](Row row) -> const SeatCells& { return row.black; });
    add_points_before("black_points", [](Row row) {
      return row.black_points ? Cell(rounded_to(*row.black_points, 1)) : Cell();
    });
    return columns;
  }

  Table boards(std::uint64_t round) const {
    const auto points = points_before(event_, round);
    const otb::Round& made = event_.rounds()[round - 1];
    const auto annulled = otb::annulled_entrants(event_, event_.rounds().size());
    std::vector<BoardLine> lines;
    for (std::size_t i = 0; i < made.boards.size(); ++i) {
      const otb::Board& board = made.boards[i];
      if (otb::is_void(board, annulled)) continue;
      lines.push_back({i + 1, seat_of(event_, numbers_, board.first), points[board.first],
                       result_json(board.result), seat_of(event_, numbers_, board.second),
                       points[board.second]});
    }
    for (const otb::Bye& bye : otb::byes_of(event_, round)) {
      lines.push_back({std::nullopt, seat_of(event_, numbers_, bye.entrant), points[bye.entrant],
                       Cell(bye_sentence(event_, bye.kind))});
    }
    return Table::of(board_columns(), lines);
  }

  // --- cells

  /// Of a game `1`, `½`, `0`, by forfeit `+`, `-`; of a bye its points; empty without a result.
  static Message sign_of(const Played& played) {
    if (!played.is_finished()) return {};
    if (played.result) {
      const int half = half_points(*played.result, played.side);
      if (!was_played(*played.result)) return half > 0 ? "+" : "-";
      return half == 1 ? "½" : half > 1 ? "1" : "0";
    }
    if (played.points == 0.5) return "½";
    return message("{0}", points_text(played.points));
  }

  /// `12w1`: the opponent's line in the table, the colour, the result. Rounds without a game have
  /// only their points, after a dash.
  static Message cell_of(const Played& played, const std::vector<std::size_t>& line_of) {
    if (!played.opponent) return message("–{0}", sign_of(played));
    const std::size_t line = line_of[*played.opponent];
    return played.side ? message("{0}b{1}", line, sign_of(played))
                       : message("{0}w{1}", line, sign_of(played));
  }

  /// The results against each other entrant, in the order of the lines.
  static std::vector<Message> cells_against(const std::vector<Played>& rounds, std::size_t line,
                                            const std::vector<std::size_t>& line_of) {
    std::vector<std::string> texts(line_of.size());
    for (const Played& played : rounds) {
      if (!played.opponent) continue;
      texts[line_of[*played.opponent] - 1] += std::string(sign_of(played));
    }
    texts[line - 1] = "×";
    return {texts.begin(), texts.end()};
  }

  static std::vector<Message> cells_by_round(const std::vector<Played>& played,
                                             std::uint64_t rounds,
                                             const std::vector<std::size_t>& line_of) {
    std::vector<Message> cells(rounds);
    for (const Played& one : played) cells[one.round - 1] = cell_of(one, line_of);
    return cells;
  }

  SeatCells opponent(const Played& played) const {
    if (played.bye) return {.instead = bye_sentence(event_, *played.bye)};
    return played.opponent ? seat_of(event_, numbers_, *played.opponent) : SeatCells();
  }

  static Message result_of(const Played& played) {
    if (!played.opponent) return {};
    if (!played.result) return {};
    const int half = half_points(*played.result, played.side);
    const char* const points = half > 1 ? "1" : half == 1 ? "½" : "0";
    if (played.is_annulled) return message("{0} (does not count)", points);
    return was_played(*played.result) ? Message(points) : message("{0} (forfeit)", points);
  }

  Message card_title(std::size_t entrant) const {
    const otb::Entrant& one = event_.entrants()[entrant];
    const std::string& title = one.details.title;
    return std::to_string(numbers_[entrant]) + ". " + (title.empty() ? "" : title + ' ') + one.name;
  }

  Message card_facts(std::size_t entrant, const otb::StandingRow& line,
                     const std::optional<double>& performance) const {
    const otb::Entrant& one = event_.entrants()[entrant];
    Message facts;
    const auto add = [&](const Message& fact) {
      if (fact.empty()) return;
      facts = facts.empty() ? fact : message("{0} · {1}", facts, fact);
    };
    if (one.rating) add(message("rating {0}", *one.rating));
    add(one.details.federation);
    add(one.club);
    if (!event_.rounds().empty()) {
      const int most = event_.points().win * static_cast<int>(event_.rounds().size());
      add(message("{0} of {1} points, rank {2}", Decimal{fixed_text(line.points, 1)},
                  points_text(most / 10.0), line.place));
    }
    if (performance) add(message("performance {0}", std::lround(*performance)));
    add(remark_on(event_, line, event_.rounds().size()));
    return facts;
  }

  const otb::EventHead& head_;
  const Event& event_;
  std::vector<std::size_t> numbers_;  ///< in the start list, by entrant
};

}  // namespace

Table round_list(const otb::Journal& journal, std::uint64_t round) {
  return Lists(journal).round(round);
}
Table standing_list(const otb::Journal& journal, std::uint64_t rounds,
                    std::span<const rating::TieBreakId> tie_breaks) {
  return Lists(journal).standing(rounds, tie_breaks);
}
Table start_list(const otb::Journal& journal) { return Lists(journal).start(); }
Table cross_table(const otb::Journal& journal, std::uint64_t rounds) {
  return Lists(journal).cross(rounds);
}
std::vector<Table> card_lists(const otb::Journal& journal,
                              const std::vector<std::size_t>& entrants) {
  return Lists(journal).cards(entrants);
}

void print_list(std::ostream& out, const otb::Journal& journal, const Table& list,
                const TableOptions& options) {
  print_list(out, list_head(journal.head()), list, options);
}

std::vector<Column> columns_of_otb(const std::string& name) {
  otb::Terms terms{.system = System::dutch, .rounds = 1};
  for (const rating::TieBreak& one : rating::all_tie_breaks()) terms.tie_breaks.push_back(one.id());
  const Event event(terms);
  return Lists(event, {}).columns_of(name);
}

}  // namespace schiri::cli
