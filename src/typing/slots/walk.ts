// The shared state of the walks that type all parts.

import type { Expression } from '../../cel/expression.ts'
import { isAssignable, isOpen, makeOptionalType, withNullType, withoutNull } from '../../cel/fits.ts'
import { reads } from '../../cel/reads.ts'
import { typeText, listNames } from '../../cel/type-text.ts'
import type { Member, Scope, Type } from '../../cel/type.ts'
import type { Scalar } from '../../document/node.ts'
import type { Operation } from '../../model/model.ts'
import {
  type ExpressionText,
  type Named,
  type Slot,
  type Template,
  type TemplateText,
  listSpecifiedEntries,
  slotValueOf,
} from '../../model/slot.ts'
import type { Candidate, Effect } from '../../model/states.ts'
import type { CallerTypes } from '../caller.ts'
import type { Domain, Property, ResourceInfo, TypingProblem } from '../domain.ts'
import { joinAll } from '../join.ts'
import type { ReachAnalysis } from '../reach.ts'
import type { Scopes } from '../scope.ts'
import { makeTypingNamesIn } from '../resolve.ts'
import { typeJson, typeOf } from '../type-of.ts'
import type { SlotUse, Visit } from './use.ts'

export type SlotWalk = {
  readonly domain: Domain
  readonly scopes: Scopes
  readonly callers: CallerTypes
  readonly reachAnalysis: ReachAnalysis
  readonly visit: Visit
  /** The type of an expression, without recording its use; undefined if it has a mistake. */
  readonly probe: (text: ExpressionText, scope: Scope, assumed?: readonly Expression[]) => Type | undefined
  readonly report: (problem: TypingProblem) => void
  /** Operations by the resource whose records they are about. */
  readonly operationsOn: ReadonlyMap<string, readonly Operation[]>
  /**
   * Operations by the resources whose records they can find or change; that must be there; that must be in a state. Under no name,
   * of any.
   */
  readonly touchingOperations: ReadonlyMap<string, readonly Operation[]>
  readonly findingOperations: ReadonlyMap<string, readonly Operation[]>
  readonly movingOperations: ReadonlyMap<string, readonly Operation[]>
  /** Every effect of the document, and every step of `do`. */
  readonly effects: readonly Effect[]
  /** What operations share of their input, by the list of them. */
  readonly inputs: WeakMap<readonly Operation[], Type>
  /** The data type of each event; filled while part 6 is walked. */
  readonly eventData: Map<string, Type>
  /** The type of each `input` of an operation or an effect. */
  readonly inputTypes: Map<Template, Type>
  /** The guards of candidates; filled while part 3 is walked. */
  readonly guards: Map<Candidate, readonly Expression[]>
}

/** The description of a use without its slot and type. */
export type SlotPlace = Omit<SlotUse, 'slot' | 'expected'>

export function walkExpression(slot: Slot<ExpressionText>, place: SlotPlace, walk: SlotWalk, expected?: Type): Expression | undefined {
  const text = slotValueOf(slot)
  return text && walk.visit({ ...place, slot: text, ...(expected === undefined ? {} : { expected }) })
}

export function walkText(slot: Slot<TemplateText>, place: SlotPlace, walk: SlotWalk): void {
  const value = slotValueOf(slot)
  if (value !== undefined) walk.visit({ ...place, slot: value })
}

export function walkTexts(slot: Slot<readonly Named<TemplateText>[]>, place: SlotPlace, walk: SlotWalk): void {
  for (const { value } of listSpecifiedEntries(slot)) walk.visit({ ...place, slot: value })
}

/** Named conditions. Later expressions may rely on their tests. */
export function walkConditions(slot: Slot<readonly Named<ExpressionText>[]>, place: SlotPlace, walk: SlotWalk): readonly Expression[] {
  return listSpecifiedEntries(slot).flatMap(({ value }) => walk.visit({ ...place, slot: value, expected: { kind: 'bool' } }) ?? [])
}

/** Values of properties that identify a record. */
export function walkIdentity(
  slot: Slot<readonly Named<ExpressionText>[]>,
  resource: ResourceInfo | undefined,
  place: SlotPlace,
  walk: SlotWalk,
): void {
  for (const { name, value } of listSpecifiedEntries(slot)) {
    const property = resource?.properties.get(name)
    walk.visit({
      ...place,
      slot: value,
      ...(property === undefined ? {} : { expected: withoutNull(makeWrittenType(property, walk.domain)) }),
    })
  }
}

/** Values that are written to properties. */
export function walkSets(
  slot: Slot<readonly Named<Template>[]>,
  resource: ResourceInfo | undefined,
  place: SlotPlace,
  walk: SlotWalk,
): void {
  for (const { name, key, value } of listSpecifiedEntries(slot)) {
    const property = resource?.properties.get(name)
    walkTemplate(value, place, walk, key, property && makeWrittenType(property, walk.domain))
  }
}

/**
 * The type that may be written to a property: plain text for a secret, which is then hashed; an object or list without generated
 * members.
 */
function makeWrittenType(property: Property, domain: Domain): Type {
  const { type, secret, source } = property
  const findSourceType = (): Type => (secret ? { kind: 'string' } : typeOf(source!, makeTypingNamesIn(domain), 'passed'))
  const isWritten = secret || (source !== undefined && property.reference === undefined && structured.has(withoutNull(type).kind))
  if (!isWritten) return type
  const written = writtenTypes.getOrInsertComputed(property, findSourceType)
  return type.kind === 'nullable' ? withNullType(written) : written
}

const structured: ReadonlySet<Type['kind']> = new Set(['object', 'list', 'map'])
const writtenTypes = new WeakMap<Property, Type>()

/** The type of the value of a template; `at` is the key of the template. */
export function walkTemplate(template: Template, place: SlotPlace, walk: SlotWalk, at?: Scalar, expected?: Type): Type {
  const expectedType = expected && withoutNull(expected)
  switch (template.kind) {
    case 'expression':
      return walk.visit({ ...place, slot: template, ...(expected === undefined ? {} : { expected }) })?.type ?? { kind: 'unknown' }
    case 'literal':
      return checkLiteral(typeJson(template.value), at, walk, expected)
    case 'list': {
      const element = expectedType?.kind === 'list' ? expectedType.element : undefined
      const types = template.items.map((item) => walkTemplate(item, place, walk, at, element))
      return checkKind(expectedType, 'list', at, walk) ?? { kind: 'list', element: types.length === 0 ? { kind: 'dyn' } : joinAll(types) }
    }
    case 'map':
      return walkMap(template, place, walk, at, expectedType)
  }
}

function walkMap(
  template: Extract<Template, { kind: 'map' }>,
  place: SlotPlace,
  walk: SlotWalk,
  at: Scalar | undefined,
  expectedType: Type | undefined,
): Type {
  const members = new Map<string, Member>()
  for (const { name, key, value, optional } of template.entries) {
    const member = expectedType?.kind === 'object' ? expectedType.members.get(name) : undefined
    if (expectedType?.kind === 'object' && member === undefined) {
      reportMistake(
        'unknown-member',
        key,
        `\`${name}\` is not a member of ${typeText(expectedType)}, which has ${listNames([...expectedType.members.keys()])}`,
        walk,
      )
    }
    const expectedValue =
      expectedType?.kind === 'map' ? expectedType.value : member && (member.optional ? withNullType(member.type) : member.type)
    const type = walkTemplate(
      value,
      place,
      walk,
      key,
      optional === true && expectedValue !== undefined ? makeOptionalType(expectedValue) : expectedValue,
    )
    if (optional === true) checkOptional(name, type, key, member, walk)
    members.set(name, makeMemberType(type))
  }
  if (expectedType?.kind === 'object' && at !== undefined) {
    const missing = [...expectedType.members]
      .filter(([name, member]) => !member.optional && !members.has(name))
      .map(([name]) => `\`${name}\``)
    if (missing.length > 0)
      reportMistake('wrong-type', at, `\`${at.text}\` lacks ${listNames(missing)}, which ${typeText(expectedType)} requires`, walk)
  }
  return checkKind(expectedType, 'object', at, walk) ?? { kind: 'object', members }
}

/** A leaf that is an optional without value is left out. */
export function makeMemberType(type: Type): Member {
  return type.kind === 'optional' ? { type: type.of, optional: true } : { type }
}

/** A value after `?` is optional, and a required member cannot be left out. */
export function checkOptional(name: string, type: Type, key: Scalar, member: Member | undefined, walk: SlotWalk): void {
  if (type.kind !== 'optional' && !isOpen(type)) {
    reportMistake(
      'wrong-type',
      key,
      `a value after \`?\` must be optional, such as \`this.?name\` or \`optional.of(x)\`, and \`${name}\` is ${typeText(type)}`,
      walk,
    )
  } else if (member !== undefined && member.optional !== true) {
    reportMistake('wrong-type', key, `\`${name}\` must be there, and \`?\` leaves it out`, walk)
  }
}

function checkLiteral(type: Type, at: Scalar | undefined, walk: SlotWalk, expected: Type | undefined): Type {
  if (expected === undefined || at === undefined || isAssignable(type, expected)) return type
  if (type.kind === 'double' && withoutNull(expected).kind === 'decimal') return type
  reportMistake('wrong-type', at, `\`${at.text}\` is given ${typeText(type)}, and ${typeText(withoutNull(expected))} is expected`, walk)
  return type
}

/** Reports a map or list where another type is expected; a map with unknown keys is allowed. */
function checkKind(expectedType: Type | undefined, kind: 'list' | 'object', at: Scalar | undefined, walk: SlotWalk): Type | undefined {
  if (
    expectedType === undefined ||
    at === undefined ||
    expectedType.kind === 'dyn' ||
    expectedType.kind === 'unknown' ||
    expectedType.kind === kind
  )
    return undefined
  if (kind === 'object' && expectedType.kind === 'map') return undefined
  reportMistake(
    'wrong-type',
    at,
    `\`${at.text}\` is given ${kind === 'list' ? 'a list' : 'a map'}, and ${typeText(expectedType)} is expected`,
    walk,
  )
  return { kind: 'unknown' }
}

/** A mistake at a key, reported like a mistake of an expression. */
function reportMistake(kind: TypingProblem['kind'], at: Scalar, message: string, walk: SlotWalk): void {
  walk.report({ slot: { kind: 'expression', text: at.text, node: at }, kind, message, start: 0, end: at.text.length })
}

/** The names of one caller. */
export function listCallerNames({
  caller,
  claims,
  credential,
}: {
  readonly caller?: Type
  readonly claims?: Type
  readonly credential?: Type
}): (readonly [string, Type])[] {
  return Object.entries({ caller, claims, credential }).flatMap(([name, type]) => (type === undefined ? [] : [[name, type] as const]))
}

export function findRecordType(resource: ResourceInfo | undefined): Type {
  return resource === undefined ? { kind: 'unknown' } : { kind: 'record', resource: resource.name }
}

/** The tests that read no property written since. */
export function listUnaffectedTests(tests: readonly Expression[], written: ReadonlySet<string>): readonly Expression[] {
  return tests.filter((test) => reads(test).properties.every(({ resource, path }) => !written.has(`${resource}.${path[0]}`)))
}
