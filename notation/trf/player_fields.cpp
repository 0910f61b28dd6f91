#include "notation/trf/player_fields.h"

#include <algorithm>

#include "core/base/date.h"
#include "notation/text/odd_character.h"
#include "notation/text/printable.h"
#include "notation/text/similar_names.h"

namespace schiri::otb {

namespace {

bool is_made_of(const std::string& text, const char* signs, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most && text.find_first_not_of(signs) == text.npos;
}

std::string in_capitals(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

constexpr const char* digits = "0123456789";
constexpr const char* capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

std::string read_fide_id(const std::string& typed) {
  if (typed.empty() || is_made_of(typed, digits, 1, 11)) return typed;
  throw EventError(
      message("a FIDE ID is a number of at most 11 digits, not '{0}'", printable(typed)));
}

std::string read_title(const std::string& typed) {
  const std::string title = in_capitals(typed);
  if (is_made_of(title, capitals, 0, 3)) return title;
  throw EventError(
      message("a title has at most three letters, as GM or WFM, not '{0}'", printable(typed)));
}

std::string read_federation(const std::string& typed) {
  const std::string code = in_capitals(typed);
  if (code.empty() || is_made_of(code, capitals, 3, 3)) return code;
  throw EventError(message("a federation has three letters, as GER, not '{0}'", printable(typed)));
}

std::string read_sex(const std::string& typed) {
  const std::string letter = in_capitals(typed);
  if (letter.empty()) return "";
  if (letter == "M") return "m";
  if (letter == "W" || letter == "F") return "w";
  throw EventError(message("the sex is m or w, not '{0}'", printable(typed)));
}

std::string read_name(std::string_view typed) {
  constexpr std::size_t most_characters = 200;
  const char* const end = typed.data() + typed.size();
  if (find_invalid_utf8(typed.data(), end) != end) {
    throw EventError(message("the name '{0}' is not UTF-8 text", printable(typed)));
  }
  std::string name = tidy_name(typed);
  if (const Message invisible = invisible_character_in(name); !invisible.empty()) {
    throw EventError(message("the name '{0}' is not all visible: {1}", printable(name), invisible));
  }
  const std::size_t characters = count_characters(name);
  if (characters > most_characters) {
    throw EventError(message("a name has at most 200 characters, not {0}", characters));
  }
  return name;
}

std::string read_birth(const std::string& typed) {
  if (typed.empty()) return "";
  std::string text = typed;
  std::replace(text.begin(), text.end(), '/', '.');
  // Reports have zeros for an unknown day.
  while (text.ends_with(".00")) text.resize(text.size() - 3);
  const auto date = read_date(text);
  if (!date || !date->year) {
    throw EventError(
        message("a day of birth is a year, or a day as 1998-05-17, not '{0}'", printable(typed)));
  }
  std::string known = date->text();
  known.resize(std::min(known.find('?'), known.size()));
  while (known.ends_with('.')) known.pop_back();
  std::replace(known.begin(), known.end(), '.', '/');
  return known;
}

const PlayerField& field_of(std::string PlayerDetails::*text) {
  return *std::ranges::find(player_fields, text, &PlayerField::text);
}

}  // namespace schiri::otb
