// Decodes a value: reports all failures, or returns it in the internal form.

import {
  type Json, type JsonNumber, type JsonObject, canonical, compareNumbers, exactly, isJsonArray, isJsonNumber, isJsonObject,
  jsonObject,
} from '../base/json.ts'
import { decimalToNumber, roundDecimal } from '../base/decimal.ts'
import { spendSteps as spendTurn } from '../base/turn.ts'
import type { SchemaCheck } from './checks.ts'
import { conditionalNodes } from './conditions.ts'
import { admits, everyKind, kindBitsOf, jsonTypeName } from './kind.ts'
import type { SchemaRuleNode } from './node.ts'
import type { ArrayRules, MemberPlace, NumberForm, ObjectRules, SchemaPlace, NamedPlace } from './place.ts'
import { type DecodeRun, withoutProblems, reportFailure, isFull, spendStep } from './run.ts'

/** True if a value fits a schema standing alone. */
export function acceptsNode(node: SchemaRuleNode, value: Json, at: DecodeRun): boolean {
  const alone = withoutProblems(at)
  decodeValue(at.places.placeOf([node]), value, alone)
  return alone.failures.length === 0
}

/** The decoded value. After a failure the result must not be used. */
export function decodeValue(place: SchemaPlace, json: Json, at: DecodeRun): Json {
  if (at.most > 1 || typeof json !== 'object' || json === null) return decodeAnew(place, json, at)
  const answers = at.cached.getOrInsertComputed(place, () => new WeakMap())
  const cached = answers.get(json)
  if (cached !== undefined) {
    if (!cached.accepted) reportFailure(at, '')
    return cached.decoded
  }
  const before = at.failures.length
  const decoded = decodeAnew(place, json, at)
  answers.set(json, { decoded, accepted: at.failures.length === before })
  return decoded
}

function decodeAnew(place: SchemaPlace, json: Json, at: DecodeRun): Json {
  spendStep(at)
  const { patching } = at
  if (place.patch) at.patching = true
  if (place.sensitive) at.hidden++
  let value = json
  if (at.manner.normalize) for (const schema of place.normalize) value = at.manner.normalize(schema, value)
  const decoded = place.conditional ? decodeConditional(place, value, at) : decodeSettled(place, value, at)
  if (place.sensitive) at.hidden--
  at.patching = patching
  at.spent.within--
  return decoded
}

function decodeConditional(place: SchemaPlace, json: Json, at: DecodeRun): Json {
  // Conditions apply to the whole value, and a patch has only a part of it. They are evaluated on the patched value.
  if (at.patching && isJsonObject(json)) return decodeSettled(place, json, at)
  const value = isJsonObject(json) ? fillMembers(place, json, at) : json
  const before = at.failures.length
  const { nodes, owed } = conditionalNodes(place, value, at)
  const decoded = isFull(at) ? value : decodeSettled(at.places.placeOfSettled(nodes), value, at)
  // The alternative was chosen for its failures, and it had none here.
  if (owed !== undefined && at.failures.length === before) reportFailure(at, owed, { value })
  return decoded
}

/** Adds the defaults that conditions may read. */
function fillMembers(place: SchemaPlace, value: JsonObject, at: DecodeRun): JsonObject {
  if (at.patching || at.manner.defaults === 'ignore') return value
  const missing = place
    .object()
    .members.filter(({ name, place: own }) => own?.default !== undefined && !own.readOnly && !Object.hasOwn(value, name))
  if (missing.length === 0) return value
  return jsonObject([...Object.entries(value), ...missing.map((member) => [member.name, member.place!.default!] as const)])
}

function decodeSettled(place: SchemaPlace, value: Json, at: DecodeRun): Json {
  if (place.never) {
    reportFailure(at, 'not', { value })
    return value
  }
  if (place.kinds !== everyKind && (kindBitsOf(value) & place.kinds) === 0) {
    const refusing = place.nodes.find((node) => (kindBitsOf(value) & node.kinds) === 0)
    reportFailure(at, 'type', { limit: refusing?.schema.type ?? [], actual: jsonTypeName(value), value })
    return value
  }
  if (!ask(place.values, value, at, value)) return value
  if (typeof value === 'string') return decodeText(place, value, at)
  if (typeof value !== 'object' && typeof value !== 'bigint' && typeof value !== 'number') return value
  if (isJsonNumber(value)) return decodeNumber(place, value, at)
  if (isJsonArray(value)) return decodeArray(place.array(), value, at)
  return value === null ? null : decodeObject(place, value, at)
}

/** Runs all checks; false if decoding should stop. `shownValue` is the value to report, if failures may contain it. */
function ask<T extends Json>(checks: readonly SchemaCheck<T>[], value: T, at: DecodeRun, shownValue?: Json): boolean {
  for (const check of checks) {
    if (check.passes(value)) continue
    reportFailure(at, check.keyword, {
      limit: check.limit,
      ...(check.measure && { actual: check.measure(value) }),
      ...(shownValue !== undefined && { value: shownValue }),
    })
    if (isFull(at)) return false
  }
  return true
}

function decodeText(place: SchemaPlace, text: string, at: DecodeRun): Json {
  ask(place.texts, text, at, text)
  let decoded = text
  for (const { name, spelling } of place.formats) {
    const spelt = spelling(decoded)
    if (spelt === undefined) reportFailure(at, 'format', { limit: name, value: text })
    else decoded = spelt
  }
  return decoded
}

function decodeNumber(place: SchemaPlace, value: JsonNumber, at: DecodeRun): Json {
  const before = at.failures.length
  if (place.number.kind === 'integer' && at.manner.integers === 'safe' && !Number.isSafeInteger(value)) checkSafe(value, at)
  ask(place.numbers, value, at, value)
  return at.failures.length > before ? value : keptNumber(value, place.number)
}

function checkSafe(value: JsonNumber, at: DecodeRun): void {
  const widest = Number.MAX_SAFE_INTEGER
  if (compareNumbers(value, widest) > 0) reportFailure(at, 'maximum', { limit: widest, value })
  if (compareNumbers(value, -widest) < 0) reportFailure(at, 'minimum', { limit: -widest, value })
}

/** Converts a number to the form that the schemas require. */
export function keptNumber(value: JsonNumber, form: NumberForm): JsonNumber {
  switch (form.kind) {
    case 'any':
      return typeof value === 'object' ? exactly(value) : value
    case 'decimal':
      return form.scale === undefined ? exactly(value) : roundDecimal(exactly(value), form.scale)
    case 'double':
      return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : decimalToNumber(value)
    case 'integer':
    case 'int64':
      return integerOf(value)
  }
}

/** Converts a Decimal without fraction to an integer; computed values may have that form. */
function integerOf(value: JsonNumber): JsonNumber {
  if (typeof value !== 'object') return value
  const { digits } = roundDecimal(value, 0)
  const double = Number(digits)
  return Number.isSafeInteger(double) ? double : digits
}

function decodeArray(rules: ArrayRules, items: readonly Json[], at: DecodeRun): Json {
  ask(rules.counts, items.length, at)
  // Items of an array that is too long are not decoded, so `maxItems` bounds the work.
  if (items.length > rules.most || isFull(at)) return items
  const { patching } = at
  at.patching = false
  const decoded: Json[] = []
  for (let index = 0; index < items.length; index++) {
    const { place, refusedBy } = rules.item(index)
    at.path.push(index)
    if (refusedBy !== undefined) reportFailure(at, refusedBy)
    decoded.push(place === undefined ? items[index]! : decodeValue(place, items[index]!, at))
    at.path.pop()
    if (isFull(at)) return items
  }
  at.patching = patching
  checkContains(rules, items, at)
  if (rules.unique && hasRepeated(decoded)) reportFailure(at, 'uniqueItems')
  return decoded
}

function checkContains(rules: ArrayRules, items: readonly Json[], at: DecodeRun): void {
  for (const { node, keyword, least, most } of rules.contains) {
    const actual = items.filter((item) => acceptsNode(node, item, at)).length
    if (actual < least) reportFailure(at, keyword, { limit: least, actual })
    if (actual > most) reportFailure(at, 'maxContains', { limit: most, actual })
  }
}

function hasRepeated(items: readonly Json[]): boolean {
  return new Set(items.map(canonicalCounted)).size < items.length
}

function canonicalCounted(item: Json): string {
  const text = canonical(item)
  spendTurn(2 + (text.length >> 3))
  return text
}

function decodeObject(place: SchemaPlace, value: JsonObject, at: DecodeRun): Json {
  const before = at.failures.length
  const result = decodeMembers(place, value, at)
  // Generation may read other members, so it happens after they have been decoded without failures.
  if (at.failures.length === before) generate(place, result, at)
  return result
}

function decodeMembers(place: SchemaPlace, value: JsonObject, at: DecodeRun): JsonObject {
  const rules = place.object()
  const result = jsonObject()
  if (!at.patching && rules.counts.length > 0 && !ask(rules.counts, Object.keys(value).length, at)) return value
  for (const member of rules.members) {
    const { name } = member
    if (Object.hasOwn(value, name)) {
      if (member.listed) setMember(result, name, member, value[name]!, at)
    } else fillOrMiss(result, member, at)
    if (isFull(at)) return value
  }
  const drops = at.manner.unlisted === 'drop' && rules.lists && !(at.patching && place.conditional)
  for (const name of Object.keys(value)) {
    if (rules.names.has(name)) continue
    spendTurn(4)
    const spoken = rules.other(name)
    if (spoken.listed) setMember(result, name, spoken, value[name]!, at)
    else if (!drops) result[name] = value[name]!
    if (isFull(at)) return value
  }
  if (rules.nameNodes.length > 0 || rules.dependents.length > 0) checkNames(rules, value, at)
  return result
}

function setMember(
  result: { [name: string]: Json },
  name: string,
  member: NamedPlace & { readonly required?: boolean },
  value: Json,
  at: DecodeRun,
): void {
  at.path.push(name)
  const { place, refusedBy } = member
  if (refusedBy !== undefined) reportFailure(at, refusedBy)
  else if (place?.readOnly && at.manner.readOnly !== 'keep') {
    if (at.manner.readOnly === 'refuse') reportFailure(at, 'readOnly')
    else generateMember(result, name, place, at)
  } else if (place === undefined) result[name] = value
  else if (value === null && at.patching && removable(place, member.required === true)) result[name] = null
  else result[name] = decodeValue(place, value, at)
  at.path.pop()
}

/** True if null in a merge patch removes the member: it may be absent, and null is not one of its values. */
export function removable(place: SchemaPlace, required: boolean): boolean {
  return !required && place.default === undefined && !admits(place.kinds, 'null')
}

function fillOrMiss(result: { [name: string]: Json }, { name, place, required }: MemberPlace, at: DecodeRun): void {
  if (at.patching || (place !== undefined && generateMember(result, name, place, at))) return
  const isDecoded = place === undefined || !place.readOnly || at.manner.readOnly === 'keep'
  const fills = place?.default !== undefined && at.manner.defaults === 'fill'
  if (!isDecoded || (!required && !fills)) return
  at.path.push(name)
  if (fills) result[name] = decodeValue(place, place.default, at)
  else reportFailure(at, 'required')
  at.path.pop()
}

/** A placeholder for a value to generate, which keeps the member's position. */
const pending: Json = []

function generateMember(result: { [name: string]: Json }, name: string, place: SchemaPlace, at: DecodeRun): boolean {
  if (place.generate === undefined || at.manner.generate === undefined || at.most === 1) return false
  result[name] = pending
  return true
}

function generate(place: SchemaPlace, object: JsonObject, at: DecodeRun): void {
  const members = place.object().members.filter(({ name }) => object[name] === pending)
  if (members.length === 0) return
  const filled = jsonObject(Object.entries(object).filter(([, value]) => value !== pending)) as { [name: string]: Json }
  const result = object as { [name: string]: Json }
  const waiting = new Map(members.map(({ name, place: own }) => [name, own!.generate!]))
  const make = (name: string): void => {
    const schema = waiting.get(name)
    if (!waiting.delete(name)) return
    for (const needed of at.manner.generatedFrom?.(schema!) ?? []) make(needed)
    filled[name] = result[name] = at.manner.generate!(schema!, filled)
  }
  for (const { name } of members) make(name)
}

/** Checks the member names and the dependencies between members. */
function checkNames({ nameNodes, dependents }: ObjectRules, value: JsonObject, at: DecodeRun): void {
  for (const node of nameNodes) {
    for (const name of Object.keys(value)) {
      if (acceptsNode(node, name, at)) continue
      at.path.push(name)
      reportFailure(at, 'propertyNames')
      at.path.pop()
    }
  }
  if (at.patching) return
  for (const { name, needs } of dependents) {
    if (!Object.hasOwn(value, name)) continue
    for (const needed of needs) {
      if (Object.hasOwn(value, needed)) continue
      at.path.push(needed)
      reportFailure(at, 'dependentRequired', { limit: name })
      at.path.pop()
    }
  }
}
