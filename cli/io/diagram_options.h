#pragma once

#include <string>
#include <string_view>

#include "cli/command_line.h"
#include "notation/game_types.h"

namespace schiri::cli {

/// How diagrams are to look: `--theme`, `--coordinates`, `--width`.
struct DiagramOptions {
  std::string theme = "system";
  bool coordinates = false;
  int width = 480;

  void add_to(Command& command);
  DiagramStyle style() const;
};

/// Throws UsageError for the name of a picture that is not drawn here, such as `b.png`.
void require_drawing_name(const std::string& path);

/// The game's position as an SVG document, the last turn marked. `title`: what it shows.
std::string draw_svg(const GameType& type, std::string_view variant, const Game& game,
                     std::string_view title, const DiagramOptions& options);

}  // namespace schiri::cli
