#include "notation/records/pgn/record_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/match/turn_word.h"
#include "notation/game_types.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

std::string with_blanks_for_controls(std::string_view text) {
  std::string clean(text);
  std::replace_if(clean.begin(), clean.end(), is_control_byte, ' ');
  return clean;
}

/// A `}` is possible in a line comment only, which cannot contain a line feed.
std::string comment_text(std::string_view text) {
  if (text.find('}') == text.npos) return "{" + std::string(text) + "} ";
  return ";" + with_blanks_for_controls(text) + "\n";
}

/// The elements of a movetext; of each variation only its opening.
std::vector<Element> without_variations(const std::vector<Element>& movetext) {
  std::vector<Element> outside;
  int depth = 0;
  for (const Element& element : movetext) {
    if (element.kind == Element::Kind::variation_close)
      --depth;
    else if (depth == 0)
      outside.push_back(element);
    if (element.kind == Element::Kind::variation_open) ++depth;
  }
  return outside;
}

/// Is the value of this tag read in several spellings?
bool is_respelled(const Tag& tag) {
  constexpr std::string_view names[] = {"Date",     "Result",   "Game",     "Variant",
                                        "WhiteElo", "BlackElo", "Position", "Roll"};
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view name) { return equal_ignoring_case(name, tag.name); });
}

/// Is a tag read from something else: a time from the date, the end from the result?
bool is_derived(const Tag& tag) { return tag.name == "Time" || tag.name == "Termination"; }

}  // namespace

void RecordText::add_tag(std::string_view name, std::string_view value) {
  const std::string clean = without_controls(value);
  tags_ += "[" + std::string(name) + " \"";
  for (const char c : clean) {
    if (c == '"' || c == '\\') tags_ += '\\';
    tags_ += c;
  }
  tags_ += "\"]\n";
  written_.tags.push_back({std::string(name), clean});
}

void RecordText::add_turn(std::string_view text) {
  movetext_ += std::string(text) + "\n";
  written_.movetext.push_back({Element::Kind::turn, std::string(text)});
}

void RecordText::add_comment(std::string_view text) {
  movetext_ += comment_text(text);
  written_.movetext.push_back({Element::Kind::comment, std::string(text)});
}

void RecordText::add_nag(std::string_view number) {
  movetext_ += "$" + std::string(number) + " ";
  written_.movetext.push_back({Element::Kind::nag, std::string(number)});
}

void RecordText::add_variation(std::string_view text) {
  movetext_ += std::string(text) + " ";
  written_.movetext.push_back({Element::Kind::variation_open, std::string(text)});
}

void RecordText::add_movetext(std::string_view text) {
  movetext_ += std::string(text) + "\n";
  is_free_ = true;
}

void RecordText::add_trailing_comment(std::string_view text) {
  trailer_ += " " + comment_text(text);
  written_.trailing_comments.emplace_back(text);
}

bool RecordText::reads_as_written(const Record& record) const {
  const std::size_t tags = written_.tags.size();
  const bool has_tags = record.tags.size() >= tags &&
                        std::all_of(record.tags.begin() + static_cast<std::ptrdiff_t>(tags),
                                    record.tags.end(), is_derived);
  if (!has_tags || is_free_) return has_tags;
  // Turns have several spellings, but not where they are any words.
  const GameType* const game = find_game(record.tag("Game"));
  const bool has_words = game && game->facts.has_words;
  const auto is_same_word = [](const std::string& read, const std::string& written) {
    return read == written || text_of_word(read) == written;
  };
  const auto is_same = [&](const Element& read, const Element& written) {
    if (read.kind != written.kind) return false;
    if (has_words && read.kind == Element::Kind::turn) return is_same_word(read.text, written.text);
    return read.kind != Element::Kind::nag || read.text == written.text;
  };
  const std::vector<Element> read = without_variations(record.movetext);
  const auto is_same_tag = [](const Tag& read_tag, const Tag& written) {
    return read_tag.value == written.value ? equal_ignoring_case(read_tag.name, written.name)
                                           : is_respelled(written);
  };
  return std::equal(written_.tags.begin(), written_.tags.end(), record.tags.begin(),
                    [&](const Tag& written, const Tag& read_tag) {
                      return is_same_tag(read_tag, written);
                    }) &&
         record.result == written_.result &&
         record.trailing_comments.size() == written_.trailing_comments.size() &&
         std::equal(read.begin(), read.end(), written_.movetext.begin(), written_.movetext.end(),
                    is_same);
}

CheckedRecord RecordText::check(const ReadOptions& options, std::size_t index,
                                std::size_t line) const {
  ReadOptions complete = options;
  complete.keep = Keep::records;
  complete.only_tags = false;
  complete.keep_text = false;
  std::string text = tags_ + "\n" + movetext_ + written_.result + trailer_ + "\n";
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  std::vector<CheckedRecord> found;
  check_games({text.data(), size}, 1, Extent::segment, complete,
              [&](CheckedRecord&& record) { found.push_back(std::move(record)); });
  if (found.size() != 1) {
    return broken_record(Code::syntax, message("this is not exactly one record"), index, line);
  }
  GameCheck& check = found.front().check;
  if (check.valid() && !reads_as_written(found.front().record)) {
    return broken_record(Code::syntax,
                         message("a tag, turn, NAG, variation or result in it is not exactly one"),
                         index, line);
  }
  check.index = index;
  check.line = line;
  for (auto* findings : {&check.errors, &check.warnings}) {
    for (Finding& finding : *findings) {
      finding.line = line;
      finding.column = 1;
    }
  }
  return std::move(found.front());
}

CheckedRecord broken_record(Code code, Message message, std::size_t index, std::size_t line) {
  CheckedRecord record;
  record.check.index = index;
  record.check.line = line;
  record.check.errors.push_back({code, line, 1, 0, std::move(message), {}, 0, 0});
  return record;
}

}  // namespace schiri
