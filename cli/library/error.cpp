#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <system_error>

#include "cli/library/handles.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::library {

namespace {

constexpr std::size_t longest_message = 4096;
constexpr const char* no_memory = "there is not enough memory";

/// The last error of this thread: `text`, unless there is a fixed text.
struct LastError {
  std::string text;
  const char* fixed = nullptr;
  int status = SCHIRI_OK;
};

LastError& last_error() noexcept {
  static thread_local LastError error;
  return error;
}

int note_fixed(int status, const char* message) noexcept {
  last_error().fixed = message;
  last_error().status = status;
  return status;
}

int note_text(int status, std::string_view message) noexcept {
  try {
    last_error() = {printable(message, longest_message), nullptr, status};
    return status;
  } catch (const std::bad_alloc&) {
    return note_fixed(SCHIRI_UNUSABLE, no_memory);
  }
}

Translation& chosen_language() {
  static Translation language;
  return language;
}

}  // namespace

const Translation& language() { return chosen_language(); }

void set_language(Translation language) { chosen_language() = std::move(language); }

int note_error(int status, const Message& message) noexcept {
  try {
    return note_text(status, message.in(language()));
  } catch (const std::bad_alloc&) {
    return note_fixed(SCHIRI_UNUSABLE, no_memory);
  }
}

int note_failure() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return note_fixed(SCHIRI_UNUSABLE, no_memory);
  } catch (const InputError& error) {
    return note_error(SCHIRI_WRONG, error.message());
  } catch (const std::invalid_argument& error) {
    return note_text(SCHIRI_WRONG, error.what());
  } catch (const UnusableError& error) {
    return note_error(SCHIRI_UNUSABLE, error.message());
  } catch (const std::system_error& error) {
    return note_text(SCHIRI_UNUSABLE, error.what());
  } catch (const std::exception& error) {
    return note_text(SCHIRI_FAILED, error.what());
  } catch (...) {
    return note_fixed(SCHIRI_FAILED, "an unknown exception was thrown");
  }
}

std::string need_text(const char* text, const char* what) { return &need(text, what); }

std::string text_or_empty(const char* text) { return text ? text : ""; }

char* hand_over(std::string_view text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

char* hand_over_json(const Json& json) { return hand_over(json.dump()); }

Json object_in(const char* text, const std::vector<std::string_view>& known) {
  if (!text || !*text) return Json::object();
  Json object;
  try {
    object = Json::parse(text, Json::Twice::is_error);
  } catch (const JsonError& error) {
    throw WrongUse(std::string("the options are not JSON: ") + error.what());
  }
  if (!object.is_object()) throw WrongUse("the options are not a JSON object");
  for (const auto& [name, value] : object.members()) {
    if (known.empty() || std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw WrongUse("there is no option '" + printable(name) +
                   "'; the options are: " + join(known, ", "));
  }
  return object;
}

namespace {

/// The member, or the default value of its type if it is missing or null.
template <class Value>
Value member_in(const Json& object, std::string_view key, bool (Json::*is_right)() const,
                const char* wanted) {
  const Json* const value = object.find(key);
  if (!value || value->is_null()) return Value();
  if (!(value->*is_right)()) throw WrongUse(std::string(key) + ": expected " + wanted);
  return value->get<Value>();
}

}  // namespace

std::string text_in(const Json& object, std::string_view key) {
  return member_in<std::string>(object, key, &Json::is_string, "a text");
}

std::uint64_t number_in(const Json& object, std::string_view key) {
  return member_in<std::uint64_t>(object, key, &Json::is_number_unsigned,
                                  "a whole number of at least 0");
}

bool flag_in(const Json& object, std::string_view key) {
  return member_in<bool>(object, key, &Json::is_boolean, "true or false");
}

const char* lasting(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> texts;
  const std::lock_guard lock(mutex);
  const auto known = texts.find(text);
  return (known != texts.end() ? known : texts.emplace(text).first)->c_str();
}

}  // namespace schiri::library

using namespace schiri::library;

const char* schiri_version(void) { return SCHIRI_VERSION; }

const char* schiri_error(int* status) {
  const LastError& error = last_error();
  if (status) *status = error.status;
  return error.fixed ? error.fixed : error.text.c_str();
}

void schiri_free(char* text) { std::free(text); }
