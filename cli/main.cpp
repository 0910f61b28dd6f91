#ifdef __EMSCRIPTEN__
#include <poll.h>
#endif

#include "cli/app.h"
#include "core/base/files/system.h"

int main(int argc, char** argv) {
  if (argc > 0) schiri::note_program(argv[0]);
  return schiri::cli::run(argc, argv);
}

#ifdef __EMSCRIPTEN__
/// Emscripten 3.1.6 has none for files of Node, which waits where it reads and writes.
extern "C" int poll(pollfd* polled, nfds_t count, int) {
  for (nfds_t i = 0; i < count; ++i) {
    polled[i].revents = static_cast<short>(polled[i].events & (POLLIN | POLLOUT));
  }
  return static_cast<int>(count);
}
#endif
