// Helpers for the checks of part 4: an operation's resource, its callers, and its look-ups.

import type { Scalar } from '../../document/node.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import type { Model, Operation } from '../../model/model.ts'
import { admitsAnonymous, securityOf } from '../../model/security.ts'
import { type ExpressionText, type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Domain, ResourceInfo } from '../../typing/domain.ts'

const recordActions = new Set<string | undefined>(['list', 'read', 'create', 'update', 'replace', 'put', 'delete', 'transition'])

/** The resource of the record, or records, that the action is about. */
export function findSubjectResource({ action, subject }: Operation, domain: Domain): ResourceInfo | undefined {
  const [name = ''] = recordActions.has(action) ? (subject?.text.split('.') ?? []) : []
  return domain.resources.get(name)
}

/** True if anonymous calls are allowed; undefined if not specified. */
export function admitsAnyone(operation: Operation, model: Model): boolean | undefined {
  if (model.authentication.state === 'none') return true
  const declared = securityOf(model, operation)
  return declared.state === 'none' || declared.state === 'shown' ? admitsAnonymous(declared) : undefined
}

/** The values that name one record: of an action, or of a look-up of `with`. */
export type DeclaredIdentity = {
  readonly resource: ResourceInfo
  readonly by: Slot<readonly Named<ExpressionText>[]>
  readonly key: Scalar
}

export function listOperationIdentities(operation: Operation, domain: Domain): readonly DeclaredIdentity[] {
  const subject = isOnRecord(operation.action) ? findSubjectResource(operation, domain) : undefined
  const lookedUp = listSpecifiedEntries(operation.slots.with).flatMap(({ key, value }): DeclaredIdentity[] => {
    const resource = domain.resources.get(slotValueOf(value.find)?.text ?? '')
    return resource === undefined ? [] : [{ resource, by: value.by, key }]
  })
  return [...(subject === undefined ? [] : [{ resource: subject, by: operation.slots.by, key: operation.key }]), ...lookedUp]
}
