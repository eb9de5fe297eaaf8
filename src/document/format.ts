// Writes a file in the house style and changes nothing else: prose, comments, order and meaning stay.

import { type Source, source } from '../base/text.ts'
import { type Edit, edited } from './edit.ts'
import { indentEdits } from './format-indent.ts'
import { quoteEdits } from './format-quotes.ts'
import { wrapEdits } from './format-wrap.ts'
import { type Block, type Fence, outline, textsOf } from './markdown.ts'
import type { MapNode, Node, Scalar } from './node.ts'
import { looksLikeExpression, withDoubleQuotes } from './quote.ts'
import type { File } from './read.ts'
import { readYaml } from './read-yaml.ts'
import { type Region, joined, regionOf } from './region.ts'
import { type Anchors, anchorScope } from './yaml-tree.ts'

/** Whether a scalar stands where an expression is expected. */
export type IsExpression = (scalar: Scalar) => boolean

type Pass = (root: Node, region: Region, isExpression: IsExpression) => Edit[]

/**
 * The file's text in the house style: expressions plain where YAML keeps them and in single quotes otherwise, blocks
 * set in by two, collections in braces wrapped at 100 columns. A block that has mistakes is left as it is.
 * `isExpression` comes from whoever knows the slots; without it, what reads like an expression is taken for one.
 */
export function format(file: File, isExpression: IsExpression = (scalar) => looksLikeExpression(scalar.text)): string {
  if (/\.json$/i.test(file.name)) return file.text
  const passes: readonly Pass[] = [(root, region, asks) => quoteEdits(root, region, asks), indentEdits, wrapEdits]
  return passes.reduce((text, pass) => once({ name: file.name, text }, pass, isExpression), file.text)
}

function once(file: File, pass: Pass, isExpression: IsExpression): string {
  const before = source(file.name, file.text)
  const anchors = anchorScope()
  const edits = regionsOf(before).flatMap((region) => {
    const root = soundNode(region, anchors)
    return root === undefined ? [] : pass(root, region, isExpression)
  })
  const text = edited(file.text, edits)
  return text !== file.text && sameMeaning(before, source(file.name, text)) ? text : file.text
}

/** The YAML texts of a file: front matter and the blocks that are read as one. */
function regionsOf(of: Source): Region[] {
  if (/\.ya?ml$/i.test(of.name)) return [regionOf(of, 0, of.text.length)]
  const { front, sections } = outline(of)
  const isYaml = (block: Block): block is Fence => block.kind === 'fence' && block.language === 'yaml' && block.closed
  const fences = sections.flatMap(({ blocks }) => blocks.filter(isYaml))
  const texts = textsOf(fences).map((group) => joined(group.map((fence) => fence.region)))
  return front === undefined ? texts : [front, ...texts]
}

function soundNode(region: Region, anchors: Anchors): Node | undefined {
  const { node, diagnostics } = readYaml(region, anchors)
  return diagnostics.length === 0 ? node : undefined
}

/** Whether both texts read as the same values, whatever quotes the strings in their expressions use. */
function sameMeaning(a: Source, b: Source): boolean {
  const [before, after] = [a, b].map((each) => {
    const anchors = anchorScope()
    return regionsOf(each).map((region) => soundNode(region, anchors))
  })
  return before!.length === after!.length && before!.every((node, index) => sameNode(node, after![index]))
}

function sameNode(a: Node | undefined, b: Node | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  if (a.kind === 'list') return b.kind === 'list' && sameNodes(a.items, b.items)
  if (a.kind === 'map') return b.kind === 'map' && sameNodes(flat(a), flat(b))
  return b.kind === 'scalar' && typeof a.value === typeof b.value && withDoubleQuotes(a.text) === withDoubleQuotes(b.text)
}

function sameNodes(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, index) => sameNode(node, b[index]))
}

const flat = (map: MapNode): Node[] => map.entries.flatMap(({ key, value }) => [key, value])
