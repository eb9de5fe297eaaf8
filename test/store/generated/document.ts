// A document by chance: its resources, machines and endpoints, as YAML.

import { createRandomSource } from '../../../src/base/random-source.ts'
import { SeededRandomness } from '../../../src/base/clock.ts'
import type { RandomSource } from '../../../src/base/random-source.ts'
import { type Guards, guards } from './guarded.ts'
import { predicate } from './predicate.ts'
import { type Property, declaration } from './property.ts'
import { type Resource, resources } from './resource.ts'

export type Document = { readonly text: string; readonly resources: readonly Resource[]; readonly predicates: readonly string[] }

const quoted = (cel: string): string => `'${cel.replaceAll("'", "''")}'`

export function document(seed: string): Document {
  const dice = createRandomSource(new SeededRandomness(`document ${seed}`))
  const all = resources(dice)
  const guarded = dice.once(2) ? guards(dice, all) : undefined
  const predicates: string[] = []
  const where = (resource: Resource): string => {
    const made = predicate(dice, resource, all, 'this', true)
    predicates.push(made)
    return made
  }
  const text = [
    'resources:',
    ...all.map((resource) => ofResource(resource, all, guarded)),
    ...(guarded?.caller ?? []),
    ...views(dice, all),
    ...(guarded?.authentication ?? []),
    'states:',
    ...all.filter(({ machine }) => machine).map((resource) => machineOf(dice, resource, all)),
    ...(all.some(({ machine }) => machine) ? [] : ['  {}']),
    ...events(all, guarded !== undefined),
    'endpoints:',
    ...all.flatMap((resource) =>
      endpoints(dice, resource, new Set(all.filter(({ key }) => key === 'pair').map(({ name }) => name)), where, guarded),
    ),
  ].join('\n')
  return { text: `${text.replace('states:\n  {}', 'states: none')}\n`, resources: all, predicates }
}

/** A computed property whose type is known only at run time. */
function untyped({ properties }: Resource): string {
  const own = properties.find(
    ({ kind, absence }) => absence === 'never' && (kind === 'text' || kind === 'int' || kind === 'flag' || kind === 'word'),
  )
  return own === undefined
    ? ''
    : `      anyOf: ${declaration(own).replace(/ }$/, `, compute: dyn(this.${own.name}) }`)}\n`.replace('anyOf', 'untyped')
}

function ofResource(resource: Resource, all: readonly Resource[], guarded: Guards | undefined): string {
  const { name, key, properties, unique, soft } = resource
  const keys = {
    uuid: 'id: { type: string, format: uuid, generate: uuidv7 }',
    number: 'id: { type: integer, generate: sequence }',
    client: 'id: { type: string, maxLength: 12 }',
    pair: 'id: { type: integer, minimum: 0, maximum: 3 }',
  }
  const inverses = all.flatMap((other) =>
    other.properties
      .filter(({ to }) => to === name)
      .map((property) => `      ${other.name}_${property.name}: { inverse: ${other.name}.${property.name} }\n`),
  )
  const first = properties.find(({ kind }) => kind === 'ref')
  const required = properties.filter(({ absence }) => absence === 'never').map((property) => property.name)
  const owned =
    guarded === undefined
      ? ''
      : `      by: { $ref: Who, onDelete: cascade, readOnly: true }\n${guarded.tenants ? '      shop: { type: string, maxLength: 9, readOnly: true }\n' : ''}`
  return `  ${name}:
${guarded?.tenants === true ? '    tenant: { shop: caller.shop }\n' : ''}    key: ${key === 'pair' ? `[${first!.name}, id]` : 'id'}
    properties:
      ${keys[key]}
${properties.map((property) => `      ${property.name}: ${declaration(property)}\n`).join('')}${inverses.join('')}${owned}${untyped(resource)}    required: [${[...(guarded === undefined ? [] : ['by']), ...(key === 'client' || key === 'pair' ? ['id'] : []), ...required].join(', ')}]
${unique === undefined ? '' : `    unique: [${unique}]\n`}${soft ? '    softDelete: true\n' : ''}`
}

/** The shown values of each record of a list, beside its own properties: of referenced and of referring records. */
function views(dice: RandomSource, all: readonly Resource[]): string[] {
  const lines = [
    'views:',
    ...all.map((resource) => {
      const { name, properties } = resource
      const through = properties.flatMap(({ name: path, kind, to, absence }) => {
        const other = all.find((each) => each.name === to)?.properties.find((each) => each.kind !== 'ref' && each.absence === 'never')
        return kind === 'ref' && other !== undefined && absence === 'never' ? [`      via_${path}: this.${path}.${other.name}\n`] : []
      })
      const ways = all.flatMap((other) => other.properties.filter(({ to }) => to === name).map((property) => [other, property] as const))
      const counts = ways.map(
        ([other, property]) =>
          `      n_${other.name}_${property.name}: ${quoted(`${other.name}.filter(x, x.${property.name} == this && ${predicate(dice, other, all, 'x', false, 1)}).size()`)}\n`,
      )
      const listed = ways.map(
        ([other, property]) => `      l_${other.name}_${property.name}: ${quoted(`this.${other.name}_${property.name}.map(x, x)`)}\n`,
      )
      const taken = properties.map((each) => `, ${each.name}`).join('')
      const plain = properties
        .slice(0, 2)
        .map((each) => `      own_${each.name}: this.${each.name}\n`)
        .join('')
      return `  ${name}Plain:
    of: ${name}
    take: [id${taken}]
    properties:
      always: { const: { a: 1, b: [null, x] } }
      in: { it: this, again: this.id }
${plain}${through.join('').replaceAll('via_', 'by_')}
  ${name}Seen:
    allOf: [${name}Plain]
    properties:
      self: this
${through.join('')}${counts.join('')}${listed.join('')}`
    }),
  ]
  return lines
    .join('\n')
    .split('\n')
    .map((line) => `  ${line}`)
}

/** `draft` has transitions by requests and automatic ones, and may change another record. */
function machineOf(dice: RandomSource, resource: Resource, all: readonly Resource[]): string {
  const guard = quoted(predicate(dice, resource, all, 'this', false, 1))
  const ways = resource.properties.filter(
    ({ kind, to, absence }) =>
      kind === 'ref' && absence === 'never' && to !== resource.name && all.find(({ name }) => name === to)!.machine,
  )
  const then = ways.length === 0 ? '' : `\n          then: [ { transition: ${ways[0]!.to}.go, by: this.${ways[0]!.name} } ]`
  return `  ${resource.name}.state:
    initial: draft
    states:
      draft:
        on:
          go:
            target: open
            guard: { fits: ${guard} }${then.replace('\n          ', '\n            ')}
          stay: {}
        after: { PT1H: { target: late } }
      open:
        on:
          go: { target: done }
          back: { target: draft }
        after: { PT2H: { target: done, guard: { fits: ${guard} } } }
      late: { on: { go: { target: open } }, every: { PT40M: { target: draft, guard: { fits: ${guard} } } } }
      done: { type: final }`
}

/** The events of each resource, so that both stores must emit the same. */
function events(all: readonly Resource[], guarded: boolean): string[] {
  // No event contains data that may be hidden from some caller.
  if (guarded)
    return [
      'events:',
      '  delivery: { stream: { media: text/event-stream, retain: P1D } }',
      '  types:',
      ...all.map(
        ({ name }) =>
          `    ${name}.changed: { on: [${name}.created, ${name}.updated, ${name}.deleted], data: { is: this, was: 'old == null' } }`,
      ),
    ]
  return [
    'events:',
    '  delivery: { stream: { media: text/event-stream, retain: P1D } }',
    '  types:',
    ...all.flatMap(({ name, machine }) => [
      `    ${name}.changed: { on: [${name}.created, ${name}.updated, ${name}.deleted], data: { is: this, was: 'old == null'${parent({ name }, all)} } }`,
      `    ${name}.seen: { on: ${name}.updated, when: 'old != this || size(string(now)) > 0', partitionkey: this.id, data: ${name}Seen(this) }`,
      ...(machine ? [`    ${name}.went: { on: [${name}.go, entry ${name}.late], subject: 'at \${now}', data: this.state }`] : []),
    ]),
  ]
}

/** The values that a step writes: constant, or from existing data. */
function constant({ name, kind }: Property): string {
  switch (kind) {
    case 'text':
    case 'folded':
      return '"ab"'
    case 'int':
    case 'wide':
      return '2'
    case 'flag':
      return 'true'
    case 'word':
      return '"red"'
    default:
      return `one.${name}`
  }
}

/** Values of a record that belongs to the record of the event. */
function parent({ name }: Pick<Resource, 'name'>, all: readonly Resource[]): string {
  const reference = all.find((each) => each.name === name)!.properties.find(({ kind, absence }) => kind === 'ref' && absence === 'never')
  const shown = all
    .find((each) => each.name === reference?.to)
    ?.properties.find(({ kind, absence }) => kind !== 'ref' && absence === 'never')
  return reference === undefined || shown === undefined ? '' : `, of: this.${reference.name}.${shown.name}`
}

function endpoints(
  dice: RandomSource,
  resource: Resource,
  pairs: ReadonlySet<string>,
  where: (resource: Resource) => string,
  guarded: Guards | undefined,
): string[] {
  const { name, key, properties, machine } = resource
  const path = name.toLowerCase()
  const first = properties.find(({ kind }) => kind === 'ref')?.name
  const one = key === 'pair' ? `/${path}/{a}/{b}` : `/${path}/{id}`
  const by = key === 'pair' ? `, by: { ${first}: input.path.a, id: input.path.b }` : ''
  const own = properties.filter((property) => key !== 'pair' || property.name !== first).map((property) => property.name)
  const body = [...(key === 'client' || key === 'pair' ? ['id'] : []), ...properties.map((property) => property.name)]
  const comparable = properties.filter(({ kind }) => kind !== 'tags' && kind !== 'ref').map((property) => property.name)
  const ordered = comparable.filter((property) => guarded?.hidden.get(name) !== property)
  const found = key === 'pair' ? `{ ${first}: input.path.a, id: input.path.b }` : '{ id: input.path.id }'
  const changed = dice.pick(properties.filter(({ kind }) => kind !== 'ref'))
  const set = guarded === undefined ? '' : 'set: { by: caller }, '
  const filterable = properties.filter(({ to }) => to === undefined || !pairs.has(to)).map((property) => property.name)
  const style = dice.pick(['cursor', 'offset'])
  const output = `${name}Seen(this)`
  const parameters = 'parameters: { query: { n: { type: integer, minimum: -1000, maximum: 1000 }, s: { type: string, maxLength: 12 } } }'
  const list = (at: string, page: string): string =>
    `  GET ${at}: { list: ${name}, ${parameters}, where: ${quoted(where(resource))}, filter: [${filterable.join(', ')}], sort: [${comparable.join(', ')}], order: [${ordered.length === 0 ? '' : `${dice.pick(ordered)}, `}${key === 'pair' ? `${first}, ` : ''}${dice.pick(['id', '-id'])}], page: ${page}, status: 200, output: { items: ${quoted(`items.map(x, ${name}Seen(x))`)}, page: page } }`
  return [
    `  POST /${path}: { create: ${name}, body: [${body.join(', ')}], ${set}${dice.once(2) ? 'idempotency: { key: Idempotency-Key, optional: true, scope: request.address }, ' : ''}status: 201, output: ${output} }`,
    `  GET ${one}: { read: ${name}${by}, conditional: optional, status: 200, output: ${output} }`,
    `  PATCH ${one}: { update: ${name}${by}, body: [${own.join(', ')}], conditional: optional, status: 200, output: ${output} }`,
    `  PUT ${one}: { replace: ${name}${by}, body: [${own.join(', ')}], status: 200, output: ${output} }`,
    `  DELETE ${one}: { delete: ${name}${by}, ${dice.once(3) ? 'idempotency: natural, ' : ''}status: 204 }`,
    list(`/${path}`, `{ style: ${style}, size: ${dice.between(1, 4)}, max: 100 }`),
    list(`/all-${path}`, 'none'),
    `  GET /plain${one}: { read: ${name}${by}, conditional: optional, status: 200, output: { it: ${name}Plain(this) } }`,
    list(`/plain-${path}`, `{ style: ${style}, size: ${dice.between(1, 4)}, max: 100 }`).replace(`${name}Seen(x)`, `${name}Plain(x)`),
    `  GET /found${one}: { answer: {}, with: { one: { find: ${name}, by: ${found} } }, status: 200, output: { it: ${name}Seen(one), n: ${name}.size() } }`,
    ...(key === 'client' || key === 'pair'
      ? [
          `  PUT /put${one}: { put: ${name}${by}, body: [${own.join(', ')}], ${set}conditional: optional, status: 'old == null ? 201 : 200', output: ${output} }`,
        ]
      : []),
    ...(key === 'pair'
      ? []
      : [
          `  POST /do${one}: { parameters: { path: { id: { type: ${key === 'number' ? 'integer' : 'string'} } } }, do: [{ update: ${name}, by: ${found}, as: one, set: { ${changed.name}: ${quoted(constant(changed))} } }], status: 200, output: { it: ${name}Seen(one) } }`,
        ]),
    ...(key === 'number'
      ? [
          `  POST /several${one}: { parameters: { path: { id: { type: integer } } }, body: { times: { type: array, maxItems: 4, items: { type: integer } } }, with: { one: { find: ${name}, by: ${found} } }, do: [{ for: { as: n, in: input.body.times }, create: ${name}, set: { ${[...(guarded === undefined ? [] : ['by: caller']), ...properties.map((property) => `${property.name}: one.${property.name}`)].join(', ')} } }], status: 200, output: { it: ${name}Seen(one), n: ${name}.size() } }`,
        ]
      : []),
    ...(machine
      ? ['go', 'back', 'stay'].map(
          (event) => `  POST ${one}/${event}: { transition: ${name}.${event}${by}, status: 200, output: ${output} }`,
        )
      : []),
  ]
}
