// Converts JSON of an older version to the newest by the trees of the facts. `rewrite.ts` does the opposite.

import { type Json, isInteger, isJsonArray, isJsonNumber, isJsonObject, jsonKindOf, createJsonObject } from '../../base/json.ts'
import type { MemberTree, ObjectTree, Tree } from '../../fact/versions/version.ts'
import { type Path, findLastName, printPointer } from '../../schema/failure.ts'
import type { Exchange } from '../exchange.ts'
import type { Failed } from '../refusal.ts'
import { NotConverted, upgradeValue } from './steps.ts'

/** Failures as the request has them, with their places in the newest version. */
export type UpgradedBody = { readonly value: Json; readonly failures: readonly Failed[]; readonly at: readonly string[] }

/** The body's differences in the request's version; undefined if it has none. */
export function findBodyTree({ operation, requestedVersion }: Pick<Exchange, 'operation' | 'requestedVersion'>): Tree | undefined {
  return requestedVersion?.version.conversions.get(operation)?.body
}

/** `fills`: true if missing members get values; in a merge patch they stay absent. */
export function upgradeBody(tree: Tree, json: Json, fills: boolean): UpgradedBody {
  const failed: FailedUpgrade[] = []
  const value = upgradeJson(tree, json, [], { fills, failed })
  return { value, failures: failed.map((each) => makeFailure(tree, each)), at: failed.map(({ path }) => printPointer(path)) }
}

type FailedUpgrade = { readonly path: Path; readonly sentValue: Json; readonly reason: NotConverted }
type UpgradeState = { readonly fills: boolean; readonly failed: FailedUpgrade[] }

function makeFailure(tree: Tree, { path, sentValue, reason: { keyword, limit } }: FailedUpgrade): Failed {
  const older = downgradePath(tree, path.map(String)).map((step, index) => (typeof path[index] === 'number' ? Number(step) : step))
  const property = findLastName(older)
  return {
    pointer: printPointer(older),
    keyword,
    isInRequestVersion: true,
    ...(property === undefined ? {} : { property }),
    ...(limit === undefined ? {} : { limit, actual: isJsonNumber(sentValue) && isInteger(sentValue) ? 'integer' : jsonKindOf(sentValue) }),
    ...(typeof sentValue === 'object' && sentValue !== null ? {} : { value: sentValue }),
  }
}

/** A value of another type than the tree expects stays unchanged; the schema then reports it. */
function upgradeJson(tree: Tree, json: Json, path: Path, state: UpgradeState): Json {
  if (tree.kind === 'list') {
    // An item of a list is complete, even in a merge patch.
    return isJsonArray(json) ? json.map((item, index) => upgradeJson(tree.items, item, [...path, index], { ...state, fills: true })) : json
  }
  if (!isJsonObject(json)) return json
  const members: [string, Json][] = []
  for (const [name, value] of Object.entries(json)) {
    const member = tree.byOlderName.get(name)
    if (member !== undefined) members.push([member.name, upgradeMember(member, value, [...path, member.name], state)])
    else if (!isUnknown(tree, name)) members.push([name, value])
  }
  const sent = new Set(members.map(([name]) => name))
  for (const { name, fill } of state.fills ? tree.members.values() : []) {
    if (fill !== undefined && !sent.has(name)) members.push([name, upgradeValue(fill.steps, fill.value)])
  }
  return createJsonObject(members)
}

/** True for a name of the newest version that the older version lacks or has removed: it has no meaning there. */
function isUnknown({ members, removed }: ObjectTree, name: string): boolean {
  return members.has(name) || removed.has(name)
}

function upgradeMember({ steps, inner }: MemberTree, value: Json, path: Path, state: UpgradeState): Json {
  try {
    const upgraded = upgradeValue(steps, value)
    return inner === undefined ? upgraded : upgradeJson(inner, upgraded, path, state)
  } catch (error) {
    if (!(error instanceof NotConverted)) throw error
    state.failed.push({ path, sentValue: value, reason: error })
    return value
  }
}

/** The path to a value, by the names of the older version; `steps` are those of an RFC 6901 pointer. */
export function downgradePath(tree: Tree | undefined, steps: readonly string[]): readonly string[] {
  const [first, ...rest] = steps
  if (tree === undefined || first === undefined) return steps
  if (tree.kind === 'list') return [first, ...downgradePath(tree.items, rest)]
  const member = tree.members.get(first)
  return [member?.olderName ?? first, ...downgradePath(member?.inner, rest)]
}
