#pragma once

#include <exception>
#include <stdexcept>

#include "core/base/message.h"

/// The two reasons for a failed request. Every exception that ends a request derives from one of
/// these, and its message is a sentence for the user.
namespace schiri {

/// An exception with a sentence for the user. what() is its English text.
class MessageError : public std::runtime_error {
 public:
  explicit MessageError(Message message)
      : std::runtime_error(message.english()), message_(std::move(message)) {}

  const Message& message() const { return message_; }

 private:
  Message message_;
};

/// The request is wrong: an argument, option or setting that is invalid or does not fit.
struct InputError : MessageError {
  using MessageError::MessageError;
};

/// A file, program or database that the request needs cannot be used.
struct UnusableError : MessageError {
  using MessageError::MessageError;
};

/// A text that is not the value that it should be. what() is the English text.
class ValueError : public std::invalid_argument {
 public:
  explicit ValueError(Message message)
      : std::invalid_argument(message.english()), message_(std::move(message)) {}

  const Message& message() const { return message_; }

 private:
  Message message_;
};

/// The sentence of an exception: that of a MessageError or ValueError, otherwise its what(), in
/// which the system's part is translated.
Message message_of(const std::exception& error);

}  // namespace schiri
