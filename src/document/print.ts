// Prints a tree of values as YAML that parses to the same tree. Blocks stay blocks; collections in braces stay so if they fit.

import type { Entry, MapNode, Node, Scalar } from './node.ts'
import { parseCoreValue } from './scalar.ts'
import { type YamlPosition, isPlainInYaml, quoteText, printTextInYaml } from './text-in-yaml.ts'

/** A comment at the end of an entry's first line. */
export type Note = (entry: Entry) => string | undefined

/** Flow maps and lists wrap at this column. */
const width = 100

/** `short`: small collections are in braces; others keep their form. */
export function printYaml(map: MapNode, note: Note = () => undefined, layout: 'as it stood' | 'short' = 'as it stood'): string {
  return map.entries.length === 0 ? '{}\n' : `${createPrinter(note, layout === 'short' ? isShort : wasInFlow).block(map, 0)}\n`
}

/** Values, lists of values, and maps of these. */
function isShort(node: Node, indent: number): boolean {
  if (node.kind === 'scalar') return true
  const values = node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)
  return (
    indent > 0 &&
    values.every(
      (each) =>
        each.kind === 'scalar' ||
        (each.kind === 'list'
          ? each.items.every(({ kind }) => kind === 'scalar')
          : each.entries.length <= 2 && each.entries.every(({ value }) => value.kind === 'scalar')),
    )
  )
}

type Printer = { readonly block: (map: MapNode, indent: number) => string }

function createPrinter(note: Note, isInFlow: (node: Node, indent: number) => boolean): Printer {
  const hasNote = (node: Node): boolean =>
    node.kind === 'map'
      ? node.entries.some((entry) => note(entry) !== undefined || hasNote(entry.value))
      : node.kind === 'list' && node.items.some(hasNote)

  const block = (map: MapNode, indent: number): string =>
    map.entries.map((entry) => ' '.repeat(indent) + printEntry(entry, indent)).join('\n')

  const printEntry = (entry: Entry, indent: number): string => {
    const key = printScalarText(entry.key, 'key')
    const comment = note(entry)
    const lineSuffix = comment === undefined ? '' : `  # ${comment}`
    return `${key}:${printValue(entry.value, indent, indent + key.length + 2, lineSuffix)}`
  }

  /** Prints the value after `key:`; `column` is where it begins. */
  const printValue = (node: Node, indent: number, column: number, lineSuffix: string): string => {
    if (node.kind === 'scalar') return printScalar(node, indent, lineSuffix)
    const flow = flowText(node, column + lineSuffix.length, indent + 2)
    if (flow !== undefined) return ` ${flow}${lineSuffix}`
    if (node.kind === 'map') return `${lineSuffix}\n${block(node, indent + 2)}`
    return `${lineSuffix}\n${node.items.map((item) => ' '.repeat(indent + 2) + printItem(item, indent + 2)).join('\n')}`
  }

  const printScalar = (scalar: Scalar, indent: number, lineSuffix: string): string => {
    const lines = splitBlockLines(scalar)
    if (lines === undefined) return ` ${printScalarText(scalar, 'block')}${lineSuffix}`
    const body = lines.lines.map((line) => (line === '' ? '' : ' '.repeat(indent + 2) + line))
    return ` ${lines.header}${lineSuffix}\n${body.join('\n')}`
  }

  /** A map in a list begins on the line of its dash. */
  const printItem = (item: Node, indent: number): string => {
    const flow = item.kind === 'scalar' ? undefined : flowText(item, indent + 2, indent + 2)
    if (item.kind === 'map' && flow === undefined) return `- ${block(item, indent + 2).trimStart()}`
    return `-${printValue(item, indent, indent + 2, '')}`
  }

  /** One line, if it was on one line and fits; empty collections always are. */
  const flowText = (node: Exclude<Node, Scalar>, column: number, indent: number): string | undefined => {
    const children = node.kind === 'map' ? node.entries : node.items
    if (children.length === 0) return node.kind === 'map' ? '{}' : '[]'
    if (!isInFlow(node, indent - 2) || hasNote(node)) return undefined
    const text = printInline(node)
    return text !== undefined && column + text.length <= width ? text : undefined
  }
  return { block }
}

/** True for a node that was in a flow collection; a rule's node has the place of its `$(…)`. */
function wasInFlow({ span }: Node): boolean {
  return '{[$\'"'.includes(span.source.text[span.start] ?? '')
}

function printInline(node: Node): string | undefined {
  if (node.kind === 'scalar')
    return node.text.includes('\n') && splitBlockLines(node) !== undefined ? undefined : printScalarText(node, 'flow')
  if (node.kind === 'list') {
    const items = node.items.map(printInline)
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
  }
  const entries = node.entries.map(({ key, value }) => {
    const text = printInline(value)
    return text === undefined ? undefined : `${printScalarText(key, 'flow-key')}: ${text}`
  })
  if (entries.includes(undefined)) return undefined
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** The lines of a `|` block, if the text has several and YAML preserves them. */
function splitBlockLines({ text, style }: Scalar): { header: string; lines: readonly string[] } | undefined {
  if (style === 'plain' || !text.includes('\n') || /^[ \n\t]|[ \t]\n|[^\n\P{Cc}]|\n\n$/u.test(text)) return undefined
  const endsWithBreak = text.endsWith('\n')
  return { header: endsWithBreak ? '|' : '|-', lines: (endsWithBreak ? text.slice(0, -1) : text).split('\n') }
}

/** A scalar on one line. The author's quotes stay; generated text is unquoted if YAML preserves it. */
function printScalarText(scalar: Scalar, place: YamlPosition): string {
  const { text, value, style, span } = scalar
  if (style === 'plain') {
    if (text === '') return 'null'
    // `?name` means an optional member, which a quoted key does not.
    return typeof value !== 'string' || (parseCoreValue(text) === text && isPlainInYaml(text.replace(/^\?(?=[\w$])/, ''), place))
      ? text
      : quoteText(text)
  }
  const keepsQuotes =
    !place.endsWith('key') && ('\'"'.includes(span.source.text[span.start] ?? ' ') || style === 'literal' || style === 'folded')
  return keepsQuotes ? quoteText(text) : printTextInYaml(text, place)
}
