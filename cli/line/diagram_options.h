#pragma once

#include <string>

#include "cli/line/command_line.h"
#include "notation/board/diagram.h"

namespace schiri::cli {

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
