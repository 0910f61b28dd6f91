#include "notation/bots/network_file.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "core/base/errors.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::string_view network_format = "schiri network 1";

std::int64_t read_number(const Json& json, std::string_view key, std::int64_t least,
                         std::int64_t most) {
  const Json& value = json.at(key);
  if (!value.is_integer()) throw BotFileError(message("'{0}' is not a whole number", key));
  const auto number = value.get<long>();
  if (number < least || number > most) {
    throw BotFileError(
        message("'{0}' is {1}, expected a number from {2} to {3}", key, number, least, most));
  }
  return number;
}

Network::Units read_units(const Json& json, int most, const Message& where) {
  if (!json.is_array() || json.size() != Network::units) {
    throw BotFileError(message("{0}: expected {1} numbers", where, Network::units));
  }
  Network::Units units{};
  for (std::size_t i = 0; i < Network::units; ++i) {
    const Json& value = json.at(i);
    const long number = value.is_integer() ? value.get<long>() : most + 1L;
    if (number < -most || number > most) {
      throw BotFileError(
          message("{0}: expected whole numbers from {1} to {2}", where, -most, most));
    }
    units[i] = static_cast<std::int16_t>(number);
  }
  return units;
}

int variant_of(const Json& json, const NetworkForm& form) {
  const std::string& name = json.at("variant").text();
  const auto found = std::find(form.variants.begin(), form.variants.end(), name);
  if (found == form.variants.end()) {
    throw BotFileError(message("there is no variant '{0}' of {1}", printable(name), form.game));
  }
  return static_cast<int>(found - form.variants.begin());
}

Network network_of(const Json& json, const NetworkForm& form) {
  require_text(json, "format", network_format);
  require_text(json, "game", form.game);
  Network network;
  network.variant = variant_of(json, form);
  network.scale = static_cast<int>(read_number(json, "scale", 1, 100'000));
  network.classic = static_cast<int>(read_number(json, "classic", 0, 16 * Network::classic_one));
  constexpr std::int64_t most_bias = std::int64_t{1} << 30;
  network.output_bias =
      static_cast<std::int32_t>(read_number(json, "output bias", -most_bias, most_bias));
  network.biases = read_units(json.at("biases"), Network::most_input, "biases");
  for (std::size_t i = 0; i < 2; ++i) {
    network.outputs[i] = read_units(json.at("outputs").at(i), Network::most_output, "outputs");
  }
  const Json& inputs = json.at("inputs");
  if (!inputs.is_array() || inputs.size() != form.features) {
    throw BotFileError(message("inputs: expected {0} rows", form.features));
  }
  for (const Json& row : inputs) {
    const Message where = message("row {0} of inputs", network.inputs.size() + 1);
    network.inputs.push_back(read_units(row, Network::most_input, where));
  }
  return network;
}

}  // namespace

Network read_network(std::string_view text, const NetworkForm& form) {
  try {
    return network_of(Json::parse(text), form);
  } catch (const JsonError& error) {
    throw BotFileError(message_of(error));
  }
}

Network load_network(const std::string& path, const NetworkForm& form) {
  return read_bot_file(
      path,
      {message_pattern("a network is read from a file"), message_pattern("too long for a network")},
      [&](const std::string& text) { return read_network(text, form); });
}

Networks networks_of_option(const BotOptionValues& options, const NetworkForm& form) {
  if (!options.has_text(evaluation_option.name)) return nullptr;
  const std::string& value = options.text(evaluation_option.name);
  if (value == classic_evaluation) return nullptr;
  if (value == built_in_evaluation) return form.built_in;
  if (form.features == 0) {
    throw BotSpecError(
        message("option.{0}: only the classic evaluation is possible for {1}, because the game has "
                "no features",
                evaluation_option.name, form.game));
  }
  try {
    return std::make_shared<const std::vector<Network>>(1, load_network(value, form));
  } catch (const BotFileError& error) {
    throw BotSpecError(message("option.{0}: {1}", evaluation_option.name, error.message()));
  }
}

}  // namespace schiri
