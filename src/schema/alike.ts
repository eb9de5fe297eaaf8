// Two schemas that say the same, and two places that no value fits both of.

import { type Json, canonical, isJsonArray, isJsonObject } from '../base/json.ts'
import { kindsOf } from './kind.ts'
import type { Node } from './node.ts'
import type { Place } from './place.ts'

/** Whether no value fits both: by type, by values, or by a member that both ask for. */
export function disjoint(a: Place, b: Place): boolean {
  if (a.never || b.never || (a.kinds & b.kinds) === 0) return true
  const [own, other] = [valuesOf(a), valuesOf(b)]
  if (own !== undefined && other !== undefined) return !own.some((value) => other.some((each) => canonical(each) === canonical(value)))
  if ((a.kinds & b.kinds & ~kindsOf('object')) !== 0) return false
  return a.object().members.some(({ name, required, place }) => {
    const met = b.object().members.find((member) => member.name === name)
    return required && place !== undefined && met?.place !== undefined && disjoint(place, met.place)
  })
}

/** The values that `enum` or `const` leave. */
export function valuesOf(place: Place): readonly Json[] | undefined {
  const [check] = place.values
  return check === undefined ? undefined : check.keyword === 'enum' ? (check.limit as readonly Json[]) : [check.limit]
}

/** Whether two schemas are written alike, whatever their names for what they refer to. */
export function same(a: Node, b: Node, assumed: ReadonlySet<string> = new Set()): boolean {
  const pair = `${a.id} ${b.id}`
  if (a === b || assumed.has(pair)) return true
  const within = new Set([...assumed, pair])
  return a.never === b.never && canonical(plainly(a.schema as Json)) === canonical(plainly(b.schema as Json)) && sameLists(childrenOf(a), childrenOf(b), within)
}

function sameLists(a: readonly Node[], b: readonly Node[], assumed: ReadonlySet<string>): boolean {
  return a.length === b.length && a.every((node, index) => same(node, b[index]!, assumed))
}

/** A schema without the schemas in it and without remarks: their keywords stand as a mark. */
function plainly(schema: Json): Json {
  if (!isJsonObject(schema)) return schema
  const remarks = ['$ref', '$defs', 'title', 'description', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly']
  const holders = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'prefixItems', 'allOf', 'anyOf', 'oneOf']
  const byName = ['properties', 'patternProperties', 'dependentSchemas']
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
      if (remarks.includes(keyword)) return []
      if (holders.includes(keyword)) return [[keyword, isJsonArray(value) ? value.length : true]]
      return [[keyword, byName.includes(keyword) && isJsonObject(value) ? Object.keys(value).toSorted() : value]]
    }),
  )
}

function childrenOf(node: Node): Node[] {
  const sorted = (map: ReadonlyMap<string, Node>): Node[] => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  const single = [node.additional, node.names, node.items, node.contains, node.not, node.if, node.then, node.else]
  return [
    ...sorted(node.properties), ...sorted(new Map(node.patterns.map((each) => [each.source, each.node]))), ...sorted(node.dependents),
    ...node.prefix, ...node.anyOf, ...node.oneOf, ...node.also, ...single.filter((each) => each !== undefined),
  ]
}
