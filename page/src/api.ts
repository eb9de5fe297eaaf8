// Sends requests to the operator's listener, with the token if one is set.

import type {
  GraphLayout,
  ViewedPage,
  ViewedRecordDetails,
  PageCounts,
  OperationDetails,
  LatestEvents,
  DescribedService,
  TryRequest,
  TryResult,
} from '../../src/serve/page/types.ts'

/** A failed request; its message is shown on the page. */
export class Problem extends Error {
  readonly status: number
  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

const tokenKey = 'ninefold-operator-token'

export function setToken(token: string): void {
  sessionStorage.setItem(tokenKey, token)
}

/** The JSON of the operator's listener for timers, deliveries and versions. */
export type Timers = {
  readonly waiting: number
  readonly due: number
  readonly dead: number
  readonly next: readonly Timer[]
  readonly gone: readonly Timer[]
}

export type Timer = {
  readonly id: number
  readonly resource: string
  readonly key: string
  readonly machine: string
  readonly state: string
  readonly after?: string
  readonly every?: string
  readonly due: string
  readonly attempts: number
  readonly dead?: string
}

export type Deliveries = {
  readonly waiting: number
  readonly delivered: number
  readonly dead: number
  readonly next: readonly Delivery[]
  readonly gone: readonly Delivery[]
}

export type Delivery = {
  readonly id: number
  readonly name: string
  readonly via: string
  readonly destination: string
  readonly due?: string
  readonly reason?: string
  readonly attempts: readonly { readonly at: string; readonly status?: number; readonly error?: string }[]
}

export type Version = {
  readonly version: string
  readonly state: string
  readonly sunset?: string
  readonly requests: number
  readonly last?: string
}

async function requestJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const token = sessionStorage.getItem(tokenKey)
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
  service: () => requestJson<DescribedService>('service'),
  details: (operation: string) => requestJson<OperationDetails>(`operations/${encodeURIComponent(operation)}`),
  references: (resource: string) => requestJson<GraphLayout>(`references/${encodeURIComponent(resource)}`),
  counts: () => requestJson<PageCounts>('counts'),
  records: (resource: string, query: URLSearchParams) => requestJson<ViewedPage>(`records/${encodeURIComponent(resource)}?${query}`),
  events: () => requestJson<LatestEvents>('events'),
  deliveries: () => requestJson<Deliveries>('/deliveries'),
  redeliver: (delivery: number) => requestJson<unknown>(`/deliveries?redeliver=${delivery}`, { method: 'POST' }),
  clock: () => requestJson<{ readonly now: string; readonly virtual: boolean }>('/clock'),
  advance: (by: string) => requestJson<unknown>(`/clock?advance=${encodeURIComponent(by)}`, { method: 'POST' }),
  timers: () => requestJson<Timers>('/timers'),
  retry: (timer: number) => requestJson<unknown>(`/timers?retry=${timer}`, { method: 'POST' }),
  versions: () => requestJson<readonly Version[]>('/versions'),
  record: (resource: string, key: string) =>
    requestJson<ViewedRecordDetails>(`records/${encodeURIComponent(resource)}/${encodeURIComponent(key)}`),
  try: (request: TryRequest) =>
    requestJson<TryResult>('try', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) }),
}
