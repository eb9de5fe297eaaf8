// The leaves that a template copies unchanged from `input`; a refused value is then the sender's mistake.

import type { Expression } from '../cel/expression.ts'
import type { Operation } from '../model/model.ts'
import { type Template, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import type { Typing } from './domain.ts'

/** A path from `input`; null represents any list item. */
export type InputPath = readonly (string | null)[]

/** Names that are bound to a part of the input. */
export type BoundPaths = ReadonlyMap<string, InputPath>

export type Passthrough = {
  /** The place in the template. */
  readonly at: readonly (string | number)[]
  readonly from: InputPath
}

const nothing: BoundPaths = new Map()

export function findPassthroughs(
  template: Template,
  typing: Typing,
  bound: BoundPaths = nothing,
  at: Passthrough['at'] = [],
): Passthrough[] {
  switch (template.kind) {
    case 'literal':
      return []
    case 'list':
      return template.items.flatMap((item, index) => findPassthroughs(item, typing, bound, [...at, index]))
    case 'map':
      return template.entries.flatMap(({ name, value }) => findPassthroughs(value, typing, bound, [...at, name]))
    case 'expression': {
      const expression = typing.expression(template)
      const from = expression && findInputPath(expression, bound)
      return from === undefined ? [] : [{ at, from }]
    }
  }
}

/** The names that `let` binds. */
export function bindLetPaths({ slots }: Operation, typing: Typing): BoundPaths {
  const bound = new Map<string, InputPath>()
  for (const { name, value } of listSpecifiedEntries(slots.let)) {
    const expression = typing.expression(value)
    const path = expression && findInputPath(expression, bound)
    if (path !== undefined) bound.set(name, path)
  }
  return bound
}

/** Adds the name that the effect's own loop binds. */
export function bindLoopPath(effect: Effect, typing: Typing, bound: BoundPaths = nothing): BoundPaths {
  const loop = slotValueOf(effect.for)
  const [name, list] = [loop && slotValueOf(loop.as)?.text, loop && slotValueOf(loop.in)]
  const expression = list && typing.expression(list)
  const path = expression && findInputPath(expression, bound)
  return name === undefined || path === undefined ? bound : new Map([...bound, [name, [...path, null]]])
}

/** The path in the input; of several alternatives, the first. A member of a referenced record is not input. */
export function findInputPath(expression: Expression, bound: BoundPaths): InputPath | undefined {
  switch (expression.kind) {
    case 'variable':
      return bound.get(expression.name) ?? (expression.name === 'input' ? [] : undefined)
    case 'select': {
      const owner = isRecord(expression.operand) ? undefined : findInputPath(expression.operand, bound)
      return owner && [...owner, expression.member]
    }
    case 'index': {
      const list = expression.operand.type.kind === 'list' ? findInputPath(expression.operand, bound) : undefined
      return list && [...list, null]
    }
    case 'conditional':
      return findInputPath(expression.then, bound) ?? findInputPath(expression.otherwise, bound)
    case 'call':
      return expression.name === 'orValue' || expression.name === 'or' || expression.name === 'value'
        ? [expression.target, ...expression.arguments].map((each) => each && findInputPath(each, bound)).find((path) => path !== undefined)
        : undefined
    default:
      return undefined
  }
}

function isRecord({ type }: Expression): boolean {
  return type.kind === 'record' || ((type.kind === 'nullable' || type.kind === 'optional') && type.of.kind === 'record')
}
