// Looks up a name in the pages of the reference: a key, word, condition, function, convention, diagnostic or term, or a page.

import { findNearest } from '../base/nearest.ts'
import { type ReferencePage, type Section, splitSections } from './search.ts'

/** `entries`: the sections, rows, items or paragraphs about the name. `pages`: the pages with this name. */
export type LookedUp = { readonly entries: readonly Section[]; readonly pages: readonly ReferencePage[] }

/** A piece of a section, with the names that it explains. `path`: the keys above those of a table. */
type Piece = {
  readonly kind: 'heading' | 'entry' | 'mention'
  readonly names: readonly string[]
  readonly path: readonly string[]
  readonly section: Section
}

/** `page`, `endpoints.page`, `math.abs` or `Tables`: keys above a name select among those of the same name. */
export function lookUp(pages: readonly ReferencePage[], name: string): LookedUp {
  const wanted = name.trim().toLowerCase()
  const named = pages.filter((page) => listPageNames(page).includes(wanted))
  const pieces = pages
    .filter(({ isSummary }) => isSummary !== true)
    .flatMap(splitSections)
    .flatMap(listPieces)
  const found = findPieces(pieces, wanted)
  const explaining = named.length === 0 ? found : found.filter(({ kind }) => kind !== 'mention')
  return { entries: explaining.map(({ section }) => section).filter(({ page }) => !named.some((each) => each.name === page)), pages: named }
}

/** A key is explained under the keys above it, and in tables that write its whole path; texts that mention it come last. */
function findPieces(pieces: readonly Piece[], name: string): readonly Piece[] {
  const direct = listPiecesNamed(pieces, name)
  const steps = name.split('.')
  if (steps.length === 1) return direct
  const below = listPiecesNamed(pieces, steps.at(-1)!).filter((piece) => steps.slice(0, -1).every((step) => isAbove(step, piece)))
  const explaining = [...new Set([...below, ...direct])].filter(({ kind }) => kind !== 'mention')
  if (explaining.length > 0) return explaining
  return direct.length > 0 ? direct : below
}

/** Names in the pages that are spelled like this one. */
export function findNearestTopics(pages: readonly ReferencePage[], name: string): readonly string[] {
  const pieces = pages.flatMap(splitSections).flatMap(listPieces)
  const entries = pieces.filter(({ kind }) => kind !== 'mention').flatMap(({ names }) => names)
  return findNearest(name, [...pages.flatMap(listPageNames), ...entries])
}

/** Mentions in running text count only if no other place explains the name. */
function listPiecesNamed(pieces: readonly Piece[], name: string): readonly Piece[] {
  const matching = pieces.filter(({ names }) => names.includes(name))
  const explaining = matching.filter(({ kind }) => kind !== 'mention')
  return explaining.length > 0 ? explaining : matching
}

function isAbove(step: string, { path, section: { page, heading } }: Piece): boolean {
  return path.includes(step) || [page, heading].some((each) => splitWords(each).includes(step))
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** `4-endpoints` is also `endpoints`, `http@1` also `http`, and `states/unreachable-state` also `unreachable-state`. */
function listPageNames({ name }: ReferencePage): readonly string[] {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return [...new Set([name, last, last.replace(/^\d-/, ''), last.replace(/@\d+$|\.txt$/, '')])].map((each) => each.toLowerCase())
}

/** A page without the comments that mark its generated parts. */
export function hideMarkers(text: string): string {
  return text.replaceAll(/^<!-- (?:generated: .*|end) -->\n?/gm, '')
}

function listPieces(section: Section): readonly Piece[] {
  const text = section.text.replaceAll(/^<!-- (?:generated: (?!keys ).*|end) -->\n?/gm, '')
  const headings = [
    section.heading
      .replaceAll('`', '')
      .replace(/^\d\. /, '')
      .toLowerCase(),
    ...listCodeNames(section.heading),
  ]
  const whole = { ...section, text: hideMarkers(text).trim() }
  const pieces: Piece[] = [{ kind: 'heading', names: headings, path: [], section: whole }]
  let path: readonly string[] = []
  for (const block of splitBlocks(text)) {
    const keys = /^<!-- generated: keys (.*) -->$/.exec(block)?.[1]
    if (keys !== undefined) path = keys.split('.').filter((step) => step !== '*')
    else if (block.startsWith('|')) pieces.push(...listRows(block, path, section), ...listKeysBelow(block, path, section))
    else if (block.startsWith('- ')) pieces.push(...listItems(block, section))
    else if (!block.startsWith('```'))
      pieces.push({ kind: 'mention', names: listCodeNames(block), path: [], section: { ...section, text: block } })
  }
  return pieces
}

/** Fences, tables, lists and paragraphs. */
function splitBlocks(text: string): readonly string[] {
  const parts = text.split(/^(```[^]*?^```\n?)/m)
  return parts
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n{2,}/).map((each) => each.trim())))
    .filter((each) => each !== '')
}

function listRows(table: string, path: readonly string[], section: Section): readonly Piece[] {
  const [header = [], , ...rows] = table.split('\n').map(splitCells)
  return rows.flatMap((cells): Piece[] => {
    const [first = ''] = cells
    const names = listCodeNames(first)
    const texts = cells.slice(1).flatMap((cell, index) => {
      const title = header[index + 1] ?? ''
      return cell === '' || cell === '–' ? [] : [title === '' ? cell : `${title}: ${cell}`]
    })
    const explained = { path, section: { ...section, text: [first, ...texts].join('\n  ') } }
    return [
      { kind: 'entry', names: names.length > 0 ? names : [first.toLowerCase()], ...explained },
      { kind: 'mention', names: listCodeNames(cells.slice(1).join(' ')), ...explained },
    ]
  })
}

/** All keys of a map, for the key that takes it. */
function listKeysBelow(table: string, path: readonly string[], section: Section): readonly Piece[] {
  const name = path.at(-1)
  if (name === undefined || path.length < 2) return []
  const lines = table
    .split('\n')
    .slice(2)
    .map((row) => {
      const [key = '', taken = ''] = splitCells(row)
      return `${key}: ${taken}; ${splitCells(row).at(-1)}`
    })
  const text = [`The keys of \`${name}\``, ...lines].join('\n  ')
  return [{ kind: 'entry', names: [name.toLowerCase()], path: path.slice(0, -1), section: { ...section, text } }]
}

function splitCells(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** An item explains the names at its beginning. */
function listItems(list: string, section: Section): readonly Piece[] {
  return list.split(/\n(?=- )/).map((item) => {
    const lead = /^- (?:(?:\*\*)?`[^`]+`(?:\*\*)?(?:,| and)?\s*)*/.exec(item)![0]
    return { kind: 'entry', names: listCodeNames(lead), path: [], section: { ...section, text: item } }
  })
}

/** `string.contains(string): bool` is named `string.contains` and `contains`, `map<K, V>.merge` also `merge`, and `--turn` also `turn`. */
function listCodeNames(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code!.split('(')[0]!.trim().toLowerCase().replace(/<.*>/, '')).flatMap(
    (head) => (/^[\w$@.,-]+$/.test(head) ? [head, head.replace(/^--|^.*\./, '')] : []),
  )
}
