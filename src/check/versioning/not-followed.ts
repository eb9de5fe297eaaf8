// Reports an answer that derives a value from a property whose values changed: the derived value is the same in every version.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type ExpressionText, type Template, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTreeConflicts } from './tree-conflicts.ts'

const code = 'versioning/not-followed'

export const check: Check = {
  code,
  run(facts) {
    return [...checkComputed(facts), ...checkAlternatives(facts)]
  },
}

function checkComputed(facts: Facts): Diagnostic[] {
  const changedProperties = listChangedProperties(facts)
  if (changedProperties.size === 0) return []
  return [...listShownExpressions(facts)].flatMap((text): Diagnostic[] => {
    const expression = facts.typing.expression(text)
    if (expression === undefined || isPath(expression)) return []
    const shownProperties = [...new Set(listShownProperties(expression).map(({ resource, path }) => `${resource}.${path[0]}`))].filter(
      (name) => changedProperties.has(name),
    )
    if (shownProperties.length === 0) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(text.text)} shows a value computed from ${joinWithAnd(shownProperties)}, which older clients see as in the newest version`,
        { span: text.node.span, text: 'no path alone' },
        {
          others: shownProperties.map((name) => ({ span: changedProperties.get(name)!, text: 'its values changed' })),
          reason: 'Values are converted where a response shows a property by its path; computed values are not converted.',
          help: 'Show the property itself, or make sure that older clients can use this value.',
        },
      ),
    ]
  })
}

/** Alternatives of one value, of which only some change a member that others have too. */
function checkAlternatives({ versions }: Facts): Diagnostic[] {
  const diagnostics = new Map<string, Diagnostic>()
  for (const version of versions) {
    for (const { name, because } of listTreeConflicts(version, 'unfollowed')) {
      const origin = because.find((each) => each.kind === 'document')
      if (origin === undefined) continue
      diagnostics.getOrInsertComputed(`${origin.span.source.name} ${origin.span.start} ${name}`, () =>
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} is in several of the values that a response chooses between, and ${version.name} differs in only some of them`,
          { span: origin.span, text: 'not made for any of them' },
          {
            reason:
              'The JSON of a response does not say which of the values it has, so older clients see all of them as the newest version has them.',
            help: 'Show the values under different names, or make the same change to all of them.',
          },
        ),
      )
    }
  }
  return [...diagnostics.values()]
}

/** Properties with other values in a version that is still served, by their declaration. */
function listChangedProperties({ versions, typing }: Facts): ReadonlyMap<string, Diagnostic['primary']['span']> {
  return new Map(
    versions.flatMap(({ resources }) =>
      [...resources].flatMap(([name, { members }]) =>
        [...members.values()]
          .filter(({ steps }) => steps.length > 0)
          .flatMap((member) => {
            const property = typing.domain.resources.get(name)?.properties.get(member.name)
            return property === undefined ? [] : [[`${name}.${member.name}`, property.at.span] as const]
          }),
      ),
    ),
  )
}

function* listShownExpressions({ model, typing }: Facts): Iterable<ExpressionText> {
  for (const { slots } of model.endpoints.value.operations) {
    const output = slotValueOf(slots.output)
    if (output !== undefined) yield* walkTemplate(output)
  }
  for (const { members, source } of typing.domain.views.values()) {
    if (source !== undefined) for (const member of members) if (member.kind === 'template') yield* walkTemplate(member.template)
  }
}

function* walkTemplate(template: Template): Iterable<ExpressionText> {
  if (template.kind === 'expression') yield template
  else if (template.kind === 'list') for (const item of template.items) yield* walkTemplate(item)
  else if (template.kind === 'map') for (const { value } of template.entries) yield* walkTemplate(value)
}

/** The properties whose values the result may contain; excludes those that only a condition or a selection reads. */
function listShownProperties(expression: Expression): ReturnType<typeof reads>['properties'] {
  switch (expression.kind) {
    case 'conditional':
      return [...listShownProperties(expression.then), ...listShownProperties(expression.otherwise)]
    case 'macro':
      return expression.name === 'map' || expression.name === 'reduce'
        ? expression.arguments.flatMap(listShownProperties)
        : listShownProperties(expression.range)
    case 'binary':
      return ['+', '-', '*', '/', '%'].includes(expression.operator)
        ? [...listShownProperties(expression.left), ...listShownProperties(expression.right)]
        : []
    case 'not':
    case 'and':
    case 'or':
    case 'has':
      return []
    case 'select':
      return reads(expression).properties
    default:
      return partsOf(expression).flatMap((part) => listShownProperties(part.expression))
  }
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'select' || expression.kind === 'variable'
}
