#include "core/match/variants.h"

#include "notation/games/game_type.h"
#include "tests/catch.h"

namespace variants_test {

std::string_view known(std::string_view game, std::string_view named) {
  return find_game(game)->variant_table.known(named);
}

std::string objection(std::string_view game, std::string_view named) {
  try {
    find_game(game)->variant_table.require(named);
  } catch (const StartError& error) {
    CHECK(error.kind == StartError::Kind::unknown_variant);
    return error.what();
  }
  return "";
}

TEST_CASE("variants: settings are read in any order and spelling, and written in one") {
  struct Reading {
    const char* game;
    const char* named;
    const char* written;
  };
  constexpr Reading readings[] = {
      {"creeper", "standard", "standard"},
      {"creeper", "Standard", "standard"},
      {"creeper", "standard; repetition=3; bases=white-ab12", "standard"},
      {"creeper", "standard;repetition=off;bases=white-ab67",
       "standard; bases=white-ab67; repetition=off"},
      {"creeper", "Repetition = Claim", "standard; repetition=claim"},
      {"creeper", "standard; repetition=off; repetition=off", "standard; repetition=off"},
      {"springerjagd", "swap=any", "standard; swap=any"},
      {"more-or-less", "31; turns=6", "31; turns=6"},
      {"more-or-less", "turns=6", "51; turns=6"},
      {"more-or-less", "51; turns=12", "51"},
      {"sperre", "both+move-first; roll=distinct; own-goal=nothing",
       "move-first+both; own-goal=nothing; roll=distinct"},
      {"sperre", "Variante 1", "move-first"},
      {"sperre", "2", "rows"},
      {"sperre", "Spielvariante 3", "both"},
      {"sperre", "1+2", "move-first+rows"},
      {"sperre", "Varianten 3+1", "move-first+both"},
      {"sperre", "Variante 1 + Variante 3; repetition=off", "move-first+both; repetition=off"},
  };
  for (const auto& [game, named, written] : readings) {
    CAPTURE(game, named);
    CHECK(known(game, named) == written);
  }
}

TEST_CASE("variants: an unknown variant, setting or value is named with those that exist") {
  CHECK(objection("creeper", "51") == "Creeper has no variant '51'; there is only 'standard'");
  CHECK(objection("creeper", "standard; swap=any") ==
        "Creeper has no setting 'swap'; there are 'bases' and 'repetition'");
  CHECK(objection("creeper", "standard; repetition=4") ==
        "Creeper's setting repetition has no value '4'; there are '3', 'off' and 'claim'");
  CHECK(objection("creeper", "standard; repetitoin=off") ==
        "Creeper has no setting 'repetitoin'; the nearest is 'repetition'");
  CHECK(objection("creeper", "standard; repetition=off; repetition=claim") ==
        "the setting repetition has two values");
  CHECK(objection("creeper", "standard; off") ==
        "settings are written name=value and separated by semicolons; 'off' is none");
  CHECK(objection("more-or-less", "51; repetition=off") ==
        "More or Less has no setting 'repetition'; there is only 'turns'");
  for (const char* named : {"2+3", "0", "4", "1+1", "Variante", "variante 1 2", "1+", "+", "; ;"}) {
    CAPTURE(named);
    CHECK(known("sperre", named).empty());
  }
}

TEST_CASE("variants: each combination has one name, which is read as itself") {
  const std::pair<const char*, std::size_t> sizes[] = {
      {"creeper", 6}, {"springerjagd", 6}, {"more-or-less", 4}, {"sperre", 72}};
  for (const auto& [game, size] : sizes) {
    const VariantTable& table = find_game(game)->variant_table;
    CAPTURE(game);
    CHECK(table.all().size() == size);
    CHECK(std::set(table.all().begin(), table.all().end()).size() == size);
    CHECK(table.standard() == table.all().front());
    for (const std::string_view name : table.all()) {
      CAPTURE(name);
      CHECK(table.known(name) == name);
      CHECK(table.name(table.require(name)) == name);
    }
  }
}

TEST_CASE("variants: settings are sorted by name and fit into a choice") {
  for (const GameType* type : built_in_types()) {
    const auto& settings = type->facts.settings;
    CHECK(settings.size() <= most_settings);
    CHECK(
        std::is_sorted(settings.begin(), settings.end(),
                       [](const GameSetting& a, const GameSetting& b) { return a.name < b.name; }));
  }
}

TEST_CASE("variants: a game knows the variant that it was set up with, and starts differ by it") {
  for (const GameType* type : built_in_types()) {
    std::set<std::uint64_t> hashes;
    for (const std::string_view name : type->variant_table.all()) {
      CAPTURE(type->name(), name);
      const StartSpec start{std::string(name), "", std::string(type->facts.any_roll)};
      const auto game = type->start(start);
      CHECK(game->variant() == name);
      const std::string position = game->position();
      CHECK(type->start({std::string(name), position, ""})->position() == position);
      type->visit_hashes(start, {}, [&](std::uint64_t hash) {
        hashes.insert(hash);
        return true;
      });
    }
    CHECK(hashes.size() == type->variant_table.all().size());
  }
}

TEST_CASE("variants: the rules of a game end with its settings") {
  for (const GameType* type : built_in_types()) {
    const std::string rules = rules_of(*type);
    for (const GameSetting& setting : type->facts.settings) {
      CAPTURE(type->name(), setting.name);
      CHECK(type->facts.rules.find("Ruling (setting " + std::string(setting.name) + ")") !=
            std::string_view::npos);
      for (const auto& value : setting.values) {
        CHECK(rules.find("    " + std::string(value.name) + " ") != std::string::npos);
      }
    }
  }
}

}  // namespace variants_test
