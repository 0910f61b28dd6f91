#include "cli/app.h"
#include "core/base/files/system.h"

int main(int argc, char** argv) {
  if (argc > 0) schiri::note_program(argv[0]);
  return schiri::cli::run(argc, argv);
}
