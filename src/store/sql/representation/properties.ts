// The properties that the expressions of a representation read.

import type { Expression } from '../../../cel/expression.ts'
import type { Property, ViewInfo } from '../../../typing/domain.ts'
import type { Column } from '../../layout.ts'
import { findColumn } from '../predicate/paths.ts'
import { type Translation, failTranslation, findResourceOfType } from '../predicate/translation.ts'
import { translateVisibility, withRulesDone } from '../predicate/visible.ts'
import type { RowSources } from '../source.ts'

export type Select = Extract<Expression, { kind: 'select' }>

export function findProperty({ layout }: Translation, { operand, member }: Select): Property {
  return layout.domain.resources.get(findResourceOfType(operand.type) ?? failTranslation())?.properties.get(member) ?? failTranslation()
}

/** The expression `this.name` of a view's member. */
export function selectFromThis({ layout }: Pick<Translation, 'layout'>, view: ViewInfo, name: string): Select {
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
  const property = layout.domain.resources.get(findResourceOfType(expression.operand.type) ?? '')?.properties.get(expression.member)
  return property !== undefined && !property.nullable && isPath(expression.operand)
}

function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && !expression.optional && isPath(expression.operand))
}

/** A column that SQL does not print: the service prints its content. */
export function findUnprintedColumn(
  translation: Translation,
  expression: Expression,
  rows: RowSources,
): { readonly sql: string; readonly column: Column; readonly property: Property; readonly where: string | undefined } {
  if (expression.kind !== 'select' || expression.optional || findResourceOfType(expression.operand.type) === undefined)
    return failTranslation()
  const property = findProperty(translation, expression)
  if (property.secret || property.reference !== undefined) return failTranslation()
  const where = translateVisibility(translation, expression, rows)
  return { ...findColumn(withRulesDone(translation), expression, rows), property, where }
}
