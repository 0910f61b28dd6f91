#include "cli/io/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notation/records/finding_log.h"

namespace schiri::cli {

namespace {

/// A number as CLI11 reads it rightly; nothing if the text is none of this type.
template <class Number>
std::optional<std::string> plain_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>) {
    return std::isfinite(number) ? std::optional(std::string(text)) : std::nullopt;
  } else {
    return std::to_string(number);
  }
}

template <class Number>
void require_number(CLI::Option& option, const char* expected) {
  const auto rewrite = [expected](std::string& text) {
    const auto plain = plain_number<Number>(text);
    if (!plain) return "expected " + std::string(expected) + ", not '" + printable(text) + "'";
    text = *plain;
    return std::string();
  };
  option.transform(CLI::Validator(rewrite, ""));
}

template <class Accepts>
CLI::Validator number_check(const char* expected, const char* name, Accepts accepts) {
  const auto check = [=](const std::string& text) {
    double number = 0;
    const bool fits = CLI::detail::lexical_cast(text, number) && accepts(number);
    return fits ? std::string()
                : "expected " + std::string(expected) + ", not '" + printable(text) + "'";
  };
  return {check, name};
}

}  // namespace

CLI::Validator above_zero() {
  return number_check("a number above 0", "POSITIVE", [](double number) { return number > 0; });
}

CLI::Validator not_negative() {
  return number_check("a number from 0 on", "NONNEGATIVE",
                      [](double number) { return number >= 0; });
}

void require_numbers(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    const std::string type = option->get_type_name();
    if (type.starts_with("UINT"))
      require_number<std::uint64_t>(*option, "a whole number from 0 on");
    if (type.starts_with("INT")) require_number<std::int64_t>(*option, "a whole number");
    if (type.starts_with("FLOAT")) require_number<double>(*option, "a number");
  }
  for (CLI::App* part : command.get_subcommands({})) require_numbers(*part);
}

}  // namespace schiri::cli
