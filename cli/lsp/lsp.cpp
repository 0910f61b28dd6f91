
#include "cli/line/command.h"
#include "cli/line/start.h"
#include "cli/lsp/language_server.h"
#include "cli/lsp/lsp_messages.h"
#include "cli/print/console.h"

namespace schiri::cli {

namespace {

ExitStatus serve_editor(const CheckOptions& options) {
  LanguageServer server(options, [](const Json& message) { write_message(console::out, message); });
  FileSource input("-");
  MessageReader messages(input);
  try {
    while (const auto text = messages.next()) {
      if (!server.take(*text)) break;
    }
  } catch (const MessageFrameError& error) {
    throw InputError(std::string("standard input: ") + error.what() +
                     "; an editor starts this command, see 'schiri help editors'");
  }
  // As the protocol wants it: 1 if the client ends without asking.
  return server.is_shut_down() ? ExitStatus::done : ExitStatus::wrong;
}

}  // namespace

void add_lsp(Command& app) {
  const auto [command, options] =
      app.add<CheckOptions>("lsp", "Serve editors by the Language Server Protocol",
                            "An editor starts it and speaks over standard input and "
                            "output.\nExample: schiri lsp --game creeper",
                            "editors", serve_editor);
  add_game(command, "--game", options.game, "Set the game of records without the tag Game");
  add_variant(command, "--variant", options.variant,
              "Set the variant of records without the tag Variant");
  command.add_flag("--strict", options.strict, "Treat warnings as errors");
}

}  // namespace schiri::cli
