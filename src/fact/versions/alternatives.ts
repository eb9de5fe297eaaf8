// Merges the differences of values that a response chooses between, because their JSON does not say which of them it is.

import { withoutNull } from '../../cel/fits.ts'
import type { Type } from '../../cel/type.ts'
import type { MemberTree, NameConflict, ObjectTree, Tree } from './version.ts'

/** A value that a response may have: its differences, and its type; after merging, several. */
export type Alternative = { readonly tree: Tree | undefined; readonly types: readonly Type[] }

type MutableTree = {
  kind: 'object'
  members: Map<string, MemberTree>
  byOlderName: Map<string, MemberTree>
  removed: ObjectTree['removed']
  unfollowed: readonly NameConflict[]
}

/** Merges once all trees are complete, because views may contain themselves. */
export class AlternativesMerger {
  readonly #later: (() => void)[] = []
  readonly #merged = new Map<Tree | undefined, Map<Tree | undefined, Tree | undefined>>()

  merge(alternatives: readonly Alternative[]): Tree | undefined {
    return alternatives.length === 0
      ? undefined
      : alternatives.reduce((a, b) => ({ tree: this.#mergeTwo(a, b), types: [...a.types, ...b.types] })).tree
  }

  /** Fills the merged trees, the inner ones first. */
  complete(): void {
    for (const fill of this.#later) fill()
    this.#later.length = 0
  }

  #mergeTwo(a: Alternative, b: Alternative): Tree | undefined {
    if (a.tree === b.tree) return a.tree
    if (a.tree?.kind === 'list' || b.tree?.kind === 'list') return this.#mergeLists(a, b)
    if (listObjects(a.types).length === 0 || listObjects(b.types).length === 0) return a.tree ?? b.tree
    const known = this.#merged.getOrInsertComputed(a.tree, () => new Map())
    return known.getOrInsertComputed(b.tree, () => {
      const merged: MutableTree = { kind: 'object', members: new Map(), byOlderName: new Map(), removed: new Map(), unfollowed: [] }
      this.#later.push(() => this.#fill(merged, a, b))
      return merged
    })
  }

  #mergeLists(a: Alternative, b: Alternative): Tree | undefined {
    const [x, y] = [a.tree, b.tree].map((tree) => (tree?.kind === 'list' ? tree.items : undefined))
    const items = this.#mergeTwo({ tree: x, types: listElements(a.types) }, { tree: y, types: listElements(b.types) })
    return items && { kind: 'list', items }
  }

  #fill(merged: MutableTree, a: Alternative, b: Alternative): void {
    const [x, y] = [a.tree, b.tree].map((tree) => (tree?.kind === 'object' ? tree : undefined))
    const unfollowed: NameConflict[] = [...(x?.unfollowed ?? []), ...(y?.unfollowed ?? [])]
    for (const name of new Set([...(x?.members.keys() ?? []), ...(y?.members.keys() ?? [])])) {
      const [one, other] = [x?.members.get(name), y?.members.get(name)]
      const isShared = [a, b].every(({ types }) => listMemberTypes(types, name).length > 0)
      if (isShared && !isSameChange(one, other)) {
        unfollowed.push({ name, by: [name], because: (one ?? other)!.because })
        continue
      }
      const inner = this.#mergeTwo(
        { tree: one?.inner, types: listMemberTypes(a.types, name) },
        { tree: other?.inner, types: listMemberTypes(b.types, name) },
      )
      const { inner: _inner, ...member } = (one ?? other)!
      merged.members.set(name, { ...member, ...(inner === undefined ? {} : { inner }) })
    }
    const removed = [...(x?.removed ?? []), ...(y?.removed ?? [])]
    for (const [name, { because }] of removed)
      if (x?.removed.has(name) !== y?.removed.has(name)) unfollowed.push({ name, by: [name], because })
    merged.removed = new Map(removed.filter(([name]) => x?.removed.has(name) === y?.removed.has(name)))
    for (const member of merged.members.values()) if (member.olderName !== undefined) merged.byOlderName.set(member.olderName, member)
    merged.unfollowed = unfollowed
  }
}

/** An unchanged member has no tree of its own. */
function isSameChange(a: MemberTree | undefined, b: MemberTree | undefined): boolean {
  return changeText(a) === changeText(b)
}

function changeText(member: MemberTree | undefined): string {
  if (member === undefined || (member.olderName === member.name && member.steps.length === 0)) return ''
  const places = member.because.map((origin) => (origin.kind === 'document' ? origin.span.start : origin.kind))
  return JSON.stringify([member.olderName ?? null, member.steps.length, places])
}

function listObjects(types: readonly Type[]): readonly ReturnType<typeof findMembers>[] {
  return types.flatMap((type) => findMembers(type) ?? [])
}

function findMembers(type: Type): ReadonlyMap<string, { readonly type: Type }> | undefined {
  const present = type.kind === 'optional' ? type.of : withoutNull(type)
  return present.kind === 'object' || present.kind === 'map' ? present.members : undefined
}

function listMemberTypes(types: readonly Type[], name: string): readonly Type[] {
  return types.flatMap((type) => findMembers(type)?.get(name)?.type ?? [])
}

function listElements(types: readonly Type[]): readonly Type[] {
  return types.flatMap((type) => {
    const present = withoutNull(type)
    return present.kind === 'list' ? [present.element] : []
  })
}
