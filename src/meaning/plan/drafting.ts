// How the records of one resource are made from what an operation is sent: each property's source is found once.

import { type Json, type JsonObject, isJsonObject } from '../../base/json.ts'
import { printTimestamp } from '../../base/time.ts'
import { uuidv4, uuidv7 } from '../../base/uuid.ts'
import type { Type } from '../../cel/type.ts'
import { pathsIn } from '../../exchange/reads.ts'
import { isHiding } from '../../fact/rules.ts'
import type { OperationSlots } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import { timedOf } from '../../model/timed.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { Draft, formOf } from '../draft.ts'
import { stateNamed } from '../machine.ts'
import type { Service } from '../service.ts'
import { namesSentAlike } from '../settled.ts'
import { goesByItself } from '../transition.ts'
import { isMadeAsKept } from '../write.ts'

/** Undefined where the interpreter must say what becomes of it. */
export type Drafting = (body: Json, now: number) => Draft | undefined

type Source = (body: Json, now: number) => Json | undefined

/** Where in the body the properties come from that are not made otherwise; what is `set` from it must be there. */
export type Sent = { readonly body: Schema; readonly fields: Paths; readonly set: Paths; readonly constants: ReadonlyMap<string, Json> }
type Paths = readonly (readonly [property: string, path: readonly string[]])[]

/** What is `set` from the body or said by the document, and, of an action on a record, the fields of the body; undefined where `set` asks for more. */
export function sentOf({ facts: { typing } }: Service, operation: Operation, set: OperationSlots['set'], from: 'body' | 'set'): Sent | undefined {
  const { body } = typing.input(operation)
  const all = each(set)
  const paths = pathsIn(set, typing, ['input', 'body']).filter((each): each is Paths[number] => each[1].every((step) => typeof step === 'string'))
  const constants = all.flatMap(({ name, value }) => (value.kind === 'literal' ? [[name, value.value] as const] : []))
  if (body === undefined || paths.length + constants.length < all.length) return undefined
  const writes = from === 'set' ? [] : body.writes
  const fields = writes.filter(({ property }) => !all.some(({ name }) => name === property)).map(({ property, path }) => [property, path] as const)
  return { body: body.schema, fields, set: paths, constants: new Map(constants) }
}

/** Undefined where a new record of the resource is more than what is sent, filled by a constant, or made from nothing. */
export function draftingOf(service: Service, info: ResourceInfo, sent: Sent): Drafting | undefined {
  const form = formOf(info, service.keys)
  const paths = new Map([...sent.fields, ...sent.set])
  const set = new Set(sent.set.map(([name]) => name))
  const alike = namesSentAlike(service, info, sent.body, paths)
  if (form === undefined || info.tenant.length > 0 || info.source.slots.invariant.state === 'shown' || !info.machines.every(isQuiet)) return undefined
  if (alike.size < paths.size || !form.properties.every((property) => isPlain(service, property))) return undefined
  const sources = form.properties.map((property) => sourceOf(service, property, paths.get(property.name), sent.constants.get(property.name)))
  if (!sources.every((source) => source !== undefined)) return undefined
  const needed = form.properties.map(({ name, required, nullable }) => info.key.includes(name) || set.has(name) || (required && !nullable))
  return (sentBody, now) => {
    const json: (Json | undefined)[] = []
    for (const [index, source] of sources.entries()) {
      const value = source(sentBody, now) ?? undefined
      if (value === undefined && needed[index]!) return undefined
      json.push(value)
    }
    return new Draft(form, json)
  }
}

/** Nothing begins with the entry into the initial state but the state. */
function isQuiet(machine: ResourceInfo['machines'][number]): boolean {
  const initial = shown(machine.slots.initial)
  const state = initial && stateNamed(machine, initial.text)
  return state !== undefined && state.entry.state === 'unsaid' && timedOf(state).length === 0 && !goesByItself(machine)
}

/** What is sent of it, and kept, is what JSON has of it. */
function isPlain({ world }: Service, { type, reference, secret, normalize }: Property): boolean {
  if (secret || normalize !== undefined) return false
  if (reference === undefined) return isPlainType(type, true)
  const target = world.domain.resources.get(reference.resource)
  const [key, ...more] = target?.key ?? []
  const own = key === undefined ? undefined : target?.properties.get(key)
  return !reference.many && target !== undefined && own !== undefined && more.length === 0 && own.reference === undefined && !own.fold && isPlainType(own.type, false)
    && target.tenant.length === 0 && shown(target.source.slots.softDelete) !== true && !isHiding(world.model, target.name)
}

/** Moments within others are read again when they are printed. */
function isPlainType(type: Type, isTop: boolean): boolean {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return isPlainType(type.of, isTop)
    case 'string':
    case 'enum':
    case 'int':
    case 'bool':
      return true
    case 'timestamp':
      return isTop
    case 'list':
      return isPlainType(type.element, false)
    case 'object':
      return [...type.members.values()].every((member) => isPlainType(member.type, false))
    default:
      return false
  }
}

/** Given by the document, or by the body where that has it, otherwise as it begins. */
function sourceOf(service: Service, property: Property, path: readonly string[] | undefined, constant: Json | undefined): Source | undefined {
  if (constant !== undefined) return alwaysOf(service, property, constant)
  const initial = initialOf(service, property)
  if (path === undefined || initial === undefined) return initial
  return (body, now) => {
    const given = memberAt(body, path)
    return given === undefined ? initial(body, now) : given
  }
}

function memberAt(body: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = body
  for (const name of path) at = isJsonObject(at) && Object.hasOwn(at, name) ? (at as JsonObject)[name] : undefined
  return at
}

/** As the property keeps it. */
function alwaysOf(service: Service, property: Property, json: Json): Source | undefined {
  const kept = json === null ? { value: null } : service.stored(property).decode(json)
  return kept.failures === undefined ? () => kept.value : undefined
}

function initialOf(service: Service, property: Property): Source | undefined {
  const { machine, generate } = property
  const { randomness } = service.lending
  if (machine !== undefined) {
    const state = shown(machine.slots.initial)?.text
    return state === undefined ? undefined : () => state
  }
  switch (generate?.kind) {
    case 'uuidv7':
      return isMadeAsKept(property) ? (_body, now) => uuidv7({ now: () => now }, randomness) : undefined
    case 'uuidv4':
      return isMadeAsKept(property) ? () => uuidv4(randomness) : undefined
    case 'now':
    case 'now-on-update':
      return isMadeAsKept(property) ? (_body, now) => printTimestamp(now) : undefined
    case 'sequence':
    case 'expression':
      return undefined
    case undefined:
  }
  return property.default === undefined ? () => undefined : alwaysOf(service, property, property.default.value)
}
