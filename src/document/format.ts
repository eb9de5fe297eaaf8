// Writes a file in the house style and changes nothing else: prose, comments, order and meaning stay.

import { type Source, createSource } from '../base/text.ts'
import { type Edit, applyEdits } from './edit.ts'
import { listIndentEdits } from './format-indent.ts'
import { quoteEdits } from './format-quotes.ts'
import { wrapEdits } from './format-wrap.ts'
import { type MarkdownBlock, type Fence, outline, groupFences } from './markdown.ts'
import type { MapNode, Node, Scalar } from './node.ts'
import { looksLikeExpression, withDoubleQuotes } from './quote.ts'
import type { File } from './read.ts'
import { readYaml } from './read-yaml.ts'
import { type Region, joinRegions, createRegion } from './region.ts'
import { type Anchors, createAnchorScope } from './yaml-tree.ts'

/** True if the language expects an expression at this scalar. */
export type IsExpression = (scalar: Scalar) => boolean

type Pass = (root: Node, region: Region, isExpression: IsExpression) => Edit[]

/**
 * Formats a file in the house style: expressions plain if YAML keeps them and in single quotes otherwise, blocks indented by two,
 * collections in braces wrapped at 100 columns. A block with mistakes stays unchanged. `isExpression` comes from a caller that knows the
 * slots; without it, text that looks like an expression counts as one.
 */
export function format(file: File, isExpression: IsExpression = (scalar) => looksLikeExpression(scalar.text)): string {
  if (/\.json$/i.test(file.name)) return file.text
  const passes: readonly Pass[] = [
    (root, region, isExpressionHere) => quoteEdits(root, region, isExpressionHere),
    listIndentEdits,
    wrapEdits,
  ]
  return passes.reduce((text, pass) => formatOnce({ name: file.name, text }, pass, isExpression), file.text)
}

function formatOnce(file: File, pass: Pass, isExpression: IsExpression): string {
  const parsed = createSource(file.name, file.text)
  const anchors = createAnchorScope()
  const edits = listRegions(parsed).flatMap((region) => {
    const root = parseSound(region, anchors)
    return root === undefined ? [] : pass(root, region, isExpression)
  })
  const text = applyEdits(file.text, edits)
  return text !== file.text && hasSameMeaning(parsed, createSource(file.name, text)) ? text : file.text
}

/** The YAML texts of a file: front matter, and groups of blocks that form one text. */
function listRegions(file: Source): Region[] {
  if (/\.ya?ml$/i.test(file.name)) return [createRegion(file, 0, file.text.length)]
  const { front, sections } = outline(file)
  const isYaml = (block: MarkdownBlock): block is Fence => block.kind === 'fence' && block.language === 'yaml' && block.closed
  const fences = sections.flatMap(({ blocks }) => blocks.filter(isYaml))
  const texts = groupFences(fences).map((group) => joinRegions(group.map((fence) => fence.region)))
  return front === undefined ? texts : [front, ...texts]
}

function parseSound(region: Region, anchors: Anchors): Node | undefined {
  const { node, diagnostics } = readYaml(region, anchors)
  return diagnostics.length === 0 ? node : undefined
}

/** True if both texts parse to the same values, ignoring the quote style of strings inside expressions. */
function hasSameMeaning(a: Source, b: Source): boolean {
  const [before, after] = [a, b].map((each) => {
    const anchors = createAnchorScope()
    return listRegions(each).map((region) => parseSound(region, anchors))
  })
  return before!.length === after!.length && before!.every((node, index) => areNodesSame(node, after![index]))
}

function areNodesSame(a: Node | undefined, b: Node | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  if (a.kind === 'list') return b.kind === 'list' && areNodeListsSame(a.items, b.items)
  if (a.kind === 'map') return b.kind === 'map' && areNodeListsSame(flattenMap(a), flattenMap(b))
  return b.kind === 'scalar' && typeof a.value === typeof b.value && withDoubleQuotes(a.text) === withDoubleQuotes(b.text)
}

function areNodeListsSame(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, index) => areNodesSame(node, b[index]))
}

const flattenMap = (map: MapNode): Node[] => map.entries.flatMap(({ key, value }) => [key, value])
