// Refusals that need only the request's address: rates and quotas that everybody shares, or all from one place.

import { type Named, type Slot, each, originOf, shown } from '../../model/slot.ts'
import type { Rate } from '../../model/limits.ts'
import { type RawPoint, type Situation, point } from '../situation.ts'
import type { StageTable } from './row.ts'

const when = (what: string): string => `\`limits.${what}.P\` applies to the operation, and its \`partition\` reads no more than \`request\`, or there is none`

export const address: StageTable = {
  stage: 'address',
  rows: [
    { condition: 'rate-limited', actions: 'all', when: when('rates') },
    { condition: 'quota-exceeded', actions: 'all', when: when('quotas') },
  ],
  derive: (situation) => limited(situation, 'address'),
}

/** A rate stands with the caller where its `partition` reads one, and otherwise with the address. */
export function limited(situation: Situation, stage: 'address' | 'caller'): RawPoint[] {
  const { rates, quotas } = situation.world.model.limits.value
  return [...pointsOf(situation, stage, 'rate-limited', rates), ...pointsOf(situation, stage, 'quota-exceeded', quotas)]
}

function pointsOf(situation: Situation, stage: 'address' | 'caller', condition: 'rate-limited' | 'quota-exceeded', rates: Slot<readonly Named<Rate>[]>): RawPoint[] {
  return each(rates).flatMap(({ name, key, value }) => {
    if (!applies(situation, name, value)) return []
    const partition = shown(value.partition)
    const variables = partition === undefined ? new Set<string>() : situation.world.reading(partition).variables
    const byCaller = variables.has('caller') || variables.has('claims')
    if (byCaller !== (stage === 'caller')) return []
    return [point(stage, condition, { name }, { reads: byCaller ? ['caller'] : [] }, [originOf(key)])]
  })
}

/** An operation's own `limits` list replaces what the rates say of operations. */
function applies({ operation, action }: Situation, name: string, rate: Rate): boolean {
  const own = operation.slots.limits
  if (own.state === 'none') return false
  if (own.state === 'shown') return own.value.some(({ text }) => text === name)
  const counted = shown(rate.operations)
  return counted === undefined || counted.some(({ text }) => text === action || text === operation.id)
}
