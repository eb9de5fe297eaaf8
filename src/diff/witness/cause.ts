// Finds the changes that may cause two different answers: by the condition of a refusal, the entry that answers it, and the operation.

import type { PartName } from '../../document/document.ts'
import type { Operation } from '../../model/model.ts'
import type { Change } from '../change.ts'
import type { Edition } from '../edition.ts'
import { severityOf } from '../law.ts'
import { type ServiceAnswer, isRefusal } from './answer.ts'
import type { FoundDifference } from './both-editions.ts'

/** Parts whose changes can cause a condition; for other conditions, any part. */
const partsByCondition: { readonly [condition: string]: readonly PartName[] } = {
  'rate-limited': ['limits', 'endpoints'],
  'quota-exceeded': ['limits', 'endpoints'],
  'too-large': ['limits'],
  timeout: ['limits', 'endpoints'],
  unauthenticated: ['authentication', 'endpoints'],
  'insufficient-scope': ['authentication', 'endpoints'],
  forbidden: ['authentication', 'endpoints'],
  'illegal-transition': ['states', 'endpoints'],
  guard: ['states', 'resources'],
  invalid: ['resources', 'endpoints', 'states'],
  malformed: ['resources', 'endpoints'],
  duplicate: ['resources'],
  invariant: ['resources'],
  dangling: ['resources', 'endpoints'],
  'unknown-version': ['versioning'],
  'retired-version': ['versioning'],
  'precondition-required': ['endpoints'],
  'idempotency-required': ['endpoints'],
  'idempotency-mismatch': ['endpoints', 'limits'],
}

type Cause = { readonly old: ServiceAnswer; readonly new: ServiceAnswer; readonly side: string }

function mayCause({ part, path }: Change, { old: oldAnswer, new: newAnswer, side }: Cause): boolean {
  const [before, after] = [oldAnswer.observation, newAnswer.observation]
  const [wasRefused, isRefused] = [isRefusal(oldAnswer), isRefusal(newAnswer)]
  if (isRefused && wasRefused && before?.condition === after?.condition) {
    return (
      part === 'errors' &&
      (path[0] !== 'catalogue' ||
        path[1] === before?.entry ||
        path[1] === after?.entry ||
        path[1]?.startsWith(after?.condition ?? ' ') === true)
    )
  }
  if (part === 'errors') return isRefused && wasRefused && path[0] !== 'catalogue'
  if (side === 'subscribers') return part !== 'limits' || path[0] === 'retention'
  if (!isRefused) return part !== 'limits' || path[0] === 'headers' || path[0] === 'retention'
  const parts = partsByCondition[after?.condition?.split(' ')[0] ?? '']
  return parts === undefined || parts.includes(part)
}

/** True if requests can show the change; changes for stored data and operators are not visible to them. */
export function isVisible({ motions }: Change): boolean {
  return motions.some(({ side }) => side === 'senders' || side === 'readers' || side === 'subscribers')
}

/** True if a request to the operation may meet the change. */
export function isAbout({ part, path, operations }: Change, name: string | undefined, all: ReadonlyMap<string, Operation>): boolean {
  const operation = name === undefined ? undefined : all.get(name)
  if (part === 'endpoints' && path[0] !== undefined) return path[0] === name
  if (operation === undefined) return operations.length === 0
  if (operations.length > 0) return operations.includes(operation.id)
  const resource = operation.subject?.text.split('.')[0]
  if (part === 'resources' || part === 'states')
    return resource === undefined || path[0]?.split('.')[0] === resource || !/^[A-Z]/.test(path[0] ?? '')
  return true
}

/** True if the change is of the member in which the answers differ, as in `$.items[0].purpose`. */
function isOfMember({ path }: Change, difference: string): boolean {
  const member = /`\$[^`]*?([\w-]+)`/.exec(difference)?.[1]
  return member !== undefined && path.at(-1) === member
}

/**
 * Candidate causes among the suspects, as indexes in the list of changes: changes that affect the operation and can make such a difference;
 * otherwise all that affect it.
 */
export function findCauses(
  { blocks, index: at, deviation, answers, newAnswer }: FoundDifference,
  suspects: readonly number[],
  { changes, old }: { readonly changes: readonly Change[]; readonly old: Edition },
): readonly number[] {
  const likely = suspects.filter((index) => mayCause(changes[index]!, { old: answers[at]!, new: newAnswer, side: deviation.side }))
  const affected = likely.filter((index) => isAbout(changes[index]!, blocks[at]!.operation, old.operations))
  // An earlier request of the chain may have written the member.
  const sameMember = likely.filter((index) => isOfMember(changes[index]!, deviation.says))
  if (sameMember.length > 0) return sameMember
  // Changes that break the side of the difference are the likelier causes.
  const matchingSide = affected.filter((index) =>
    changes[index]!.motions.some((motion) => motion.side === deviation.side && severityOf(motion) !== 'safe'),
  )
  const likeliest = matchingSide.length > 0 ? matchingSide : affected
  if (likeliest.length > 0) return likeliest
  return likely.length > 0 ? likely : suspects
}
