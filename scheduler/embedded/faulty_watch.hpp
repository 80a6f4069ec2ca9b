/// A watch that goes wrong on its way to the client.
///
/// The server's lines pass through: they are doubled, stopped, cut or swallowed here. A fault that
/// waits for `events` strikes when the line after them is about to go out.
/// Threads: as the watch.
#pragma once

#include <functional>
#include <vector>

#include "scheduler/embedded/faults.hpp"
#include "scheduler/http/message.hpp"

namespace npushare::embedded {

/// Replay: the server is asked for an older version than the client wanted.
void bend_query(const std::vector<Faults::Strike>& strikes, http::Request& request);

using WatchBody = std::function<boost::asio::awaitable<void>(http::Stream&)>;

WatchBody faulty_stream(std::vector<Faults::Strike> strikes, WatchBody body);

}  // namespace npushare::embedded
