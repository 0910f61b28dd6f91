#include "notation/records/forms/csv_record.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/record_text.h"
#include "notation/records/pgn/tags.h"
#include "notation/records/source/csv_rows.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

/// The columns of every written table, in order.
constexpr std::string_view usual_columns[] = {"White",    "Black", "Result",     "Date", "Event",
                                              "Site",     "Round", "board",      "Game", "Variant",
                                              "Position", "Roll",  "Termination"};

/// Other tags with alternative spellings in tables.
constexpr std::string_view other_tags[] = {"TimeControl", "PlyCount",  "WhiteElo", "BlackElo",
                                           "WhiteType",   "BlackType", "Seed"};

constexpr std::string_view moves_column = "movetext", tags_column = "tags";
/// What follows the point of the tag `Round`.
constexpr std::string_view board_column = "board";

/// The letters and digits of a text, in lower case.
std::string key_of(std::string_view name) {
  std::string key;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) key += to_lower(c);
  }
  return key;
}

/// The tag of a column, or one of the two special columns. Every title gives a name.
std::string column_name(std::string_view title, std::size_t number) {
  const std::string key = key_of(title);
  if (key == "moves" || key == "movetext" || key == "turns") return std::string(moves_column);
  if (key == "tags") return std::string(tags_column);
  for (const auto& known : {std::span<const std::string_view>(usual_columns),
                            std::span<const std::string_view>(other_tags)}) {
    const auto tag = std::find_if(known.begin(), known.end(),
                                  [&](std::string_view name) { return key_of(name) == key; });
    if (tag != known.end()) return std::string(*tag);
  }
  if (is_tag_name(title)) return std::string(title);
  return is_tag_name(key) ? key : "Column" + std::to_string(number);
}

/// May only one column of a table have this name?
bool is_known(std::string_view column) {
  const auto is_in = [&](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), column) != names.end();
  };
  return column == moves_column || column == tags_column || is_in(usual_columns) ||
         is_in(other_tags);
}

/// Is a cell a number of turns instead of turns?
bool is_count(std::string_view cell) {
  const std::string_view digits = trimmed(cell, " ");
  return !digits.empty() && std::all_of(digits.begin(), digits.end(), is_digit);
}

/// A cell of a column as the value of its tag.
std::string tag_value(std::string_view column, const std::string& cell, const std::string& board) {
  // A date with its time is read as in a record.
  if (column == "Date" && time_of_day(cell).empty()) {
    const auto date = read_date(cell);
    return date ? date->text() : cell;
  }
  return column == "Round" && !board.empty() ? cell + "." + board : cell;
}

/// The tag pairs of a cell; nullopt if it contains anything else.
std::optional<std::vector<Tag>> read_pairs(const std::string& cell) {
  std::string text = cell + "\n\n";
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  const char *const begin = text.data(), *const end = begin + size;
  MovetextReader reader(begin, end, nullptr);
  TagSection section;
  Record record;
  if (!section.read(reader, nullptr)) return std::nullopt;
  section.copy_to(record);
  const std::string_view rest(reader.position(), static_cast<std::size_t>(end - reader.position()));
  if (rest.find_first_not_of(" \t\r\n") != rest.npos) return std::nullopt;
  return record.tags;
}

/// Converts the rows of one table to records.
class TableReader {
 public:
  TableReader(const CsvRow& titles, const ReadOptions& options)
      : titles_(titles), options_(options) {
    for (const std::string& title : titles.cells) {
      columns_.push_back(column_name(title, columns_.size() + 1));
    }
  }

  /// The reason why the rows cannot be read, by their titles and the first row, or an empty
  /// message. `first` is null if there is no row.
  Message objection(const CsvRow* first) const {
    if (std::find(columns_.begin(), columns_.end(), moves_column) == columns_.end()) {
      return message(
          "the first row names no column 'moves'; a table of games has columns such as white, "
          "black, result, date, moves");
    }
    for (auto column = columns_.begin(); column != columns_.end(); ++column) {
      const auto other = std::find(std::next(column), columns_.end(), *column);
      if (other == columns_.end() || !is_known(*column)) continue;
      return message("the columns '{0}' and '{1}' both hold {2}; rename or remove one of them",
                     title_of(column), title_of(other), key_of(*column));
    }
    if (first && is_count(cell_of(*first, moves_column))) {
      return message(
          "the column '{0}' holds numbers, not movetext; this is a list of games, not a table of "
          "records",
          title_of(std::find(columns_.begin(), columns_.end(), moves_column)));
    }
    return {};
  }
  /// In concatenated tables the titles are repeated.
  bool is_titles(const CsvRow& row) const { return row.cells == titles_.cells; }
  /// The same on the line of the last row, if that had no line end.
  void drop_joined_titles(CsvRow& row) const {
    const std::size_t columns = titles_.cells.size();
    if (columns < 2 || row.cells.size() + 1 != 2 * columns) return;
    const auto last = row.cells.begin() + static_cast<std::ptrdiff_t>(columns) - 1;
    const std::string& title = titles_.cells.front();
    if (!last->ends_with(title) ||
        !std::equal(last + 1, row.cells.end(), titles_.cells.begin() + 1)) {
      return;
    }
    last->resize(last->size() - title.size());
    if (last->ends_with(byte_order_mark)) last->resize(last->size() - byte_order_mark.size());
    row.cells.resize(columns);
  }

  CheckedRecord read(const CsvRow& row, std::size_t index) const {
    CheckedRecord record = check(row, index);
    if (options_.keep_text && !row.is_too_large) record.text = titles_.text + "\n" + row.text;
    return record;
  }

 private:
  CheckedRecord check(const CsvRow& row, std::size_t index) const {
    if (row.is_too_large) {
      return broken_record(Code::too_large,
                           row.has_too_many_cells
                               ? message("a row has at most {0} cells", CsvRows::most_cells)
                               : too_large_message(options_.max_game_bytes),
                           index, row.line);
    }
    if (row.is_unterminated) {
      return broken_record(Code::unterminated, message("a quote in this row is never closed"),
                           index, row.line);
    }
    if (row.cells.size() < columns_.size() || has_cells_behind(row)) {
      return broken_record(Code::syntax,
                           message("the row has {0} {0:cell|cells}, but {1} "
                                   "{1:column is|columns are} named",
                                   row.cells.size(), columns_.size()),
                           index, row.line);
    }
    const auto pairs = read_pairs(cell_of(row, tags_column));
    if (!pairs) {
      return broken_record(Code::bad_tag,
                           message("the column 'tags' contains text other than tag pairs"), index,
                           row.line);
    }
    if (Message wrong = objection_to_cells(row); !wrong.empty()) {
      return broken_record(Code::syntax, std::move(wrong), index, row.line);
    }
    return check_moves(row, *pairs, index);
  }

  /// What cannot be in its column: another result, or a number of turns instead of turns.
  Message objection_to_cells(const CsvRow& row) const {
    const std::string result = cell_of(row, "Result");
    if (!result.empty() && result != "?" && canonical_result(result).empty()) {
      return message("'{0}' in the column result is not a result: 1-0, 0-1, 1/2-1/2 or *",
                     printable(result));
    }
    const std::string moves = cell_of(row, moves_column);
    if (!is_count(moves)) return {};
    return message("'{0}' in the column '{1}' is a number, not movetext", printable(moves),
                   title_of(std::find(columns_.begin(), columns_.end(), moves_column)));
  }

  /// The result is in its own column, and perhaps also in the movetext.
  CheckedRecord check_moves(const CsvRow& row, const std::vector<Tag>& pairs,
                            std::size_t index) const {
    std::string result = cell_of(row, "Result");
    if (result == "?") result.clear();
    CheckedRecord record = check_with(row, pairs, result.empty() ? "*" : result, index);
    const auto fails_by = [](const GameCheck& check, Code code) {
      return std::any_of(check.errors.begin(), check.errors.end(),
                         [code](const Finding& error) { return error.code == code; });
    };
    const GameCheck& check = record.check;
    if (result.empty() && fails_by(check, Code::result_mismatch) && check.ending) {
      return check_with(row, pairs, result_text(check.ending->outcome), index);
    }
    if (check.valid()) return record;
    CheckedRecord alone = check_with(row, pairs, "", index);
    return fails_by(alone.check, Code::missing_result) ? record : alone;
  }

  CheckedRecord check_with(const CsvRow& row, const std::vector<Tag>& pairs,
                           std::string_view result, std::size_t index) const {
    RecordText text;
    for (std::size_t i = 0; i < std::min(columns_.size(), row.cells.size()); ++i) {
      const std::string& column = columns_[i];
      if (column == moves_column || column == tags_column || row.cells[i].empty()) continue;
      if (column == board_column && !cell_of(row, "Round").empty()) continue;
      text.add_tag(column, tag_value(column, row.cells[i], cell_of(row, board_column)));
    }
    for (const Tag& pair : pairs) text.add_tag(pair.name, pair.value);
    text.add_movetext(cell_of(row, moves_column));
    text.set_result(result);
    return text.check(options_, index, row.line);
  }

  std::string cell_of(const CsvRow& row, std::string_view column) const {
    const auto found = std::find(columns_.begin(), columns_.end(), column);
    const auto place = static_cast<std::size_t>(found - columns_.begin());
    return place < row.cells.size() ? row.cells[place] : "";
  }

  bool has_cells_behind(const CsvRow& row) const {
    const auto behind = std::min(columns_.size(), row.cells.size());
    return std::any_of(row.cells.begin() + static_cast<std::ptrdiff_t>(behind), row.cells.end(),
                       [](const std::string& cell) { return !cell.empty(); });
  }

  using Column = std::vector<std::string>::const_iterator;

  /// As the table has it.
  std::string title_of(Column column) const {
    return printable(titles_.cells[static_cast<std::size_t>(column - columns_.begin())]);
  }

  CsvRow titles_;
  const ReadOptions& options_;
  std::vector<std::string> columns_;
};

std::string pair_text(const Tag& tag) {
  std::string text = "[" + tag.name + " \"";
  for (const char c : without_controls(tag.value)) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"]";
}

/// The movetext on one line, unless a comment needs its own; without the result, unless comments
/// follow it.
std::string movetext_of(const Record& record) {
  std::string text = write_record(record);
  text.erase(0, text.find("\n\n") + 2);
  text.erase(text.find_last_not_of('\n') + 1);
  if (record.trailing_comments.empty()) {
    text.resize(text.size() - record.result.size());
    text.erase(text.find_last_not_of(" \n") + 1);
  }
  if (text.find("\n;") == text.npos && !text.starts_with(';')) {
    std::replace(text.begin(), text.end(), '\n', ' ');
  }
  return text;
}

bool is_usual(std::string_view tag) {
  return tag != board_column && std::find(std::begin(usual_columns), std::end(usual_columns),
                                          tag) != std::end(usual_columns);
}

/// A date as a table has it; a text that records would write in another way stays as it is.
std::string date_cell(std::string text) {
  if (text == unknown_value("Date")) return "";
  const Json iso = record_date(text);
  const auto read = iso.is_null() ? std::nullopt : read_date(iso.text());
  return read && read->text() == text ? iso.text() : text;
}

/// The two cells of a tag `Round`; the second is empty if it has no board.
std::pair<std::string, std::string> round_cells(const std::string& tag) {
  const std::size_t point = tag.find('.');
  const bool has_board =
      point != tag.npos && point > 0 && point + 1 < tag.size() && !record_board(tag).is_null();
  return has_board ? std::pair(tag.substr(0, point), tag.substr(point + 1))
                   : std::pair(tag, std::string());
}

std::size_t place_of(std::string_view column) {
  return static_cast<std::size_t>(
      std::find(std::begin(usual_columns), std::end(usual_columns), column) - usual_columns);
}

}  // namespace

void CsvWriter::choose_columns(const Record& record) {
  columns_.assign(std::begin(usual_columns), std::end(usual_columns));
  for (const Tag& tag : record.tags) {
    // A tag that would be read as another column is written among the pairs.
    const bool is_known = std::find(columns_.begin(), columns_.end(), tag.name) != columns_.end();
    const bool names_itself = column_name(tag.name, 0) == tag.name && tag.name != moves_column &&
                              tag.name != tags_column && tag.name != board_column;
    if (!is_known && names_itself) columns_.push_back(tag.name);
  }
}

std::string CsvWriter::write(const Record& record) {
  std::string text;
  if (columns_.empty()) {
    choose_columns(record);
    for (const std::string& column : columns_) {
      text += (is_usual(column) ? key_of(column) : column) + ",";
    }
    text += std::string(moves_column) + "," + std::string(tags_column) + "\n";
  }
  std::vector<std::string> cells(columns_.size());
  std::string pairs;
  std::size_t next = std::size(usual_columns);
  for (const Tag& tag : record.tags) {
    const auto from = columns_.begin() + static_cast<std::ptrdiff_t>(is_usual(tag.name) ? 0 : next);
    const auto column = std::find(from, columns_.end(), tag.name);
    const auto place = static_cast<std::size_t>(column - columns_.begin());
    // Further tags keep their order: after a tag without a column, all are pairs.
    if (column == columns_.end() || tag.value.empty() || !cells[place].empty()) {
      pairs += (pairs.empty() ? "" : " ") + pair_text(tag);
      if (!is_usual(tag.name)) next = columns_.size();
      continue;
    }
    cells[place] = without_controls(tag.value);
    if (tag.name == "Date") cells[place] = date_cell(std::move(cells[place]));
    if (tag.name == "Round") {
      std::tie(cells[place], cells[place_of(board_column)]) = round_cells(cells[place]);
    }
    if (!is_usual(tag.name)) next = place + 1;
  }
  cells[2] = record.result;
  for (const std::string& cell : cells) text += csv_cell(cell) + ",";
  return text + csv_cell(movetext_of(record)) + "," + csv_cell(pairs) + "\n";
}

void read_csv_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink) {
  CsvRows rows(source, options.max_game_bytes);
  CsvRow row;
  if (!rows.next(row)) return;
  const TableReader table(row, options);
  std::size_t index = 0;
  const auto hand_over = [&](CheckedRecord&& record) {
    if (options.work) options.work(record);
    return sink(record);
  };
  const std::size_t titles_line = row.line;
  bool has_row = rows.next(row);
  if (Message wrong = table.objection(has_row ? &row : nullptr); !wrong.empty()) {
    hand_over(broken_record(Code::syntax, std::move(wrong), ++index, titles_line));
    return;
  }
  for (; has_row; has_row = rows.next(row)) {
    if (table.is_titles(row)) continue;
    table.drop_joined_titles(row);
    if (!hand_over(table.read(row, ++index))) return;
  }
}

}  // namespace schiri
