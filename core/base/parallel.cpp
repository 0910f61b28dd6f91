#include "core/base/parallel.h"

#include <mutex>
#include <utility>

namespace schiri {

namespace {

std::mutex mutex;
std::function<void(std::size_t, std::size_t)> fewer_threads;

}  // namespace

std::size_t processor_count() {
  static const std::size_t count = std::max(1u, std::thread::hardware_concurrency());
  return count;
}

void on_fewer_threads(std::function<void(std::size_t, std::size_t)> listener) {
  const std::lock_guard lock(mutex);
  fewer_threads = std::move(listener);
}

void note_fewer_threads(std::size_t made, std::size_t wanted) {
  const std::lock_guard lock(mutex);
  if (fewer_threads) std::exchange(fewer_threads, nullptr)(made, wanted);
}

}  // namespace schiri
