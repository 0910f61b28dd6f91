# Before CPack packs a Debian package: what Debian's policy wants in addition to an installation.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(contact "${CPACK_PACKAGE_CONTACT}")
if(NOT contact MATCHES "<")
  string(APPEND contact " <>")
endif()
file(WRITE ${share}/doc/schiri/changelog "schiri (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}, see schiri-changelog(7).

 -- ${contact}  ${now}
")
file(COPY ${CMAKE_CURRENT_LIST_DIR}/lintian-overrides DESTINATION ${share}/lintian/overrides)
file(RENAME ${share}/lintian/overrides/lintian-overrides ${share}/lintian/overrides/schiri)
file(GLOB pages ${share}/man/man*/* ${share}/man/*/man*/*)
execute_process(COMMAND gzip -9 -n -f ${pages} ${share}/doc/schiri/changelog COMMAND_ERROR_IS_FATAL ANY)
