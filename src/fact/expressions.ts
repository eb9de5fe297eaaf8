// Lists every expression and text of a part of the model.

import type { ExpressionText, TemplateText } from '../model/slot.ts'

export type CollectedExpressions = { readonly expressions: readonly ExpressionText[]; readonly texts: readonly TemplateText[] }

/** Fields of the model that contain places in the text, not content. */
const places = new Set(['node', 'at', 'key', 'span'])

const known = new WeakMap<object, CollectedExpressions>()

/** Collects the expressions of a part of the model that several operations share, once. */
export function expressionsOfPart(part: object): CollectedExpressions {
  return known.getOrInsertComputed(part, collectExpressions)
}

export function collectExpressions(value: unknown): CollectedExpressions {
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
  } else {
    for (const name in value) {
      const inner = (value as Record<string, unknown>)[name]
      if (typeof inner === 'object' && inner !== null && !isEmpty(inner) && !places.has(name)) visit(inner, found)
    }
  }
}

/** Most slots are unsaid. */
function isEmpty({ state }: { readonly state?: unknown }): boolean {
  return typeof state === 'string' && state !== 'shown'
}

function isText(value: object): value is ExpressionText | TemplateText {
  const { kind, text } = value as { readonly kind?: unknown; readonly text?: unknown }
  return (kind === 'expression' || kind === 'text') && typeof text === 'string'
}
