#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
  template <class Work>
  explicit jthread(Work&&) {
    throw system_error(make_error_code(errc::resource_unavailable_try_again));
  }
  jthread(jthread&&) = default;
  bool request_stop() { return false; }
};
#endif

#if _LIBCPP_VERSION < 15000
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
