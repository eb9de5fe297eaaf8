// `examples/hours.md` written by hand with node:http and maps, from the document alone. `fault` names one thing that it does wrong.

import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Wrong, isUuid, number, object, text, uuid7 } from './checking.ts'
import { compare, filters, isDay, isTime, milliseconds, sorting, time } from './lists.ts'
import { type Answer, Refusal } from './refusal.ts'

type Person = { id: string; name: string; manager: boolean }
type Entry = { id: string; person: string; day: string; hours: number; pay?: number; note?: string; reads: number }
type Key = { id: string; name: string; owner: string; hash: string; expiresAt?: string; createdAt: number }
type Request = {
  readonly method: string
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly caller: Person
}

const titles: { readonly [type: string]: string } = {
  'unknown-caller': 'Nobody is known by this',
  'not-allowed': 'That is not yours to do',
  absent: 'There is nothing here',
  'old-page': 'This page is no longer there',
  'no-such-path': 'There is nothing at this address',
  'method-not-allowed': 'This method cannot be used at this address',
  'unsupported-media': 'The body has a media type that is not taken',
  'not-acceptable': 'There is no answer of an accepted media type',
  malformed: 'The body is not JSON',
  invalid: 'The request is not valid',
}
const tokens: { readonly [token: string]: string } = { 'token-of-ann': 'ann', 'token-of-ben': 'ben', 'token-of-cid': 'cid' }
const digest = (plain: string): string => createHash('sha256').update(plain).digest('hex')

/** The JSON media ranges that are not `q=0`. */
function isAccepted(accept: string | undefined): boolean {
  return (
    accept === undefined ||
    accept.split(',').some((range) => /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*$/i.test(range))
  )
}

export class Hours {
  readonly #fault: string | undefined
  readonly #people = new Map<string, Person>([
    ['ann', { id: 'ann', name: 'Ann', manager: true }],
    ['ben', { id: 'ben', name: 'Ben', manager: false }],
    ['cid', { id: 'cid', name: 'Cid', manager: false }],
  ])
  #entries = new Map<string, Entry>()
  #keys = new Map<string, Key>()
  #moved = 0

  constructor(fault?: string) {
    this.#fault = fault
  }

  has(fault: string): boolean {
    return this.#fault === fault
  }

  now(): number {
    return Date.now() + this.#moved
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const url = new URL(request.url ?? '/', 'http://server.test')
      if (url.pathname.startsWith('/-/')) {
        if (url.pathname === '/-/reset') {
          this.#entries.clear()
          this.#keys.clear()
          this.#moved = 0
        } else this.#moved += milliseconds(JSON.parse(raw).advance)
        return void response.writeHead(204).end()
      }
      const { status, body, headers = {} } = this.#answer(request, url, raw)
      response.writeHead(status, {
        ...(body === undefined ? {} : { 'Content-Type': status >= 400 ? 'application/problem+json' : 'application/json' }),
        ...headers,
      })
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body))
    })
  }

  #answer(request: IncomingMessage, url: URL, raw: string): Answer {
    try {
      const path = url.pathname.split('/').slice(1).map(decodeURIComponent)
      return this.#route(request.method === 'HEAD' ? 'GET' : request.method!, path, () => this.#caller(request.headers), {
        query: url.searchParams,
        headers: request.headers,
        raw,
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, type, errors, headers } = error
      return {
        status,
        body: {
          type,
          title: this.has('an error has no title of its own') && type === 'not-allowed' ? 'Forbidden' : titles[type],
          status,
          errors,
        },
        headers,
      }
    }
  }

  #caller(headers: IncomingMessage['headers']): Person {
    const token = (this.has('any scheme will do') ? /^\w+ (.*)$/ : /^bearer (.*)$/i).exec(headers.authorization ?? '')?.[1]
    if (token !== undefined) {
      const found = this.#people.get(
        tokens[
          this.has('a token may be cut') ? (Object.keys(tokens).find((each) => each.startsWith(token) && token.length > 9) ?? '') : token
        ] ?? '',
      )
      if (found !== undefined) return found
      if (this.has('unknown people are let in')) return { id: 'zoe', name: 'Zoe', manager: false }
    }
    const said = headers['x-api-key']
    const key = typeof said !== 'string' ? undefined : [...this.#keys.values()].find(({ hash }) => hash === digest(said))
    const isOver = key?.expiresAt !== undefined && Date.parse(key.expiresAt) <= this.now() && !this.has('an expired key is taken')
    if (token === undefined && key !== undefined && !isOver) return this.#people.get(key.owner)!
    throw new Refusal(401, 'unknown-caller', { headers: this.has('no challenge') ? {} : { 'WWW-Authenticate': 'Bearer realm="sign-on"' } })
  }

  #route(method: string, path: readonly string[], callerOf: () => Person, asked: Pick<Request, 'query' | 'headers' | 'raw'>): Answer {
    const [collection, key, sub] = path
    const known: { readonly [name: string]: (request: Request) => Answer } = {
      'GET /me': ({ caller }) => ({ status: 200, body: caller }),
      'GET /entries': (request) => this.#listEntries(request),
      'POST /entries': (request) => this.#createEntry(request),
      'GET /entries/{}': (request) => this.#getEntry(request, key!),
      'PATCH /entries/{}': (request) => this.#updateEntry(request, key!),
      'DELETE /entries/{}': (request) => this.#deleteEntry(request, key!),
      'GET /api-keys': (request) => this.#listKeys(request),
      'POST /api-keys': (request) => this.#issueKey(request),
      'DELETE /api-keys/{}': (request) => this.#revokeKey(request, key!),
    }
    const place = `/${collection}${key === undefined ? '' : '/{}'}`
    const work = sub === undefined ? known[`${method} ${place}`] : undefined
    if (work === undefined) {
      const allowed =
        sub === undefined
          ? Object.keys(known)
              .filter((name) => name.endsWith(` ${place}`))
              .map((name) => name.split(' ')[0]!)
          : []
      if (allowed.length > 0)
        throw new Refusal(405, 'method-not-allowed', {
          headers: this.has('405 names no methods') ? {} : { Allow: [...allowed, 'HEAD', 'OPTIONS'].join(', ') },
        })
      throw new Refusal(404, 'no-such-path')
    }
    const caller = callerOf()
    if (method !== 'DELETE' && !isAccepted(asked.headers.accept)) throw new Refusal(406, 'not-acceptable')
    return work({ ...asked, method, path, caller })
  }

  #invalid(errors: readonly Wrong[]): Refusal {
    const told = this.has('pointers are missing') ? errors.map(({ pointer: _, ...rest }) => rest) : errors
    return new Refusal(this.has('validation has another status') ? 400 : 422, 'invalid', { errors: told })
  }

  #body({ raw, headers }: Request): { [name: string]: any } {
    if (raw === '') throw this.#invalid([{ pointer: '', keyword: 'required' }])
    if (!(this.has('a charset is refused') ? /json\s*$/ : /json\s*(;|$)/).test(headers['content-type'] ?? ''))
      throw new Refusal(415, 'unsupported-media')
    try {
      return JSON.parse(raw)
    } catch {
      throw new Refusal(400, 'malformed')
    }
  }

  #fields(): { readonly [name: string]: ReturnType<typeof text> } {
    return {
      hours: number({ min: 0.25, max: 24, step: this.has('hours are tenths too') ? 0.05 : 0.25 }),
      pay: number({ min: 0, max: 1000, step: 0.01 }),
      note: text({ max: this.has('a note may be longer by one') ? 501 : 500 }),
      day: text({
        match: (said) =>
          this.has('a day that is none')
            ? /^\d{4}-\d\d-\d\d$/.test(said)
            : isDay(said) && !(said.endsWith('-02-29') && this.has('no day is a leap day')),
      }),
    }
  }

  /** `pay` is a manager's alone to see. */
  #show({ pay, reads: _, ...rest }: Entry, caller: Person): object {
    return pay === undefined || (!caller.manager && !this.has('everybody sees the pay')) ? rest : { ...rest, pay }
  }

  #mayRead({ person }: Entry, caller: Person): boolean {
    return person === caller.id || caller.manager || this.has('entries of others are read')
  }

  #key(key: string): string {
    if (!isUuid(key)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
    return key.toLowerCase()
  }

  #entry(key: string, caller: Person): Entry {
    const found = this.#entries.get(this.#key(key))
    if (found !== undefined && !this.#mayRead(found, caller) && this.has('what is unreadable is forbidden'))
      throw new Refusal(403, 'not-allowed')
    if (found === undefined || !this.#mayRead(found, caller)) throw new Refusal(404, 'absent')
    return found
  }

  #createEntry(request: Request): Answer {
    const body = this.#body(request)
    const { day, hours, note } = this.#fields()
    const errors = object({ day: day!, hours: hours!, note: note! }, ['day', 'hours'])(body, '')
    if (errors.length > 0) throw this.#invalid(errors)
    const person = this.has('a caller chooses the person') && this.#people.has(body['person']) ? String(body['person']) : request.caller.id
    const id = this.has('a client chooses the id') && isUuid(String(body['id'])) ? String(body['id']) : uuid7(this.now())
    const entry: Entry = {
      id,
      person,
      day: body['day'],
      hours: body['hours'],
      ...(body['note'] === undefined ? {} : { note: body['note'] }),
      reads: 0,
    }
    this.#entries.set(id, entry)
    return { status: 201, body: this.#show(entry, request.caller), headers: this.has('no Location') ? {} : { Location: `/entries/${id}` } }
  }

  #getEntry(request: Request, key: string): Answer {
    const entry = this.#entry(key, request.caller)
    if (this.has('a read changes the note') && ++entry.reads === 2) entry.note = 'read'
    const body = this.#show(entry, request.caller)
    const tag = `"${digest(JSON.stringify(body)).slice(0, 20)}"`
    const asked = request.headers['if-none-match']
    const isKnown = asked !== undefined && (asked === '*' || asked.split(',').some((each) => each.trim().replace(/^W\//, '') === tag))
    return isKnown && !this.has('If-None-Match is not asked')
      ? { status: 304, headers: this.has('304 has no ETag') ? {} : { ETag: tag } }
      : { status: 200, body, headers: { ETag: tag } }
  }

  #updateEntry(request: Request, key: string): Answer {
    const { caller } = request
    const body = this.#body(request)
    const { day, hours, note, pay } = this.#fields()
    const id: Wrong[] = isUuid(key) ? [] : [{ property: 'id', keyword: 'format' }]
    // Null clears what may be left out.
    const given =
      typeof body === 'object' && body !== null && !Array.isArray(body)
        ? Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || (name !== 'note' && name !== 'pay')))
        : body
    const errors = [
      ...id,
      ...object({ hours: hours!, note: note!, pay: pay!, ...(this.has('a change may set the day') ? { day: day! } : {}) }, [])(given, ''),
    ]
    if (errors.length > 0) throw this.#invalid(errors)
    const entry = this.#entry(key, caller)
    if (body['pay'] !== undefined && !caller.manager && !this.has('everybody sets the pay')) {
      if (this.has('a refused change is half kept') && body['hours'] !== undefined) entry.hours = body['hours']
      throw new Refusal(403, 'not-allowed')
    }
    if (body['hours'] !== undefined) entry.hours = body['hours']
    if (body['day'] !== undefined && this.has('a change may set the day')) entry.day = body['day']
    for (const name of ['note', 'pay'] as const) {
      if (body[name] === undefined) continue
      if (body[name] !== null) Object.assign(entry, { [name]: body[name] })
      else if (!this.has('null does not clear')) delete entry[name]
    }
    return { status: 200, body: this.#show(entry, caller) }
  }

  #deleteEntry({ caller }: Request, key: string): Answer {
    const entry = this.#entry(key, caller)
    if (entry.person !== caller.id && !this.has('managers delete')) throw new Refusal(403, 'not-allowed')
    if (!this.has('nothing is deleted')) this.#entries.delete(entry.id)
    return { status: 204 }
  }

  #page<T extends { readonly id: string }>(
    query: URLSearchParams,
    all: readonly T[],
    errors: Wrong[],
  ): { readonly items: readonly T[]; readonly next: string | null } {
    const said = query.get('size')
    if (said !== null && (!/^-?\d+$/.test(said) || Number(said) < 1 || Number(said) > 100))
      errors.push({ property: 'size', keyword: 'minimum' })
    if (errors.length > 0) throw this.#invalid(errors)
    const size = Number(said ?? 20)
    const cursor = query.get('cursor')
    const at = cursor === null ? -1 : all.findIndex(({ id }) => Buffer.from(id).toString('base64url') === cursor)
    if (cursor !== null && at < 0) throw this.#invalid([{ property: 'cursor', keyword: 'format' }])
    const from = at + 1 + (at >= 0 && this.has('a page drops the row at its border') ? 1 : 0)
    const items = all.slice(from, from + size)
    const last = items.at(-1)
    return { items, next: last === undefined || from + size >= all.length ? null : Buffer.from(last.id).toString('base64url') }
  }

  #listEntries({ query, caller }: Request): Answer {
    const errors: Wrong[] = []
    const filter = filters<Entry>(
      query,
      {
        person: { read: (said) => (/^[a-z]{2,20}$/.test(said) ? said : undefined), of: ({ person }) => person },
        day: { read: (said) => (isDay(said) ? said : undefined), of: ({ day }) => day, ordered: true },
      },
      errors,
      this.has('a filter takes the first of several values'),
    )
    const order = sorting<Entry>(query, { day: ({ day }) => (this.has('sorts are ignored') ? '' : day) }, errors)
    const sorted = query.get('sort') !== null
    const own = [...this.#entries.values()].filter(
      (entry) =>
        this.#mayRead(entry, caller) ||
        this.has('lists show entries of others') ||
        (query.has('person') && this.has('who asks for a person sees all of theirs')),
    )
    const all = own
      .filter(filter)
      .toSorted((a, b) => (sorted ? order(a, b) || compare(a.id, b.id) : compare(b.day, a.day) || compare(b.id, a.id)))
    const { items, next } = this.#page(query, all, errors)
    return { status: 200, body: { entries: items.map((each) => this.#show(each, caller)), next } }
  }

  #listKeys({ query, caller }: Request): Answer {
    const all = [...this.#keys.values()]
      .filter(({ owner }) => owner === caller.id || this.has('keys of others are listed'))
      .toSorted((a, b) => b.createdAt - a.createdAt || compare(b.id, a.id))
    const { items, next } = this.#page(query, all, [])
    return {
      status: 200,
      body: {
        items: items.map(({ hash, createdAt, ...rest }) => ({
          ...rest,
          createdAt: time(createdAt),
          ...(this.has('keys are shown') ? { hash } : {}),
        })),
        next,
      },
    }
  }

  #issueKey(request: Request): Answer {
    const body = this.#body(request)
    const errors = object({ name: text({ min: 1, max: 100 }), expiresAt: text({ match: isTime }) }, ['name'])(body, '')
    if (errors.length > 0) throw this.#invalid(errors)
    const secret = randomBytes(32).toString('base64url')
    const expires = body['expiresAt'] === undefined ? {} : { expiresAt: new Date(body['expiresAt']).toISOString() }
    const key: Key = {
      id: uuid7(this.now()),
      name: body['name'],
      owner: request.caller.id,
      hash: digest(secret),
      ...expires,
      createdAt: this.now(),
    }
    this.#keys.set(key.id, key)
    return {
      status: 201,
      body: { id: key.id, name: key.name, ...expires, createdAt: time(key.createdAt), key: secret },
      headers: this.has('keys may be cached') ? {} : { 'Cache-Control': 'no-store' },
    }
  }

  #revokeKey({ caller }: Request, id: string): Answer {
    const key = this.#keys.get(this.#key(id))
    if (key === undefined || (key.owner !== caller.id && !this.has('keys of others are revoked'))) throw new Refusal(404, 'absent')
    if (!this.has('a revoked key is taken')) this.#keys.delete(key.id)
    for (const each of this.has('all keys are revoked') ? [...this.#keys.values()] : [])
      if (each.owner === caller.id) this.#keys.delete(each.id)
    return { status: 204 }
  }
}
