#include "core/match/variants.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace schiri {

namespace {

/// A name in small letters, with `-` for spaces.
std::string folded_name(std::string_view name) {
  std::string text = lower_case(trimmed(name, " "));
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

/// The index of the item of this name, if there is one.
template <class Items>
std::optional<std::size_t> find_named(const Items& items, std::string_view wanted) {
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const auto& item) { return item.name == wanted; });
  if (found == items.end()) return std::nullopt;
  return static_cast<std::size_t>(found - items.begin());
}

template <class Items>
std::vector<std::string_view> names_of(const Items& items) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace

VariantTable::VariantTable(const VariantNames& names, std::string_view game_title)
    : names_(names), title_(game_title) {
  std::size_t combinations = names_.variants.size();
  for (const GameSetting& setting : names_.settings) combinations *= setting.values.size();
  texts_.reserve(combinations);
  for (std::size_t i = 0; i < combinations; ++i) texts_.push_back(write(choice(i)));
  all_.assign(texts_.begin(), texts_.end());
}

std::size_t VariantTable::number(const VariantChoice& choice) const {
  std::size_t number = choice.variant;
  for (std::size_t i = 0; i < names_.settings.size(); ++i) {
    number = number * names_.settings[i].values.size() + choice.values[i];
  }
  return number;
}

VariantChoice VariantTable::choice(std::size_t number) const {
  VariantChoice choice;
  for (std::size_t i = names_.settings.size(); i-- > 0;) {
    const std::size_t values = names_.settings[i].values.size();
    choice.values[i] = static_cast<std::uint8_t>(number % values);
    number /= values;
  }
  choice.variant = number;
  return choice;
}

std::string VariantTable::write(const VariantChoice& choice) const {
  std::string text(names_.variants[choice.variant]);
  for (std::size_t i = 0; i < names_.settings.size(); ++i) {
    const GameSetting& setting = names_.settings[i];
    if (choice.values[i] == 0) continue;
    text += "; " + std::string(setting.name) + '=';
    text += setting.values[choice.values[i]].name;
  }
  return text;
}

/// A part of a variant's name, by its name if it is one of the published rules' numbers.
std::string VariantTable::folded_part(std::string_view part) const {
  std::string text = folded_name(part);
  if (names_.numbered.empty()) return text;
  std::string_view rest = text;
  for (const std::string_view word :
       {"spielvarianten", "spielvariante", "varianten", "variante", "variants", "variant"}) {
    if (!rest.starts_with(word)) continue;
    rest.remove_prefix(word.size());
    if (rest.starts_with('-')) rest.remove_prefix(1);
    break;
  }
  const auto number = parse_number<std::size_t>(rest);
  if (!number || *number == 0 || *number > names_.numbered.size()) return text;
  return std::string(names_.numbered[*number - 1]);
}

std::optional<std::size_t> VariantTable::find_variant(std::string_view named) const {
  const auto parts_of = [this](std::string_view name) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(name, '+')) parts.push_back(folded_part(part));
    std::sort(parts.begin(), parts.end());
    return parts;
  };
  const auto wanted = parts_of(named);
  for (std::size_t i = 0; i < names_.variants.size(); ++i) {
    if (parts_of(names_.variants[i]) == wanted) return i;
  }
  return std::nullopt;
}

Message VariantTable::read_setting(std::string_view text, VariantChoice& choice,
                                   unsigned& seen) const {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) {
    return message("settings are written name=value and separated by semicolons; '{0}' is none",
                   printable(text));
  }
  const std::string name = folded_name(text.substr(0, equals)),
                    value = folded_name(text.substr(equals + 1));
  const auto setting = find_named(names_.settings, name);
  if (!setting) {
    const auto known = names_of(names_.settings);
    return joined(message("{0} has no setting '{1}'", title_, printable(name)),
                  known.empty() ? Message() : known_names(name, known));
  }
  const auto& values = names_.settings[*setting].values;
  const auto chosen = find_named(values, value);
  if (!chosen) {
    return joined(message("{0}'s setting {1} has no value '{2}'", title_, name, printable(value)),
                  known_names(value, names_of(values)));
  }
  if (seen >> *setting & 1 && choice.values[*setting] != *chosen) {
    return message("the setting {0} has two values", name);
  }
  seen |= 1u << *setting;
  choice.values[*setting] = static_cast<std::uint8_t>(*chosen);
  return {};
}

Message VariantTable::read(std::string_view named, VariantChoice& choice) const {
  choice = {};
  auto parts = split(named, ';');
  // A text of settings alone means the standard variant.
  if (parts.front().find('=') == std::string_view::npos) {
    const auto variant = find_variant(parts.front());
    if (!variant) {
      return joined(
          message("{0} has no variant '{1}'", title_, printable(trimmed(parts.front(), " "))),
          known_names(parts.front(), names_.variants));
    }
    choice.variant = *variant;
    parts.erase(parts.begin());
  }
  unsigned seen = 0;
  for (const std::string_view part : parts) {
    Message wrong = read_setting(trimmed(part, " "), choice, seen);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::optional<VariantChoice> VariantTable::find(std::string_view named) const {
  if (named.empty()) return VariantChoice{};
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (all_[i] == named) return choice(i);
  }
  VariantChoice choice;
  if (!read(named, choice).empty()) return std::nullopt;
  return choice;
}

std::string_view VariantTable::known(std::string_view named) const {
  if (named.empty()) return {};
  const auto found = find(named);
  return found ? name(*found) : std::string_view();
}

VariantChoice VariantTable::require(std::string_view named) const {
  if (const auto found = find(named)) return *found;
  throw StartError(StartError::Kind::unknown_variant, objection_to(named));
}

Message VariantTable::objection_to(std::string_view named) const {
  VariantChoice choice;
  return read(named, choice);
}

std::optional<std::pair<std::string, std::vector<VariantSetting>>> parts_of_variant(
    std::string_view text) {
  constexpr std::size_t longest = 500;
  std::pair<std::string, std::vector<VariantSetting>> parts;
  if (text.size() > longest || !is_name(text)) return std::nullopt;
  for (const std::string_view part : split(text, ';')) {
    const std::size_t equals = part.find('=');
    const std::string_view name = trimmed(part.substr(0, equals), " ");
    const bool is_first = parts.first.empty() && parts.second.empty();
    if (name.empty() || (equals == part.npos && !is_first)) return std::nullopt;
    if (equals == part.npos) {
      parts.first = name;
    } else {
      parts.second.push_back(
          {std::string(name), std::string(trimmed(part.substr(equals + 1), " "))});
    }
  }
  std::sort(parts.second.begin(), parts.second.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto same = [](const auto& a, const auto& b) { return a.name == b.name; };
  const auto& settings = parts.second;
  if (std::adjacent_find(settings.begin(), settings.end(), same) != settings.end()) {
    return std::nullopt;
  }
  return parts;
}

std::optional<VariantChoice> OpenVariantTable::find(std::string_view named) const {
  if (!named.empty() && !parts_of_variant(named)) return std::nullopt;
  return VariantChoice{};
}

Message OpenVariantTable::objection_to(std::string_view named) const {
  return message(
      "'{0}' is not a variant of {1}: expected a name, settings such as size=7, each of "
      "them once, or both, separated by semicolons",
      printable(named, 200), title());
}

std::string_view OpenVariantTable::known(std::string_view named) const {
  const auto parts = named.empty() ? std::nullopt : parts_of_variant(named);
  if (!parts) return {};
  std::string text = parts->first == standard() ? "" : parts->first;
  for (const VariantSetting& setting : parts->second) {
    text += (text.empty() ? "" : "; ") + setting.name + '=' + setting.value;
  }
  if (text.empty()) return standard();
  const std::lock_guard lock(mutex_);
  return *seen_.insert(std::move(text)).first;
}

}  // namespace schiri
