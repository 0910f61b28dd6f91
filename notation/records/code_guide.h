#pragma once

#include <string_view>

#include "notation/records/check.h"

namespace schiri {

/// What a code means, for somebody who meets it for the first time.
struct CodeGuide {
  Code code;
  std::string_view meaning;  ///< some sentences on one line
  std::string_view remedy;   ///< what to do about it
  std::string_view example;  ///< a record in which it is found, lines ended by line feeds
};

const CodeGuide& guide_of(Code code);

}  // namespace schiri
