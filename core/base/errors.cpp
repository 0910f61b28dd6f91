#include "core/base/errors.h"

#include <system_error>

#include "core/base/system_message.h"

namespace schiri {

Message message_of(const std::exception& error) {
  if (const auto* own = dynamic_cast<const MessageError*>(&error)) return own->message();
  if (const auto* own = dynamic_cast<const ValueError*>(&error)) return own->message();
  if (const auto* own = dynamic_cast<const std::system_error*>(&error)) return system_message(*own);
  return error.what();
}

}  // namespace schiri
