// The syntax tree of an expression, before its names and types are resolved.

import type { Help } from '../diagnostic/help.ts'
type Base = {
  readonly start: number
  readonly end: number
  /** Levels below and with this node: bounded by the parser, so that all that walks a tree may recurse. */
  readonly depth: number
}

export type Syntax =
  | (Base & {
      readonly kind: 'literal'
      readonly value: LiteralValue
      /** As it is written: 0.10 keeps its digits. */
      readonly text: string
    })
  | (Base & { readonly kind: 'name'; readonly name: string })
  | (Base & {
      readonly kind: 'select'
      readonly operand: Syntax
      readonly member: string
      readonly memberStart: number
      readonly optional: boolean
    })
  | (Base & { readonly kind: 'index'; readonly operand: Syntax; readonly index: Syntax; readonly optional: boolean })
  /** `name(…)` or `target.name(…)`; macros too. */
  | (Base & {
      readonly kind: 'call'
      readonly name: string
      readonly nameStart: number
      readonly target?: Syntax
      readonly arguments: readonly Syntax[]
    })
  | (Base & { readonly kind: 'not' | 'negate'; readonly operand: Syntax })
  | (Base & { readonly kind: 'and' | 'or'; readonly left: Syntax; readonly right: Syntax })
  | (Base & { readonly kind: 'binary'; readonly operator: string; readonly left: Syntax; readonly right: Syntax })
  | (Base & { readonly kind: 'conditional'; readonly test: Syntax; readonly then: Syntax; readonly otherwise: Syntax })
  | (Base & { readonly kind: 'list'; readonly items: readonly { readonly value: Syntax; readonly optional: boolean }[] })
  | (Base & {
      readonly kind: 'map'
      readonly entries: readonly { readonly key: Syntax; readonly value: Syntax; readonly optional: boolean }[]
    })

export type LiteralValue = null | boolean | bigint | number | string | Uint8Array | { readonly uint: bigint }

/** The reason why an expression cannot be read: one sentence that begins with the text at that place. */
export type ParseProblem = { readonly message: string; readonly start: number; readonly end: number; readonly help?: string | Help }

/** The direct parts of an expression, from left to right. */
export function listSyntaxParts(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'literal':
    case 'name':
      return []
    case 'select':
    case 'not':
    case 'negate':
      return [syntax.operand]
    case 'index':
      return [syntax.operand, syntax.index]
    case 'call':
      return syntax.target === undefined ? syntax.arguments : [syntax.target, ...syntax.arguments]
    case 'and':
    case 'or':
    case 'binary':
      return [syntax.left, syntax.right]
    case 'conditional':
      return [syntax.test, syntax.then, syntax.otherwise]
    case 'list':
      return syntax.items.map(({ value }) => value)
    case 'map':
      return syntax.entries.flatMap(({ key, value }) => [key, value])
  }
}
