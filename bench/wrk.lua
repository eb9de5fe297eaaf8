-- What wrk sends, and what it says at the end: one line of JSON.
-- Arguments: METHOD, a file of paths (one a line, taken in turn), a file that holds the body, milliseconds that each connection waits before its
-- first request (or none is taken, so that all are there before any is busy), headers as `Name: value`.
local paths, count = {}, 0
local body, method

function init(args)
  method = args[1]
  for line in io.lines(args[2]) do paths[#paths + 1] = line end
  if args[3] ~= "-" then body = io.open(args[3]):read("a") end
  if body then wrk.headers["Content-Type"] = "application/json" end
  local connections, pause = tonumber(args[4]), tonumber(args[5])
  local begun = 0
  function delay()
    if begun >= connections then return 0 end
    begun = begun + 1
    return pause
  end
  for index = 6, #args do
    local name, value = args[index]:match("^(.-): (.*)$")
    wrk.headers[name] = value
  end
end

function request()
  count = count + 1
  return wrk.format(method, paths[count % #paths + 1], nil, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"refused":%d,"broken":%d,"p50":%d,"p99":%d,"p999":%d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency:percentile(99.9)))
end
