// A stored computed value is updated by writes to its record, so it may read only this record: no clock, and no settings.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { Property, ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { foreignReads } from '../foreign.ts'

const code = 'resources/stored-compute'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap((resource) =>
      [...resource.properties.values()].flatMap((property) => (property.compute?.stored === true ? ofProperty(resource, property, typing) : []))),
}

type Changing = { readonly start: number; readonly end: number; readonly what: string }

/** The first of each is enough: what is wrong is that it is stored. */
function ofProperty(resource: ResourceInfo, { name, compute }: Property, typing: Typing): Diagnostic[] {
  const { expression: text } = compute!
  const expression = typing.expression(text)
  const found = expression && changing(expression, resource, typing, new Set([name]))
  if (found === undefined) return []
  return [
    diagnostic('error', code, `${quoteName(`${resource.name}.${name}`)} is stored, and computed from ${found.what}`, { span: spanWithin(text.node, found.start, found.end), text: 'changes without a write of this record' }, {
      reason: 'A stored value is recomputed by the write that changes its record. A change of other data would leave it outdated.',
      help: 'Leave out `stored: true`: it is then computed whenever it is read.',
    }),
  ]
}

const outside = new Map([['now', 'the time'], ['settings', 'what the operator sets'], ['service', "the service's address"]])

/** The first thing that is read and changes without a write of the record, also through its other computed properties. */
function changing(expression: Expression, resource: ResourceInfo, typing: Typing, seen: Set<string>): Changing | undefined {
  const [other] = foreignReads(expression, typing.domain)
  if (other !== undefined) return { ...other, what: `records of ${other.resource}` }
  const { variables, properties } = reads(expression)
  const variable = variables.find(({ name }) => outside.has(name))
  if (variable !== undefined) return { ...variable, what: outside.get(variable.name)! }
  for (const { resource: of, path: [name = ''], start, end } of properties) {
    const text = of === resource.name ? resource.properties.get(name)?.compute?.expression : undefined
    const inner = text === undefined || seen.has(name) ? undefined : typing.expression(text)
    const found = inner && changing(inner, resource, typing, seen.add(name))
    if (found !== undefined) return { start, end, what: `${found.what}, through ${quoteName(name)}` }
  }
  return undefined
}
