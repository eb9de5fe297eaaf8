// Types every slot of a document that contains CEL, each in its scope; slots that others depend on come first.

import type { Operation } from '../../model/model.ts'
import { callersOf } from '../caller.ts'
import type { Domain } from '../domain.ts'
import { effectsOf } from '../effects.ts'
import type { Meeting } from '../met-by.ts'
import { type Reaches, reachesOf } from '../reach.ts'
import { scopesOf, mistakenType } from '../scope.ts'
import { credentialScope, walkAuthentication } from './authentication.ts'
import { resourceOf, walkEndpoints } from './endpoints.ts'
import { walkErrors } from './errors.ts'
import { walkEvents } from './events.ts'
import { walkResources } from './resources.ts'
import { walkInlineSchemas } from './schemas.ts'
import { walkLimits, walkService, walkVersioning } from './service.ts'
import { walkStates } from './states.ts'
import type { SlotWalk } from './walk.ts'

export function walkSlots(domain: Domain, typing: Pick<SlotWalk, 'visit' | 'probe' | 'report' | 'given'>): void {
  const scopes = scopesOf(domain)
  const callers = callersOf(domain, (text, scheme) => typing.probe(text, credentialScope(scheme, callers, scopes)) ?? mistakenType)
  const reaches = reachesOf(domain, (operation) => callers.isAnonymous(operation))
  const { operations } = domain.model.endpoints.value
  const walk: SlotWalk = {
    ...typing, scopes, callers, ...meetingOf(domain, reaches),
    operationsOn: groupOperations(operations, (operation) => [resourceOf(operation, { domain })?.name ?? '']),
    inputs: new WeakMap(),
    eventData: new Map(),
    guards: new Map(),
  }
  walkService(walk)
  walkResources(walk)
  walkInlineSchemas(walk)
  walkStates(walk)
  walkEvents(walk)
  walkEndpoints(walk)
  walkAuthentication(walk)
  walkErrors(walk)
  walkLimits(walk)
  walkVersioning(walk)
}

/** The data that decides which operations can meet a condition. */
export function meetingOf(domain: Domain, reaches: Reaches): Meeting {
  const { operations } = domain.model.endpoints.value
  return {
    domain, reaches,
    effects: effectsOf(domain),
    touching: groupByNameOrAny(operations, (operation) => reaches.reachOf(operation).touches),
    finding: groupByNameOrAny(operations, (operation) => reaches.reachOf(operation).finds),
    moving: groupByNameOrAny(operations, (operation) => reaches.reachOf(operation).moves),
  }
}

function groupOperations(operations: readonly Operation[], keys: (operation: Operation) => Iterable<string>): ReadonlyMap<string, readonly Operation[]> {
  const operationsByName = new Map<string, Operation[]>()
  for (const operation of operations) {
    for (const key of keys(operation)) {
      operationsByName.getOrInsertComputed(key, () => []).push(operation)
    }
  }
  return operationsByName
}

/** Groups by name; those that apply to any name are also listed under no name. */
function groupByNameOrAny(
  operations: readonly Operation[],
  keys: (operation: Operation) => ReadonlySet<string>,
): ReadonlyMap<string, readonly Operation[]> {
  const found = groupOperations(operations, keys)
  const listed = operations.filter((operation) => keys(operation).size > 0)
  return new Map([...found, ['', listed.length === operations.length ? operations : listed]])
}
