// Fills a document with its conventions: part by part and layer by layer, additions before values.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Document, type Part, type PartName, partNames } from '../document/document.ts'
import type { MapNode } from '../document/node.ts'
import { generative } from '../model/model.ts'
import { type ModelReading, readModel } from '../model/read.ts'
import type { Reader } from '../model/shape.ts'
import { makeReader } from '../model/reader.ts'
import { adopt } from './adopt.ts'
import type { Author } from './author.ts'
import { flattenCatalogue } from './catalogue.ts'
import { reportConflicts } from './conflict.ts'
import { listAdditions, listFills, listStaticContributions } from './contribute.ts'
import { checkExpectations } from './expect.ts'
import { checkArguments, checkNames } from './arguments.ts'
import { type LayerContribution, type FilledValue, type MergeResult, mergeLayers } from './layer.ts'
import { lockProblems, readLock } from './lock.ts'
import { type ConventionRules, makeNoRules, readConventionRules } from './rule.ts'
import { type RuleContext, createRuleContext } from './run.ts'
import { withoutAnswered } from './same-address.ts'

export type FillResult = {
  /** The document with the values from its conventions; every value keeps its own place. */
  readonly document: Document
  /** False if nothing was filled: the document is unchanged. */
  readonly changed: boolean
  readonly diagnostics: readonly Diagnostic[]
  /** The conventions that were adopted, by layer and name. */
  readonly adopted: readonly Author[]
  /** The filled values by part: the outermost new value, with its author. */
  readonly filled: readonly FilledPart[]
  /** The latest intermediate reading; the next reading reuses its unchanged parts. */
  readonly latest: ModelReading
}

type FilledPart = FilledValue & { readonly part: PartName }

/** The outside data that filling needs. */
export type Conventions = {
  /** The text of a convention: a built-in by its name, a company's own by its path from the document's folder. */
  convention(name: string): string | undefined
  /** The content of `ninefold.lock` beside the document, if it exists. */
  lock?(): string | undefined
}

/**
 * `written` is the document's own model. The caller reads the model again from the filled document, and finds the
 * problems of the first reading there.
 */
export function fillModel(written: ModelReading, conventions: Conventions): FillResult {
  const diagnostics: Diagnostic[] = []
  const reader = makeReader((diagnostic) => void diagnostics.push(diagnostic))
  const authors = adopt(written.model.document, (name) => conventions.convention(name), reader)
  const rules = authors.map((author): ConventionRules => {
    const read = readConventionRules(author, reader)
    return author.convention === undefined || checkArguments(author, read.used, reader) ? read : makeNoRules(author)
  })
  const [, ...adopted] = authors
  const { document, filled, currentModel } = fillParts(written, authors, rules, reader)
  for (const author of adopted) checkNames(author, currentModel, reader)
  checkExpectations(rules, currentModel, reader)
  lockProblems(readLock(conventions.lock?.() ?? ''), adopted).forEach((each) => reader.report(each))
  return { document, changed: filled.length > 0, diagnostics, adopted, filled, latest: currentModel.latest() }
}

type FilledParts = { readonly document: Document; readonly filled: readonly FilledPart[]; readonly currentModel: CurrentModel }

/**
 * Fills parts in order, so that each sees the additions of the former ones. Within a part all additions come before all fills, and upper
 * layers before lower ones; layers of one level do not see each other.
 */
function fillParts(written: ModelReading, authors: readonly Author[], rules: readonly ConventionRules[], reader: Reader): FilledParts {
  const ownDocument = removeRules(written.model.document)
  let current = ownDocument
  const currentModel = trackModel(written, () => current)
  const results = new Map<PartName, MergeResult>()
  const mergeContributions = (name: PartName, contributions: readonly LayerContribution[]): void => {
    // A part with `not shown` or `none` is complete.
    if (contributions.length === 0 || ownDocument.parts[name].word !== undefined) return
    const { node } = ownDocument.parts[name]
    const result = mergeLayers(node, name === 'endpoints' ? withoutAnswered(contributions, node) : contributions)
    results.set(name, result)
    current = { ...current, parts: { ...current.parts, [name]: makeShownPart(ownDocument.parts[name], result.node) } }
  }
  const statics = new Map(partNames.map((name) => [name, authors.flatMap((author) => listStaticContributions(author, name))]))
  for (const [name, contributions] of statics) mergeContributions(name, contributions)
  const layers = Map.groupBy(rules, ({ author }) => author.layer)
  for (const name of partNames) {
    let layered: readonly LayerContribution[] = statics.get(name)!
    for (const contribute of [listAdditions, listFills]) {
      for (const layer of layers.values()) {
        const contributed = contribute(layer, name, () => currentModel.context(), reader)
        layered = [...layered, ...contributed]
        if (contributed.length > 0) mergeContributions(name, layered)
      }
    }
  }
  current = flattenLayers(current, authors, currentModel)
  const parts = [...results].map(([part, result]) => ({ part, ...result }))
  for (const { part, conflicts } of parts) reportConflicts(part, conflicts).forEach((each) => reader.report(each))
  return { document: current, currentModel, filled: parts.flatMap(({ part, filled }) => filled.map((each) => ({ ...each, part }))) }
}

/**
 * Merges the layers of conventions into one. During filling, a convention overrides those that it adopts, and catalogue entries are
 * looked up by layer; later code distinguishes only the document from its conventions.
 */
function flattenLayers(document: Document, authors: readonly Author[], currentModel: CurrentModel): Document {
  const layers = new Map(authors.flatMap(({ convention, layer }) => (convention === undefined ? [] : [[convention, layer]])))
  const { errors } = document.parts
  if (new Set(layers.values()).size < 2) return document
  const node = flattenCatalogue(errors.node, currentModel.context().model, ({ span }) => layers.get(span.source.convention ?? ''))
  return node === errors.node ? document : { ...document, parts: { ...document.parts, errors: { ...errors, node } } }
}

/** The current model of the document; it is read only when needed. */
type CurrentModel = { readonly context: () => RuleContext; readonly latest: () => ModelReading }

function trackModel(written: ModelReading, current: () => Document): CurrentModel {
  let latest = written
  let context: RuleContext | undefined
  return {
    latest: () => latest,
    context() {
      const document = current()
      if (context !== undefined && latest.model.document === document) return context
      latest = readModel(document, latest)
      context = createRuleContext(latest.model)
      return context
    },
  }
}

/** Removes `each`, `expect` and `waive`: their results are in the document. */
function removeRules(document: Document): Document {
  const parts = { ...document.parts }
  for (const name of partNames) parts[name] = removeGenerative(parts[name])
  return { ...document, parts }
}

function removeGenerative(part: Part): Part {
  const entries = part.node.entries.filter(({ key }) => !generative.test(key.text))
  return entries.length === part.node.entries.length ? part : { ...part, node: { ...part.node, entries } }
}

function makeShownPart(part: Part, node: MapNode): Part {
  return { ...part, node, state: node.entries.length > 0 ? 'shown' : part.state }
}
