#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/errors.h"

namespace schiri {

/// A JSON value is not as expected: a key is missing, a value is of another kind, it is nested too
/// deeply.
struct JsonError : MessageError {
  using MessageError::MessageError;
};

/// A text is not JSON; the message has the place.
struct JsonSyntaxError : JsonError {
  using JsonError::JsonError;
};

/// A JSON value. Objects keep the order of their keys. The library that reads and writes the text
/// (nlohmann/json) is included by json.cpp alone because its templates would dominate the compile
/// time of each file.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  /// The maximum nesting of arrays and objects in a text that is read.
  static constexpr int most_levels = 64;
  /// The maximum number of values in a text that is read: each takes 40 bytes for as little as two
  /// bytes of text.
  static constexpr std::size_t most_values = 2'000'000;

  Json() noexcept;  ///< null
  Json(std::nullptr_t) noexcept;
  Json(bool value);
  Json(int value);
  Json(long value);
  Json(long long value);
  Json(unsigned value);
  Json(unsigned long value);
  Json(unsigned long long value);
  Json(double value);
  Json(const char* text);
  Json(std::string_view text);
  Json(std::string text);
  Json(const std::vector<std::string>& texts);
  /// An object if all are pairs that begin with a text, otherwise an array.
  Json(std::initializer_list<Json> values);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array(std::initializer_list<Json> values = {});
  static Json object();

  /// The treatment of duplicate keys.
  enum class Twice { last_counts, is_error };
  /// Reads a text in linear time. Throws JsonSyntaxError, and JsonError if it is nested too deeply
  /// or contains too many values.
  static Json parse(std::string_view text, Twice twice = Twice::last_counts,
                    std::size_t most = most_values);
  /// Reads a text; nullopt if it is invalid.
  static std::optional<Json> parse_if_valid(std::string_view text);
  /// Writes it on one line, or indented by this many spaces per level. Bytes that are not UTF-8 are
  /// replaced.
  std::string dump() const;
  std::string dump(std::size_t indent) const;

  bool is_null() const { return value_.index() == 0; }
  bool is_boolean() const { return value_.index() == 1; }
  bool is_number() const { return value_.index() >= 2 && value_.index() <= 4; }
  bool is_integer() const { return value_.index() == 2 || value_.index() == 3; }
  /// A whole number that is not negative?
  bool is_number_unsigned() const { return value_.index() == 2; }
  bool is_string() const { return value_.index() == 5; }
  bool is_array() const { return value_.index() == 6; }
  bool is_object() const { return value_.index() == 7; }

  /// The value as bool, int, long, std::uint64_t, double or std::string; numbers are converted.
  /// Throws JsonError, also for a number that is out of range or fractional for the type.
  template <class Value>
  Value get() const;
  /// Throws JsonError.
  const std::string& text() const;

  /// Of an array or object; 0 for null, otherwise 1.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  /// The elements of an array; none of null. Throws JsonError.
  const Json* begin() const;
  const Json* end() const { return begin() + size(); }
  Json* begin();
  Json* end() { return begin() + size(); }
  /// Throws JsonError.
  const Json& at(std::size_t index) const;
  Json& at(std::size_t index);
  const Json& operator[](std::size_t index) const { return at(index); }
  Json& operator[](std::size_t index) { return at(index); }
  const Json& front() const { return at(0); }
  Json& back() { return at(size() - 1); }
  /// Adds to an array; null becomes one.
  void push_back(Json value);

  /// Of an object. Throws JsonError.
  const Object& members() const;
  /// Null if there is no such key, or this is not an object.
  const Json* find(std::string_view key) const;
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  /// Throws JsonError.
  const Json& at(std::string_view key) const;
  const Json& operator[](std::string_view key) const { return at(key); }
  /// Adds a key that is missing, also to null; then references to the other values become invalid.
  Json& operator[](std::string_view key);
  /// Adds a key that an object does not have, without a search; then references to the other values
  /// become invalid.
  Json& append(std::string key);
  /// A member of an object by its index. Throws JsonError.
  Json& member(std::size_t index);
  void erase(std::string_view key);
  /// Adds or replaces members from another object.
  void update(const Json& other);
  /// The value with the keys of all objects in alphabetical order.
  Json sorted() const;

  /// Compares numbers by value, objects including the order of their keys.
  friend bool operator==(const Json& a, const Json& b);

 private:
  Array& array_value();
  Object& object_value();
  void write(std::string& out, const std::optional<std::size_t>& indent, std::size_t level) const;

  // Whole numbers that are not negative are always unsigned.
  std::variant<std::monostate, bool, std::uint64_t, std::int64_t, double, std::string, Array,
               Object>
      value_;
};

struct Json::Member {
  std::string key;
  Json value;

  friend bool operator==(const Member&, const Member&) = default;
};

template <>
bool Json::get<bool>() const;
template <>
int Json::get<int>() const;
template <>
long Json::get<long>() const;
template <>
unsigned Json::get<unsigned>() const;
template <>
unsigned long Json::get<unsigned long>() const;
template <>
double Json::get<double>() const;
template <>
std::string Json::get<std::string>() const;

}  // namespace schiri
