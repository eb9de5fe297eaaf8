// A read rule that an expression asks, and how it is written.

/** A read rule to evaluate: `Doc` is a record's rule, `Doc.title` a field's; `look-up`: a value that only decides and is never shown. */
export type Ask = (
  | { readonly kind: 'record'; readonly resource: string }
  | { readonly kind: 'field'; readonly resource: string; readonly property: string }
  | { readonly kind: 'look-up'; readonly name: string }
) & {
  /** The view that contains the expression. */
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
