// Reports two refusals that can occur at once, with different answers and no order between them.

import { advise, paste, quoteEntry } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Missing, Point } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { describeOperations } from '../affected-operations.ts'

const code = 'errors/undetermined-precedence'

export const check: Check = { code, run: ({ missing }) => missing.filter((each) => each.code === code).map(diagnose) }

function diagnose({ operations, at, about }: Missing): Diagnostic {
  const [first, second] = about['pairs'] as readonly Point[]
  const stages = about['proposal'] as readonly string[]
  const { who, also } = describeOperations(operations)
  return createDiagnostic(
    'gap',
    code,
    `${who} can meet ${printPoint(first!)} and ${printPoint(second!)} at once, and their order is not specified`,
    { span: at, text: `${first!.stage} or ${second!.stage} first?` },
    {
      reason: `A request that breaks both would get one answer today and another tomorrow.${also}`,
      help: advise`Add it to part 7: ${quoteEntry('precedence: standard', 'errors')} is the usual order, a list defines another, for example${paste(`precedence: [${stages.join(', ')}]`, 'errors')}`,
    },
  )
}

function printPoint({ condition, subject, name }: Point): string {
  return `\`${[condition, subject, name].filter((word) => word !== undefined).join(' ')}\``
}
