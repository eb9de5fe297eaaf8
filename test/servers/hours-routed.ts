// `examples/hours.md` written by hand once more: routes of find-my-way, schemas of Ajv, tables of SQLite, tokens signed with HS256. `fault` names one thing
// that it does wrong.

import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ValidateFunction } from 'ajv'
import {
  type Context,
  type Failure,
  HttpProblem,
  type Reply,
  Routed,
  type SqlRow,
  ajv,
  failures,
  openTables,
  orderOf,
  pageOf,
  serveRouted,
  whereOf,
} from './routed.ts'

type Person = SqlRow & { readonly id: string; readonly name: string; readonly manager: number }
type EntryRow = SqlRow & {
  readonly id: string
  readonly person: string
  readonly day: string
  readonly hours: number
  readonly pay: number | null
  readonly note: string | null
}
type KeyRow = SqlRow & {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly hash: string
  readonly expires: string | null
  readonly created: number
}
type Body = { readonly [name: string]: any }

const signing = 'the secret of the sign-on, which only tests know'
const base64 = (text: string): string => Buffer.from(text).toString('base64url')
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A token of the sign-on. */
export function tokenOf(sub: string): string {
  const signed = `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(JSON.stringify({ sub, iss: 'https://sign-on.example.com', aud: 'hours' }))}`
  return `${signed}.${createHmac('sha256', signing).update(signed).digest('base64url')}`
}

export class HoursRouted {
  readonly #fault: string | undefined
  readonly #database = openTables(
    'CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT, manager INTEGER)',
    "INSERT INTO person VALUES ('ann', 'Ann', 1), ('ben', 'Ben', 0), ('cid', 'Cid', 0)",
    'CREATE TABLE entry (id TEXT PRIMARY KEY, person TEXT, day TEXT, hours REAL, pay REAL, note TEXT, reads INTEGER DEFAULT 0)',
    'CREATE TABLE api_key (id TEXT PRIMARY KEY, name TEXT, owner TEXT, hash TEXT, expires TEXT, created INTEGER)',
  )
  readonly #routed: Routed
  #moved = 0

  constructor(fault?: string) {
    this.#fault = fault
    const string = (more: object): object => ({ type: 'string', ...more })
    const hours = {
      type: 'number',
      minimum: this.#has('hours may be none') ? 0 : 0.25,
      maximum: 24,
      multipleOf: this.#has('hours are tenths too') ? 0.05 : 0.25,
    }
    const note = string({ maxLength: this.#has('a note may be longer by one') ? 501 : 500 })
    const day = string(this.#has('a day that is none') ? { pattern: '^\\d{4}-\\d\\d-\\d\\d$' } : { format: 'date' })
    const creates = ajv.compile({ type: 'object', required: ['day', 'hours'], properties: { day, hours, note } })
    const updates = ajv.compile({
      type: 'object',
      required: this.#has('a change needs hours') ? ['hours'] : [],
      properties: {
        hours,
        note: { anyOf: [note, { type: 'null' }] },
        pay: { type: ['number', 'null'], minimum: 0, maximum: 1000, multipleOf: 0.01 },
      },
    })
    const issues = ajv.compile({
      type: 'object',
      required: ['name'],
      properties: {
        name: string({ minLength: this.#has('a key may have an empty name') ? 0 : 1, maxLength: 100 }),
        expiresAt: string({ format: 'date-time' }),
      },
    })
    const known =
      (work: (context: Context, caller: Person) => Reply, answers = true) =>
      (context: Context): Reply => {
        const caller = this.#caller(context)
        if (this.#has('a key may only read') && !answers && context.headers.authorization === undefined)
          throw this.#problem(403, 'not-allowed')
        if (answers && !isJsonWanted(context.headers.accept)) throw this.#problem(406, 'not-acceptable')
        return work(context, caller)
      }
    const checked = (validate: ValidateFunction, context: Context, before: readonly Failure[] = []): Body => {
      const body = this.#json(context)
      // The failures of one of the two schemas explain the mistake; that neither matches adds nothing.
      const wrong = [...before, ...failures(validate, body).filter(({ keyword }) => keyword !== 'anyOf')]
      const told = wrong.filter(
        ({ pointer, keyword }) =>
          !(keyword === 'type' && pointer === '/note' && wrong.some((other) => other.pointer === '/note' && other.keyword !== 'type')),
      )
      if (told.length > 0) throw this.#invalid([...new Map(told.map((each) => [`${each.pointer}${each.keyword}`, each])).values()])
      return body
    }
    const idFailures = (id: string): Failure[] => (uuid.test(id) ? [] : [{ property: 'id', keyword: 'format' }])
    this.#routed = new Routed(
      (_, __, allowed) => {
        if (allowed.length > 0) throw this.#problem(405, 'method-not-allowed', [], { Allow: allowed.join(', ') })
        throw this.#problem(404, 'no-such-path')
      },
      undefined,
      this.#has('a slash may follow'),
    )
      .on(
        'GET',
        '/me',
        known((_, { id, name, manager }) => ({ status: 200, body: { id, name, manager: manager === 1 } })),
      )
      .on(
        'GET',
        '/entries',
        known(({ query }, caller) => this.#listEntries(query, caller)),
      )
      .on(
        'POST',
        '/entries',
        known((context, caller) => {
          const body = checked(creates, context)
          const person = this.#has('a caller chooses the person') && this.#person(body['person']) !== undefined ? body['person'] : caller.id
          const id = this.#has('a client chooses the id') && uuid.test(body['id']) ? body['id'] : this.#newKey()
          this.#database
            .prepare('INSERT OR REPLACE INTO entry (id, person, day, hours, note) VALUES (?, ?, ?, ?, ?)')
            .run(id, person, body['day'], body['hours'], (this.#has('an empty note is none') ? body['note'] || null : body['note']) ?? null)
          return {
            status: this.#has('what is made is 200') ? 200 : 201,
            body: this.#show(this.#entryAt(id)!, caller),
            headers: this.#unless('no Location', { Location: `/entries/${id}` }),
          }
        }),
      )
      .on(
        'GET',
        '/entries/:id',
        known((context, caller) => this.#getEntry(context, caller)),
      )
      .on(
        'PATCH',
        '/entries/:id',
        known((context, caller) => {
          const id = context.params['id']!
          return this.#updateEntry(id, checked(updates, context, idFailures(id)), caller)
        }),
      )
      .on(
        'DELETE',
        '/entries/:id',
        known(({ params }, caller) => {
          if (this.#has('deleting again succeeds') && uuid.test(params['id']!) && this.#entryAt(params['id']!) === undefined)
            return { status: 204 }
          const entry = this.#entry(params['id']!, caller)
          if (entry.person !== caller.id && !this.#has('managers delete')) throw this.#problem(403, 'not-allowed')
          if (!this.#has('nothing is deleted')) this.#database.prepare('DELETE FROM entry WHERE id = ?').run(entry.id)
          return { status: 204 }
        }, false),
      )
      .on(
        'GET',
        '/api-keys',
        known(({ query }, caller) => this.#listKeys(query, caller)),
      )
      .on(
        'POST',
        '/api-keys',
        known((context, caller) => {
          const body = checked(issues, context)
          const [id, key, created] = [this.#newKey(), randomBytes(32).toString('base64url'), this.#now()]
          const expires: { readonly expiresAt?: string } =
            body['expiresAt'] === undefined
              ? {}
              : {
                  expiresAt: new Date(
                    this.#has('an expiry loses its offset') ? body['expiresAt'].replace(/[+-]\d\d:\d\d$/, 'Z') : body['expiresAt'],
                  ).toISOString(),
                }
          this.#database
            .prepare('INSERT INTO api_key VALUES (?, ?, ?, ?, ?, ?)')
            .run(id, body['name'], caller.id, digest(key), expires.expiresAt ?? null, created)
          return {
            status: 201,
            body: { id, name: body['name'], ...expires, createdAt: new Date(created).toISOString(), key },
            headers: this.#unless('keys may be cached', { 'Cache-Control': 'no-store' }),
          }
        }),
      )
      .on(
        'DELETE',
        '/api-keys/:id',
        known(({ params }, caller) => {
          const id = params['id']!
          if (!uuid.test(id)) throw this.#invalid(idFailures(id))
          const owners = this.#has('keys of others are revoked') ? '1 OR ?' : 'owner = ?'
          const found = this.#database.prepare(`SELECT id FROM api_key WHERE id = ? AND (${owners})`).get(id.toLowerCase(), caller.id)
          if (found === undefined) throw this.#problem(404, 'absent')
          if (!this.#has('a revoked key is taken')) this.#database.prepare('DELETE FROM api_key WHERE id = ?').run(id.toLowerCase())
          return { status: 204 }
        }, false),
      )
  }

  #has(fault: string): boolean {
    return this.#fault === fault
  }

  #unless(fault: string, headers: { readonly [name: string]: string }): { readonly [name: string]: string } {
    return this.#has(fault) ? {} : headers
  }

  #now(): number {
    return Date.now() + this.#moved
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    serveRouted(this.#routed, request, response, (name, body) => {
      if (name === 'clock') {
        const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
          /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(JSON.parse(body).advance) ?? []
        this.#moved += ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000
      } else {
        this.#moved = 0
        this.#database.exec('DELETE FROM entry; DELETE FROM api_key')
      }
    })
  }

  #problem(status: number, type: string, errors: readonly Failure[] = [], headers: { readonly [name: string]: string } = {}): HttpProblem {
    const titles: { readonly [name: string]: string } = {
      'unknown-caller': 'Nobody is known by this',
      'not-allowed': this.#has('an error has no title of its own') ? 'Forbidden' : 'That is not yours to do',
      absent: 'There is nothing here',
      'no-such-path': 'There is nothing at this address',
      'method-not-allowed': 'This method cannot be used at this address',
      'unsupported-media': 'The body has a media type that is not taken',
      'not-acceptable': 'There is no answer of an accepted media type',
      malformed: 'The body is not JSON',
      invalid: 'The request is not valid',
    }
    return new HttpProblem(status, { type, title: titles[type], status, errors }, headers)
  }

  #invalid(all: readonly Failure[]): HttpProblem {
    const errors = this.#has('only the first mistake is named') ? all.slice(0, 1) : all
    return this.#problem(
      this.#has('validation has another status') ? 400 : 422,
      'invalid',
      this.#has('pointers are missing') ? errors.map(({ keyword }) => ({ keyword })) : errors,
    )
  }

  #json({ raw, headers }: Context): Body {
    if (raw === '') throw this.#invalid([{ pointer: '', keyword: 'required' }])
    if (!/^application\/([\w.-]+\+)?json\b/.test(headers['content-type'] ?? '')) throw this.#problem(415, 'unsupported-media')
    try {
      return JSON.parse(raw)
    } catch {
      throw this.#problem(400, 'malformed')
    }
  }

  #newKey(): string {
    const time = this.#now().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
  }

  #person(id: unknown): Person | undefined {
    return typeof id === 'string' ? (this.#database.prepare('SELECT * FROM person WHERE id = ?').get(id) as Person | undefined) : undefined
  }

  #caller({ headers, query }: Context): Person {
    const [, token] = /^bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const key = headers['x-api-key'] ?? (this.#has('a key may stand in the query') ? (query.get('X-Api-Key') ?? undefined) : undefined)
    const found = token !== undefined ? this.#callerOfToken(token) : typeof key === 'string' ? this.#callerOfKey(key) : undefined
    if (
      found === undefined &&
      this.#has('nobody is forbidden') &&
      headers.authorization === undefined &&
      headers['x-api-key'] === undefined
    )
      throw this.#problem(403, 'not-allowed')
    if (found === undefined)
      throw this.#problem(
        401,
        'unknown-caller',
        [],
        this.#has('no challenge') || (this.#has('no challenge for a wrong token') && token !== undefined)
          ? {}
          : { 'WWW-Authenticate': 'Bearer' },
      )
    return found
  }

  #callerOfToken(token: string): Person | undefined {
    const parts = token.split('.')
    if (parts.length !== 3) return undefined
    const good = createHmac('sha256', signing).update(`${parts[0]}.${parts[1]}`).digest('base64url')
    const isGood = this.#has('a token may be cut') ? parts[2]!.length > 9 && good.startsWith(parts[2]!) : good === parts[2]
    const isUnsigned =
      parts[2] === '' && Buffer.from(parts[0]!, 'base64url').toString().includes('none') && this.#has('an unsigned token is taken')
    if (!isGood && !isUnsigned) return undefined
    const { sub } = JSON.parse(Buffer.from(parts[1]!, 'base64url').toString())
    return this.#person(sub) ?? (this.#has('unknown people are let in') ? { id: sub, name: 'Nobody', manager: 0 } : undefined)
  }

  #callerOfKey(key: string): Person | undefined {
    const found = this.#database.prepare('SELECT * FROM api_key WHERE hash = ?').get(digest(key)) as KeyRow | undefined
    const isOver =
      found !== undefined &&
      found.expires !== null &&
      Date.parse(found.expires) + (this.#has('keys expire an hour late') ? 3_600_000 : 0) <= this.#now() &&
      !this.#has('an expired key is taken')
    return found === undefined || isOver ? undefined : this.#person(found.owner)
  }

  #entryAt(id: string): EntryRow | undefined {
    return this.#database.prepare('SELECT * FROM entry WHERE id = ?').get(id.toLowerCase()) as EntryRow | undefined
  }

  #entry(id: string, caller: Person): EntryRow {
    if (!uuid.test(id)) throw this.#invalid([{ property: 'id', keyword: 'format' }])
    const found = this.#entryAt(id)
    const isHidden = found !== undefined && found.person !== caller.id && caller.manager === 0 && !this.#has('entries of others are read')
    if (isHidden && this.#has('what is unreadable is forbidden')) throw this.#problem(403, 'not-allowed')
    if (found === undefined || isHidden) throw this.#problem(404, 'absent')
    return found
  }

  #show({ id, person, day, hours, pay, note }: EntryRow, { manager }: Person): object {
    const mayPay = pay !== null && (manager === 1 || this.#has('everybody sees the pay'))
    return {
      id,
      person,
      day,
      hours,
      ...(mayPay ? { pay } : {}),
      ...(note === null && !this.#has('an absent note is null') ? {} : { note }),
    }
  }

  #getEntry({ params, headers }: Context, caller: Person): Reply {
    const entry = this.#entry(params['id']!, caller)
    if (this.#has('a read changes the note'))
      this.#database
        .prepare("UPDATE entry SET reads = reads + 1, note = CASE WHEN reads = 1 THEN 'read' ELSE note END WHERE id = ?")
        .run(entry.id)
    const body = this.#show(this.#entryAt(entry.id)!, caller)
    const tag = `"${digest(JSON.stringify(this.#has('a tag forgets the pay') ? { ...body, pay: 0 } : body)).slice(0, 16)}"`
    const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace('W/', ''))
    const isKnown = known?.some((each) => each === '*' || each === tag) === true && !this.#has('If-None-Match is not asked')
    return isKnown ? { status: 304, headers: { ETag: tag } } : { status: 200, body, headers: { ETag: tag } }
  }

  #updateEntry(id: string, body: Body, caller: Person): Reply {
    if (body['pay'] !== undefined && caller.manager === 0 && this.#has('the pay is asked first')) throw this.#problem(403, 'not-allowed')
    const entry = this.#entry(id, caller)
    if (this.#has('managers change only their own') && entry.person !== caller.id) throw this.#problem(403, 'not-allowed')
    const set = (column: string, value: any): void =>
      void this.#database.prepare(`UPDATE entry SET ${column} = ? WHERE id = ?`).run(value, entry.id)
    const isNull = body['pay'] === null && this.#has('everybody clears the pay')
    if (body['pay'] !== undefined && !isNull && caller.manager === 0 && !this.#has('everybody sets the pay')) {
      if (this.#has('a refused change is half kept') && body['hours'] !== undefined) set('hours', body['hours'])
      throw this.#problem(403, 'not-allowed')
    }
    if (this.#has('a patch clears the note')) set('note', null)
    if (this.#has('who changes an entry has it')) set('person', caller.id)
    for (const name of ['hours', 'note', 'pay'])
      if (body[name] !== undefined && !(body[name] === null && this.#has('null does not clear'))) set(name, body[name])
    const reader = this.#has('a change answers with the pay') ? { ...caller, manager: 1 } : caller
    return { status: 200, body: this.#show(this.#entryAt(entry.id)!, reader) }
  }

  #listEntries(query: URLSearchParams, caller: Person): Reply {
    const wrong: Failure[] = []
    const isDay = ajv.compile({ type: 'string', format: 'date' })
    const where = whereOf(
      query,
      {
        person: { sql: 'person', read: (text) => (/^[a-z]{2,20}$/.test(text) ? text : undefined) },
        day: { sql: 'day', read: (text) => (isDay(text) ? text : undefined), ordered: true },
      },
      wrong,
      this.#has('a filter takes the first of several values'),
    )
    const order = orderOf(query, { day: this.#has('sorts are ignored') ? "''" : 'day' }, wrong, 'id', 'day DESC, id DESC')
    const all = caller.manager === 1 || this.#has('lists show entries of others') || this.#has('entries of others are read')
    const rows =
      wrong.length > 0
        ? []
        : (this.#database
            .prepare(`SELECT * FROM entry WHERE (? OR person = ?)${where.sql} ORDER BY ${order}`)
            .all(Number(all), caller.id, ...where.values) as EntryRow[])
    const page = pageOf(query, rows, wrong, this.#has('a page drops the row at its border'))
    if (wrong.length > 0) throw this.#invalid(wrong)
    return {
      status: 200,
      body: {
        entries: page.rows.map((row) => this.#show(this.#has('lists have no pay') ? { ...row, pay: null } : row, caller)),
        next: page.next,
      },
    }
  }

  #listKeys(query: URLSearchParams, caller: Person): Reply {
    const wrong: Failure[] = []
    const rows = this.#database
      .prepare(
        `SELECT * FROM api_key WHERE ? OR owner = ? ORDER BY created ${this.#has('the oldest key is first') ? 'ASC' : 'DESC'}, id DESC`,
      )
      .all(
        Number(this.#has('keys of others are listed') || (query.has('cursor') && this.#has('pages of keys show those of others'))),
        caller.id,
      ) as KeyRow[]
    const page = pageOf(query, rows, wrong, this.#has('a page drops the row at its border'))
    if (wrong.length > 0) throw this.#invalid(wrong)
    const items = page.rows.map(({ id, name, owner, hash, expires, created }) => ({
      id,
      name,
      owner,
      ...(expires === null ? {} : { expiresAt: expires }),
      createdAt: new Date(created).toISOString(),
      ...(this.#has('keys are shown') ? { hash } : {}),
    }))
    return { status: 200, body: { items, next: page.next } }
  }
}

function isJsonWanted(accept = '*/*'): boolean {
  return accept.split(',').some((range) => /^\s*(\*\/\*|application\/(\*|json))/i.test(range) && !/;\s*q=0(\.0*)?\s*$/i.test(range))
}
