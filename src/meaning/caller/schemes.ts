// The requirements of part 5 for an operation, and the schemes they use, prepared once.

import { listRequirements } from '../../fact/conditions/caller.ts'
import type { Authentication, CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type Slot, listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Interpreter } from '../service.ts'

export type PreparedScheme = {
  readonly name: string
  /** The expiry and the scopes of a credential, if the scheme itself determines them. */
  readonly expires: ExpressionText | undefined
  readonly scopes: ExpressionText | undefined
  /** The secrets of the sender of a signed request, where its record holds them. */
  readonly secret: ExpressionText | undefined
  /** How far clocks may differ, in milliseconds. */
  readonly skew: number
  /** The record by whose key the scheme finds callers. */
  readonly find: Lookup | undefined
  /** The caller's expression; undefined if the credential itself identifies the caller. */
  readonly caller: Exclude<CallerRule, { readonly kind: 'schemes' }> | undefined
}

/** Schemes that must all succeed, each with its required scopes. */
export type Requirement = readonly { readonly scheme: PreparedScheme; readonly scopes: readonly string[] }[]

export type OperationSecurity = {
  readonly requirements: readonly Requirement[]
  /** All schemes that a requirement names, in order. */
  readonly schemes: readonly PreparedScheme[]
  /** True if the service has several schemes, so that callers record theirs. */
  readonly hasSeveralSchemes: boolean
}

const securityByOperation = new WeakMap<Operation, OperationSecurity>()

/** The operation's own requirements, or the service's. */
export function prepareSecurity(service: Interpreter, operation: Operation): OperationSecurity {
  return securityByOperation.getOrInsertComputed(operation, () => collectSecurity(service, operation))
}

function collectSecurity({ modelIndex }: Interpreter, operation: Operation): OperationSecurity {
  const {
    authentication: { value },
  } = modelIndex.model
  const requirements = listRequirements({ modelIndex, operation })
  const schemes = new Map(requirements.flat().map(({ name }) => [name, prepareScheme(value, name)]))
  return {
    requirements: requirements.map((requirement) =>
      requirement.map(({ name, slot }) => ({ scheme: schemes.get(name)!, scopes: (slotValueOf(slot) ?? []).map(({ text }) => text) })),
    ),
    schemes: [...schemes.values()],
    hasSeveralSchemes: listSpecifiedEntries(value.schemes).length > 1,
  }
}

function prepareScheme({ schemes, caller }: Authentication, name: string): PreparedScheme {
  const slot = findNamedEntry(schemes, name)?.slot
  const declared = slot && slotValueOf(slot)
  const signature = declared && slotValueOf(declared.signature)
  return {
    name,
    expires: declared && slotValueOf(declared.expires),
    scopes: declared && slotValueOf(declared.scopes),
    secret: signature && slotValueOf(signature.secret),
    skew: (declared && slotValueOf(declared.skew)) ?? 0,
    find: declared && slotValueOf(declared.find),
    caller: prepareCaller(caller, name),
  }
}

function prepareCaller(rule: Slot<CallerRule>, scheme: string): PreparedScheme['caller'] {
  const declared = slotValueOf(rule)
  return declared?.kind === 'schemes'
    ? prepareCaller(declared.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }, scheme)
    : declared
}
