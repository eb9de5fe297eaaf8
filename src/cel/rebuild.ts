// Rebuilds an expression with other parts, for substitution.

import type { Expression } from './expression.ts'

/** Maps each direct part of an expression; returns the same object if no part changes. */
export function withParts(expression: Expression, map: (part: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'records':
      return expression
    case 'select':
    case 'has':
    case 'not':
    case 'negate':
      return { ...expression, operand: map(expression.operand) }
    case 'index':
      return { ...expression, operand: map(expression.operand), index: map(expression.index) }
    case 'and':
    case 'or':
    case 'binary':
      return { ...expression, left: map(expression.left), right: map(expression.right) }
    case 'conditional':
      return { ...expression, test: map(expression.test), then: map(expression.then), otherwise: map(expression.otherwise) }
    case 'list':
      return { ...expression, items: expression.items.map((item) => ({ ...item, value: map(item.value) })) }
    case 'map':
      return { ...expression, entries: expression.entries.map((entry) => ({ ...entry, key: map(entry.key), value: map(entry.value) })) }
    case 'call':
      return {
        ...expression,
        ...(expression.target === undefined ? {} : { target: map(expression.target) }),
        arguments: expression.arguments.map(map),
      }
    case 'macro':
      return { ...expression, range: map(expression.range), arguments: expression.arguments.map(map) }
    case 'bind':
      return { ...expression, value: map(expression.value), body: map(expression.body) }
    case 'find':
      return { ...expression, by: expression.by.map((each) => ({ ...each, value: map(each.value) })) }
  }
}

/** The expression with another name for a variable that nothing inside of it binds. */
export function renameVariable(expression: Expression, from: string, to: string): Expression {
  if (expression.kind === 'variable') return expression.name === from ? { ...expression, name: to } : expression
  return withParts(expression, (part) => renameVariable(part, from, to))
}
