#include "notation/text/json.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

namespace schiri {

namespace {

/// A value of the library.
template <class Scalar>
void write_scalar(const Scalar& value, std::string& out) {
  using Library = nlohmann::json;
  out += Library(value).dump(-1, ' ', false, Library::error_handler_t::replace);
}

/// Most texts need no escapes in JSON.
void write_text(const std::string& text, std::string& out) {
  const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if (!is_plain) return write_scalar(text, out);
  out += '"';
  out += text;
  out += '"';
}

/// `line 1, column 4: invalid literal; last read: '{ no'; expected string literal`: the library's
/// message without its identifiers.
std::string plain_message(std::string_view message) {
  const auto remove_until = [&](std::string_view end) {
    const std::size_t at = message.find(end);
    if (at != message.npos) message.remove_prefix(at + end.size());
  };
  if (message.starts_with('[')) remove_until("] ");
  if (!message.starts_with("parse error at ")) return std::string(message);
  remove_until("parse error at ");
  const std::string place(message.substr(0, message.find(": ")));
  remove_until(": ");
  if (message.starts_with("syntax error while parsing ")) remove_until(" - ");
  return place + ": " + std::string(message);
}

[[noreturn]] void fail(Message message) { throw JsonError(std::move(message)); }

/// Builds a value from the events of the library's parser.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(Json::Twice twice, std::size_t most) : twice_(twice), left_(most) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& key) override {
    if (twice_ == Json::Twice::is_error && open_.back().find(key)) {
      fail(message("'{0}' appears twice", key));
    }
    key_ = std::move(key);
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    throw JsonSyntaxError(plain_message(error.what()));
  }

  Json take() { return std::move(root_); }

 private:
  /// An open array or object.
  struct Open {
    Json* value;
    std::unordered_map<std::string, std::size_t> places = {};  ///< index of keys, if there are many

    /// The index of a key in an object.
    std::optional<std::size_t> find(const std::string& key) {
      constexpr std::size_t few = 16;
      const auto& members = value->members();
      if (members.size() <= few) {
        for (std::size_t i = 0; i < members.size(); ++i) {
          if (members[i].key == key) return i;
        }
        return std::nullopt;
      }
      for (std::size_t i = places.size(); i < members.size(); ++i) places[members[i].key] = i;
      const auto found = places.find(key);
      return found == places.end() ? std::nullopt : std::optional(found->second);
    }
  };

  /// The place of the next value.
  Json& place() {
    if (left_-- == 0) fail(message("it contains too many values"));
    if (open_.empty()) return root_;
    Json& parent = *open_.back().value;
    if (parent.is_object()) {
      const auto known = open_.back().find(key_);
      return known ? parent.member(*known) : parent.append(std::move(key_));
    }
    parent.push_back({});
    return parent.back();
  }

  bool add(Json value) {
    place() = std::move(value);
    return true;
  }

  // The content of an open value does not move: only the innermost one grows.
  bool open(Json empty) {
    if (open_.size() == static_cast<std::size_t>(Json::most_levels)) {
      fail(message("it is nested more than {0} levels deep", Json::most_levels));
    }
    Json& value = place();
    value = std::move(empty);
    open_.push_back({&value});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json::Twice twice_;
  std::size_t left_;  ///< the remaining number of values
  Json root_;
  std::vector<Open> open_;
  std::string key_;
};

bool is_pair_with_name(const Json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_string();
}

void break_line(std::string& out, const std::optional<std::size_t>& indent, std::size_t level) {
  if (indent) out += '\n' + std::string(*indent * level, ' ');
}

}  // namespace

Json::Json() noexcept = default;
Json::Json(std::nullptr_t) noexcept {}
Json::Json(bool value) : value_(value) {}
Json::Json(int value) : Json(static_cast<long long>(value)) {}
Json::Json(long value) : Json(static_cast<long long>(value)) {}
Json::Json(long long value) {
  if (value < 0) {
    value_ = static_cast<std::int64_t>(value);
  } else {
    value_ = static_cast<std::uint64_t>(value);
  }
}
Json::Json(unsigned value) : value_(std::uint64_t{value}) {}
Json::Json(unsigned long value) : value_(std::uint64_t{value}) {}
Json::Json(unsigned long long value) : value_(std::uint64_t{value}) {}
// Adding 0 turns -0 into 0.
Json::Json(double value) : value_(value + 0.0) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(const std::vector<std::string>& texts) : value_(Array(texts.begin(), texts.end())) {}
Json::Json(std::initializer_list<Json> values) {
  if (!std::all_of(values.begin(), values.end(), is_pair_with_name)) {
    value_ = Array(values);
    return;
  }
  Object& object = value_.emplace<Object>();
  object.reserve(values.size());
  for (const Json& pair : values) object.push_back({pair[0].text(), pair[1]});
}
// If copying a variant of strings and vectors throws, libstdc++ (of gcc 12) destroys an object that
// does not exist. So only the value is copied.
Json::Json(const Json& other) {
  const auto take = [this](const auto& value) {
    auto copy = value;
    value_.emplace<decltype(copy)>(std::move(copy));
  };
  std::visit(take, other.value_);
}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) { return *this = Json(other); }
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::array(std::initializer_list<Json> values) {
  Json json;
  json.value_ = Array(values);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(std::string_view text, Twice twice, std::size_t most) {
  Builder builder(twice, most);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

std::optional<Json> Json::parse_if_valid(std::string_view text) {
  try {
    return parse(text);
  } catch (const JsonError&) {
    return std::nullopt;
  }
}

std::string Json::dump() const {
  std::string out;
  write(out, std::nullopt, 0);
  return out;
}

std::string Json::dump(std::size_t indent) const {
  std::string out;
  write(out, indent, 0);
  return out;
}

void Json::write(std::string& out, const std::optional<std::size_t>& indent,
                 std::size_t level) const {
  if (!is_array() && !is_object()) {
    std::visit(
        [&](const auto& value) {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, std::monostate>) {
            out += "null";
          } else if constexpr (std::is_same_v<Value, std::string>) {
            write_text(value, out);
          } else if constexpr (!std::is_same_v<Value, Array> && !std::is_same_v<Value, Object>) {
            write_scalar(value, out);
          }
        },
        value_);
    return;
  }
  const auto separate = [&](bool is_first) {
    if (!is_first) out += ',';
    break_line(out, indent, level + 1);
  };
  out += is_array() ? '[' : '{';
  if (is_array()) {
    for (const Json& value : *this) {
      separate(&value == begin());
      value.write(out, indent, level + 1);
    }
  } else {
    for (const Member& member : members()) {
      separate(&member == &members().front());
      write_text(member.key, out);
      out += indent ? ": " : ":";
      member.value.write(out, indent, level + 1);
    }
  }
  if (!empty()) break_line(out, indent, level);
  out += is_array() ? ']' : '}';
}

template <>
bool Json::get<bool>() const {
  if (!is_boolean()) fail(message("expected true or false"));
  return std::get<bool>(value_);
}

namespace {

/// Is it a whole number that the type can hold?
template <class Whole>
bool can_hold(double number) {
  using Limits = std::numeric_limits<Whole>;
  return number >= static_cast<double>(Limits::min()) && number < std::ldexp(1.0, Limits::digits) &&
         std::trunc(number) == number;
}
template <class Whole, std::integral Other>
bool can_hold(Other number) {
  return std::in_range<Whole>(number);
}

template <class Number, class Other>
Number converted(Other number) {
  if constexpr (std::is_integral_v<Number>) {
    if (!can_hold<Number>(number)) {
      fail(message("expected a whole number from {0} to {1}", std::numeric_limits<Number>::min(),
                   std::numeric_limits<Number>::max()));
    }
  }
  return static_cast<Number>(number);
}

template <class Number, class Value>
Number number_of(const Value& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return converted<Number>(*whole);
  if (const auto* negative = std::get_if<std::int64_t>(&value)) return converted<Number>(*negative);
  if (const auto* real = std::get_if<double>(&value)) return converted<Number>(*real);
  fail(message("expected a number"));
}

}  // namespace

template <>
int Json::get<int>() const {
  return number_of<int>(value_);
}

template <>
long Json::get<long>() const {
  return number_of<long>(value_);
}

template <>
unsigned Json::get<unsigned>() const {
  return number_of<unsigned>(value_);
}

template <>
unsigned long Json::get<unsigned long>() const {
  return number_of<unsigned long>(value_);
}

// std::int64_t and std::uint64_t where long has 32 bits, as in browsers.
template <>
long long Json::get<long long>() const {
  return number_of<long long>(value_);
}

template <>
unsigned long long Json::get<unsigned long long>() const {
  return number_of<unsigned long long>(value_);
}

template <>
double Json::get<double>() const {
  return number_of<double>(value_);
}

const std::string& Json::text() const {
  if (!is_string()) fail(message("expected a string"));
  return std::get<std::string>(value_);
}

template <>
std::string Json::get<std::string>() const {
  return text();
}

std::size_t Json::size() const {
  if (is_null()) return 0;
  if (is_array()) return std::get<Array>(value_).size();
  return is_object() ? members().size() : 1;
}

const Json* Json::begin() const {
  if (is_null()) return nullptr;
  if (!is_array()) fail(message("expected an array"));
  return std::get<Array>(value_).data();
}

Json* Json::begin() { return const_cast<Json*>(std::as_const(*this).begin()); }

const Json& Json::at(std::size_t index) const {
  if (!is_array() || index >= size()) {
    fail(message("expected an array with more than {0} values", index));
  }
  return std::get<Array>(value_)[index];
}

Json& Json::at(std::size_t index) { return const_cast<Json&>(std::as_const(*this).at(index)); }

Json::Array& Json::array_value() {
  if (is_null()) value_ = Array();
  if (!is_array()) fail(message("expected an array"));
  return std::get<Array>(value_);
}

Json::Object& Json::object_value() {
  if (is_null()) value_ = Object();
  if (!is_object()) fail(message("expected an object"));
  return std::get<Object>(value_);
}

void Json::push_back(Json value) { array_value().push_back(std::move(value)); }

const Json::Object& Json::members() const {
  if (!is_object()) fail(message("expected an object"));
  return std::get<Object>(value_);
}

const Json* Json::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto& object = members();
  const auto found = std::find_if(object.begin(), object.end(),
                                  [&](const Member& member) { return member.key == key; });
  return found == object.end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view key) const {
  if (const Json* value = find(key)) return *value;
  fail(message("the key '{0}' is missing", key));
}

Json& Json::operator[](std::string_view key) {
  Object& object = object_value();
  if (const Json* value = find(key)) return const_cast<Json&>(*value);
  object.push_back({std::string(key), {}});
  return object.back().value;
}

Json& Json::append(std::string key) {
  Object& object = object_value();
  object.push_back({std::move(key), {}});
  return object.back().value;
}

Json& Json::member(std::size_t index) {
  Object& object = object_value();
  if (index >= object.size()) fail(message("an object has no member {0}", index));
  return object[index].value;
}

void Json::erase(std::string_view key) {
  std::erase_if(object_value(), [&](const Member& member) { return member.key == key; });
}

void Json::update(const Json& other) {
  for (const Member& member : other.members()) (*this)[member.key] = member.value;
}

Json Json::sorted() const {
  Json copy = *this;
  if (is_array()) std::for_each(copy.begin(), copy.end(), [](Json& one) { one = one.sorted(); });
  if (!is_object()) return copy;
  Object& object = copy.object_value();
  for (Member& member : object) member.value = member.value.sorted();
  std::stable_sort(object.begin(), object.end(),
                   [](const Member& a, const Member& b) { return a.key < b.key; });
  return copy;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number() && a.value_.index() != b.value_.index()) {
    return a.get<double>() == b.get<double>();
  }
  return a.value_ == b.value_;
}

}  // namespace schiri
