#pragma once

/// The game or form of records that a target tests; each program has its own.
extern const char* const fuzz_subject;
