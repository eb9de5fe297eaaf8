// The properties that the expressions of a representation read.

import type { Expression } from '../../../cel/expression.ts'
import type { Property, ViewInfo } from '../../../typing/domain.ts'
import type { Column } from '../../layout.ts'
import { columnAt } from '../predicate/paths.ts'
import { type Translation, failTranslation, resourceOfType } from '../predicate/translation.ts'
import { visibilityCondition, withRulesDone } from '../predicate/visible.ts'
import type { RowSources } from '../source.ts'

export type Select = Extract<Expression, { kind: 'select' }>

export function propertyOf({ layout }: Translation, { operand, member }: Select): Property {
  return layout.domain.resources.get(resourceOfType(operand.type) ?? failTranslation())?.properties.get(member) ?? failTranslation()
}

/** The expression `this.name` of a view's member. */
export function propertyOfThis({ layout }: Pick<Translation, 'layout'>, view: ViewInfo, name: string): Select {
  const property = layout.domain.resources.get(view.resource)?.properties.get(name) ?? failTranslation()
  const at = { start: 0, end: 0 }
  return {
    kind: 'select',
    operand: { kind: 'variable', name: 'this', type: { kind: 'record', resource: view.resource }, ...at },
    member: name,
    optional: false,
    type: property.type,
    ...at,
  }
}

/** True if null of an expression leaves its member out: a path to a property that cannot be null. */
export function isLeftOut({ layout }: Pick<Translation, 'layout'>, expression: Expression): boolean {
  if (expression.kind !== 'select') return false
  const property = layout.domain.resources.get(resourceOfType(expression.operand.type) ?? '')?.properties.get(expression.member)
  return property !== undefined && !property.nullable && isPath(expression.operand)
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

/** A column that SQL does not print: the service prints its content. */
export function unprintedColumn(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
): { readonly sql: string; readonly column: Column; readonly property: Property; readonly where: string | undefined } {
  if (expression.kind !== 'select' || expression.optional || resourceOfType(expression.operand.type) === undefined) return failTranslation()
  const property = propertyOf(translation, expression)
  if (property.secret || property.reference !== undefined) return failTranslation()
  const where = visibilityCondition(translation, expression, rows)
  return { ...columnAt(withRulesDone(translation), expression, rows), property, where }
}
