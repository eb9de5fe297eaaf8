// Omits diagnostics that only follow from another mistake, so that each cause is reported once.

import { findNearest } from '../base/nearest.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Document, type PartName, partNames } from '../document/document.ts'
import { notADocument } from '../document/no-document.ts'
import type { MapNode, Node } from '../document/node.ts'
import type { Model } from '../model/model.ts'
import { joinSplitLists } from './split-list.ts'
import { cutOrUnexpected, keepFirstOfBlock } from './say-once.ts'

/**
 * Text that is not valid YAML, and tables that could not be interpreted. Their content is lost, so every reference to it would be
 * reported as unknown.
 */
const unreadable = new Set(
  [
    'yaml-syntax',
    'tab-indentation',
    'unclosed-fence',
    'invalid-cell',
    'foreign-table',
    'broken-table',
    'missing-owner',
    'unknown-column',
    'missing-below',
    'unbound-table',
  ].map((code) => `document/${code}`),
)

/** True for diagnostics about the text itself; they stay even if other text is lost. */
const isAboutText = (code: string): boolean => code.startsWith('document/') && code !== 'document/unexpected-value'

/** Mistakes in a declaration that make its name unknown to every use. */
const nameLosingCodes = new Set([
  'document/wrong-part',
  'states/machine-name',
  'states/unknown-resource',
  'endpoints/address',
  'authentication/invalid-role',
])
const isUnknownName = (code: string): boolean => /^(?!document\/|convention\/)\w+\/unknown-/.test(code) && !nameLosingCodes.has(code)

/** A convention that is not adopted because of one of these mistakes adds nothing. */
const conventionCodes = new Set(
  ['unknown', 'unreadable', 'changed', 'cycle', 'missing-argument', 'argument-type', 'unknown-argument', 'unknown-name'].map(
    (name) => `convention/${name}`,
  ),
)

/** A value without a source, in an operation that has an unknown name or an unreadable expression. */
const operationCodes = new Set(['endpoints/missing-property'])
const isNameMistake = (code: string): boolean => code.startsWith('document/') || code === 'endpoints/unknown-property'

/** Diagnostics that depend on property types; unreliable if a piece of part 2 is unreadable. */
const typeCodes: ReadonlySet<string> = new Set(
  ['nullable', 'wrong-type', 'decision', 'no-overload', 'mixed-types', 'decimal-scale'].map((kind) => `expressions/${kind}`),
)

/** Removes consequences of errors from the diagnostics. */
export function withoutConsequences(all: readonly Diagnostic[], model: Model, document: Document): Diagnostic[] {
  const causes = all.filter(({ code }) => code !== unusedRule)
  return withoutFollowingErrors(withoutMerged(withoutSwallowed(cutOrUnexpected(joinSplitLists(keepFirstOfBlock(causes))))), model, document)
}

/** An error may have caused that a rule matches nothing. */
const unusedRule = 'convention/unused-rule'

/** The rest of a file after a fence that is never closed is read as its content. */
function withoutSwallowed(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const fences = diagnostics.filter(({ code }) => code === 'document/unclosed-fence').map(({ primary }) => primary.span)
  return fences.length === 0
    ? diagnostics
    : diagnostics.filter(({ primary: { span } }) => fences.every(({ source, start }) => source !== span.source || span.start <= start))
}

/** The entries of a repeated key are read as one map, which the author did not write: what is said about it may be wrong. */
function withoutMerged(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const keys = diagnostics
    .filter(({ code }) => code === 'document/duplicate-key')
    .flatMap(({ primary, others }) => [primary.span, ...others.map(({ span }) => span)])
  if (keys.length === 0) return diagnostics
  const entries = keys.map((key) => ({ ...key, end: findEntryEnd(key) }))
  return diagnostics.filter(
    ({ code, primary: { span } }) => code.startsWith('document/') || !entries.some((entry) => isWithin(span, entry)),
  )
}

/** The end of the lines of an entry in a block: before the next line in its column or further left. */
function findEntryEnd({ source: { text }, start, end }: Span): number {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const next = new RegExp(`\\n {0,${column}}(?=[^ \\n])`).exec(text.slice(end))
  return next === null ? text.length : end + next.index
}

function withoutFollowingErrors(diagnostics: readonly Diagnostic[], model: Model, document: Document): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const unreadableDocuments = errors.filter(({ code }) => code === notADocument)
  if (unreadableDocuments.length > 0) return unreadableDocuments
  if (errors.some(({ code }) => unreadable.has(code))) return keepTextMistakes(diagnostics)
  const isConventionMissing = errors.some(({ code }) => conventionCodes.has(code))
  const resourceKeys = indexPlaces(document.parts.resources.node.entries.map(({ key }) => key.span))
  const hasUnknownArgument = errors.some(({ code }) => code === 'convention/unknown-argument')
  const areNamesLost =
    isConventionMissing ||
    errors.some(({ code, primary }) => nameLosingCodes.has(code) || (code === 'document/unknown-key' && resourceKeys.has(primary.span)))
  const intendedParts = new Set(errors.flatMap(listIntendedParts).map((part) => `${part}/not-shown`))
  const places = collectMistakenPlaces(errors, model, document)
  const lost = collectLostNames(errors, document)
  const isResourceUnreadable = errors.some(
    ({ code, primary }) =>
      (code.startsWith('document/') || code === 'resources/unknown-format') &&
      document.parts.resources.node.entries.some(({ key, value }) =>
        isWithin(primary.span, { ...key.span, end: Math.max(key.span.end, value.span.end) }),
      ),
  )
  // Such a block may contain any part.
  const hasStrayBlock = errors.some(({ code }) => code === 'document/block-outside-part')
  const operations = model.endpoints.value.operations.filter(({ slots: { node } }) =>
    errors.some(({ code, primary }) => isNameMistake(code) && isWithin(primary.span, node.span)),
  )
  return diagnostics.filter(({ severity, code, primary: { span } }) => {
    if (
      intendedParts.has(code) ||
      (hasStrayBlock && code.endsWith('/not-shown')) ||
      (code === 'convention/missing-argument' && hasUnknownArgument)
    )
      return false
    if (isResourceUnreadable && (typeCodes.has(code) || operationCodes.has(code))) return false
    // The mistaken key may be the bound.
    if (code === 'resources/unbounded-input' && places.has(span)) return false
    if (areNamesLost && (severity === 'gap' || isUnknownName(code))) return false
    if (lost.size > 0 && isUnknownName(code) && lost.has(readLastName(span))) return false
    if (severity === 'gap') return !places.has(span)
    return !operationCodes.has(code) || !operations.some(({ slots: { node } }) => isWithin(span, node.span))
  })
}

/** Parts for which a mistaken key or value was intended; they would otherwise seem to be not shown. */
function listIntendedParts({ code, primary: { span } }: Diagnostic): readonly PartName[] {
  const { text } = span.source
  const isOutermost = span.start === 0 || text[span.start - 1] === '\n'
  if (code === 'document/unknown-key' && isOutermost)
    return partNames.filter((part) => findNearest(text.slice(span.start, span.end), [part]).length > 0)
  if (code !== 'document/part-not-a-map') return []
  return partNames.filter((part) => text.slice(0, span.start).trimEnd().endsWith(`${part}:`))
}

/** A tab makes the lines around it unreadable, too. */
function keepTextMistakes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sourcesWithTabs = new Set(
    diagnostics.filter(({ code }) => code === 'document/tab-indentation').map(({ primary }) => primary.span.source),
  )
  return diagnostics.filter(
    ({ code, primary }) => isAboutText(code) && !(code === 'document/yaml-syntax' && sourcesWithTabs.has(primary.span.source)),
  )
}

/** Names whose declarations are lost to errors; their uses would be reported as unknown. */
function collectLostNames(errors: readonly Diagnostic[], document: Document): ReadonlySet<string> {
  const errorPlaces = indexPlaces(errors.filter(({ code }) => code === 'document/unexpected-value').map(({ primary }) => primary.span))
  const lost = new Set<string>()
  const visit = (node: Node): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item)
    if (node.kind !== 'map') return
    for (const { key, value } of node.entries) {
      if (errorPlaces.has(value.span)) lost.add(key.text)
      visit(value)
    }
  }
  if (errorPlaces.size > 0) for (const part of partNames) visit(document.parts[part].node)
  return lost
}

/** The last name: `reopen` for `Order.reopen`. */
function readLastName({ source, start, end }: Span): string {
  return source.text.slice(start, end).split('.').at(-1)!
}

/** Elements with a mistaken key or value in their map, which may be the missing key. By their key, and by their map. */
function collectMistakenPlaces(errors: readonly Diagnostic[], { endpoints }: Model, document: Document): Places {
  const places: Span[] = []
  const errorPlaces = indexPlaces(errors.filter(({ code }) => code.startsWith('document/')).map(({ primary }) => primary.span))
  const visit = (node: Node, name: Span): void => {
    if (node.kind === 'scalar') return
    if (node.kind === 'map' && containsMistake(node, errorPlaces)) places.push(name, node.span)
    if (node.kind === 'map') for (const { key, value } of node.entries) visit(value, key.span)
    else for (const item of node.items) visit(item, name)
  }
  for (const part of partNames) visit(document.parts[part].node, document.parts[part].node.span)
  // An endpoint is read as a whole.
  for (const {
    key,
    slots: { node },
  } of endpoints.value.operations) {
    if (errors.some(({ primary }) => isWithin(primary.span, node.span))) places.push(key.span)
  }
  return indexPlaces(places)
}

function containsMistake({ entries }: MapNode, errorPlaces: Places): boolean {
  return entries.some(({ key, value }) => errorPlaces.has(key.span) || errorPlaces.has(value.span))
}

type Places = { readonly size: number; has(span: Span): boolean }

/** Compares numbers before texts, because most nodes of a document are looked up. */
function indexPlaces(spans: readonly Span[]): Places {
  const starts = new Set(spans.map(({ start }) => start))
  const places = new Set(spans.map(printPlace))
  return { size: places.size, has: (span) => starts.has(span.start) && places.has(printPlace(span)) }
}

function printPlace({ source, start, end }: Span): string {
  return `${source.name} ${start} ${end}`
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.end <= outer.end
}
