// Reports an answer that derives a value from a property whose values changed: the derived value is the same in every version.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type ExpressionText, type Template, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/not-followed'

export const check: Check = {
  code,
  run(facts) {
    const changed = changedProperties(facts)
    if (changed.size === 0) return []
    return [...listLeaves(facts)].flatMap((leaf): Diagnostic[] => {
      const expression = facts.typing.expression(leaf)
      if (expression === undefined || isPath(expression)) return []
      const shownOnes = [...new Set(propertiesShownBy(expression).map(({ resource, path }) => `${resource}.${path[0]}`))].filter((name) =>
        changed.has(name),
      )
      if (shownOnes.length === 0) return []
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(leaf.text)} shows something made of ${joinWithAnd(shownOnes)}, and older clients see it as the newest version makes it`,
          { span: leaf.node.span, text: 'no path alone' },
          {
            others: shownOnes.map((name) => ({ span: changed.get(name)!, text: 'its values changed' })),
            reason: 'Values are converted where a response shows a property by its path; computed values are not converted.',
            help: 'Show the property itself, or make sure that older clients can live with it.',
          },
        ),
      ]
    })
  },
}

/** Properties with other values in a version that is still served, by their declaration. */
function changedProperties({ versions, typing }: Facts): ReadonlyMap<string, Diagnostic['primary']['span']> {
  return new Map(versions.flatMap(({ resources }) => [...resources].flatMap(([name, { members }]) =>
    [...members.values()].filter(({ steps }) => steps.length > 0).flatMap((member) => {
      const property = typing.domain.resources.get(name)?.properties.get(member.name)
      return property === undefined ? [] : [[`${name}.${member.name}`, property.at.span] as const]
    }))))
}

function* listLeaves({ model, typing }: Facts): Iterable<ExpressionText> {
  for (const { slots } of model.endpoints.value.operations) {
    const output = slotValue(slots.output)
    if (output !== undefined) yield* expressionsInside(output)
  }
  for (const { members, source } of typing.domain.views.values()) {
    if (source !== undefined) for (const member of members) if (member.kind === 'template') yield* expressionsInside(member.template)
  }
}

function* expressionsInside(template: Template): Iterable<ExpressionText> {
  if (template.kind === 'expression') yield template
  else if (template.kind === 'list') for (const item of template.items) yield* expressionsInside(item)
  else if (template.kind === 'map') for (const { value } of template.entries) yield* expressionsInside(value)
}

/** The properties whose values the result may contain; excludes those that only a condition or a selection reads. */
function propertiesShownBy(expression: Expression): ReturnType<typeof reads>['properties'] {
  switch (expression.kind) {
    case 'conditional':
      return [...propertiesShownBy(expression.then), ...propertiesShownBy(expression.otherwise)]
    case 'macro':
      return expression.name === 'map' || expression.name === 'reduce' ? expression.arguments.flatMap(propertiesShownBy) : propertiesShownBy(expression.range)
    case 'binary':
      return ['+', '-', '*', '/', '%'].includes(expression.operator) ? [...propertiesShownBy(expression.left), ...propertiesShownBy(expression.right)] : []
    case 'not':
    case 'and':
    case 'or':
    case 'has':
      return []
    case 'select':
      return reads(expression).properties
    default:
      return partsOf(expression).flatMap((part) => propertiesShownBy(part.expression))
  }
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'select' || expression.kind === 'variable'
}
