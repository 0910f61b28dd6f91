#pragma once

#include <stdexcept>

/// The two reasons for a failed request. Every exception that ends a request derives from one of
/// these, and its message is a sentence for the user.
namespace schiri {

/// The request is wrong: an argument, option or setting that is invalid or does not fit.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file, program or database that the request needs cannot be used.
struct UnusableError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace schiri
