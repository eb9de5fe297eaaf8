// Rules of part 2: fields, by the sides that send, read, receive and store them.

import { type Json, canonical, isJsonArray } from '../../base/json.ts'
import { typeOfKeyword } from '../../schema/problems.ts'
import type { Property } from '../../typing/domain.ts'
import type { Edition } from '../edition.ts'
import { type EffectOnSide, type SetMotion, flipMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  compareSets,
  eachEntry,
  equalFacts,
  factText,
  makeFinding,
  invisibleChange,
  keys,
  motionsOf,
  namesRule,
  objectOf,
  other,
  outcomes,
  readResponses,
  receivedEvents,
  rule,
  sentRequests,
  storedRecords,
  unknownRule,
  withFormerNames,
} from '../rule.ts'
import type { Use } from '../uses.ts'
import { templateRule } from '../template.ts'
import { conditionFindings } from './effects.ts'
import { usedFindings } from './schemas.ts'

/** The uses in the old edition and in the new one. */
function useOf(
  { old, new: newEdition }: DocumentEdit,
  before: string,
  after: string,
  kind: 'property' | 'shape' | 'view' = 'property',
): Use {
  const [usesBefore, usesAfter] = [
    old.uses[kind](kind === 'property' ? inOldEdition(before, old, newEdition) : before),
    newEdition.uses[kind](after),
  ]
  const joinUses = (of: keyof Use): string[] => [...new Set([...usesBefore[of], ...usesAfter[of]])]
  return {
    acceptedIn: joinUses('acceptedIn'),
    writtenIn: joinUses('writtenIn'),
    shownIn: joinUses('shownIn'),
    publishedIn: joinUses('publishedIn'),
  }
}

/** `Order.note` by the former name of its resource. */
function inOldEdition(property: string, old: Edition, newEdition: Edition): string {
  const [resource = '', ...rest] = property.split('.')
  return [resourceInOldEdition(resource, old, newEdition), ...rest].join('.')
}

function resourceInOldEdition(resource: string, old: Edition, { renames }: Edition): string {
  const { resources } = old.compiled.facts.typing.domain
  return resources.has(resource) ? resource : ((renames.resources.get(resource) ?? []).find((each) => resources.has(each)) ?? resource)
}

function motionsOfUse(use: Use, ways: { readonly sent: SetMotion; readonly read: SetMotion; readonly stored?: SetMotion }): EffectOnSide[] {
  return [
    ...(use.acceptedIn.length > 0 ? motionsOf(ways.sent, sentRequests) : []),
    ...(use.shownIn.length > 0 ? motionsOf(ways.read, readResponses) : []),
    ...(use.publishedIn.length > 0 ? motionsOf(ways.read, receivedEvents) : []),
    ...(ways.stored === undefined ? [] : motionsOf(ways.stored, storedRecords)),
  ]
}

const operationsOf = (use: Use): readonly string[] => [...new Set([...use.acceptedIn, ...use.shownIn])]

const propertyOf = ({ compiled }: Edition, resource: string, name: string): Property | undefined =>
  compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)

const formerPropertyOf = ({ old, new: newEdition }: DocumentEdit, resource: string, name: string): Property | undefined =>
  propertyOf(old, resourceInOldEdition(resource, old, newEdition), name)

const isStoredProperty = (property: Property | undefined): boolean =>
  property !== undefined && property.inverse === undefined && property.compute?.stored !== false

function addedProperty(edit: DocumentEdit): DiffFinding {
  const [resource, , name] = edit.path as [string, string, string]
  const property = propertyOf(edit.new, resource, name)
  const use = edit.new.uses.property(`${resource}.${name}`)
  // Another server's requests are described by their own bodies.
  const isRequiredInput =
    property?.required === true && property.writable && property.default === undefined && use.acceptedIn.length > 0 && !edit.new.isElsewhere
  // Existing records have no value for it.
  const hasValueInRecords =
    property?.required !== true ||
    property.default !== undefined ||
    property.generate !== undefined ||
    property.compute !== undefined ||
    property.machine !== undefined
  return makeFinding(
    edit,
    motionsOfUse(use, {
      sent: isRequiredInput ? 'narrower' : 'wider',
      read: 'narrower',
      ...(isStoredProperty(property) ? { stored: hasValueInRecords ? 'wider' : 'narrower' } : {}),
    }),
    { operations: isRequiredInput ? use.acceptedIn : [] },
  )
}

function removedProperty(edit: DocumentEdit): DiffFinding {
  const [resource, , name] = edit.path as [string, string, string]
  const use = edit.old.uses.property(inOldEdition(`${resource}.${name}`, edit.old, edit.new))
  return makeFinding(
    edit,
    motionsOfUse(use, {
      sent: edit.new.isElsewhere ? 'narrower' : 'unknown',
      read: 'other',
      ...(isStoredProperty(formerPropertyOf(edit, resource, name)) ? { stored: 'unknown' } : {}),
    }),
    { operations: operationsOf(use), note: 'Its stored values are lost.' },
  )
}

const renamedProperty: DiffRule = rule((edit) => {
  const [resource] = edit.path as [string]
  const use = useOf(edit, `${resource}.${factText(edit.a)}`, `${resource}.${factText(edit.b)}`)
  return [
    makeFinding(edit, motionsOfUse(use, { sent: 'other', read: 'other', stored: 'same' }), {
      operations: operationsOf(use),
      note: `It was called \`${factText(edit.a)}\`.`,
    }),
  ]
})

const property: DiffRule = rule((edit) => {
  const [resource, , name] = edit.path as [string, string, string]
  const before = edit.new.renames.properties.get(`${resource}.${name}`) ?? []
  const formerName =
    before.find((each) => formerPropertyOf(edit, resource, each) !== undefined && formerPropertyOf(edit, resource, name) === undefined) ??
    name
  const use = withReferences(edit, resource, name, useOf(edit, `${resource}.${formerName}`, `${resource}.${name}`))
  const isStored = isStoredProperty(propertyOf(edit.new, resource, name))
  const [former, later] = [formerPropertyOf(edit, resource, formerName), propertyOf(edit.new, resource, name)]
  const target = later?.reference?.resource
  const findings = usedFindings(edit, use, {
    isStored,
    isOpen: edit.old.open.has(`${resource}.${name}`),
    isWritten: use.acceptedIn.length > 0 || edit.new.isElsewhere,
  }).map((each) =>
    each.path.at(-1) === 'onDelete' && target !== undefined && !isDeleted(edit, target)
      ? { ...each, motions: [], note: `Nothing deletes records of ${target}.` }
      : each,
  )
  return former !== undefined && later !== undefined && isGeneratedAlike(former, later) ? findings.map(ofGeneratedValue) : findings
})

/** True if the service alone gives the value, in the same way. */
function isGeneratedAlike(former: Property, later: Property): boolean {
  const [before, after] = [former.generate, later.generate]
  if (former.writable || later.writable || before === undefined || before.kind !== after?.kind) return false
  return before.kind !== 'expression' || (after.kind === 'expression' && before.expression.text === after.expression.text)
}

const describesValue = new Set([...typeOfKeyword.keys(), 'type', 'format'])

/** The generated values stay the same, whatever their schema says; whether clients send others is unknown. */
function ofGeneratedValue(finding: DiffFinding): DiffFinding {
  if (!describesValue.has(finding.path.at(-1)!)) return finding
  return {
    ...finding,
    motions: finding.motions.flatMap((motion): EffectOnSide[] =>
      motion.role === 'promised' ? [] : [motion.way === 'wider' ? motion : { ...motion, way: 'unknown' }],
    ),
  }
}

/** True if an operation, a state, an event or code may delete records of the resource, in either edition. */
function isDeleted({ old, new: newEdition }: DocumentEdit, resource: string): boolean {
  return [old, newEdition].some(
    ({ compiled, parts }) =>
      compiled.facts.operations.some(({ deletes }) => deletes.includes(resource)) ||
      [parts.states, parts.service, parts.events].some((part) => canonical(part).includes('"delete"')),
  )
}

/** The key of a record is sent wherever the record is referenced. */
function withReferences({ new: newEdition }: DocumentEdit, resource: string, name: string, use: Use): Use {
  const info = newEdition.compiled.facts.typing.domain.resources.get(resource)
  if (info?.key.includes(name) !== true) return use
  const usesOfResource = newEdition.uses.resource(resource)
  return {
    acceptedIn: [...new Set([...use.acceptedIn, ...usesOfResource.acceptedIn])],
    writtenIn: use.writtenIn,
    shownIn: [...new Set([...use.shownIn, ...usesOfResource.shownIn, ...usesOfResource.acceptedIn])],
    publishedIn: use.publishedIn,
  }
}

const formerProperties = ({ path, new: newEdition }: DocumentEdit): ReadonlyMap<string, string> => {
  const prefix = `${path[0]!}.`
  return new Map(
    [...newEdition.renames.properties].flatMap(([name, former]) =>
      name.startsWith(prefix) && former[0] !== undefined ? [[name.slice(prefix.length), former[0]] as const] : [],
    ),
  )
}

/** Compares the required fields, one by one. */
const required: DiffRule = rule((edit) => {
  const [resource] = edit.path as [string]
  const renamed = new Map([...formerProperties(edit)].map(([newName, before]) => [before, newName]))
  const [a, b] = [
    listOf(edit.a).map((name) => (renamed.has(name) && !listOf(edit.b).includes(name) ? renamed.get(name)! : name)),
    listOf(edit.b),
  ]
  const changed = [...b.filter((name) => !a.includes(name)), ...a.filter((name) => !b.includes(name))]
  return changed.flatMap((name): DiffFinding[] => {
    const [before, after] = [formerPropertyOf(edit, resource, name), propertyOf(edit.new, resource, name)]
    // A new or removed field is judged at its own line.
    if (before === undefined || after === undefined || before.required === after.required) return []
    const way = after.required ? 'narrower' : 'wider'
    const use = useOf(edit, `${resource}.${name}`, `${resource}.${name}`)
    const isFilled = after.default !== undefined || !after.writable
    // If no request writes the value, records without it may never occur.
    const read = way === 'wider' && use.acceptedIn.length === 0 && !edit.new.isElsewhere ? 'unknown' : way
    const motions = motionsOfUse(use, {
      sent: isFilled ? 'same' : way,
      read: isFilled && !edit.new.isElsewhere ? 'same' : read,
      ...(isStoredProperty(after) ? { stored: way } : {}),
    })
    return [{ path: [...edit.path, name], old: before.required, new: after.required, motions, operations: operationsOf(use) }]
  })
})

function listOf(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.map(String) : []
}

const uniqueSets = (value: Json | undefined): readonly string[] =>
  (isJsonArray(value) ? value : Object.values(objectOf(value))).map((set) => JSON.stringify(set))

/** A uniqueness constraint: it refuses some requests, and readers rely on it. */
const unique: DiffRule = rule((edit) => {
  const way = compareSets([...uniqueSets(edit.a)], [...uniqueSets(edit.b)], 'none')
  // More sets allow fewer records. For a set that only has a new name, part 7's comparison finds the answer.
  const wayOfRecords = way === 'same' ? 'unknown' : flipMotion(way)
  return [
    makeFinding(edit, [
      ...motionsOf(wayOfRecords, sentRequests, readResponses),
      ...(wayOfRecords === 'wider' ? [] : motionsOf('unknown', storedRecords)),
    ]),
  ]
})

const invariant: DiffRule = rule((edit) =>
  conditionFindings(edit, (way) => [
    ...motionsOf(way, sentRequests, readResponses),
    ...(way === 'wider' ? [] : motionsOf('unknown', storedRecords)),
  ]),
)

/** Undeclared members of a request: dropped if the key is left out, refused, or kept in a property. */
const undeclaredMembers: DiffRule = rule((edit) => {
  const { acceptedIn, shownIn } = edit.old.uses.resource(resourceInOldEdition(edit.path[0]!, edit.old, edit.new))
  const [wasClosed, isClosed] = [factText(edit.a) === 'false', factText(edit.b) === 'false']
  const way = wasClosed === isClosed ? 'unknown' : isClosed ? 'narrower' : 'wider'
  const readWay = [edit.a, edit.b].every((value) => value === undefined || factText(value) === 'false') ? 'same' : 'unknown'
  return [
    makeFinding(edit, [
      ...(acceptedIn.length > 0 ? motionsOf(way, sentRequests) : []),
      ...(shownIn.length > 0 ? motionsOf(readWay, readResponses) : []),
    ]),
  ]
})

const resource: DiffRule = keys({
  // Another server's key only follows from its paths.
  key: withFormerNames(
    rule((edit) => [makeFinding(edit, motionsOf(edit.new.isElsewhere ? 'unknown' : 'other', sentRequests, readResponses, storedRecords))]),
  ),
  properties: eachEntry(
    property,
    { added: rule((edit) => [addedProperty(edit)]), removed: rule((edit) => [removedProperty(edit)]), renamed: renamedProperty },
    formerProperties,
  ),
  required,
  unique: withFormerNames(unique),
  exclude: eachEntry(
    keys({
      same: withFormerNames(other(sentRequests, readResponses, storedRecords)),
      overlap: other(sentRequests, readResponses, storedRecords),
      where: other(sentRequests, readResponses, storedRecords),
    }),
    {
      added: rule((edit) => [
        makeFinding(edit, [...motionsOf('narrower', sentRequests, readResponses), ...motionsOf('unknown', storedRecords)]),
      ]),
      removed: rule((edit) => [makeFinding(edit, motionsOf('wider', sentRequests, readResponses))]),
    },
  ),
  index: invisibleChange('Only how quickly records are found.'),
  invariant,
  softDelete: rule((edit) => [
    isDeleted(edit, edit.path[0]!)
      ? makeFinding(edit, motionsOf('other', outcomes, readResponses))
      : makeFinding(edit, [], { note: 'Nothing deletes its records.' }),
  ]),
  tenant: other(outcomes, readResponses, storedRecords),
  plural: invisibleChange('Conventions make paths of it: those are compared themselves.'),
  additionalProperties: undeclaredMembers,
  $renamedFrom: invisibleChange('It tells `migrate` what the data was called.'),
})

/** Compares views, by the operations and events that show them. */
const view: DiffRule = rule(
  (edit) => {
    const [, name] = edit.path as [string, string]
    const use = useOf(edit, edit.new.viewsBefore?.get(name) ?? name, name, 'view')
    const targets = [...(use.shownIn.length > 0 ? [readResponses] : []), ...(use.publishedIn.length > 0 ? [receivedEvents] : [])]
    const inner = keys({
      of: edit.new.isElsewhere ? unknownRule(...targets) : other(...targets),
      properties: templateRule(...targets),
      take: rule((each) => findingsOfInput(each, targets)),
      allOf: namesRule('none', ...targets),
      except: rule((each) => findingsOfInput({ ...each, a: each.b, b: each.a }, targets)),
      discloses: unknownRule(...targets),
    })
    return inner.judge(edit).map((each) => ({ ...each, operations: use.shownIn }))
  },
  {
    of: invisibleChange(),
    properties: invisibleChange(),
    take: invisibleChange(),
    allOf: invisibleChange(),
    except: invisibleChange(),
    discloses: invisibleChange(),
  },
)

function findingsOfInput(edit: DocumentEdit, targets: Parameters<typeof motionsOf>[1][]): DiffFinding[] {
  const [a, b] = [listOf(edit.a), listOf(edit.b)]
  return [
    ...b
      .filter((name) => !a.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], new: name, motions: motionsOf('narrower', ...targets) })),
    ...a
      .filter((name) => !b.includes(name))
      .map((name): DiffFinding => ({ path: [...edit.path, name], old: name, motions: motionsOf('other', ...targets) })),
  ]
}

/** A shape at its declaration, for all its uses. */
const shape: DiffRule = rule((edit) => {
  const name = edit.path[1]!
  return usedFindings(edit, useOf(edit, name, name, 'shape'), { isOpen: edit.old.open.has(name) })
})

/** Initial records: requests find them, or no longer find them. */
const rows: DiffRule = rule((edit) => [
  makeFinding(edit, motionsOf(onlyAddsRows(edit) ? 'unknown' : 'other', outcomes, readResponses), {
    note: 'Records that exist from the start.',
  }),
])

function onlyAddsRows({ a, b }: DocumentEdit): boolean {
  return isJsonArray(a) && isJsonArray(b) && a.every((row) => b.some((each) => equalFacts(row, each)))
}

export const resourcesRules: { readonly [key: string]: DiffRule } = {
  $defs: eachEntry(shape, { added: invisibleChange(), removed: invisibleChange('The changes are listed where it was used.') }),
  views: eachEntry(
    view,
    { added: invisibleChange(), removed: invisibleChange('The changes are listed where it was shown.') },
    ({ new: newEdition }) => newEdition.viewsBefore ?? new Map(),
  ),
  records: eachEntry(rows, { added: unknownRule(outcomes, readResponses), removed: rows }),
  fixtures: invisibleChange('They exist in scenarios only.'),
}

export const resourceEntries: DiffRule = eachEntry(
  rule((edit) => resource.judge(edit), resource.inner!),
  {
    added: rule((edit) => [makeFinding({ ...edit, b: summary(edit.b) }, motionsOf('wider', storedRecords))]),
    removed: rule((edit) => [
      makeFinding({ ...edit, a: summary(edit.a) }, motionsOf('unknown', storedRecords), { note: 'Its stored values are lost.' }),
    ]),
    renamed: rule((edit) => [makeFinding(edit, motionsOf('same', storedRecords), { note: `It was called \`${factText(edit.a)}\`.` })]),
  },
  ({ new: newEdition }) =>
    new Map([...newEdition.renames.resources].flatMap(([name, former]) => (former[0] === undefined ? [] : [[name, former[0]] as const]))),
)

/** For the summary of a whole resource, its fields are enough. */
function summary(resource: Json | undefined): Json {
  return Object.keys(objectOf(objectOf(resource)['properties']))
}
