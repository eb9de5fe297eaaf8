// Decodes a value: reports all failures, or returns it in the internal form. Arrays and objects that decoding does not change are returned
// themselves: the platform prints an object that it parsed faster.

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
import { generate, generates, pending } from './generate.ts'
import { admits, everyKind, kindBitsOf, findJsonType } from './kind.ts'
import { buildObject, isInOrder } from './members.ts'
import type { SchemaRuleNode } from './node.ts'
import type { ArrayRules, MemberPlace, ObjectRules, SchemaPlace, NamedPlace } from './place.ts'
import { toStoredNumber } from './stored-number.ts'
import { type DecodeRun, createYesNoRun, findResult, isFull, reportFailure, spendStep, storeResult } from './run.ts'

/** True if a value fits a schema standing alone. */
export function acceptsNode(node: SchemaRuleNode, value: Json, run: DecodeRun): boolean {
  const separateRun = createYesNoRun(run)
  decodeValue(run.places.placeOf([node]), value, separateRun)
  return separateRun.failures.length === 0
}

/** The decoded value. After a failure the result must not be used. */
export function decodeValue(place: SchemaPlace, json: Json, run: DecodeRun): Json {
  const known = run.most === 1 ? findResult(place, json, run) : undefined
  if (known !== undefined) {
    if (!known.accepted) reportFailure(run, '')
    return known.decoded
  }
  const failureCount = run.failures.length
  spendStep(run)
  const decoded = place.plain ? decodeSettled(place, json, run) : decodeTreated(place, json, run)
  run.spent.depth--
  if (run.most === 1) storeResult(place, json, run, { decoded, accepted: run.failures.length === failureCount })
  return decoded
}

/** Decodes a value that is conditional, sensitive, a patch or normalised. */
function decodeTreated(place: SchemaPlace, json: Json, run: DecodeRun): Json {
  const { patching } = run
  if (place.patch) run.patching = true
  if (place.sensitive) run.hidden++
  let value = json
  if (run.policy.normalize) for (const schema of place.normalize) value = run.policy.normalize(schema, value)
  const decoded = place.conditional ? decodeConditional(place, value, run) : decodeSettled(place, value, run)
  if (place.sensitive) run.hidden--
  run.patching = patching
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
  if (place.values.length > 0 && !runChecks(place.values, value, run, value)) return value
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
  let changed: Json[] | undefined
  for (let index = 0; index < items.length; index++) {
    const { place, refusedBy } = rules.item(index)
    run.path.push(index)
    if (refusedBy !== undefined) reportFailure(run, refusedBy)
    const item = place === undefined ? items[index]! : decodeValue(place, items[index]!, run)
    run.path.pop()
    if (isFull(run)) return items
    if (item !== items[index]) changed ??= items.slice(0, index)
    changed?.push(item)
  }
  run.patching = patching
  if (rules.contains.length > 0) checkContains(rules, items, run)
  const decoded = changed ?? items
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

function decodeObject(place: SchemaPlace, value: JsonObject, run: DecodeRun): JsonObject {
  const failureCount = run.failures.length
  const rules = place.object()
  if (!run.patching && rules.counts.length > 0 && !runChecks(rules.counts, Object.keys(value).length, run)) return value
  /** The decoded members in the order of the rules; undefined for an absent one. */
  const members: (Json | undefined)[] = []
  let isUnchanged = true
  for (const member of rules.members) {
    const sent = Object.hasOwn(value, member.name) ? value[member.name] : undefined
    const decoded = sent === undefined ? fillOrMiss(member, run) : member.listed ? decodeMember(member.name, member, sent, run) : undefined
    if (isFull(run)) return value
    isUnchanged &&= decoded === sent
    members.push(decoded)
  }
  const isComplete = isInOrder(rules, value, members)
  const others = isComplete ? undefined : decodeOthers(place, rules, value, run)
  if (isFull(run)) return value
  if (rules.nameNodes.length > 0 || rules.dependents.length > 0) checkNames(rules, value, run)
  if (isUnchanged && isComplete) return value
  const decoded = buildObject(rules, members, others)
  // Generation may read other members, so it happens after they have been decoded without failures.
  return run.policy.generate === undefined || run.failures.length > failureCount ? decoded : generate(place, decoded, run)
}

/** Decodes the members that the rules do not name, without those that are dropped. */
function decodeOthers(place: SchemaPlace, rules: ObjectRules, value: JsonObject, run: DecodeRun): ReadonlyMap<string, Json> {
  const others = new Map<string, Json>()
  const drops = run.policy.unlisted === 'drop' && rules.lists && !(run.patching && place.conditional)
  for (const name in value) {
    if (rules.names.has(name)) continue
    spendSteps(4)
    const namedPlace = rules.other(name)
    const decoded = namedPlace.listed ? decodeMember(name, namedPlace, value[name]!, run) : drops ? undefined : value[name]!
    if (decoded !== undefined) others.set(name, decoded)
    if (isFull(run)) break
  }
  return others
}

/** Undefined if the member is dropped. */
function decodeMember(
  name: string,
  { place, refusedBy, required }: NamedPlace & { readonly required?: boolean },
  value: Json,
  run: DecodeRun,
): Json | undefined {
  if (refusedBy === undefined && place === undefined) return value
  run.path.push(name)
  let decoded: Json | undefined
  if (refusedBy !== undefined) reportFailure(run, refusedBy)
  else if (place!.readOnly && run.policy.readOnly !== 'keep') decoded = dropReadOnly(place!, run)
  else if (value === null && run.patching && isRemovable(place!, required === true)) decoded = null
  else decoded = decodeValue(place!, value, run)
  run.path.pop()
  return decoded
}

/** A read-only member that was sent anyway has the value that it would have without. */
function dropReadOnly(place: SchemaPlace, run: DecodeRun): Json | undefined {
  if (run.policy.readOnly === 'refuse') reportFailure(run, 'readOnly')
  else if (place.generate !== undefined && generates(run)) return pending
  return undefined
}

/** True if null in a merge patch removes the member: it may be absent, and null is not one of its values. */
function isRemovable(place: SchemaPlace, required: boolean): boolean {
  return !required && place.default === undefined && !admits(place.kinds, 'null')
}

/** The value of an absent member: its default, or a placeholder for the value to generate. */
function fillOrMiss({ name, place, required }: MemberPlace, run: DecodeRun): Json | undefined {
  if (run.patching) return undefined
  if (place?.generate !== undefined && generates(run)) return pending
  const isDecoded = place === undefined || !place.readOnly || run.policy.readOnly === 'keep'
  const fills = place?.default !== undefined && run.policy.defaults === 'fill'
  if (!isDecoded || (!required && !fills)) return undefined
  run.path.push(name)
  let filled: Json | undefined
  if (fills) filled = decodeValue(place, place.default, run)
  else reportFailure(run, 'required')
  run.path.pop()
  return filled
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
