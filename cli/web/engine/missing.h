#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <thread>

/// The parts of C++20 that the library of emscripten 3.1.6 lacks and the engine needs. Included at
/// the beginning of each file of the engine.
namespace std {

#ifndef __cpp_lib_jthread
/// There are no threads, which start_threads() and the like tolerate.
class jthread : public thread {
 public:
  jthread() = default;
  template <class Work>
  explicit jthread(Work&&) {
    throw system_error(make_error_code(errc::resource_unavailable_try_again));
  }
  jthread(jthread&&) = default;
  jthread& operator=(jthread&&) = default;
  bool request_stop() { return false; }
};
#endif

#if _LIBCPP_VERSION < 15000
namespace ranges {

template <class List, class Value, class Part = identity>
auto find(List&& list, const Value& value, Part part = {}) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& one) { return invoke(part, one) == value; });
}
template <class List, class Value, class Part>
auto count(const List& list, const Value& value, Part part) {
  return std::count_if(list.begin(), list.end(),
                       [&](const auto& one) { return invoke(part, one) == value; });
}
template <class List, class Test>
auto find_if(List&& list, Test test) {
  return std::find_if(list.begin(), list.end(), test);
}
template <class List, class Test>
bool any_of(const List& list, Test test) {
  return std::any_of(list.begin(), list.end(), test);
}
template <class List, class Value>
void replace(List& list, const Value& from, const Value& to) {
  std::replace(list.begin(), list.end(), from, to);
}

}  // namespace ranges

/// That library's own takes no members.
template <class Type, class Class, class Owner>
auto bind_front(Type Class::*member, Owner* owner) {
  return [=](auto&&... values) -> decltype(auto) {
    return invoke(member, owner, forward<decltype(values)>(values)...);
  };
}

template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <class Array>
unique_ptr<Array> make_unique_for_overwrite(size_t size) {
  return unique_ptr<Array>(new remove_extent_t<Array>[size]);
}

inline to_chars_result print_number(char* begin, char* end, const char* form, int digits,
                                    double number) {
  const int size = snprintf(begin, static_cast<size_t>(end - begin), form, digits, number);
  return {begin + size, errc()};
}

/// The function of C, which never depends on a locale there.
inline to_chars_result to_chars(char* begin, char* end, double number, chars_format form,
                                int digits) {
  return print_number(begin, end, form == chars_format::fixed ? "%.*f" : "%.*g", digits, number);
}

/// The shortest text that reads back as this number.
inline to_chars_result to_chars(char* begin, char* end, double number) {
  int digits = 1;
  char text[32];
  while (digits < 17 && (print_number(text, text + sizeof text, "%.*g", digits, number),
                         strtod(text, nullptr) != number)) {
    ++digits;
  }
  return print_number(begin, end, "%.*g", digits, number);
}

#endif

inline from_chars_result from_chars(const char* begin, const char* end, double& number) {
  const string text(begin, end);
  char* behind = nullptr;
  const double read = strtod(text.c_str(), &behind);
  const bool is_number = behind != text.c_str() && text[0] != ' ' && text[0] != '+';
  if (is_number) number = read;
  return {is_number ? begin + (behind - text.c_str()) : begin,
          is_number ? errc() : errc::invalid_argument};
}

}  // namespace std
