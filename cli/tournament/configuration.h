#pragma once

#include <optional>
#include <string>

#include "db/tournament/settings.h"

namespace schiri::cli {

/// The given file of presets, otherwise that of schiri.toml. Throws as defaults() does.
db::PresetFile preset_file(const std::optional<std::string>& named);

/// The configuration of the user's settings, with the presets of schiri.toml; notes go to standard
/// error. Throws as TournamentSettings::config() and defaults() do.
TournamentConfig configured(const db::TournamentSettings& settings);

}  // namespace schiri::cli
