// A service whose callers may not read all of it: Ann, who is the boss, and Ben; over HTTP, with records in memory or in SQLite.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

export const stores = ['memory', 'sqlite'] as const
export type StoreName = (typeof stores)[number]

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Doc is its owner's to read, its pay the boss's; everybody reads tags. `more` replaces parts. */
export type Parts = {
  readonly endpoints: string
  readonly rules?: string
  readonly resources?: string
  readonly views?: string
  readonly doc?: string
  readonly unreadable?: string
  readonly rest?: string
  readonly records?: string
}

export function hiding({
  endpoints,
  rules = '',
  resources = '',
  views = '',
  doc = '',
  unreadable = 'not-found',
  rest = 'events: none\nlimits: none\nversioning: none',
  records = '',
}: Parts): string {
  return `ninefold: 1
use: [http@1, problem-details@1]
service: { name: hiding }
resources:
  User:
    key: id
    properties: { id: { type: string, maxLength: 40 }, hash: { type: string, maxLength: 64 }, boss: { type: boolean, default: false } }
    required: [hash, boss]
    unique: [hash]
  Doc:
    key: id
    ${doc}
    properties:
      id: { type: string, maxLength: 40 }
      owner: { $ref: User, onDelete: cascade }
      title: { type: string, maxLength: 100 }
      pay: { type: integer, minimum: 0, maximum: 100000, default: 0 }
      doubled: { type: integer, compute: this.pay * 2 }
      kept: { type: integer, compute: this.pay + 1, stored: true }
      tags: { inverse: Tag.doc }
    required: [owner, title, pay]
  Tag:
    key: id
    properties:
      id: { type: string, maxLength: 40 }
      doc: { $ref: Doc, onDelete: cascade }
      others: { type: array, items: { $ref: Doc, onDelete: set-null }, maxItems: 10, default: [] }
      text: { type: string, maxLength: 100 }
    required: [doc, others]
${resources}
  ${views === '' ? '' : `views:\n${views}`}
  records:
    User:
      - { id: ann, hash: ${hash('ann')}, boss: true }
      - { id: ben, hash: ${hash('ben')} }
    Doc:
      - { id: d1, owner: ann, title: Layoffs, pay: 700 }
      - { id: d2, owner: ben, title: Bens }
    Tag:
      - { id: t1, doc: d1, others: [d1, d2] }
      - { id: t2, doc: d2 }
${records}
states: none
endpoints:
${endpoints}
authentication:
  schemes:
    key: { type: apiKey, in: header, name: X-Key, find: { find: User, by: { hash: digest(credential) } } }
  security: [{ key: [] }]
  default: deny
  unreadable: ${unreadable}
  rules:
    User: { read: true }
    Doc: { read: this.owner == caller, create: true, update: true, delete: true, pay: { read: caller.boss } }
    Tag: { read: true, create: true, update: true, delete: true }
${rules}
errors: { precedence: standard }
${rest}
`
}

export type Asked = { readonly status: number; readonly body: unknown; readonly headers: Headers }
export type Ask = (who: string, request: string, body?: unknown, headers?: { readonly [name: string]: string }) => Promise<Asked>

export async function asking(context: Pick<TestContext, 'after'>, text: string, store: StoreName): Promise<Ask & { readonly url: string }> {
  const { url } = await served(context, text, { store: store === 'memory' ? store : `sqlite:${join(temporaryFolder(), 'hiding.db')}` })
  const ask: Ask = async (who, request, body, headers = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const all = {
      'x-key': who,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' }),
    }
    const answer = await fetch(url + path, { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const sent = await answer.text()
    return { status: answer.status, headers: answer.headers, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) }
  }
  return Object.assign(ask, { url })
}
