// Every expression and text in a part of the model, wherever it stands.

import type { ExpressionText, TemplateText } from '../model/slot.ts'

export type Said = { readonly expressions: readonly ExpressionText[]; readonly texts: readonly TemplateText[] }

/** Fields of the model that hold places, not meaning. */
const places = new Set(['node', 'at', 'key', 'span'])

export function expressionsSaid(value: unknown): Said {
  const found = { expressions: [] as ExpressionText[], texts: [] as TemplateText[] }
  visit(value, found)
  return found
}

function visit(value: unknown, found: { expressions: ExpressionText[]; texts: TemplateText[] }): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found)
  } else if (isText(value)) {
    if (value.kind === 'expression') found.expressions.push(value)
    else found.texts.push(value)
  } else if (!isEmpty(value)) {
    for (const name in value) if (!places.has(name)) visit((value as Record<string, unknown>)[name], found)
  }
}

/** Most slots are. */
function isEmpty(value: object): boolean {
  return 'state' in value && typeof value.state === 'string' && value.state !== 'shown'
}

function isText(value: object): value is ExpressionText | TemplateText {
  return 'kind' in value && (value.kind === 'expression' || value.kind === 'text') && 'text' in value && typeof value.text === 'string'
}
