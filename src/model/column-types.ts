// Determines the types of CSV columns from the properties with the same names.

import { type MapNode, type Node, type Scalar, findEntryOf } from '../document/node.ts'

/** `text`: only strings; `data`: anything except strings; undefined if unknown, or if both are allowed. */
export type ColumnType = 'text' | 'data'

export function makeColumnTypes(resources: MapNode, resource: string): (column: string) => ColumnType | undefined {
  return (column) => findPropertyType(resources, resource, column, new Set())
}

function findPropertyType(resources: MapNode, resource: string, name: string, visited: ReadonlySet<string>): ColumnType | undefined {
  return findColumnType(resources, findValue(findValue(findValue(resources, resource), 'properties'), name), visited)
}

function findColumnType(resources: MapNode, schema: Node | undefined, visited: ReadonlySet<string>): ColumnType | undefined {
  if (schema?.kind !== 'map') return undefined
  const types = listScalars(findValue(schema, 'type')).filter((type) => type !== 'null')
  if (types.length > 0) {
    if (types.every((type) => type === 'string')) return 'text'
    return types.includes('string') ? undefined : 'data'
  }
  const values = [...listScalars(findValue(schema, 'enum'), false), ...listScalars(findValue(schema, 'const'), false)]
  if (values.length > 0) {
    if (values.every((value) => typeof value === 'string')) return 'text'
    return values.some((value) => typeof value === 'string') ? undefined : 'data'
  }
  const [name] = listScalars(findValue(schema, '$ref'))
  if (typeof name !== 'string' || visited.has(name)) return undefined
  const [key, ...more] = listScalars(findValue(findValue(resources, name), 'key'))
  const visitedNames = new Set([...visited, name])
  if (key !== undefined) return more.length > 0 ? 'data' : findPropertyType(resources, name, String(key), visitedNames)
  return findColumnType(resources, findValue(findValue(resources, '$defs'), name), visitedNames)
}

function findValue(map: Node | undefined, name: string): Node | undefined {
  return map?.kind === 'map' ? findEntryOf(map, name)?.value : undefined
}

/** The scalars of a list, or the only one; as texts or as values. */
function listScalars(node: Node | undefined, asTexts = true): readonly Scalar['value'][] {
  if (node === undefined || node.kind === 'map') return []
  if (node.kind === 'list') return node.items.flatMap((item) => listScalars(item, asTexts))
  return [asTexts ? node.text : node.value]
}
