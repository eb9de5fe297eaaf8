// The shape of output, payload, view and body trees: maps and lists whose leaves are expressions.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import type { Node, Scalar } from '../document/node.ts'
import { reportDuplicateKey } from '../document/yaml-problem.ts'
import { defineSchema, mapOf } from './maps.ts'
import { expression, convertNodeToJson } from './scalars.ts'
import { type Reader, type Reading, type Shape, reportExpected, parseAbsenceWord, toReading } from './shape.ts'
import type { Named, Template, TemplateEntry } from './slot.ts'

/**
 * `{ const: … }` is a literal subtree; `?"name"`, as in CEL, is a member that is present if its optional has a value; a `not shown` leaf
 * makes the whole tree a gap; a `none` member is omitted, which removes one that a convention fills.
 */
export const template: Shape<Template> = {
  words: 'an expression, or a map or list of them',
  slot: 'expression',
  read(node, reader) {
    const reading = readTemplate(node, reader)
    return reading.state === 'gap' && reading.at !== node ? { ...reading, within: node } : reading
  },
  schema: (definitions) =>
    defineSchema('template', definitions, () => {
      const reference = { $ref: '#/$defs/template' }
      return {
        anyOf: [
          { type: ['string', 'number', 'boolean'] },
          { type: 'object', additionalProperties: reference },
          { type: 'array', items: reference },
        ],
      }
    }),
}

function readTemplate(node: Node, reader: Reader): Reading<Template> {
  if (node.kind === 'scalar') {
    const word = parseAbsenceWord(node)
    if (word === 'gap') return { state: 'gap', at: node }
    if (node.value === null && node.style === 'plain') {
      return reportExpected('an expression', node, reader, node.text === '' ? undefined : 'A literal null is written `{ const: null }`.')
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
    return toReading({ kind: 'list', items, node })
  }
  return readMap(node, reader)
}

function readMap(node: Extract<Node, { kind: 'map' }>, reader: Reader): Reading<Template> {
  const [first, second] = node.entries
  if (first?.key.text === 'const' && second === undefined)
    return toReading({ kind: 'literal', value: convertNodeToJson(first.value), node })
  const entries: TemplateEntry[] = []
  for (const { key, value } of node.entries) {
    if (parseAbsenceWord(value) === 'none') continue
    const reading = readTemplate(value, reader)
    if (reading.state !== 'shown') return reading
    if (key.style !== 'plain' && key.text.startsWith('?')) reader.report(warnOfQuotedOptional(key))
    const entry = makeEntry(key, reading.value)
    const former = entries.find(({ name }) => name === entry.name)
    if (former !== undefined) reader.report(reportDuplicateKey(former.key, key))
    else entries.push(entry)
  }
  return toReading({ kind: 'map', entries, node })
}

function makeEntry(key: Scalar, value: Template): TemplateEntry {
  const name = findOptionalName(key)
  return name === undefined ? { name: key.text, key, value } : { name, key, value, optional: true }
}

/** A literal subtree may have such a name without a warning. */
function warnOfQuotedOptional({ text, span }: Scalar): Diagnostic {
  const name = text.slice(1)
  const message = `${quoteName(text)} is sent as a name that begins with \`?\``
  return createDiagnostic(
    'warning',
    'document/quoted-optional',
    message,
    { span, text: 'in quotes, it is a name' },
    {
      reason: 'Before the quotes, `?` marks a member that is omitted if its optional has no value; within them it is part of the name.',
      help: `Write ${quoteName(/^[\w-]+$/.test(name) ? text : `?"${name}"`)} for an optional member, or write a literal name under \`const\`.`,
    },
  )
}

/** The name after `?`, as in CEL; undefined for any other key, also a quoted one. */
export function findOptionalName({ style, text }: Scalar): string | undefined {
  const match = style === 'plain' ? /^\?\s*(?:"([^"]*)"|'([^']*)'|(.+))$/s.exec(text) : null
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3])
}

/** A template that is a map of named members, which are read one by one. */
export function membersShown(words: string): Shape<readonly Named<Template>[]> {
  const members = mapOf(words, template)
  return {
    ...members,
    read(node, reader) {
      const reading = members.read(node, reader)
      return reading.state === 'shown'
        ? toReading(reading.value.map((member) => ({ ...member, name: findOptionalName(member.key) ?? member.name })))
        : reading
    },
  }
}
