#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/command_line.h"
#include "notation/rating/method_options.h"

namespace schiri::cli {

/// The options of rating::method_options() on the command line.
class MethodArguments {
 public:
  void add_to(Command& command);

  /// The options with the values that were given. Throws InputError for an invalid value.
  rating::MethodOptions read() const;
  bool has(std::string_view name) const;
  bool are_given() const;
  /// Throws InputError for a given option that this method does not use.
  void require_used_by(std::string_view method) const;

 private:
  struct Argument {
    const rating::MethodOption& option;
    bool is_set = false;  ///< of an option without a value
    std::vector<std::string> values = {};

    bool is_given() const { return is_set || !values.empty(); }
  };

  void add_to(Command& command, Argument& argument);

  std::deque<Argument> all_;
};

}  // namespace schiri::cli
