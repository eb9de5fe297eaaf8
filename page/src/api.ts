// Asks the operator's listener, with its token where it wants one.

import type { Laid, LookedPage, LookedWhole, PageCounts, OperationDetails, LatestEvents, DescribedService, Tried, Try } from '../../src/serve/page/types.ts'

/** What went wrong, in words for whoever looks at the page. */
export class Problem extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const place = 'ninefold-operator-token'

export function setToken(token: string): void {
  sessionStorage.setItem(place, token)
}

/** What the operator's listener says of timers, deliveries and versions to whoever asks it. */
export type Timers = { readonly waiting: number; readonly due: number; readonly dead: number; readonly next: readonly Timer[]; readonly gone: readonly Timer[] }

export type Timer = { readonly id: number; readonly resource: string; readonly key: string; readonly machine: string; readonly state: string; readonly after?: string; readonly every?: string; readonly due: string; readonly attempts: number; readonly dead?: string }

export type Deliveries = { readonly waiting: number; readonly delivered: number; readonly dead: number; readonly next: readonly Delivery[]; readonly gone: readonly Delivery[] }

export type Delivery = { readonly id: number; readonly name: string; readonly via: string; readonly destination: string; readonly due?: string; readonly reason?: string; readonly attempts: readonly { readonly at: string; readonly status?: number; readonly error?: string }[] }

export type Version = { readonly version: string; readonly state: string; readonly sunset?: string; readonly requests: number; readonly last?: string }

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const token = sessionStorage.getItem(place)
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  let response: Response
  try {
    response = await fetch(path.startsWith('/') ? path : `/page/api/${path}`, { ...init, headers })
  } catch {
    throw new Problem("The operator's listener does not answer.", 0)
  }
  const json: unknown = await response.json().catch(() => ({}))
  if (response.ok) return json as T
  const { error } = json as { error?: string }
  throw new Problem(error ?? `The operator's listener answered ${response.status}.`, response.status)
}

export const api = {
  service: () => ask<DescribedService>('service'),
  details: (operation: string) => ask<OperationDetails>(`operations/${encodeURIComponent(operation)}`),
  references: (resource: string) => ask<Laid>(`references/${encodeURIComponent(resource)}`),
  counts: () => ask<PageCounts>('counts'),
  records: (resource: string, query: URLSearchParams) => ask<LookedPage>(`records/${encodeURIComponent(resource)}?${query}`),
  events: () => ask<LatestEvents>('events'),
  deliveries: () => ask<Deliveries>('/deliveries'),
  redeliver: (delivery: number) => ask<unknown>(`/deliveries?redeliver=${delivery}`, { method: 'POST' }),
  clock: () => ask<{ readonly now: string; readonly virtual: boolean }>('/clock'),
  advance: (by: string) => ask<unknown>(`/clock?advance=${encodeURIComponent(by)}`, { method: 'POST' }),
  timers: () => ask<Timers>('/timers'),
  retry: (timer: number) => ask<unknown>(`/timers?retry=${timer}`, { method: 'POST' }),
  versions: () => ask<readonly Version[]>('/versions'),
  record: (resource: string, key: string) => ask<LookedWhole>(`records/${encodeURIComponent(resource)}/${encodeURIComponent(key)}`),
  try: (tried: Try) => ask<Tried>('try', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(tried) }),
}
