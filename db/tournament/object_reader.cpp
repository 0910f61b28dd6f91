#include "db/tournament/object_reader.h"

#include <utility>

#include "core/base/errors.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::db {

ObjectReader::ObjectReader(const Json& object, std::string place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) fail(message("expected an object in braces"));
}

void ObjectReader::fail(const Message& complaint) const {
  throw InputError(message("{0}: {1}", printable(place_, 4096), complaint));
}

std::string ObjectReader::text(const std::string& key, const Json& value) const {
  if (!value.is_string()) fail(message("'{0}' must be a string", printable(key)));
  return value.get<std::string>();
}

bool ObjectReader::yes_or_no(const std::string& key, const Json& value) const {
  if (!value.is_boolean()) fail(message("'{0}' must be true or false", key));
  return value.get<bool>();
}

double ObjectReader::real(const std::string& key, const Json& value, Pattern not_number) const {
  if (!value.is_number()) fail(Message(not_number, {message_value(key)}));
  return value.get<double>();
}

std::string ObjectReader::word(const std::string& key, const Json& value) const {
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  return text(key, value);
}

Json parse_strictly(const std::string& text, const std::string& source) {
  try {
    return Json::parse(text, Json::Twice::is_error);
  } catch (const JsonSyntaxError& error) {
    throw InputError(message("{0}: this is not JSON: {1}", printable(source, 4096),
                             printable(message_of(error), 500)));
  } catch (const JsonError& error) {
    throw InputError(
        message("{0}: {1}", printable(source, 4096), printable(message_of(error), 500)));
  }
}

std::string read_settings_file(const std::string& path, Pattern too_large) {
  FileSource source(path);
  auto text = read_all(source, std::size_t{16} << 20);
  if (!text) {
    throw InputError(Message(too_large, {message_value(printable(path, 4096))}));
  }
  return std::move(*text);
}

}  // namespace schiri::db
