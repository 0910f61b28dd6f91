#pragma once

#include <string>

#include "tests/record_text.h"

/// A game that White has won by resignation on a day of May 2024.
inline std::string won_game(const std::string& event, const std::string& round,
                            const std::string& white, const std::string& black,
                            const std::string& turns = "1. A2+B3 A6-B6") {
  return record_text({.event = event,
                      .date = "2024.05.17",
                      .round = round,
                      .white = white,
                      .black = black,
                      .result = "1-0",
                      .termination = "resignation",
                      .turns = turns});
}
