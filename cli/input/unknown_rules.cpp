#include "cli/input/unknown_rules.h"

#include <vector>

#include "cli/print/output_language.h"
#include "notation/programs/own_game.h"

namespace schiri::cli {

void count_unknown(const std::string& game, UnknownRules& counts) {
  const GameType* const type = find_game(game);
  if (type && !type->facts.has_rules) ++counts[std::string(type->name())];
}

namespace {

Message advice(Unknown what, const std::string& told) {
  if (!own_game_type(find_game(told))) {
    return message("name their program, as in --game ./mygame.py");
  }
  return what == Unknown::checked
             ? message("the program of --game is {0}; --override-game takes them as {0}", told)
             : message("the program of --game is {0}", told);
}

/// The names of the games, the first ones if there are many.
Message names_of(const UnknownRules& counts) {
  constexpr std::size_t most = 12;
  std::vector<Message> names;
  for (const auto& [name, count] : counts) {
    if (names.size() < most) names.emplace_back(name);
  }
  const std::size_t others = counts.size() - names.size();
  return others > 0 ? listed(all_of(names), message("and {0} more", others)) : all_of(names);
}

}  // namespace

void note_unknown(const UnknownRules& counts, Unknown what, const std::string& told) {
  if (counts.empty()) return;
  std::uint64_t sum = 0;
  for (const auto& [name, count] : counts) sum += count;
  const Message known =
      what == Unknown::checked
          ? message(
                "schiri does not know the rules of {0} {0:game|games} of {1}, of which only "
                "syntax, tags and result were checked",
                sum, names_of(counts))
          : message(
                "schiri does not know the rules of {0} {0:game|games} of {1}, which {0:was|were} "
                "not replayed",
                sum, names_of(counts));
  print_note(joined(known, advice(what, told)));
}

}  // namespace schiri::cli
