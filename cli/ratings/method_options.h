#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/rating/method_options.h"

namespace schiri::cli {

/// The options of the rating methods on the command line.
class GivenMethodOptions {
 public:
  void add_to(Command& command);

  /// Throws InputError for what makes no sense.
  rating::MethodOptions read() const;
  bool has(std::string_view name) const;

 private:
  struct Given {
    const rating::MethodOption& option;
    bool is_set = false;  ///< of one that takes nothing
    std::vector<std::string> values = {};
  };

  void add_to(Command& command, Given& given);

  std::deque<Given> all_;
};

}  // namespace schiri::cli
