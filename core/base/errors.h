#pragma once

#include <stdexcept>

/// Why a request fails. Whatever ends a request derives from one of these two, and its message is a
/// sentence for the person who made it.
namespace schiri {

/// The request is wrong: an argument, option or setting that cannot be read, or does not fit.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file, program or database that the request needs cannot be used.
struct UnusableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace schiri
