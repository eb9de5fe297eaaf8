// Reduces a tree to the parts that differ; views and shapes may contain themselves, so this is known only at the end.

import type { MemberTree, Tree } from './version.ts'

/** Removes subtrees without differences; undefined if the whole tree has none. */
export function pruneTree<T extends Tree>(tree: T | undefined): T | undefined {
  if (tree === undefined || !leadsToDifference(tree, new Set())) return undefined
  prune(tree, new Set())
  return tree
}

function prune(tree: Tree, seen: Set<Tree>): void {
  if (seen.has(tree)) return
  seen.add(tree)
  if (tree.kind === 'list') return prune(tree.items, seen)
  for (const member of tree.members.values()) {
    if (member.inner === undefined) continue
    if (leadsToDifference(member.inner, new Set())) prune(member.inner, seen)
    else delete member.inner
  }
}

function leadsToDifference(tree: Tree, seen: Set<Tree>): boolean {
  if (seen.has(tree)) return false
  seen.add(tree)
  if (tree.kind === 'list') return leadsToDifference(tree.items, seen)
  if (tree.gone.size > 0) return true
  return [...tree.members.values()].some(
    (member) => differs(member) || (member.inner !== undefined && leadsToDifference(member.inner, seen)),
  )
}

function differs({ name, older, fill, steps }: MemberTree): boolean {
  return name !== older || fill !== undefined || steps.length > 0
}
