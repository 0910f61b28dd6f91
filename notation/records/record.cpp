#include "notation/records/record.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/match/game.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::string_view game_tags[] = {"Game", "Variant", "Position", "Roll", "Termination"};

/// May the byte have to be dropped: is it a control character or the first byte of a byte order
/// mark?
bool is_suspect(char c) { return is_control_byte(c) || c == byte_order_mark[0]; }

/// Is it printable ASCII, as nearly every word is? Without a branch for each byte.
bool is_plain(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= c >= ' ' && c < '\x7f';
  return plain;
}

/// Is a comment printable ASCII without a brace and without commands, as those of bots are?
bool is_plain_comment(std::string_view text) {
  bool plain = true;
  for (const char c : text) plain &= c >= ' ' && c < '\x7f' && c != '}' && c != '[';
  return plain;
}

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view comment_spaces = " \t\r\n";

/// The end of the word of a comment that begins at `at`: at a space, but not within a command of
/// chess programs (`[%clk 0:09:57]`), which some of them read on one line only.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  std::size_t end = std::min(text.find_first_of(comment_spaces, at), text.size());
  while (true) {
    const std::size_t open = text.substr(at, end - at).rfind("[%");
    const std::size_t close = open == text.npos ? open : text.find_first_of("[]", at + open + 1);
    if (close == text.npos || close < end || text[close] == '[') return end;
    end = std::min(text.find_first_of(comment_spaces, close), text.size());
  }
}

/// A word of a comment as it is written: on one line, without control characters.
std::string written_word(std::string_view word) {
  std::string text;
  for (std::size_t at = 0; at < word.size();) {
    const std::size_t end = std::min(word.find_first_of(comment_spaces, at), word.size());
    const std::string part = without_controls(word.substr(at, end - at));
    if (!part.empty()) text += (text.empty() ? "" : " ") + part;
    at = end + 1;
  }
  return text;
}

class Writer {
 public:
  Writer(std::string& out, const RecordStyle& style) : out_(out), style_(style) {}

  void write(const Record& record) {
    write_tags(record);
    if (style_.fills_roster || !record.tags.empty()) end_line();
    write_movetext(record);
    word(record.result);
    for (const std::string& comment : record.trailing_comments) write_comment(comment);
    break_line();
    end_line();
  }

 private:
  void write_tags(const Record& record) {
    for (const std::string_view name : roster) {
      const std::string value = without_controls(record.tag(name));
      if (value.empty() && !style_.fills_roster) continue;
      // Without the tag, the end of the movetext gives the result.
      const std::string_view otherwise = name == "Result" ? record.result : unknown_value(name);
      write_tag(name, value.empty() ? otherwise : std::string_view(value));
    }
    for (const std::string_view name : game_tags) {
      for (const Tag& tag : record.tags) {
        if (tag.name == name) write_tag(tag.name, tag.value);
      }
    }
    for (const Tag& tag : record.tags) {
      if (!contains(roster, tag.name) && !contains(game_tags, tag.name)) {
        write_tag(tag.name, tag.value);
      }
    }
  }

  void write_tag(std::string_view name, std::string_view value) {
    out_ += '[';
    out_ += name;
    out_ += " \"";
    const auto is_special = [](char c) { return is_suspect(c) || c == '"' || c == '\\'; };
    if (std::none_of(value.begin(), value.end(), is_special)) {
      out_ += value;
    } else {
      for (const char c : without_controls(value)) {
        if (c == '"' || c == '\\') out_ += '\\';
        out_ += c;
      }
    }
    out_ += "\"]";
    end_line();
  }

  void write_movetext(const Record& record) {
    const bool black_began = black_begins(record.tag("Position"));
    std::size_t played = 0;
    bool interrupted = true;
    for (const Element& element : record.movetext) {
      if (element.kind == Element::Kind::turn) {
        const bool black = (played % 2 == 1) != black_began;
        if (style_.numbers && (!black || interrupted)) {
          write_number((played + black_began) / 2 + 1, black ? "..." : ".");
        }
        word(element.text);
        ++played;
        interrupted = false;
      } else {
        write_other(element);
        interrupted = interrupted || element.kind != Element::Kind::nag;
      }
    }
  }

  void write_number(std::size_t number, std::string_view dots) {
    char text[24];
    char* const end = std::to_chars(text, text + sizeof text, number).ptr;
    word({text, std::copy(dots.begin(), dots.end(), end)});
  }

  void write_other(const Element& element) {
    switch (element.kind) {
      case Element::Kind::comment:
        return write_comment(element.text);
      case Element::Kind::nag:
        return word("$" + element.text);
      case Element::Kind::variation_open:
        return open();
      case Element::Kind::variation_close:
        return close();
      default:
        return write_variation_word(element.text);
    }
  }

  void write_variation_word(std::string_view text) {
    if (!style_.numbers) text = without_number(text);
    if (!text.empty()) word(text);
  }

  /// As write_comment() writes it, faster.
  void write_plain_comment(std::string_view text) {
    start_word();
    append("{");
    bool is_first = true;
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != text.npos;) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (!is_first) start_word();
      append(text.substr(at, end - at));
      is_first = false;
      at = end;
    }
    append("}");
  }

  /// A comment with a `}` can only be a line comment.
  void write_comment(std::string_view text) {
    if (is_plain_comment(text)) return write_plain_comment(text);
    const bool own_line = text.find('}') != std::string_view::npos;
    std::string joined = own_line ? ";" : "{";
    if (own_line) break_line();
    bool first = true;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = end_of_word(text, at);
      const std::string piece = written_word(text.substr(at, end - at));
      if (!piece.empty()) {
        if (!first && !own_line) {
          word(joined);
          joined.clear();
        } else if (own_line) {
          joined += ' ';
        }
        joined += piece;
        first = false;
      }
      at = end + 1;
    }
    if (!own_line) return word(joined + "}");
    out_ += joined;
    end_line();
  }

  // A bracket has no space beside it: it begins the next word, or joins the last.
  void open() {
    if (closed_ || characters_ == 0) begin_word();
    out_ += '(';
    ++characters_;
    opening_ = true;
  }
  void close() {
    if (characters_ == 0) begin_word();
    out_ += ')';
    ++characters_;
    opening_ = false;
    closed_ = true;
  }

  /// A word of control characters alone is dropped; they are removed from other words first.
  void word(std::string_view text) {
    if (is_plain(text)) return add_word(text, text.size());
    const std::string clean = without_controls(text);
    if (!clean.empty()) add_word(clean, count_characters(clean));
  }

  void add_word(std::string_view text, std::size_t characters) {
    start_word();
    // At the start of a line a % would begin an escape line.
    if (text.starts_with('%') && out_.ends_with('\n')) {
      out_ += ' ';
      ++characters_;
    }
    out_ += text;
    characters_ += characters;
  }

  /// An opening bracket is the beginning of the word behind it.
  void start_word() {
    if (!opening_) begin_word();
    opening_ = false;
    closed_ = true;
  }

  /// Adds printable ASCII to the present word.
  void append(std::string_view text) {
    out_ += text;
    characters_ += text.size();
  }

  /// Ends the word before and separates it by a space, which may become the end of the line.
  void begin_word() {
    end_word();
    separator_ = out_.size();
    if (column_ > 0) out_ += ' ';
  }

  /// Moves the word to a new line if it does not fit on this one.
  void end_word() {
    if (characters_ == 0) return;
    if (column_ > 0) {
      const bool fits = style_.width == 0 || column_ + 1 + characters_ <= style_.width;
      if (fits || out_[separator_ + 1] == '%') {
        ++column_;
      } else {
        out_[separator_] = '\n';
        column_ = 0;
      }
    }
    column_ += characters_;
    characters_ = 0;
    opening_ = closed_ = false;
  }

  void break_line() {
    end_word();
    if (column_ > 0) end_line();
  }

  void end_line() {
    out_ += '\n';
    column_ = 0;
  }

  std::string& out_;
  const RecordStyle& style_;
  std::size_t column_ = 0;      // at the end of the word before
  std::size_t characters_ = 0;  // of the present word
  std::size_t separator_ = 0;   // where the present word begins, with the space before it
  bool opening_ = false;        // the present word ends with an opening bracket
  bool closed_ = false;         // the present word is complete
};

/// The length of the digits of a turn number at the front, 0 without one.
std::size_t count_digits(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits < word.size() && word[digits] == '.' ? digits : 0;
}

}  // namespace

bool black_begins(std::string_view position) {
  if (without_beginner(position) != position) return position.ends_with('2');
  for (std::size_t at = position.find(' '); at != std::string_view::npos;
       at = position.find(' ', at + 1)) {
    const std::string_view word = position.substr(at + 1, 2);
    if (word == "w" || word == "w ") return false;
    if (word == "b" || word == "b ") return true;
  }
  return false;
}

std::string_view without_beginner(std::string_view position) {
  const bool names_it = position.ends_with(" p1") || position.ends_with(" p2");
  return position.substr(0, position.size() - (names_it ? 3 : 0));
}

std::size_t tag_rank(std::string_view name) {
  const auto* const in_roster = std::find(std::begin(roster), std::end(roster), name);
  const auto* const of_game = std::find(std::begin(game_tags), std::end(game_tags), name);
  return static_cast<std::size_t>((in_roster - std::begin(roster)) +
                                  (in_roster == std::end(roster) ? of_game - game_tags : 0));
}

std::string_view Record::tag(std::string_view name) const {
  for (const Tag& tag : tags) {
    if (tag.name == name && tag.value != "?") return tag.value;
  }
  return {};
}

void Record::set_tag(std::string_view name, std::string_view value) {
  for (Tag& tag : tags) {
    if (tag.name == name) {
      tag.value = value;
      return;
    }
  }
  tags.push_back({std::string(name), std::string(value)});
}

std::vector<std::string_view> Record::turns() const {
  std::vector<std::string_view> list;
  for (const Element& element : movetext) {
    if (element.kind == Element::Kind::turn) list.push_back(element.text);
  }
  return list;
}

void write_record(const Record& record, std::string& out, const RecordStyle& style) {
  Writer(out, style).write(record);
}

void write_record(const Record& record, std::string& out) { write_record(record, out, {}); }

std::string write_record(const Record& record) {
  std::string out;
  write_record(record, out);
  return out;
}

std::string_view without_number(std::string_view word) {
  const std::size_t digits = count_digits(word);
  if (digits == 0) return word;
  word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  return word;
}

std::string_view turn_of_word(std::string_view word) {
  const std::string_view turn = without_number(word);
  return turn == "*" || outcome_of(turn) ? std::string_view() : turn;
}

std::string with_smaller_number(std::string_view word, std::size_t less) {
  const std::size_t digits = count_digits(word);
  const auto number = parse_number<std::size_t>(word.substr(0, digits));
  if (!number || *number <= less) return std::string(word);
  return std::to_string(*number - less) + std::string(word.substr(digits));
}

}  // namespace schiri
