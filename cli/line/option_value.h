#pragma once

#include <stdexcept>
#include <string>

#include "cli/line/command.h"

namespace schiri::cli {

/// What reads an option's value: what is wrong with it (std::invalid_argument) becomes a InputError
/// that names the option.
template <class Read>
auto read_for(const std::string& option, const Read& read) {
  try {
    return read();
  } catch (const ValueError& error) {
    throw InputError(message("{0}: {1}", option, error.message()));
  } catch (const std::invalid_argument& error) {
    throw InputError(option + ": " + error.what());
  }
}

}  // namespace schiri::cli
