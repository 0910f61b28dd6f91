#include "notation/trf/player_fields.h"

#include <algorithm>

#include "core/base/date.h"
#include "notation/text/printable.h"

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
