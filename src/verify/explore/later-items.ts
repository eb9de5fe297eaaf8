// Moves the refused items of a list behind accepted ones: a server may look at the first item only.

import { isJsonArray, createJsonObject, printJson } from '../../base/json.ts'
import { type RequestStep, parseMembers } from '../step.ts'
import type { Case } from './case.ts'
import { type Rehearsal, type RehearsalStage, rehearse } from './rehearse.ts'

type LaterItems = { readonly refused: Case; readonly steps: readonly RequestStep[]; readonly rehearsal: Rehearsal }

/** For each refusal of a body with lists, the accepted sequence of its operation with the refused items at the end of its lists. */
export function buildCasesOfLaterItems(stage: RehearsalStage, bases: readonly Case[], cases: readonly Case[]): readonly LaterItems[] {
  return cases.flatMap((refused) => {
    const base = refused.expected.trace.condition === undefined ? undefined : bases.find(({ operation }) => operation === refused.operation)
    const last = base?.steps.at(-1)
    const body = joinLists(last?.body, refused.steps.at(-1)!.body)
    if (base === undefined || last === undefined || body === undefined) return []
    const steps = base.steps.with(-1, { ...last, body })
    const rehearsal = rehearse(stage, steps, base.fresh, 'later')
    return rehearsal?.outcome === refused.outcome ? [{ refused: { ...refused, fresh: base.fresh }, steps, rehearsal }] : []
  })
}

/** The accepted body with the items of the refused one behind its own; undefined if they have no list in common. */
function joinLists(accepted: string | undefined, refused: string | undefined): string | undefined {
  const [mine, other] = [parseMembers(accepted), parseMembers(refused)]
  const isJoined = Object.entries(mine).some(([name, value]) => isJsonArray(value) && isJsonArray(other[name] ?? null))
  if (!isJoined) return undefined
  return printJson(
    createJsonObject(
      Object.entries(mine).map(([name, value]) => {
        const added = other[name] ?? null
        return [name, isJsonArray(value) && isJsonArray(added) ? [...value, ...added] : value] as const
      }),
    ),
  )
}
