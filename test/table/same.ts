// The content of a document for comparison: its trees without places, and without what has no meaning.

import assert from 'node:assert/strict'
import { type Document, partNames } from '../../src/document/document.ts'
import type { Node } from '../../src/document/node.ts'
import { parseCoreValue } from '../../src/document/scalar.ts'

/** Maps under names of the author, whose order is that of answers, lists and documentation. */
const named = new Set([
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

type Plain = string | number | bigint | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** `key`: the key above the node. */
function plain(node: Node, key: string | undefined): Plain {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? withoutNames(node.text) : (parseCoreValue(node.text) as Plain)
  if (node.kind === 'list') {
    // One value and a list of one are equal where the language allows both.
    const items = node.items.map((item) => plain(item, undefined))
    return items.length === 1 && ['on', 'stream', 'in', 'key', 'audience', 'always'].includes(key ?? '') ? items[0]! : items
  }
  const entries = node.entries.map(({ key: { text }, value }) => [text, plain(value, text)] as const)
  const isTextual = entries.some(
    ([name, value]) => name === 'enum' && Array.isArray(value) && value.every((each) => typeof each === 'string'),
  )
  const entriesWithType = isTextual && !entries.some(([name]) => name === 'type') ? [...entries, ['type', 'string'] as const] : entries
  return Object.fromEntries(
    key === undefined || !named.has(key) ? entriesWithType.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entriesWithType,
  )
}

/** Replaces the names that macros bind, because they have no meaning outside of the macros. */
function withoutNames(text: string): string {
  return text.replace(/items\.map\((\w+), (\w+)\(\1\)\)/g, 'items.map(_, $2(_))')
}

/** The parts as plain values; elements of a part, and named values, in their order. */
export function meaningOf({ parts }: Document): string {
  return partNames
    .map(
      (name) =>
        `${name} ${parts[name].state} ${JSON.stringify(plain(parts[name].node, name === 'resources' || name === 'states' || name === 'endpoints' ? 'properties' : undefined), (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 1)}`,
    )
    .join('\n')
}

export function assertSame(one: Document, other: Document): void {
  assert.equal(meaningOf(one), meaningOf(other))
}
