// Counts requests in Redis, for all processes together: one script per request, by the clock of Redis.

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

type OpenLimits = { readonly limiter: Limiter; close(): void }

/** Redis does not answer: a request with a limit is `unavailable`. */
class LimitsLost extends StoreFailure {}

/**
 * The generic cell rate algorithm, as in `limiter.ts`: a request adds `step`, each millisecond removes `quota`, and the debt is at most
 * `most`. Returns whether the request is allowed, and the debt.
 */
const script = `
local now, step, quota, most, back = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local kept = redis.call('HMGET', KEYS[1], 'at', 'debt')
local debt = kept[1] and math.max(0, tonumber(kept[2]) - math.max(0, now - tonumber(kept[1])) * quota) or 0
local allowed = 1
if back == '1' then debt = math.max(0, debt - step)
elseif debt + step > most then allowed = 0
else debt = debt + step end
if allowed == 1 then
  redis.call('HSET', KEYS[1], 'at', string.format('%.0f', now), 'debt', string.format('%.0f', debt))
  redis.call('PEXPIRE', KEYS[1], math.ceil(debt / quota) + 1)
end
return { allowed, string.format('%.0f', debt) }
`

type CountingClient = {
  count(key: string, now: string, step: string, quota: string, most: string, back: string): Promise<[allowed: number, debt: string]>
}

/** `service` separates services that share a Redis database. */
export async function openRedisLimits(
  { address, now: whose }: RedisLimits,
  service: string,
  database: RecordedDatabase,
): Promise<OpenLimits | { readonly problem: string }> {
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: 2000,
    commandTimeout: 2000,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    scripts: { count: { numberOfKeys: 1, lua: script } },
  }) as Redis & CountingClient
  // Each command fails by itself; without a listener, this event would end the process.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    return { problem: `--limits ${removePassword(address)}: Redis does not answer (${(error as Error).message})` }
  }
  const count = ({ policy, partition }: LimitTake, now: number, isRefund: boolean): LimitCount => {
    const { window, quota } = policy
    const key = `ninefold:${service}:${nameDebt(policy, partition)}`
    const values = [
      whose === 'redis' ? '-1' : String(Math.floor(now)),
      String(window),
      String(quota),
      String(computeFullDebt(policy)),
    ] as const
    const ask = async (back: boolean): Promise<SqlRows> => {
      try {
        const [allowed, debt] = await redis.count(key, ...values, back ? '1' : '0')
        return [{ allowed, debt: Number(debt) }]
      } catch (error) {
        throw new LimitsLost(`Redis, which counts requests, does not answer: ${(error as Error).message}`)
      }
    }
    const undo = isRefund ? undefined : async ([row]: SqlRows): Promise<unknown> => (isAllowed(row) ? ask(true) : undefined)
    const name = `redis ${key}${isRefund ? ' back' : ''}`
    const [row] = database.recording.queryElsewhere(name, values, () => ask(isRefund), undo)
    const counted = countLimit(policy, Number((row as SqlRow)['debt']))
    return isAllowed(row) ? counted : { ...counted, allowed: false }
  }
  return {
    limiter: {
      take: (takes, now) => takeInTurn(takes, (each) => count(each, now, false)),
      refund: (takes, now) => database.recording.together(takes.map((each) => () => count(each, now, true))),
    },
    close: () => redis.disconnect(),
  }
}

function isAllowed(row: SqlRows[number] | undefined): boolean {
  return (row as SqlRow | undefined)?.['allowed'] === 1
}

function removePassword(address: string): string {
  return address.replace(/^(rediss?:\/\/[^:@/]*):[^@]*@/, '$1@')
}
