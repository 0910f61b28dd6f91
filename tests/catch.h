#pragma once

// Debian 12 has Catch2 2.13 with a single header; version 3 has many headers.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // version 2 declares it globally
inline auto contains_text(const std::string& text) {
  return Catch::Matchers::ContainsSubstring(text);
}
#else
#include <catch2/catch.hpp>
inline auto contains_text(const std::string& text) { return Catch::Matchers::Contains(text); }
#endif
