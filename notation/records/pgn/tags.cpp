#include "notation/records/pgn/tags.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/characters.h"
#include "core/base/names.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

constexpr std::array<std::string_view, known_tag_count> tag_names = {
    "Event",  "Site", "Date",    "Round",    "White", "Black",
    "Result", "Game", "Variant", "Position", "Roll",  "Termination"};
static_assert(std::equal(std::begin(roster), std::end(roster), tag_names.begin()));

constexpr std::size_t usual_tags = 16;

constexpr std::size_t slot_count = 32;

/// The slot of a name, ignoring case: no two known tags share a slot.
constexpr std::size_t slot_of(std::string_view name) {
  return ((static_cast<unsigned char>(name[0]) | 0x20u) + 3 * name.size()) % slot_count;
}

constexpr unsigned char no_tag = known_tag_count;

constexpr auto tags_by_slot = [] {
  std::array<unsigned char, slot_count> slots{};
  slots.fill(no_tag);
  for (unsigned char tag = 0; tag < known_tag_count; ++tag) slots[slot_of(tag_names[tag])] = tag;
  return slots;
}();
static_assert(std::count(tags_by_slot.begin(), tags_by_slot.end(), no_tag) ==
              slot_count - known_tag_count);

/// The number of a known tag, ignoring case; no_tag for any other name.
std::size_t find_known(std::string_view name) {
  const unsigned char tag = tags_by_slot[slot_of(name)];
  const bool is_known =
      tag != no_tag && (tag_names[tag] == name || equal_ignoring_case(tag_names[tag], name));
  return is_known ? tag : no_tag;
}

/// Other common names of tags, which the program does not use.
constexpr std::string_view usual_names[] = {"TimeControl", "PlyCount",  "WhiteElo", "BlackElo",
                                            "WhiteType",   "BlackType", "Seed"};

/// No two of them share a slot either.
constexpr std::size_t usual_slot_of(std::string_view name) {
  return ((static_cast<unsigned char>(name[0]) | 0x20u) + 5 * name.size()) % slot_count;
}

constexpr auto usual_by_slot = [] {
  std::array<std::string_view, slot_count> slots{};
  for (const std::string_view name : usual_names) slots[usual_slot_of(name)] = name;
  return slots;
}();
static_assert(std::all_of(std::begin(usual_names), std::end(usual_names),
                          [](std::string_view name) {
                            return usual_by_slot[usual_slot_of(name)] == name;
                          }));

/// A tag's canonical name.
std::string_view usual_name(std::string_view name, std::size_t known) {
  if (known != no_tag) return tag_names[known];
  const std::string_view usual = usual_by_slot[usual_slot_of(name)];
  return usual != name && equal_ignoring_case(usual, name) ? usual : name;
}

/// Is it a known name in another case?
bool is_miscased(std::string_view name) {
  const std::string_view usual = usual_by_slot[usual_slot_of(name)];
  if (usual == name) return false;
  return find_known(name) != no_tag || equal_ignoring_case(usual, name);
}

constexpr bool is_unique(std::size_t tag) {
  return tag != static_cast<std::size_t>(KnownTag::termination);
}

constexpr auto name_characters = [] {
  std::array<bool, 256> characters{};
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    // PGN calls these symbols.
    characters[static_cast<std::size_t>(c)] =
        is_letter(character) || is_digit(character) ||
        std::string_view("_+#=:-").find(character) != std::string_view::npos;
  }
  return characters;
}();

bool is_name_character(char c) { return name_characters[static_cast<unsigned char>(c)]; }
/// Letters other than those of ASCII are read with a warning.
bool begins_name(char c) { return is_letter(c) || is_digit(c) || !is_ascii_byte(c); }

/// `[White: "Anna"]` is a mistake, not a tag of this name.
bool may_end_name(char c) { return c != ':' && c != '='; }

/// The end of the name that begins at `at`, before a space or a quote of any kind.
const char* name_end(const char* at, const char* end) {
  const char* const begin = at;
  while (at < end) {
    if (!is_name_character(*at) && is_ascii_byte(*at)) break;
    if (!is_ascii_byte(*at) && (space_length(at, end) > 0 || curly_quote_length(at, end) > 0))
      break;
    ++at;
  }
  while (at > begin && !may_end_name(at[-1])) --at;
  return at;
}

const char* skip_spaces(const char* at, const char* end) {
  while (at < end && (*at == ' ' || *at == '\t')) ++at;
  return at;
}

constexpr auto string_stops = [] {
  std::array<bool, 256> stops{};
  for (const char c : {'"', '\\', '\n'}) stops[static_cast<unsigned char>(c)] = true;
  return stops;
}();

/// The place after the closing quote of a string that opens at `at`; null if it is not closed on
/// its line.
const char* string_end(const char* at, const char* end) {
  for (++at; at < end; ++at) {
    if (!string_stops[static_cast<unsigned char>(*at)]) continue;
    if (*at == '"') return at + 1;
    if (*at == '\n') return nullptr;
    if (at + 1 < end && (at[1] == '"' || at[1] == '\\')) ++at;
  }
  return nullptr;
}

/// Skips spaces, line ends, escape lines and byte order marks between the parts of a tag pair.
const char* skip_all_blanks(const char* at, const char* end) {
  while (at < end) {
    if (const std::size_t space = space_length(at, end)) {
      at += space;
    } else if (*at == '%' && at[-1] == '\n') {
      at = std::find(at, end, '\n');
    } else if (is_byte_order_mark(at, end)) {
      at += byte_order_mark.size();
    } else {
      break;
    }
  }
  return at;
}

const char* line_end(const char* at, const char* end) {
  const char* newline = std::find(at, end, '\n');
  return newline > at && newline[-1] == '\r' ? newline - 1 : newline;
}

/// Skips spaces and escape lines before a tag pair.
const char* skip_to_tag(const char* begin, const char* at, const char* end) {
  while (at < end) {
    if (is_blank(*at)) {
      ++at;
    } else if (*at == '%' && (at == begin || at[-1] == '\n')) {
      at = std::find(at, end, '\n');
    } else {
      break;
    }
  }
  return at;
}

/// A quotation mark: `"` or a typographic one.
std::size_t quote_length(const char* at, const char* end) {
  return at < end && *at == '"' ? 1 : curly_quote_length(at, end);
}

/// The first mark on the line that is followed by `]`, or, if there is none, the first mark; its
/// length is 0 if there is none. `at` is the beginning of the value.
std::string_view find_closing_quote(const char* at, const char* end) {
  std::string_view first;
  for (; at < end && *at != '\n'; ++at) {
    if (*at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\')) {
      ++at;
    } else if (const std::size_t length = quote_length(at, end)) {
      const char* const next = skip_all_blanks(at + length, end);
      if (next < end && *next == ']') return {at, length};
      if (first.empty()) first = {at, length};
    }
  }
  return first;
}

Message pair_form() { return message("a tag pair is written [Name \"value\"]"); }

/// Has a word what turns are made of: a digit, and a letter or sign, but no number of three digits?
bool may_be_turn(std::string_view word) {
  std::size_t digits = 0, in_a_row = 0, most = 0;
  bool has_other = false;
  for (const char c : word) {
    in_a_row = is_digit(c) ? in_a_row + 1 : 0;
    digits += is_digit(c);
    most = std::max(most, in_a_row);
    has_other = has_other || is_letter(c) || std::string_view("+-/>,~@").find(c) != word.npos;
  }
  return digits > 0 && has_other && most < 3;
}

/// A quick test for most movetext: a number with its dots, then a square, a die or the centre.
bool begins_movetext(const char* at, const char* end) {
  const char* const digits_end = std::find_if_not(at, end, is_digit);
  const char* turn = digits_end;
  while (turn < end && (*turn == '.' || *turn == ' ')) ++turn;
  if (digits_end == at || turn == digits_end || end - turn < 2) return false;
  const bool is_die = (turn[0] == 'I' || turn[0] == 'V') && (turn[1] == 'I' || turn[1] == 'V');
  return is_digit(turn[1]) || is_die || (turn[0] == 'O' && turn[1] == ' ');
}

/// A word of at least three letters, perhaps followed by a mark.
bool is_prose(std::string_view word) {
  while (!word.empty() && std::string_view(".,:!?-").find(word.back()) != word.npos) {
    word.remove_suffix(1);
  }
  const auto is_of_word = [](char c) { return is_letter(c) || !is_ascii_byte(c) || c == '\''; };
  const bool is_pass = equal_ignoring_case(word.substr(0, 4), "pass") && word.size() <= 5;
  return word.size() >= 3 && !is_pass && std::all_of(word.begin(), word.end(), is_of_word);
}

/// The place after the last empty line between two tag pairs outside comments; null without one.
const char* behind_empty_line(const char* at, const char* end) {
  const char *behind = nullptr, *line = nullptr;
  while (at < end) {
    if (*at == '\n') {
      if (line) behind = at + 1;
      line = ++at;
    } else if (is_blank(*at) || *at == '>') {
      ++at;
    } else {
      at = *at == '{'   ? std::find(at, end, '}') + 1
           : *at == ';' ? std::find(at, end, '\n')
                        : at + 1;
      line = nullptr;
    }
  }
  return behind;
}

}  // namespace

/// The content at a bracket of a header.
struct TagSection::Pair {
  enum class Form : unsigned char { whole, no_name, no_quote, open_value, no_bracket, cut_off };

  Form form;
  const char* open;
  const char* end;  ///< the place after it
  std::string_view name = {};
  std::string_view quoted = {};  ///< from its quote on, if there is one
  std::string_view inside = {};

  std::size_t known = no_tag;

  void set_value(const char* quote, std::size_t opening, std::string_view closing) {
    quoted = {quote, closing.data() + closing.size()};
    inside = {quote + opening, closing.data()};
  }
};

/// What no line of text has that stands between tag pairs.
constexpr std::string_view game_signs = "[]{}();*$";

/// Has the line of `at` one of these? Looks no further than to the first.
bool has_game_sign(const char* at, const char* end) {
  while (at < end && *at != '\n' && game_signs.find(*at) == game_signs.npos) ++at;
  return at < end && *at != '\n';
}

bool is_stray_line(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\f\v";
  bool has_prose = false;
  for (std::string_view rest = line; !rest.empty();) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
    if (may_be_turn(word) || word.find_first_of(game_signs) != word.npos) return false;
    has_prose = has_prose || is_prose(word);
    rest.remove_prefix(word.size());
  }
  const std::string_view text = line.substr(0, line.find_last_not_of(blanks) + 1);
  return has_prose && canonical_result(text).empty();
}

bool is_tag_name(std::string_view name) {
  const char* const end = name.data() + name.size();
  return !name.empty() && begins_name(name[0]) && name_end(name.data(), end) == end &&
         find_invalid_utf8(name.data(), end) == end && odd_character_in(name).empty();
}

std::string TagText::value() const {
  std::string text;
  if (inside.find('\\') == inside.npos) {
    text = inside;
  } else {
    for (std::size_t i = 0; i < inside.size(); ++i) {
      const bool escapes = inside[i] == '\\' && i + 1 < inside.size();
      if (escapes && (inside[i + 1] == '"' || inside[i + 1] == '\\')) ++i;
      text += inside[i];
    }
  }
  // Whoever stores or writes the value has the same.
  const bool is_clean = std::none_of(text.begin(), text.end(), is_control_byte) &&
                        text.find(byte_order_mark) == text.npos;
  return is_clean ? text : without_controls(text);
}

TagSection::Pair TagSection::parse(const char* open, const char* end) {
  const char* const end_of_name = std::find_if_not(open + 1, end, is_name_character);
  const char* const quote = skip_spaces(end_of_name, end);
  if (is_letter(open[1]) && may_end_name(end_of_name[-1]) && quote < end && *quote == '"') {
    const char* const value_end = string_end(quote, end);
    const char* const close = value_end ? skip_spaces(value_end, end) : end;
    if (close < end && *close == ']') {
      return {Pair::Form::whole,
              open,
              close + 1,
              {open + 1, end_of_name},
              {quote, value_end},
              {quote + 1, value_end - 1},
              find_known({open + 1, end_of_name})};
    }
  }
  return parse_loosely(open, end);
}

/// Parses a pair with spaces and line ends between any two parts, and with other quotation marks.
[[gnu::cold, gnu::noinline]] TagSection::Pair TagSection::parse_loosely(const char* open,
                                                                        const char* end) {
  Pair pair{Pair::Form::cut_off, open, line_end(open, end)};
  const auto is = [&](Pair::Form form) {
    pair.form = form;
    return pair;
  };
  const char* const name = skip_all_blanks(open + 1, end);
  if (name == end || !begins_name(*name)) return is(Pair::Form::no_name);
  pair.name = {name, name_end(name, end)};
  pair.known = find_known(pair.name);
  const char* const behind_name = name + pair.name.size();
  if (skip_spaces(behind_name, end) >= end) return pair;
  if (!is_tag_name(pair.name)) return is(Pair::Form::no_name);
  const char* const quote = skip_all_blanks(behind_name, end);
  const std::size_t opening = quote_length(quote, end);
  if (opening == 0) return is(Pair::Form::no_quote);
  std::string_view closing = find_closing_quote(quote + opening, end);
  const char* const string = *quote == '"' ? string_end(quote, end) : nullptr;
  const char* const string_close = string ? skip_all_blanks(string, end) : end;
  if (string && (closing.empty() || (string_close < end && *string_close == ']'))) {
    closing = {string - 1, 1};
  }
  pair.quoted = {quote, line_end(quote, end)};
  if (closing.empty()) return is(Pair::Form::open_value);
  pair.set_value(quote, opening, closing);
  const char* const behind = closing.data() + closing.size();
  if (skip_spaces(behind, end) >= end) return pair;
  const char* const close = skip_all_blanks(behind, end);
  if (close == end || *close != ']')
    return is(*quote == '"' && !string ? Pair::Form::open_value : Pair::Form::no_bracket);
  pair.end = close + 1;
  return is(Pair::Form::whole);
}

bool TagSection::begins_pair(const char* open, const char* end) {
  // Most brackets that open no pair lack a name or a quote; the rest of the line is not read then.
  const char* const name = skip_all_blanks(open + 1, end);
  if (name == end || !begins_name(*name)) return false;
  const char* const quote = skip_all_blanks(name_end(name, end), end);
  if (quote_length(quote, end) == 0) return false;
  const Pair pair = parse(open, end);
  return !pair.quoted.empty() && pair.form != Pair::Form::open_value;
}

bool TagSection::begins_cut_pair(const char* open, const char* end) {
  const Pair pair = parse(open, end);
  switch (pair.form) {
    case Pair::Form::cut_off:
      return true;
    case Pair::Form::open_value:
      return std::find(pair.open, end, '\n') == end;
    case Pair::Form::no_name:
      return skip_all_blanks(open + 1, end) == end;
    default:
      return false;
  }
}

/// Reads a canonical pair whose name is not a known one in another case and is new. Returns the
/// place after it; null for any other pair.
const char* TagSection::take_plain(const char* open, const MovetextReader& reader) {
  const char* const end = reader.end();
  if (is_broken_ || reader.invalid() != end || !is_letter(open[1])) return nullptr;
  const char* const end_of_name = std::find_if_not(open + 1, end, is_name_character);
  const std::string_view name(open + 1, end_of_name);
  if (end - end_of_name < 3 || end_of_name[0] != ' ' || end_of_name[1] != '"') return nullptr;
  if (!may_end_name(end_of_name[-1])) return nullptr;
  const char* const value_end = string_end(end_of_name + 1, end);
  if (!value_end || value_end == end || *value_end != ']') return nullptr;
  std::size_t known = tags_by_slot[slot_of(name)];
  if (known != no_tag && tag_names[known] != name) known = no_tag;
  if (known == no_tag ? is_miscased(name) : seen_[known]) return nullptr;
  has_others_ = has_others_ || known == no_tag;
  // Constructed in place because copying bytes right after they were written is slow.
  TagText& tag = tags_.emplace_back();
  tag.name = name;
  tag.quoted = {end_of_name + 1, value_end};
  tag.inside = {end_of_name + 2, value_end - 1};
  if (known != no_tag) {
    seen_.set(known);
    if (!tag.is_unknown()) numbers_[known] = tags_.size();
  }
  is_open_ = false;
  return value_end + 1;
}

bool TagSection::read(MovetextReader& reader, FindingLog* findings) {
  const char* const begin = reader.position();
  const char* at = begin;
  tags_.reserve(usual_tags);
  while (true) {
    const char* bracket = skip_to_tag(begin, at, reader.end());
    if (bracket == reader.end() || *bracket != '[' || !is_letter(bracket[1])) {
      bracket = find_bracket(reader, bracket, findings);
      if (!bracket) break;
    }
    if (const char* const behind = take_plain(bracket, reader)) {
      at = behind_ = behind;
      continue;
    }
    const Pair pair = parse(bracket, reader.end());
    if (!belongs_here(pair, reader)) return !is_broken_;
    take(pair, reader, findings);
    at = behind_ = pair.end;
  }
  reader.set_position(at);
  return !is_broken_;
}

/// The next bracket of the header, after comments, mail quotes, stray lines, and line ends at which
/// a game would begin if the header did not continue; null if movetext follows.
[[gnu::cold, gnu::noinline]] const char* TagSection::find_bracket(MovetextReader& reader,
                                                                  const char* at,
                                                                  FindingLog* findings) {
  std::vector<std::string_view> comments;
  std::string_view stray;
  while (true) {
    at = reader.skip_blanks_from(at);
    if (at == reader.end()) {
      // Above the first pair an empty line ends what is no header.
      const bool ends = is_open_ || (!stray.empty() && !behind_);
      if (ends || !reader.go_on_to_next_segment()) return nullptr;
    } else if (*at == '{' || *at == ';') {
      const char* const close = std::find(at, reader.invalid(), *at == '{' ? '}' : '\n');
      if (*at == '{' && close == reader.invalid()) return nullptr;
      comments.emplace_back(at + 1, close);
      at = close + (*at == '{');
    } else if (*at == '[' && at < reader.invalid()) {
      const bool may_be_square = is_digit(*skip_all_blanks(at + 1, reader.end()));
      if (may_be_square && !begins_pair(at, reader.end())) return nullptr;
      for (const std::string_view comment : comments) reader.keep_comment(comment);
      if (!stray.empty()) refuse_stray(stray, findings);
      return at;
    } else {
      if (begins_movetext(at, reader.invalid())) return nullptr;
      if (has_game_sign(at, reader.invalid())) return nullptr;
      const std::string_view line(at, line_end(at, reader.invalid()));
      if (!is_stray_line(line)) return nullptr;
      if (stray.empty()) stray = line;
      at += line.size();
    }
  }
}

/// Reports the first of some lines between tag pairs that are none.
void TagSection::refuse_stray(std::string_view line, FindingLog* findings) {
  if (findings && !is_broken_) {
    findings->add(Code::bad_tag, line.data(), line.size(), 0,
                  joined(message("'{0}' is not a tag pair", printable(line)), pair_form()));
  }
  is_broken_ = true;
}

/// A repeated roster tag after an empty line begins the next game; the reader is left there.
bool TagSection::belongs_here(const Pair& pair, MovetextReader& reader) const {
  const std::size_t known = pair.known;
  if (known >= std::size(roster) || !seen_[known]) return true;
  const char* const next_game = behind_empty_line(behind_, pair.open);
  if (next_game) reader.end_game_at(next_game);
  return !next_game;
}

void TagSection::take(const Pair& pair, const MovetextReader& reader, FindingLog* findings) {
  const std::size_t known = pair.known;
  const bool is_second = known != no_tag && seen_[known] && is_unique(known);
  const bool is_whole = pair.form == Pair::Form::whole;
  const bool is_readable = reader.invalid() >= pair.end || reader.invalid() == reader.end();
  if ((!is_whole || !is_readable || is_second) && !is_broken_) {
    is_broken_ = true;
    if (findings && !is_readable) {
      findings->add(Code::bad_utf8, reader.invalid(), 1, 0, bad_utf8_message());
    } else if (findings) {
      refuse(pair, *findings);
    }
  }
  is_open_ = pair.form == Pair::Form::open_value;
  has_others_ = has_others_ || known == no_tag;
  if (known != no_tag) seen_.set(known);
  if (!is_whole || is_second) return;
  const TagText tag{usual_name(pair.name, known), pair.quoted, pair.inside};
  if (known != no_tag && numbers_[known] == 0 && !tag.is_unknown()) {
    numbers_[known] = tags_.size() + 1;
  }
  tags_.push_back(tag);
  const bool is_respelled = tag.name != pair.name || !is_ascii(tag.name) ||
                            pair.quoted.front() != '"' || pair.quoted.back() != '"';
  if (is_respelled && findings && !is_broken_) note_spellings(tag, pair, *findings);
}

[[gnu::cold, gnu::noinline]] void TagSection::note_spellings(const TagText& tag, const Pair& pair,
                                                             FindingLog& findings) {
  const auto note = [&](Spelling spelling, std::string_view token, Message message) {
    if (!findings.is_first(spelling)) return;
    findings.add(Code::spelling, token.data(), token.size(), 0, std::move(message));
  };
  if (tag.name != pair.name) {
    note(Spelling::tag_name, pair.name,
         message("the tag '{0}' is written {1}", printable(pair.name), tag.name));
  }
  if (!is_ascii(tag.name)) {
    note(Spelling::tag_name, pair.name,
         message("the name of the tag '{0}' has letters that not all programs read; names have "
                 "letters of English, digits and _ + # = : -",
                 printable(pair.name)));
  }
  if (pair.quoted.front() != '"' || pair.quoted.back() != '"') {
    note(Spelling::quotes, pair.quoted,
         message("the value {0} is written \"{1}\", between plain quotes", printable(pair.quoted),
                 printable(pair.inside)));
  }
}

/// Reports a pair that cannot be read, or appears twice.
[[gnu::cold, gnu::noinline]] void TagSection::refuse(const Pair& pair, FindingLog& findings) {
  const std::string_view whole(pair.open, pair.end);
  const auto report = [&](Code code, std::string_view token, Message message) {
    findings.add(code, token.data(), token.size(), 0, std::move(message));
  };
  const auto report_form = [&](const Message& problem) {
    report(Code::bad_tag, whole, joined(pair_form(), problem));
  };
  switch (pair.form) {
    case Pair::Form::whole:
      return report(Code::bad_tag, whole, message("the tag {0} appears twice", pair.name));
    case Pair::Form::no_name: {
      const Message odd = odd_character_in(whole.substr(0, whole.find('"')));
      return report_form(odd.empty() ? message("no name follows the bracket here") : odd);
    }
    case Pair::Form::no_quote: {
      const Message odd = odd_character_in(whole.substr(0, whole.find('"')));
      return report_form(odd.empty() ? message("no quote follows the name here") : odd);
    }
    case Pair::Form::no_bracket:
      return report_form(message("no ] follows the value here"));
    case Pair::Form::open_value:
      return report(Code::unterminated, pair.quoted,
                    message("the value that begins here is never closed by a quote on its line"));
    case Pair::Form::cut_off:
      return report(Code::unterminated, whole, message("the file ends within a tag pair"));
  }
}

const TagText* TagSection::find(KnownTag tag) const {
  const TagNumber number = numbers_[static_cast<std::size_t>(tag)];
  return number == 0 ? nullptr : &tags_[number - 1];
}

const TagText* TagSection::find(std::string_view name) const {
  if (!has_others_) return nullptr;
  for (const TagText& tag : tags_) {
    if (tag.name == name && !tag.is_unknown()) return &tag;
  }
  return nullptr;
}

std::string TagSection::value_or(KnownTag tag, std::string_view otherwise) const {
  const TagText* found = find(tag);
  return found ? found->value() : std::string(otherwise);
}

std::string TagSection::list_missing() const {
  std::string missing;
  for (std::size_t tag = 0; tag < std::size(roster); ++tag) {
    if (numbers_[tag] != 0) continue;
    if (!missing.empty()) missing += ", ";
    missing += roster[tag];
  }
  return missing;
}

void TagSection::copy_to(Record& record) const {
  record.tags.reserve(tags_.size());
  for (const TagText& tag : tags_) record.tags.push_back({std::string(tag.name), tag.value()});
}

}  // namespace schiri
