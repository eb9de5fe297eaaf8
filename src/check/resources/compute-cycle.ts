// Reports properties of resources, and members of other schemas, that are computed or generated from themselves.

import type { Span } from '../../base/text.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportCycle } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { listObjectMembersRead, listPropertiesRead } from '../../fact/generated-reads.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { type ExpressionText, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Property } from '../../typing/domain.ts'
import { findCycles } from '../cycles.ts'
import type { Check } from '../check.ts'
import { listSchemasOf } from '../schemas.ts'

const code = 'resources/compute-cycle'

export const check: Check = {
  code,
  run({ model, typing }) {
    const modelIndex = indexModel(model, typing)
    return [...checkResources(modelIndex), ...listSchemasOf(model).flatMap((node) => checkSchema(node, modelIndex))]
  },
}

function checkResources(modelIndex: ModelIndex): readonly Diagnostic[] {
  const texts = new Map(
    [...modelIndex.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].flatMap((property) => {
        const expression = findExpression(property)
        return expression === undefined ? [] : [[`${name}.${property.name}`, expression] as const]
      }),
    ),
  )
  return findSelfReferences(texts, 'what it is computed from', (text) => listPropertiesRead(modelIndex, text), modelIndex)
}

function findExpression({ compute, generate }: Property): ExpressionText | undefined {
  return compute?.expression ?? (generate?.kind === 'expression' ? generate.expression : undefined)
}

/** In a nested schema, `this` is the enclosing object, so only members of one object can form a cycle. */
function checkSchema(node: SchemaNode, modelIndex: ModelIndex): readonly Diagnostic[] {
  const texts = new Map(
    listSpecifiedEntries(node.keywords.properties).flatMap(({ name, value }) => {
      const text = slotValueOf(value.keywords.generate)
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
  return findSelfReferences(texts, 'what it is generated from', (text) => listObjectMembersRead(modelIndex, text), modelIndex)
}

type ReadNames = (text: ExpressionText) => ReadonlySet<string>

function findSelfReferences(
  texts: ReadonlyMap<string, ExpressionText>,
  origin: string,
  namesReadBy: ReadNames,
  { typing }: ModelIndex,
): readonly Diagnostic[] {
  const listEdgesFrom = (name: string): { to: string; at: Span }[] => {
    const text = texts.get(name)!
    if (typing.expression(text) === undefined) return []
    return [...namesReadBy(text)].filter((to) => texts.has(to)).map((to) => ({ to, at: findPlace(to, text, typing) }))
  }
  return findCycles([...texts.keys()], listEdgesFrom).map((steps) => reportCycle(code, origin, steps))
}

/** The place where the expression reads the name; the whole expression if a view reads it. */
function findPlace(name: string, text: ExpressionText, typing: ModelIndex['typing']): Span {
  const { properties, variables } = reads(typing.expression(text)!)
  const place =
    properties.find(({ resource, path }) => `${resource}.${path[0]}` === name) ??
    variables.find(({ name: variable, path }) => variable === 'this' && path[0] === name)
  return place === undefined ? text.node.span : spanWithin(text.node, place.start, place.end)
}
