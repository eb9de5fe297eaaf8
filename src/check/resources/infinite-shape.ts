// Reports shapes that require themselves: no finite value is valid.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { SchemaNode } from '../../model/schema.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { ShapeInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { type CycleStep, circles } from '../circles.ts'

const code = 'resources/infinite-shape'

export const check: Check = {
  code,
  run({ typing: { domain: { shapes } } }) {
    const endless = endlessOf(shapes)
    const leads = (name: string): Way[] => waysFrom(shapes.get(name)!.source, endless)
    // A cycle without members is reported as infinite recursion of one value.
    return circles([...endless], leads).flatMap((steps) => {
      const through = steps.flatMap(({ name }, index) =>
        leads(name).filter(({ to, member }) => member !== undefined && to === steps[(index + 1) % steps.length]!.name),
      )
      return through.length === 0 ? [] : [diagnose(steps, through[0]!)]
    })
  },
}

/** An edge: a value of the shape must contain a value of another, through a required member or directly. */
type Way = { readonly to: string; readonly at: CycleStep['span']; readonly member?: string }

/** Starts with all shapes as infinite, and removes each that needs none of the others, until no more can be removed. */
function endlessOf(shapes: ReadonlyMap<string, ShapeInfo>): ReadonlySet<string> {
  const endless = new Set(shapes.keys())
  for (let before = -1; before !== endless.size; ) {
    before = endless.size
    for (const name of endless) if (!isEndless(shapes.get(name)!.source, endless)) endless.delete(name)
  }
  return endless
}

function isEndless(schema: SchemaNode, endless: ReadonlySet<string>): boolean {
  return waysFrom(schema, endless).length > 0
}

/** Empty if a value needs no nested shape: it allows null or another type, one of several alternatives, or listed values. */
function waysFrom({ keywords }: SchemaNode, endless: ReadonlySet<string>): Way[] {
  if (keywords.enum.state !== 'unsaid' || keywords.const.state !== 'unsaid') return []
  const reference = slotValue(keywords.$ref)
  const itself = reference === undefined || !endless.has(reference.text) ? [] : [{ to: reference.text, at: reference.node.span }]
  const all = (slotValue(keywords.allOf) ?? []).flatMap((part) => waysFrom(part, endless))
  const some = [keywords.anyOf, keywords.oneOf].flatMap((slot) => {
    const ways = (slotValue(slot) ?? []).map((part) => waysFrom(part, endless))
    return ways.length > 0 && ways.every((those) => those.length > 0) ? ways.flat() : []
  })
  return [...itself, ...all, ...some, ...waysThroughMembers(keywords, endless)]
}

function waysThroughMembers(keywords: SchemaNode['keywords'], endless: ReadonlySet<string>): Way[] {
  const types = slotValue(keywords.type)
  if (keywords.type.state !== 'unsaid' && !(types?.length === 1 && types[0] === 'object')) return []
  const properties = new Map(specifiedEntries(keywords.properties).map(({ name, value }) => [name, value]))
  return (slotValue(keywords.required) ?? []).flatMap(({ text: member }) => {
    const schema = properties.get(member)
    return schema === undefined ? [] : waysFrom(schema, endless).map((way) => ({ ...way, member }))
  })
}

function diagnose(steps: readonly CycleStep[], { member, to }: Way): Diagnostic {
  const [first, ...rest] = steps
  const names = rest.map(({ name }) => quoteName(name)).join(' and ')
  return diagnostic(
    'error',
    code,
    `${quoteName(first!.name)} requires itself${names === '' ? '' : ` by way of ${names}`}, so no value fits it`,
    { span: first!.span, text: 'required' },
    {
      others: rest.map(({ name, span }) => ({ span, text: `required of ${quoteName(name)}` })),
      reason: 'Each value would have to hold another one, without end.',
      help: `Take ${quoteName(member!)} out of \`required\`, or let it be null:\n\n${member}: { anyOf: [{ $ref: ${to} }, { type: 'null' }] }`,
    },
  )
}
