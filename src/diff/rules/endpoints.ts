// Rules of part 4: the input, action and answer of an operation.

import type { Json, JsonObject } from '../../base/json.ts'
import { schemaJson } from '../../explain/schema-json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { actionNames } from '../../model/endpoints.ts'
import { slotValue } from '../../model/slot.ts'
import type { Edition } from '../edition.ts'
import { type DocumentEdit, type DiffFinding, type DiffRule, atLeast, atMost, eachEntry, equalFacts, expressionRule, finding, isNone, keys, move, namesRule, objectOf, other, outcome, presence, invisibleChange, read, rule, sent, factText, unknownRule, compareSets } from '../rule.ts'
import { compareSchemas } from '../schema/compare.ts'
import { templateRule } from '../template.ts'
import { conditionsRule, effectsRule, setsRule } from './effects.ts'
import { requirementsRule } from './security.ts'

const factsOf = ({ compiled }: Edition, name: string): OperationFacts | undefined => compiled.facts.operations.find(({ operation }) => operation.name === name && operation.until === undefined)

/** The fields of a request body, or its schema. */
const body: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  if (a['kind'] === 'fields' && b['kind'] === 'fields') return fieldFindings(edit, a['fields'] as readonly string[], b['fields'] as readonly string[])
  const [before, after] = [schemaOfBody(edit.old, edit), schemaOfBody(edit.new, edit)]
  if (before === undefined || after === undefined) return [finding(edit, move(before === undefined ? (isAsked(edit.new, edit) ? 'narrower' : 'wider') : 'unknown', sent))]
  return compareSchemas(before, after, edit).map(({ path, old, new: now, sent: way }) => ({ path: [...edit.path, ...path], old, new: now, motions: move(way, sent, ...(way === 'unknown' ? [read] : [])) }))
})

const isAsked = (edition: Edition, { path }: DocumentEdit): boolean => inputOf(edition, path[0]!)?.body?.required === true

function inputOf(edition: Edition, name: string): ReturnType<Edition['compiled']['facts']['typing']['input']> | undefined {
  const operation = edition.operations.get(name)
  return operation && edition.compiled.facts.typing.input(operation)
}

function schemaOfBody(edition: Edition, { path }: DocumentEdit): Json | undefined {
  const input = inputOf(edition, edition.operations.has(path[0]!) ? path[0]! : '')
  return input?.body === undefined ? undefined : schemaJson(input.body.schema)
}

function fieldFindings(edit: DocumentEdit, a: readonly string[], b: readonly string[]): DiffFinding[] {
  const renamed = edit.new.membersBefore
  const before = a.map((name) => (b.includes(name) ? name : (renamed.get(name) ?? name)))
  const input = inputOf(edit.new, edit.path[0]!)
  // A merge patch requires no member.
  const required = new Set(input?.body?.patch === true || typeof input?.body?.schema !== 'object' ? [] : input.body.schema.required)
  return [
    ...b.filter((name) => !before.includes(name)).map((name): DiffFinding => ({ path: [...edit.path, name], new: name, motions: move(required.has(name) ? 'narrower' : 'wider', sent), ...(required.has(name) ? { note: 'A request has to bring it.' } : {}) })),
    ...before.filter((name) => !b.includes(name)).map((name): DiffFinding => ({ path: [...edit.path, name], old: name, motions: move('other', sent), note: 'What a request brings of it is dropped or refused.' })),
  ]
}

const bodyRequired: DiffRule = rule((edit) => {
  const [a, b] = [edit.old, edit.new].map((edition) => isAsked(edition, edit))
  return [finding(edit, a === b ? [] : move(b === true ? 'narrower' : 'wider', sent))]
})

const mediaTypes = (json: Json | undefined, absent: readonly string[]): readonly string[] => (typeof json === 'string' ? [json] : Array.isArray(json) ? (json as readonly string[]) : absent)

/** Only clients that request an added media type receive it; all others receive the first. */
const media: DiffRule = rule((edit) => {
  const [a, b] = [mediaTypes(edit.a, ['application/json']), mediaTypes(edit.b, ['application/json'])]
  if (a[0] !== b[0]) return [finding(edit, move('other', read))]
  const way = compareSets(a, b, 'none')
  return way === 'same' ? [finding(edit, [], { note: 'Of equal preference another is chosen.' })] : [finding(edit, move(way, sent))]
})

const accepts: DiffRule = rule((edit) => {
  const usual = inputOf(edit.new, edit.path[0]!)?.body?.patch === true ? ['application/merge-patch+json', 'application/json'] : ['application/json']
  const way = compareSets(mediaTypes(edit.a, usual), mediaTypes(edit.b, usual), 'none')
  return [finding(edit, way === 'same' ? [] : move(way, sent))]
})

const parameter: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  const edits = a['required'] === b['required'] ? [] : [{ path: [...edit.path, 'required'], old: a['required'], new: b['required'], motions: move(b['required'] === true ? 'narrower' : 'wider', sent) }]
  const findings = compareSchemas(a['schema'], b['schema'], edit).map(({ path, old, new: now, sent: way, note }): DiffFinding => ({ path: [...edit.path, ...path], old, new: now, motions: move(way, sent), ...(note === undefined ? {} : { note }) }))
  return [...edits, ...findings]
})

const parameters = eachEntry(parameter, {
  added: rule((edit) => [finding(edit, move(objectOf(edit.b)['required'] === true ? 'narrower' : 'wider', sent))]),
  removed: rule((edit) => [finding(edit, move(isStrict(edit.new, edit) ? 'narrower' : 'unknown', sent), { note: 'It is ignored, or refused where the operation is strict.' })]),
})

const isStrict = ({ operations }: Edition, { path }: DocumentEdit): boolean => {
  const operation = operations.get(path[0]!)
  return operation !== undefined && slotValue(operation.slots.strict) === true
}

/** Headers of the answer: clients ignore an added header, and miss a removed one. */
export const headers: DiffRule = eachEntry(expressionRule(read), { added: rule((edit) => [finding(edit, move('narrower', read))]), removed: other(read) })

const statuses: DiffRule = rule((edit) => {
  const findings = expressionRule(read).judge(edit)
  return findings.map((each) => ({ ...each, motions: each.motions.length === 0 ? each.motions : move(each.motions[0]!.way, outcome, read) }))
})

/** An added state permits more; without any state the operation is possible in all states. */
const inStates: DiffRule = namesRule('all', sent)

const lookups: DiffRule = eachEntry(
  keys({ find: other(outcome), by: eachEntry(expressionRule(outcome), { added: other(outcome), removed: other(outcome) }), decides: unknownRule(outcome, read) }),
  { added: rule((edit) => [finding(edit, move('unknown', outcome))]), removed: rule((edit) => [finding(edit, move('unknown', outcome))]) },
)

const idempotency: DiffRule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  if (edit.a === undefined) return [finding(edit, move(b['kind'] === 'key' && b['optional'] !== true ? 'narrower' : 'wider', sent))]
  if (edit.b === undefined) return [finding(edit, move('wider', outcome))]
  if (a['kind'] !== b['kind']) return [finding(edit, [...move('other', outcome)])]
  return idempotencyKeys.judge(edit)
}, { key: invisibleChange(), optional: invisibleChange(), scope: invisibleChange(), replayed: invisibleChange() })

const idempotencyKeys: DiffRule = keys({
  kind: invisibleChange(),
  key: other(sent, outcome),
  optional: rule((edit) => [finding(edit, move(edit.b === true ? 'wider' : 'narrower', sent))]),
  scope: unknownRule(outcome),
  replayed: rule((edit) => [finding(edit, move(edit.a === undefined ? 'narrower' : 'other', read))]),
})

const conditional: DiffRule = rule((edit) => {
  const steps = ['none', 'optional', 'required']
  const [a, b] = [edit.a, edit.b].map((json) => steps.indexOf(typeof json === 'string' ? json : 'none')) as [number, number]
  return [finding(edit, [...(b === 2 || a === 2 ? move(b === 2 ? 'narrower' : 'wider', sent) : []), ...(b === 0 ? move('wider', read) : a === 0 ? move('narrower', read) : [])], b === 0 ? { note: 'Answers carry no entity tag any more.' } : {})]
})

const cache: DiffRule = rule((edit) => {
  const [a, b] = [edit.a, edit.b].map((json) => (typeof json === 'string' ? { control: json } : objectOf(json))) as [JsonObject, JsonObject]
  return [finding(edit, move(equalFacts(a['control'], b['control']) && (Array.isArray(b['vary']) || b['vary'] === undefined) && b['vary'] !== undefined ? 'narrower' : 'unknown', read))]
}, { control: invisibleChange(), vary: invisibleChange() })

const page: DiffRule = keys({ style: other(outcome, read), size: expressionRule(read), max: atMost(sent), min: atLeast(sent), offset: unknownRule(outcome), cursor: unknownRule(outcome) }, { added: other(read), removed: rule((edit) => [finding(edit, move('unknown', read))]) })

const filters: DiffRule = keys(
  {
    properties: namesRule('none', sent), plain: other(sent), spelling: other(sent), operators: other(sent), names: other(sent),
    several: presence({ added: 'wider', removed: 'narrower', changed: 'other' }, sent),
  },
  { added: rule((edit) => [finding(edit, move('wider', sent))]), removed: rule((edit) => [finding(edit, move('narrower', sent))]) },
)

const sparseFields: DiffRule = keys(
  { parameter: other(sent), always: unknownRule(read) },
  { added: rule((edit) => [finding(edit, move('wider', sent))]), removed: rule((edit) => [finding(edit, move('narrower', sent))]) },
)

/** A condition that `never` occurs; if it does, the response is `internal`. */
const never: DiffRule = rule((edit) => {
  const [a, b] = [Object.keys(objectOf(edit.a)).toSorted(), Object.keys(objectOf(edit.b)).toSorted()]
  return equalFacts(a, b) ? [finding(edit, [], { note: 'Only the reason is another.' })] : [finding(edit, move('unknown', outcome))]
})

const output: DiffRule = rule((edit) => (edit.a === undefined || edit.b === undefined || isNone(edit.a) || isNone(edit.b) ? [finding(edit, move(edit.a === undefined || isNone(edit.a) ? 'unknown' : 'other', read))] : templateRule(read).judge(edit)))

const lets: DiffRule = eachEntry(expressionRule(outcome, read), { added: invisibleChange('What reads it says what changes.'), removed: invisibleChange('What read it says what changes.') })

const anotherAction: DiffRule = other(outcome, read)

export const operationRules: { readonly [key: string]: DiffRule } = {
  operationId: invisibleChange('Names in generated code change; nothing on the wire does.'),
  ...Object.fromEntries(actionNames.map((name) => [name, name === 'do' ? effectsRule : anotherAction])),
  to: unknownRule(outcome, read),
  input: presence({ added: 'unknown', removed: 'unknown', changed: 'unknown' }, outcome, read),
  with: lookups,
  by: eachEntry(expressionRule(outcome), { added: unknownRule(outcome), removed: unknownRule(outcome) }),
  let: lets,
  where: expressionRule(outcome, read),
  filter: filters,
  sort: namesRule('none', sent),
  order: other(read),
  page,
  fields: sparseFields,
  body,
  bodyRequired,
  accepts,
  parameters: keys({ query: parameters, header: parameters, path: parameters }),
  strict: rule((edit) => [finding(edit, move(edit.b === true ? 'narrower' : 'wider', sent))]),
  set: setsRule,
  require: conditionsRule(sent),
  in: inStates,
  discloses: unknownRule(read),
  idempotency,
  conditional,
  never,
  status: statuses,
  headers,
  output,
  media,
  cache,
  security: requirementsRule,
  limits: rule((edit) => [finding(edit, move('unknown', sent))]),
  timeout: atMost(sent, read),
  version: other(sent),
  touch: keys({ record: unknownRule(read), property: other(read), every: other(read) }),
}

/** Operations by their addresses: a removed or moved operation is missed. */
const removed: DiffRule = rule((edit) => [finding({ ...edit, a: summary(edit.old, edit.path[0]!) }, isServed(edit.old, edit.path[0]!) ? move('narrower', sent) : [], isServed(edit.old, edit.path[0]!) ? {} : { note: 'It was not complete, and so not served; --elsewhere compares it all the same.' })])
const added: DiffRule = rule((edit) => [finding({ ...edit, b: summary(edit.new, edit.path[0]!) }, move('wider', sent))])

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
  const former = nameBefore(edit, name)
  const [was, is] = [isServed(edit.old, former), isServed(edit.new, name)]
  if (!was) return [finding({ ...edit, a: undefined, b: undefined }, is ? move('wider', sent) : [], { note: is ? 'It is complete now, and served.' : 'It is not complete, and so not served, in the old edition; --elsewhere compares it all the same.' })]
  if (!is) return [finding({ ...edit, a: undefined, b: undefined }, move('narrower', sent), { note: 'It is not complete any more, and so not served.' })]
  return keys(operationRules).judge({ ...edit, a: before, b: after })
}, operationRules)

function nameBefore(edit: DocumentEdit, name: string): string {
  return edit.old.operations.has(name) ? name : (formerAddresses(edit).get(name) ?? name)
}

/** Different parameter names make no difference; a different address of the same `operationId` is a new address. */
export function formerAddresses({ old, new: now }: Pick<DocumentEdit, 'old' | 'new'>): ReadonlyMap<string, string> {
  const shapes = new Map([...old.operations.values()].map((operation) => [shapeOf(operation.name), operation.name]))
  const ids = new Map([...old.operations.values()].flatMap((operation) => (operation.slots.operationId.state === 'shown' ? [[operation.id, operation.name] as const] : [])))
  const changes = slotValue(now.compiled.model.versioning.value.changes) ?? []
  const renamed = new Map(changes.flatMap(({ slot }) => (slotValue(slot) ?? []).flatMap(({ renameEndpoint }) => (slotValue(renameEndpoint) ?? []).flatMap(({ name, slot: to }) => (to.state === 'shown' ? [[to.value.text, name] as const] : [])))))
  return new Map([...now.operations.values()].flatMap((operation): (readonly [string, string])[] => {
    const { name, id } = operation
    if (old.operations.has(name)) return []
    const before = shapes.get(shapeOf(name)) ?? renamed.get(name) ?? (operation.slots.operationId.state === 'shown' ? ids.get(id) : undefined)
    return before === undefined || !old.operations.has(before) || now.operations.has(before) ? [] : [[name, before]]
  }))
}

function shapeOf(name: string): string {
  return name.replaceAll(/\{[^}]*\}/g, '{}')
}

const moved: DiffRule = rule((edit) => (shapeOf(factText(edit.a)) === shapeOf(factText(edit.b)) ? [finding(edit, [], { note: 'Only a parameter of the path is called otherwise.' })] : [finding(edit, move('other', sent), { note: `It was \`${factText(edit.a)}\`.` })]))

export const operationEntries: DiffRule = eachEntry(operation, { added, removed, renamed: moved }, formerAddresses)

/** Finds operations without changes of their own that a change elsewhere affects. */
export function servedOtherwise(old: Edition, now: Edition): DiffFinding[] {
  return [...now.operations.keys()].flatMap((name): DiffFinding[] => {
    if (!old.operations.has(name)) return []
    const [was, is] = [isServed(old, name), isServed(now, name)]
    return was === is ? [] : [{ path: [name], motions: move(is ? 'wider' : 'narrower', sent), note: is ? 'It is complete now, and served.' : 'It is not complete any more, and so not served.' }]
  })
}

