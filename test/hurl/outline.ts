// A tree of Hurl as lines a person can read: each place in the words of its source.

import { textOf, type Span } from '../../src/base/text.ts'

/** Nested lists and objects by indentation; `span` is shown as the text that it covers, on one line. */
export function outline(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return value.map((each) => `\n${indent}-${nested(each, indent)}`).join('')
  if (value instanceof Uint8Array) return ` bytes ${Buffer.from(value).toString('hex')}`
  if (typeof value !== 'object' || value === null) return ` ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`
  const { span, ...rest } = value as { span?: Span }
  const place = span === undefined ? '' : ` «${textOf(span).replace(/\s+/g, ' ').slice(0, 60)}»`
  const members = Object.entries(rest).filter(([, each]) => !(Array.isArray(each) && each.length === 0))
  return place + members.map(([name, each]) => `\n${indent}${name}:${nested(each, indent)}`).join('')
}

function nested(value: unknown, indent: string): string {
  return outline(value, `${indent}  `)
}
