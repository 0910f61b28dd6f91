#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "core/base/message.h"
#include "notation/text/json.h"

namespace schiri::db {

/// Reads the values of one JSON object and reports errors in them.
class ObjectReader {
 public:
  /// `place` begins the messages. Throws InputError if it is not an object.
  ObjectReader(const Json& object, std::string place);

  const Json& object() const { return object_; }

  /// Throws InputError.
  [[noreturn]] void fail(const Message& complaint) const;

  // Each throws InputError for a value of another kind.
  std::string text(const std::string& key, const Json& value) const;
  bool yes_or_no(const std::string& key, const Json& value) const;
  /// `not_number`: the pattern of the message with the key if it is no number.
  double real(const std::string& key, const Json& value, Pattern not_number) const;
  /// The text of a string or of a whole number, because values of bots may be either.
  std::string word(const std::string& key, const Json& value) const;
  template <class Number>
  Number number(const std::string& key, const Json& value) const {
    const auto most = std::numeric_limits<Number>::max();
    if (!value.is_number_unsigned() ||
        value.get<std::uint64_t>() > static_cast<std::uint64_t>(most)) {
      fail(message("'{0}' must be a whole number from 0 to {1}", key, most));
    }
    return value.get<Number>();
  }

 private:
  const Json& object_;
  std::string place_;
};

/// Reads JSON and rejects duplicate keys, one of which would be ignored. `source` begins the
/// messages. Throws InputError.
Json parse_strictly(const std::string& text, const std::string& source);

/// The whole text of a file of settings, standard input for `-`. `too_large`: the pattern of the
/// message with its name if it is larger than 16 MiB. Throws InputError, std::system_error.
std::string read_settings_file(const std::string& path, Pattern too_large);

}  // namespace schiri::db
