#include "cli/app.h"

int main(int argc, char** argv) { return schiri::cli::run(argc, argv); }
