# What `cmake --install` brings beside the program (scheduler/CMakeLists.txt), and the Debian package that cpack makes of it:
# `cmake --build build/release --target npushare && cpack --config build/release/CPackConfig.cmake -B build`.
include(GNUInstallDirs)

# An installation is of the program alone; tests and benchmarks need not be built for it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(FILES docs/man/npushare.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/completions/npushare.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME npushare)
install(FILES docs/completions/_npushare DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples deploy DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN man EXCLUDE PATTERN completions EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME npushare)
set(CPACK_PACKAGE_CONTACT "The npushare authors <npushare@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "shares Ascend NPUs between Kubernetes pods")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "npushare is an extender of kube-scheduler and Volcano that keeps a ledger of memory and cores for
every Ascend NPU, and the command line that shows it. In a cluster it runs from its image; this package
is for the command line, also as kubectl npushare, and for trying it out on its embedded cluster.")
set(CPACK_DEBIAN_PACKAGE_SECTION admin)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS bash-completion)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu")
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
