// Single changes of a small document, and what each does to whom.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Compiled } from '../../src/compile/compile.ts'
import type { Change } from '../../src/diff/change.ts'
import { diff as diffOn } from '../../src/diff/diff.ts'
import { severityOf } from '../../src/diff/law.ts'
import { compiled } from './edits.ts'

const diff = (old: Compiled, now: Compiled): readonly Change[] => diffOn(old, now, '2026-01-01')
const base = readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8')

/** \`breaking resources Task › properties › title › maxLength: senders\`, the sides that are not safe. */
function summary({ severity, part, path, motions }: Change): string {
  const told = motions.filter((motion) => severityOf(motion) !== 'safe').map(({ side, way }) => `${side} ${way}`)
  return `${severity} ${part} ${path.join(' › ')}${told.length === 0 ? '' : `: ${told.join(', ')}`}`
}

function changes(from: string, to: string): string[] {
  assert.ok(base.includes(from), from)
  const [old, now] = [
    compiled(base, 'tasks.yaml'),
    compiled(
      base.replace(from, () => to),
      'tasks.yaml',
    ),
  ]
  assert.deepEqual(
    [...old.errors, ...now.errors].map(({ message }) => message),
    [],
  )
  return diff(old, now).map(summary)
}

type Case = readonly [from: string, to: string, ...expected: readonly string[]]

test('another spelling of a list in the query breaks clients', () => {
  const withSpelling = (several: string): Compiled =>
    compiled(
      base.replace(
        'GET /tasks: {',
        `GET /tasks: { parameters: { query: { ids: { type: array, maxItems: 5, items: { type: string, maxLength: 5 }, several: ${several} } } }, `,
      ),
      'tasks.yaml',
    )
  assert.deepEqual(diff(withSpelling('commas'), withSpelling('repeated')).map(summary), [
    'breaking endpoints GET /tasks › parameters › query › ids › several: senders other',
  ])
})

test('a member of a request that is no longer the key of a record means another value', () => {
  const withMember = (schema: string): Compiled =>
    compiled(
      base
        .replace(
          'authentication:',
          () =>
            `  POST /tasks/{id}/merge: { delete: Task, body: { type: object, required: [into], properties: { into: ${schema} } }, require: { other: this != input.body.into } }\nauthentication:`,
        )
        .replace('[illegal-transition, guard]', '[illegal-transition, guard, require]'),
      'tasks.yaml',
    )
  const paths = diff(withMember('{ $ref: Task }'), withMember('{}')).map(summary)
  assert.ok(paths.includes('breaking endpoints POST /tasks/{id}/merge › body › properties › into › $ref: senders other'), paths.join('\n'))
})

const cases: { readonly [part: string]: readonly Case[] } = {
  service: [
    ['default: 5 }', 'default: 6 }', 'breaking service settings › most › default: operators other, senders unknown, readers unknown'],
    [
      'type: integer, default: 5',
      'type: integer, maximum: 9, default: 5',
      'breaking service settings › most › maximum: operators narrower',
    ],
    ['settings: { most', 'settings: { least: { type: integer }, most', 'breaking service settings › least: operators narrower'],
    ['name: tasks', 'name: jobs', 'safe service name'],
  ],
  resources: [
    [
      'maxLength: 100, pattern',
      'maxLength: 80, pattern',
      'breaking resources Task › properties › title › maxLength: senders narrower, stored unknown',
    ],
    [
      'maxLength: 100, pattern',
      'maxLength: 120, pattern',
      'breaking resources Task › properties › title › maxLength: readers wider, subscribers wider',
    ],
    ['maxLength: 100, writeOnly', 'maxLength: 200, writeOnly', 'safe resources Task › properties › secretNote › maxLength'],
    [
      "pattern: '^[a-z ]+$'",
      "pattern: '^[a-z]+$'",
      'breaking resources Task › properties › title › pattern: senders narrower, readers unknown, subscribers unknown, stored unknown',
    ],
    ['enum: [low, high]', 'enum: [low, high, urgent]', 'breaking resources Task › properties › priority › enum: readers wider'],
    ['enum: [low, high]', 'enum: [high, low]'],
    ['enum: [low, high]', 'enum: [low, high], maximum: 4'],
    ['key: id', 'key: id\n    additionalProperties: false', 'breaking resources Task › additionalProperties: senders narrower'],
    ['enum: [low, high]', 'enum: [low, high], minLength: 2'],
    ['minimum: 0, maximum: 100, default', 'minimum: 0, maximum: 100, format: date, default'],
    ['format: uuid, generate', 'generate', 'safe resources Task › properties › id › format'],
    [
      'format: uuid, generate',
      'format: uuid, minLength: 9, generate',
      'review resources Task › properties › id › minLength: senders unknown, stored unknown',
    ],
    ['minimum: 0, maximum: 100', 'exclusiveMinimum: -1, maximum: 100'],
    [
      '{ type: integer, minimum: 0, maximum: 100, default: 0 }',
      '{ type: number, minimum: 0, maximum: 100, default: 0 }',
      'breaking resources Task › properties › effort › type: readers wider',
    ],
    ['doneAt: {', 'note: { type: string, maxLength: 5 }\n      doneAt: {', 'safe resources Task › properties › note'],
    ['      doneAt: {', '      size: { type: integer, minimum: 0 }\n      doneAt: {', 'safe resources Task › properties › size'],
    [
      'steps: { type: array, maxItems: 10, items: { $ref: Step } }',
      'steps: { type: array, maxItems: 10, items: { type: object, additionalProperties: false, required: [text], properties: { text: { type: string, maxLength: 50 } } } }',
    ],
    [
      'text: { type: string, maxLength: 50 }',
      'text: { type: string, maxLength: 40 }',
      'breaking resources $defs › Step › properties › text › maxLength: senders narrower, stored unknown',
    ],
    [
      'required: [title, priority, steps, effort]',
      'required: [priority, steps, effort]',
      'breaking resources Task › required › title: readers wider, subscribers wider',
    ],
    ['take: [id, title]', 'take: [id]', 'breaking resources views › TaskBrief › take › title: readers other'],
    ['take: [id, title]', 'take: [id, title, status]', 'safe resources views › TaskBrief › take › status'],
    ['small: this.effort < 50', 'small: this.effort < 40', 'breaking resources Task › invariant › small: senders narrower, stored unknown'],
    ['small: this.effort < 50', 'small: 50 > this.effort'],
    [
      'small: this.effort < 50',
      'small: this.effort < 50 || this.priority == "high"',
      'breaking resources Task › invariant › small: readers wider',
    ],
    ['maxLength: 100, pattern', 'maxLength: 100, maximum: 5, minItems: 2, pattern'],
    ['generate: uuidv7', 'generate: uuidv4', 'review resources Task › properties › id › generate: readers unknown, subscribers unknown'],
    ['invariant: {', 'unique: [[title]]\n    invariant: {', 'breaking resources Task › unique: senders narrower, stored unknown'],
  ],
  states: [
    ["guard: { easy: 'this.effort < 20' }", "guard: { easy: 'this.effort < 20', possible: 'this.effort < 30' }"],
    [
      "guard: { easy: 'this.effort < 20' }",
      "guard: { harder: 'this.effort < 30', easy: 'this.effort < 20' }",
      'breaking states Task.status › states › open › on › finish › guard › harder: senders narrower',
    ],
    [
      "guard: { easy: 'this.effort < 20' }",
      "guard: { easy: 'this.effort < 10' }",
      'breaking states Task.status › states › open › on › finish › guard › easy: senders narrower',
    ],
    [
      "guard: { easy: 'this.effort < 20' }",
      "guard: { easy: 'this.effort < 30' }",
      'safe states Task.status › states › open › on › finish › guard › easy',
    ],
    [
      "guard: { easy: 'this.effort < 20' }",
      "guard: { easy: 'this.effort * 2 < 40' }",
      'review states Task.status › states › open › on › finish › guard › easy: senders unknown',
    ],
    [
      'finish: { target: done',
      'finish: { target: late',
      'breaking states Task.status › states › open › on › finish › target: senders other, readers other',
    ],
    ['P1D: { target: late }', 'P2D: { target: late }', 'breaking states Task.status › states › open › after › P2D: readers other'],
    ['late: {}', 'late: { on: { finish: { target: done } } }', 'safe states Task.status › states › late › on › finish'],
    [
      'set: { doneAt: now }',
      'set: {}',
      'breaking states Task.status › states › open › on › finish › set › doneAt: senders other, readers other',
    ],
    ['done: { type: final }', 'done: {}', 'safe states Task.status › states › done › type'],
  ],
  endpoints: [
    ['filter: [priority]', 'filter: [priority, effort]', 'safe endpoints GET /tasks › filter › properties'],
    ['filter: [priority], ', '', 'breaking endpoints GET /tasks › filter: senders narrower'],
    ['max: 50', 'max: 20', 'breaking endpoints GET /tasks › page › max: senders narrower'],
    ['size: 10', 'size: 20', 'breaking endpoints GET /tasks › page › size: readers other'],
    ['body: [title, effort], ', 'body: [title], ', 'breaking endpoints PATCH /tasks/{id} › body › effort: senders other'],
    ['body: [title, effort], ', 'body: [title, effort, priority], ', 'safe endpoints PATCH /tasks/{id} › body › priority'],
    [
      'effort: this.effort }',
      '?effort: "optional.of(this.effort)" }',
      'breaking endpoints GET /tasks/{id} › output › effort: readers wider',
      'review endpoints GET /tasks/{id} › output › effort: readers unknown',
    ],
    [', status: this.status, effort', ', effort', 'breaking endpoints GET /tasks/{id} › output › status: readers other'],
    [
      ', status: this.status, effort',
      ', status: this.status, priority: this.priority, effort',
      'safe endpoints GET /tasks/{id} › output › priority',
    ],
    [
      'GET /tasks/{id}: {',
      'GET /tasks/{key}: { by: { id: input.path.key },',
      'breaking endpoints POST /tasks › headers › Location: readers other',
      'review endpoints GET /tasks/{key} › by › id: senders unknown',
      'safe endpoints GET /tasks/{key}',
    ],
    [
      'POST /tasks/{id}/finish: {',
      'POST /tasks/{id}/end: {',
      'breaking endpoints POST /tasks/{id}/finish: senders narrower',
      'safe endpoints POST /tasks/{id}/end',
    ],
    ['conditional: optional', 'conditional: required', 'breaking endpoints PATCH /tasks/{id} › conditional: senders narrower'],
    [
      'idempotency: { key: Idempotency-Key, optional: true, scope: request.address }',
      'idempotency: { key: Idempotency-Key, scope: request.address }',
      'breaking endpoints POST /tasks/{id}/finish › idempotency › optional: senders narrower',
    ],
    [
      'GET /tasks: {',
      'GET /tasks: { parameters: { query: { q: { type: string, maxLength: 5, required: true } } }, strict: true,',
      'breaking endpoints GET /tasks › parameters › query › q: senders narrower',
      'breaking endpoints GET /tasks › strict: senders narrower',
    ],
  ],
  authentication: [
    ['security: [{}, { own: [read] }]', 'security: [{ own: [read] }]', 'breaking authentication security: senders narrower'],
    ['security: [{}, { own: [read] }]', 'security: [{ own: [read] }, {}]'],
    ['algorithm: [HS256, HS512]', 'algorithm: [HS256]', 'breaking authentication schemes › own › algorithm: senders narrower'],
    ['update: this.effort < 60', 'update: this.effort < 70', 'review authentication rules › Task › update: operators unknown'],
    ['rules: { Task: { update: this.effort < 60 } }', 'rules: {}', 'review authentication rules › Task › update: operators unknown'],
    ['env: SECRET', 'env: OTHER', 'breaking authentication schemes › own › secret: operators other'],
  ],
  events: [
    ['on: Task.finish, data', 'on: [Task.finish, Task.created], data', 'breaking events types › task.finished › on: subscribers wider'],
    [
      'data: { id: this.id, title: this.title }',
      'data: { id: this.id }',
      'breaking events types › task.finished › data › title: subscribers other',
    ],
    [
      'data: { id: this.id, title: this.title }',
      'data: { id: this.id, title: this.title, effort: this.effort }',
      'safe events types › task.finished › data › effort',
    ],
    [', partitionkey: this.id', '', 'breaking events types › task.finished › partitionkey: subscribers wider'],
    ['heartbeat: PT20S', 'heartbeat: PT50S', 'review events delivery › stream › heartbeat: subscribers unknown'],
    ['heartbeat: PT20S', 'heartbeat: PT10S', 'safe events delivery › stream › heartbeat'],
    ['retain: P7D', 'retain: P1D', 'breaking events delivery › stream › retain: subscribers wider'],
    ['task.finished: {', 'task.seen: { on: Task.updated, data: { id: this.id } }\n    task.finished: {', 'safe events types › task.seen'],
    ['task.finished: {', 'task.made: { on: Task.created, data: { id: this.id } }\n    task.finished: {', 'safe events types › task.made'],
  ],
  errors: [
    ['status: 409', 'status: 422', 'breaking errors catalogue › wrong › status: senders other, readers other'],
    ['title: No', 'title: Not now', 'safe errors catalogue › wrong › title'],
    [
      'on: [illegal-transition, guard], status: 409, title: No',
      'on: illegal-transition, status: 409, title: No }\n    refused: { on: guard, status: 409',
      'breaking errors catalogue › guard Task.finish easy: senders other, readers other',
      'safe errors catalogue › refused',
    ],
    [
      'missing: { on: not-found, status: 404 }',
      'missing: { on: not-found, status: 404 }\n    untitled: { on: invalid body.title required at createTask, status: 400 }',
      'breaking errors catalogue › invalid body.title required: senders other, readers other',
      'safe errors catalogue › untitled',
    ],
    ['status: error.status }', 'status: error.status, detail: error.detail }', 'safe errors body › detail'],
  ],
  limits: [
    ['quota: 100', 'quota: 50', 'breaking limits rates › all › quota: senders narrower'],
    ['window: PT1M', 'window: PT30S', 'safe limits rates › all › window'],
    ['body: 16KiB', 'body: 8KiB', 'breaking limits sizes › body: senders narrower'],
    ['idempotency: P1D, events', 'idempotency: P2D, events', 'review limits retention › idempotency: senders unknown'],
    ['idempotency: P1D, events', 'idempotency: PT1H, events', 'breaking limits retention › idempotency: senders wider'],
    ['operations: [createTask, do]', 'operations: [do]', 'breaking limits rates › all › operations: readers other'],
    [
      'rates: { all: { quota: 100, window: PT1M, operations: [createTask, do] } }',
      'rates: none',
      'breaking limits rates › all: readers other',
    ],
    [
      'operations: [createTask, do] } }',
      'operations: [createTask, do] }, again: { quota: 100, window: PT1M, operations: [createTask, do] } }',
      'safe limits rates › again',
    ],
    ['events: P7D', 'events: P1D', 'breaking limits retention › events: subscribers wider'],
    [', events: P7D', '', 'safe limits retention › events'],
    ['limits:\n', 'limits:\n  timeout: PT5S\n', 'review limits timeout: senders unknown, readers unknown'],
  ],
  versioning: [
    [
      'versioning: none',
      'versioning: { scheme: { header: Version }, current: v1 }',
      'breaking versioning scheme: senders other',
      'safe versioning current',
    ],
  ],
}

for (const [part, some] of Object.entries(cases)) {
  for (const [from, to, ...expected] of some) {
    test(`${part}: ${from.trim()} → ${to.trim()}`, () => assert.deepEqual(changes(from, to).toSorted(), [...expected].toSorted()))
  }
}

test('a part that is not shown any more withdraws what it said', () => {
  const old = compiled(base, 'tasks.yaml')
  const now = compiled(base.replace('versioning: none', 'versioning: not shown'), 'tasks.yaml')
  assert.deepEqual(
    diff(old, now)
      .filter(({ part }) => part === 'versioning')
      .map(summary),
    ['breaking versioning : senders wider, readers wider'],
  )
})

test('more values of a property that no request writes are to review', () => {
  const edition = (maxLength: number, required = '[name]'): Compiled =>
    compiled(
      `ninefold: 1
use: [http@1, problem-details@1]
service: { name: places }
resources:
  Place: { key: code, properties: { code: { type: string, maxLength: 3 }, name: { type: string, maxLength: ${maxLength} } }, required: ${required} }
  records: { Place: [{ code: a, name: Here }] }
states: none
endpoints: { 'GET /places/{code}': { read: Place, output: Place(this) } }
authentication: none
events: none
errors: none
limits: none
versioning: none
`,
      'places.yaml',
    )
  assert.deepEqual(diff(edition(10), edition(12)).map(summary), ['review resources Place › properties › name › maxLength: readers unknown'])
  assert.deepEqual(diff(edition(10), edition(10, '[code]')).map(summary), ['review resources Place › required › name: readers unknown'])
})

test('a code of an error is another to clients if the form of errors shows it', () => {
  const withCode = (code: string, form: string): Compiled =>
    compiled(
      base
        .replace('status: 409, title: No', `status: 409, title: No, code: ${code}`)
        .replace('status: error.status }', `status: error.status${form} }`),
      'tasks.yaml',
    )
  const of = (form: string): string[] => diff(withCode("'1'", form), withCode("'2'", form)).map(summary)
  assert.deepEqual(of(", code: 'error.?code'"), ['breaking errors catalogue › wrong › extensions › code: readers other'])
  assert.deepEqual(of(''), ['safe errors catalogue › wrong › extensions › code'])
})

test('members that answers always have are missed if a request must name them', () => {
  const withAlways = (always: string): Compiled =>
    compiled(base.replace('GET /tasks/{id}: {', `GET /tasks/{id}: { fields: { parameter: fields, always: [${always}] },`), 'tasks.yaml')
  assert.deepEqual(diff(withAlways('id, title'), withAlways('id')).map(summary), [
    'breaking endpoints GET /tasks/{id} › fields › always: readers other',
  ])
  assert.deepEqual(diff(withAlways('id'), withAlways('id, title')).map(summary), ['safe endpoints GET /tasks/{id} › fields › always'])
})

test('another newest version is safe while the former one is accepted', () => {
  const edition = (current: string): Compiled =>
    compiled(
      base.replace(
        'versioning: none',
        () => `versioning: { scheme: { header: Version }, current: '${current}', accept: version.startsWith("2.") }`,
      ),
      'tasks.yaml',
    )
  assert.deepEqual(diff(edition('2.13'), edition('2.14')).map(summary), ['safe versioning current'])
  assert.deepEqual(diff(edition('3.0'), edition('2.14')).map(summary), ['breaking versioning current: senders narrower'])
})

test('part 9 is judged by what clients of older versions meet', () => {
  const versions =
    'scheme: { header: Version }, current: v2, versions: { v1: {} }, pinned: \'"v2"\', accept: version.startsWith("v"), changes: { v2: [{ add: { Task.effort: 0 } }] }'
  const edition = (from: string, to: string): Compiled =>
    compiled(
      base.replace('versioning: none', () => `versioning: { ${versions.replace(from, () => to)} }`),
      'tasks.yaml',
    )
  const of = (from: string, to: string): string[] => {
    const [old, now] = [edition('', ''), edition(from, to)]
    assert.deepEqual(
      [...old.errors, ...now.errors].map(({ message }) => message),
      [],
    )
    return diff(old, now).map(summary)
  }
  assert.deepEqual(of('v1: {}', 'v1: { retired: 2025-01-01 }'), ['breaking versioning versions › v1 › retired: senders wider'])
  assert.deepEqual(of('v1: {}', 'v1: { retired: 2027-01-01 }'), ['review versioning versions › v1 › retired: senders unknown'])
  assert.deepEqual(of('"v2"\'', '"v1"\''), ['breaking versioning pinned: senders other'])
  assert.deepEqual(of('startsWith("v")', 'startsWith("v2")'), ['breaking versioning accept: senders narrower'])
  assert.deepEqual(of('Task.effort: 0', 'Task.effort: 1'), ['breaking versioning changes › v2: senders other, readers other'])
})
