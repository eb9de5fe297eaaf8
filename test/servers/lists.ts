// Code that the servers with maps share: times, filters, orders, and a port. It uses nothing of `src`.

import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { Wrong } from './checking.ts'

export const day = 86_400_000

export function time(ms: number): string
export function time(ms: number | null): string | null
export function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** True if a text is an existing day. */
export function isDay(said: string): boolean {
  const at = new Date(`${said}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(said) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(said)
}

/** A time with its offset (RFC 3339). */
export function isTime(said: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(said) && isDay(said.slice(0, 10)) && !Number.isNaN(Date.parse(said))
  )
}

export function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function decimal(said: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(said) ? Number(said) : undefined
}

export type Filterable<T> = {
  readonly read: (said: string) => string | number | undefined
  readonly of: (item: T) => string | number
  readonly ordered?: boolean
}

export function filters<T>(
  query: URLSearchParams,
  known: { readonly [name: string]: Filterable<T> },
  errors: Wrong[],
  onlyFirst: boolean,
): (item: T) => boolean {
  const tests = [...query].flatMap(([name, said]): ((item: T) => boolean)[] => {
    const [, property = '', operator = 'eq'] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
    const filter = known[property]
    if (filter === undefined) return []
    const { read, of, ordered = false } = filter
    const values = (operator === 'in' ? said.split(',') : [said]).map(read)
    const operators = ['eq', 'ne', 'in', ...(ordered ? ['gt', 'gte', 'lt', 'lte'] : [])]
    if (!operators.includes(operator) || values.includes(undefined)) {
      errors.push({ property: name, keyword: 'enum' })
      return []
    }
    const [value] = values as (string | number)[]
    switch (operator) {
      case 'ne':
        return [(item) => of(item) !== value]
      case 'in':
        return [(item) => (onlyFirst ? of(item) === value : values.includes(of(item)))]
      case 'gt':
        return [(item) => of(item) > value!]
      case 'gte':
        return [(item) => of(item) >= value!]
      case 'lt':
        return [(item) => of(item) < value!]
      case 'lte':
        return [(item) => of(item) <= value!]
      default:
        return [(item) => of(item) === value]
    }
  })
  return (item) => tests.every((test) => test(item))
}

export function sorting<T>(
  query: URLSearchParams,
  known: { readonly [name: string]: (item: T) => string | number },
  errors: Wrong[],
): (a: T, b: T) => number {
  const words = (query.get('sort') ?? '').split(',').filter((word) => word !== '')
  const orders = words.map((word) => {
    const of = known[word.replace(/^-/, '')]
    if (of === undefined) errors.push({ property: 'sort', keyword: 'enum' })
    return (a: T, b: T): number => (of === undefined ? 0 : compare(of(a), of(b)) * (word.startsWith('-') ? -1 : 1))
  })
  return (a, b) => orders.reduce((found, order) => found || order(a, b), 0)
}

export function milliseconds(duration: string): number {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(duration) ?? []
  return Number(days) * day + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000
}

/** Listens on any free port. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
