#pragma once

#include <string_view>

#include "notation/records/check/check.h"

namespace schiri {

/// All that is known of a code; what it means is for somebody who meets it for the first time.
struct CodeGuide {
  enum class Severity : unsigned char { error, warning };

  Code code;
  std::string_view name;  ///< as it is printed
  Severity severity;
  std::string_view meaning;  ///< some sentences on one line
  std::string_view remedy;   ///< what to do about it
  std::string_view example;  ///< a record in which it is found, lines ended by line feeds
};

const CodeGuide& guide_of(Code code);

}  // namespace schiri
