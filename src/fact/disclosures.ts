// Exceptions to read rules: each entry of `discloses` with the names it covers, by the place of its expressions.

import { listExtendedViews } from '../typing/views.ts'
import type { Scalar } from '../document/node.ts'
import type { Discloses } from '../model/discloses.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type TemplateText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Domain } from '../typing/domain.ts'
import { containsSecret } from '../cel/secret.ts'
import { collectExpressions } from './expressions.ts'

/** The place whose expressions an entry of `discloses` applies to. */
export type DisclosingPlace =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'view'; readonly name: string }
  | { readonly kind: 'property'; readonly resource: string; readonly property: string }
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: 'webhooks' }
  | { readonly kind: 'callback'; readonly name: string }

/** The subject of an entry. `unknown`: no look-up, resource or field has this name. */
export type DisclosedSubject =
  /** The record of a look-up: its field rules apply, its record rule does not, so the look-up finds hidden records. */
  | { readonly kind: 'look-up'; readonly name: string; readonly resource: string }
  /** The record rule of the resource does not apply; its field rules do. */
  | { readonly kind: 'resource'; readonly resource: string }
  /** Neither rule applies to this field, but a list of its resource's records is filtered as before. */
  | { readonly kind: 'field'; readonly resource: string; readonly property: string }
  | { readonly kind: 'unknown' }
  /** A secret, or a tenant property. */
  | { readonly kind: 'never'; readonly resource: string; readonly property: string; readonly reason: 'secret' | 'tenant' }

export type Disclosure = {
  readonly place: DisclosingPlace
  /** The spelling in the document: `user`, `Account`, `Account.email`. */
  readonly name: string
  readonly key: Scalar
  readonly subject: DisclosedSubject
  readonly reason: string
  /** The part of the model that contains the disclosing expressions. */
  readonly contents: unknown
}

/** The exceptions that apply to the expressions at one place. */
export type Disclosed = {
  /** Names of `with`. */
  readonly lookUps: ReadonlySet<string>
  /** Resources whose record rule does not apply. */
  readonly resources: ReadonlySet<string>
  /** Fields, as `Doc.title`, to which neither rule applies. */
  readonly fields: ReadonlySet<string>
}

export const nothingDisclosed: Disclosed = { lookUps: new Set(), resources: new Set(), fields: new Set() }

export type Disclosures = {
  /** In the order of the document. */
  readonly all: readonly Disclosure[]
  /** A view also has the disclosures of the views that it extends. */
  ofPlace(place: DisclosingPlace): Disclosed
  /** The exceptions for an expression or text, by its place. */
  ofSlot(slot: ExpressionText | TemplateText): Disclosed
}

const cache = new WeakMap<Domain, Disclosures>()

/** Cached, because several analyses use them. */
export function collectDisclosures(domain: Domain): Disclosures {
  return cache.getOrInsertComputed(domain, listDisclosures)
}

function listDisclosures(domain: Domain): Disclosures {
  const places = [...listPlaces(domain)]
  const all = places.flatMap(({ place, entries: disclosure, contents }) =>
    listSpecifiedEntries(disclosure).map(({ name, key, value }): Disclosure => ({
      place,
      contents,
      name,
      key,
      reason: value,
      subject: describeSubject(name, place, domain),
    })),
  )
  const byPlace = Map.groupBy(all, ({ place }) => keyOf(place))
  const known = new Map<string, Disclosed>()
  const disclosedAt = (place: DisclosingPlace): Disclosed => {
    if (all.length === 0) return nothingDisclosed
    const key = keyOf(place)
    let disclosed = known.get(key)
    if (disclosed === undefined) {
      const disclosures = [place, ...listExtendedPlaces(place, domain)].flatMap((each) => byPlace.get(keyOf(each)) ?? [])
      known.set(key, (disclosed = disclosures.length === 0 ? nothingDisclosed : mergeDisclosures(disclosures)))
    }
    return disclosed
  }
  const bySlot = new Map<ExpressionText | TemplateText, Disclosed>()
  for (const { place, contents } of places) {
    const disclosed = byPlace.has(keyOf(place)) ? disclosedAt(place) : undefined
    if (disclosed === undefined) continue
    const { expressions, texts } = collectExpressions(contents)
    for (const slot of [...expressions, ...texts]) bySlot.set(slot, disclosed)
  }
  return { all, ofPlace: disclosedAt, ofSlot: (slot) => bySlot.get(slot) ?? nothingDisclosed }
}

/** The views that a view extends, at any depth. */
function listExtendedPlaces(place: DisclosingPlace, { views }: Domain): readonly DisclosingPlace[] {
  if (place.kind !== 'view') return []
  const names = new Set<string>([place.name])
  for (const name of names) {
    const source = views.get(name)?.source
    for (const extended of source === undefined ? [] : listExtendedViews(source)) names.add(extended)
  }
  return [...names].slice(1).map((name) => ({ kind: 'view', name }))
}

/** Look-ups of an operation that find hidden records: by `decides`, or because `discloses` names them. */
export function listDecidingLookUps(operation: Operation): ReadonlySet<string> {
  return decidingCache.getOrInsertComputed(operation, findDecidingLookUps)
}

const decidingCache = new WeakMap<Operation, ReadonlySet<string>>()

function findDecidingLookUps(operation: Operation): ReadonlySet<string> {
  const disclosedNames = new Set(listSpecifiedEntries(operation.slots.discloses).map(({ name }) => name))
  return new Set(
    listSpecifiedEntries(operation.slots.with)
      .filter(({ name, value }) => slotValueOf(value.decides) !== undefined || disclosedNames.has(name))
      .map(({ name }) => name),
  )
}

function keyOf(place: DisclosingPlace): string {
  switch (place.kind) {
    case 'operation':
      return `operation ${place.operation.name}`
    case 'view':
      return `view ${place.name}`
    case 'property':
      return `property ${place.resource}.${place.property}`
    case 'event':
      return `event ${place.name}`
    case 'webhooks':
      return 'webhooks'
    case 'callback':
      return `callback ${place.name}`
    default:
      return place satisfies never
  }
}

type DisclosingPart = { readonly place: DisclosingPlace; readonly entries: Discloses; readonly contents: unknown }

function* listPlaces(domain: Domain): Iterable<DisclosingPart> {
  const { resources, endpoints, events } = domain.model
  for (const { name: resource, properties } of domain.resources.values()) {
    for (const { name: property, source } of properties.values()) {
      if (source !== undefined)
        yield { place: { kind: 'property', resource, property }, entries: source.keywords.discloses, contents: source.keywords.compute }
    }
  }
  for (const { name, value } of listSpecifiedEntries(resources.value.views))
    yield { place: { kind: 'view', name }, entries: value.discloses, contents: value }
  for (const operation of endpoints.value.operations)
    yield { place: { kind: 'operation', operation }, entries: operation.slots.discloses, contents: operation.slots }
  const { types, delivery, callbacks } = events.value
  for (const { name, value } of listSpecifiedEntries(types))
    yield { place: { kind: 'event', name }, entries: value.discloses, contents: value }
  const webhooks = slotValueOf(slotValueOf(delivery)?.webhooks ?? { state: 'unsaid' })
  if (webhooks !== undefined) yield { place: { kind: 'webhooks' }, entries: webhooks.discloses, contents: webhooks }
  for (const { name, value } of listSpecifiedEntries(callbacks))
    yield { place: { kind: 'callback', name }, entries: value.discloses, contents: value }
}

function describeSubject(name: string, place: DisclosingPlace, domain: Domain): DisclosedSubject {
  const lookUp =
    place.kind === 'operation' ? listSpecifiedEntries(place.operation.slots.with).find((each) => each.name === name) : undefined
  const lookedUpResource = lookUp && slotValueOf(lookUp.value.find)?.text
  if (lookedUpResource !== undefined) return { kind: 'look-up', name, resource: lookedUpResource }
  if (domain.resources.has(name)) return { kind: 'resource', resource: name }
  const [resource = '', property, ...others] = name.split('.')
  const info = domain.resources.get(resource)
  const member = property === undefined || others.length > 0 ? undefined : info?.properties.get(property)
  if (info === undefined || member === undefined) return { kind: 'unknown' }
  if (containsSecret(member.type)) return { kind: 'never', resource, property: member.name, reason: 'secret' }
  if (info.tenant.some((each) => each.property === member.name)) return { kind: 'never', resource, property: member.name, reason: 'tenant' }
  return { kind: 'field', resource, property: member.name }
}

function mergeDisclosures(group: readonly Disclosure[]): Disclosed {
  const lookUps = new Set<string>()
  const resources = new Set<string>()
  const fields = new Set<string>()
  for (const { subject } of group) {
    switch (subject.kind) {
      case 'look-up':
        lookUps.add(subject.name)
        break
      case 'resource':
        resources.add(subject.resource)
        break
      case 'field':
        fields.add(`${subject.resource}.${subject.property}`)
        break
      case 'unknown':
      case 'never':
        break
      default:
        subject satisfies never
    }
  }
  return { lookUps, resources, fields }
}
