// Reads the name of a type, `list(Order)`. A schema in its place is reported together with the type's name.

import { offerNames } from '../diagnostic/help.ts'
import { type MapNode, type Node, findEntryOf } from '../document/node.ts'
import { name } from './scalars.ts'
import { type Shape, reportExpected } from './shape.ts'
import type { Word } from './slot.ts'

const word = name('a type')

export const typeName: Shape<Word> = {
  ...word,
  read(node, reader) {
    if (node.kind !== 'map') return word.read(node, reader)
    const suggestion = nameSchema(node)
    return reportExpected(
      'the name of a type, not a schema',
      node,
      reader,
      suggestion === undefined
        ? 'Write the name of a type, for example `int` or `list(string)`, or of a resource or shape.'
        : offerNames([suggestion]),
    )
  },
}

/** Types of expressions by JSON Schema's names. */
export const namesOfSchemaTypes: ReadonlyMap<string, string> = new Map([
  ['integer', 'int'],
  ['number', 'double'],
  ['boolean', 'bool'],
  ['array', 'list(dyn)'],
  ['object', 'map(string, dyn)'],
  ['date-time', 'timestamp'],
])

/** The name of the type that a schema describes; undefined if no name expresses it. */
function nameSchema(schema: MapNode): string | undefined {
  const reference = readText(schema, '$ref')
  if (reference !== undefined) return reference.slice(reference.lastIndexOf('/') + 1)
  const node = findEntryOf(schema, 'type')?.value
  const typeNodes = node?.kind === 'list' ? node.items : [node]
  const typeNames = typeNodes.flatMap((each) => (each?.kind === 'scalar' ? [each.text] : []))
  const [type, ...more] = typeNames.filter((each) => each !== 'null')
  if (type === undefined || more.length > 0) return undefined
  const nameOfBase = nameType(type, schema)
  return nameOfBase === undefined || !typeNames.includes('null') ? nameOfBase : `${nameOfBase} or null`
}

function nameType(type: string, schema: MapNode): string | undefined {
  const items = findEntryOf(schema, 'items')?.value
  const digits = /^0?\.(\d{1,2})$/.exec(readText(schema, 'multipleOf') ?? '')?.[1]?.length
  const format = readText(schema, 'format') ?? ''
  switch (type) {
    case 'array':
      return `list(${nameNode(items) ?? 'dyn'})`
    case 'number':
      return digits === undefined ? 'double' : `decimal(${digits})`
    case 'string':
      return format === 'duration' ? format : (namesOfSchemaTypes.get(format) ?? type)
    case 'object':
      return `map(string, ${nameNode(findEntryOf(schema, 'additionalProperties')?.value) ?? 'dyn'})`
    default:
      return namesOfSchemaTypes.get(type)
  }
}

function nameNode(node: Node | undefined): string | undefined {
  return node?.kind === 'map' ? nameSchema(node) : undefined
}

function readText(schema: MapNode, key: string): string | undefined {
  const value = findEntryOf(schema, key)?.value
  return value?.kind === 'scalar' ? value.text : undefined
}
