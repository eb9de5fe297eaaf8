// Finds the schemas that apply at a place because of its value: alternatives, `if`, dependent schemas.

import { type Json, isJsonObject } from '../base/json.ts'
import { kindBitsOf } from './kind.ts'
import { type SchemaRuleNode, appliedNodes } from './node.ts'
import type { SchemaPlace } from './place.ts'
import { type DecodeRun, reportFailure, isFull } from './run.ts'

/** `owed`: the keyword to report if the alternative, chosen for its failures, has none. */
export function conditionalNodes(
  place: SchemaPlace,
  value: Json,
  at: DecodeRun,
): { readonly nodes: readonly SchemaRuleNode[]; readonly owed?: string } {
  const holding = new Set(place.nodes)
  let owed: string | undefined
  const take = (node: SchemaRuleNode): void => appliedNodes([node]).forEach((each) => holding.add(each))
  // The set grows during this loop: the requirements of an alternative are evaluated in turn.
  for (const node of holding) {
    owed = alternatives(node, value, at, take) ?? owed
    if (node.not !== undefined && at.accepts(node.not, value, at)) reportFailure(at, 'not', { value })
    if (node.if !== undefined) {
      const holds = at.accepts(node.if, value, at)
      const next = holds ? node.then : node.else
      if (holds) take(node.if)
      if (next !== undefined) take(next)
    }
    if (isJsonObject(value)) for (const [name, dependent] of node.dependents) if (Object.hasOwn(value, name)) take(dependent)
    if (isFull(at)) break
  }
  return { nodes: [...holding], ...(owed === undefined ? {} : { owed }) }
}

function alternatives(node: SchemaRuleNode, value: Json, at: DecodeRun, take: (node: SchemaRuleNode) => void): string | undefined {
  if (node.discriminator !== undefined && isJsonObject(value)) {
    choose(node.discriminator, value, at, take)
    return undefined
  }
  const fitting = node.anyOf.filter((each) => at.accepts(each, value, at))
  fitting.forEach(take)
  const accepting = node.oneOf.filter((each) => at.accepts(each, value, at))
  if (accepting.length === 1) take(accepting[0]!)
  else if (accepting.length > 1) reportFailure(at, 'oneOf', { limit: 1, actual: accepting.length, value })
  const missed = node.anyOf.length > 0 && fitting.length === 0 ? 'anyOf' : node.oneOf.length > 0 && accepting.length === 0 ? 'oneOf' : undefined
  return missed === undefined ? undefined : explain(missed, node[missed], value, at, take)
}

/** If all alternatives refuse the value, the failures of one are reported only if it alone has the value's type. */
function explain(
  keyword: string,
  options: readonly SchemaRuleNode[],
  value: Json,
  at: DecodeRun,
  take: (node: SchemaRuleNode) => void,
): string | undefined {
  const meant = options.filter((option) => !option.never && appliedNodes([option]).every(({ kinds }) => (kinds & kindBitsOf(value)) !== 0))
  if (meant.length !== 1) {
    reportFailure(at, keyword, { value })
    return undefined
  }
  take(meant[0]!)
  return keyword
}

function choose(
  discriminator: NonNullable<SchemaRuleNode['discriminator']>,
  value: { readonly [name: string]: Json },
  at: DecodeRun,
  take: (node: SchemaRuleNode) => void,
): void {
  const { property, choices } = discriminator
  const name = Object.hasOwn(value, property) ? value[property]! : undefined
  const choice = typeof name === 'string' ? choices.get(name) : undefined
  if (choice !== undefined) {
    take(choice)
    return
  }
  at.path.push(property)
  if (name === undefined) reportFailure(at, 'required')
  else reportFailure(at, 'discriminator', { limit: [...choices.keys()], value: name })
  at.path.pop()
}
