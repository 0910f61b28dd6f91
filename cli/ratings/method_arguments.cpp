#include "cli/ratings/method_arguments.h"

#include <algorithm>

#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "core/base/message.h"
#include "core/base/text.h"

namespace schiri::cli {

void MethodArguments::add_to(Command& command) {
  for (const rating::MethodOption& option : rating::method_options()) {
    add_to(command, all_.emplace_back(Argument{option}));
  }
}

void MethodArguments::add_to(Command& command, Argument& argument) {
  using Takes = rating::MethodOption::Takes;
  const rating::MethodOption& option = argument.option;
  const std::string name = "--" + std::string(option.name);
  const std::string about = option.meaning();
  if (option.takes == Takes::nothing) {
    command.add_flag(name, argument.is_set, about);
  } else if (option.takes == Takes::anchor || option.takes == Takes::start) {
    command.add_option(name, argument.values, about)->repeatable()->type_name("NAME=RATING");
  } else {
    Option* const added = command.add_option_function(
        name, [&argument](const std::string& value) { argument.values = {value}; }, about);
    if (option.takes == Takes::word) {
      added->one_of(option.words);
    } else {
      added->above_zero()->type_name("N");
    }
  }
}

rating::MethodOptions MethodArguments::read() const {
  rating::MethodOptions options;
  for (const Argument& argument : all_) {
    read_for("--" + std::string(argument.option.name), [&] {
      if (argument.is_set) rating::set_option(options, argument.option, "");
      for (const std::string& value : argument.values) {
        rating::set_option(options, argument.option, value);
      }
    });
  }
  return options;
}

bool MethodArguments::has(std::string_view name) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Argument& argument) {
    return argument.option.name == name && argument.is_given();
  });
}

bool MethodArguments::are_given() const {
  return std::any_of(all_.begin(), all_.end(), [](const Argument& one) { return one.is_given(); });
}

void MethodArguments::require_used_by(std::string_view method) const {
  for (const Argument& argument : all_) {
    if (!argument.is_given() || argument.option.is_of(method)) continue;
    std::vector<Message> methods;
    for (const std::string_view one : split(argument.option.methods, ',')) {
      methods.emplace_back(trimmed(one));
    }
    throw InputError(
        message("--{0}: only with --method {1}", argument.option.name, any_of(methods)));
  }
}

}  // namespace schiri::cli
