#include "core/base/message.h"

#include <algorithm>

namespace schiri {

namespace {

/// The part of `one|other` for a form; the last if there are fewer.
std::string_view form_at(std::string_view forms, std::size_t index) {
  while (true) {
    const std::size_t end = forms.find('|');
    if (index == 0 || end == forms.npos) return forms.substr(0, end);
    forms.remove_prefix(end + 1);
    --index;
  }
}

std::string text_of(const Message::Value& value, const Translation& language) {
  if (value.kind == Message::Value::Kind::message) return value.message.in(language);
  if (value.kind == Message::Value::Kind::number) return language.number(value.text);
  if (value.kind == Message::Value::Kind::phrase) return std::string(language.of(value.text));
  return value.text;
}

/// `a, b` of a, b and c; the whole of a list of one.
Message all_but_last(const std::vector<Message>& list) {
  if (list.empty()) return {};
  Message first = list[0];
  for (std::size_t i = 1; i + 1 < list.size(); ++i) first = message("{0}, {1}", first, list[i]);
  return first;
}

}  // namespace

std::string_view Translation::of(std::string_view pattern) const {
  const auto found = patterns_.find(pattern);
  if (found != patterns_.end()) return found->second;
  return pattern.substr(pattern.find('\4') + 1);
}

std::size_t Translation::plural_form(std::uint64_t number) const {
  return number == 1 || (number == 0 && language_ == "fr") ? 0 : 1;
}

std::string Translation::number(std::string text) const {
  if (!is_english()) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

Message::Message(std::string text) {
  if (text.empty()) return;
  pattern_ = message_pattern("{0}");
  values_ =
      std::make_shared<const std::vector<Value>>(1, Value{Value::Kind::text, std::move(text)});
}

Message::Message(Pattern pattern, std::vector<Value> values) : pattern_(pattern) {
  if (!values.empty()) values_ = std::make_shared<const std::vector<Value>>(std::move(values));
}

const std::vector<Message::Value>& Message::values() const {
  static const std::vector<Value> none;
  return values_ ? *values_ : none;
}

Message Message::with_texts(const std::function<std::string(const std::string&)>& change) const {
  std::vector<Value> list = values();
  for (Value& value : list) {
    if (value.kind == Value::Kind::text || value.kind == Value::Kind::phrase) {
      value.text = change(value.text);
    }
    if (value.kind == Value::Kind::message) value.message = value.message.with_texts(change);
  }
  Message changed = *this;
  if (values_) changed.values_ = std::make_shared<const std::vector<Value>>(std::move(list));
  return changed;
}

std::string Message::in(const Translation& language) const {
  const std::string_view pattern = language.of(pattern_.text());
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t end = pattern[i] == '{' ? pattern.find('}', i) : pattern.npos;
    const bool is_place = end != pattern.npos && end >= i + 2 &&
                          (end == i + 2 || pattern[i + 2] == ':') && pattern[i + 1] >= '0' &&
                          static_cast<std::size_t>(pattern[i + 1] - '0') < values().size();
    if (!is_place) {
      text += pattern[i];
      continue;
    }
    const Value& value = values()[static_cast<std::size_t>(pattern[i + 1] - '0')];
    if (end == i + 2) {
      text += text_of(value, language);
    } else {
      const std::string_view forms = pattern.substr(i + 3, end - i - 3);
      text += form_at(forms, language.plural_form(value.count));
    }
    i = end;
  }
  return text;
}

Message known_phrase(std::string text) {
  if (text.empty()) return {};
  return {message_pattern("{0}"), {{Message::Value::Kind::phrase, std::move(text)}}};
}

Message any_of(const std::vector<Message>& list) {
  if (list.size() < 2) return all_but_last(list);
  return message("{0} or {1}", all_but_last(list), list.back());
}

Message all_of(const std::vector<Message>& list) {
  if (list.size() < 2) return all_but_last(list);
  return message("{0} and {1}", all_but_last(list), list.back());
}

Message joined(const Message& first, const Message& second) {
  if (first.empty() || second.empty()) return first.empty() ? second : first;
  return message("{0}; {1}", first, second);
}

}  // namespace schiri
