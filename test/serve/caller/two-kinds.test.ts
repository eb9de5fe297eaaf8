// Callers of two kinds whose members have one name and two types: each is compared with the values of records, in rules over lists too.

import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../folder.ts'
import { served } from '../served.ts'

const document = `ninefold: 1
use: [http@1, problem-details@1]
service: { name: clubs }
resources:
  Club: { key: id, properties: { id: { type: string, maxLength: 9 }, level: { type: integer } }, required: [level] }
  Shop: { key: id, properties: { id: { type: string, maxLength: 9 } } }
  Gate: { key: hash, properties: { hash: { type: string, maxLength: 64 }, club: { $ref: Club, onDelete: cascade } }, required: [club] }
  Till: { key: hash, properties: { hash: { type: string, maxLength: 64 }, club: { $ref: Shop, onDelete: cascade } }, required: [club] }
  Visit: { key: id, properties: { id: { type: string, maxLength: 9 }, club: { $ref: Club, onDelete: cascade }, note: { type: string, maxLength: 9 } }, required: [club, note] }
  Day: { key: id, properties: { id: { type: string, maxLength: 9 }, club: { type: string, maxLength: 9 }, level: { type: integer } }, required: [club, level] }
  Other: { key: id, properties: { id: { type: string, maxLength: 9 }, club: { $ref: Club, onDelete: cascade } }, required: [club] }
  records:
    Club: [{ id: g1, level: 1 }, { id: g2, level: 2 }]
    Shop: [{ id: g1 }]
    Gate: [{ hash: HASH(gate), club: g1 }]
    Till: [{ hash: HASH(till), club: g1 }]
    Visit: [{ id: v1, club: g1, note: a }, { id: v2, club: g2, note: b }]
    Day: [{ id: d1, club: g1, level: 1 }, { id: d2, club: g2, level: 2 }]
    Other: [{ id: o1, club: g1 }, { id: o2, club: g2 }]
states: none
endpoints:
  GET /visits: { list: Visit, order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(v, v.id)' } }
  GET /visits/{id}: { read: Visit, output: { id: this.id } }
  GET /days: { list: Day, order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(v, v.id)' } }
  GET /others: { list: Other, order: [id], page: { style: cursor, size: 5 }, output: { items: 'items.map(v, v.id)' } }
authentication:
  schemes:
    web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET }, claimsSet: { type: object, required: [sub, club], properties: { sub: { type: string, maxLength: 9 }, club: { type: string, maxLength: 9 } } } }
    gate: { type: apiKey, in: header, name: X-Gate, find: { find: Gate, by: { hash: digest(credential) } } }
    till: { type: apiKey, in: header, name: X-Till, find: { find: Till, by: { hash: digest(credential) } } }
  security: [{ web: [] }, { gate: [] }, { till: [] }]
  rules:
    Visit: { read: caller.club == this.club }
    Day: { read: caller.club == this.club || caller.scheme == "gate" && this.level == 2 }
    Other: { read: caller.club != this.club }
  unreadable: not-found
events: none
limits: none
versioning: none
`

test('compares a member of two types by its actual type, for one record and in a list', async (context) => {
  const secret = 'a secret of at least thirty-two bytes'
  const content = [{ alg: 'HS256' }, { sub: 'ann', club: 'g1' }]
    .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
    .join('.')
  const callers = {
    web: { authorization: `Bearer ${content}.${createHmac('sha256', secret).update(content).digest('base64url')}` },
    gate: { 'x-gate': 'gate' },
    till: { 'x-till': 'till' },
  }
  const text = document.replaceAll(/HASH\((\w+)\)/g, (_, key: string) => hash('sha256', key))
  for (const store of ['memory', `sqlite:${join(temporaryFolder(), 'store.db')}`]) {
    const { url } = await served(context, text, { store, secrets: { variable: () => secret, file: () => undefined } })
    const ask = async (path: string, caller: keyof typeof callers): Promise<unknown> => {
      const answer = await fetch(url + path, { headers: callers[caller] })
      return answer.status === 200 ? ((await answer.json()) as { items?: unknown; id?: unknown }) : answer.status
    }
    const found = Object.fromEntries(
      await Promise.all(
        (['web', 'gate', 'till'] as const).map(
          async (caller) =>
            [
              caller,
              await Promise.all(['/visits', '/visits/v1', '/visits/v2', '/days', '/others'].map((path) => ask(path, caller))),
            ] as const,
        ),
      ),
    )
    assert.deepEqual(
      found,
      {
        // Neither a text nor a record of another resource equals a record with the same key.
        web: [{ items: [] }, 404, 404, { items: ['d1'] }, { items: ['o1', 'o2'] }],
        gate: [{ items: ['v1'] }, { id: 'v1' }, 404, { items: ['d2'] }, { items: ['o2'] }],
        till: [{ items: [] }, 404, 404, { items: [] }, { items: ['o1', 'o2'] }],
      },
      store,
    )
  }
})
