// Which schemes let a caller in: alternatives of which one has to be met.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Motion, Way } from '../law.ts'
import { type Edit, type Rule, finding, isNone, move, objectOf, operated, rule, sent } from '../rule.ts'

/** Who may call more is for operators to look at: what was kept from somebody no longer is. */
export const requirements: Rule = rule((edit) => {
  const way = wayOfRequirements(edit)
  return way === 'same' ? [] : [finding(edit, allowed(way))]
})

/** Permitting more is safe for clients; whether it is meant is for the operator to say. */
export function allowed(way: Way): Motion[] {
  return [...move(way, sent), ...(way === 'narrower' ? [] : move('unknown', operated))]
}

type Alternative = ReadonlyMap<string, ReadonlySet<string>>

function wayOfRequirements({ a, b }: Edit): Way {
  const [before, after] = [alternatives(a), alternatives(b)]
  if (before === undefined || after === undefined) return 'unknown'
  const [lost, gained] = [before.some((each) => !after.some((other) => isWithin(other, each))), after.some((each) => !before.some((other) => isWithin(other, each)))]
  return lost && gained ? 'other' : lost ? 'narrower' : gained ? 'wider' : 'same'
}

/** Undefined where the service's own holds, which is compared itself. */
function alternatives(said: Json | undefined): readonly Alternative[] | undefined {
  if (said === undefined) return undefined
  if (isNone(said)) return [new Map()]
  if (!isJsonArray(said)) return undefined
  const found = said.map((each): Alternative => new Map(Object.entries(isJsonObject(each) ? objectOf(each) : {}).map(([scheme, scopes]) => [scheme, new Set(isJsonArray(scopes) ? scopes.map(String) : [])])))
  return found.length === 0 ? [new Map()] : found
}

/** Whether whoever meets `asked` meets `less`, too. */
function isWithin(less: Alternative, asked: Alternative): boolean {
  return [...less].every(([scheme, scopes]) => asked.has(scheme) && [...scopes].every((scope) => asked.get(scheme)!.has(scope)))
}
