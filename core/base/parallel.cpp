#include "core/base/parallel.h"

#include <sys/mman.h>

#include <mutex>
#include <utility>

namespace schiri {

namespace {

constexpr std::size_t room_size = std::size_t{256} << 20;

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

WorkingRoom::WorkingRoom()
    : room_(mmap(nullptr, room_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                 0)) {}

WorkingRoom::~WorkingRoom() {
  if (room_ != MAP_FAILED) munmap(room_, room_size);
}

}  // namespace schiri
