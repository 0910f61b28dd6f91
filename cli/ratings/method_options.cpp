#include "cli/ratings/method_options.h"

#include <algorithm>

#include "cli/line/option_value.h"

namespace schiri::cli {

void GivenMethodOptions::add_to(Command& command) {
  for (const rating::MethodOption& option : rating::method_options()) {
    add_to(command, all_.emplace_back(Given{option}));
  }
}

void GivenMethodOptions::add_to(Command& command, Given& given) {
  using Takes = rating::MethodOption::Takes;
  const rating::MethodOption& option = given.option;
  const std::string name = "--" + std::string(option.name);
  const std::string about = option.meaning();
  if (option.takes == Takes::nothing) {
    command.add_flag(name, given.is_set, about);
  } else if (option.takes == Takes::anchor) {
    command.add_option(name, given.values, about)->repeatable();
  } else {
    Option* const added = command.add_option_function(
        name, [&given](const std::string& value) { given.values = {value}; }, about);
    if (option.takes == Takes::word) {
      added->one_of(option.words);
    } else {
      added->above_zero()->type_name("FLOAT");
    }
  }
}

rating::MethodOptions GivenMethodOptions::read() const {
  rating::MethodOptions options;
  for (const Given& given : all_) {
    read_for("--" + std::string(given.option.name), [&] {
      if (given.is_set) rating::set_option(options, given.option, "");
      for (const std::string& value : given.values) {
        rating::set_option(options, given.option, value);
      }
    });
  }
  return options;
}

bool GivenMethodOptions::has(std::string_view name) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Given& given) {
    return given.option.name == name && (given.is_set || !given.values.empty());
  });
}

}  // namespace schiri::cli
