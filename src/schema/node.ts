// Schemas prepared for validation: one node each, linked to the schemas that they refer to, cycles included.

import { type Pattern, compilePattern } from '../base/pattern.ts'
import { parsePointer } from './failure.ts'
import { type Kinds, kindsOf } from './kind.ts'
import type { Schema, SchemaObject } from './schema.ts'

export type SchemaRuleNode = {
  readonly id: number
  readonly schema: SchemaObject
  /** The schema `false`. */
  readonly never: boolean
  readonly kinds: Kinds
  readonly properties: ReadonlyMap<string, SchemaRuleNode>
  readonly patterns: readonly { readonly source: string; readonly pattern: Pattern; readonly node: SchemaRuleNode }[]
  readonly additional?: SchemaRuleNode
  readonly names?: SchemaRuleNode
  readonly prefix: readonly SchemaRuleNode[]
  readonly items?: SchemaRuleNode
  readonly contains?: SchemaRuleNode
  readonly anyOf: readonly SchemaRuleNode[]
  readonly oneOf: readonly SchemaRuleNode[]
  readonly not?: SchemaRuleNode
  readonly if?: SchemaRuleNode
  readonly then?: SchemaRuleNode
  readonly else?: SchemaRuleNode
  readonly dependents: ReadonlyMap<string, SchemaRuleNode>
  /** Further nodes that apply to the value: the target of `$ref`, and `allOf`. */
  readonly also: readonly SchemaRuleNode[]
  /** OpenAPI's `discriminator`: the alternative that each value of the property chooses. */
  readonly discriminator?: { readonly property: string; readonly choices: ReadonlyMap<string, SchemaRuleNode> }
}

/** The node of any schema that belongs to one compilation. */
type Linker = (schema: Schema) => SchemaRuleNode

/**
 * A linker for the targets of `$ref`. A schema with unreported problems (a `$ref` to nothing, a pattern that does not
 * compile) is the caller's bug, and throws.
 */
export function createLinker(root: Schema, definitions: ReadonlyMap<string, Schema>): Linker {
  const nodes = new Map<SchemaObject, SchemaRuleNode>()
  const constants = new Map<boolean, SchemaRuleNode>()
  let count = 0

  const link: Linker = (schema) => {
    const existing = typeof schema === 'boolean' ? constants.get(schema) : nodes.get(schema)
    if (existing !== undefined) return existing
    const node = { id: count++, schema: typeof schema === 'boolean' ? {} : schema, never: schema === false } as SchemaRuleNode
    if (typeof schema === 'boolean') constants.set(schema, node)
    else nodes.set(schema, node)
    // Linked after it is registered, so that a recursive schema finds itself.
    return Object.assign(node, linkKeywords(node.schema, link, resolve))
  }

  const resolve = (reference: string): SchemaRuleNode => {
    const target = resolveReference(reference, root, definitions)
    if (target === undefined) throw new Error(`\`$ref: ${reference}\` names no schema`)
    return link(target)
  }

  return link
}

/** The schema that a `$ref` names: a definition by name, or a place in the root schema. */
export function resolveReference(reference: string, root: Schema, definitions: ReadonlyMap<string, Schema>): Schema | undefined {
  const nodesByName = definitions.get(reference)
  if (nodesByName !== undefined || !reference.startsWith('#')) return nodesByName
  let at: unknown = root
  for (const step of parsePointer(decode(reference.slice(1))) ?? [undefined]) {
    if (typeof at !== 'object' || at === null || step === undefined || !Object.hasOwn(at, step)) return undefined
    at = (at as { readonly [name: string]: unknown })[step]
  }
  return typeof at === 'boolean' || (typeof at === 'object' && at !== null && !Array.isArray(at)) ? (at as Schema) : undefined
}

/** A fragment's text, percent-decoded. */
function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function linkKeywords(
  schema: SchemaObject,
  link: Linker,
  resolve: (reference: string) => SchemaRuleNode,
): Omit<SchemaRuleNode, 'id' | 'schema' | 'never'> {
  const linkAll = (schemas: readonly Schema[] | undefined): SchemaRuleNode[] => (schemas ?? []).map(link)
  const nodesByName = (schemas: { readonly [name: string]: Schema } | undefined): Map<string, SchemaRuleNode> =>
    new Map(Object.entries(schemas ?? {}).map(([name, each]) => [name, link(each)]))
  const linkOne = <K extends string>(key: K, each: Schema | undefined): { [name in K]?: SchemaRuleNode } =>
    each === undefined ? {} : ({ [key]: link(each) } as { [name in K]?: SchemaRuleNode })
  return {
    kinds: kindsOf(schema.type),
    properties: nodesByName(schema.properties),
    patterns: [...nodesByName(schema.patternProperties)].map(([source, node]) => ({ source, pattern: patternOf(source), node })),
    prefix: linkAll(schema.prefixItems),
    anyOf: linkAll(schema.anyOf),
    oneOf: linkAll(schema.oneOf),
    dependents: nodesByName(schema.dependentSchemas),
    also: [...(schema.$ref === undefined ? [] : [resolve(schema.$ref)]), ...linkAll(schema.allOf)],
    ...linkOne('additional', schema.additionalProperties),
    ...linkOne('names', schema.propertyNames),
    ...linkOne('items', schema.items),
    ...linkOne('contains', schema.contains),
    ...linkOne('not', schema.not),
    ...linkOne('if', schema.if),
    ...linkOne('then', schema.then),
    ...linkOne('else', schema.else),
    ...(schema.discriminator === undefined ? {} : { discriminator: linkDiscriminator(schema, link, resolve) }),
  }
}

export function patternOf(source: string): Pattern {
  const compiled = compilePattern(source)
  if (compiled.pattern === undefined) throw new Error(`\`${source}\` is not a pattern: ${compiled.problem}`)
  return compiled.pattern
}

/** OpenAPI 3.1, section 4.8.25: by `mapping`, and else by the last part of the alternative's `$ref`. */
function linkDiscriminator(
  schema: SchemaObject,
  link: Linker,
  resolve: (reference: string) => SchemaRuleNode,
): NonNullable<SchemaRuleNode['discriminator']> {
  const { propertyName, mapping = {} } = schema.discriminator!
  const mapped = new Map(Object.entries(mapping).map(([value, reference]) => [value, resolve(reference)]))
  const mappedSchemas = new Set(mapped.values())
  for (const each of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) {
    if (typeof each === 'boolean' || each.$ref === undefined) continue
    const target = resolve(each.$ref)
    const name = each.$ref.slice(each.$ref.lastIndexOf('/') + 1)
    if (!mappedSchemas.has(target) && !mapped.has(name)) mapped.set(name, link(each))
  }
  return { property: propertyName, choices: mapped }
}

/** The nodes and all nodes that apply with them, without repetition or mere references. */
export function listAppliedNodes(nodes: readonly SchemaRuleNode[]): readonly SchemaRuleNode[] {
  if (nodes.length === 1 && nodes[0]!.also.length === 0) return nodes
  const applied = new Set<SchemaRuleNode>()
  const add = (node: SchemaRuleNode): void => {
    if (applied.has(node)) return
    applied.add(node)
    node.also.forEach(add)
  }
  nodes.forEach(add)
  return [...applied].filter(({ schema }) => schema.$ref === undefined || Object.keys(schema).length > 1)
}
