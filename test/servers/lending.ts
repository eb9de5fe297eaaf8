// A document of instruments on loan, written by hand with node:http and maps. `fault` names one thing that it does wrong.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Check, type Wrong, isUuid, object, uuid7 } from './checking.ts'
import { compare, day, isTime, milliseconds, time } from './lists.ts'
import { type Answer, Refusal } from './refusal.ts'

type Member = { id: string; name: string; staff: boolean; barred: boolean }
type Instrument = {
  code: string
  name: string
  kind: string
  fee: number
  worth?: number
  shelf?: string
  built: number | null
  label?: string
  lent: number
  changedAt: number
  was: string
}
type Loan = {
  id: string
  number: number
  borrower: string
  instrument: string
  weeks: number
  note: string | null
  extended: number
  dueAt: number | null
  fine: number | null
  createdAt: number
  status: string
  enteredAt: number
  holds: number
  agreed: number
}
type Remark = { id: string; loan: string; text: string; at: number }
type Version = 'v1' | 'v2'
type Request = {
  readonly method: string
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly version: Version
  readonly caller: Member
}
type Told = { readonly type: string; readonly at: string; readonly key: string; readonly borrower: string; frame(version: Version): object }
type Listener = { readonly response: ServerResponse; readonly version: Version; readonly wants: (event: Told) => boolean }
type Value = string | number | null

const titles: { readonly [type: string]: string } = {
  'unknown-caller': 'Nobody is known by this',
  'not-allowed': 'That is not yours to do',
  'no-loan': 'No such loan',
  'no-instrument': 'No such instrument',
  'no-shelf': 'No such shelf',
  'unknown-thing': 'It names something that there is not',
  'label-taken': 'Another instrument has this label',
  'known-code': 'This code is known',
  'lent-before': 'There are loans of it',
  'wrong-moment': 'Not now',
  barred: 'This member is barred',
  'is-out': 'It is out',
  'it-is-out': 'It is out',
  often: 'Twice is enough',
  long: 'That is too long',
  'not-worth': 'The fee is above the worth',
  'used-key': 'This key was used for another request',
  'slow-down': 'Too many requests',
  'no-such-path': 'There is nothing at this address',
  'method-not-allowed': 'This method cannot be used at this address',
  'unknown-version': 'There is no such version',
  'retired-version': 'This version is served no more',
  'unsupported-media': 'The body has a media type that is not taken',
  'not-acceptable': 'There is no answer of an accepted media type',
  'too-large': 'The body is too large',
  malformed: 'The body is not JSON',
  invalid: 'The request is not valid',
  'precondition-required': 'If-Match is needed',
  'precondition-failed': 'It was changed in the meantime',
}

const kinds = ['bowed', 'brass', 'keys', 'wood']
const states = ['asked', 'held', 'out', 'late', 'returned', 'lapsed']
const isCode = (said: string): boolean => /^[A-Z]{2}-[0-9]{3}$/.test(said)
const isShelf = (said: string): boolean => /^[a-z][0-9]$/.test(said)
const isMember = (said: string): boolean => /^[a-z]{2,20}$/.test(said)
const isDecimal = (value: number): boolean => /^-?\d+(\.\d{1,2})?$/.test(String(value))
const wrong = (pointer: string, keyword: string): Wrong[] => [{ pointer, keyword }]

function text(min: number, max: number, nullable = false): Check {
  return (value, at) => {
    if (value === null && nullable) return []
    if (typeof value !== 'string') return wrong(at, 'type')
    const { length } = Array.from(value)
    return length < min ? wrong(at, 'minLength') : length > max ? wrong(at, 'maxLength') : []
  }
}

function matching(match: (said: string) => boolean): Check {
  return (value, at) => (typeof value !== 'string' ? wrong(at, 'type') : match(value) ? [] : wrong(at, 'pattern'))
}

function oneOf(values: readonly string[]): Check {
  return (value, at) => (typeof value !== 'string' ? wrong(at, 'type') : values.includes(value) ? [] : wrong(at, 'enum'))
}

function amount(min: number, max: number, kind: 'integer' | 'decimal', nullable = false): Check {
  return (value, at) => {
    if (value === null && nullable) return []
    if (typeof value !== 'number' || (kind === 'integer' && !Number.isInteger(value))) return wrong(at, 'type')
    return [
      ...(value < min ? wrong(at, 'minimum') : value > max ? wrong(at, 'maximum') : []),
      ...(kind === 'decimal' && !isDecimal(value) ? wrong(at, 'multipleOf') : []),
    ]
  }
}

function isAccepted(accept: string | undefined, media: RegExp): boolean {
  return accept === undefined || accept.split(',').some((range) => media.test(range) && !/;\s*q=0(\.0*)?\s*$/i.test(range))
}

type Filterable<T> = {
  readonly read: (said: string) => Value | undefined
  readonly of: (item: T) => Value
  readonly ordered?: true
  readonly absent?: true
  readonly keyword: string
}

export class Lending {
  readonly #fault: string | undefined
  #moved = 0
  #at = Date.now()
  #members = new Map<string, Member>()
  #shelves = new Set<string>()
  #instruments = new Map<string, Instrument>()
  #loans = new Map<string, Loan>()
  #ghosts = new Map<string, Loan>()
  #remarks: Remark[] = []
  #numbers = 0
  #kept = new Map<string, { print: string; answer: Answer; at: number }>()
  #spent = new Map<string, number>()
  #events: Told[] = []
  #listeners: Listener[] = []

  constructor(fault?: string) {
    this.#fault = fault
    this.reset()
  }

  has(fault: string): boolean {
    return this.#fault === fault
  }

  /** One moment for all that a request writes. */
  now(): number {
    return this.#at + this.#moved
  }

  reset(): void {
    this.#moved = 0
    this.#members = new Map(
      ['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => {
        const id = name.toLowerCase()
        return [id, { id, name, staff: id === 'ada', barred: id === 'dan' }]
      }),
    )
    this.#shelves = new Set(['a1', 'b2'])
    const common = { lent: 0, changedAt: this.now() }
    this.#instruments = new Map([
      [
        'VN-001',
        {
          code: 'VN-001',
          name: 'Violin',
          kind: 'bowed',
          fee: 12.5,
          worth: 1800,
          shelf: 'a1',
          built: 1921,
          label: 'Old Lady',
          was: 'Violin',
          ...common,
        },
      ],
      ['TB-002', { code: 'TB-002', name: 'Trombone', kind: 'brass', fee: 8.05, shelf: 'b2', built: null, was: 'Trombone', ...common }],
    ])
    this.#loans.clear()
    this.#ghosts.clear()
    this.#remarks = []
    this.#numbers = 0
    this.#kept.clear()
    this.#spent.clear()
    this.#events = []
    for (const { response } of this.#listeners) response.end()
    this.#listeners = []
  }

  /** What became due happens in its order. */
  #settle(): void {
    const now = this.now()
    for (;;) {
      const due = [...this.#loans.values()]
        .flatMap((loan): { at: number; run(): void }[] => {
          if (loan.status === 'asked') return [{ at: loan.enteredAt + 3 * day, run: () => this.#lapse(loan) }]
          if (loan.status === 'out' && loan.dueAt !== null && !(loan.extended > 0 && this.has('what was extended is never late')))
            return [{ at: loan.dueAt, run: () => this.#late(loan) }]
          return []
        })
        .filter(({ at }) => at <= now)
        .toSorted((a, b) => a.at - b.at)
      if (due.length === 0) return
      due[0]!.run()
    }
  }

  #lapse(loan: Loan): void {
    loan.status = 'lapsed'
    this.#changed(loan)
  }

  #late(loan: Loan): void {
    loan.status = 'late'
    loan.fine = this.#instruments.get(loan.instrument)!.fee
    this.#changed(loan)
    this.#tell('loan.late', loan, () => ({ id: loan.id, fine: loan.fine }))
  }

  #changed(loan: Loan): void {
    this.#tell('loan.changed', loan, (version) => this.#line(loan, version))
  }

  #tell(type: string, loan: Loan, data: (version: Version) => object, subject?: string): void {
    const [id, at] = [uuid7(this.now()), time(this.now())]
    const bodies = { v1: data('v1'), v2: data('v2') }
    const event: Told = {
      type,
      at,
      key: loan.id,
      borrower: loan.borrower,
      frame: (version) => ({
        specversion: '1.0',
        id,
        source: '/',
        type,
        time: at,
        ...(subject === undefined ? {} : { subject }),
        partitionkey: loan.id,
        datacontenttype: 'application/json',
        data: bodies[version],
      }),
    }
    this.#events.push(event)
    for (const { response, wants, version } of this.#listeners)
      if (wants(event)) response.write(this.#frame(event, this.#events.length, version))
  }

  #frame(event: Told, number: number, version: Version): string {
    return `id: ${placeOf(number)}\nevent: ${event.type}\ndata: ${JSON.stringify(event.frame(version))}\n\n`
  }

  #follow({ headers, caller, version }: Request, response: ServerResponse): void {
    const wants = ({ borrower }: Told): boolean => caller.staff || borrower === caller.id || this.has('a stream shows loans of others')
    const said = headers['last-event-id']
    const from =
      typeof said === 'string'
        ? Number(/^position (\d+)$/.exec(Buffer.from(said, 'base64url').toString())?.[1] ?? Number.NaN)
        : this.#events.length
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      ...(version === 'v1' ? { Deprecation: '@1769904000', Sunset: 'Mon, 01 Jun 2099 00:00:00 GMT' } : {}),
    })
    const isForeign = Number.isNaN(from) || from > this.#events.length
    const isExpired = !isForeign && Date.parse(this.#events[from]?.at ?? '') <= this.now() - 7 * day
    const start = isForeign || isExpired ? this.#events.length : from
    response.write(
      isForeign || isExpired
        ? `id: ${placeOf(start)}\nevent: reset\ndata: {"reason":"${isExpired ? 'expired' : 'foreign'}"}\n\n`
        : `id: ${placeOf(start)}\n\n`,
    )
    for (const [index, event] of this.#events.entries())
      if (index >= start && wants(event)) response.write(this.#frame(event, index + 1, version))
    this.#listeners.push({ response, wants, version })
    response.on('close', () => (this.#listeners = this.#listeners.filter((each) => each.response !== response)))
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.#at = Date.now()
      const raw = Buffer.concat(chunks).toString()
      const url = new URL(request.url ?? '/', 'http://server.test')
      if (url.pathname === '/-/reset') {
        this.reset()
        return void response.writeHead(204).end()
      }
      if (url.pathname === '/-/clock') {
        this.#moved += milliseconds(JSON.parse(raw).advance)
        this.#settle()
        return void response.writeHead(204).end()
      }
      this.#settle()
      const answer = this.#answer(request, url, raw, response)
      if (answer === undefined) return
      const { status, body, headers = {} } = answer
      response.writeHead(status, {
        ...(body === undefined
          ? {}
          : {
              'Content-Type':
                status >= 400 && !(status === 404 && this.has('404 is plain JSON')) ? 'application/problem+json' : 'application/json',
            }),
        ...headers,
      })
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  }

  #answer(request: IncomingMessage, url: URL, raw: string, response: ServerResponse): Answer | undefined {
    let more: { [name: string]: string } = {}
    try {
      const [said = '', ...path] = url.pathname.split('/').slice(1).map(decodeURIComponent)
      const version = said === 'v3' && this.has('an unknown version is served') ? 'v2' : said
      if (version === 'v0')
        throw new Refusal(this.has('v0 is unknown') ? 404 : 410, this.has('v0 is unknown') ? 'unknown-version' : 'retired-version')
      if (version !== 'v1' && version !== 'v2') throw new Refusal(400, 'unknown-version')
      if (version === 'v1') more = { Deprecation: '@1769904000', Sunset: 'Mon, 01 Jun 2099 00:00:00 GMT' }
      const method = request.method === 'HEAD' ? 'GET' : request.method!
      const answer = this.#route(
        method,
        path,
        { query: url.searchParams, headers: request.headers, raw, version },
        (headers) => (more = { ...more, ...headers }),
        response,
      )
      return answer === undefined ? undefined : { ...answer, headers: { ...more, ...answer.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { type, errors, headers, detail } = error
      const isOlder = more['Deprecation'] !== undefined
      const shown = type === 'is-out' && isOlder && !this.has('v1 has the newer error') ? 'it-is-out' : type
      const status = type === 'is-out' && this.has('the body has another status') ? 400 : error.status
      const title =
        type === 'unknown-caller' && this.has('the token is echoed') ? `Nobody is known by ${request.headers.authorization}` : titles[type]
      const body = {
        type: shown,
        title,
        status,
        ...(detail === undefined ? {} : { detail }),
        errors: this.has('only the first mistake is named') ? errors.slice(0, 1) : errors,
      }
      return { status: error.status, ...(type === '' ? {} : { body }), headers: { ...more, ...headers } }
    }
  }

  #caller(headers: IncomingMessage['headers'], query: URLSearchParams): Member {
    const token =
      (this.has('any scheme will do') ? /^\w+ (.*)$/ : /^bearer (.*)$/i).exec(headers.authorization ?? '')?.[1] ??
      (this.has('a token may stand in the query') ? query.get('access_token') : undefined)
    const found = this.#members.get(/^token-of-(\w+)$/.exec(token ?? '')?.[1] ?? '')
    if (found !== undefined) return found
    throw new Refusal(401, 'unknown-caller', {
      headers: this.has('no challenge')
        ? {}
        : { 'WWW-Authenticate': `Bearer realm="sign-on"${headers.authorization === undefined ? '' : ', error="invalid_token"'}` },
    })
  }

  #routes(version: Version): { readonly [name: string]: (request: Request, key: string) => Answer } {
    const back = version === 'v1' ? 'return' : 'take-back'
    return {
      'DELETE /shelves/{}': (request, key) => this.#removeShelf(request, key),
      'POST /instruments': (request) => this.#addInstrument(request),
      'GET /instruments': (request) => this.#listInstruments(request),
      'GET /instruments/{}': (request, key) => this.#getInstrument(request, key),
      'PATCH /instruments/{}': (request, key) => this.#changeInstrument(request, key),
      'DELETE /instruments/{}': (request, key) => this.#removeInstrument(request, key),
      'POST /loans': (request) => this.#ask(request),
      'GET /loans': (request) => this.#listLoans(request),
      'GET /loans/{}': (request, key) => this.#getLoan(request, key),
      'DELETE /loans/{}': (request, key) => this.#removeLoan(request, key),
      'POST /loans/{}/lend': (request, key) => this.#lend(request, key),
      'POST /loans/{}/hold': (request, key) => this.#hold(request, key),
      'POST /loans/{}/release': (request, key) => this.#release(request, key),
      'POST /loans/{}/extend': (request, key) => this.#extend(request, key),
      [`POST /loans/{}/${back}`]: (request, key) => this.#takeBack(request, key),
      'GET /remarks': (request) => this.#listRemarks(request),
    }
  }

  #route(
    method: string,
    path: readonly string[],
    asked: Pick<Request, 'query' | 'headers' | 'raw' | 'version'>,
    tell: (headers: { readonly [name: string]: string }) => void,
    response: ServerResponse,
  ): Answer | undefined {
    const [said = '', key, sub, ...rest] = path
    const collection = this.has('paths have no letter case') ? said.toLowerCase() : said
    const isStream = collection === 'loans' && key === 'events' && sub === undefined
    const place = isStream
      ? '/loans/events'
      : `/${collection}${key === undefined ? '' : '/{}'}${sub === undefined ? '' : `/${sub}`}${rest.length > 0 ? '/more' : ''}`
    const known = this.#routes(asked.version)
    const work = key === '' ? undefined : known[`${method} ${place}`]
    if (work === undefined && !(isStream && method === 'GET')) {
      // `/loans/events` is also `/loans/{id}`, for methods that the stream lacks.
      const places = isStream ? ['/loans/events', '/loans/{}'] : [place]
      const other = isStream ? known[`${method} /loans/{}`] : undefined
      const allowed = [...Object.keys(known), 'GET /loans/events']
        .filter((name) => key !== '' && places.some((each) => name.endsWith(` ${each}`)))
        .map((name) => name.split(' ')[0]!)
        .filter((name) => !(name === 'DELETE' && this.has('Allow forgets a method')))
      if (other !== undefined) return other({ ...asked, method, path, caller: this.#caller(asked.headers, asked.query) }, key!)
      if (allowed.length > 0)
        throw new Refusal(405, 'method-not-allowed', {
          headers: { Allow: [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ') },
        })
      throw new Refusal(404, 'no-such-path')
    }
    if (`${method} ${place}` === 'POST /loans') tell({ 'RateLimit-Policy': '"asking";q=40;w=3600' })
    const caller = this.#caller(asked.headers, asked.query)
    const request = { ...asked, method, path, caller }
    if (`${method} ${place}` === 'POST /loans') tell(this.#spend(request))
    if (this.#needsStaff(`${method} ${place}`) && !caller.staff) {
      if (this.has('validation comes before permission') && method === 'POST' && place === '/instruments')
        this.#check(this.#body(request), object(this.#instrumentFields(request), ['code', 'name', this.#fee(request)]))
      throw new Refusal(403, 'not-allowed')
    }
    if (isStream) {
      if (!isAccepted(asked.headers.accept, /^\s*(\*\/\*|text\/(\*|event-stream))\s*(;|$)/i)) throw new Refusal(406, 'not-acceptable')
      this.#follow(request, response)
      return undefined
    }
    const isLoose = this.has('Accept is not asked') && place === '/remarks'
    if (method !== 'DELETE' && !isLoose && !isAccepted(asked.headers.accept, /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i))
      throw new Refusal(406, 'not-acceptable')
    return work!(request, key ?? '')
  }

  #needsStaff(name: string): boolean {
    return /^(DELETE \/shelves|(POST|PATCH|DELETE) \/instruments|POST \/loans\/\{\}\/(lend|release|return|take-back)$)/.test(name)
  }

  /** Forty an hour, twelve at once. */
  #spend({ caller }: Request): { [name: string]: string } {
    const wait = 90_000
    const most = this.has('one less at once') ? 11 : 12
    const key = this.has('all members share the rate') ? '' : caller.id
    const now = this.now()
    const until = this.#spent.get(key) ?? now
    const behind = Math.max(until - now, 0)
    const policy = { 'RateLimit-Policy': '"asking";q=40;w=3600' }
    if (behind > (most - 1) * wait) {
      const seconds = Math.ceil((behind - (most - 1) * wait) / 1000)
      if (this.has('what a rate refuses is counted')) this.#spent.set(key, Math.max(until, now) + wait)
      throw new Refusal(429, 'slow-down', {
        detail: `Try again in ${seconds} seconds.`,
        headers: { ...policy, RateLimit: `"asking";r=0;t=${seconds}`, 'Retry-After': String(seconds) },
      })
    }
    const isFull = this.has('the rate is refilled at once') && behind > 0 && behind <= (most - 1) * wait && behind > (most - 2) * wait
    const after = isFull && this.#refilled.has(key) ? wait : behind + wait
    if (isFull) this.#refilled.add(key)
    this.#spent.set(key, now + after)
    const left = Math.floor((most * wait - after) / wait) + (this.has('one more is said to be left') ? 1 : 0)
    return { ...policy, RateLimit: `"asking";r=${left};t=${Math.ceil((after - (most - left - 1) * wait) / 1000)}` }
  }
  readonly #refilled = new Set<string>()

  #invalid(errors: readonly Wrong[]): Refusal {
    return new Refusal(422, 'invalid', { errors })
  }

  #check(body: unknown, check: Check, before: readonly Wrong[] = []): void {
    const errors = [...before, ...check(body, '')]
    const told = this.has('a pointer has no slash') ? errors.map((e) => (e.pointer === '/weeks' ? { ...e, pointer: 'weeks' } : e)) : errors
    if (errors.length > 0) throw this.#invalid(told)
  }

  /** Form before input: media, sizes, then JSON. */
  #body({ raw, headers }: Request, optional = false): { [name: string]: any } {
    if (raw === '') {
      if (optional) return {}
      return undefined as never
    }
    if (!/^application\/(merge-patch\+)?json\s*(;|$)/i.test(headers['content-type'] ?? 'application/json'))
      throw new Refusal(415, 'unsupported-media')
    if (Buffer.byteLength(raw) > (this.has('a body may be twice as long') ? 8 : 4) * 1024) throw new Refusal(413, 'too-large')
    let depth = 0
    for (const letter of raw.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
      depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0
      if (depth > 6) throw new Refusal(413, 'too-large')
    }
    try {
      return JSON.parse(raw)
    } catch {
      throw new Refusal(400, 'malformed', this.has('a malformed body is told') ? { detail: raw.slice(0, 20) } : {})
    }
  }

  #fee({ version }: Request): string {
    return version === 'v1' ? 'price' : 'fee'
  }

  #term({ version }: Request): string {
    return version === 'v1' ? 'term' : 'weeks'
  }

  #instrumentFields(request: Request): { readonly [name: string]: Check } {
    return {
      code: matching(isCode),
      name: text(2, 80),
      kind: oneOf(kinds),
      [this.#fee(request)]: amount(0, 500, 'decimal'),
      worth: amount(0, 90_000, 'decimal'),
      shelf: matching(isShelf),
      ...(request.version === 'v2' ? { built: amount(1600, 2100, 'integer', true) } : {}),
      label: text(0, 40),
      ...(request.version === 'v1' && this.has('a former member is refused') ? { colour: oneOf(['brown']) } : {}),
    }
  }

  /** What an instrument is worth is for the staff alone. */
  #showInstrument(
    { fee, kind, worth, built, was: _, changedAt, ...rest }: Instrument,
    version: Version,
    caller: Member,
    isListed = false,
  ): object {
    return {
      ...rest,
      ...(worth === undefined || !(caller.staff || (isListed && this.has('lists show the worth'))) ? {} : { worth }),
      changedAt: time(changedAt),
      ...(version === 'v1'
        ? { price: fee, kind: kind === 'wood' && !this.has('v1 is shown wood') ? 'brass' : kind, colour: 'brown' }
        : { fee, kind, ...(built === null && this.has('no year is left out') ? {} : { built }) }),
    }
  }

  #tagOf(body: object): string {
    return `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 20)}"`
  }

  #tagged({ headers }: Request, body: object): Answer {
    const tag = this.#tagOf(body)
    const named = (said: string): boolean =>
      said === '*' ||
      said
        .split(',')
        .map((each) => each.trim())
        .includes(tag)
    const [match, none] = [headers['if-match'], headers['if-none-match']]
    if (match !== undefined && !named(match)) return { status: 412 }
    if (none !== undefined && named(none.replaceAll('W/', ''))) return { status: 304, headers: { ETag: tag } }
    return { status: 200, body, headers: { ETag: tag } }
  }

  #instrument(code: string): Instrument {
    const found = this.#instruments.get(code)
    if (found === undefined) throw new Refusal(404, 'no-instrument')
    return found
  }

  #removeShelf(_: Request, id: string): Answer {
    if (!isShelf(id)) throw this.#invalid([{ property: 'id', keyword: 'pattern' }])
    if (!this.#shelves.delete(id)) throw new Refusal(404, 'no-shelf')
    for (const each of this.#instruments.values())
      if (each.shelf === id && !this.has('a removed shelf stays')) {
        delete each.shelf
        each.changedAt = this.now()
      }
    return { status: 204 }
  }

  #written(body: { [name: string]: any }, code?: string): void {
    if (typeof body['shelf'] === 'string' && !this.#shelves.has(body['shelf']) && !this.has('a missing shelf is taken'))
      throw new Refusal(422, 'unknown-thing', { errors: [{ pointer: '/shelf', keyword: 'reference' }] })
    const folded = (said: string): string => (this.has('labels mind case') ? said : said.toLowerCase())
    for (const each of this.#instruments.values())
      if (
        typeof body['label'] === 'string' &&
        each.code !== code &&
        each.label !== undefined &&
        folded(each.label) === folded(body['label'])
      )
        throw new Refusal(409, 'label-taken', { errors: [{ pointer: '/label', keyword: 'unique' }] })
  }

  #addInstrument(request: Request): Answer {
    const body = this.#body(request)
    const fee = this.#fee(request)
    if (body === undefined) throw this.#invalid([{ pointer: '', keyword: 'required' }])
    this.#check(body, object(this.#instrumentFields(request), ['code', 'name', fee]))
    if (typeof body['shelf'] === 'string' && !this.#shelves.has(body['shelf'])) this.#written(body)
    if (this.#instruments.has(body['code'])) throw new Refusal(409, 'known-code', { errors: [{ pointer: '/code', keyword: 'unique' }] })
    this.#written(body)
    const instrument: Instrument = {
      code: body['code'],
      name: this.has('names are normalised') ? body['name'].normalize('NFC') : body['name'],
      kind: body['kind'] ?? (request.version === 'v1' && this.has('v1 has another default') ? 'brass' : 'wood'),
      fee: body[fee],
      ...(body['worth'] === undefined ? {} : { worth: body['worth'] }),
      ...(body['shelf'] === undefined ? {} : { shelf: body['shelf'] }),
      built: request.version === 'v1' ? null : (body['built'] ?? null),
      ...(body['label'] === undefined ? {} : { label: body['label'] }),
      lent: this.has('a count may be sent') && typeof body['lent'] === 'number' ? body['lent'] : 0,
      changedAt: this.now(),
      was: body['name'],
    }
    this.#invariant(instrument)
    this.#instruments.set(instrument.code, instrument)
    return {
      status: 201,
      body: this.#showInstrument(instrument, request.version, request.caller),
      headers: { Location: `/${request.version}/instruments/${encodeURIComponent(instrument.code)}` },
    }
  }

  #invariant({ fee, worth }: Instrument): void {
    if (worth !== undefined && fee > worth) throw new Refusal(422, 'not-worth')
  }

  #getInstrument(request: Request, code: string): Answer {
    if (!isCode(code)) throw this.#invalid([{ property: 'code', keyword: 'pattern' }])
    return this.#tagged(request, this.#showInstrument(this.#instrument(code), request.version, request.caller))
  }

  #changeInstrument(request: Request, code: string): Answer {
    const body = this.#body(request)
    const { code: _, ...fields } = this.#instrumentFields(request)
    const key: Wrong[] = isCode(code) ? [] : [{ property: 'code', keyword: 'pattern' }]
    if (body === undefined) throw this.#invalid([...key, { pointer: '', keyword: 'required' }])
    // Null clears what may be left out.
    const clearable = ['worth', 'shelf', 'label']
    const isMap = typeof body === 'object' && body !== null && !Array.isArray(body)
    const given = isMap
      ? Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !clearable.includes(name)))
      : body
    this.#check(given, object(fields, []), key)
    const instrument = this.#instrument(code)
    const match = request.headers['if-match']
    if (match === undefined) throw new Refusal(428, 'precondition-required')
    const tag = this.#tagOf(this.#showInstrument(instrument, request.version, request.caller))
    if (
      match !== '*' &&
      !match
        .split(',')
        .map((each) => each.trim())
        .includes(tag)
    )
      throw new Refusal(412, 'precondition-failed')
    this.#written(body, code)
    const fee = this.#fee(request)
    const next: Instrument = { ...instrument, changedAt: this.now() }
    if (body['name'] !== undefined) next.name = this.has('names are normalised') ? body['name'].normalize('NFC') : body['name']
    if (body['kind'] !== undefined) next.kind = body['kind']
    if (body[fee] !== undefined) next.fee = body[fee]
    const isLost = this.has('a fee hides the year') && body[fee] !== undefined
    if (body['built'] !== undefined && request.version === 'v2' && !isLost) next.built = body['built']
    for (const name of ['worth', 'shelf', 'label'] as const) {
      if (body[name] === null) delete next[name]
      else if (body[name] !== undefined) Object.assign(next, { [name]: body[name] })
    }
    if (!(this.has('the worth may sink below the fee') && body[fee] === undefined)) this.#invariant(next)
    this.#instruments.set(code, next)
    const shown = this.#showInstrument(next, request.version, request.caller)
    return { status: 200, body: shown, headers: { ETag: this.#tagOf(shown) } }
  }

  #removeInstrument(_: Request, code: string): Answer {
    if (!isCode(code)) throw this.#invalid([{ property: 'code', keyword: 'pattern' }])
    if (!this.#instruments.has(code) && this.has('deleting again succeeds')) return { status: 204 }
    this.#instrument(code)
    const live = ['asked', 'held', 'out', 'late']
    if (
      [...this.#loans.values()].some(
        ({ instrument, status }) => instrument === code && (live.includes(status) || !this.has('past loans do not keep an instrument')),
      )
    )
      throw new Refusal(409, 'lent-before')
    this.#instruments.delete(code)
    return { status: 204 }
  }

  #state(status: string, version: Version): string {
    if (version === 'v2') return status
    return status === 'out' ? 'lent' : status === 'held' ? (this.has('v1 is shown held') ? 'held' : 'asked') : status
  }

  #line(loan: Loan, version: Version): object {
    return {
      id: loan.id,
      number: loan.number,
      status: this.#state(loan.status, version),
      [version === 'v1' ? 'term' : 'weeks']: loan.weeks,
      createdAt: time(loan.createdAt),
      borrower: this.#members.get(loan.borrower)!.name,
      instrument: this.has('lines have the former name')
        ? this.#instruments.get(loan.instrument)?.was
        : this.#instruments.get(loan.instrument)?.name,
    }
  }

  #cost(loan: Loan): number {
    const { instrument, weeks } = loan
    const cost = ((this.has('costs stay') ? loan.agreed : this.#instruments.get(instrument)?.fee) ?? 0) * weeks
    return this.has('costs are binary fractions') ? cost : Math.round(cost * 100) / 100
  }

  #showLoan(loan: Loan, version: Version): object {
    return {
      id: loan.id,
      number: loan.number,
      borrower: loan.borrower,
      instrument: loan.instrument,
      [version === 'v1' ? 'term' : 'weeks']: loan.weeks,
      note: loan.note,
      extended: this.has('a count becomes a text') && loan.extended > 1 ? String(loan.extended) : loan.extended,
      dueAt: time(loan.dueAt),
      fine: loan.fine,
      cost: this.#cost(loan),
      createdAt: time(loan.createdAt),
      status: this.#state(loan.status, version),
      ...(this.has('what came back says so') && loan.status === 'returned' ? { done: true } : {}),
    }
  }

  #loan(id: string, { caller }: Request): Loan {
    const found = this.#loans.get(id.toLowerCase())
    if (found !== undefined && !caller.staff && found.borrower !== caller.id && this.has('others learn that a loan is there'))
      throw new Refusal(403, 'not-allowed')
    if (found === undefined || !(caller.staff || found.borrower === caller.id)) throw new Refusal(404, 'no-loan')
    return found
  }

  #id(id: string): void {
    if (!isUuid(id)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
  }

  #ask(request: Request): Answer {
    const body = this.#body(request)
    if (body === undefined) throw this.#invalid([{ pointer: '', keyword: 'required' }])
    const term = this.#term(request)
    this.#check(body, object({ instrument: matching(isCode), [term]: amount(1, 26, 'integer'), note: text(0, 200, true) }, ['instrument']))
    const unknown = Object.keys(body).filter((name) => !['instrument', term, 'note'].includes(name))
    if (unknown.length > 0 && this.has('unknown members are refused'))
      throw this.#invalid([{ pointer: `/${unknown[0]}`, keyword: 'additionalProperties' }])
    const said = request.headers['idempotency-key']
    const key = typeof said === 'string' ? `${request.caller.id} ${said}` : undefined
    const print = JSON.stringify([request.raw, request.version])
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept !== undefined && kept.at + day > this.now()) {
      if (kept.print !== print) throw new Refusal(422, 'used-key')
      return this.has('a repeated request is 200') && kept.answer.status === 201 ? { ...kept.answer, status: 200 } : kept.answer
    }
    const answer = this.#asked(request, body, term)
    if (key !== undefined) this.#kept.set(key, { print, answer, at: this.now() })
    return answer
  }

  #asked(request: Request, body: { [name: string]: any }, term: string): Answer {
    if (!this.#instruments.has(body['instrument']))
      return {
        status: 422,
        body: {
          type: 'unknown-thing',
          title: titles['unknown-thing'],
          status: 422,
          errors: [{ pointer: '/instrument', keyword: 'reference' }],
        },
      }
    const weeks = body[term] ?? 4
    const loan: Loan = {
      id: uuid7(this.now()),
      number: this.has('numbers are used again') ? this.#loans.size + 1 : ++this.#numbers,
      borrower: request.caller.id,
      instrument: body['instrument'],
      weeks,
      note: (this.has('an empty note is null') ? body['note'] || null : body['note']) ?? null,
      extended: 0,
      dueAt: null,
      fine: null,
      createdAt: this.now(),
      status:
        (this.has('long loans begin held') && weeks > 20) || (this.has('loans of v1 begin held') && request.version === 'v1')
          ? 'held'
          : 'asked',
      enteredAt: this.now(),
      holds: 0,
      agreed: this.#instruments.get(body['instrument'])!.fee,
    }
    this.#loans.set(loan.id, loan)
    this.#changed(loan)
    return {
      status: 201,
      body: this.#showLoan(loan, request.version),
      headers: { Location: `/${request.version}/loans/${loan.id}` },
    }
  }

  #getLoan(request: Request, id: string): Answer {
    this.#id(id)
    return this.#tagged(request, this.#showLoan(this.#loan(id, request), request.version))
  }

  #illegal({ status }: Loan, { version, method }: Request): Refusal {
    if (method === 'DELETE' && this.has('a deletion has no detail')) return new Refusal(409, 'wrong-moment')
    return new Refusal(409, 'wrong-moment', { detail: `It is ${this.#state(status, version)}.` })
  }

  #removeLoan(request: Request, id: string): Answer {
    this.#id(id)
    const loan = this.#loan(id, request)
    if (loan.borrower !== request.caller.id) {
      if (this.has('a forbidden deletion deletes')) this.#loans.delete(loan.id)
      throw new Refusal(403, 'not-allowed')
    }
    if (!['asked', 'returned', 'lapsed'].includes(loan.status)) throw this.#illegal(loan, request)
    if (!this.has('remarks stay')) this.#remarks = this.#remarks.filter((each) => each.loan !== loan.id)
    this.#loans.delete(loan.id)
    if (this.has('what was deleted is listed')) this.#ghosts.set(loan.id, loan)
    this.#changed(loan)
    return { status: 204 }
  }

  #lend(request: Request, id: string): Answer {
    this.#id(id)
    const loan = this.#loan(id, request)
    if (loan.status !== 'asked') throw this.#illegal(loan, request)
    const instrument = this.#instruments.get(loan.instrument)!
    if (this.has('what is refused is counted as lent')) instrument.lent++
    if (this.#members.get(loan.borrower)!.barred) throw new Refusal(403, 'barred')
    if (
      [...this.#loans.values()].some(
        (each) =>
          each.instrument === loan.instrument &&
          (each.status === 'out' || (each.status === 'late' && !this.has('what is late is lent again'))),
      )
    )
      throw new Refusal(409, 'is-out')
    loan.status = 'out'
    loan.enteredAt = this.now()
    loan.dueAt = this.now() + 7 * day * loan.weeks
    if (!this.has('what is refused is counted as lent')) instrument.lent++
    if (!this.has('lending leaves the time of change')) instrument.changedAt = this.now()
    const { id: key, dueAt } = loan
    this.#tell(
      'loan.lent',
      loan,
      () => ({ id: key, instrument: instrument.code, dueAt: this.has('an event has no end') ? null : time(dueAt) }),
      String(loan.number),
    )
    this.#changed(loan)
    return { status: this.has('lending is 201') ? 201 : 200, body: this.#showLoan(loan, request.version) }
  }

  #hold(request: Request, id: string): Answer {
    this.#id(id)
    const loan = this.#loan(id, request)
    if (loan.status === 'held' && this.has('held twice')) return { status: 200, body: this.#showLoan(loan, request.version) }
    if (loan.status === 'late' && this.has('a late loan is out')) throw new Refusal(409, 'is-out')
    if (loan.status !== 'asked' || (loan.holds > 0 && this.has('held once only'))) throw this.#illegal(loan, request)
    loan.status = 'held'
    loan.holds++
    this.#changed(loan)
    return { status: 200, body: this.#showLoan(loan, request.version) }
  }

  #release(request: Request, id: string): Answer {
    this.#id(id)
    const loan = this.#loan(id, request)
    if (loan.status !== 'held') throw this.#illegal(loan, request)
    loan.status = 'asked'
    if (!this.has('a timer goes on')) loan.enteredAt = this.now()
    this.#changed(loan)
    return { status: 200, body: this.#showLoan(loan, request.version) }
  }

  #extend(request: Request, id: string): Answer {
    const body = this.#body(request)
    const key: Wrong[] = isUuid(id) ? [] : [{ property: 'id', keyword: 'format' }]
    if (body === undefined) throw this.#invalid([...key, { pointer: '', keyword: 'required' }])
    this.#check(body, object({ weeks: amount(1, 8, 'integer') }, ['weeks']), key)
    const loan = this.#loan(id, request)
    if (loan.borrower !== request.caller.id && !this.has('the staff extends')) throw new Refusal(403, 'not-allowed')
    if (loan.status !== 'out') throw this.#illegal(loan, request)
    if (loan.extended >= (this.has('three extensions') ? 3 : 2)) {
      if (this.has('a refused extension moves the end')) loan.dueAt = loan.dueAt! + day
      throw new Refusal(409, 'often')
    }
    if (loan.weeks + body['weeks'] > 30) throw new Refusal(422, 'long')
    loan.extended++
    loan.dueAt = loan.dueAt! + 7 * day * body['weeks']
    // `extended` and `dueAt` are no members of the line, but of the record.
    this.#changed(loan)
    return { status: 200, body: this.#showLoan(loan, request.version) }
  }

  #takeBack(request: Request, id: string): Answer {
    const body = this.#body(request, true)
    const key: Wrong[] = isUuid(id) ? [] : [{ property: 'id', keyword: 'format' }]
    this.#check(body, object({ remark: text(1, 300) }, []), key)
    const loan = this.#loan(id, request)
    const isAgain = loan.status === 'returned' && this.has('what came back comes back again')
    const isLate = loan.status === 'late' && !this.has('what is late is not taken back')
    if (loan.status !== 'out' && !isLate && !isAgain) throw this.#illegal(loan, request)
    loan.status = 'returned'
    if (body['remark'] !== undefined) this.#remarks.push({ id: uuid7(this.now()), loan: loan.id, text: body['remark'], at: this.now() })
    this.#changed(loan)
    return { status: 200, body: this.#showLoan(loan, request.version) }
  }

  #filter<T>(query: URLSearchParams, known: { readonly [name: string]: Filterable<T> }, errors: Wrong[]): (item: T) => boolean {
    const tests = [...query].flatMap(([name, said]): ((item: T) => boolean)[] => {
      const [, property = '', operator = 'eq'] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
      const filter = known[property]
      if (filter === undefined) return []
      const { read, of, ordered, absent, keyword } = filter
      const refuse = (word: string): [] => {
        errors.push({ property: name, keyword: word })
        return []
      }
      if (operator === 'exists' && absent)
        return said === 'true' ? [(item) => of(item) !== null] : said === 'false' ? [(item) => of(item) === null] : refuse('type')
      if (!['eq', 'ne', 'in', ...(ordered ? ['gt', 'gte', 'lt', 'lte'] : [])].includes(operator)) return refuse('additionalProperties')
      if (operator === 'in' && said === '') return refuse('minItems')
      const values = (operator === 'in' ? said.split(',') : [said]).map(read)
      if (values.includes(undefined)) return refuse(keyword)
      const [value] = values as Value[]
      const sign = (item: T): number | undefined => {
        const own = of(item)
        return own === null ? undefined : compare(own as number, value as number)
      }
      switch (operator) {
        case 'ne':
          return [(item) => of(item) !== value]
        case 'in':
          return [(item) => (this.has('only the first of several values') ? of(item) === value : (values as Value[]).includes(of(item)))]
        case 'gt':
          return [(item) => sign(item) === 1]
        case 'gte':
          return [(item) => (sign(item) ?? -1) >= 0]
        case 'lt':
          return [(item) => sign(item) === -1]
        case 'lte':
          return [(item) => (sign(item) ?? 1) <= 0]
        default:
          return [(item) => of(item) === value]
      }
    })
    return this.has('one of two filters suffices') && tests.length > 1
      ? (item) => tests.some((test) => test(item))
      : (item) => tests.every((test) => test(item))
  }

  /** Absent values come first; equal ones are in the order of the key, as the last word says. */
  #sorting<T>(
    query: URLSearchParams,
    known: { readonly [name: string]: (item: T) => Value },
    gone: readonly string[],
    key: (item: T) => string,
    errors: Wrong[],
  ): ((a: T, b: T) => number) | undefined {
    const said = query.get('sort')
    if (said === null) return undefined
    const words = said === '' ? [] : said.split(',').filter((word) => !gone.includes(word.replace(/^-/, '')))
    if (words.length === 0) errors.push({ property: 'sort', keyword: 'minItems' })
    const used = this.has('the second order is ignored') ? words.slice(0, 1) : words
    const orders = used.map((word) => {
      const of = known[word.replace(/^-/, '')]
      if (of === undefined) errors.push({ property: 'sort', keyword: 'enum' })
      return (a: T, b: T): number => {
        if (of === undefined) return 0
        const [x, y] = [of(a), of(b)]
        const found = x === null || y === null ? Number(y === null) * -1 + Number(x === null) * -1 * -1 : compare(x as number, y as number)
        const sign = x === null && y === null ? 0 : x === null ? -1 : y === null ? 1 : found
        return sign * (word.startsWith('-') ? -1 : 1)
      }
    })
    const last = words.at(-1)?.startsWith('-') ? -1 : 1
    return (a, b) => orders.reduce((found, order) => found || order(a, b), 0) || compare(key(a), key(b)) * last
  }

  #number(query: URLSearchParams, name: string, usual: number, min: number, max: number, errors: Wrong[]): number {
    const said = query.get(name)
    if (said === null) return usual
    if (!/^-?\d+(\.0+)?$/.test(said)) errors.push({ property: name, keyword: 'type' })
    else if (Number(said) < min) errors.push({ property: name, keyword: 'minimum' })
    else if (Number(said) > max && this.has('a size is cut')) return max
    else if (Number(said) > max) errors.push({ property: name, keyword: 'maximum' })
    return Number(said)
  }

  #listInstruments(request: Request): Answer {
    const { query, version, caller } = request
    const errors: Wrong[] = []
    const limit = this.#number(query, 'limit', 10, 1, 50, errors)
    const offset = this.#number(query, 'offset', 0, 0, 100_000, errors)
    if (errors.length > 0) throw this.#invalid(errors)
    const decimal = (said: string): number | undefined => (/^-?\d+(\.\d+)?(e\d+)?$/i.test(said) ? Number(said) : undefined)
    const integer = (said: string): number | undefined => (/^-?\d+(\.0+)?$/.test(said) ? Number(said) : undefined)
    const fee = this.#fee(request)
    const filter = this.#filter<Instrument>(
      query,
      {
        kind: { read: (said) => (kinds.includes(said) ? said : undefined), of: ({ kind }) => kind, keyword: 'enum' },
        [fee]: { read: decimal, of: (each) => each.fee, ordered: true, keyword: 'type' },
        shelf: { read: (said) => (isShelf(said) ? said : undefined), of: ({ shelf }) => shelf ?? null, absent: true, keyword: 'pattern' },
        ...(version === 'v1' ? {} : { built: { read: integer, of: ({ built }) => built, ordered: true, absent: true, keyword: 'type' } }),
      },
      errors,
    )
    const order = this.#sorting<Instrument>(
      query,
      { [fee]: (each) => each.fee, name: ({ name }) => name, ...(version === 'v1' ? {} : { built: ({ built }) => built }) },
      version === 'v1' ? ['built'] : [],
      ({ code }) => code,
      errors,
    )
    if (errors.length > 0) throw this.#invalid(errors)
    const all = [...this.#instruments.values()].filter(filter).toSorted(order ?? ((a, b) => compare(a.code, b.code)))
    const from = this.has('an offset alone is ignored') && query.get('limit') === null ? 0 : offset
    return {
      status: 200,
      body: {
        instruments: all.slice(from, from + limit).map((each) => this.#showInstrument(each, version, caller, true)),
        total: all.length,
      },
    }
  }

  #listLoans(request: Request): Answer {
    const { query, version, caller } = request
    const errors: Wrong[] = []
    const term = this.#term(request)
    const named = [...states, ...(version === 'v1' ? ['lent'] : [])].filter((state) => !(version === 'v1' && state === 'out'))
    const filter = this.#filter<Loan>(
      query,
      {
        status: {
          read: (said) => (named.includes(said) ? (said === 'lent' ? 'out' : said) : undefined),
          of: ({ status }) => status,
          keyword: 'enum',
        },
        borrower: { read: (said) => (isMember(said) ? said : undefined), of: ({ borrower }) => borrower, keyword: 'pattern' },
        instrument: { read: (said) => (isCode(said) ? said : undefined), of: ({ instrument }) => instrument, keyword: 'pattern' },
        [term]: {
          read: (said) => (/^-?\d+(\.0+)?$/.test(said) ? Number(said) : undefined),
          of: ({ weeks }) => weeks,
          ordered: true,
          keyword: 'type',
        },
        createdAt: {
          read: (said) =>
            !isTime(said) ? undefined : Date.parse(this.has('times lose their zone') ? said.replace(/[+-]\d\d:\d\d$/, 'Z') : said),
          of: ({ createdAt }) => createdAt,
          ordered: true,
          keyword: 'format',
        },
      },
      errors,
    )
    const order = this.#sorting<Loan>(
      query,
      { createdAt: ({ createdAt }) => createdAt, [term]: ({ weeks }) => weeks },
      [],
      ({ id }) => id,
      errors,
    )
    const size = this.#number(query, 'size', 10, 1, 50, errors)
    if (errors.length > 0) throw this.#invalid(errors)
    const all = [...this.#loans.values(), ...this.#ghosts.values()]
      .filter(
        ({ borrower }) =>
          caller.staff || borrower === caller.id || (this.has('a filter shows loans of others') && query.get('instrument') !== null),
      )
      .filter(filter)
      .toSorted(order ?? ((a, b) => b.createdAt - a.createdAt || compare(b.id, a.id)))
    if (this.has('a list forgets what was extended') && query.get('status') === 'out') for (const each of all) each.extended = 0
    const said = query.get('cursor')
    const bound = createHash('sha256')
      .update(JSON.stringify([[...query].filter(([name]) => name !== 'cursor' && name !== 'size').map(String), caller.id, version]))
      .digest('hex')
      .slice(0, 12)
    const [of, after] = Buffer.from(said ?? '', 'base64url')
      .toString()
      .split(' ')
    if (said !== null && (of !== bound || after === undefined)) throw this.#invalid([{ property: 'cursor', keyword: 'format' }])
    const rest = said === null ? all : all.slice(this.#after(all, after!, order))
    const items = rest.slice(0, size)
    const last = items.at(-1)
    if (last !== undefined) this.#passed.set(last.id, { ...last })
    const next = last === undefined || rest.length <= size ? null : Buffer.from(`${bound} ${last.id}`).toString('base64url')
    return { status: 200, body: { loans: items.map((each) => this.#line(each, version)), next } }
  }
  readonly #passed = new Map<string, Loan>()

  /** A cursor stays valid when its record has left the list. */
  #after(all: readonly Loan[], id: string, order?: (a: Loan, b: Loan) => number): number {
    const last = this.#passed.get(id)
    if (last === undefined) return 0
    const before = order ?? ((a: Loan, b: Loan): number => b.createdAt - a.createdAt || compare(b.id, a.id))
    return all.filter((each) => before(each, last) <= 0).length
  }

  #listRemarks({ query, caller }: Request): Answer {
    const errors: Wrong[] = []
    const filter = this.#filter<Remark>(
      query,
      { loan: { read: (said) => (isUuid(said) ? said.toLowerCase() : undefined), of: ({ loan }) => loan, keyword: 'format' } },
      errors,
    )
    if (errors.length > 0) throw this.#invalid(errors)
    const own = this.#remarks
      .filter(({ loan }) => caller.staff || this.#loans.get(loan)?.borrower === caller.id)
      .filter(filter)
      .toSorted((a, b) => a.at - b.at || compare(a.id, b.id))
    return { status: 200, body: { remarks: own.map((each) => ({ ...each, at: time(each.at) })) } }
  }
}

function placeOf(number: number): string {
  return Buffer.from(`position ${number}`).toString('base64url')
}
