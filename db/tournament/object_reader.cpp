#include "db/tournament/object_reader.h"

#include <utility>

#include "core/base/errors.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/whole_text.h"
#include "notation/text/printable.h"

namespace schiri::db {

ObjectReader::ObjectReader(const Json& object, std::string place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) fail("expected an object in braces");
}

void ObjectReader::fail(const std::string& message) const {
  throw InputError(printable(place_, 4096) + ": " + message);
}

std::string ObjectReader::text(const std::string& key, const Json& value) const {
  if (!value.is_string()) fail("'" + printable(key) + "' must be a string");
  return value.get<std::string>();
}

bool ObjectReader::yes_or_no(const std::string& key, const Json& value) const {
  if (!value.is_boolean()) fail("'" + key + "' must be true or false");
  return value.get<bool>();
}

double ObjectReader::real(const std::string& key, const Json& value,
                          const std::string& unit) const {
  if (!value.is_number()) fail("'" + key + "' must be a number of " + unit);
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
    throw InputError(printable(source, 4096) +
                     ": this is not JSON: " + printable(error.what(), 500));
  } catch (const JsonError& error) {
    throw InputError(printable(source, 4096) + ": " + printable(error.what(), 500));
  }
}

std::string read_settings_file(const std::string& path, const std::string& what) {
  FileSource source(path);
  auto text = read_all(source, std::size_t{16} << 20);
  if (!text) {
    throw InputError(printable(path, 4096) + ": " + what + " cannot be larger than 16 MiB");
  }
  return std::move(*text);
}

}  // namespace schiri::db
