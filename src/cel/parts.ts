// The direct subexpressions of an expression, for code that walks a whole tree, and the values that it can return.

import type { Expression } from './expression.ts'

/** A part, and the names that its parent binds for it. */
export type ExpressionPart = { readonly expression: Expression; readonly binds: readonly string[] }

export function partsOf(expression: Expression): readonly ExpressionPart[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'records':
      return []
    case 'select':
    case 'has':
    case 'not':
    case 'negate':
      return listPartsWithoutBinds([expression.operand])
    case 'index':
      return listPartsWithoutBinds([expression.operand, expression.index])
    case 'and':
    case 'or':
    case 'binary':
      return listPartsWithoutBinds([expression.left, expression.right])
    case 'conditional':
      return listPartsWithoutBinds([expression.test, expression.then, expression.otherwise])
    case 'list':
      return listPartsWithoutBinds(expression.items.map(({ value }) => value))
    case 'map':
      return listPartsWithoutBinds(expression.entries.flatMap(({ key, value }) => [key, value]))
    case 'call':
      return listPartsWithoutBinds(expression.target === undefined ? expression.arguments : [expression.target, ...expression.arguments])
    case 'macro':
      return [...listPartsWithoutBinds([expression.range]), ...listBodies(expression)]
    case 'bind':
      return [...listPartsWithoutBinds([expression.value]), { expression: expression.body, binds: [expression.name] }]
    case 'find':
      return listPartsWithoutBinds(expression.by.map(({ value }) => value))
  }
}

/** The possible results: both branches of a conditional, or the expression itself. */
export function resultsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'conditional' ? [...resultsOf(expression.then), ...resultsOf(expression.otherwise)] : [expression]
}

/** The conditions that `&&` joins, from left to right; the expression itself if it is no conjunction. */
export function listConjuncts(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? [...listConjuncts(expression.left), ...listConjuncts(expression.right)] : [expression]
}

function listPartsWithoutBinds(expressions: readonly Expression[]): ExpressionPart[] {
  return expressions.map((expression) => ({ expression, binds: [] }))
}

/** The start of `reduce` comes after its step, but outside its names. */
function listBodies({ name, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>): ExpressionPart[] {
  return args.map((expression, i) => ({ expression, binds: name === 'reduce' && i === 1 ? [] : variables }))
}
