// Random single edits of a document: something taken away, added, doubled, or given another value; the same for the same seed.

import { type RandomSource, createRandomSource } from '../../src/base/random-source.ts'
import { SeededRandomness } from '../../src/base/clock.ts'
import type { Span } from '../../src/base/text.ts'
import { type Compiled, compile } from '../../src/compile/compile.ts'
import { expand } from '../../src/convention/expand.ts'
import { type Document, type PartName, partNames } from '../../src/document/document.ts'
import type { MapNode, Node, Scalar } from '../../src/document/node.ts'
import { defaultHeading } from '../../src/document/part-problem.ts'
import { printYaml } from '../../src/document/print.ts'
import { partLanguage } from '../../src/model/language.ts'
import type { Keys } from '../../src/model/shape.ts'
import { conventions } from '../conventions.ts'

export type Edited = {
  readonly text: string
  readonly compiled: Compiled
  readonly part: PartName
  /** What was done, and where. */
  readonly what: string
  /** Where, in the base. */
  readonly at: Span
}

export function compiled(text: string, name = 'edited.md'): Compiled {
  return compile([{ name, text }], conventions())
}

/** The document with all that its conventions say, so that an edit may touch that too. */
export function whole(text: string): Compiled {
  return compiled(expand(compiled(text)))
}

/** Undefined where what was made is not a document that could be served. */
export function edited(base: Compiled, seed: string, about?: PartName): Edited | undefined {
  const choices = createRandomSource(new SeededRandomness(seed))
  const { document } = base
  const shown = partNames.filter((name) => document.parts[name].state === 'shown' && document.parts[name].node.entries.length > 0)
  const part = about ?? choices.pick(shown)
  const { node } = document.parts[part]
  const places = placesIn(node, part)
  if (places.length === 0) return undefined
  const place = choices.pick(places)
  const made = change(place, places, choices)
  if (made === undefined) return undefined
  const after = replaced(node, place.node, made.node)
  if (after === undefined || after.kind !== 'map') return undefined
  const text = written(document, part, after)
  const result = compiled(text)
  return result.errors.length > 0
    ? undefined
    : { text, compiled: result, part, what: `${place.path.join(' › ')}: ${made.what}`, at: place.node.span }
}

type Place = {
  readonly node: Node
  readonly path: readonly string[]
  /** Keys of the language that a map here may have. */
  readonly keys: Keys | undefined
}

function placesIn(node: MapNode, part: PartName): Place[] {
  const { keys, elements } = partLanguage[part]
  const found: Place[] = []
  const visit = (value: Node, path: readonly string[], known: Keys | undefined): void => {
    found.push({ node: value, path, keys: known })
    if (value.kind === 'list') for (const [index, item] of value.items.entries()) visit(item, [...path, String(index)], known)
    if (value.kind !== 'map') return
    const isNamed = known === undefined || !value.entries.every(({ key }) => Object.hasOwn(known, key.text))
    for (const { key, value: inner } of value.entries) visit(inner, [...path, key.text], isNamed ? known : known[key.text]!.shape.keys?.())
  }
  for (const { key, value } of node.entries)
    visit(value, [key.text], Object.hasOwn(keys, key.text) ? keys[key.text]!.shape.keys?.() : elements?.keys?.())
  return found
}

/** `node` undefined: it is taken away. */
type Made = { readonly node: Node | undefined; readonly what: string }

function change(place: Place, all: readonly Place[], choices: RandomSource): Made | undefined {
  if (choices.once(4)) return { node: undefined, what: 'taken away' }
  const { node } = place
  switch (node.kind) {
    case 'scalar':
      return otherScalar(node, place, all, choices)
    case 'list': {
      if (node.items.length === 0) return undefined
      const index = choices.below(node.items.length)
      const kind = choices.below(3)
      if (kind === 0) return { node: { ...node, items: node.items.filter((_, at) => at !== index) }, what: `without item ${index}` }
      if (kind === 1)
        return {
          node: { ...node, items: [...node.items.slice(0, index), ...node.items.slice(index + 1), node.items[index]!] },
          what: `item ${index} last`,
        }
      const other = choices.pick(all.filter(({ node: each }) => each.kind === node.items[index]!.kind))
      return other && { node: { ...node, items: [...node.items, other.node] }, what: 'with an item more' }
    }
    case 'map': {
      if (choices.once(2) && place.keys !== undefined) return withKey(node, place.keys, choices)
      if (node.entries.length === 0) return undefined
      const one = choices.pick(node.entries)
      const other = { key: scalar(`${one.key.text}2`), value: one.value }
      return choices.once(2)
        ? { node: { ...node, entries: [...node.entries, other] }, what: `${one.key.text} doubled` }
        : {
            node: { ...node, entries: node.entries.map((each) => (each === one ? other : each)) },
            what: `${one.key.text} called otherwise`,
          }
    }
  }
}

/** Values of keys that documents seldom write. */
const usual: { readonly [key: string]: readonly string[] } = {
  maxLength: ['3', '10', '1000'],
  minLength: ['1', '5'],
  minimum: ['1', '10'],
  maximum: ['1', '100'],
  exclusiveMinimum: ['0'],
  exclusiveMaximum: ['50'],
  multipleOf: ['2', '0.5'],
  minItems: ['1', '2'],
  maxItems: ['1', '3'],
  pattern: ['^[a-z]+$', '^.{3}$'],
  format: ['email', 'date', 'uuid'],
  default: ['a', '1', 'true'],
  const: ['a', '1'],
  readOnly: ['true'],
  writeOnly: ['true'],
  immutable: ['true'],
  uniqueItems: ['true'],
  additionalProperties: ['false'],
  fold: ['true'],
  sensitive: ['true'],
  strict: ['true'],
  timeout: ['PT1S'],
  conditional: ['required', 'optional'],
  media: ['application/vnd.example+json'],
  operationId: ['called'],
  softDelete: ['true'],
  status: ['202', '418'],
  version: ['v9'],
  max: ['2', '500'],
  optional: ['true'],
  burst: ['1'],
  quota: ['2'],
  window: ['PT1S', 'P1D'],
  attempts: ['1'],
  ordered: ['true'],
  method: ['PUT'],
  detail: ['It is so.'],
  title: ['Other'],
  type: ['other'],
  partition: ['request.address'],
  where: ['true', 'false'],
  when: ['true', 'false'],
  if: ['true', 'false'],
  cache: ['no-store'],
  concurrency: ['1'],
  connections: ['5'],
  unreadable: ['forbidden'],
  normalize: ['value.trim()'],
}

function withKey(node: MapNode, keys: Keys, choices: RandomSource): Made | undefined {
  const free = Object.keys(keys).filter((name) => Object.hasOwn(usual, name) && !node.entries.some(({ key }) => key.text === name))
  if (free.length === 0) return undefined
  const name = choices.pick(free)
  return {
    node: { ...node, entries: [...node.entries, { key: scalar(name), value: scalar(choices.pick(usual[name]!)) }] },
    what: `with ${name}`,
  }
}

function otherScalar(node: Scalar, place: Place, all: readonly Place[], choices: RandomSource): Made | undefined {
  const text = otherText(node, place, all, choices)
  return text === undefined || text === node.text
    ? undefined
    : {
        node: {
          ...scalar(text),
          ...(node.style === 'plain'
            ? {}
            : { value: text, style: node.style === 'literal' || node.style === 'folded' ? 'double' : node.style }),
        },
        what: `${node.text} → ${text}`,
      }
}

function otherText({ text, value }: Scalar, { path }: Place, all: readonly Place[], choices: RandomSource): string | undefined {
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'number') return String(choices.pick([value + 1, value - 1, value * 2, Math.floor(value / 2), value + 10]))
  if (/^P(T|\d)/.test(text)) return choices.pick(['PT1S', 'PT1M', 'PT1H', 'P1D', 'P30D'])
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return choices.pick(['2024-01-01', '2030-01-01', '2099-06-01'])
  const swaps: readonly (readonly [RegExp, string])[] = [
    [/ < /, ' <= '],
    [/ <= /, ' < '],
    [/ > /, ' >= '],
    [/ >= /, ' > '],
    [/ == /, ' != '],
    [/ != /, ' == '],
    [/ && /, ' || '],
    [/ \|\| /, ' && '],
    [/ \+ /, ' - '],
    [/\b(\d+)\b/, '7'],
    [/^(.*)$/, '!($1)'],
    [/^(.*)$/, '$1 && true'],
  ]
  const fitting = swaps.filter(([from]) => from.test(text))
  const isExpression = /[.()=<>!]/.test(text)
  if (isExpression && choices.once(2)) {
    const [from, to] = choices.pick(fitting)
    return text.replace(from, to)
  }
  // What stands under the same key elsewhere is likely to fit here too.
  const alike = all.filter((other) => other.node.kind === 'scalar' && other.path.at(-1) === path.at(-1) && other.node.text !== text)
  const words = all.filter(
    (other) => other.node.kind === 'scalar' && other.node.text !== text && /^\w+$/.test(other.node.text) === /^\w+$/.test(text),
  )
  const from = choices.once(2) && alike.length > 0 ? alike : words
  const other = from.length === 0 ? undefined : choices.pick(from).node
  return other?.kind === 'scalar' ? other.text : undefined
}

function scalar(text: string): Scalar {
  const plain = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text === 'true' ? true : text === 'false' ? false : text
  return {
    kind: 'scalar',
    value: plain,
    text,
    style: 'plain',
    span: { source: { name: 'edit', text: '', lineStarts: [0] }, start: 0, end: 0 } as never,
  }
}

function replaced(tree: Node, from: Node, to: Node | undefined): Node | undefined {
  if (tree === from) return to
  switch (tree.kind) {
    case 'scalar':
      return tree
    case 'list':
      return { ...tree, items: tree.items.flatMap((item) => replaced(item, from, to) ?? []) }
    case 'map':
      return {
        ...tree,
        entries: tree.entries.flatMap(({ key, value }) => {
          const inner = replaced(value, from, to)
          return inner === undefined ? [] : [{ key, value: inner }]
        }),
      }
  }
}

function written({ parts, scenarios }: Document, part: PartName, node: MapNode): string {
  const sections = partNames.map(
    (name) =>
      `${defaultHeading(name)}\n\n${name === part ? fence(node) : parts[name].state === 'shown' ? fence(parts[name].node) : parts[name].state}\n`,
  )
  const told = scenarios.map(({ title, text }) => `### ${title}\n\n\`\`\`hurl\n${text}\n\`\`\`\n`)
  return `---\nninefold: 1\n---\n\n# Edited\n\n${sections.join('\n')}\n${told.join('\n')}`
}

function fence(node: MapNode): string {
  return `\`\`\`yaml\n${printYaml(node)}\`\`\`\n`
}
