// A JSON Schema of the dialect as plain data, for validating, comparing and sampling.

import type { Json } from '../base/json-value.ts'

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/**
 * `true` admits any value, `false` none. `$ref` names a shape in the definitions that the schema is compiled with, or is a pointer into the
 * schema itself (`#/$defs/Line`).
 */
export type Schema = boolean | SchemaObject

export type SchemaObject = {
  readonly type?: JsonType | readonly JsonType[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** Exact numbers: their source text if a double cannot represent them. */
  readonly minimum?: number | bigint | string
  readonly maximum?: number | bigint | string
  readonly exclusiveMinimum?: number | bigint | string
  readonly exclusiveMaximum?: number | bigint | string
  readonly multipleOf?: number | bigint | string
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly contains?: Schema
  readonly minContains?: number
  readonly maxContains?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly propertyNames?: Schema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly dependentRequired?: { readonly [name: string]: readonly string[] }
  readonly dependentSchemas?: { readonly [name: string]: Schema }
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly not?: Schema
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: { readonly [value: string]: string } }
  readonly $ref?: string
  readonly $defs?: { readonly [name: string]: Schema }
  readonly default?: Json
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly deprecated?: boolean
  readonly title?: string
  readonly description?: string
  readonly examples?: readonly Json[]
  /** An extension: the value is a merge patch (RFC 7396) of the described value, inside any envelopes. */
  readonly patch?: boolean
  /** An extension: failures never contain the value. */
  readonly sensitive?: boolean
  /** An extension: the argument of the hook `normalize`, which runs before validation. */
  readonly normalize?: unknown
  /** An extension: the argument of the hook `generate`; a request never provides such a member. */
  readonly generate?: unknown
}
