#include "cli/play/typed_commands.h"

#include <algorithm>

#include "cli/print/output_language.h"
#include "core/base/names.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view first_word(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_first_of(blanks));
}

/// With the argument.
std::string_view shown(const TypedCommand& command) {
  const std::string& language = output_language().language();
  return language == "de" ? command.german : language == "fr" ? command.french : command.english;
}

}  // namespace

std::span<const TypedCommand> typed_commands() {
  static const TypedCommand commands[] = {
      {"back", "löschen", "effacer", message("remove the part entered last")},
      {"turns", "züge", "coups", message("list the legal turns, or their beginnings")},
      {"board", "brett", "plateau", message("show the board")},
      {"hint", "tipp", "indice", message("show the turn of a bot")},
      {"undo", "zurücknehmen", "reprendre",
       message("take back your last turn and later ones; clocks are set back")},
      {"clock", "uhr", "pendule", message("show the remaining time")},
      {"record", "aufzeichnung", "notation", message("show the game so far")},
      {"rules", "regeln", "règles", message("show the rules of the game")},
      {"draw", "remis", "nulle", message("offer a draw")},
      {"resign", "aufgeben", "abandonner", message("resign the game")},
      {"save FILE", "speichern DATEI", "enregistrer FICHIER",
       message("also write the game so far to a file")},
      {"quit", "beenden", "quitter", message("stop; the game is stored and can be resumed")},
      {"help", "hilfe", "aide", {}},
  };
  return commands;
}

std::string typed_word(std::string_view english) {
  for (const TypedCommand& command : typed_commands()) {
    if (first_word(command.english) == english) return std::string(first_word(shown(command)));
  }
  return std::string(english);
}

bool is_typed_command(std::string_view line, std::string_view english) {
  const std::string word = without_case(first_word(line));
  return word == english || (!word.empty() && word == typed_word(english));
}

std::vector<std::string> typed_words_with(std::string_view text) {
  const std::string begun = without_case(text);
  std::vector<std::string> own, english;
  for (const TypedCommand& command : typed_commands()) {
    const std::string_view word = first_word(shown(command));
    const std::string_view usual = first_word(command.english);
    if (word != usual && word.starts_with(begun)) own.emplace_back(word);
    if (usual.starts_with(begun)) english.emplace_back(usual);
  }
  std::sort(own.begin(), own.end());
  std::sort(english.begin(), english.end());
  own.insert(own.end(), english.begin(), english.end());
  return own;
}

std::string typed_help() {
  std::size_t width = 0;
  for (const TypedCommand& command : typed_commands()) {
    if (!command.about.empty()) width = std::max(width, display_width(shown(command)));
  }
  std::string text =
      translated(
          message("Type a turn, whole or part by part; Enter alone ends one that could go on.")) +
      '\n';
  for (const TypedCommand& command : typed_commands()) {
    if (command.about.empty()) continue;
    const std::string_view word = shown(command);
    text += "  " + std::string(word) + std::string(width + 2 - display_width(word), ' ') +
            translated(command.about) + '\n';
  }
  return text;
}

}  // namespace schiri::cli
