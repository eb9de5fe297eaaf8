// Reports properties of resources, and members of other schemas, that are computed or generated from themselves.

import type { Span } from '../../base/text.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { circle } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { membersReadBy, propertiesReadBy } from '../../fact/generated-reads.ts'
import { type World, world } from '../../fact/world.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { type ExpressionText, slotValue, specifiedEntries } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import { circles } from '../circles.ts'
import type { Check } from '../check.ts'
import { schemasOf } from '../schemas.ts'

const code = 'resources/compute-circle'

export const check: Check = {
  code,
  run({ model, typing }) {
    const known = world(model, typing)
    return [...circlesOfResources(known), ...schemasOf(model).flatMap((node) => circlesWithin(node, known))]
  },
}

function circlesOfResources(known: World): readonly Diagnostic[] {
  const texts = new Map([...known.domain.resources.values()].flatMap(({ name, properties }) =>
    [...properties.values()].flatMap((property) => {
      const expression = expressionOf(property)
      return expression === undefined ? [] : [[`${name}.${property.name}`, expression] as const]
    })))
  return circlesIn(texts, 'what it is computed from', (text) => propertiesReadBy(known, text), known)
}

function expressionOf({ compute, generate }: Property): ExpressionText | undefined {
  return compute?.expression ?? (generate?.kind === 'expression' ? generate.expression : undefined)
}

/** `this` in a nested schema is the object around it, so only members of one object can form a circle. */
function circlesWithin(node: SchemaNode, known: World): readonly Diagnostic[] {
  const texts = new Map(specifiedEntries(node.keywords.properties).flatMap(({ name, value }) => {
    const text = slotValue(value.keywords.generate)
    return text === undefined ? [] : [[name, text] as const]
  }))
  return circlesIn(texts, 'what it is generated from', (text) => membersReadBy(known, text), known)
}

type ReadBy = (text: ExpressionText) => ReadonlySet<string>

function circlesIn(texts: ReadonlyMap<string, ExpressionText>, what: string, readBy: ReadBy, { typing }: World): readonly Diagnostic[] {
  const leads = (name: string): { to: string; at: Span }[] => {
    const text = texts.get(name)!
    if (typing.expression(text) === undefined) return []
    return [...readBy(text)].filter((to) => texts.has(to)).map((to) => ({ to, at: placeOf(to, text, typing) }))
  }
  return circles([...texts.keys()], leads).map((steps) => circle(code, what, steps))
}

/** The place where the expression reads the name; the whole expression if a view reads it. */
function placeOf(name: string, text: ExpressionText, typing: World['typing']): Span {
  const { properties, variables } = reads(typing.expression(text)!)
  const place =
    properties.find(({ resource, path }) => `${resource}.${path[0]}` === name) ??
    variables.find(({ name: variable, path }) => variable === 'this' && path[0] === name)
  return place === undefined ? text.node.span : spanWithin(text.node, place.start, place.end)
}
