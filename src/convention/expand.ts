// `expand`: prints a document with the content of its conventions, as a document that adopts none.

import { format } from '../document/format.ts'
import { parseStateWord } from '../document/contribution.ts'
import { type HurlFence, type Part, type PartName, type Prose, partNames } from '../document/document.ts'
import { type Entry, type MapNode, type Node, type Scalar, findEntryOf } from '../document/node.ts'
import { defaultHeading } from '../document/part-problem.ts'
import { type Note, printYaml } from '../document/print.ts'
import { languageVersion } from '../model/front.ts'
import type { Model } from '../model/model.ts'
import { flattenCatalogue, withoutPatterns } from './catalogue.ts'
import type { ParsedPattern } from './narrow.ts'

/** The input of `expand`: the filled model, and the catalogue patterns that match nothing, if known. */
export type Expandable = {
  readonly model: Model
  readonly facts?: { readonly unmet: readonly { readonly entry: { readonly key: Scalar }; readonly patterns: readonly ParsedPattern[] }[] }
}

type Idle = ReadonlyMap<string, readonly ParsedPattern[]>

/** The document as Markdown; values from a convention carry its name. */
export function expand({ model, facts }: Expandable): string {
  const { front, title, preamble, parts, scenarios } = model.document
  const idle = new Map(
    (facts?.unmet ?? []).flatMap(({ entry: { key }, patterns }) =>
      key.span.source.convention === undefined ? [] : [[key.text, patterns]],
    ),
  )
  const sections = partNames.map((name) => printPart(name, parts[name], model, idle))
  const blocks = [
    ...(findEntryOf(front, 'ninefold') === undefined ? [] : [`---\nninefold: ${languageVersion}\n---`]),
    ...(title === undefined ? [] : [`# ${title}`]),
    ...(preamble === undefined ? [] : [preamble]),
    ...sections.flat(),
    ...printScenarios(scenarios),
  ]
  return format({ name: 'expanded.md', text: blocks.map((block) => `${block}\n`).join('\n') })
}

function printPart(name: PartName, part: Part, model: Model, idle: Idle): string[] {
  const about = part.prose.filter((prose) => prose.about !== undefined)
  const general = part.prose.filter((prose) => prose.about === undefined)
  return [
    defaultHeading(name),
    ...general.map(({ text }) => removeStateWord(text)).filter((text) => text !== ''),
    printContent(name, part, model, idle),
    ...printProse(about),
  ]
}

/** Prose without the paragraph about the part's state, which is printed separately. */
function removeStateWord(prose: string): string {
  return prose
    .split(/\n{2,}/)
    .filter((paragraph) => parseStateWord(paragraph) === undefined)
    .join('\n\n')
}

function printContent(name: PartName, { state, node }: Part, model: Model, idle: Idle): string {
  if (state !== 'shown') return state
  const printedPart = name === 'errors' ? flattenCatalogue(withoutPatterns(node, model, idle), model, layerOf) : node
  return writeFence('yaml', printYaml(printedPart, createOriginNote(printedPart)))
}

/** Two layers: the document, and everything that it adopts. */
const layerOf = ({ span }: Node): number => (span.source.convention === undefined ? 0 : 1)

/** Names the convention at its first value; values below it come from the same one unless marked otherwise. */
function createOriginNote(root: MapNode): Note {
  const notes = new Map<Entry, string>()
  const visit = (node: Node, outerConvention: string | undefined): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, outerConvention)
    if (node.kind !== 'map') return
    for (const each of node.entries) {
      const { convention } = each.key.span.source
      if (convention !== outerConvention) notes.set(each, convention ?? 'the document')
      visit(each.value, convention)
    }
  }
  visit(root, undefined)
  return (each) => notes.get(each)
}

function writeFence(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/^\s*(`{3,})/gm), ([, ticks]) => ticks!.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.endsWith('\n') || text === '' ? text : `${text}\n`}${fence}`
}

/** Prose about an element has a heading with its name. */
function printProse(prose: readonly Prose[]): string[] {
  return prose.flatMap(({ text, about }) => [`### ${about}`, text])
}

/** Fences under one heading are one scenario. */
function printScenarios(scenarios: readonly HurlFence[]): string[] {
  const blocks = scenarios.flatMap(({ title, heading, text }, index) => {
    const first = scenarios[index - 1]?.heading
    const continuesScenario = first?.source === heading.source && first.start === heading.start
    return [...(continuesScenario ? [] : [`### ${title}`]), writeFence('hurl', text)]
  })
  return blocks.length === 0 ? [] : ['## Scenarios', ...blocks]
}
