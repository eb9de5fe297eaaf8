// Types every slot of a document that contains CEL, each in its scope; slots that others depend on come first.

import type { Operation } from '../../model/model.ts'
import { typeCallers } from '../caller.ts'
import type { Domain } from '../domain.ts'
import { listEffects } from '../effects.ts'
import type { MeetingContext } from '../meeting-operations.ts'
import { type ReachAnalysis, analyseReach } from '../reach.ts'
import { createScopes, mistakenType } from '../scope.ts'
import { makeCredentialScope, walkAuthentication } from './authentication.ts'
import { findOperationResource, walkEndpoints } from './endpoints.ts'
import { walkErrors } from './errors.ts'
import { walkEvents } from './events.ts'
import { walkResources } from './resources.ts'
import { walkInlineSchemas } from './schemas.ts'
import { walkLimits, walkService, walkVersioning } from './service.ts'
import { walkStates } from './states.ts'
import type { SlotWalk } from './walk.ts'

export function walkSlots(domain: Domain, typing: Pick<SlotWalk, 'visit' | 'probe' | 'report' | 'inputTypes'>): void {
  const scopes = createScopes(domain)
  const callers = typeCallers(domain, (text, scheme) => typing.probe(text, makeCredentialScope(scheme, callers, scopes)) ?? mistakenType)
  const reachAnalysis = analyseReach(domain, (operation) => callers.isAnonymous(operation))
  const { operations } = domain.model.endpoints.value
  const walk: SlotWalk = {
    ...typing,
    scopes,
    callers,
    ...createMeetingContext(domain, reachAnalysis),
    operationsOn: groupOperations(operations, (operation) => [findOperationResource(operation, { domain })?.name ?? '']),
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
export function createMeetingContext(domain: Domain, reachAnalysis: ReachAnalysis): MeetingContext {
  const { operations } = domain.model.endpoints.value
  return {
    domain,
    reachAnalysis,
    effects: listEffects(domain),
    touchingOperations: groupByNameOrAny(operations, (operation) => reachAnalysis.reachOf(operation).touchedResources),
    findingOperations: groupByNameOrAny(operations, (operation) => reachAnalysis.reachOf(operation).foundResources),
    movingOperations: groupByNameOrAny(operations, (operation) => reachAnalysis.reachOf(operation).movedResources),
  }
}

function groupOperations(
  operations: readonly Operation[],
  keys: (operation: Operation) => Iterable<string>,
): ReadonlyMap<string, readonly Operation[]> {
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
  const operationsByName = groupOperations(operations, keys)
  const namedOperations = operations.filter((operation) => keys(operation).size > 0)
  return new Map([...operationsByName, ['', namedOperations.length === operations.length ? operations : namedOperations]])
}
