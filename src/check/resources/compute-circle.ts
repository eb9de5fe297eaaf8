// Reports properties of resources, and members of other schemas, that are computed or generated from themselves.

import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { circle } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { type ExpressionText, slotValue, specifiedEntries } from '../../model/slot.ts'
import type { Property, Typing } from '../../typing/domain.ts'
import { circles } from '../circles.ts'
import type { Check } from '../check.ts'
import { schemasOf } from '../schemas.ts'

const code = 'resources/compute-circle'

export const check: Check = {
  code,
  run({ typing }) {
    return [...circlesOfResources(typing), ...schemasOf(typing.domain.model).flatMap((node) => circlesWithin(node, typing))]
  },
}

function circlesOfResources(typing: Typing): readonly Diagnostic[] {
  const computed = new Map<string, ExpressionText>([...typing.domain.resources.values()].flatMap(({ name, properties }) =>
    [...properties.values()].flatMap((property) => {
      const expression = expressionOf(property)
      return expression === undefined ? [] : [[`${name}.${property.name}`, expression] as const]
    })))
  const leads = (name: string): { to: string; at: Diagnostic['primary']['span'] }[] => {
    const text = computed.get(name)!
    const expression = typing.expression(text)
    const read = expression === undefined ? [] : reads(expression).properties
    return read
      .map(({ resource, path, start, end }) => ({ to: `${resource}.${path[0]}`, at: spanWithin(text.node, start, end) }))
      .filter(({ to }) => computed.has(to))
  }
  return circles([...computed.keys()], leads).map((steps) => circle(code, 'what it is computed from', steps))
}

function expressionOf({ compute, generate }: Property): ExpressionText | undefined {
  return compute?.expression ?? (generate?.kind === 'expression' ? generate.expression : undefined)
}

/** `this` in a nested schema is the object around it, so only members of one object can form a circle. */
function circlesWithin(node: SchemaNode, typing: Typing): readonly Diagnostic[] {
  const generated = new Map(specifiedEntries(node.keywords.properties).flatMap(({ name, value }) => {
    const text = slotValue(value.keywords.generate)
    return text === undefined ? [] : [[name, text] as const]
  }))
  const leads = (name: string): { to: string; at: Diagnostic['primary']['span'] }[] => {
    const text = generated.get(name)!
    const expression = typing.expression(text)
    return (expression === undefined ? [] : reads(expression).variables)
      .filter(({ name: variable, path }) => variable === 'this' && path[0] !== undefined && generated.has(path[0]))
      .map(({ path, start, end }) => ({ to: path[0]!, at: spanWithin(text.node, start, end) }))
  }
  return circles([...generated.keys()], leads).map((steps) => circle(code, 'what it is generated from', steps))
}
