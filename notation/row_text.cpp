#include "notation/row_text.h"

#include <cstdio>

#include "notation/formula_guard.h"
#include "notation/printable.h"

namespace schiri {

namespace {

constexpr std::size_t any_length = std::size_t{1} << 20;

}  // namespace

std::string text_cell(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return printable(value.text(), any_length);
  return value.dump();
}

std::string spreadsheet_cell(const Json& value, char delimiter) {
  const std::string text = text_cell(value);
  return value.is_string() ? quoted_cell(with_formula_guard(text), delimiter) : text;
}

std::string quoted_cell(const std::string& text, char delimiter) {
  if (text.find(delimiter) == text.npos && text.find('"') == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_line(const std::vector<Json>& values) {
  std::string line;
  for (const Json& value : values) {
    line += spreadsheet_cell(value);
    line += ',';
  }
  line.back() = '\n';
  return line;
}

std::string json_line(const Json& object) {
  const std::string line = object.dump();
  std::string_view rest = line;
  std::string safe;
  // They can stand in strings alone, where an escape means the same.
  for (std::size_t at = 0; (at = rest.find_first_of("\x7f\xc2\xe2", at)) != rest.npos;) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[at + i]); };
    const std::size_t length = byte(0) == 0x7f ? 1 : byte(0) == 0xc2 ? 2 : 3;
    if (!is_control(rest.substr(at, length))) {
      at += length;
      continue;
    }
    const unsigned code = length == 1   ? byte(0)
                          : length == 2 ? byte(1)
                                        : 0x2000u + (byte(1) & 0x3fu) * 64 + (byte(2) & 0x3fu);
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", code);
    safe.append(rest.substr(0, at)).append(escape);
    rest.remove_prefix(at + length);
    at = 0;
  }
  return safe.append(rest).append("\n");
}

Json object_of(const std::vector<std::string>& keys, const std::vector<Json>& values) {
  Json object = Json::object();
  for (std::size_t i = 0; i < keys.size(); ++i) object[keys[i]] = values[i];
  return object;
}

}  // namespace schiri
