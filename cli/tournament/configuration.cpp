#include "cli/tournament/configuration.h"

#include <iostream>

#include "cli/line/defaults.h"
#include "cli/print/output_language.h"

namespace schiri::cli {

namespace {

db::PresetFile usual_presets() {
  const Defaults& usual = defaults();
  return {usual.presets.value_or(""), usual.presets_text, usual.presets_advice};
}

}  // namespace

db::PresetFile preset_file(const std::optional<std::string>& named) {
  return db::preset_file(named, usual_presets());
}

TournamentConfig configured(const db::TournamentSettings& settings) {
  return settings.config({usual_presets(), print_note});
}

}  // namespace schiri::cli
