// What part 5 requires of whoever calls an operation, and what it says of each scheme that is required: put together once.

import { security } from '../../fact/conditions/caller.ts'
import type { Authentication, CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type Slot, each, named, shown } from '../../model/slot.ts'
import type { Service } from '../service.ts'

export type Scheme = {
  readonly name: string
  /** When what was presented ends, and the scopes that it has, where the scheme says so itself. */
  readonly ends: ExpressionText | undefined
  readonly scopes: ExpressionText | undefined
  /** How far clocks may differ, in milliseconds. */
  readonly skew: number
  /** The record that its keys are found by. */
  readonly find: Lookup | undefined
  /** Who the caller is; undefined where it is what the scheme brings. */
  readonly caller: Exclude<CallerRule, { readonly kind: 'schemes' }> | undefined
}

/** Schemes that are good together, each with the scopes that it must have. */
export type Requirement = readonly { readonly scheme: Scheme; readonly scopes: readonly string[] }[]

export type Required = {
  readonly requirements: readonly Requirement[]
  /** Every one that a requirement names, in order. */
  readonly schemes: readonly Scheme[]
  /** Whether the service has several, so that callers say by which they came. */
  readonly several: boolean
}

const required = new WeakMap<Operation, Required>()

/** The operation's own requirements, or the service's. */
export function requiredOf(service: Service, operation: Operation): Required {
  return required.getOrInsertComputed(operation, () => gather(service, operation))
}

function gather({ world }: Service, operation: Operation): Required {
  const { authentication: { value } } = world.model
  const asked = security({ world, operation })
  const schemes = new Map(asked.flat().map(({ name }) => [name, schemeOf(value, name)]))
  return {
    requirements: asked.map((requirement) => requirement.map(({ name, slot }) => ({ scheme: schemes.get(name)!, scopes: (shown(slot) ?? []).map(({ text }) => text) }))),
    schemes: [...schemes.values()],
    several: each(value.schemes).length > 1,
  }
}

function schemeOf({ schemes, caller }: Authentication, name: string): Scheme {
  const slot = named(schemes, name)?.slot
  const said = slot && shown(slot)
  return { name, ends: said && shown(said.expires), scopes: said && shown(said.scopes), skew: (said && shown(said.skew)) ?? 0, find: said && shown(said.find), caller: callerOf(caller, name) }
}

function callerOf(rule: Slot<CallerRule>, scheme: string): Scheme['caller'] {
  const said = shown(rule)
  return said?.kind === 'schemes' ? callerOf(said.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }, scheme) : said
}
