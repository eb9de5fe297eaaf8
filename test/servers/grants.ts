// A document of grants, written by hand with node:http and maps. `fault` names one thing that it does wrong.

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Check, type Wrong, isUuid, object, uuid7 } from './checking.ts'
import { compare, day, isTime, milliseconds, time } from './lists.ts'
import { type Answer, Refusal } from './refusal.ts'

type Person = { id: string; name: string; officer: boolean }
type Round = { code: string; title: string; budget: number; spent: number; area: string; closesAt: string | null; phase: string }
type Application = {
  id: string
  number: number
  round: string
  applicant: string
  title: string
  amount: number
  summary: string | null
  reason: string | null
  returns: number
  createdAt: number
  changedAt: number
  status: string
  enteredAt: number
}
type Version = 'v1' | 'v2'
type Asked = {
  readonly method: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly version: Version
  readonly caller: Person
}
type Body = { [name: string]: any }
type Told = { readonly type: string; readonly at: string; readonly owner: string; frame(version: Version): object }
type Listener = { readonly response: ServerResponse; readonly version: Version; readonly wants: (event: Told) => boolean }

const titles: { readonly [type: string]: string } = {
  'unknown-caller': 'Nobody is known by this',
  'not-allowed': 'That is not yours to do',
  'no-round': 'No such round',
  'no-application': 'No such application',
  'unknown-round': 'There is no such round to apply for',
  'title-taken': 'Another round has this title',
  'known-code': 'This code is known',
  'has-applications': 'There are applications for it',
  'wrong-moment': 'Not now',
  'not-accepting': 'The round takes no applications',
  'too-often': 'Twice is enough',
  over: 'The round is over',
  'too-dear': 'There is not enough left',
  'too-costly': 'There is not enough left',
  'not-covered': 'More is granted already',
  'used-key': 'This key was used for another request',
  'slow-down': 'Too many requests',
  'no-such-path': 'There is nothing at this address',
  'method-not-allowed': 'This method cannot be used at this address',
  'unknown-version': 'There is no such version',
  'unsupported-media': 'The body has a media type that is not taken',
  'not-acceptable': 'There is no answer of an accepted media type',
  'too-large': 'The body is too large',
  malformed: 'The body is not JSON',
  invalid: 'The request is not valid',
  'precondition-required': 'If-Match is needed',
  'precondition-failed': 'It was changed in the meantime',
}

const areas = ['arts', 'science', 'sport']
const states = ['draft', 'submitted', 'granted', 'rejected', 'lapsed']
const isCode = (said: string): boolean => /^[A-Z]{3}[0-9]{2}$/.test(said)
const wrong = (pointer: string, keyword: string): Wrong[] => [{ pointer, keyword }]

function text(min: number, max: number, nullable = false): Check {
  return (value, at) => {
    if (value === null && nullable) return []
    if (typeof value !== 'string') return wrong(at, 'type')
    const { length } = Array.from(value)
    return length < min ? wrong(at, 'minLength') : length > max ? wrong(at, 'maxLength') : []
  }
}

const matching =
  (match: (said: string) => boolean, keyword: string, nullable = false): Check =>
  (value, at) =>
    value === null && nullable ? [] : typeof value !== 'string' ? wrong(at, 'type') : match(value) ? [] : wrong(at, keyword)

const decimal =
  (min: number, max: number): Check =>
  (value, at) =>
    typeof value !== 'number'
      ? wrong(at, 'type')
      : [
          ...(value < min ? wrong(at, 'minimum') : value > max ? wrong(at, 'maximum') : []),
          ...(/^-?\d+(\.\d{1,2})?$/.test(String(value)) ? [] : wrong(at, 'multipleOf')),
        ]

const accepts = (accept: string | undefined, media: RegExp): boolean =>
  accept === undefined || accept.split(',').some((range) => media.test(range) && !/;\s*q=0(\.0*)?\s*$/i.test(range))

const cents = (value: number): number => Math.round(value * 100) / 100
const placeOf = (number: number): string => Buffer.from(`position ${number}`).toString('base64url')

export class Grants {
  readonly #fault: string | undefined
  #moved = 0
  #at = Date.now()
  #people = new Map<string, Person>()
  #rounds = new Map<string, Round>()
  #applications = new Map<string, Application>()
  #number = 0
  #kept = new Map<string, { print: string; answer: Answer; at: number }>()
  #spent = new Map<string, number>()
  #passed = new Map<string, Application>()
  #events: Told[] = []
  #listeners: Listener[] = []

  constructor(fault?: string) {
    this.#fault = fault
    this.reset()
  }

  has(fault: string): boolean {
    return this.#fault === fault
  }

  now(): number {
    return this.#at + this.#moved
  }

  reset(): void {
    this.#moved = 0
    this.#people = new Map(
      ['Ona', 'Pau', 'Qi'].map((name) => [name.toLowerCase(), { id: name.toLowerCase(), name, officer: name === 'Ona' }]),
    )
    this.#rounds = new Map([
      ['ART01', { code: 'ART01', title: 'Small arts', budget: 900, spent: 0, area: 'arts', closesAt: null, phase: 'open' }],
    ])
    for (const kept of [this.#applications, this.#kept, this.#spent, this.#passed]) kept.clear()
    this.#number = 0
    this.#events = []
    for (const { response } of this.#listeners) response.end()
    this.#listeners = []
  }

  /** What became due happens in its order. */
  #settle(): void {
    for (;;) {
      const lapsing = [...this.#applications.values()]
        .filter(({ status }) => status === 'draft' && !this.has('nothing lapses'))
        .map((each) => ({
          at:
            (this.has('a draft lapses from its creation') ? each.createdAt : each.enteredAt) +
            (this.has('a draft lapses a day late') ? 15 : 14) * day,
          run: () => this.#moveTo(each, 'lapsed'),
        }))
      const closing = [...this.#rounds.values()]
        .filter(
          ({ phase, closesAt }) => (phase === 'open' || (phase === 'paused' && this.has('a paused round closes'))) && closesAt !== null,
        )
        .map((each) => ({ at: Date.parse(each.closesAt!), run: () => void (each.phase = 'archived') }))
      const [due] = [...lapsing, ...closing].filter(({ at }) => at <= this.now()).toSorted((a, b) => a.at - b.at)
      if (due === undefined) return
      due.run()
    }
  }

  #moveTo(application: Application, status: string): void {
    application.status = status
    application.enteredAt = this.now()
    if (!(this.has('a transition keeps the time of change') && status === 'submitted')) application.changedAt = this.now()
    this.#tell('application.changed', application, (version) => this.#line(application, version))
  }

  #tell(type: string, application: Application, data: (version: Version) => object): void {
    const [id, at] = [uuid7(this.now()), time(this.now())]
    const bodies = { v1: data('v1'), v2: data('v2') }
    const event: Told = {
      type,
      at,
      owner: application.applicant,
      frame: (version) => ({
        specversion: '1.0',
        id,
        source: '/',
        type,
        time: at,
        partitionkey: this.has('events have the key of the round') ? application.round : application.id,
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

  #follow({ headers, caller, version }: Asked, response: ServerResponse): void {
    const wants = ({ owner }: Told): boolean => caller.officer || owner === caller.id || this.has('a stream shows applications of others')
    const said = headers['last-event-id']
    const from =
      typeof said === 'string' ? Number(/^position (\d+)$/.exec(Buffer.from(said, 'base64url').toString())?.[1] ?? Number.NaN) : undefined
    const isForeign = from !== undefined && !(from <= this.#events.length)
    const isExpired = from !== undefined && Date.parse(this.#events[from]?.at ?? '') <= this.now() - 7 * day
    const start = from === undefined || isForeign || isExpired ? this.#events.length : from
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      ...(version === 'v1' ? { Deprecation: '@1769904000', Sunset: 'Mon, 01 Jun 2099 00:00:00 GMT' } : {}),
    })
    const reason = isForeign ? 'foreign' : isExpired ? 'expired' : undefined
    response.write(`id: ${placeOf(start)}\n${reason === undefined ? '' : `event: reset\ndata: {"reason":"${reason}"}\n`}\n`)
    for (const [index, event] of this.#events.entries())
      if (index >= (this.has('a resumed stream skips one') && from !== undefined ? start + 1 : start) && wants(event))
        response.write(this.#frame(event, index + 1, version))
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
      if (url.pathname === '/-/reset') this.reset()
      if (url.pathname === '/-/clock') this.#moved += milliseconds(JSON.parse(raw).advance)
      this.#settle()
      if (url.pathname.startsWith('/-/')) return void response.writeHead(204).end()
      const answer = this.#answer(request, url, raw, response)
      if (answer === undefined) return
      const { status, body, headers = {} } = answer
      const media = status >= 400 ? 'application/problem+json' : 'application/json'
      response.writeHead(status, { ...(body === undefined ? {} : { 'Content-Type': media }), ...headers })
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  }

  #answer(request: IncomingMessage, url: URL, raw: string, response: ServerResponse): Answer | undefined {
    let more: { [name: string]: string } = {}
    const add = (headers: { readonly [name: string]: string }): void => void (more = { ...more, ...headers })
    let version: Version = 'v2'
    try {
      const [said = '', ...path] = url.pathname.split('/').slice(1).map(decodeURIComponent)
      if (said !== 'v1' && said !== 'v2') throw new Refusal(400, 'unknown-version')
      version = said
      if (version === 'v1' && !this.has('v1 ends without a word'))
        add({ Deprecation: '@1769904000', Sunset: 'Mon, 01 Jun 2099 00:00:00 GMT' })
      const method = request.method === 'HEAD' ? 'GET' : request.method!
      const answer = this.#route(path, { method, query: url.searchParams, headers: request.headers, raw, version }, add, response)
      return answer && { ...answer, headers: { ...more, ...answer.headers } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, errors, headers, detail } = error
      const type = error.type === 'too-dear' && version === 'v1' && !this.has('v1 has the newer error') ? 'too-costly' : error.type
      const shown = this.has('validation has another type') && type === 'invalid' ? 'validation' : type
      const body = { type: shown, title: titles[type], status, ...(detail === undefined ? {} : { detail }), errors }
      return { status, ...(type === '' ? {} : { body }), headers: { ...more, ...headers } }
    }
  }

  #caller(headers: IncomingMessage['headers']): Person {
    const found = this.#people.get(/^bearer token-of-(\w+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
    if (found !== undefined) return found
    const reason = headers.authorization === undefined || this.has('a wrong token has no reason') ? '' : ', error="invalid_token"'
    throw new Refusal(401, 'unknown-caller', { headers: { 'WWW-Authenticate': `Bearer realm="sign-on"${reason}` } })
  }

  #routes(version: Version): { readonly [name: string]: (asked: Asked, key: string) => Answer } {
    return {
      'POST /rounds': (asked) => this.#openRound(asked),
      'GET /rounds': (asked) => this.#listRounds(asked),
      'GET /rounds/{}': (asked, key) => this.#getRound(asked, key),
      'PATCH /rounds/{}': (asked, key) => this.#changeRound(asked, key),
      'DELETE /rounds/{}': (asked, key) => this.#removeRound(asked, key),
      'POST /rounds/{}/pause': (asked, key) => this.#moveRound(asked, key, ['open'], 'paused'),
      'POST /rounds/{}/resume': (asked, key) =>
        this.#moveRound(asked, key, this.has('an archived round resumes') ? ['paused', 'archived'] : ['paused'], 'open'),
      'POST /rounds/{}/archive': (asked, key) =>
        this.#moveRound(asked, key, this.has('a paused round is not archived') ? ['open'] : ['open', 'paused'], 'archived'),
      'POST /applications': (asked) => this.#apply(asked),
      'GET /applications': (asked) => this.#list(asked),
      'GET /applications/{}': (asked, key) => this.#get(asked, key),
      'PATCH /applications/{}': (asked, key) => this.#change(asked, key),
      'DELETE /applications/{}': (asked, key) => this.#remove(asked, key),
      'POST /applications/{}/submit': (asked, key) => this.#submit(asked, key),
      'POST /applications/{}/withdraw': (asked, key) => this.#withdraw(asked, key),
      [`POST /applications/{}/${version === 'v1' && !this.has('v1 has the newer address') ? 'approve' : 'grant'}`]: (asked, key) =>
        this.#grant(asked, key),
      'POST /applications/{}/reject': (asked, key) => this.#reject(asked, key),
    }
  }

  #route(
    path: readonly string[],
    asked: Omit<Asked, 'caller'>,
    add: (headers: { readonly [name: string]: string }) => void,
    response: ServerResponse,
  ): Answer | undefined {
    const { method, version, headers } = asked
    const [collection = '', key, sub, ...rest] = path
    const isStream = collection === 'applications' && key === 'events' && sub === undefined
    const place = `/${collection}${key === undefined ? '' : '/{}'}${sub === undefined ? '' : `/${sub}`}${rest.length > 0 ? '/more' : ''}`
    const known = this.#routes(version)
    const work = key === '' ? undefined : known[`${method} ${place}`]
    if (work === undefined && !(isStream && method === 'GET')) {
      const methods = Object.keys(known).flatMap((name) => (key !== '' && name.endsWith(` ${place}`) ? [name.split(' ')[0]!] : []))
      if (methods.length === 0) throw new Refusal(404, 'no-such-path')
      const allowed = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
      throw new Refusal(405, 'method-not-allowed', { headers: { Allow: allowed } })
    }
    const isApplying = `${method} ${place}` === 'POST /applications'
    if (isApplying) add({ 'RateLimit-Policy': '"applying";q=30;w=3600' })
    const caller = this.#caller(headers)
    const full: Asked = { ...asked, caller }
    if (isApplying) add(this.#spend(full))
    const isForOfficers = /^(POST|PATCH|DELETE) \/rounds|^POST \/applications\/\{\}\/(grant|approve|reject)$/.test(`${method} ${place}`)
    const isForgotten =
      (this.has('everybody pauses rounds') && place.endsWith('/pause')) || (this.has('applicants reject') && place.endsWith('/reject'))
    if (isForOfficers && !caller.officer && !isForgotten) throw new Refusal(403, 'not-allowed')
    if (isStream && method === 'GET') {
      if (!accepts(headers.accept, /^\s*(\*\/\*|text\/(\*|event-stream))\s*(;|$)/i)) throw new Refusal(406, 'not-acceptable')
      this.#follow(full, response)
      return undefined
    }
    return work!(full, key ?? '')
  }

  /** Thirty an hour, ten at once. */
  #spend({ caller }: Asked): { [name: string]: string } {
    const [wait, most, now] = [120_000, this.has('eleven at once') ? 11 : 10, this.now()]
    const key = this.has('all share the rate') ? '' : caller.id
    const behind = Math.max((this.#spent.get(key) ?? now) - now, 0)
    if (behind > (most - 1) * wait) {
      const seconds = Math.ceil((behind - (most - 1) * wait) / 1000)
      throw new Refusal(429, 'slow-down', {
        detail: `Try again in ${seconds} seconds.`,
        headers: {
          RateLimit: `"applying";r=0;t=${seconds}`,
          'Retry-After': String(this.has('Retry-After is in minutes') ? Math.ceil(seconds / 60) : seconds),
        },
      })
    }
    this.#spent.set(key, now + behind + wait)
    const left = Math.floor((most * wait - behind - wait) / wait)
    return { RateLimit: `"applying";r=${left};t=${Math.ceil((behind + wait - (most - left - 1) * wait) / 1000)}` }
  }

  /** Form before input: media, the answer's media, sizes, then JSON. */
  #body(asked: Asked): Body {
    const { raw, headers } = asked
    const isSent = raw !== ''
    if (isSent && !/^application\/(merge-patch\+)?json\s*(;|$)/i.test(headers['content-type'] ?? 'application/json'))
      throw new Refusal(415, 'unsupported-media')
    this.#acceptable(asked)
    if (!isSent) return undefined as never
    if (Buffer.byteLength(raw) > 4096) throw new Refusal(413, 'too-large')
    let depth = 0
    for (const letter of raw.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
      depth += letter === '[' || letter === '{' ? 1 : letter === ']' || letter === '}' ? -1 : 0
      if (depth > (this.has('a body may be deeper') ? 9 : 6)) throw new Refusal(413, 'too-large')
    }
    try {
      return JSON.parse(raw)
    } catch {
      throw new Refusal(this.has('a malformed body is invalid') ? 422 : 400, 'malformed')
    }
  }

  #acceptable({ headers }: Asked): void {
    if (!accepts(headers.accept, /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i)) throw new Refusal(406, 'not-acceptable')
  }

  #check(body: unknown, check: Check, before: readonly Wrong[] = []): void {
    const errors = [...before, ...(body === undefined ? [{ pointer: '', keyword: 'required' }] : check(body, ''))]
    if (errors.length > 0)
      throw new Refusal(422, 'invalid', { errors: this.has('only one mistake is named') ? errors.slice(0, 1) : errors })
  }

  #invalid(...errors: Wrong[]): Refusal {
    return new Refusal(422, 'invalid', { errors })
  }

  #roundFields(): { readonly [name: string]: Check } {
    return {
      title: text(2, this.has('a title may be longer by one') ? 41 : 40),
      budget: decimal(0, 100_000),
      // A new value is unchanged in requests of an older version.
      area: matching((said) => areas.includes(said), 'enum'),
      closesAt: matching(isTime, 'format', true),
    }
  }

  #showRound(round: Round, version: Version): object {
    return {
      ...round,
      spent: cents(round.spent),
      area: version === 'v1' && round.area === 'sport' && !this.has('v1 is shown sport') ? 'arts' : round.area,
    }
  }

  #round(code: string): Round {
    const found = this.#rounds.get(code)
    if (found === undefined) throw new Refusal(404, 'no-round')
    return found
  }

  #titleIsFree(title: string, code: string): void {
    const same = (a: string): boolean => (this.has('titles have no letter case') ? a.toLowerCase() === title.toLowerCase() : a === title)
    for (const each of this.#rounds.values())
      if (each.code !== code && same(each.title))
        throw new Refusal(409, 'title-taken', { errors: [{ pointer: '/title', keyword: 'unique' }] })
  }

  #moment(said: string | null): string | null {
    return said === null
      ? null
      : this.has('a closing loses its offset')
        ? time(Date.parse(said.replace(/[+-]\d\d:\d\d$/, 'Z')))
        : time(Date.parse(said))
  }

  #openRound(asked: Asked): Answer {
    const body = this.#body(asked)
    this.#check(body, object({ code: matching(isCode, 'pattern'), ...this.#roundFields() }, ['code', 'title', 'budget']))
    if (this.#rounds.has(body['code'])) throw new Refusal(409, 'known-code', { errors: [{ pointer: '/code', keyword: 'unique' }] })
    this.#titleIsFree(body['title'], body['code'])
    const { code, title, budget } = body
    const round: Round = {
      code,
      title,
      budget,
      spent: this.has('what is spent may be sent') && typeof body['spent'] === 'number' ? body['spent'] : 0,
      area: body['area'] ?? (this.has('the usual area is science') ? 'science' : 'arts'),
      closesAt: this.#moment(body['closesAt'] ?? null),
      phase: 'open',
    }
    this.#rounds.set(code, round)
    const location = this.has('Location has no version') ? `/rounds/${code}` : `/${asked.version}/rounds/${code}`
    return { status: 201, body: this.#showRound(round, asked.version), headers: { Location: location } }
  }

  #tagOf(body: object): string {
    const hashed = this.has('a tag forgets the budget') ? { ...body, budget: 0 } : body
    return `"${createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 20)}"`
  }

  #getRound(asked: Asked, code: string): Answer {
    this.#acceptable(asked)
    if (!isCode(code)) throw this.#invalid({ property: 'code', keyword: 'pattern' })
    const round = this.#round(code)
    if (this.has('a read resumes a round') && round.phase === 'paused') round.phase = 'open'
    const body = this.#showRound(round, asked.version)
    const tag = this.#tagOf(body)
    const named = (said: string): boolean => said.trim() === '*' || said.split(',').some((each) => each.trim().replace('W/', '') === tag)
    const [match, none] = [asked.headers['if-match'], asked.headers['if-none-match']]
    if (match !== undefined && !named(match)) return { status: 412 }
    if (none !== undefined && named(none) && !this.has('If-None-Match is not asked')) return { status: 304, headers: { ETag: tag } }
    return { status: 200, body, headers: { ETag: tag } }
  }

  #changeRound(asked: Asked, code: string): Answer {
    const body = this.#body(asked)
    this.#check(body, object(this.#roundFields(), []), isCode(code) ? [] : [{ property: 'code', keyword: 'pattern' }])
    const round = this.#round(code)
    const match = asked.headers['if-match']
    if (match === undefined) throw new Refusal(428, 'precondition-required')
    const tag = this.#tagOf(this.#showRound(round, asked.version))
    if (match.trim() !== '*' && !match.split(',').some((each) => each.trim() === tag)) {
      if (this.has('a refused change is done') && body['title'] !== undefined) round.title = body['title']
      throw new Refusal(412, 'precondition-failed')
    }
    if (body['title'] !== undefined) this.#titleIsFree(body['title'], code)
    const next = { ...round }
    for (const name of ['title', 'budget', 'area'] as const) if (body[name] !== undefined) Object.assign(next, { [name]: body[name] })
    if (body['closesAt'] !== undefined && !(body['closesAt'] === null && this.has('null does not clear')))
      next.closesAt = this.#moment(body['closesAt'])
    if (next.spent > next.budget && !this.has('a budget sinks below what is spent')) throw new Refusal(422, 'not-covered')
    this.#rounds.set(code, next)
    const shown = this.#showRound(next, asked.version)
    return { status: 200, body: shown, headers: { ETag: this.#tagOf(shown) } }
  }

  #removeRound(_: Asked, code: string): Answer {
    if (!isCode(code)) throw this.#invalid({ property: 'code', keyword: 'pattern' })
    this.#round(code)
    const isOver = ({ status }: Application): boolean => this.has('rejected ones do not keep a round') && status === 'rejected'
    if ([...this.#applications.values()].some((each) => each.round === code && !isOver(each))) throw new Refusal(409, 'has-applications')
    this.#rounds.delete(code)
    return { status: 204 }
  }

  #moveRound(asked: Asked, code: string, from: readonly string[], to: string): Answer {
    this.#acceptable(asked)
    if (!isCode(code)) throw this.#invalid({ property: 'code', keyword: 'pattern' })
    const round = this.#round(code)
    if (!from.includes(round.phase)) throw new Refusal(409, 'wrong-moment', { detail: `It is ${round.phase}.` })
    const shown = this.#showRound({ ...round, phase: to }, asked.version)
    if (!(this.has('a pause is not saved') && to === 'paused')) round.phase = to
    return { status: 200, body: shown }
  }

  #fields({ version }: Asked): { readonly [name: string]: Check } {
    return {
      title: text(1, 80),
      [this.#amount(version)]: decimal(this.has('an amount may be less than one') ? 0.5 : 1, 50_000),
      ...(version === 'v2' ? { summary: text(0, 200, true) } : {}),
    }
  }

  #amount(version: Version): string {
    return version === 'v1' ? 'sum' : 'amount'
  }

  #state(status: string, version: Version): string {
    return version === 'v1' && status === 'submitted' && !this.has('v1 is shown submitted') ? 'asked' : status
  }

  #line({ id, title, amount, status }: Application, version: Version): object {
    return { id, title, [this.#amount(version)]: amount, status: this.#state(status, version) }
  }

  #show({ enteredAt: _, amount, summary, createdAt, changedAt, status, ...rest }: Application, version: Version, isListed = false): object {
    return {
      ...rest,
      [this.#amount(version)]: amount,
      ...(version === 'v1' || (isListed && this.has('lists have no summary')) ? {} : { summary }),
      matched: this.has('twice is a binary fraction') ? amount + amount + 1e-10 : cents(amount * 2),
      createdAt: time(createdAt),
      changedAt: time(changedAt),
      status: this.#state(status, version),
    }
  }

  #apply(asked: Asked): Answer {
    const body = this.#body(asked)
    const amount = this.#amount(asked.version)
    this.#check(body, object({ round: matching(isCode, 'pattern'), ...this.#fields(asked) }, ['round', 'title', amount]))
    const said = asked.headers['idempotency-key']
    const key = typeof said === 'string' ? `${this.has('a key is of everybody') ? '' : asked.caller.id} ${said}` : undefined
    const print = JSON.stringify([asked.raw, asked.version])
    const kept = key === undefined ? undefined : this.#kept.get(key)
    if (kept !== undefined && (kept.at + day > this.now() || this.has('a key never ends'))) {
      if (kept.print !== print && !this.has('a key is taken for another body')) throw new Refusal(422, 'used-key')
      return kept.answer
    }
    const answer = this.#applied(asked, body, amount)
    if (key !== undefined) this.#kept.set(key, { print, answer, at: this.now() })
    return answer
  }

  #applied(asked: Asked, body: Body, amount: string): Answer {
    if (!this.#rounds.has(body['round'])) {
      const errors = [{ pointer: '/round', keyword: 'reference' }]
      return { status: 422, body: { type: 'unknown-round', title: titles['unknown-round'], status: 422, errors } }
    }
    const application: Application = {
      id: uuid7(this.now()),
      number: this.has('numbers return')
        ? Math.max(0, ...[...this.#applications.values()].map(({ number }) => number)) + 1
        : ++this.#number,
      round: body['round'],
      applicant: asked.caller.id,
      title: this.has('titles lose outer blanks') ? body['title'].trim() || body['title'] : body['title'],
      amount: body[amount],
      summary: asked.version === 'v1' ? null : (body['summary'] ?? null),
      reason: null,
      returns: 0,
      createdAt: this.now(),
      changedAt: this.now(),
      status: 'draft',
      enteredAt: this.now(),
    }
    this.#applications.set(application.id, application)
    this.#tell('application.changed', application, (version) => this.#line(application, version))
    const location = `/${asked.version}/applications/${application.id}`
    return {
      status: 201,
      body: this.#show(application, asked.version),
      headers: this.has('applying has no Location') ? {} : { Location: location },
    }
  }

  #application(id: string, { caller }: Asked, before: readonly Wrong[] = []): Application {
    if (!isUuid(id)) throw this.#invalid(...before, { property: 'id', keyword: 'format' })
    const found = this.#applications.get(id.toLowerCase())
    const isHidden = !caller.officer && found?.applicant !== caller.id && !this.has('applications of others are read')
    if (found === undefined || isHidden) throw new Refusal(404, 'no-application')
    return found
  }

  #illegal({ status }: Application, { version }: Asked): Refusal {
    return new Refusal(409, 'wrong-moment', {
      detail: `It is ${this.has('refusals name the newer state') ? status : this.#state(status, version)}.`,
    })
  }

  #own(application: Application, { caller }: Asked): void {
    if (application.applicant !== caller.id) throw new Refusal(403, 'not-allowed')
  }

  #get(asked: Asked, id: string): Answer {
    this.#acceptable(asked)
    return { status: 200, body: this.#show(this.#application(id, asked), asked.version) }
  }

  #change(asked: Asked, id: string): Answer {
    const body = this.#body(asked)
    this.#check(body, object(this.#fields(asked), []), isUuid(id) ? [] : [{ property: 'id', keyword: 'format' }])
    const application = this.#application(id, asked)
    if (!this.has('officers change applications')) this.#own(application, asked)
    if (application.status !== 'draft' && !(application.status === 'submitted' && this.has('what is submitted is changed')))
      throw this.#illegal(application, asked)
    const amount = this.#amount(asked.version)
    if (body['title'] !== undefined) application.title = body['title']
    if (body[amount] !== undefined) application.amount = body[amount]
    if (asked.version === 'v2' && body['summary'] !== undefined) application.summary = body['summary']
    if (asked.version === 'v1' && this.has('v1 clears the summary')) application.summary = null
    application.changedAt = this.now()
    this.#tell('application.changed', application, (version) => this.#line(application, version))
    return { status: 200, body: this.#show(application, asked.version) }
  }

  #remove(asked: Asked, id: string): Answer {
    const application = this.#application(id, asked)
    if (!(this.has('officers delete') && asked.caller.officer)) this.#own(application, asked)
    if (!['draft', 'rejected', 'lapsed'].includes(application.status)) throw this.#illegal(application, asked)
    if (!this.has('nothing is deleted')) this.#applications.delete(application.id)
    return { status: 204 }
  }

  #submit(asked: Asked, id: string): Answer {
    this.#acceptable(asked)
    const application = this.#application(id, asked)
    this.#own(application, asked)
    if (application.status !== 'draft') throw this.#illegal(application, asked)
    const { phase } = this.#rounds.get(application.round)!
    const isRefused = phase !== 'open' && !(phase === 'paused' && this.has('a paused round accepts'))
    if (isRefused && this.has('a refused submission is told'))
      this.#tell('application.changed', application, (version) => this.#line(application, version))
    if (isRefused) throw new Refusal(409, 'not-accepting')
    this.#moveTo(application, 'submitted')
    return { status: 200, body: this.#show(application, asked.version) }
  }

  #withdraw(asked: Asked, id: string): Answer {
    this.#acceptable(asked)
    const application = this.#application(id, asked)
    if (!asked.caller.officer || this.has('officers do not withdraw')) this.#own(application, asked)
    if (application.status !== 'submitted') throw this.#illegal(application, asked)
    if (application.returns >= (this.has('three returns') ? 3 : 2)) throw new Refusal(409, 'too-often')
    if (!this.has('returns are not counted')) application.returns++
    this.#moveTo(application, 'draft')
    return { status: 200, body: this.#show(application, asked.version) }
  }

  #grant(asked: Asked, id: string): Answer {
    this.#acceptable(asked)
    const application = this.#application(id, asked)
    if (application.status !== 'submitted') throw this.#illegal(application, asked)
    const round = this.#rounds.get(application.round)!
    const isOver = round.phase === 'archived'
    const isDear =
      cents(round.spent + application.amount) > round.budget ||
      (this.has('the budget is never spent whole') && cents(round.spent + application.amount) === round.budget)
    if (isOver && !this.has('an archived round grants')) throw new Refusal(409, 'over')
    if (isDear && !this.has('more is granted than there is')) throw new Refusal(409, 'too-dear')
    if (!this.has('a grant spends nothing')) round.spent = cents(round.spent + application.amount)
    const code = round.code
    if (!this.has('a grant is not told')) this.#tell('application.granted', application, () => ({ id: application.id, round: code }))
    this.#moveTo(application, 'granted')
    return { status: this.has('a grant is 201') ? 201 : 200, body: this.#show(application, asked.version) }
  }

  #reject(asked: Asked, id: string): Answer {
    const body = this.#body(asked)
    this.#check(body, object({ reason: text(1, 100) }, ['reason']), isUuid(id) ? [] : [{ property: 'id', keyword: 'format' }])
    const application = this.#application(id, asked)
    if (application.status !== 'submitted') throw this.#illegal(application, asked)
    if (!this.has('a reason is lost')) application.reason = body['reason']
    this.#moveTo(application, 'rejected')
    return { status: 200, body: this.#show(application, asked.version) }
  }

  #filter<T>(query: URLSearchParams, known: { readonly [name: string]: Filter<T> }, errors: Wrong[]): (item: T) => boolean {
    const tests = [...query].flatMap(([name, said]): ((item: T) => boolean)[] => {
      const [, property = '', operator = 'eq'] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? []
      const filter = known[property]
      if (filter === undefined) return []
      const { read, of, ordered, keyword } = filter
      const refuse = (word: string): [] => (errors.push({ property: name, keyword: word }), [])
      if (!['eq', 'ne', 'in', ...(ordered ? ['gt', 'gte', 'lt', 'lte'] : [])].includes(operator)) return refuse('additionalProperties')
      if (operator === 'in' && said === '') return refuse('minItems')
      const values = (operator === 'in' ? said.split(',') : [said]).map(read)
      if (values.includes(undefined)) return refuse(keyword)
      const [value] = values as (string | number)[]
      switch (operator) {
        case 'ne':
          return [(item) => of(item) !== value]
        case 'in':
          return [(item) => (this.has('only the first of several values') ? of(item) === value : values.includes(of(item)))]
        case 'gt':
          return [(item) => of(item) > value!]
        case 'gte':
          return [(item) => (this.has('gte leaves out its bound') ? of(item) > value! : of(item) >= value!)]
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

  #sorting<T>(
    query: URLSearchParams,
    known: { readonly [name: string]: (item: T) => string | number },
    key: (item: T) => string,
    errors: Wrong[],
  ): ((a: T, b: T) => number) | undefined {
    const said = query.get('sort')
    if (said === null || this.has('sorts are ignored')) return undefined
    const words = said === '' ? [] : said.split(',')
    if (words.length === 0) errors.push({ property: 'sort', keyword: 'minItems' })
    const orders = words.map((word) => {
      const of = known[word.replace(/^-/, '')]
      if (of === undefined) errors.push({ property: 'sort', keyword: 'enum' })
      return (a: T, b: T): number => (of === undefined ? 0 : compare(of(a), of(b)) * (word.startsWith('-') ? -1 : 1))
    })
    const last = words.at(-1)?.startsWith('-') ? -1 : 1
    return (a, b) => orders.reduce((found, order) => found || order(a, b), 0) || compare(key(a), key(b)) * last
  }

  #whole(query: URLSearchParams, name: string, usual: number, min: number, max: number, errors: Wrong[]): number {
    const said = query.get(name)
    if (said === null) return usual
    if (!/^-?\d+(\.0+)?$/.test(said)) errors.push({ property: name, keyword: 'type' })
    else if (Number(said) < min) errors.push({ property: name, keyword: 'minimum' })
    else if (Number(said) > max) errors.push({ property: name, keyword: 'maximum' })
    return Number(said)
  }

  #listRounds(asked: Asked): Answer {
    this.#acceptable(asked)
    const { query, version } = asked
    const errors: Wrong[] = []
    const limit = this.#whole(query, 'limit', this.has('eleven by default') ? 11 : 10, 1, 30, errors)
    const offset = this.#whole(query, 'offset', 0, 0, 10_000, errors)
    if (errors.length > 0) throw this.#invalid(...errors)
    const filter = this.#filter<Round>(
      query,
      {
        phase: { read: oneOf(['open', 'paused', 'archived']), of: ({ phase }) => phase, keyword: 'enum' },
        area: { read: oneOf(areas), of: ({ area }) => area, keyword: 'enum' },
        budget: { read: readDecimal, of: ({ budget }) => budget, ordered: true, keyword: 'type' },
      },
      errors,
    )
    const order = this.#sorting<Round>(query, { budget: ({ budget }) => budget, title: ({ title }) => title }, ({ code }) => code, errors)
    if (errors.length > 0) throw this.#invalid(...errors)
    const all = [...this.#rounds.values()].filter(filter).toSorted(order ?? ((a, b) => compare(a.code, b.code)))
    const rounds = all.slice(offset, offset + limit).map((each) => this.#showRound(each, version))
    return { status: 200, body: { rounds, total: this.has('a total is of the page') ? rounds.length : all.length } }
  }

  #list(asked: Asked): Answer {
    this.#acceptable(asked)
    const { query, version, caller } = asked
    const errors: Wrong[] = []
    const named = version === 'v1' ? states.map((state) => (state === 'submitted' ? 'asked' : state)) : states
    const amount = this.#amount(version)
    const filter = this.#filter<Application>(
      query,
      {
        status: { read: oneOf(named), of: ({ status }) => this.#state(status, version), keyword: 'enum' },
        round: { read: (said) => (isCode(said) ? said : undefined), of: ({ round }) => round, keyword: 'pattern' },
        [amount]: { read: readDecimal, of: (each) => each.amount, ordered: true, keyword: 'type' },
      },
      errors,
    )
    const known = { [amount]: (each: Application) => each.amount, createdAt: (each: Application) => each.createdAt }
    const order = this.#sorting<Application>(query, known, ({ id }) => id, errors)
    const size = this.#whole(query, 'size', 5, 1, 20, errors)
    if (errors.length > 0) throw this.#invalid(...errors)
    const sorter = order ?? ((a: Application, b: Application): number => b.createdAt - a.createdAt || compare(b.id, a.id))
    const all = [...this.#applications.values()]
      .filter(({ applicant }) => caller.officer || applicant === caller.id || this.has('lists show applications of others'))
      .filter(filter)
      .toSorted(sorter)
    const said = query.get('cursor')
    const bound = createHash('sha256')
      .update(JSON.stringify([[...query].filter(([name]) => name !== 'cursor' && name !== 'size'), caller.id, version]))
      .digest('hex')
      .slice(0, 12)
    const [of, after] = Buffer.from(said ?? '', 'base64url')
      .toString()
      .split(' ')
    if (said !== null && (of !== bound || after === undefined)) throw this.#invalid({ property: 'cursor', keyword: 'format' })
    const last = said === null ? undefined : this.#passed.get(after!)
    const rest = last === undefined ? all : all.filter((each) => sorter(each, last) > (this.has('a page repeats its border') ? -1 : 0))
    const items = rest.slice(0, size)
    const end = items.at(-1)
    if (end !== undefined) this.#passed.set(end.id, { ...end })
    const isLast = rest.length < size || (rest.length === size && !this.has('the last page has a next one'))
    const next = end === undefined || isLast ? null : Buffer.from(`${bound} ${end.id}`).toString('base64url')
    return { status: 200, body: { applications: items.map((each) => this.#show(each, version, true)), next } }
  }
}

type Filter<T> = {
  readonly read: (said: string) => string | number | undefined
  readonly of: (item: T) => string | number
  readonly ordered?: true
  readonly keyword: string
}

const oneOf =
  (values: readonly string[]) =>
  (said: string): string | undefined =>
    values.includes(said) ? said : undefined
const readDecimal = (said: string): number | undefined => (/^-?\d+(\.\d+)?(e\d+)?$/i.test(said) ? Number(said) : undefined)
