#pragma once

// Categories of players with prizes of their own: juniors, seniors, women, a club, a federation, a
// band of ratings, or players whom the organiser lists. Used by cli/otb; files and options keep
// their texts.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/otb/event.h"

namespace schiri::otb {

/// A condition of a category.
struct CategoryRule {
  enum class Kind { under, over, sex, club, federation, ratings };

  Kind kind;
  int years = 0;          ///< of age, in the year of the event
  std::string text = {};  ///< the sex `m` or `w`, the club or the federation
  int lowest = 0;         ///< rating; players without a rating count as 0
  int highest = 0;
};

/// Players belong to it if all its rules hold, and if they are listed under its name. Without rules
/// only listed players belong.
struct Category {
  std::string name;
  std::vector<CategoryRule> rules = {};
};

/// Reads a name and its rules, `Girls=U14,women`; a rule alone is its own name. Rules: `U14` (at
/// most 14 in the year of the event), `S60`, `60+`, `women`, `men`, `club:NAME`, `federation:GER`,
/// and ratings as `1400-1599`, `-1399`, `2000-`. Any other name has no rules. Throws EventError.
Category read_category(std::string_view text);

/// The names by which a player is listed, `B, guests`, without spaces around them and each once.
/// Throws EventError for a name that no category can have.
std::string read_category_names(const std::string& typed);

/// The categories of an event, and those under whose names players are listed.
std::vector<Category> categories(const EventHead& head, const Event& event);

/// Those who belong to a category, by entrant. Throws EventError if it needs the year of the event
/// and there is none, and if teams play.
std::vector<bool> members_of(const Category& category, const EventHead& head, const Event& event);

}  // namespace schiri::otb
