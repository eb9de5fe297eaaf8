// The domain of parts 2 and 3: resources with their properties resolved.
// Omits unresolved names, which the checks report.

import type { Help } from '../diagnostic/help.ts'
import type { UnknownName } from '../diagnostic/diagnostic.ts'
import type { ProblemKind } from '../cel/problem.ts'
import type { Expression } from '../cel/expression.ts'
import type { ResourceType, Scope, Type } from '../cel/type.ts'
import type { FilterOperator } from '../model/filters.ts'
import type { MachineOf, Model, Operation, ResourceOf } from '../model/model.ts'
import type { View } from '../model/resources.ts'
import type { SchemaNode } from '../model/schema.ts'
import type { Data, ExpressionText, Template, TemplateText } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { Scalar } from '../document/node.ts'
import type { SlotUse } from './slots/use.ts'

export type Domain = {
  readonly model: Model
  readonly resources: ReadonlyMap<string, ResourceInfo>
  /** Shapes of `$defs`, as the schema row has them, and the type of each. */
  readonly shapes: ReadonlyMap<string, ShapeInfo>
  readonly views: ReadonlyMap<string, ViewInfo>
  readonly settings: ReadonlyMap<string, ShapeInfo>
}

export type ShapeInfo = { readonly name: string; readonly source: SchemaNode; readonly schema: Schema; readonly type: Type }

export type ResourceInfo = {
  readonly name: string
  readonly source: ResourceOf
  readonly properties: ReadonlyMap<string, Property>
  /** Names of the key's properties, in order; empty if the key is a gap. */
  readonly key: readonly string[]
  /** The key is not in this list. `name` is the name in conditions: the members joined by `+`, or a declared name. */
  readonly uniques: readonly Unique[]
  readonly exclusions: readonly Exclusion[]
  readonly indexes: readonly Unique[]
  readonly machines: readonly MachineOf[]
  /** The property that keeps undeclared members of requests, by `additionalProperties`. */
  readonly keeper?: Property
  /** The tenant properties: with them, keys, uniques and sequences are per tenant. Empty without tenants. */
  readonly tenant: readonly TenantMember[]
  readonly type: ResourceType
}

/** A tenant property. Two resources have the same tenants if their expressions are written alike. */
export type TenantMember = { readonly property: string; readonly from: string; readonly expression: ExpressionText }

export type Unique = { readonly name: string; readonly members: readonly string[]; readonly at: Scalar }

/** Two records for which `where` is true and whose `same` values are equal may not overlap in the half-open range. */
export type Exclusion = {
  readonly name: string
  readonly same: readonly string[]
  readonly overlap?: { readonly from: string; readonly to: string }
  readonly where?: ExpressionText
  readonly at: Scalar
}

export type Property = {
  readonly name: string
  /** Its declaration: the schema in part 2, or the machine's key if only part 3 declares the property. */
  readonly at: Scalar
  readonly source?: SchemaNode
  /** The schema of the stored value; a reference has that of the other record's key. */
  readonly schema: Schema
  /** The type of `this.name` in an expression, nullable if it can be null or absent. */
  readonly type: Type
  readonly required: boolean
  /** True if null is a value of it (a missing value is stored as null). */
  readonly nullable: boolean
  readonly reference?: { readonly resource: string; readonly many: boolean; readonly onDelete?: 'restrict' | 'cascade' | 'set-null' }
  readonly inverse?: { readonly resource: string; readonly property: string }
  readonly machine?: MachineOf
  readonly readOnly: boolean
  readonly immutable: boolean
  readonly generate?: Generate
  readonly compute?: { readonly expression: ExpressionText; readonly stored: boolean }
  readonly normalize?: ExpressionText
  readonly default?: Data
  readonly fold: boolean
  readonly secret: boolean
  readonly sensitive: boolean
  /** True if requests may contain it: it is not read-only, generated, computed, an inverse or a machine's field. */
  readonly writable: boolean
}

export type Generate =
  | { readonly kind: 'uuidv7' | 'uuidv4' | 'sequence' | 'now' | 'now-on-update' }
  | { readonly kind: 'expression'; readonly expression: ExpressionText }

export type ViewInfo = {
  readonly name: string
  readonly resource: string
  /** Undefined for a resource's default view, which is named like it. */
  readonly source?: View
  /** Members in order: those of the views it extends, the ones under `take`, its own. */
  readonly members: readonly ViewMember[]
}

export type ViewMember =
  /** `spreads`: its undeclared members are written beside the other members. */
  | { readonly kind: 'take'; readonly name: string; readonly spreads?: true }
  | { readonly kind: 'template'; readonly name: string; readonly template: Template }

/** The typed expressions of a document, by the slot's value, which is one object for each place. */
export type Typing = {
  readonly domain: Domain
  /** The typed tree; undefined if the expression has a mistake, which `problems` lists. */
  expression(text: ExpressionText): Expression | undefined
  /** The pieces of a text slot: literal text and typed expressions. */
  text(text: TemplateText): readonly TextPiece[] | undefined
  /** The content of a request, and the type of `input` in the operation's expressions. */
  input(operation: Operation): Input
  /** The type of the value of an `input` of an operation or an effect. */
  inputTypeOf(template: Template): Type | undefined
  /** The type of a schema: of a parameter, or of a transition's `input`. */
  schema(source: SchemaNode): { readonly schema: Schema; readonly type: Type }
  /** The names in the scope of an expression: for completion, hover and the checks. */
  scope(text: ExpressionText | TemplateText): Scope | undefined
  /** Every slot with CEL, in the order of the parts. */
  readonly slots: readonly SlotUse[]
  readonly problems: readonly TypingProblem[]
  /** Slots that read a name which an unspecified part may declare: no mistake, but without that part they have no value. */
  readonly open: readonly OpenSlot[]
}

export type OpenSlot = { readonly slot: ExpressionText | TemplateText; readonly part: 'resources' | 'states' }

/** Options for decoding a request: `$ref` names shapes of the domain, and a reference has the schema of a key. */
export type Input = {
  /** Each parameter of the path, declared or not, in order. */
  readonly path: ReadonlyMap<string, TypedParameter>
  /** The declared parameters; `filter`, `sort` and pages add their own. */
  readonly query: ReadonlyMap<string, TypedParameter>
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, TypedParameter>
  readonly body?: InputBody
  /** The filters of the list, by their names in the document. */
  readonly filters: ReadonlyMap<string, Filter>
  readonly sort?: Sort
  readonly page?: PageInput
  /** The parameter by which a request selects members of the answer. */
  readonly fields?: TypedParameter
  /** The type of `input` in expressions. */
  readonly type: Type
}

/** `several`: how a list is sent in the query; left out, the name is repeated. */
export type TypedParameter = {
  readonly name: string
  readonly schema: Schema
  readonly type: Type
  readonly required: boolean
  readonly several?: 'commas' | 'repeated'
}

export type InputBody = {
  /**
   * The schema of the whole body, envelopes included; `patch` marks a merge patch. Properties that a request cannot write are listed as
   * read-only, so that the decoder drops or refuses them.
   */
  readonly schema: Schema
  readonly type: Type
  /** True if a request without a body is refused. */
  readonly required: boolean
  /** True if `input.body` is null for a request without a body. */
  readonly nullable: boolean
  /** True for a merge patch: absent members stay unchanged. */
  readonly patch: boolean
  /** Its accepted media types, the usual one first. */
  readonly media: readonly string[]
  /** True if a request may send a JSON Patch (RFC 6902) of the fields instead. */
  readonly jsonPatch: boolean
  /** The written properties, each with its path through envelopes. */
  readonly writes: readonly InputWrite[]
}

/** `path` leads to its value in `input.body`; `sent` to its place in the request, if that is elsewhere. */
export type InputWrite = { readonly property: string; readonly path: readonly string[]; readonly sent?: readonly string[] }

/**
 * A filter: a property, or a member of its objects. Each comparison has a name in the query; several comparisons apply together.
 * The plain parameter means `eq`, for a list `contains`.
 */
export type Filter = {
  /** The name in the document: `status`, `address.city`. */
  readonly name: string
  readonly property: string
  /** The members from the property to the compared value; a list on the way represents each of its items. */
  readonly path: readonly string[]
  /** The type of the compared values: of a list, of its members. */
  readonly type: Type
  readonly plain: 'eq' | 'contains'
  /** The schema of each operator's operand, in the order of the reference. */
  readonly operators: ReadonlyMap<FilterOperator, Schema>
  /** The parameters of the query, the plain one first. */
  readonly parameters: readonly FilterParameter[]
  /** The text before and after the operator in query names. */
  readonly nameAffixes: { readonly before: string; readonly after: string }
  /** True if OpenAPI can express it as one parameter in the style `deepObject`. */
  readonly isDeepObject: boolean
}

/** One parameter of the query. `several`: how several values are sent, if the schema is a list. */
export type FilterParameter = {
  readonly name: string
  readonly operator: FilterOperator
  readonly schema: Schema
  readonly several: 'commas' | 'repeated'
}

/** How a request chooses the order of a list. */
export type Sort = {
  readonly parameter: TypedParameter
  /** How several properties are written. */
  readonly several: 'commas' | 'repeated'
  /** A parameter of its own for the direction of all of them. */
  readonly direction?: { readonly parameter: TypedParameter; readonly ascending: string; readonly descending: string }
  readonly properties: readonly string[]
  /** What each word of a request means: a property, with `-` before one that descends. */
  readonly words: ReadonlyMap<string, string>
}

/** The query parameters of pages, unless the operation computes them by expressions. */
export type PageInput = { readonly size?: TypedParameter; readonly cursor?: TypedParameter; readonly offset?: TypedParameter }

export type TextPiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: Expression }

/** A mistake in an expression, with the slot it is in; offsets are within the slot's text. */
export type TypingProblem = {
  readonly slot: ExpressionText | TemplateText
  readonly kind: ProblemKind
  readonly message: string
  readonly start: number
  readonly end: number
  readonly help?: string | Help
  /** The corrected text; `help` is the sentence before it. */
  readonly replacement?: string
  /** Names that were probably meant, nearest first. */
  readonly suggestions?: readonly string[]
  /** The unknown member, if its owner's type has a name. */
  readonly unknown?: UnknownName
  /** True for an unknown member of a record. */
  readonly ofRecord?: boolean
}
