// What the shared server runs. Each script is one step that nothing comes between. Times are microseconds of the server's clock. When
// that clock is set back, what was noted lies in the future. It counts as of now, and is noted so: nobody gains a call, and nobody
// waits longer than a window.
//
// `mps:limits` is one hash: `epoch` names the counts that the server has now, `run` the run of the server that began them, `at` when,
// `complete` whether every process has told what it admitted before, `passed` the longest window that has passed since `at`. The counts
// themselves have the epoch in their names: after a restart or a FLUSHALL they begin anew, and nobody reads the old ones.

/** Answers of `count`. */
export const verdicts = { refused: 0, admitted: 1, incomplete: 2, forgotten: 3 } as const;

/**
 * More than half of a limit is used: tells every process, which then admits nothing of this bucket if the server is lost. Once in a
 * quarter of a window, and for a quarter longer than the window.
 */
const markBusy = (used: string, busy: string, name: string) => `
if ${used} > math.floor(limit / 2) then
  local known = redis.call('ZSCORE', ${busy}, ${name})
  local left = known and tonumber(known) - now
  if not left or left < window or left > window * 1.25 then
    redis.call('ZREMRANGEBYSCORE', ${busy}, '-inf', now)
    redis.call('ZADD', ${busy}, string.format('%.0f', now + window * 1.25), ${name})
    redis.call('PUBLISH', ${busy}, ${name} .. ' ' .. math.ceil(window / 800))
  end
end`;

/**
 * Whether the counts have every call of a window although not every process has joined: a window and the grace have passed since they
 * began. A window that has passed once stays so when the clock is set back, since others have counted with it.
 */
const hasPassed = `
local function hasPassed(key, at, passed, now, window, grace)
  if tonumber(passed or 0) >= window then return true end
  if at > now then redis.call('HSET', key, 'at', string.format('%.0f', now)) end
  if now - at < window + grace then return false end
  redis.call('HSET', key, 'passed', string.format('%.0f', window))
  return true
end`;

/**
 * A sliding log: the times of the calls that were admitted in the last window, newest first. What one call takes does not grow with
 * the limit.
 *
 * KEYS the bucket's log, mps:limits, mps:limits:busy; ARGV epoch, limit, window, grace, the bucket's name, `take`, `note` or `look`.
 */
export const count = `${hasPassed}
local state = redis.call('HMGET', KEYS[2], 'epoch', 'complete', 'at', 'passed')
if state[1] ~= ARGV[1] then return { ${verdicts.forgotten}, 0, 0, 0 } end
local t = redis.call('TIME')
local now, limit, window, how = t[1] * 1000000 + t[2], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[6]
local incomplete = not state[2] and not hasPassed(KEYS[2], tonumber(state[3]), state[4], now, window, tonumber(ARGV[4]))
if incomplete and how ~= 'note' then return { ${verdicts.incomplete}, 0, 0, 0 } end
local place, newest = 0, redis.call('LINDEX', KEYS[1], 0)
while newest and tonumber(newest) > now do
  redis.call('LSET', KEYS[1], place, string.format('%.0f', now))
  place = place + 1
  newest = redis.call('LINDEX', KEYS[1], place)
end
local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - window do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
local used = redis.call('LLEN', KEYS[1])
local reset = oldest and tonumber(oldest) + window - now or window
if used >= limit and not incomplete then
  return { ${verdicts.refused}, 0, tonumber(redis.call('LINDEX', KEYS[1], limit - 1)) + window - now, reset }
end
if how == 'look' then return { ${verdicts.admitted}, limit - used, 0, reset } end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
${markBusy('used + 1', 'KEYS[3]', 'ARGV[5]')}
if incomplete then return { ${verdicts.incomplete}, 0, 0, 0 } end
return { ${verdicts.admitted}, limit - used - 1, 0, reset }`;

/**
 * Always writes, so that a server that is full, or that follows another one, refuses here: a process that joined it would lose it with
 * the next call, again and again.
 *
 * KEYS mps:limits, mps:limits:busy, mps:limits:joined; ARGV the run of the server. Answers the epoch, then the busy buckets: name, milliseconds, …
 */
export const begin = `
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
local state = redis.call('HMGET', KEYS[1], 'epoch', 'run')
local epoch = state[1]
if not epoch or state[2] ~= ARGV[1] then
  epoch = string.format('%.0f', now) .. string.sub(ARGV[1], 1, 8)
  redis.call('DEL', KEYS[1], KEYS[3])
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'run', ARGV[1], 'at', string.format('%.0f', now))
else
  redis.call('HSET', KEYS[1], 'run', ARGV[1])
end
local answer = { epoch }
local busy = redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf', 'WITHSCORES')
for place = 1, #busy, 2 do
  answer[#answer + 1] = busy[place]
  answer[#answer + 1] = string.format('%.0f', math.ceil((tonumber(busy[place + 1]) - now) / 1000))
end
return answer`;

/** KEYS the bucket's log, mps:limits:busy; ARGV limit, window, the bucket's name, then how long ago each call was admitted. */
export const tell = `
local t = redis.call('TIME')
local now, limit, window = t[1] * 1000000 + t[2], tonumber(ARGV[1]), tonumber(ARGV[2])
local log = {}
for _, time in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do log[#log + 1] = tonumber(time) end
for place = 4, #ARGV do log[#log + 1] = now - tonumber(ARGV[place]) end
table.sort(log, function (one, other) return one > other end)
redis.call('DEL', KEYS[1])
for place = 1, math.min(#log, limit) do redis.call('RPUSH', KEYS[1], string.format('%.0f', log[place])) end
redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
${markBusy('#log', 'KEYS[2]', 'ARGV[3]')}
return #log`;

/** Answers of `join`. `complete`: the counts have every call, of every window. */
export const joins = { forgotten: 0, joined: 1, complete: 2 } as const;

/**
 * A process says that it has told what it admitted. Until all have, it says so again and again: one that has ended since, and perhaps
 * begun anew under another name, does not count for long. If fewer run, the longest window ends the wait.
 *
 * KEYS mps:limits, mps:limits:joined; ARGV epoch, the process, how many there are, for how long it counts, longest window, grace.
 */
export const join = `${hasPassed}
local state = redis.call('HMGET', KEYS[1], 'epoch', 'complete', 'at', 'passed')
if state[1] ~= ARGV[1] then return ${joins.forgotten} end
if state[2] then return ${joins.complete} end
local t = redis.call('TIME')
local now = t[1] * 1000000 + t[2]
if hasPassed(KEYS[1], tonumber(state[3]), state[4], now, tonumber(ARGV[5]), tonumber(ARGV[6])) then return ${joins.complete} end
local untilWhen = string.format('%.0f', now + ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '(' .. untilWhen, '+inf')
redis.call('ZADD', KEYS[2], untilWhen, ARGV[2])
if redis.call('ZCARD', KEYS[2]) < tonumber(ARGV[3]) then return ${joins.joined} end
redis.call('HSET', KEYS[1], 'complete', 1)
return ${joins.complete}`;
