// Rules of part 4: the input, action and answer of an operation.

import type { Json, JsonObject } from '../../base/json.ts'
import { schemaToJson } from '../../explain/schema-json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { actionNames } from '../../model/endpoints.ts'
import { slotValue } from '../../model/slot.ts'
import type { Edition } from '../edition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  atLeast,
  atMost,
  compareSets,
  eachEntry,
  equalFacts,
  expressionRule,
  factText,
  makeFinding,
  invisibleChange,
  isNone,
  keys,
  motionsOf,
  namesRule,
  objectOf,
  other,
  outcomes,
  presence,
  readResponses,
  rule,
  sentRequests,
  timeLimit,
  unknownRule,
} from '../rule.ts'
import { compareSchemas } from '../schema/compare.ts'
import { templateRule } from '../template.ts'
import { conditionsRule, effectsRule, setsRule } from './effects.ts'
import { requirementsRule } from './security.ts'

const factsOf = ({ compiled }: Edition, name: string): OperationFacts | undefined =>
  compiled.facts.operations.find(({ operation }) => operation.name === name && operation.until === undefined)

/** The fields of a request body, or its schema. */
const body: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  if (a['kind'] === 'fields' && b['kind'] === 'fields')
    return fieldFindings(edit, a['fields'] as readonly string[], b['fields'] as readonly string[])
  const [before, after] = [schemaOfBody(edit.old, edit), schemaOfBody(edit.new, edit)]
  if (before === undefined || after === undefined)
    return [
      makeFinding(
        edit,
        motionsOf(before === undefined ? (isBodyRequired(edit.new, edit) ? 'narrower' : 'wider') : 'unknown', sentRequests),
      ),
    ]
  return compareSchemas(before, after, edit).map(({ path, old, new: newValue, sent: way }) => ({
    path: [...edit.path, ...path],
    old,
    new: newValue,
    motions: motionsOf(way, sentRequests, ...(way === 'unknown' ? [readResponses] : [])),
  }))
})

const isBodyRequired = (edition: Edition, { path }: DocumentEdit): boolean => inputOf(edition, path[0]!)?.body?.required === true

function inputOf(edition: Edition, name: string): ReturnType<Edition['compiled']['facts']['typing']['input']> | undefined {
  const operation = edition.operations.get(name)
  return operation && edition.compiled.facts.typing.input(operation)
}

function schemaOfBody(edition: Edition, { path }: DocumentEdit): Json | undefined {
  const input = inputOf(edition, edition.operations.has(path[0]!) ? path[0]! : '')
  return input?.body === undefined ? undefined : schemaToJson(input.body.schema)
}

function fieldFindings(edit: DocumentEdit, a: readonly string[], b: readonly string[]): DiffFinding[] {
  const renamed = edit.new.membersBefore
  const before = a.map((name) => (b.includes(name) ? name : (renamed.get(name) ?? name)))
  const input = inputOf(edit.new, edit.path[0]!)
  // A merge patch requires no member.
  const required = new Set(input?.body?.patch === true || typeof input?.body?.schema !== 'object' ? [] : input.body.schema.required)
  return [
    ...b
      .filter((name) => !before.includes(name))
      .map((name): DiffFinding => ({
        path: [...edit.path, name],
        new: name,
        motions: motionsOf(required.has(name) ? 'narrower' : 'wider', sentRequests),
        ...(required.has(name) ? { note: 'A request has to bring it.' } : {}),
      })),
    ...before
      .filter((name) => !b.includes(name))
      .map((name): DiffFinding => ({
        path: [...edit.path, name],
        old: name,
        motions: motionsOf('other', sentRequests),
        note: 'Values of it in requests are dropped or refused.',
      })),
  ]
}

const bodyRequired: DiffRule = rule((edit) => {
  const [a, b] = [edit.old, edit.new].map((edition) => isBodyRequired(edition, edit))
  return [makeFinding(edit, a === b ? [] : motionsOf(b === true ? 'narrower' : 'wider', sentRequests))]
})

const mediaTypes = (json: Json | undefined, defaultTypes: readonly string[]): readonly string[] => {
  if (typeof json === 'string') return [json]
  return Array.isArray(json) ? (json as readonly string[]) : defaultTypes
}

/** Only clients that request an added media type receive it; all others receive the first. */
const media: DiffRule = rule((edit) => {
  const [a, b] = [mediaTypes(edit.a, ['application/json']), mediaTypes(edit.b, ['application/json'])]
  if (a[0] !== b[0]) return [makeFinding(edit, motionsOf('other', readResponses))]
  const way = compareSets(a, b, 'none')
  return way === 'same'
    ? [makeFinding(edit, [], { note: 'Of equal preference another is chosen.' })]
    : [makeFinding(edit, motionsOf(way, sentRequests))]
})

const accepts: DiffRule = rule((edit) => {
  const defaultTypes =
    inputOf(edit.new, edit.path[0]!)?.body?.patch === true ? ['application/merge-patch+json', 'application/json'] : ['application/json']
  const way = compareSets(mediaTypes(edit.a, defaultTypes), mediaTypes(edit.b, defaultTypes), 'none')
  return [makeFinding(edit, way === 'same' ? [] : motionsOf(way, sentRequests))]
})

const parameter: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  const requirednessFindings =
    a['required'] === b['required']
      ? []
      : [
          {
            path: [...edit.path, 'required'],
            old: a['required'],
            new: b['required'],
            motions: motionsOf(b['required'] === true ? 'narrower' : 'wider', sentRequests),
          },
        ]
  const findings = compareSchemas(a['schema'], b['schema'], edit).map(({ path, old, new: newValue, sent: way, note }): DiffFinding => ({
    path: [...edit.path, ...path],
    old,
    new: newValue,
    motions: motionsOf(way, sentRequests),
    ...(note === undefined ? {} : { note }),
  }))
  return [...requirednessFindings, ...findings]
})

const parameters = eachEntry(parameter, {
  added: rule((edit) => [makeFinding(edit, motionsOf(objectOf(edit.b)['required'] === true ? 'narrower' : 'wider', sentRequests))]),
  removed: rule((edit) => [
    makeFinding(edit, motionsOf(isStrict(edit.new, edit) ? 'narrower' : 'unknown', sentRequests), {
      note: 'It is ignored, or refused where the operation is strict.',
    }),
  ]),
})

const isStrict = ({ operations }: Edition, { path }: DocumentEdit): boolean => {
  const operation = operations.get(path[0]!)
  return operation !== undefined && slotValue(operation.slots.strict) === true
}

/** Headers of the answer: clients ignore an added header, and miss a removed one. */
export const headers: DiffRule = eachEntry(expressionRule(readResponses), {
  added: rule((edit) => [makeFinding(edit, motionsOf('narrower', readResponses))]),
  removed: other(readResponses),
})

const statuses: DiffRule = rule((edit) => {
  const findings = expressionRule(readResponses).judge(edit)
  return findings.map((each) => ({
    ...each,
    motions: each.motions.length === 0 ? each.motions : motionsOf(each.motions[0]!.way, outcomes, readResponses),
  }))
})

/** An added state permits more; without any state the operation is possible in all states. */
const inStates: DiffRule = namesRule('all', sentRequests)

const lookups: DiffRule = eachEntry(
  keys({
    find: other(outcomes),
    by: eachEntry(expressionRule(outcomes), { added: other(outcomes), removed: other(outcomes) }),
    decides: unknownRule(outcomes, readResponses),
  }),
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('unknown', outcomes))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('unknown', outcomes))]),
  },
)

const idempotency: DiffRule = rule(
  (edit) => {
    const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
    if (edit.a === undefined)
      return [makeFinding(edit, motionsOf(b['kind'] === 'key' && b['optional'] !== true ? 'narrower' : 'wider', sentRequests))]
    if (edit.b === undefined) return [makeFinding(edit, motionsOf('wider', outcomes))]
    if (a['kind'] !== b['kind']) return [makeFinding(edit, [...motionsOf('other', outcomes)])]
    return idempotencyKeys.judge(edit)
  },
  { key: invisibleChange(), optional: invisibleChange(), scope: invisibleChange(), replayed: invisibleChange() },
)

const idempotencyKeys: DiffRule = keys({
  kind: invisibleChange(),
  key: other(sentRequests, outcomes),
  optional: rule((edit) => [makeFinding(edit, motionsOf(edit.b === true ? 'wider' : 'narrower', sentRequests))]),
  scope: unknownRule(outcomes),
  replayed: rule((edit) => [makeFinding(edit, motionsOf(edit.a === undefined ? 'narrower' : 'other', readResponses))]),
})

const conditional: DiffRule = rule((edit) => {
  const levels = ['none', 'optional', 'required']
  const [a, b] = [edit.a, edit.b].map((json) => levels.indexOf(typeof json === 'string' ? json : 'none')) as [number, number]
  return [
    makeFinding(
      edit,
      [
        ...(b === 2 || a === 2 ? motionsOf(b === 2 ? 'narrower' : 'wider', sentRequests) : []),
        ...(b === 0 ? motionsOf('wider', readResponses) : a === 0 ? motionsOf('narrower', readResponses) : []),
      ],
      b === 0 ? { note: 'Answers no longer have an entity tag.' } : {},
    ),
  ]
})

const cache: DiffRule = rule(
  (edit) => {
    const [a, b] = [edit.a, edit.b].map((json) => (typeof json === 'string' ? { control: json } : objectOf(json))) as [
      JsonObject,
      JsonObject,
    ]
    return [
      makeFinding(
        edit,
        motionsOf(
          equalFacts(a['control'], b['control']) && (Array.isArray(b['vary']) || b['vary'] === undefined) && b['vary'] !== undefined
            ? 'narrower'
            : 'unknown',
          readResponses,
        ),
      ),
    ]
  },
  { control: invisibleChange(), vary: invisibleChange() },
)

const page: DiffRule = keys(
  {
    style: other(outcomes, readResponses),
    size: expressionRule(readResponses),
    max: atMost(sentRequests),
    min: atLeast(sentRequests),
    offset: unknownRule(outcomes),
    cursor: unknownRule(outcomes),
  },
  { added: other(readResponses), removed: rule((edit) => [makeFinding(edit, motionsOf('unknown', readResponses))]) },
)

const filters: DiffRule = keys(
  {
    properties: namesRule('none', sentRequests),
    plain: other(sentRequests),
    spelling: other(sentRequests),
    operators: other(sentRequests),
    names: other(sentRequests),
    several: presence({ added: 'wider', removed: 'narrower', changed: 'other' }, sentRequests),
  },
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('wider', sentRequests))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('narrower', sentRequests))]),
  },
)

/** Members that answers have even if a request does not name them. */
const alwaysShown: DiffRule = rule((edit) => {
  const way = compareSets(edit.a, edit.b, 'none')
  return [makeFinding(edit, motionsOf(way === 'wider' ? 'narrower' : way === 'same' ? 'same' : 'other', readResponses))]
})

const sparseFields: DiffRule = keys(
  { parameter: other(sentRequests), always: alwaysShown },
  {
    added: rule((edit) => [makeFinding(edit, motionsOf('wider', sentRequests))]),
    removed: rule((edit) => [makeFinding(edit, motionsOf('narrower', sentRequests))]),
  },
)

/** A condition that `never` occurs; if it does, the response is `internal`. */
const never: DiffRule = rule((edit) => {
  const [a, b] = [Object.keys(objectOf(edit.a)).toSorted(), Object.keys(objectOf(edit.b)).toSorted()]
  return equalFacts(a, b)
    ? [makeFinding(edit, [], { note: 'Only the reason is another.' })]
    : [makeFinding(edit, motionsOf('unknown', outcomes))]
})

const output: DiffRule = rule((edit) =>
  edit.a === undefined || edit.b === undefined || isNone(edit.a) || isNone(edit.b)
    ? [makeFinding(edit, motionsOf(edit.a === undefined || isNone(edit.a) ? 'unknown' : 'other', readResponses))]
    : templateRule(readResponses).judge(edit),
)

const lets: DiffRule = eachEntry(expressionRule(outcomes, readResponses), {
  added: invisibleChange('The changes are listed where it is read.'),
  removed: invisibleChange('The changes are listed where it was read.'),
})

const changedAction: DiffRule = other(outcomes, readResponses)

export const operationRules: { readonly [key: string]: DiffRule } = {
  operationId: invisibleChange('Names in generated code change; nothing on the wire does.'),
  ...Object.fromEntries(actionNames.map((name) => [name, name === 'do' ? effectsRule : changedAction])),
  to: unknownRule(outcomes, readResponses),
  input: presence({ added: 'unknown', removed: 'unknown', changed: 'unknown' }, outcomes, readResponses),
  with: lookups,
  by: eachEntry(expressionRule(outcomes), { added: unknownRule(outcomes), removed: unknownRule(outcomes) }),
  let: lets,
  where: expressionRule(outcomes, readResponses),
  filter: filters,
  sort: namesRule('none', sentRequests),
  order: other(readResponses),
  page,
  fields: sparseFields,
  body,
  bodyRequired,
  accepts,
  parameters: keys({ query: parameters, header: parameters, path: parameters }),
  strict: rule((edit) => [makeFinding(edit, motionsOf(edit.b === true ? 'narrower' : 'wider', sentRequests))]),
  set: setsRule,
  require: conditionsRule(sentRequests),
  in: inStates,
  discloses: unknownRule(readResponses),
  idempotency,
  conditional,
  never,
  status: statuses,
  headers,
  output,
  media,
  cache,
  security: requirementsRule,
  limits: rule((edit) => [makeFinding(edit, motionsOf('unknown', sentRequests))]),
  timeout: timeLimit,
  version: other(sentRequests),
  touch: keys({ record: unknownRule(readResponses), property: other(readResponses), every: other(readResponses) }),
}

/** Operations by their addresses: a removed or moved operation is missed. */
const removedOperation: DiffRule = rule((edit) => [
  makeFinding(
    { ...edit, a: summary(edit.old, edit.path[0]!) },
    isServed(edit.old, edit.path[0]!) ? motionsOf('narrower', sentRequests) : [],
    isServed(edit.old, edit.path[0]!) ? {} : { note: 'It was incomplete, and so not served; --elsewhere compares it anyway.' },
  ),
])
const addedOperation: DiffRule = rule((edit) => [
  makeFinding({ ...edit, b: summary(edit.new, edit.path[0]!) }, motionsOf('wider', sentRequests)),
])

function summary({ operations }: Edition, name: string): Json | undefined {
  const operation = operations.get(name)
  return operation && [operation.action, operation.subject?.text].filter((word) => word !== undefined).join(': ')
}

const isServed = (edition: Edition, name: string): boolean => {
  const facts = factsOf(edition, name)
  return facts !== undefined && (edition.isElsewhere || facts.complete)
}

/** The operation's own keys, which determine whether it is served. */
const operation: DiffRule = rule((edit) => {
  const [before, after] = [edit.a, edit.b]
  const name = edit.path[0]!
  const formerName = nameBefore(edit, name)
  const [wasServed, isServedNow] = [isServed(edit.old, formerName), isServed(edit.new, name)]
  if (!wasServed)
    return [
      makeFinding({ ...edit, a: undefined, b: undefined }, isServedNow ? motionsOf('wider', sentRequests) : [], {
        note: isServedNow
          ? 'It is complete now, and served.'
          : 'It is incomplete, and so not served, in the old edition; --elsewhere compares it anyway.',
      }),
    ]
  if (!isServedNow)
    return [
      makeFinding({ ...edit, a: undefined, b: undefined }, motionsOf('narrower', sentRequests), {
        note: 'It is now incomplete, and so not served.',
      }),
    ]
  return keys(operationRules).judge({ ...edit, a: before, b: after })
}, operationRules)

function nameBefore(edit: DocumentEdit, name: string): string {
  return edit.old.operations.has(name) ? name : (formerAddresses(edit).get(name) ?? name)
}

/** Different parameter names make no difference; a different address of the same `operationId` is a new address. */
export function formerAddresses({ old, new: newEdition }: Pick<DocumentEdit, 'old' | 'new'>): ReadonlyMap<string, string> {
  const shapes = new Map([...old.operations.values()].map((operation) => [shapeOf(operation.name), operation.name]))
  const ids = new Map(
    [...old.operations.values()].flatMap((operation) =>
      operation.slots.operationId.state === 'shown' ? [[operation.id, operation.name] as const] : [],
    ),
  )
  const changes = slotValue(newEdition.compiled.model.versioning.value.changes) ?? []
  const renamed = new Map(
    changes.flatMap(({ slot }) =>
      (slotValue(slot) ?? []).flatMap(({ renameEndpoint }) =>
        (slotValue(renameEndpoint) ?? []).flatMap(({ name, slot: to }) => (to.state === 'shown' ? [[to.value.text, name] as const] : [])),
      ),
    ),
  )
  return new Map(
    [...newEdition.operations.values()].flatMap((operation): (readonly [string, string])[] => {
      const { name, id } = operation
      if (old.operations.has(name)) return []
      const before =
        shapes.get(shapeOf(name)) ?? renamed.get(name) ?? (operation.slots.operationId.state === 'shown' ? ids.get(id) : undefined)
      return before === undefined || !old.operations.has(before) || newEdition.operations.has(before) ? [] : [[name, before]]
    }),
  )
}

function shapeOf(name: string): string {
  return name.replaceAll(/\{[^}]*\}/g, '{}')
}

const changedAddress: DiffRule = rule((edit) =>
  shapeOf(factText(edit.a)) === shapeOf(factText(edit.b))
    ? [makeFinding(edit, [], { note: 'Only a parameter of the path is called otherwise.' })]
    : [makeFinding(edit, motionsOf('other', sentRequests), { note: `It was \`${factText(edit.a)}\`.` })],
)

export const operationEntries: DiffRule = eachEntry(
  operation,
  { added: addedOperation, removed: removedOperation, renamed: changedAddress },
  formerAddresses,
)

/** Finds operations without changes of their own that a change elsewhere affects. */
export function servedOperationChanges(old: Edition, newEdition: Edition): DiffFinding[] {
  return [...newEdition.operations.keys()].flatMap((name): DiffFinding[] => {
    if (!old.operations.has(name)) return []
    const [wasServed, isServedNow] = [isServed(old, name), isServed(newEdition, name)]
    return wasServed === isServedNow
      ? []
      : [
          {
            path: [name],
            motions: motionsOf(isServedNow ? 'wider' : 'narrower', sentRequests),
            note: isServedNow ? 'It is complete now, and served.' : 'It is now incomplete, and so not served.',
          },
        ]
  })
}
