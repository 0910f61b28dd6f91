#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Sentences for users that can be translated. The code that finds out what to say builds a
/// Message from an English pattern and values; the code that prints it chooses the language.
///
///     throw EventError(message("'{0}' has missed {1} {1:round|rounds}", name, rounds));
///
/// In a pattern, `{0}` is replaced by the first value, and `{1:round|rounds}` by the form that the
/// second value, a number, requires. Any other brace is itself. The pattern is the key of its
/// translations (cli/share/translations/*.po), which may use the values in another order, and
/// may choose a plural form where English needs none. Where one English text needs two
/// translations, a context that is never shown distinguishes them, as in gettext:
/// `"title\4round {0}"`.
namespace schiri {

/// The sentences of one language.
class Translation {
 public:
  /// English: the patterns themselves.
  Translation() = default;
  /// `language`: such as `de`; `patterns`: the translation of each English pattern.
  Translation(std::string language, std::map<std::string, std::string, std::less<>> patterns)
      : language_(std::move(language)), patterns_(std::move(patterns)) {}

  const std::string& language() const { return language_; }
  bool is_english() const { return language_ == "en"; }
  /// The translated pattern; the English one without its context if there is none. Valid as long
  /// as both.
  std::string_view of(std::string_view pattern) const;
  /// The index of the form for this number: 0 singular, 1 plural.
  std::size_t plural_form(std::uint64_t number) const;
  /// A number written with a decimal point, as the language writes it: `1,5`.
  std::string number(std::string text) const;

 private:
  std::string language_ = "en";
  std::map<std::string, std::string, std::less<>> patterns_;
};

/// An English pattern in the sources, which lives as long as the program; see message_pattern().
class Pattern {
 public:
  /// No pattern: of an empty message.
  constexpr Pattern() = default;
  /// Of a text that lives as long as the program and is translated where it is defined, such as
  /// the reason of an ending.
  static constexpr Pattern of_constant(std::string_view text) { return Pattern(text); }

  constexpr std::string_view text() const { return text_; }
  constexpr bool empty() const { return text_.empty(); }

  friend constexpr bool operator==(Pattern, Pattern) = default;
  friend constexpr bool operator==(Pattern pattern, std::string_view text) {
    return pattern.text_ == text;
  }

 private:
  constexpr explicit Pattern(std::string_view text) : text_(text) {}
  friend consteval Pattern message_pattern(std::string_view literal);
  template <class... Values>
  friend struct PatternFor;

  std::string_view text_;
};

/// A sentence, or a part of one, as a pattern and its values. Cheap to copy.
class Message {
 public:
  struct Value;

  Message() = default;
  /// A text that is the same in all languages, such as a name, or that is not translated.
  Message(std::string text);
  Message(std::string_view text) : Message(std::string(text)) {}
  Message(const char* text) : Message(std::string(text)) {}
  /// As many values as the pattern has places; message() lets the compiler count them.
  Message(Pattern pattern, std::vector<Value> values);
  /// Of a pattern without places.
  Message(Pattern pattern) : pattern_(pattern) {}

  std::string in(const Translation& language) const;
  std::string english() const { return in(Translation()); }
  operator std::string() const { return english(); }
  bool empty() const { return !values_ && pattern_.empty(); }
  /// The same with each text at a place, also of nested messages, replaced by what `change` makes
  /// of it.
  Message with_texts(const std::function<std::string(const std::string&)>& change) const;
  /// The English pattern; `{0}` for a text that is not translated.
  Pattern pattern() const { return pattern_; }
  /// The values at the places, and nested messages among them.
  const std::vector<Value>& values() const;

  friend bool operator==(const Message& a, const Message& b) { return a.english() == b.english(); }
  friend std::ostream& operator<<(std::ostream& out, const Message& message) {
    return out << message.english();
  }

 private:
  Pattern pattern_;
  std::shared_ptr<const std::vector<Value>> values_;
};

/// What stands at a place of a pattern.
struct Message::Value {
  enum class Kind : std::uint8_t { text, count, number, phrase, message };

  Kind kind = Kind::text;
  std::string text = {};    ///< of the first four kinds; a number with a decimal point
  std::uint64_t count = 0;  ///< of a count; chooses the plural form
  Message message = {};
};

/// A number that is written with a decimal point in English: `Decimal{"1.5"}`.
struct Decimal {
  std::string text;
};

inline Message::Value message_value(std::string_view text) {
  return {Message::Value::Kind::text, std::string(text)};
}
inline Message::Value message_value(const std::string& text) {
  return message_value(std::string_view(text));
}
inline Message::Value message_value(const char* text) {
  return message_value(std::string_view(text));
}
inline Message::Value message_value(char character) {
  return message_value(std::string_view(&character, 1));
}
inline Message::Value message_value(Decimal number) {
  return {Message::Value::Kind::number, std::move(number.text)};
}
inline Message::Value message_value(Message message) {
  return {Message::Value::Kind::message, {}, 0, std::move(message)};
}
template <std::integral Number>
Message::Value message_value(Number number) {
  const bool is_negative = std::cmp_less(number, 0);
  return {Message::Value::Kind::count, std::to_string(number),
          is_negative ? 2 : static_cast<std::uint64_t>(number)};
}

/// The number of values that a pattern asks for: the largest place plus 1.
constexpr std::size_t places_of_pattern(std::string_view pattern) {
  std::size_t places = 0;
  for (std::size_t i = 0; i + 2 < pattern.size(); ++i) {
    const bool is_place = pattern[i] == '{' && pattern[i + 1] >= '0' && pattern[i + 1] <= '9' &&
                          (pattern[i + 2] == '}' || pattern[i + 2] == ':');
    if (is_place && places < static_cast<std::size_t>(pattern[i + 1] - '0') + 1) {
      places = static_cast<std::size_t>(pattern[i + 1] - '0') + 1;
    }
  }
  return places;
}

/// A literal with as many places as there are values, checked by the compiler.
template <class... Values>
struct PatternFor {
  template <std::size_t size>
  consteval PatternFor(const char (&literal)[size]) : pattern(std::string_view(literal, size - 1)) {
    if (places_of_pattern(pattern.text()) != sizeof...(Values)) throw "another number of values";
  }
  Pattern pattern;
};

/// A Message of an English pattern, which must be a string literal, and its values: texts, whole
/// numbers, Decimal, characters and other messages. The test of translations finds the pattern by
/// this function's name in the sources.
template <class... Values>
Message message(PatternFor<std::type_identity_t<Values>...> pattern, Values&&... values) {
  std::vector<Message::Value> list;
  list.reserve(sizeof...(Values));
  (list.push_back(message_value(std::forward<Values>(values))), ...);
  return {pattern.pattern, std::move(list)};
}

/// A constant that becomes a message later, by `Message(constant)`. The test of translations
/// finds it by this function's name.
consteval Pattern message_pattern(std::string_view literal) { return Pattern(literal); }

/// A text that may be a whole English pattern, such as the ending of a record or a stored note: it
/// is translated if it is one, and otherwise stays as it is.
Message known_phrase(std::string text);

/// `a, b or c`.
Message any_of(const std::vector<Message>& list);
/// `a, b and c`.
Message all_of(const std::vector<Message>& list);
/// Two messages joined by a semicolon; one of them if the other is empty.
Message joined(const Message& first, const Message& second);

}  // namespace schiri
