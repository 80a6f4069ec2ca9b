/// The page at /ui: files for a browser, the same for everybody. What it shows it asks of the
/// endpoints below /v1/, which decide who may see it.
///
/// Shape:   /ui is the page, /ui/PATH its files, /ui/ leads to /ui. Every answer forbids the
/// browser
///          to load or send anything anywhere else, to run what stands in a text, and to be framed.
/// Source:  W3C Content Security Policy 3; RFC 9111 for Cache-Control.
#pragma once

#include "scheduler/http/router.hpp"

namespace npushare::ui {

void add_routes(http::Router& router);

}  // namespace npushare::ui
