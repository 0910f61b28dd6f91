#include "core/parallel.h"

#include <mutex>
#include <utility>

namespace schiri {

namespace {

std::mutex mutex;
std::function<void(std::size_t, std::size_t)> told;

}  // namespace

void on_fewer_threads(std::function<void(std::size_t, std::size_t)> listener) {
  const std::lock_guard lock(mutex);
  told = std::move(listener);
}

void note_fewer_threads(std::size_t made, std::size_t wanted) {
  const std::lock_guard lock(mutex);
  if (told) std::exchange(told, nullptr)(made, wanted);
}

}  // namespace schiri
