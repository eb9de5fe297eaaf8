// Reduces a tree to the parts that differ; views and shapes may contain themselves, so this is known only at the end.

import type { MemberTree, Tree } from './version.ts'

/** Removes subtrees without differences; undefined if the whole tree has none. */
export function pruneTree<T extends Tree>(tree: T | undefined): T | undefined {
  if (tree === undefined || !hasDifference(tree, new Set())) return undefined
  prune(tree, new Set())
  return tree
}

function prune(tree: Tree, visited: Set<Tree>): void {
  if (visited.has(tree)) return
  visited.add(tree)
  if (tree.kind === 'list') return prune(tree.items, visited)
  for (const member of tree.members.values()) {
    if (member.inner === undefined) continue
    if (hasDifference(member.inner, new Set())) prune(member.inner, visited)
    else delete member.inner
  }
}

function hasDifference(tree: Tree, visited: Set<Tree>): boolean {
  if (visited.has(tree)) return false
  visited.add(tree)
  if (tree.kind === 'list') return hasDifference(tree.items, visited)
  if (tree.removed.size > 0 || (tree.unfollowed?.length ?? 0) > 0) return true
  return [...tree.members.values()].some(
    (member) => differs(member) || (member.inner !== undefined && hasDifference(member.inner, visited)),
  )
}

function differs({ name, olderName, fill, steps }: MemberTree): boolean {
  return name !== olderName || fill !== undefined || steps.length > 0
}
