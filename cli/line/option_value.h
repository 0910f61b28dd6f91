#pragma once

#include <stdexcept>
#include <string>

#include "cli/line/command.h"
#include "core/base/errors.h"

namespace schiri::cli {

/// What reads an option's value: what is wrong with it (std::invalid_argument) becomes a InputError
/// that names the option.
template <class Read>
auto read_for(const std::string& option, const Read& read) {
  try {
    return read();
  } catch (const std::invalid_argument& error) {
    throw InputError(message("{0}: {1}", option, message_of(error)));
  }
}

}  // namespace schiri::cli
