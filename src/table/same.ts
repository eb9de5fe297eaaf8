// Compares two documents: their trees without places, and without meaningless order.

import { type Document, type PartName, partNames } from '../document/document.ts'
import type { Node } from '../document/node.ts'
import { withDoubleQuotes } from '../document/quote.ts'
import { withoutBound } from './print/printed.ts'

/** Maps with the author's names, whose order affects answers, lists or documentation. */
const ordered = new Set([
  'properties',
  'states',
  'on',
  'after',
  'every',
  'catalogue',
  'types',
  'rates',
  'quotas',
  'settings',
  'views',
  'versions',
  'changes',
  'output',
  'body',
  'messages',
  'schemes',
  'callers',
  '$defs',
  'records',
  'fixtures',
  'guard',
  'set',
  'data',
  'invariant',
  'query',
  'header',
  'path',
  'rules',
])

/** Keys that accept one item or a list. */
const oneOrMany = new Set(['on', 'stream', 'feed', 'in', 'key', 'audience', 'always', 'algorithm', 'origins'])

/** The parts whose meaning differs. */
export function differing(one: Document, other: Document): readonly PartName[] {
  return partNames.filter((name) => meaningOfPart(one, name) !== meaningOfPart(other, name))
}

/** A canonical text of a part: equal for equal meaning. */
export function meaningOfPart({ parts }: Document, name: PartName): string {
  const isOfThings = name === 'resources' || name === 'states' || name === 'endpoints'
  return `${name} ${parts[name].state} ${textOf(parts[name].node, isOfThings ? 'properties' : '', '')}`
}

/** `under`: the key above the node. */
function textOf(node: Node, under: string, indent: string): string {
  if (node.kind === 'scalar') {
    const isWord = node.style === 'plain' && (node.text === 'none' || node.text === 'not shown')
    if (isWord || node.value === null) return isWord ? node.text : 'null'
    return typeof node.value === 'string'
      ? JSON.stringify(withoutBound(withDoubleQuotes(node.text)))
      : typeof node.value === 'boolean'
        ? String(node.value)
        : node.text
  }
  const inner = `${indent} `
  if (node.kind === 'list') {
    const items = node.items.map((item) => textOf(item, '', inner))
    return items.length === 1 && oneOrMany.has(under) ? items[0]! : `[${items.join(', ')}]`
  }
  const entries = node.entries.map(({ key, value }) => `\n${inner}${JSON.stringify(key.text)}: ${textOf(value, key.text, inner)}`)
  const choices = node.entries.find(({ key }) => key.text === 'enum')?.value
  // An `enum` of texts has type `string`, explicit or not.
  const isTextual =
    choices?.kind === 'list' &&
    choices.items.every((item) => item.kind === 'scalar' && typeof item.value === 'string') &&
    !node.entries.some(({ key }) => key.text === 'type')
  const allEntries = isTextual ? [...entries, `\n${inner}"type": "string"`] : entries
  return `{${(ordered.has(under) ? allEntries : allEntries.toSorted()).join('')}}`
}
