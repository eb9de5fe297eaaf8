// One use of a slot with CEL: its content, its purpose, its scope and its expected type.

import type { Expression } from '../../cel/expression.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { ExpressionText, TemplateText } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Role } from './roles.ts'

export type SlotUse = {
  readonly slot: ExpressionText | TemplateText
  readonly role: Role
  readonly scope: Scope
  /** The required type; undefined if any type is allowed. */
  readonly expected?: Type
  /** Conditions that hold already: guards in `set`, `require` in the response. */
  readonly assumed?: readonly Expression[]
  /** Names that are selected through even where they are null, as rules do through `caller`. */
  readonly throughNull?: ReadonlySet<string>
  /** For a predicate: the resource whose records it selects. `this` is one of them; all other names have one value for all rows. */
  readonly rows?: string
  readonly operation?: Operation
}

/** Types a slot during the walk, so that later slots can use the result; a text slot has no result. */
export type Visit = (use: SlotUse) => Expression | undefined
