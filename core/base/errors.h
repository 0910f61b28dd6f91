#pragma once

#include <exception>
#include <stdexcept>
#include <system_error>

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

/// The infrastructure has failed: the system grants no further process, file or memory, or has
/// descheduled the referee. The game is no evidence about its players. The message is a sentence
/// without a full stop.
struct InfrastructureError : UnusableError {
  using UnusableError::UnusableError;
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

/// The system's text for an error, translated if it is one that users meet.
Message system_message(const std::error_code& error);
/// That of errno.
Message system_message(int error);
/// What an exception of the system says: `games.pgn: No such file or directory`.
Message system_message(const std::system_error& error);

}  // namespace schiri
