// A read rule that an expression asks, and how it is written.

/** A rule that is asked: `Doc` is the rule of a record, `Doc.title` that of a field; `look-up`: what only decides is never shown. */
export type Ask = (
  | { readonly kind: 'record'; readonly resource: string }
  | { readonly kind: 'field'; readonly resource: string; readonly property: string }
  | { readonly kind: 'look-up'; readonly name: string }
) & {
  /** The view in which the expression stands that asks. */
  readonly view?: string
}

export function askText(ask: Ask): string {
  switch (ask.kind) {
    case 'record': return ask.resource
    case 'field': return `${ask.resource}.${ask.property}`
    case 'look-up': return ask.name
    default: return ask satisfies never
  }
}
