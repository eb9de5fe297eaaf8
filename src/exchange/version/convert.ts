// Converts JSON of an older version to the newest by the trees of the facts. `rewrite.ts` does the opposite.

import { type Json, isInteger, isJsonArray, isJsonNumber, isJsonObject, jsonKind, jsonObject } from '../../base/json.ts'
import type { MemberTree, ObjectTree, Tree } from '../../fact/versions/version.ts'
import { type Path, lastName, pointer } from '../../schema/failure.ts'
import type { Failed } from '../refusal.ts'
import { NotConverted, valueUp } from './steps.ts'

/** Failures as the request has them, with their places in the newest version. */
export type Raised = { readonly value: Json; readonly failures: readonly Failed[]; readonly at: readonly string[] }

/** `fills`: true if missing members get values; in a merge patch they stay absent. */
export function bringUp(tree: Tree, json: Json, fills: boolean): Raised {
  const failed: Unraised[] = []
  const value = up(tree, json, [], { fills, failed })
  return { value, failures: failed.map((each) => failureOf(tree, each)), at: failed.map(({ path }) => pointer(path)) }
}

type Unraised = { readonly path: Path; readonly sent: Json; readonly why: NotConverted }
type Raising = { readonly fills: boolean; readonly failed: Unraised[] }

function failureOf(tree: Tree, { path, sent, why: { keyword, limit } }: Unraised): Failed {
  const older = pathDown(tree, path.map(String)).map((step, index) => (typeof path[index] === 'number' ? Number(step) : step))
  const property = lastName(older)
  return {
    pointer: pointer(older), keyword, asSent: true,
    ...(property === undefined ? {} : { property }),
    ...(limit === undefined ? {} : { limit, actual: isJsonNumber(sent) && isInteger(sent) ? 'integer' : jsonKind(sent) }),
    ...(typeof sent === 'object' && sent !== null ? {} : { value: sent }),
  }
}

/** A value of another type than the tree expects stays unchanged; the schema then reports it. */
function up(tree: Tree, json: Json, path: Path, raising: Raising): Json {
  if (tree.kind === 'list') {
    // An item of a list is complete, even in a merge patch.
    return isJsonArray(json) ? json.map((item, index) => up(tree.items, item, [...path, index], { ...raising, fills: true })) : json
  }
  if (!isJsonObject(json)) return json
  const found: [string, Json][] = []
  for (const [name, value] of Object.entries(json)) {
    const member = tree.byOlderName.get(name)
    if (member !== undefined) found.push([member.name, memberUp(member, value, [...path, member.name], raising)])
    else if (!isUnknown(tree, name)) found.push([name, value])
  }
  const sent = new Set(found.map(([name]) => name))
  for (const { name, fill } of raising.fills ? tree.members.values() : []) {
    if (fill !== undefined && !sent.has(name)) found.push([name, valueUp(fill.steps, fill.value)])
  }
  return jsonObject(found)
}

/** True for a name of the newest version that the older version lacks or has removed: it has no meaning there. */
function isUnknown({ members, removed }: ObjectTree, name: string): boolean {
  return members.has(name) || removed.has(name)
}

function memberUp({ steps, inner }: MemberTree, value: Json, path: Path, raising: Raising): Json {
  try {
    const raised = valueUp(steps, value)
    return inner === undefined ? raised : up(inner, raised, path, raising)
  } catch (error) {
    if (!(error instanceof NotConverted)) throw error
    raising.failed.push({ path, sent: value, why: error })
    return value
  }
}

/** The path to a value, by the names of the older version; `steps` are those of an RFC 6901 pointer. */
export function pathDown(tree: Tree | undefined, steps: readonly string[]): readonly string[] {
  const [first, ...rest] = steps
  if (tree === undefined || first === undefined) return steps
  if (tree.kind === 'list') return [first, ...pathDown(tree.items, rest)]
  const member = tree.members.get(first)
  return [member?.olderName ?? first, ...pathDown(member?.inner, rest)]
}
