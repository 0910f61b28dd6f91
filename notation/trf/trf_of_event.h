#pragma once

#include <ostream>

#include "core/otb/event.h"
#include "core/otb/event_head.h"
#include "notation/trf/trf_writer.h"

namespace schiri::otb {

/// Writes an event as FIDE's tournament report file: its head, then players in the order of the
/// start list with their rounds, points and places, then the lines on teams. Unknown details are
/// left empty.
void write_trf(std::ostream& out, const EventHead& head, const Event& event, TrfFormat format);

}  // namespace schiri::otb
