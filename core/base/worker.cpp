#include "core/base/worker.h"

#include <utility>

namespace schiri {

Worker::~Worker() {
  stop();
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::start(Task task) {
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !task_; });
    stop_ = std::stop_source();
    task_ = std::move(task);
  }
  changed_.notify_all();
}

void Worker::stop() {
  std::unique_lock lock(mutex_);
  if (!task_) return;
  // Without the lock: what the request wakes may be the task.
  lock.unlock();
  stop_.request_stop();
  lock.lock();
  changed_.wait(lock, [this] { return !task_; });
}

void Worker::rethrow() {
  stop();
  failure_.rethrow();
}

bool Worker::is_idle() {
  const std::lock_guard lock(mutex_);
  return !task_;
}

void Worker::wait_for(std::chrono::nanoseconds most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, most, [this] { return !task_; });
}

void Worker::work() {
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [this] { return task_ || is_over_; });
    if (!task_) return;
    const std::stop_token token = stop_.get_token();
    lock.unlock();
    failure_.guard([&] { task_(token); });
    lock.lock();
    task_ = nullptr;
    changed_.notify_all();
  }
}

}  // namespace schiri
