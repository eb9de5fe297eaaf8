// Reports shapes that require themselves: no finite value is valid.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ShapeInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { type CycleStep, findCycles } from '../cycles.ts'

const code = 'resources/infinite-shape'

export const check: Check = {
  code,
  run({
    typing: {
      domain: { shapes },
    },
  }) {
    const infinite = findInfinite(shapes)
    const listEdges = (name: string): Edge[] => listSchemaEdges(shapes.get(name)!.source, infinite)
    // A cycle without members is reported as infinite recursion of one value.
    return findCycles([...infinite], listEdges).flatMap((steps) => {
      const memberEdges = steps.flatMap(({ name }, index) =>
        listEdges(name).filter(({ to, member }) => member !== undefined && to === steps[(index + 1) % steps.length]!.name),
      )
      return memberEdges.length === 0 ? [] : [diagnose(steps, memberEdges[0]!)]
    })
  },
}

/** An edge: a value of the shape must contain a value of another, through a required member or directly. */
type Edge = { readonly to: string; readonly at: CycleStep['span']; readonly member?: string }

/** Starts with all shapes as infinite, and removes each that needs none of the others, until no more can be removed. */
function findInfinite(shapes: ReadonlyMap<string, ShapeInfo>): ReadonlySet<string> {
  const infinite = new Set(shapes.keys())
  for (let previousSize = -1; previousSize !== infinite.size;) {
    previousSize = infinite.size
    for (const name of infinite) if (!isInfinite(shapes.get(name)!.source, infinite)) infinite.delete(name)
  }
  return infinite
}

function isInfinite(schema: SchemaNode, infinite: ReadonlySet<string>): boolean {
  return listSchemaEdges(schema, infinite).length > 0
}

/** Empty if a value needs no nested shape: it allows null or another type, one of several alternatives, or listed values. */
function listSchemaEdges({ keywords }: SchemaNode, infinite: ReadonlySet<string>): Edge[] {
  if (keywords.enum.state !== 'unsaid' || keywords.const.state !== 'unsaid') return []
  const reference = slotValueOf(keywords.$ref)
  const direct = reference === undefined || !infinite.has(reference.text) ? [] : [{ to: reference.text, at: reference.node.span }]
  const ofAllParts = (slotValueOf(keywords.allOf) ?? []).flatMap((part) => listSchemaEdges(part, infinite))
  const ofAlternatives = [keywords.anyOf, keywords.oneOf].flatMap((slot) => {
    const edgesByAlternative = (slotValueOf(slot) ?? []).map((part) => listSchemaEdges(part, infinite))
    return edgesByAlternative.length > 0 && edgesByAlternative.every((edges) => edges.length > 0) ? edgesByAlternative.flat() : []
  })
  return [...direct, ...ofAllParts, ...ofAlternatives, ...listMemberEdges(keywords, infinite)]
}

function listMemberEdges(keywords: SchemaNode['keywords'], infinite: ReadonlySet<string>): Edge[] {
  const types = slotValueOf(keywords.type)
  if (keywords.type.state !== 'unsaid' && !(types?.length === 1 && types[0] === 'object')) return []
  const properties = new Map(listSpecifiedEntries(keywords.properties).map(({ name, value }) => [name, value]))
  return (slotValueOf(keywords.required) ?? []).flatMap(({ text: member }) => {
    const schema = properties.get(member)
    return schema === undefined ? [] : listSchemaEdges(schema, infinite).map((edge) => ({ ...edge, member }))
  })
}

function diagnose(steps: readonly CycleStep[], { member, to }: Edge): Diagnostic {
  const [first, ...rest] = steps
  const names = rest.map(({ name }) => quoteName(name)).join(' and ')
  return createDiagnostic(
    'error',
    code,
    `${quoteName(first!.name)} requires itself${names === '' ? '' : ` through ${names}`}, so no value fits it`,
    { span: first!.span, text: 'required' },
    {
      others: rest.map(({ name, span }) => ({ span, text: `required of ${quoteName(name)}` })),
      reason: 'Each value would have to hold another one, without end.',
      help: advise`Take ${quoteName(member!)} out of \`required\`, or let it be null:${paste(`${member}: { anyOf: [{ $ref: ${to} }, { type: 'null' }] }`)}`,
    },
  )
}
