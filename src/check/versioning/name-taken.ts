// Reports a former name that means something else in the older version.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { findNameMistakes } from '../versioned-names.ts'
import { listTreeConflicts } from './tree-conflicts.ts'

const code = 'versioning/name-taken'

export const check: Check = {
  code,
  run(facts) {
    const mistakes = findNameMistakes(facts).flatMap(({ kind, noun, name, node, possibleNames: [after] }): Diagnostic[] => {
      if (kind === 'merged')
        return [diagnose(`Two names became ${quoteName(name)}`, node.span, 'only one of them can be shown to older clients')]
      return kind === 'name-in-use'
        ? [
            diagnose(
              `${quoteName(name)} is not a former name of ${quoteName(after ?? '')}: before the change it is the name of another ${noun}`,
              node.span,
              'still the name of another',
            ),
          ]
        : []
    })
    const reportedStarts = new Set(mistakes.map(({ primary }) => primary.span.start))
    return [...mistakes, ...checkTrees(facts).filter(({ primary }) => !reportedStarts.has(primary.span.start))]
  },
}

function diagnose(message: string, span: Diagnostic['primary']['span'], label: string): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    message,
    { span, text: label },
    {
      reason: 'For older clients one name would have two meanings.',
      help: 'Write its former name, or remove the other one (`add` or `remove`) in the same version.',
    },
  )
}

/** In answers, views and bodies, where members have names beside those of properties. */
function checkTrees({ versions }: Facts): Diagnostic[] {
  const diagnostics = new Map<string, Diagnostic>()
  for (const version of versions) {
    for (const { name, by, because } of listTreeConflicts(version, 'nameConflicts')) {
      const origin = because.find((each) => each.kind === 'document')
      if (origin === undefined) continue
      diagnostics.getOrInsertComputed(`${origin.span.source.name} ${origin.span.start}`, () =>
        diagnose(
          `${quoteName(name)} is the name of ${joinWithAnd([...new Set(by)])} in ${version.name}`,
          origin.span,
          'a name with two meanings',
        ),
      )
    }
  }
  return [...diagnostics.values()]
}
