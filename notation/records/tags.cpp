#include "notation/records/tags.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "notation/printable.h"

namespace schiri {

namespace {

constexpr std::array<std::string_view, known_tag_count> tag_names = {
    "Event",  "Site", "Date",    "Round",    "White", "Black",
    "Result", "Game", "Variant", "Position", "Roll",  "Termination"};
static_assert(std::equal(std::begin(roster), std::end(roster), tag_names.begin()));

constexpr std::size_t usual_tags = 16;

constexpr std::size_t slot_count = 32;

/// Where a name is looked up: no two known tags share a slot.
constexpr std::size_t slot_of(std::string_view name) {
  return (static_cast<unsigned char>(name[0]) + 3 * name.size()) % slot_count;
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

/// The number of a known tag, no_tag for any other name.
std::size_t find_known(std::string_view name) {
  const unsigned char tag = tags_by_slot[slot_of(name)];
  return tag != no_tag && tag_names[tag] == name ? tag : no_tag;
}

constexpr bool is_unique(std::size_t tag) {
  return tag != static_cast<std::size_t>(KnownTag::termination);
}

constexpr auto name_characters = [] {
  std::array<bool, 256> characters{};
  for (int c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    characters[static_cast<std::size_t>(c)] =
        is_letter(character) || is_digit(character) || character == '_';
  }
  return characters;
}();

bool is_name_character(char c) { return name_characters[static_cast<unsigned char>(c)]; }

const char* skip_spaces(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

constexpr auto string_stops = [] {
  std::array<bool, 256> stops{};
  for (const char c : {'"', '\\', '\n'}) stops[static_cast<unsigned char>(c)] = true;
  return stops;
}();

/// Behind the closing quote of a string that opens at `at`; null if it is not closed on its line.
const char* string_end(const char* at, const char* end) {
  for (++at; at < end; ++at) {
    if (!string_stops[static_cast<unsigned char>(*at)]) continue;
    if (*at == '"') return at + 1;
    if (*at == '\n') return nullptr;
    if (at + 1 < end && (at[1] == '"' || at[1] == '\\')) ++at;
  }
  return nullptr;
}

const char* line_end(const char* at, const char* end) {
  const char* newline = std::find(at, end, '\n');
  return newline > at && newline[-1] == '\r' ? newline - 1 : newline;
}

/// Skips blanks and escape lines before a tag pair.
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

}  // namespace

bool is_tag_name(std::string_view name) {
  return !name.empty() && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

std::string TagText::value() const {
  const std::string_view inside = quoted.substr(1, quoted.size() - 2);
  if (inside.find('\\') == inside.npos) return std::string(inside);
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\' && (quoted[i + 1] == '"' || quoted[i + 1] == '\\')) ++i;
    text += quoted[i];
  }
  return text;
}

bool TagSection::read(MovetextReader& reader, FindingLog& findings) {
  const char *const begin = reader.position(), *const end = reader.end();
  const char* const bad = reader.invalid();
  const char* at = begin;
  tags_.reserve(usual_tags);
  while ((at = skip_to_tag(begin, at, end)) < end && *at == '[' && is_letter(at[1])) {
    const bool readable = bad == end || bad >= line_end(at, end);
    if (!readable) findings.add(Code::bad_utf8, bad, 1, 0, std::string(bad_utf8_message));
    if (!readable || !read_pair(at, end, findings)) {
      reader.set_position(at);
      return false;
    }
  }
  reader.set_position(at);
  return true;
}

bool TagSection::read_pair(const char*& at, const char* end, FindingLog& findings) {
  const char* const open = at;
  const auto refuse = [&](Code code, const char* token, const char* token_end,
                          std::string message) {
    findings.add(code, token, static_cast<std::size_t>(token_end - token), 0, std::move(message));
    return false;
  };
  const auto refuse_rest = [&](Code code, const char* token, std::string message) {
    return refuse(code, token, line_end(open, end), std::move(message));
  };
  const char* const name_end = std::find_if_not(open + 1, end, is_name_character);
  const char* const quote = skip_spaces(name_end);
  if (quote >= end) {
    return refuse_rest(Code::unterminated, open, "the file ends within a tag pair");
  }
  if (*quote != '"') {
    return refuse_rest(Code::bad_tag, open,
                       "a tag pair is written [Name \"value\"]; no quote follows the name here");
  }
  const char* const value_end = string_end(quote, end);
  if (!value_end) {
    return refuse_rest(Code::unterminated, quote,
                       "the value that begins here is never closed by"
                       " a quote on its line");
  }
  const char* const close = skip_spaces(value_end);
  if (close >= end) {
    return refuse_rest(Code::unterminated, open, "the file ends within a tag pair");
  }
  if (*close != ']') {
    return refuse_rest(Code::bad_tag, open,
                       "a tag pair is written [Name \"value\"]; no ] follows the value here");
  }
  const TagText tag{{open + 1, name_end}, {quote, value_end}};
  at = close + 1;
  if (!note_known(tag)) {
    return refuse(Code::bad_tag, open, at, "the tag " + std::string(tag.name) + " stands twice");
  }
  tags_.push_back(tag);
  return true;
}

bool TagSection::note_known(const TagText& tag) {
  const std::size_t known = find_known(tag.name);
  if (known == no_tag) return true;
  if (seen_[known] && is_unique(known)) return false;
  seen_.set(known);
  if (places_[known] == 0 && !tag.is_unknown()) places_[known] = tags_.size() + 1;
  return true;
}

void TagSection::skip_rest(MovetextReader& reader) {
  const char *const begin = reader.position(), *const end = reader.end();
  const char* at = begin;
  if (at < end && *at != '[') at = std::find(at, end, '\n');
  while ((at = skip_to_tag(begin, at, end)) < end && *at == '[' && is_letter(at[1])) {
    at = std::find(at, end, '\n');
  }
  reader.set_position(at);
}

const TagText* TagSection::find(KnownTag tag) const {
  const Place place = places_[static_cast<std::size_t>(tag)];
  return place == 0 ? nullptr : &tags_[place - 1];
}

std::string TagSection::value_or(KnownTag tag, std::string_view otherwise) const {
  const TagText* found = find(tag);
  return found ? found->value() : std::string(otherwise);
}

std::string TagSection::list_missing() const {
  std::string missing;
  for (std::size_t tag = 0; tag < std::size(roster); ++tag) {
    if (places_[tag] != 0) continue;
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
