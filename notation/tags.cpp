#include "notation/tags.h"

#include <algorithm>
#include <iterator>

namespace schiri {

namespace {

constexpr std::string_view unique_tags[] = {"Game", "Variant", "Position", "Roll"};

bool is_unique(std::string_view name) {
  return std::find(std::begin(roster), std::end(roster), name) != std::end(roster) ||
         std::find(std::begin(unique_tags), std::end(unique_tags), name) != std::end(unique_tags);
}

bool is_name_character(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

const char* skip_spaces(const char* at) {
  while (*at == ' ' || *at == '\t') ++at;
  return at;
}

/// Behind the closing quote of a string that opens at `at`; null if it is not closed on its line.
const char* string_end(const char* at, const char* end) {
  for (++at; at < end && *at != '\n'; ++at) {
    if (*at == '"') return at + 1;
    if (*at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\')) ++at;
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

std::string TagText::value() const {
  std::string text;
  for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
    if (quoted[i] == '\\' && (quoted[i + 1] == '"' || quoted[i + 1] == '\\')) ++i;
    text += quoted[i];
  }
  return text;
}

bool TagSection::read(MovetextReader& reader, FindingLog& findings) {
  const char *const begin = reader.position(), *const end = reader.end();
  const char* at = begin;
  while ((at = skip_to_tag(begin, at, end)) < end && *at == '[' && is_letter(at[1])) {
    const char* const bad = reader.invalid();
    const bool readable = bad >= line_end(at, end);
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
                          const std::string& message) {
    findings.add(code, token, static_cast<std::size_t>(token_end - token), 0, message);
    return false;
  };
  const char* const name_end = std::find_if_not(open + 1, end, is_name_character);
  const char* const quote = skip_spaces(name_end);
  const char* const stop = line_end(open, end);
  if (quote >= end) {
    return refuse(Code::unterminated, open, stop, "the file ends within a tag pair");
  }
  if (*quote != '"') {
    return refuse(Code::bad_tag, open, stop,
                  "a tag pair is written [Name \"value\"]; no quote follows the name here");
  }
  const char* const value_end = string_end(quote, end);
  if (!value_end) {
    return refuse(Code::unterminated, quote, stop,
                  "the value that begins here is never closed by"
                  " a quote on its line");
  }
  const char* const close = skip_spaces(value_end);
  if (close >= end) {
    return refuse(Code::unterminated, open, stop, "the file ends within a tag pair");
  }
  if (*close != ']') {
    return refuse(Code::bad_tag, open, stop,
                  "a tag pair is written [Name \"value\"]; no ] follows the value here");
  }
  const TagText tag{{open + 1, name_end}, {quote, value_end}};
  at = close + 1;
  if (!refuse_repeated(tag, open, at, findings)) return false;
  tags_.push_back(tag);
  return true;
}

bool TagSection::refuse_repeated(const TagText& tag, const char* begin, const char* end,
                                 FindingLog& findings) {
  if (!is_unique(tag.name)) return true;
  const auto same = [&](const TagText& other) { return other.name == tag.name; };
  if (std::none_of(tags_.begin(), tags_.end(), same)) return true;
  findings.add(Code::bad_tag, begin, static_cast<std::size_t>(end - begin), 0,
               "the tag " + std::string(tag.name) + " stands twice");
  return false;
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

const TagText* TagSection::find(std::string_view name) const {
  for (const TagText& tag : tags_) {
    if (tag.name == name && !tag.is_unknown()) return &tag;
  }
  return nullptr;
}

std::string TagSection::value_or(std::string_view name, std::string_view otherwise) const {
  const TagText* tag = find(name);
  return tag ? tag->value() : std::string(otherwise);
}

std::string TagSection::list_missing() const {
  std::string missing;
  for (const std::string_view name : roster) {
    if (find(name)) continue;
    if (!missing.empty()) missing += ", ";
    missing += name;
  }
  return missing;
}

void TagSection::copy_to(Record& record) const {
  for (const TagText& tag : tags_) record.tags.push_back({std::string(tag.name), tag.value()});
}

}  // namespace schiri
