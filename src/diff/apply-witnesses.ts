// Applies witnesses to changes: a doubtful change with a breaking witness is breaking, and a difference without a rule is a new change.

import type { Change } from './change.ts'
import { type EffectOnSide, severityOf, worstOf } from './law.ts'
import type { Searched, Witness } from './witness/witness.ts'

export function applyWitnesses(changes: readonly Change[], { witnesses }: Pick<Searched, 'witnesses'>): readonly Change[] {
  // Records that exist only in scenarios change only scenarios.
  const changesFixtures = changes.some(({ part, path }) => part === 'resources' && path[0] === 'fixtures')
  const unexplained = changesFixtures ? [] : witnesses.filter((witness) => witness.changes.length === 0).map(reportUnexplained)
  return [
    ...changes.map((change, index) =>
      withWitness(
        change,
        witnesses.find((witness) => witness.changes.includes(index)),
        changes,
      ),
    ),
    ...unexplained,
  ]
}

/** Among several possible causes, those that are already breaking are the likelier ones. */
function withWitness(change: Change, witness: Witness | undefined, changes: readonly Change[]): Change {
  if (witness === undefined) return change
  const isExplained = witness.changes.some((index) => changes[index]!.severity === 'breaking')
  if (change.severity !== 'breaking' && isExplained) return change
  const motions =
    change.severity === 'breaking'
      ? change.motions
      : [...change.motions.filter(({ side, way }) => side !== witness.side || way !== 'unknown'), motionOf(witness)]
  return { ...change, motions, severity: worstOf(motions.map(severityOf)), witness }
}

const motionOf = ({ side }: Witness): EffectOnSide => ({ side, role: 'promised', way: 'other' })

/** No change is safe without a rule: running both editions finds its effects. */
function reportUnexplained(witness: Witness): Change {
  return {
    part: 'endpoints',
    path: witness.operation === undefined ? [] : [witness.operation],
    motions: [motionOf(witness)],
    severity: 'breaking',
    operations: [],
    places: {},
    witness,
    note: 'No rule says so: running both editions shows it.',
  }
}
