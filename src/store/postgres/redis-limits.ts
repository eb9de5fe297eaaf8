// Counts requests in Redis, for all processes together: one script for all limits that follow one another, by the clock of Redis.

import { Redis } from 'ioredis'
import { StoreFailure } from '../../exchange/store-failure.ts'
import {
  type Limiter,
  type LimitCount,
  type LimitTake,
  computeFullDebt,
  nameDebt,
  countLimit,
  takeInTurn,
} from '../../meaning/limits/limiter.ts'
import type { SqlRow } from '../sql/database.ts'
import type { SqlRows } from './call.ts'
import type { RecordedDatabase } from './recorded-database.ts'

/** `now`: the clock that counts; the process's clock only if it is not the real time. */
export type RedisLimits = { readonly address: string; readonly now: 'redis' | 'process' }

export type OpenedRedisLimits = { readonly limiter: Limiter; close(): void }

/** Redis does not answer: a request with a limit is `unavailable`. */
class LimitsLost extends StoreFailure {}

/**
 * The generic cell rate algorithm, as in `limiter.ts`: a request adds `step`, each millisecond removes `quota`, and the debt is at most
 * `most`. Counts a request against one limit after the other, until one refuses. Returns for each whether it is allowed, and the debt.
 */
const script = `
local now, back = tonumber(ARGV[1]), ARGV[2]
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local counts = {}
for place, key in ipairs(KEYS) do
  local step, quota, most = tonumber(ARGV[3 * place]), tonumber(ARGV[3 * place + 1]), tonumber(ARGV[3 * place + 2])
  local kept = redis.call('HMGET', key, 'at', 'debt')
  local debt = kept[1] and math.max(0, tonumber(kept[2]) - math.max(0, now - tonumber(kept[1])) * quota) or 0
  local allowed = 1
  if back == '1' then debt = math.max(0, debt - step)
  elseif debt + step > most then allowed = 0
  else debt = debt + step end
  if allowed == 1 then
    redis.call('HSET', key, 'at', string.format('%.0f', now), 'debt', string.format('%.0f', debt))
    redis.call('PEXPIRE', key, math.ceil(debt / quota) + 1)
  end
  counts[place] = { allowed, string.format('%.0f', debt) }
  if allowed == 0 then break end
end
return counts
`

type CountingClient = {
  count(keys: number, ...keysAndValues: readonly string[]): Promise<readonly (readonly [allowed: number, debt: string])[]>
}

/** `service` separates services that share a Redis database. */
export async function openRedisLimits(
  { address, now: whose }: RedisLimits,
  service: string,
  database: RecordedDatabase,
): Promise<OpenedRedisLimits | { readonly problem: string }> {
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    scripts: { count: { lua: script } },
  }) as Redis & CountingClient
  // Each command fails by itself; without a listener, this event would end the process.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    return { problem: `--limits ${removePassword(address)}: Redis does not answer (${(error as Error).message})` }
  }
  /** Counts a request against limits, or takes that back, by one script. */
  const count = (takes: readonly LimitTake[], now: number, isRefund: boolean): readonly LimitCount[] => {
    const time = whose === 'redis' ? '-1' : String(Math.floor(now))
    const ask = async (asked: readonly LimitTake[], isBack: boolean): Promise<SqlRows> => {
      const keys = asked.map(({ policy, partition }) => `ninefold:${service}:${nameDebt(policy, partition)}`)
      const numbers = asked.flatMap(({ policy }) => [policy.window, policy.quota, computeFullDebt(policy)].map(String))
      try {
        const counts = await redis.count(keys.length, ...keys, time, isBack ? '1' : '0', ...numbers)
        return counts.map(([allowed, debt]) => ({ allowed, debt: Number(debt) }))
      } catch (error) {
        throw new LimitsLost(`Redis, which counts requests, does not answer: ${(error as Error).message}`)
      }
    }
    const undo = async (rows: SqlRows): Promise<unknown> => {
      const counted = takes.filter((_, place) => isAllowed(rows[place]))
      return counted.length > 0 ? ask(counted, true) : undefined
    }
    const name = `redis ${isRefund ? 'back' : 'take'}`
    const values = [time, ...takes.map(({ policy, partition }) => nameDebt(policy, partition))]
    const rows = database.recording.queryElsewhere(name, values, () => ask(takes, isRefund), isRefund ? undefined : undo)
    const countOf = ({ policy }: LimitTake, place: number): LimitCount => {
      const counted = countLimit(policy, Number((rows[place] as SqlRow)['debt']))
      return isAllowed(rows[place]) ? counted : { ...counted, allowed: false }
    }
    return takeInTurn(takes, countOf)
  }
  return {
    limiter: { take: (takes, now) => count(takes, now, false), refund: (takes, now) => count(takes, now, true) },
    close: () => redis.disconnect(),
  }
}

function isAllowed(row: SqlRows[number] | undefined): boolean {
  return (row as SqlRow | undefined)?.['allowed'] === 1
}

function removePassword(address: string): string {
  return address.replace(/^(rediss?:\/\/[^:@/]*):[^@]*@/, '$1@')
}
