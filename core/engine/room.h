#pragma once

#include <cstddef>
#include <span>

#include "core/engine/supervisor.h"

namespace schiri {

/// Makes sure that so many games at once, each with so many programs, do not meet the limits of
/// open files and of processes: raises our own as far as is needed and may be. Call it before there
/// are other threads. Throws SurroundingsFailure, a sentence that tells what is needed, what may be
/// had and how many games would fit.
void make_room(unsigned games, std::size_t programs);

/// The limits that make_room() has raised, as they were: programs that are started are to have
/// them, as some cannot do with more.
std::span<const ResourceLimit> limits_before();

}  // namespace schiri
