// Reports a former name that means something else in the older version.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, VersionFacts } from '../../fact/fact.ts'
import type { UsedName, Tree } from '../../fact/versions/version.ts'
import type { Check } from '../check.ts'
import { findMisnamed } from '../versioned-names.ts'

const code = 'versioning/name-taken'

export const check: Check = {
  code,
  run(facts) {
    const named = findMisnamed(facts).flatMap(({ kind, what, name, node, known: [after] }): Diagnostic[] => {
      if (kind === 'twice')
        return [diagnose(`Two names became ${quoteName(name)}`, node.span, 'only one of them can be shown to older clients')]
      return kind === 'taken'
        ? [
            diagnose(
              `${quoteName(name)} is not a former name of ${quoteName(after ?? '')}: before the change it is the name of another ${what}`,
              node.span,
              'still the name of another',
            ),
          ]
        : []
    })
    const places = new Set(named.map(({ primary }) => primary.span.start))
    return [...named, ...inTrees(facts).filter(({ primary }) => !places.has(primary.span.start))]
  },
}

function diagnose(message: string, span: Diagnostic['primary']['span'], label: string): Diagnostic {
  return diagnostic('error', code, message, { span, text: label }, {
    reason: 'Older clients would send and be sent two things under one name.',
    help: 'Say the name that it had, or take the other one away (`add` or `remove`) in the same version.',
  })
}

/** In answers, views and bodies, where members have names beside those of properties. */
function inTrees({ versions }: Facts): Diagnostic[] {
  const diagnostics = new Map<string, Diagnostic>()
  for (const version of versions) {
    for (const { name, by, because } of problemsOf(version)) {
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

function* problemsOf({ conversions, events, callbacks, resources }: VersionFacts): Iterable<UsedName> {
  const seen = new Set<Tree>()
  for (const { body, output, query } of conversions.values())
    for (const tree of [body, output, query]) if (tree !== undefined) yield * namesWithin(tree, seen)
  for (const tree of [...events.values(), ...callbacks.values(), ...resources.values()]) yield* namesWithin(tree, seen)
}

function* namesWithin(tree: Tree, seen: Set<Tree>): Iterable<UsedName> {
  if (seen.has(tree)) return
  seen.add(tree)
  if (tree.kind === 'list') return yield* namesWithin(tree.items, seen)
  yield* tree.taken ?? []
  for (const { inner } of tree.members.values()) if (inner !== undefined) yield* namesWithin(inner, seen)
}
