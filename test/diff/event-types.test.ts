// A further type of events, by how subscribers choose what they receive.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diff } from '../../src/diff/diff.ts'
import { compiled } from './edits.ts'

type Deliveries = { readonly delivery: string; readonly open?: boolean }

function edition({ delivery, open = false }: Deliveries, types: readonly string[]): ReturnType<typeof compiled> {
  const result = compiled(
    `ninefold: 1
use: [http@1, problem-details@1]
service: { name: notes, settings: { address: { type: string, maxLength: 200, default: 'https://example.com/hook' }, broker: { type: string, maxLength: 200, default: 'nats://127.0.0.1:4222' } } }
resources:
  Note: { key: id, properties: { id: { type: string, format: uuid, generate: uuidv7 }, text: { type: string, maxLength: 100 } }, required: [text] }
  Listener:
    key: id
    properties:
      id: { type: string, format: uuid, generate: uuidv7 }
      url: { type: string, format: uri, maxLength: 500 }
      active: { type: boolean, default: true }
      kind: { type: string, maxLength: 50 }
      types: { type: array, maxItems: 20, items: { type: string, maxLength: 50 } }
    required: [url, active, kind, types]
states: none
endpoints:
  POST /notes: { create: Note, body: [text], output: Note(this) }
  POST /listeners: { create: Listener, body: [url, kind, types], output: Listener(this) }
authentication: none
events:
  types: { ${types.map((name) => `${name}: { on: Note.created, data: { id: this.id } }`).join(', ')} }
  delivery: ${delivery}
limits: none
versioning: { scheme: none, current: '1'${open ? ', compatibility: { promise: backward, open: [events] }' : ''} }
`,
    'notes.yaml',
  )
  assert.deepEqual(
    result.errors.map(({ message }) => message),
    [],
  )
  return result
}

function verdict(deliveries: Deliveries): string {
  const [old, now] = [edition(deliveries, ['note.made']), edition(deliveries, ['note.made', 'note.kept'])]
  const [found, ...others] = diff(old, now, '2026-01-01').filter(({ part }) => part === 'events')
  assert.deepEqual(others, [])
  return `${found!.severity}: ${found!.note ?? ''}`
}

const webhooks = (to: string): string => `{ webhooks: { ${to}attempts: 3, timeout: PT5S, deadLetter: P1D } }`
const broker = (subject: string): string =>
  `{ broker: { url: '\${settings.broker}', subject: '${subject}', attempts: 3, timeout: PT5S, deadLetter: P1D } }`
const unchosen = 'breaking: Subscribers that did not choose it receive it.'
const doubtful = 'review: Subscribers may receive it without having named it.'

const cases: readonly (readonly [who: string, delivery: string, expected: string])[] = [
  ['subscribers that name types', webhooks("to: 'Listener.filter(s, s.active && event.type in s.types)', url: '${to.url}', "), 'safe: '],
  ['subscribers that name one type', webhooks("to: 'Listener.filter(s, s.kind == event.type)', url: '${to.url}', "), 'safe: '],
  [
    'subscribers that may name all',
    webhooks("to: 'Listener.filter(s, \"all\" in s.types || event.type in s.types)', url: '${to.url}', "),
    doubtful,
  ],
  ['subscribers without a choice', webhooks("to: 'Listener.filter(s, s.active)', url: '${to.url}', "), unchosen],
  ['one address', webhooks("url: '${settings.address}', "), unchosen],
  ['subscribers of one subject', broker('notes'), unchosen],
  ['subscribers of subjects by type', broker('notes.${event.type}'), doubtful],
  ['listeners of streams', '{ stream: { media: text/event-stream, retain: P1D } }', 'safe: '],
]

for (const [who, delivery, expected] of cases) {
  test(`a further type of events for ${who} is ${expected.slice(0, expected.indexOf(':'))}`, () =>
    assert.equal(verdict({ delivery }), expected))
}

test('a further type of events is safe where the set of types is open', () => {
  assert.equal(verdict({ delivery: webhooks("url: '${settings.address}', "), open: true }), 'safe: ')
})

test('an event type that is delivered to nobody concerns only the operator, who can list it', () => {
  const [old, now] = [edition({ delivery: 'none' }, ['note.made', 'note.kept']), edition({ delivery: 'none' }, ['note.made'])]
  const [found] = diff(old, now, '2026-01-01').filter(({ part }) => part === 'events')
  assert.deepEqual([found!.severity, found!.motions.map(({ side }) => side)], ['review', ['operators']])
})

const deliveries = {
  webhooks: webhooks("url: '${settings.address}', "),
  broker: broker('notes'),
  stream: '{ stream: { media: text/event-stream, retain: P1D } }',
}

for (const [way, key] of [
  ['webhooks', ', timeout: PT5S'],
  ['webhooks', ', deadLetter: P1D'],
  ['webhooks', "url: '${settings.address}', "],
  ['broker', ", subject: 'notes'"],
  ['stream', ', retain: P1D'],
] as const) {
  const name = /\w+/.exec(key)![0]
  test(`without \`${name}\` of ${way}, subscribers receive nothing`, () => {
    const severities = (before: string, after: string): readonly string[] =>
      diff(edition({ delivery: before }, ['note.made']), edition({ delivery: after }, ['note.made']), '2026-01-01').map(
        ({ severity, path, note = '' }) => `${severity} ${path.join(' › ')}: ${note}`,
      )
    const without = deliveries[way].replace(key, '')
    assert.deepEqual(severities(deliveries[way], without), [`breaking delivery › ${way} › ${name}: Nothing is delivered without it.`])
    assert.deepEqual(severities(without, deliveries[way]), [`safe delivery › ${way} › ${name}: Nothing was delivered without it.`])
  })
}
