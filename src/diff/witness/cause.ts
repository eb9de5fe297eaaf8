// Finds the changes that may cause two different answers: by the condition of a refusal, the entry that answers it, and the operation.

import type { PartName } from '../../document/document.ts'
import type { Change } from '../change.ts'
import { type ServiceAnswer, isRefusal } from './compare.ts'

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

export function mayCause({ part, path }: Change, { old: oldAnswer, new: newAnswer, side }: Cause): boolean {
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
