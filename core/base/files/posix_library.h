#pragma once

#include <pthread.h>
#include <time.h>

// libstdc++ waits by these functions of glibc, which its headers declare for _GNU_SOURCE alone. A
// build with SCHIRI_POSIX on Linux includes this file before all others.
extern "C" {
int pthread_cond_clockwait(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
int pthread_mutex_clocklock(pthread_mutex_t*, clockid_t, const timespec*) noexcept;
int pthread_rwlock_clockrdlock(pthread_rwlock_t*, clockid_t, const timespec*) noexcept;
int pthread_rwlock_clockwrlock(pthread_rwlock_t*, clockid_t, const timespec*) noexcept;
}
