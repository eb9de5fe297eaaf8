// Reports outcomes of operations that no entry answers: the gap of part 7.

import { advise, paste } from '../../diagnostic/help.ts'
import { findNearest } from '../../base/nearest.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd } from '../../diagnostic/voice.ts'
import { type Facts, type Missing, type Point, conditions } from '../../fact/fact.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { describeOperations } from '../affected-operations.ts'
import { findUsualStatus } from './usual-status.ts'

const code = 'errors/uncovered-outcome'

export const check: Check = { code, run }

/** The conditions of an unreadable entry are not reported again: one cause, one diagnostic. */
function run({ missing, patternProblems, model }: Facts): Diagnostic[] {
  const firstWords = new Set(patternProblems.flatMap(({ use, pattern }) => (use === 'on' ? [pattern.split(' ')[0] ?? ''] : [])))
  const misspelt = new Set([...firstWords].flatMap((word) => [word, ...findNearest(word, conditions)]))
  const names = new Set(listSpecifiedEntries(model.errors.value.catalogue).map(({ name }) => name))
  return missing.filter((gap) => gap.code === code && !misspelt.has(gap.about['condition'] as string)).map((gap) => diagnose(gap, names))
}

/** A document's entry replaces a convention's entry with the same name. */
function diagnose({ operations, at, about }: Missing, entryNames: ReadonlySet<string>): Diagnostic {
  const condition = about['condition'] as string
  const points = about['points'] as readonly Point[]
  const { who, also } = describeOperations(operations)
  return createDiagnostic(
    'gap',
    code,
    `${who} can end in ${describePoints(points)}, and part 7 has no error for it`,
    { span: at, text: `can end in \`${condition}\`` },
    {
      reason: `Part 7 must answer for every way an operation can end.${also}${entryNames.has(condition) ? ` The entry \`${condition}\` answers only what its \`on\` names; it replaces an entry of that name in a convention.` : ''}`,
      help: advise`Add an entry to the catalogue of part 7, for example${paste(`${suggestName(condition, entryNames)}: { on: ${condition}, status: ${findUsualStatus(condition)} }`, 'errors')}`,
    },
  )
}

/** The condition with its subjects, as part 7 would narrow them. */
function describePoints(points: readonly Point[]): string {
  return joinWithAnd(points.map(printConditionWords))
}

function suggestName(condition: string, entryNames: ReadonlySet<string>): string {
  return [condition, `any-${condition}`, `other-${condition}`].find((name) => !entryNames.has(name)) ?? `every-${condition}`
}
