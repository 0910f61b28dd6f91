#include <new>

#include "notation/text/json.h"
#include "tests/catch.h"

namespace {

/// The number of memory blocks that this thread may still allocate; unlimited if negative.
thread_local long blocks_left = -1;

Json nested() {
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) {
    rows.push_back({{"a name that needs memory of its own", "a text that needs memory of its own"},
                    {"values", Json::array({i, 2.5, true, nullptr, "and one more such text"})}});
  }
  return {{"rows", rows}, {"again", {{"rows", rows}, {"empty", Json::object()}}}};
}

/// Calls the action with increasing amounts of memory until it succeeds. Returns the number of
/// failures.
template <class Action>
long failures_of(const Action& action) {
  for (long blocks = 0;; ++blocks) {
    blocks_left = blocks;
    try {
      action();
      blocks_left = -1;
      return blocks;
    } catch (const std::bad_alloc&) {
      blocks_left = -1;
    }
  }
}

}  // namespace

#ifdef __SANITIZE_ADDRESS__
constexpr bool counts_blocks = false;  // the sanitizer's operators are kept
#else
constexpr bool counts_blocks = true;

void* operator new(std::size_t size) {
  if (blocks_left >= 0 && blocks_left-- == 0) throw std::bad_alloc();
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

TEST_CASE("json: an allocation failure destroys only constructed values") {
  if (!counts_blocks) return;
  const Json original = nested();
  Json other = nested();
  CHECK(failures_of([&] { const Json copy(original); }) > 20);
  CHECK(failures_of([&] { other = original; }) > 20);
  CHECK(failures_of([&] { const Json pair = {{"one", original}, {"two", original}}; }) > 40);
  CHECK(failures_of([&] { other["a key that is not there so far"] = original; }) > 20);
  CHECK(failures_of([&] { Json::parse(R"({"a text of some length": [[1, {"b": []}]]})"); }) > 2);
  CHECK(original == nested());
  other = original;
  CHECK(other == nested());
  other = other["again"]["rows"];
  CHECK(other == original["rows"]);
}
