// Decodes a value: reports all failures, or returns it in the internal form.

import {
  type Json,
  type JsonNumber,
  type JsonObject,
  printCanonical,
  compareNumbers,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  createJsonObject,
} from '../base/json.ts'
import { spendSteps } from '../base/turn.ts'
import type { SchemaCheck } from './checks.ts'
import { findConditionalNodes } from './conditions.ts'
import { admits, everyKind, kindBitsOf, findJsonType } from './kind.ts'
import type { SchemaRuleNode } from './node.ts'
import type { ArrayRules, MemberPlace, ObjectRules, SchemaPlace, NamedPlace } from './place.ts'
import { toStoredNumber } from './stored-number.ts'
import { type DecodeRun, createYesNoRun, reportFailure, isFull, spendStep } from './run.ts'

/** True if a value fits a schema standing alone. */
export function acceptsNode(node: SchemaRuleNode, value: Json, run: DecodeRun): boolean {
  const separateRun = createYesNoRun(run)
  decodeValue(run.places.placeOf([node]), value, separateRun)
  return separateRun.failures.length === 0
}

/** The decoded value. After a failure the result must not be used. */
export function decodeValue(place: SchemaPlace, json: Json, run: DecodeRun): Json {
  if (run.most > 1 || typeof json !== 'object' || json === null) return decodeAnew(place, json, run)
  const answers = run.cached.getOrInsertComputed(place, () => new WeakMap())
  const cached = answers.get(json)
  if (cached !== undefined) {
    if (!cached.accepted) reportFailure(run, '')
    return cached.decoded
  }
  const failureCount = run.failures.length
  const decoded = decodeAnew(place, json, run)
  answers.set(json, { decoded, accepted: run.failures.length === failureCount })
  return decoded
}

function decodeAnew(place: SchemaPlace, json: Json, run: DecodeRun): Json {
  spendStep(run)
  const { patching } = run
  if (place.patch) run.patching = true
  if (place.sensitive) run.hidden++
  let value = json
  if (run.policy.normalize) for (const schema of place.normalize) value = run.policy.normalize(schema, value)
  const decoded = place.conditional ? decodeConditional(place, value, run) : decodeSettled(place, value, run)
  if (place.sensitive) run.hidden--
  run.patching = patching
  run.spent.depth--
  return decoded
}

function decodeConditional(place: SchemaPlace, json: Json, run: DecodeRun): Json {
  // Conditions apply to the whole value, and a patch has only a part of it. They are evaluated on the patched value.
  if (run.patching && isJsonObject(json)) return decodeSettled(place, json, run)
  const value = isJsonObject(json) ? fillMembers(place, json, run) : json
  const failureCount = run.failures.length
  const { nodes, requiredKeyword } = findConditionalNodes(place, value, run)
  const decoded = isFull(run) ? value : decodeSettled(run.places.placeOfSettled(nodes), value, run)
  // The alternative was chosen for its failures, and it had none here.
  if (requiredKeyword !== undefined && run.failures.length === failureCount) reportFailure(run, requiredKeyword, { value })
  return decoded
}

/** Adds the defaults that conditions may read. */
function fillMembers(place: SchemaPlace, value: JsonObject, run: DecodeRun): JsonObject {
  if (run.patching || run.policy.defaults === 'ignore') return value
  const missing = place
    .object()
    .members.filter(
      ({ name, place: memberPlace }) => memberPlace?.default !== undefined && !memberPlace.readOnly && !Object.hasOwn(value, name),
    )
  if (missing.length === 0) return value
  return createJsonObject([...Object.entries(value), ...missing.map((member) => [member.name, member.place!.default!] as const)])
}

function decodeSettled(place: SchemaPlace, value: Json, run: DecodeRun): Json {
  if (place.never) {
    reportFailure(run, 'not', { value })
    return value
  }
  if (place.kinds !== everyKind && (kindBitsOf(value) & place.kinds) === 0) {
    const refusingNode = place.nodes.find((node) => (kindBitsOf(value) & node.kinds) === 0)
    reportFailure(run, 'type', { limit: refusingNode?.schema.type ?? [], actual: findJsonType(value), value })
    return value
  }
  if (!runChecks(place.values, value, run, value)) return value
  if (typeof value === 'string') return decodeText(place, value, run)
  if (typeof value !== 'object' && typeof value !== 'bigint' && typeof value !== 'number') return value
  if (isJsonNumber(value)) return decodeNumber(place, value, run)
  if (isJsonArray(value)) return decodeArray(place.array(), value, run)
  return value === null ? null : decodeObject(place, value, run)
}

/** Runs all checks; false if decoding should stop. `shownValue` is the value to report, if failures may contain it. */
function runChecks<T extends Json>(checks: readonly SchemaCheck<T>[], value: T, run: DecodeRun, shownValue?: Json): boolean {
  for (const check of checks) {
    if (check.passes(value)) continue
    reportFailure(run, check.keyword, {
      limit: check.limit,
      ...(check.measure && { actual: check.measure(value) }),
      ...(shownValue !== undefined && { value: shownValue }),
    })
    if (isFull(run)) return false
  }
  return true
}

function decodeText(place: SchemaPlace, text: string, run: DecodeRun): Json {
  runChecks(place.texts, text, run, text)
  let decoded = text
  for (const { name, spelling } of place.formats) {
    const canonicalText = spelling(decoded)
    if (canonicalText === undefined) reportFailure(run, 'format', { limit: name, value: text })
    else decoded = canonicalText
  }
  return decoded
}

function decodeNumber(place: SchemaPlace, value: JsonNumber, run: DecodeRun): Json {
  const failureCount = run.failures.length
  if (place.number.kind === 'integer' && run.policy.integers === 'safe' && !Number.isSafeInteger(value)) checkSafe(value, run)
  runChecks(place.numbers, value, run, value)
  return run.failures.length > failureCount ? value : toStoredNumber(value, place.number)
}

function checkSafe(value: JsonNumber, run: DecodeRun): void {
  const widest = Number.MAX_SAFE_INTEGER
  if (compareNumbers(value, widest) > 0) reportFailure(run, 'maximum', { limit: widest, value })
  if (compareNumbers(value, -widest) < 0) reportFailure(run, 'minimum', { limit: -widest, value })
}

function decodeArray(rules: ArrayRules, items: readonly Json[], run: DecodeRun): Json {
  runChecks(rules.counts, items.length, run)
  // Items of an array that is too long are not decoded, so `maxItems` bounds the work.
  if (items.length > rules.most || isFull(run)) return items
  const { patching } = run
  run.patching = false
  const decoded: Json[] = []
  for (let index = 0; index < items.length; index++) {
    const { place, refusedBy } = rules.item(index)
    run.path.push(index)
    if (refusedBy !== undefined) reportFailure(run, refusedBy)
    decoded.push(place === undefined ? items[index]! : decodeValue(place, items[index]!, run))
    run.path.pop()
    if (isFull(run)) return items
  }
  run.patching = patching
  checkContains(rules, items, run)
  if (rules.unique && hasRepeated(decoded)) reportFailure(run, 'uniqueItems')
  return decoded
}

function checkContains(rules: ArrayRules, items: readonly Json[], run: DecodeRun): void {
  for (const { node, keyword, least, most } of rules.contains) {
    const actual = items.filter((item) => acceptsNode(node, item, run)).length
    if (actual < least) reportFailure(run, keyword, { limit: least, actual })
    if (actual > most) reportFailure(run, 'maxContains', { limit: most, actual })
  }
}

function hasRepeated(items: readonly Json[]): boolean {
  return new Set(items.map(printCanonicalCounted)).size < items.length
}

function printCanonicalCounted(item: Json): string {
  const text = printCanonical(item)
  spendSteps(2 + (text.length >> 3))
  return text
}

function decodeObject(place: SchemaPlace, value: JsonObject, run: DecodeRun): Json {
  const failureCount = run.failures.length
  const result = decodeMembers(place, value, run)
  // Generation may read other members, so it happens after they have been decoded without failures.
  if (run.failures.length === failureCount) generate(place, result, run)
  return result
}

function decodeMembers(place: SchemaPlace, value: JsonObject, run: DecodeRun): JsonObject {
  const rules = place.object()
  const result = createJsonObject()
  if (!run.patching && rules.counts.length > 0 && !runChecks(rules.counts, Object.keys(value).length, run)) return value
  for (const member of rules.members) {
    const { name } = member
    if (Object.hasOwn(value, name)) {
      if (member.listed) setMember(result, name, member, value[name]!, run)
    } else fillOrMiss(result, member, run)
    if (isFull(run)) return value
  }
  const drops = run.policy.unlisted === 'drop' && rules.lists && !(run.patching && place.conditional)
  for (const name of Object.keys(value)) {
    if (rules.names.has(name)) continue
    spendSteps(4)
    const namedPlace = rules.other(name)
    if (namedPlace.listed) setMember(result, name, namedPlace, value[name]!, run)
    else if (!drops) result[name] = value[name]!
    if (isFull(run)) return value
  }
  if (rules.nameNodes.length > 0 || rules.dependents.length > 0) checkNames(rules, value, run)
  return result
}

function setMember(
  result: { [name: string]: Json },
  name: string,
  member: NamedPlace & { readonly required?: boolean },
  value: Json,
  run: DecodeRun,
): void {
  run.path.push(name)
  const { place, refusedBy } = member
  if (refusedBy !== undefined) reportFailure(run, refusedBy)
  else if (place?.readOnly && run.policy.readOnly !== 'keep') {
    if (run.policy.readOnly === 'refuse') reportFailure(run, 'readOnly')
    else generateMember(result, name, place, run)
  } else if (place === undefined) result[name] = value
  else if (value === null && run.patching && isRemovable(place, member.required === true)) result[name] = null
  else result[name] = decodeValue(place, value, run)
  run.path.pop()
}

/** True if null in a merge patch removes the member: it may be absent, and null is not one of its values. */
export function isRemovable(place: SchemaPlace, required: boolean): boolean {
  return !required && place.default === undefined && !admits(place.kinds, 'null')
}

function fillOrMiss(result: { [name: string]: Json }, { name, place, required }: MemberPlace, run: DecodeRun): void {
  if (run.patching || (place !== undefined && generateMember(result, name, place, run))) return
  const isDecoded = place === undefined || !place.readOnly || run.policy.readOnly === 'keep'
  const fills = place?.default !== undefined && run.policy.defaults === 'fill'
  if (!isDecoded || (!required && !fills)) return
  run.path.push(name)
  if (fills) result[name] = decodeValue(place, place.default, run)
  else reportFailure(run, 'required')
  run.path.pop()
}

/** A placeholder for a value to generate, which keeps the member's position. */
const pending: Json = []

function generateMember(result: { [name: string]: Json }, name: string, place: SchemaPlace, run: DecodeRun): boolean {
  if (place.generate === undefined || run.policy.generate === undefined || run.most === 1) return false
  result[name] = pending
  return true
}

function generate(place: SchemaPlace, object: JsonObject, run: DecodeRun): void {
  const members = place.object().members.filter(({ name }) => object[name] === pending)
  if (members.length === 0) return
  const filled = createJsonObject(Object.entries(object).filter(([, value]) => value !== pending)) as { [name: string]: Json }
  const result = object as { [name: string]: Json }
  const pendingSchemas = new Map(members.map(({ name, place: memberPlace }) => [name, memberPlace!.generate!]))
  const generateInOrder = (name: string): void => {
    const schema = pendingSchemas.get(name)
    if (!pendingSchemas.delete(name)) return
    for (const needed of run.policy.generatedFrom?.(schema!) ?? []) generateInOrder(needed)
    filled[name] = result[name] = run.policy.generate!(schema!, filled)
  }
  for (const { name } of members) generateInOrder(name)
}

/** Checks the member names and the dependencies between members. */
function checkNames({ nameNodes, dependents }: ObjectRules, value: JsonObject, run: DecodeRun): void {
  for (const node of nameNodes) {
    for (const name of Object.keys(value)) {
      if (acceptsNode(node, name, run)) continue
      run.path.push(name)
      reportFailure(run, 'propertyNames')
      run.path.pop()
    }
  }
  if (run.patching) return
  for (const { name, needs } of dependents) {
    if (!Object.hasOwn(value, name)) continue
    for (const needed of needs) {
      if (Object.hasOwn(value, needed)) continue
      run.path.push(needed)
      reportFailure(run, 'dependentRequired', { limit: name })
      run.path.pop()
    }
  }
}
