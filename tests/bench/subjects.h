#pragma once

/// The subjects of schiri_bench, one file each, which describes its values.
namespace schiri::bench {

void coverage();
void games();
void questions();
void ratings();
void records();
void referee();
void search();
void store();

}  // namespace schiri::bench
