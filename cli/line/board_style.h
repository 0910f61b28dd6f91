#pragma once

#include <string>

#include "cli/line/command_line.h"
#include "core/match/game.h"
#include "notation/board/diagram.h"

namespace schiri::cli {

/// May colours be written to standard output? Only to a terminal, and not where NO_COLOR is set.
bool colour_on_output();

/// How boards are drawn on standard output.
BoardStyle board_style();

/// How diagrams are to look: `--theme`, `--coordinates`, `--width`.
struct DiagramOptions {
  std::string theme = "system";
  bool coordinates = false;
  int width = 480;

  void add_to(Command& command);
  DiagramStyle style() const;
};

/// Throws InputError for the name of a picture that is not drawn here, such as `b.png`.
void require_drawing_name(const std::string& path);

}  // namespace schiri::cli
