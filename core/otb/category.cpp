#include "core/otb/category.h"

#include <algorithm>

#include "core/base/date.h"
#include "core/base/names.h"
#include "core/base/text.h"

namespace schiri::otb {

namespace {

constexpr std::size_t longest_name = 100;
constexpr int highest_rating = 9999, most_years = 120;

using Kind = CategoryRule::Kind;

std::optional<int> number_up_to(std::string_view text, int most) {
  const auto number = parse_number<int>(text);
  return number && *number >= 0 && *number <= most && text.front() != '-' ? number : std::nullopt;
}

/// `U14`, `S60`, `60+`
std::optional<CategoryRule> read_age(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  const bool is_plus = text.back() == '+';
  const char first = is_plus ? 'S' : text.front();
  const auto years =
      number_up_to(is_plus ? text.substr(0, text.size() - 1) : text.substr(1), most_years);
  if (!years) return std::nullopt;
  if (first == 'U' || first == 'u') return CategoryRule{Kind::under, *years};
  if (first == 'S' || first == 's') return CategoryRule{Kind::over, *years};
  return std::nullopt;
}

/// `1400-1599`, `-1399`, `2000-`
std::optional<CategoryRule> read_ratings(std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == text.npos || text.size() < 2) return std::nullopt;
  const std::string_view low = text.substr(0, dash), high = text.substr(dash + 1);
  const auto lowest = low.empty() ? 0 : number_up_to(low, highest_rating);
  const auto highest = high.empty() ? highest_rating : number_up_to(high, highest_rating);
  if (!lowest || !highest) return std::nullopt;
  if (*lowest > *highest) {
    throw EventError(message("the ratings '{0}' begin with the higher one", text));
  }
  return CategoryRule{Kind::ratings, 0, "", *lowest, *highest};
}

std::optional<CategoryRule> read_rule(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (const auto age = read_age(text)) return age;
  if (const auto ratings = read_ratings(text)) return ratings;
  if (is_same_in_any_case(text, "women")) return CategoryRule{Kind::sex, 0, "w"};
  if (is_same_in_any_case(text, "men")) return CategoryRule{Kind::sex, 0, "m"};
  const std::pair<std::string_view, Kind> words[] = {{"club:", Kind::club},
                                                     {"federation:", Kind::federation}};
  for (const auto& [word, kind] : words) {
    if (text.size() <= word.size() || !is_same_in_any_case(text.substr(0, word.size()), word)) {
      continue;
    }
    return CategoryRule{kind, 0, std::string(trimmed(text.substr(word.size())))};
  }
  return std::nullopt;
}

/// A category's name is written in lists and in the file.
std::string require_name(std::string_view name) {
  const bool is_shown = std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '=' || c == ',';
  });
  if (!name.empty() && name.size() <= longest_name && is_shown) return std::string(name);
  throw EventError(message("a category has a name of at most 100 characters, without commas"));
}

std::optional<int> year_in(const std::string& date) {
  return date.size() >= 4 ? parse_number<int>(std::string_view(date).substr(0, 4)) : std::nullopt;
}

bool holds(const CategoryRule& rule, const Entrant& player, std::optional<int> year) {
  switch (rule.kind) {
    case Kind::under:
    case Kind::over: {
      if (!year) {
        throw EventError(
            message("a category by age needs the year of the event: set its date, 'schiri otb set "
                    "--date'"));
      }
      const auto birth = year_in(player.details.birth);
      if (!birth) return false;
      const int age = *year - *birth;
      return rule.kind == Kind::under ? age <= rule.years : age >= rule.years;
    }
    case Kind::sex:
      return player.details.sex == rule.text;
    case Kind::club:
      return !player.club.empty() && is_same_name(player.club, rule.text);
    case Kind::federation:
      return is_same_in_any_case(player.details.federation, rule.text);
    case Kind::ratings: {
      const int rating = player.rating.value_or(0);
      return rating >= rule.lowest && rating <= rule.highest;
    }
  }
  return false;
}

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (const std::string_view name : split(list, ',')) {
    if (const auto one = trimmed(name); !one.empty()) names.emplace_back(one);
  }
  return names;
}

bool is_listed(const Entrant& player, const std::string& category) {
  const auto names = names_in(player.details.category);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return is_same_name(name, category); });
}

}  // namespace

Category read_category(std::string_view text) {
  const std::size_t equals = text.find('=');
  Category category{require_name(trimmed(text.substr(0, equals)))};
  if (equals == text.npos) {
    if (auto rule = read_rule(category.name)) category.rules.push_back(std::move(*rule));
    return category;
  }
  for (const std::string_view part : split(text.substr(equals + 1), ',')) {
    auto rule = read_rule(trimmed(part));
    if (!rule) {
      throw EventError(
          message("unknown rule of a category '{0}'; expected U14, S60, women, men, club:NAME, "
                  "federation:GER or ratings as 1400-1599",
                  trimmed(part)));
    }
    category.rules.push_back(std::move(*rule));
  }
  return category;
}

std::string read_category_names(const std::string& typed) {
  std::vector<std::string> names;
  for (const std::string& name : names_in(typed)) {
    const bool is_known = std::any_of(names.begin(), names.end(), [&](const std::string& known) {
      return is_same_name(known, name);
    });
    if (!is_known) names.push_back(require_name(name));
  }
  return join(names, ", ");
}

std::vector<Category> categories(const EventHead& head, const Event& event) {
  std::vector<Category> all;
  for (const std::string& text : head.categories) all.push_back(read_category(text));
  for (const Entrant& player : event.entrants()) {
    for (const std::string& name : names_in(player.details.category)) {
      const bool is_known = std::any_of(all.begin(), all.end(), [&](const Category& known) {
        return is_same_name(known.name, name);
      });
      if (!is_known) all.push_back(read_category(name));
    }
  }
  return all;
}

std::vector<bool> members_of(const Category& category, const EventHead& head, const Event& event) {
  if (event.has_teams())
    throw EventError(message("categories are of players, and this is a team event"));
  const auto year = year_in(head.date);
  std::vector<bool> members;
  for (const Entrant& player : event.entrants()) {
    const bool fits =
        !category.rules.empty() &&
        std::all_of(category.rules.begin(), category.rules.end(),
                    [&](const CategoryRule& rule) { return holds(rule, player, year); });
    members.push_back(fits || is_listed(player, category.name));
  }
  return members;
}

}  // namespace schiri::otb
