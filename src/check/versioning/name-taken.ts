// Reports a former name that means something else in the older version.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, VersionFacts } from '../../fact/fact.ts'
import type { NameConflict, Tree } from '../../fact/versions/version.ts'
import type { Check } from '../check.ts'
import { findNameMistakes } from '../versioned-names.ts'

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
  return diagnostic(
    'error',
    code,
    message,
    { span, text: label },
    {
      reason: 'Older clients would send and be sent two things under one name.',
      help: 'Write its former name, or remove the other one (`add` or `remove`) in the same version.',
    },
  )
}

/** In answers, views and bodies, where members have names beside those of properties. */
function checkTrees({ versions }: Facts): Diagnostic[] {
  const diagnostics = new Map<string, Diagnostic>()
  for (const version of versions) {
    for (const { name, by, because } of listConflicts(version)) {
      const origin = because.find((each) => each.kind === 'document')
      if (origin === undefined) continue
      diagnostics.getOrInsertComputed(`${origin.span.source.name} ${origin.span.start}`, () =>
        diagnose(
          `${quoteName(name)} is the name of ${joinWithAnd([...new Set(by)])} in ${version.name}`,
          origin.span,
          'a name that two have',
        ),
      )
    }
  }
  return [...diagnostics.values()]
}

function* listConflicts({ conversions, events, callbacks, resources }: VersionFacts): Iterable<NameConflict> {
  const visited = new Set<Tree>()
  for (const { body, output, query } of conversions.values())
    for (const tree of [body, output, query]) if (tree !== undefined) yield* walkConflicts(tree, visited)
  for (const tree of [...events.values(), ...callbacks.values(), ...resources.values()]) yield* walkConflicts(tree, visited)
}

function* walkConflicts(tree: Tree, visited: Set<Tree>): Iterable<NameConflict> {
  if (visited.has(tree)) return
  visited.add(tree)
  if (tree.kind === 'list') return yield* walkConflicts(tree.items, visited)
  yield* tree.nameConflicts ?? []
  for (const { inner } of tree.members.values()) if (inner !== undefined) yield* walkConflicts(inner, visited)
}
