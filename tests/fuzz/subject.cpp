#include "tests/fuzz/subject.h"

const char* const fuzz_subject = SCHIRI_FUZZ_SUBJECT;
