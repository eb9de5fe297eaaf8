// Lists what a version cannot say of its members, in requests, responses, events and callbacks.

import type { VersionFacts } from '../../fact/fact.ts'
import type { NameConflict, Tree } from '../../fact/versions/version.ts'

type Kind = 'nameConflicts' | 'unfollowed'

export function* listTreeConflicts({ conversions, events, callbacks, resources }: VersionFacts, kind: Kind): Iterable<NameConflict> {
  const visited = new Set<Tree>()
  for (const { body, output, query } of conversions.values())
    for (const tree of [body, output, query]) if (tree !== undefined) yield* walkTree(tree, kind, visited)
  for (const tree of [...events.values(), ...callbacks.values(), ...resources.values()]) yield* walkTree(tree, kind, visited)
}

function* walkTree(tree: Tree, kind: Kind, visited: Set<Tree>): Iterable<NameConflict> {
  if (visited.has(tree)) return
  visited.add(tree)
  if (tree.kind === 'list') return yield* walkTree(tree.items, kind, visited)
  yield* tree[kind] ?? []
  for (const { inner } of tree.members.values()) if (inner !== undefined) yield* walkTree(inner, kind, visited)
}
