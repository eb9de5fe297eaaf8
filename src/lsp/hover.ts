// Hover: the type of an expression, the meaning of a key, the outcomes of an operation, and the content of conventions.

import type { Expression } from '../cel/expression.ts'
import { typeText } from '../cel/type-text.ts'
import type { Span } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import type { Node } from '../document/node.ts'
import { annotate } from '../explain/annotate.ts'
import { explainOperation } from '../explain/operation.ts'
import { printPlace } from '../explain/origin.ts'
import { findNamedEntry } from '../model/slot.ts'
import { listExpressions, findInnermost, findSlotAt } from './expression-at.ts'
import { describeKey } from './language.ts'
import { toPosition } from './protocol.ts'

/** Markdown, and the range that it describes. */
export type Hover = { readonly text: string; readonly span: Span }

export function hover(compiled: Compiled, file: string, offset: number): Hover | undefined {
  return hoverExpression(compiled, file, offset) ?? hoverKey(compiled, file, offset)
}

function hoverExpression(compiled: Compiled, file: string, offset: number): Hover | undefined {
  const slot = findSlotAt(compiled, file, offset)
  if (slot === undefined) return undefined
  const expression = findInnermost(listExpressions(compiled, slot.use), slot.index)
  if (expression === undefined) return undefined
  const { node, text } = slot.use.slot
  const declared = findDeclaration(compiled, expression)
  const lines = [
    `\`\`\`cel\n${text.slice(expression.start, expression.end)}: ${typeText(expression.type)}\n\`\`\``,
    ...(declared === undefined ? [] : [`declared in ${declared}`]),
  ]
  return { text: lines.join('\n\n'), span: node.span }
}

/** The declaration of the property or resource that an expression names. */
function findDeclaration({ facts }: Compiled, expression: Expression): string | undefined {
  const { resources } = facts.typing.domain
  const [called] = expression.inlined ?? []
  if (called !== undefined) {
    const declared = findNamedEntry(facts.model.service.value.functions, called)
    return declared && printPlace(declared.key.span)
  }
  if (expression.kind === 'records') {
    const named = resources.get(expression.resource)
    return named && printPlace(named.source.key.span)
  }
  if (expression.kind !== 'select') return undefined
  const { type } = expression.operand
  const recordType = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  const property = recordType.kind === 'record' ? resources.get(recordType.resource)?.properties.get(expression.member) : undefined
  return property && printPlace(property.at.span)
}

type KeyAt = { readonly part: PartName | 'front'; readonly path: readonly string[]; readonly span: Span }

function hoverKey(compiled: Compiled, file: string, offset: number): Hover | undefined {
  const target = findKeyAt(compiled, file, offset)
  if (target === undefined) return undefined
  const { part, path, span } = target
  const texts = [describeKey(part, path), explainOperationKey(compiled, part, path), printFilled(compiled, span)].filter(
    (each) => each !== undefined && each !== '',
  )
  return texts.length === 0 ? undefined : { text: texts.join('\n\n'), span }
}

/** The key at the place, with the keys above it. */
export function findKeyAt({ document }: Compiled, file: string, offset: number): KeyAt | undefined {
  const isWithin = ({ source, start, end }: Span): boolean => source.name === file && start <= offset && offset <= end
  const search = (node: Node, path: readonly string[]): Omit<KeyAt, 'part'> | undefined => {
    if (node.kind === 'scalar') return undefined
    if (node.kind === 'list') return node.items.map((item) => search(item, [...path, '[]'])).find((each) => each !== undefined)
    for (const { key, value } of node.entries) {
      if (isWithin(key.span)) return { path: [...path, key.text], span: key.span }
      const inner = search(value, [...path, key.text])
      if (inner !== undefined) return inner
    }
    return undefined
  }
  for (const part of ['front', ...partNames] as const) {
    const target = search(part === 'front' ? document.front : document.parts[part].node, [])
    if (target !== undefined) return { part, ...target }
  }
  return undefined
}

/** The explanation of an operation, as `explain` prints it, at its key. */
function explainOperationKey({ facts }: Compiled, part: KeyAt['part'], path: readonly string[]): string | undefined {
  if (part !== 'endpoints' || path.length !== 1) return undefined
  const target = facts.operations.find(({ operation }) => operation.name === path[0])
  return target && `\`\`\`text\n${explainOperation(facts, target.operation, { colour: false, width: 90 }).trimEnd()}\n\`\`\``
}

/** The values that conventions add below the line. */
function printFilled({ model }: Compiled, span: Span): string | undefined {
  const line = toPosition(span.source, span.start).line + 1
  const filled =
    annotate(model)
      .find(({ name }) => name === span.source.name)
      ?.filled.filter((each) => each.line === line) ?? []
  return filled.length === 0
    ? undefined
    : filled.map(({ text, from }) => `Filled in by ${from}:\n\n\`\`\`yaml\n${text}\n\`\`\``).join('\n\n')
}
