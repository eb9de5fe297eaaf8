// Tells texts that a property never has, because its schema refuses them or its `normalize` changes them.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import type { Property, Typing } from '../../typing/domain.ts'
import { findSchemaAt } from '../../schema/within.ts'
import { findConstantFailure } from '../constants.ts'

/** True if the value is a property of a record, and no valid record has this text there. The empty text often represents an absent value. */
export function makeTextRefusal(typing: Typing): (value: Expression, text: string) => boolean {
  const { domain } = typing
  return (value, text) => {
    if (value.kind !== 'select' || text === '') return false
    const { variables, properties } = reads(value)
    const read = properties.at(-1)
    if (read === undefined || variables.length > 1 || read.start !== value.start || read.end !== value.end) return false
    const [name = '', ...path] = read.path
    const property = domain.resources.get(read.resource)?.properties.get(name)
    if (property === undefined || property.fold || property.reference !== undefined) return false
    if (property.compute !== undefined || property.machine !== undefined) return false
    if (path.length === 0 && property.normalize !== undefined) return isChanged(text, property.normalize, typing)
    const schema = findSchemaAt(property.schema, path, domain.shapes)
    return typeof schema === 'object' && findConstantFailure(text, schema, domain) !== undefined
  }
}

const functions = new Map<string, (text: string) => string>([
  ['lowerAscii', (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())],
  ['upperAscii', (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())],
])

/** These functions do not change their own results, so a text that they change is not one of their results. */
function isChanged(text: string, normalize: NonNullable<Property['normalize']>, typing: Typing): boolean {
  const called: string[] = []
  let node = typing.expression(normalize)
  while (node?.kind === 'call' && node.target !== undefined && node.arguments.length === 0) {
    called.unshift(node.name)
    node = node.target
  }
  const results = called.map((name) => functions.get(name))
  if (node?.kind !== 'variable' || !results.every((each) => each !== undefined)) return false
  return results.reduce((result, apply) => apply(result), text) !== text
}
