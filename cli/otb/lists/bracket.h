#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/otb/event/event.h"

namespace schiri::cli {

/// The tree of a knockout as HTML, stage by stage, with the scores of the matches. `name` writes an
/// entrant as HTML.
std::string bracket_html(const otb::Event& event, const Translation& language,
                         const std::function<std::string(std::size_t entrant)>& name);

}  // namespace schiri::cli
