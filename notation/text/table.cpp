#include "notation/text/table.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/characters.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/name_order.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri {

namespace {

constexpr std::size_t most_waiting = 1000;

/// Doubles hold only 53 bits of a whole number.
bool is_less_number(const Json& a, const Json& b) {
  if (!a.is_integer() || !b.is_integer()) return a.get<double>() < b.get<double>();
  if (a.is_number_unsigned() && b.is_number_unsigned()) {
    return a.get<std::uint64_t>() < b.get<std::uint64_t>();
  }
  if (a.is_number_unsigned() || b.is_number_unsigned()) return b.is_number_unsigned();
  return a.get<std::int64_t>() < b.get<std::int64_t>();
}

bool is_less(const Json& a, const Json& b) {
  if (a.is_string() && b.is_string()) return a.text() < b.text();
  if (a.is_number() && b.is_number()) return is_less_number(a, b);
  return a.dump() < b.dump();
}

/// Sorts numbers before texts, or in descending order after them; unknown values are always last.
bool comes_before(const Json& a, const Json& b, bool is_descending) {
  if (a.is_null() || b.is_null()) return b.is_null() && !a.is_null();
  const Json &first = is_descending ? b : a, &second = is_descending ? a : b;
  return first.is_string() != second.is_string() ? second.is_string() : is_less(first, second);
}

/// What a cell is sorted by: a bound that is shown instead of a number is beyond all numbers.
Json sort_value(const Cell& cell) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  if (!cell.value.is_null() || !cell.text) return cell.value;
  const std::string bound = cell.text->english();
  return bound == ">" ? Json(endless) : bound == "<" ? Json(-endless) : cell.value;
}

std::string normal_key(std::string_view key) {
  std::string text = lower_case(key);
  for (char& c : text) c = c == '-' || c == ' ' ? '_' : c;
  return text;
}

/// Is it this column, or the same of White, Black or the opponent: `title` of `white_title`?
bool is_meant(std::string_view key, std::string_view column) {
  for (const std::string_view seat : {"", "white_", "black_", "opponent_"}) {
    if (column.starts_with(seat) && column.substr(seat.size()) == key) return true;
  }
  return false;
}

/// The places of the columns that a key means. Throws InputError for an unknown column.
std::vector<std::size_t> places_of(const std::string& option, std::string_view key,
                                   const std::vector<Column>& columns) {
  const std::string wanted = normal_key(key);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].key == wanted) return {i};
    if (is_meant(wanted, columns[i].key)) places.push_back(i);
  }
  if (!places.empty()) return places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (normal_key(columns[i].heading.english()) == wanted) return {i};
  }
  std::vector<std::string> keys;
  for (const Column& column : columns) keys.push_back(column.key);
  throw InputError(message("{0}: unknown column '{1}'; the columns are: {2}", option,
                           printable(std::string(key)), join(keys, ", ")));
}

bool is_filled(const Cell& cell) {
  return cell.text ? !cell.text->empty() : !cell.value.is_null() && text_cell(cell.value) != "";
}

bool is_shown(const Column& column, std::size_t place, const std::vector<std::vector<Cell>>& rows,
              const TableOptions& options) {
  const bool is_for_people = options.shows_people();
  switch (column.shown) {
    case Shown::all:
      return true;
    case Shown::asked:
      if (is_for_people && options.format != Format::csv) return false;
      [[fallthrough]];
    case Shown::filled:
      return !is_for_people || rows.empty() ||
             std::any_of(rows.begin(), rows.end(),
                         [place](const auto& row) { return is_filled(row[place]); });
    case Shown::programs:
      return !is_for_people;
    case Shown::json:
      return options.format == Format::json;
    case Shown::people:
      return is_for_people;
  }
  return true;
}

/// Do the cells of this kind stand at the right?
bool is_numeric(Holds kind) {
  return kind == Holds::count || kind == Holds::number || kind == Holds::points ||
         kind == Holds::rating || kind == Holds::share || kind == Holds::seconds;
}

bool holds_numbers(const Column& column, std::size_t place,
                   const std::vector<std::vector<Cell>>& rows) {
  return is_numeric(column.kind) || std::any_of(rows.begin(), rows.end(), [place](const auto& row) {
           return row[place].value.is_number();
         });
}

std::string heading_of(const Column& column, const TableOptions& options) {
  return column.heading.empty() ? column.key : column.heading.in(options.translation());
}

}  // namespace

Cell::Cell(const Message& sentence) : value(text_or_null(sentence.english())), text(sentence) {}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view marks = "\\`*_{}[]()<>#+!|~$";
  std::string escaped;
  for (const char c : printable(text, 4096)) {
    if (c == '@') {
      escaped += "&#64;";  // a backslash does not prevent a mention on GitHub
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else {
      if (marks.find(c) != marks.npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string_view json_type(Holds kind) {
  switch (kind) {
    case Holds::flag:
      return "boolean";
    case Holds::count:
      return "integer";
    case Holds::number:
    case Holds::points:
    case Holds::rating:
    case Holds::share:
    case Holds::seconds:
      return "number";
    case Holds::list:
      return "array";
    case Holds::map:
      return "object";
    default:
      return "string";
  }
}

const Translation& TableOptions::translation() const {
  static const Translation english;
  return language ? *language : english;
}

std::size_t place_of_column(const std::string& option, std::string_view key,
                            const std::vector<Column>& columns) {
  return places_of(option, key, columns).front();
}

std::vector<std::size_t> shown_columns(const std::vector<Column>& columns,
                                       const std::vector<std::vector<Cell>>& rows,
                                       const TableOptions& options) {
  const auto changes = [](const std::string& key) { return key[0] == '+' || key[0] == '-'; };
  std::vector<std::string> wanted = options.columns;
  std::erase(wanted, "");
  const bool begins_with_usual = std::all_of(wanted.begin(), wanted.end(), changes);
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; begins_with_usual && i < columns.size(); ++i) {
    if (is_shown(columns[i], i, rows, options)) shown.push_back(i);
  }
  for (const std::string& key : wanted) {
    if (key == "all") {
      for (std::size_t i = 0; i < columns.size(); ++i) shown.push_back(i);
      continue;
    }
    const auto places = places_of("--columns", changes(key) ? key.substr(1) : key, columns);
    for (const std::size_t place : places) {
      const auto found = std::find(shown.begin(), shown.end(), place);
      if (key[0] == '-') {
        if (found != shown.end()) shown.erase(found);
      } else if (found == shown.end()) {
        // An added column stands at its usual place.
        const auto next =
            key[0] == '+' ? std::upper_bound(shown.begin(), shown.end(), place) : shown.end();
        shown.insert(next, place);
      }
    }
  }
  return shown;
}

std::string shown_date(const std::string& text, const Translation& language) {
  const auto date = read_date(text);
  if (date && !date->year) return "";
  if (!date || !date->month || !date->day) return text;
  const std::string day = date->text();
  return message("{0}-{1}-{2}", day.substr(0, 4), day.substr(5, 2), day.substr(8, 2)).in(language);
}

int decimals_of(const Column& column, std::size_t place, const std::vector<std::vector<Cell>>& rows,
                const TableOptions& options) {
  if (column.kind == Holds::rating) return options.format == Format::html ? 0 : 1;
  if (column.kind == Holds::share) return 1;
  int decimals = 0;
  for (const auto& row : rows) {
    const Json& value = row[place].value;
    if (!value.is_number() || value.is_integer()) continue;
    const double halves = 2 * value.get<double>();
    decimals = std::max(decimals, std::abs(halves - std::round(halves)) < 1e-9 ? 1 : 2);
  }
  return decimals;
}

std::string shown_text(const Cell& cell, const Column& column, int decimals,
                       const TableOptions& options) {
  const Json& value = cell.value;
  const Translation& language = options.translation();
  if (cell.text) return printable(cell.text->in(language), 4096);
  if (value.is_number() && column.kind == Holds::share) {
    return language.number(rounded_text(100 * value.get<double>(), decimals));
  }
  if (value.is_integer() || (value.is_number() && !is_numeric(column.kind))) return value.dump();
  if (value.is_number()) return language.number(rounded_text(value.get<double>(), decimals));
  const std::string text = text_cell(value);
  if (column.kind == Holds::result && text == "1/2-1/2") return "½-½";
  if (column.kind == Holds::date && !language.is_english()) return shown_date(text, language);
  return text;
}

namespace {

/// Place and direction of each key of `--sort`.
std::vector<std::pair<std::size_t, bool>> sort_places(const TableOptions& options,
                                                      const std::vector<Column>& columns) {
  std::vector<std::pair<std::size_t, bool>> places;
  for (const std::string& key : options.sort) {
    const bool is_descending = key.starts_with('-');
    places.emplace_back(place_of_column("--sort", is_descending ? key.substr(1) : key, columns),
                        is_descending);
  }
  return places;
}

void sort_rows(std::vector<std::vector<Cell>>& rows,
               const std::vector<std::pair<std::size_t, bool>>& places,
               const std::vector<Column>& columns) {
  // Two values of each key: names come in alphabetical order, and equal ones in that of their text.
  using Keyed = std::pair<std::vector<Json>, std::vector<Cell>>;
  std::vector<Keyed> keyed;
  for (auto& row : rows) {
    std::vector<Json> values;
    for (const auto& [place, is_descending] : places) {
      Json value = sort_value(row[place]);
      const bool is_name = value.is_string() && columns[place].kind == Holds::text;
      values.push_back(is_name ? Json(name_order_key(value.text())) : value);
      values.push_back(std::move(value));
    }
    keyed.emplace_back(std::move(values), std::move(row));
  }
  std::stable_sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
    for (std::size_t i = 0; i < a.first.size(); ++i) {
      const bool is_descending = places[i / 2].second;
      if (comes_before(a.first[i], b.first[i], is_descending)) return true;
      if (comes_before(b.first[i], a.first[i], is_descending)) return false;
    }
    return false;
  });
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = std::move(keyed[i].second);
}

/// The rows that the options choose, in their order.
std::vector<std::vector<Cell>> shown_rows(const Table& table, const TableOptions& options) {
  auto rows = table.rows;
  const auto places = sort_places(options, table.columns);
  if (!places.empty()) sort_rows(rows, places, table.columns);
  if (options.limit && *options.limit < rows.size()) {
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(*options.limit), rows.end());
  }
  return rows;
}

}  // namespace

ShownTable shown_table(const Table& table, const TableOptions& options) {
  ShownTable shown;
  const auto rows = shown_rows(table, options);
  const auto places = shown_columns(table.columns, rows, options);
  std::vector<int> decimals;
  for (const std::size_t place : places) {
    const Column& column = table.columns[place];
    shown.columns.push_back(column);
    shown.is_number.push_back(holds_numbers(column, place, rows));
    shown.headings.push_back(with_capital(heading_of(column, options)));
    decimals.push_back(decimals_of(column, place, rows, options));
  }
  for (const auto& row : rows) {
    auto& texts = shown.rows.emplace_back();
    for (std::size_t i = 0; i < places.size(); ++i) {
      texts.push_back(shown_text(row[places[i]], shown.columns[i], decimals[i], options));
    }
  }
  return shown;
}

TableWriter::TableWriter(std::ostream& out, const TableOptions& options,
                         std::vector<Column> columns)
    : out_(out),
      options_(options),
      columns_(std::move(columns)),
      left_(options.limit.value_or(~std::uint64_t{0})) {
  shown_columns(columns_, {}, options_);
  sort_ = sort_places(options_, columns_);
  if (!options_.shows_people()) begin();
}

TableWriter::~TableWriter() noexcept(false) {
  if (std::uncaught_exceptions() == exceptions_) finish();
}

bool TableWriter::add(Row row) {
  require_cells(columns_.size(), row.size());
  if (sort_.empty()) return page(row);
  unsorted_.push_back(std::move(row));
  return true;
}

void TableWriter::finish() {
  sort_rows(unsorted_, sort_, columns_);
  for (Row& row : unsorted_) {
    if (!page(row)) break;
  }
  unsorted_.clear();
  begin();
}

bool TableWriter::page(Row& row) {
  if (left_ > 0) {
    --left_;
    print(row);
  }
  return left_ > 0 && out_;
}

void TableWriter::print(Row& row) {
  if (has_begun_) return print_row(row);
  waiting_.push_back(std::move(row));
  if (waiting_.size() > most_waiting) begin();
}

void TableWriter::begin() {
  if (has_begun_) return;
  has_begun_ = true;
  shown_ = shown_columns(columns_, waiting_, options_);
  std::vector<std::string> headings;
  for (const std::size_t place : shown_) {
    const Column& column = columns_[place];
    decimals_.push_back(decimals_of(column, place, waiting_, options_));
    is_right_.push_back(holds_numbers(column, place, waiting_));
    headings.push_back(options_.shows_people() ? heading_of(column, options_) : column.key);
  }
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    std::size_t width = display_width(headings[i]);
    for (const Row& row : waiting_) {
      if (options_.format != Format::text) break;
      width = std::max(width, display_width(shown_text(row[shown_[i]], columns_[shown_[i]],
                                                       decimals_[i], options_)));
    }
    widths_.push_back(width);
  }
  if (options_.format == Format::text) {
    print_aligned(headings);
  } else if (options_.format == Format::markdown) {
    print_markdown(headings);
    for (const bool is_right : is_right_) out_ << (is_right ? "|--:" : "|---");
    out_ << "|\n";
  } else if (options_.format == Format::csv) {
    if (options_.is_for_people) {
      for (std::string& heading : headings) heading = with_capital(heading);
    }
    // Spreadsheets then read the file as UTF-8.
    if (options_.delimiter != ',') out_ << byte_order_mark;
    print_csv({headings.begin(), headings.end()});
  }
  for (const Row& row : waiting_) print_row(row);
  waiting_.clear();
}

void TableWriter::print_row(const Row& row) {
  if (options_.format == Format::json) {
    Json object = Json::object();
    for (const std::size_t place : shown_) object.append(columns_[place].key) = row[place].value;
    out_ << json_line(object);
    return;
  }
  std::vector<Cell> cells;
  for (const std::size_t place : shown_) cells.push_back(row[place]);
  if (options_.format == Format::csv) return print_csv(cells);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    texts.push_back(shown_text(cells[i], columns_[shown_[i]], decimals_[i], options_));
  }
  options_.format == Format::markdown ? print_markdown(texts) : print_aligned(texts);
}

void TableWriter::print_aligned(const std::vector<std::string>& texts) {
  std::string line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string spaces(widths_[i] - std::min(widths_[i], display_width(texts[i])), ' ');
    if (i > 0) line += "  ";
    line += is_right_[i] ? spaces + texts[i] : texts[i] + spaces;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out_ << line << '\n';
}

void TableWriter::print_markdown(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) out_ << "| " << markdown_text(text) << ' ';
  out_ << "|\n";
}

void TableWriter::print_csv(const std::vector<Cell>& cells) {
  const char delimiter = options_.delimiter;
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Json& value = cells[i].value;
    if (value.is_string() || (options_.is_for_people && cells[i].text)) {
      line += spreadsheet_cell(
          options_.is_for_people ? shown_text(cells[i], columns_[shown_[i]], 0, options_) : value,
          delimiter);
    } else {
      const bool is_share = options_.is_for_people && columns_[shown_[i]].kind == Holds::share;
      std::string text = text_cell(value);
      if (value.is_number() && !value.is_integer() && options_.is_for_people) {
        const double number = value.get<double>();
        text = shortest_text(is_share ? rounded_to(100 * number, 1) : rounded_to(number, 2));
      }
      if (options_.decimal_comma) std::replace(text.begin(), text.end(), '.', ',');
      line += quoted_cell(text, delimiter);
    }
    line += delimiter;
  }
  line.back() = '\n';
  out_ << line;
}

void write_table(std::ostream& out, const Table& table, const TableOptions& options) {
  TableWriter writer(out, options, table.columns);
  for (const auto& row : table.rows) {
    if (!writer.add(row)) break;
  }
  writer.finish();
}

}  // namespace schiri
