// A read rule that an expression depends on, and its spelling.

/** A read rule to evaluate: of a record (`Doc`) or a field (`Doc.title`). `look-up`: a record that only decides and is never shown. */
export type RuleCheck = (
  | { readonly kind: 'record'; readonly resource: string }
  | { readonly kind: 'field'; readonly resource: string; readonly property: string }
  | { readonly kind: 'look-up'; readonly name: string }
) & {
  /** The view that contains the expression. */
  readonly view?: string
}

export function ruleCheckText(ruleCheck: RuleCheck): string {
  switch (ruleCheck.kind) {
    case 'record':
      return ruleCheck.resource
    case 'field':
      return `${ruleCheck.resource}.${ruleCheck.property}`
    case 'look-up':
      return ruleCheck.name
    default:
      return ruleCheck satisfies never
  }
}
