#pragma once

#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace schiri::cli {

/// What is to be said of the first word of a command line that fits nowhere: that there is no such
/// command or option, and which is the nearest. Empty where something else is wrong.
std::string complaint_about_words(const CLI::App& program, const CLI::Error& error);

}  // namespace schiri::cli
