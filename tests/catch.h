#pragma once

// What every test begins with: Catch2 and, precompiled with it, the common standard headers.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <climits>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "tests/files.h"

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

namespace schiri {}
using namespace schiri;
