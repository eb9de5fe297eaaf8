// Finds the schemas that apply at a place because of its value: alternatives, `if`, dependent schemas.

import { type Json, isJsonObject } from '../base/json.ts'
import { kindBitsOf } from './kind.ts'
import { type SchemaRuleNode, listAppliedNodes } from './node.ts'
import type { SchemaPlace } from './place.ts'
import { type DecodeRun, reportFailure, isFull } from './run.ts'

/** `requiredKeyword`: the keyword to report if the alternative, chosen for its failures, has none. */
export function findConditionalNodes(
  place: SchemaPlace,
  value: Json,
  run: DecodeRun,
): { readonly nodes: readonly SchemaRuleNode[]; readonly requiredKeyword?: string } {
  const applied = new Set(place.nodes)
  let requiredKeyword: string | undefined
  const apply = (node: SchemaRuleNode): void => listAppliedNodes([node]).forEach((each) => applied.add(each))
  // The set grows during this loop: the requirements of an alternative are evaluated in turn.
  for (const node of applied) {
    requiredKeyword = applyAlternatives(node, value, run, apply) ?? requiredKeyword
    if (node.not !== undefined && run.accepts(node.not, value, run)) reportFailure(run, 'not', { value })
    if (node.if !== undefined) {
      const isTrue = run.accepts(node.if, value, run)
      const branch = isTrue ? node.then : node.else
      if (isTrue) apply(node.if)
      if (branch !== undefined) apply(branch)
    }
    if (isJsonObject(value)) for (const [name, dependent] of node.dependents) if (Object.hasOwn(value, name)) apply(dependent)
    if (isFull(run)) break
  }
  return { nodes: [...applied], ...(requiredKeyword === undefined ? {} : { requiredKeyword }) }
}

function applyAlternatives(node: SchemaRuleNode, value: Json, run: DecodeRun, apply: (node: SchemaRuleNode) => void): string | undefined {
  if (node.discriminator !== undefined && isJsonObject(value)) {
    applyDiscriminator(node.discriminator, value, run, apply)
    return undefined
  }
  const fitting = node.anyOf.filter((each) => run.accepts(each, value, run))
  fitting.forEach(apply)
  const accepting = node.oneOf.filter((each) => run.accepts(each, value, run))
  if (accepting.length === 1) apply(accepting[0]!)
  else if (accepting.length > 1) reportFailure(run, 'oneOf', { limit: 1, actual: accepting.length, value })
  const unmatched =
    node.anyOf.length > 0 && fitting.length === 0 ? 'anyOf' : node.oneOf.length > 0 && accepting.length === 0 ? 'oneOf' : undefined
  return unmatched === undefined ? undefined : reportAlternatives(unmatched, node[unmatched], value, run, apply)
}

/** If all alternatives refuse the value, the failures of one are reported only if it alone has the value's type. */
function reportAlternatives(
  keyword: string,
  options: readonly SchemaRuleNode[],
  value: Json,
  run: DecodeRun,
  apply: (node: SchemaRuleNode) => void,
): string | undefined {
  const ofType = options.filter(
    (option) => !option.never && listAppliedNodes([option]).every(({ kinds }) => (kinds & kindBitsOf(value)) !== 0),
  )
  if (ofType.length !== 1) {
    reportFailure(run, keyword, { value })
    return undefined
  }
  apply(ofType[0]!)
  return keyword
}

function applyDiscriminator(
  discriminator: NonNullable<SchemaRuleNode['discriminator']>,
  value: { readonly [name: string]: Json },
  run: DecodeRun,
  apply: (node: SchemaRuleNode) => void,
): void {
  const { property, choices } = discriminator
  const name = Object.hasOwn(value, property) ? value[property]! : undefined
  const choice = typeof name === 'string' ? choices.get(name) : undefined
  if (choice !== undefined) {
    apply(choice)
    return
  }
  run.path.push(property)
  if (name === undefined) reportFailure(run, 'required')
  else reportFailure(run, 'discriminator', { limit: [...choices.keys()], value: name })
  run.path.pop()
}
