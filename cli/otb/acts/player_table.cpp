#include "cli/otb/acts/player_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "cli/otb/event/fields.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/records/source/byte_source.h"
#include "notation/records/source/csv_rows.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri::otb {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 16;

void set_rating(Entry& player, const std::string& text) {
  // In many lists 0 means no rating.
  if (text.empty() || text == "0") return;
  const auto number = plain_number(text);
  const auto rating = number ? parse_number<double>(*number) : std::nullopt;
  if (!rating || !(*rating >= 0) || *rating > 9999) {
    throw EventError(message("a rating is a number from 0 to 9999, not '{0}'", printable(text)));
  }
  player.rating = static_cast<int>(std::lround(*rating));
}

template <std::size_t field>
void set_detail(Entry& player, const std::string& text) {
  player.details.*player_fields[field].text = player_fields[field].read(text);
}

/// A column of the table, and its possible titles: in small letters without spaces and signs,
/// separated by spaces.
struct PlayerColumn {
  const char* title;
  std::string_view names;
  void (*set)(Entry& player, const std::string& text);
};

constexpr PlayerColumn columns[] = {
    {"name", " name player spieler spielerin teilnehmer nom joueur ",
     [](Entry& player, const std::string& text) { player.name = read_name(text); }},
    {"rating", " rating elo rtg wertung wertungszahl twz dwz cote classement ", set_rating},
    {"club", " club verein team ",
     [](Entry& player, const std::string& text) { player.club = read_name(text); }},
    {"fide-id", " fideid fidenr idfide codefide fide ", set_detail<0>},
    {"title", " title titel titre ", set_detail<1>},
    {"federation", " federation fed land country föderation verband fédération ", set_detail<2>},
    {"sex", " sex gender geschlecht sexe ", set_detail<3>},
    {"born",
     " born birth birthyear birthday bday jahrgang geburtsjahr geburtsdatum geboren naissance ",
     set_detail<4>}};

std::string bare(std::string_view heading) {
  std::string text = without_case(heading);
  std::erase_if(
      text, [](char c) { return std::string_view(" -_.\t").find(c) != std::string_view::npos; });
  return text;
}

const PlayerColumn* find_column(const std::string& heading) {
  const std::string word = ' ' + bare(heading) + ' ';
  if (word.size() == 2) return nullptr;
  const auto found = std::find_if(std::begin(columns), std::end(columns), [&](const auto& column) {
    return column.names.find(word) != std::string_view::npos;
  });
  return found == std::end(columns) ? nullptr : found;
}

class PlayerTable {
 public:
  /// `file`: for messages; empty if the text is in none.
  PlayerTable(const std::string& file, const Warn& warn) : file_(file), warn_(warn) {}

  std::vector<Entry> read(CsvRows& rows) {
    CsvRow row;
    if (!rows.next(row)) throw UnusableError(located(message("this table is empty")));
    read_heading(row);
    while (rows.next(row)) add(row);
    return std::move(players_);
  }

  /// Players without a heading: a name, and in any order a club and a rating.
  std::vector<Entry> read_lines(CsvRows& rows) {
    CsvRow row;
    while (rows.next(row)) {
      order_ = {&columns[0]};
      for (std::size_t i = 1; i < row.cells.size(); ++i) {
        const bool is_rating = parse_number<double>(trimmed(row.cells[i])).has_value();
        const PlayerColumn* column = &columns[is_rating ? 1 : 2];
        if (trimmed(row.cells[i]).empty()) column = nullptr;
        if (column && std::count(order_.begin(), order_.end(), column)) {
          fail(row, message("a line has a name, and after semicolons a club and a rating"));
        }
        order_.push_back(column);
      }
      add(row);
    }
    return std::move(players_);
  }

 private:
  Message located(const Message& what) const {
    return file_.empty() ? what : message("{0}: {1}", printable(file_, 4096), what);
  }

  [[noreturn]] void fail(const CsvRow& row, const Message& what) const {
    throw UnusableError(located(message("line {0}: {1}", row.line, what)));
  }

  void read_heading(const CsvRow& row) {
    for (const std::string& cell : row.cells) {
      const PlayerColumn* column = find_column(cell);
      if (column && std::count(order_.begin(), order_.end(), column)) {
        fail(row, message("two columns have the {0}", column->title));
      }
      order_.push_back(column);
      if (!column && !cell.empty()) {
        warn_(located(message("the column '{0}' is ignored", printable(cell))));
      }
    }
    if (std::count(order_.begin(), order_.end(), &columns[0])) return;
    std::string known =
        join(columns, ", ", [](const PlayerColumn& column) { return std::string(column.title); });
    fail(row,
         message("the first row names the columns, of which 'name' must be one; there may be {0}",
                 known));
  }

  void add(const CsvRow& row) {
    if (row.is_unterminated) fail(row, message("a quote is not closed"));
    if (row.is_too_large) fail(row, message("the row is too large for a player"));
    if (find_invalid_utf8(row.text.data(), row.text.data() + row.text.size()) !=
        row.text.data() + row.text.size()) {
      fail(row, message("this is not text"));
    }
    if (row.cells.size() > order_.size()) fail(row, message("there are more cells than columns"));
    Entry& player = players_.emplace_back();
    try {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        if (order_[i]) order_[i]->set(player, row.cells[i]);
      }
    } catch (const EventError& error) {
      fail(row, error.message());
    }
    if (player.name.empty()) fail(row, message("a player needs a name"));
    const auto other = std::find_if(players_.begin(), players_.end() - 1, [&](const auto& before) {
      return is_same_name(before.name, player.name) && !are_two_people(before, player);
    });
    if (other != players_.end() - 1) {
      fail(row, message("'{0}' appears twice", printable(player.name)));
    }
  }

  std::string file_;
  const Warn& warn_;
  std::vector<const PlayerColumn*> order_;
  std::vector<Entry> players_;
};

}  // namespace

void warn_of_guess(const OtherEncoding& encoding, const std::string& file, const Warn& warn) {
  if (!encoding.is_guess) return;
  warn(message("{0}: the file is taken for {1} text; if names look wrong, save it as UTF-8",
               printable(file, 4096), encoding.title));
}

std::vector<Entry> read_player_table(const std::string& file, const std::string& delimiter,
                                     const Warn& warn) {
  FileSource bytes(file);
  DecodedSource source(bytes);
  warn_of_guess(source.other_encoding(), file, warn);
  CsvRows rows(source, most_bytes, delimiter == "tab" ? '\t' : delimiter[0]);
  return PlayerTable(file, warn).read(rows);
}

std::vector<Entry> read_player_text(const std::string& text, const Warn& warn) {
  try {
    CsvRow first;
    TextSource start(text);
    CsvRows(start, most_bytes).next(first);
    const bool has_heading =
        std::any_of(first.cells.begin(), first.cells.end(),
                    [](const std::string& cell) { return find_column(cell) == &columns[0]; });
    TextSource source(text);
    // Without a heading a comma is part of a name.
    const bool has_tabs = text.find('\t') != text.npos;
    CsvRows rows(source, most_bytes, has_heading ? '\0' : has_tabs ? '\t' : ';');
    PlayerTable table("", warn);
    std::vector<Entry> players = has_heading ? table.read(rows) : table.read_lines(rows);
    if (players.empty()) throw EventError(message("there are no players"));
    return players;
  } catch (const UnusableError& error) {
    throw EventError(error.message());
  }
}

}  // namespace schiri::otb
