#pragma once

#include <stddef.h>
#include <stdint.h>

/// The functions of utf8proc that the engine calls, implemented by the browser's Unicode functions.

using utf8proc_int32_t = int32_t;
using utf8proc_uint8_t = uint8_t;
using utf8proc_ssize_t = ptrdiff_t;

enum utf8proc_option_t {
  UTF8PROC_STABLE = 2,
  UTF8PROC_COMPOSE = 8,
  UTF8PROC_DECOMPOSE = 16,  ///< only together with STRIPMARK
  UTF8PROC_CASEFOLD = 1024,
  UTF8PROC_STRIPMARK = 8192
};

extern "C" {
utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                                  utf8proc_int32_t* code);
utf8proc_ssize_t utf8proc_decompose(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                                    utf8proc_int32_t* codes, utf8proc_ssize_t room,
                                    utf8proc_option_t form);
utf8proc_ssize_t utf8proc_reencode(utf8proc_int32_t* codes, utf8proc_ssize_t count,
                                   utf8proc_option_t form);
utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                              utf8proc_uint8_t** mapped, utf8proc_option_t form);
int utf8proc_grapheme_break_stateful(utf8proc_int32_t before, utf8proc_int32_t code,
                                     utf8proc_int32_t* state);
int utf8proc_charwidth(utf8proc_int32_t code);
}
