// Compares two documents: their trees without places, and without meaningless order.

import { type Document, type PartName, partNames } from '../document/document.ts'
import type { Node } from '../document/node.ts'
import { withDoubleQuotes } from '../document/quote.ts'
import { normalizeMacroNames } from './print/printed.ts'

/** Maps with the author's names, whose order affects answers, lists or documentation. */
const orderedMaps = new Set([
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
export function listDifferingParts(a: Document, b: Document): readonly PartName[] {
  return partNames.filter((name) => printMeaning(a, name) !== printMeaning(b, name))
}

/** A canonical text of a part: equal for equal meaning. */
export function printMeaning({ parts }: Document, name: PartName): string {
  const hasElements = name === 'resources' || name === 'states' || name === 'endpoints'
  return `${name} ${parts[name].state} ${printMeaningText(parts[name].node, hasElements ? 'properties' : '', '')}`
}

/** `parentKey`: the key above the node. */
function printMeaningText(node: Node, parentKey: string, indent: string): string {
  if (node.kind === 'scalar') {
    const isWord = node.style === 'plain' && (node.text === 'none' || node.text === 'not shown')
    if (isWord || node.value === null) return isWord ? node.text : 'null'
    if (typeof node.value === 'string') return JSON.stringify(normalizeMacroNames(withDoubleQuotes(node.text)))
    return typeof node.value === 'boolean' ? String(node.value) : node.text
  }
  const innerIndent = `${indent} `
  if (node.kind === 'list') {
    const items = node.items.map((item) => printMeaningText(item, '', innerIndent))
    return items.length === 1 && oneOrMany.has(parentKey) ? items[0]! : `[${items.join(', ')}]`
  }
  const entries = node.entries.map(
    ({ key, value }) => `\n${innerIndent}${JSON.stringify(key.text)}: ${printMeaningText(value, key.text, innerIndent)}`,
  )
  const choices = node.entries.find(({ key }) => key.text === 'enum')?.value
  // An `enum` of texts has type `string`, explicit or not.
  const isTextual =
    choices?.kind === 'list' &&
    choices.items.every((item) => item.kind === 'scalar' && typeof item.value === 'string') &&
    !node.entries.some(({ key }) => key.text === 'type')
  const allEntries = isTextual ? [...entries, `\n${innerIndent}"type": "string"`] : entries
  return `{${(orderedMaps.has(parentKey) ? allEntries : allEntries.toSorted()).join('')}}`
}
