#include "notation/contest/players.h"

#include <algorithm>

#include "core/match/pondering.h"
#include "notation/contest/bench.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The last lines of a program's standard error, each after a mark.
std::string quoted_errors(const std::string& errors) {
  std::string text;
  for (std::size_t at = 0; at < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', at), errors.size());
    text += "\n  | " + printable(errors.substr(at, end - at), 500);
    at = end + 1;
  }
  return text;
}

void require_choice(const BotSpec& spec, const UgiConversation& program, const std::string& name,
                    const std::string& value) {
  const ugi::UgiOption* option = program.option(name);
  if (!option || option->choices.empty()) return;
  const auto& choices = option->choices;
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw BotStartError("bot '" + printable(spec.name) + "' does not play " + value +
                      "; its option " + name + " accepts: " + printable(joined(choices), 500));
}

std::vector<std::string> notes_on(UgiConversation& program, const BotSpec& spec) {
  std::vector<std::string> notes;
  for (const auto& [name, value] : spec.options) {
    if (program.option(name)) continue;
    notes.push_back("bot '" + printable(spec.name) + "' has not announced the option '" +
                    printable(name) + "'; it is set all the same");
  }
  if (spec.ponder && !program.option("Ponder")) {
    notes.push_back("bot '" + printable(spec.name) +
                    "' has not announced the option 'Ponder'; it does not think on its opponent's "
                    "time");
  }
  if (program.process().has_network()) {
    notes.push_back("programs have network access: this system cannot isolate them");
  }
  return notes;
}

}  // namespace

UgiGame ugi_game(const GameType& type, const std::string& variant) {
  UgiGame game{std::string(type.name()), variant, variant == type.variants().front(), ""};
  if (!type.starts_with_roll()) game.usual_start = type.start({variant, "", ""})->position();
  return game;
}

void require_ponderable(const BotSpec& spec) {
  if (!spec.ponder || !spec.command.empty() || depends_on_clock(spec)) return;
  throw BotSpecError(
      "ponder: a built-in bot ponders only with a time limit (movetime or tc), because its games "
      "would not be reproducible otherwise");
}

std::unique_ptr<Player> make_player(const GameType& type, const std::string& variant,
                                    const BotSpec& spec, std::chrono::milliseconds watchdog,
                                    std::optional<int> processor) {
  require_ponderable(spec);
  if (spec.command.empty() && spec.ponder) {
    return std::make_unique<PonderingPlayer>(type.make_bot(spec, variant));
  }
  if (spec.command.empty()) return type.make_bot(spec, variant);
  return std::make_unique<UgiPlayer>(spec, ugi_game(type, variant), watchdog, processor);
}

void change_options(Player& program, std::map<std::string, std::string> options) {
  static_cast<UgiPlayer&>(program).change_options(std::move(options));
}

TriedProgram try_program(const GameType& type, const std::string& variant, const BotSpec& spec,
                         std::chrono::milliseconds watchdog, const std::stop_token& stop) {
  UgiPlayer player(spec, ugi_game(type, variant), watchdog);
  try {
    player.start(stop);
  } catch (const PlayerFailure& failure) {
    const bool introduced = player.conversation() && player.conversation()->is_introduced();
    const std::string name = introduced ? player.conversation()->name() : "";
    const std::string errors = player.dismiss().standard_error;
    const std::string what = "bot '" + printable(spec.name) + "' " + printable(failure.what(), 500);
    if (introduced) return {name, {what + " at its start; its games are played all the same"}};
    throw BotStartError(what + quoted_errors(errors));
  }
  if (stop.stop_requested()) return {};
  require_choice(spec, *player.conversation(), "Game", std::string(type.name()));
  require_choice(spec, *player.conversation(), "Variant", variant);
  return {player.conversation()->name(), notes_on(*player.conversation(), spec)};
}

}  // namespace schiri
