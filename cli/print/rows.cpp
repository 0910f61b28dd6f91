#include "cli/print/rows.h"

#include <algorithm>

#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

constexpr std::size_t most_waiting = 1000;

bool is_less(const Json& a, const Json& b) {
  if (a.is_string() && b.is_string()) return a.text() < b.text();
  if (a.is_number_unsigned() && b.is_number_unsigned()) {
    return a.get<std::uint64_t>() < b.get<std::uint64_t>();
  }
  if (a.is_number() && b.is_number()) return a.get<double>() < b.get<double>();
  return a.dump() < b.dump();
}

/// Sorts numbers before texts, and unknown values after them.
bool comes_before(const Json& a, const Json& b) {
  const auto rank = [](const Json& value) {
    return value.is_null() ? 2 : value.is_string() ? 1 : 0;
  };
  return rank(a) != rank(b) ? rank(a) < rank(b) : rank(a) < 2 && is_less(a, b);
}

}  // namespace

std::size_t index_of_column(const std::string& option, const std::string& column,
                            const std::vector<std::string>& keys) {
  auto found = std::find(keys.begin(), keys.end(), column);
  if (found == keys.end()) {
    found = std::find_if(keys.begin(), keys.end(),
                         [&](const std::string& key) { return is_same_in_any_case(key, column); });
  }
  if (found != keys.end()) return static_cast<std::size_t>(found - keys.begin());
  throw InputError(message("{0}: unknown column '{1}'; the columns are: {2}", option,
                           printable(column), join(keys, ", ")));
}

AlignedText::AlignedText(std::ostream& out, std::vector<std::string> header)
    : out_(out), widths_(header.size()) {
  Line line;
  for (std::string& text : header) line.push_back({std::move(text)});
  widen(line);
  waiting_.push_back(std::move(line));
}

namespace {

std::vector<std::string> texts_in(const Translation& language, const std::vector<Message>& header) {
  std::vector<std::string> texts;
  for (const Message& head : header) texts.push_back(head.in(language));
  return texts;
}

}  // namespace

AlignedText::AlignedText(std::ostream& out, const Translation& language,
                         const std::vector<Message>& header)
    : AlignedText(out, texts_in(language, header)) {
  if (!language.is_english()) language_ = Translation(language.language(), {});
}

AlignedText::~AlignedText() noexcept(false) {
  if (std::uncaught_exceptions() == exceptions_) finish();
}

void AlignedText::add(const std::vector<Json>& cells) {
  Line line;
  for (const Json& cell : cells) {
    const bool is_number = cell.is_number();
    line.push_back({is_number ? language_.number(text_cell(cell)) : text_cell(cell), is_number});
  }
  add(std::move(line));
}

void AlignedText::add(Line line) {
  require_cells(widths_.size(), line.size());
  if (flowing_) return print(line);
  widen(line);
  waiting_.push_back(std::move(line));
  if (waiting_.size() > most_waiting) finish();
}

void AlignedText::finish() {
  flowing_ = true;
  // A heading is aligned like its numbers.
  for (std::size_t i = 0; i < widths_.size() && !waiting_.empty(); ++i) {
    waiting_[0][i].right = std::any_of(waiting_.begin(), waiting_.end(),
                                       [i](const Line& line) { return line[i].right; });
  }
  for (const Line& line : waiting_) print(line);
  waiting_.clear();
}

void AlignedText::widen(const Line& line) {
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    widths_[i] = std::max(widths_[i], display_width(line[i].text));
  }
}

void AlignedText::print(const Line& line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::size_t length = display_width(line[i].text);
    const std::string blanks(widths_[i] - std::min(widths_[i], length), ' ');
    if (i > 0) text += "  ";
    text += line[i].right ? blanks + line[i].text : line[i].text + blanks;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  out_ << text << '\n';
}

Rows::Rows(std::ostream& out, Format format, std::vector<std::string> keys, const RowChoice& choice)
    : out_(out),
      format_(format),
      descending_(choice.descending),
      left_(choice.limit.value_or(~std::uint64_t{0})),
      skip_(choice.offset) {
  for (const std::string& column : choice.columns) {
    chosen_.push_back(index_of_column("--columns", column, keys));
  }
  columns_ = keys.size();
  if (!choice.sort.empty()) sort_ = index_of_column("--sort", choice.sort, keys);
  for (const std::size_t column : chosen_) keys_.push_back(keys[column]);
  if (chosen_.empty()) keys_ = std::move(keys);
  if (format_ == Format::csv) {
    out_ << csv_line({keys_.begin(), keys_.end()});
  } else if (format_ != Format::json) {
    aligned_.emplace(out_, keys_);
  }
}

Rows::~Rows() noexcept(false) {
  if (std::uncaught_exceptions() == exceptions_) finish();
}

void Rows::finish() {
  if (sort_) {
    std::stable_sort(waiting_.begin(), waiting_.end(), [&](const auto& a, const auto& b) {
      return descending_ ? comes_before(b[*sort_], a[*sort_]) : comes_before(a[*sort_], b[*sort_]);
    });
  } else if (descending_) {
    std::reverse(waiting_.begin(), waiting_.end());
  }
  for (std::vector<Json>& values : waiting_) {
    if (!page(values)) break;
  }
  waiting_.clear();
  if (aligned_) aligned_->finish();
}

bool Rows::add(std::vector<Json> values) {
  require_cells(columns_, values.size());
  if (!sort_ && !descending_) return page(values);
  waiting_.push_back(std::move(values));
  return true;
}

bool Rows::page(std::vector<Json>& values) {
  if (left_ > 0 && skip_ == 0) {
    --left_;
    print(values);
  }
  if (skip_ > 0) --skip_;
  return left_ > 0 && out_;
}

void Rows::print(std::vector<Json>& values) {
  if (!chosen_.empty()) {
    std::vector<Json> kept;
    for (const std::size_t index : chosen_) kept.push_back(values[index]);
    values = std::move(kept);
  }
  if (aligned_) return aligned_->add(values);
  out_ << (format_ == Format::csv ? csv_line(values) : json_line(object_of(keys_, values)));
}

}  // namespace schiri::cli
