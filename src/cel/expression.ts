// The typed tree of an expression, which is evaluated or translated to SQL.
// Offsets are UTF-16 units of the expression's own text. Macros are not expanded.

import type { Type } from './type.ts'

type Base = {
  readonly type: Type
  readonly start: number
  readonly end: number
  /** The document's functions that were inlined here, outermost first. Every part has the place of the call, except for the arguments. */
  readonly inlined?: readonly string[]
}

/** Members of a view by name; undefined represents all of a member. */
export type SelectedMembers = ReadonlyMap<string, SelectedMembers | undefined>

export type Expression =
  /** `written` keeps the digits of a double as the author wrote them: 0.10 beside a decimal is that decimal. */
  | (Base & { readonly kind: 'literal'; readonly value: Literal; readonly written?: string })
  /** A variable: of the scope, or bound by a macro around it. */
  | (Base & { readonly kind: 'variable'; readonly name: string })
  /** A resource's name, read as all its records. */
  | (Base & { readonly kind: 'records'; readonly resource: string })
  /**
   * `operand.member`, `operand["member"]` on objects and records, or `operand.?member` if `optional`. For a reference property of a record,
   * the result is the referenced record.
   */
  | (Base & { readonly kind: 'select'; readonly operand: Expression; readonly member: string; readonly optional: boolean })
  /**
   * `has(operand.member)`: true if an optional member is present, or a nullable member is not null. For a member that is both it tests only
   * presence, and `settlesNull` is false.
   */
  | (Base & { readonly kind: 'has'; readonly operand: Expression; readonly member: string; readonly settlesNull: boolean })
  /** `operand[index]` on lists and maps, `operand[?index]` where `optional`. */
  | (Base & { readonly kind: 'index'; readonly operand: Expression; readonly index: Expression; readonly optional: boolean })
  | (Base & { readonly kind: 'not' | 'negate'; readonly operand: Expression })
  | (Base & { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression })
  | (Base & { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression })
  | (Base & { readonly kind: 'conditional'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression })
  | (Base & { readonly kind: 'list'; readonly items: readonly Item[] })
  | (Base & { readonly kind: 'map'; readonly entries: readonly MapEntry[] })
  /** A function or method; `target` is the receiver of a method: the value before its dot. */
  | (Base & {
      readonly kind: 'call'
      readonly name: string
      readonly target?: Expression
      readonly arguments: readonly Expression[]
      /** For a view: its selected members, if not all. */
      readonly selected?: SelectedMembers
    })
  /** For example `range.exists(x, …)`; `variables` has one name, or two (index or key, value). */
  | (Base & {
      readonly kind: 'macro'
      readonly name: Macro
      readonly range: Expression
      readonly variables: readonly string[]
      /** In the macro's own order: the predicate of `exists`, filter and transform of `map`, step and start of `reduce`. */
      readonly arguments: readonly Expression[]
    })
  /** `cel.bind(name, value, body)`. */
  | (Base & { readonly kind: 'bind'; readonly name: string; readonly value: Expression; readonly body: Expression })
  /** `Resource.find({ member: value })`: the optional record of a unique key. */
  | (Base & {
      readonly kind: 'find'
      readonly resource: string
      readonly by: readonly { readonly member: string; readonly value: Expression }[]
    })

export type Literal =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | { readonly uint: bigint }
  | { readonly decimal: string }
  /** A type's name used as a value, as in `type(x) == int`. */
  | { readonly typeName: string }

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%' | 'in'

type Item = { readonly value: Expression; readonly optional: boolean }

type MapEntry = { readonly key: Expression; readonly value: Expression; readonly optional: boolean }

export type Macro =
  | 'exists'
  | 'all'
  | 'exists_one'
  | 'filter'
  | 'map'
  | 'sortBy'
  | 'groupBy'
  | 'reduce'
  | 'transformList'
  | 'transformMap'
  | 'transformMapEntry'
  | 'optMap'
  | 'optFlatMap'
