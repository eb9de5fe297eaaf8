// The shape of output, payload, view and body trees: maps and lists whose leaves are expressions.

import type { Node, Scalar } from '../document/node.ts'
import { duplicateKey } from '../document/yaml-problem.ts'
import { defined, mapOf } from './maps.ts'
import { expression, jsonOf } from './scalars.ts'
import { type Reader, type Reading, type Shape, expected, plainWord, shownAs } from './shape.ts'
import type { Named, Template, TemplateEntry } from './slot.ts'

/**
 * `{ const: … }` gives a literal subtree; `?"name"`, as in CEL, is a member that is there where its optional has a value; a leaf that is `not shown` makes the whole tree a hole; a member that is `none`
 * is left out, which is how a document removes one that a convention fills.
 */
export const template: Shape<Template> = {
  words: 'an expression, or a map or list of them',
  slot: 'expression',
  read: readTemplate,
  schema: (definitions) =>
    defined('template', definitions, () => {
      const inner = { $ref: '#/$defs/template' }
      return { anyOf: [{ type: ['string', 'number', 'boolean'] }, { type: 'object', additionalProperties: inner }, { type: 'array', items: inner }] }
    }),
}

function readTemplate(node: Node, reader: Reader): Reading<Template> {
  if (node.kind === 'scalar') {
    const word = plainWord(node)
    if (word === 'hole') return { state: 'hole', at: node }
    if (node.value === null && node.style === 'plain') {
      return expected('an expression', node, reader, node.text === '' ? undefined : "A literal null is written `{ const: null }`.")
    }
    return expression.read(node, reader)
  }
  if (node.kind === 'list') {
    const items: Template[] = []
    for (const item of node.items) {
      const reading = readTemplate(item, reader)
      if (reading.state !== 'shown') return reading
      items.push(reading.value)
    }
    return shownAs({ kind: 'list', items, node })
  }
  return readMap(node, reader)
}

function readMap(node: Extract<Node, { kind: 'map' }>, reader: Reader): Reading<Template> {
  const [first, second] = node.entries
  if (first?.key.text === 'const' && second === undefined) return shownAs({ kind: 'literal', value: jsonOf(first.value), node })
  const entries: TemplateEntry[] = []
  for (const { key, value } of node.entries) {
    if (plainWord(value) === 'none') continue
    const reading = readTemplate(value, reader)
    if (reading.state !== 'shown') return reading
    const entry = entryOf(key, reading.value)
    const former = entries.find(({ name }) => name === entry.name)
    if (former !== undefined) reader.report(duplicateKey(former.key, key))
    else entries.push(entry)
  }
  return shownAs({ kind: 'map', entries, node })
}

function entryOf(key: Scalar, value: Template): TemplateEntry {
  const name = optionalName(key)
  return name === undefined ? { name: key.text, key, value } : { name, key, value, optional: true }
}

/** The name behind `?`, as CEL writes it; undefined of a key that begins otherwise, also of a quoted one. */
export function optionalName({ style, text }: Scalar): string | undefined {
  const written = style === 'plain' ? /^\?\s*(?:"([^"]*)"|'([^']*)'|(.+))$/s.exec(text) : null
  return written === null ? undefined : (written[1] ?? written[2] ?? written[3])
}

/** A template that is a map of named members, which others read one by one. */
export function membersShown(words: string): Shape<readonly Named<Template>[]> {
  const members = mapOf(words, template)
  return {
    ...members,
    read(node, reader) {
      const reading = members.read(node, reader)
      return reading.state === 'shown' ? shownAs(reading.value.map((member) => ({ ...member, name: optionalName(member.key) ?? member.name }))) : reading
    },
  }
}
