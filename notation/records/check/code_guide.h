#pragma once

#include <string_view>

#include "notation/records/check/check.h"

namespace schiri {

/// The explanation of a code for users.
struct CodeGuide {
  enum class Severity : unsigned char { error, warning };

  Code code;
  std::string_view name;  ///< as it is printed
  Severity severity;
  Pattern meaning;           ///< some sentences on one line
  Pattern remedy;            ///< the same
  std::string_view example;  ///< a record with this finding, lines ended by line feeds
};

const CodeGuide& guide_of(Code code);

}  // namespace schiri
