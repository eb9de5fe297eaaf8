// Compares the schemes that admit a caller: alternatives; the caller needs one of them.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import type { EffectOnSide, SetMotion } from '../law.ts'
import { type DiffRule, makeFinding, isNone, makeMotions, toObject, operatorSettings, rule, sentRequests } from '../rule.ts'

/** Operators must review a change that admits more callers, because it may expose protected data. */
export const requirementsRule: DiffRule = rule((edit) => {
  const way = compareRequirements(edit.a ?? serviceRequirements(edit.old), edit.b ?? serviceRequirements(edit.new))
  return way === 'same' ? [] : [makeFinding(edit, permitWay(way))]
})

/** The requirements of operations that state none. */
const serviceRequirements = ({ parts: { authentication } }: Edition): Json | undefined =>
  isNone(authentication) ? authentication : toObject(authentication)['security']

/** Permitting more is safe for clients; the operator must confirm the intent. */
export function permitWay(way: SetMotion): EffectOnSide[] {
  return [...makeMotions(way, sentRequests), ...(way === 'narrower' ? [] : makeMotions('unknown', operatorSettings))]
}

type Alternative = ReadonlyMap<string, ReadonlySet<string>>

function compareRequirements(a: Json | undefined, b: Json | undefined): SetMotion {
  const [before, after] = [listAlternatives(a), listAlternatives(b)]
  if (before === undefined || after === undefined) return 'unknown'
  const [lost, gained] = [
    before.some((each) => !after.some((other) => isWithin(other, each))),
    after.some((each) => !before.some((other) => isWithin(other, each))),
  ]
  if (lost && gained) return 'other'
  if (lost) return 'narrower'
  return gained ? 'wider' : 'same'
}

/** Undefined if the requirements are not specified. */
function listAlternatives(value: Json | undefined): readonly Alternative[] | undefined {
  if (value === undefined) return undefined
  if (isNone(value)) return [new Map()]
  if (!isJsonArray(value)) return undefined
  const parsed = value.map(
    (each): Alternative =>
      new Map(
        Object.entries(isJsonObject(each) ? toObject(each) : {}).map(([scheme, scopes]) => [
          scheme,
          new Set(isJsonArray(scopes) ? scopes.map(String) : []),
        ]),
      ),
  )
  return parsed.length === 0 ? [new Map()] : parsed
}

/** True if every caller that meets `less` also meets `more`. */
function isWithin(less: Alternative, more: Alternative): boolean {
  return [...less].every(([scheme, scopes]) => more.has(scheme) && [...scopes].every((scope) => more.get(scheme)!.has(scope)))
}
