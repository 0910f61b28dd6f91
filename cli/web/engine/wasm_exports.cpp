/// Functions for JavaScript in addition to schiri.h: callbacks for records, thoughts and turns, and
/// the language. cli/web/engine compiles libschiri to WebAssembly for the
/// pages of `schiri page` and `schiri report`; wasm_platform.cpp replaces the parts that a browser
/// lacks.

#include "cli/library/handles.h"
#include "notation/text/json.h"

using namespace schiri;
using namespace schiri::library;

namespace {

extern "C" __attribute__((import_module("schiri"), import_name("record"))) int host_record(
    schiri_record* record);
extern "C" __attribute__((import_module("schiri"), import_name("thought"))) void host_thought(
    const char* thought);

extern "C" __attribute__((import_module("schiri"), import_name("turn"))) int host_turn(
    const char* turn);

int pass_turn(const char* turn, void*) { return host_turn(turn); }
int hand_on(schiri_record* record, void*) { return host_record(record); }
void report(const char* thought, void*) { host_thought(thought); }

}  // namespace

extern "C" {

/// Sets the language of findings and errors: a JSON object of English patterns, each with its
/// translations. A language that it lacks means English.
int engine_set_language(const char* name, const char* patterns) {
  return guarded_status([&] {
    const Json table = Json::parse(patterns);
    std::map<std::string, std::string, std::less<>> known;
    for (const auto& [pattern, translations] : table.members()) {
      if (const Json* translated = translations.find(name)) {
        known.emplace(pattern, translated->text());
      }
    }
    set_language(known.empty() ? Translation() : Translation(name, std::move(known)));
  });
}

/// Passes each record of a text to `record`, see schiri_read_text().
int engine_read(const char* text, size_t size, const char* options) {
  return schiri_read_text(text, size, options, hand_on, nullptr);
}

/// As schiri_bot_think(); passes the thoughts so far to `thought`.
char* engine_think(schiri_bot* bot, const schiri_game* game, const char* limits) {
  return schiri_bot_think(bot, game, limits, report, nullptr);
}

/// Passes each legal turn to `turn`, see schiri_game_visit_turns().
int engine_visit_turns(const schiri_game* game, uint64_t limit) {
  return schiri_game_visit_turns(game, limit, pass_turn, nullptr);
}
}
