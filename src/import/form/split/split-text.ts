// Splits paragraphs and lists into statements; names before a paragraph, and items with items below them, begin sections.

import { singularize } from '../../names.ts'
import { mapColumns } from '../draft.ts'
import { isField } from '../fields/field-head.ts'
import { inlineRecord } from './inline-records.ts'
import { type Piece, bullet, clauseNumber, splitPieces } from './pieces.ts'
import { onlyPath, withPath } from './request-lines.ts'
import type { Splitting } from './splitting.ts'
import type { Words } from '../words.ts'

/** A paragraph or a list, its place in the form, and the texts of the blocks before and after it. */
export type TextBlock = {
  readonly text: string
  readonly line: number
  readonly column: number
  readonly paragraph: number
  readonly before: string
  readonly next: string
}

export function splitText(written: TextBlock, splitting: Splitting): void {
  const block = withoutAnswerMark(written, splitting)
  if (startsSection(block, splitting)) return
  const lead = leadOf(block.text, splitting) ?? findQuestionBefore(block, splitting)
  const above: string[] = []
  // The first line of a block has lost its indentation.
  const first = bullet.test(block.text.split(/\r\n|\n|\r/)[0]!) ? ' '.repeat(block.column - 1) : ''
  const pieces = splitPieces(lead === undefined ? `${first}${block.text}` : block.text.slice(lead), splitting.part)
  // "each consisting of" in a definition: the items indented below it are its members.
  const last = splitting.section.blocks.at(-1)
  const isBelow =
    splitting.part === 'resources' &&
    block.column > 1 &&
    bullet.test(block.text.split(/\r\n|\n|\r/)[0]!) &&
    last?.kind === 'text' &&
    last.statement.kind === 'item' &&
    splitting.words.membersFollow.test(last.statement.text)
  const placed = isBelow ? pieces.map((piece) => ({ ...piece, depth: piece.depth + last.depth + 1 })) : pieces
  const own = isBelow ? { ...block, paragraph: last.paragraph } : block
  for (const index of placed.keys()) splitPiece(placed, index, above, own, lead !== undefined, splitting)
}

/** "**Q: How fast?** A: 20 a minute.": the question in bold, and the answer without its letter; every line stays where it is. */
function withoutAnswerMark(block: TextBlock, { words }: Splitting): TextBlock {
  const { questionMark, answerMark } = words
  const question = new RegExp(String.raw`^([*_]{0,2})(?:${questionMark})\s*\d*\s*[.:)](?:\1)?\s*([^\n?]+\?)[*_]{0,2}`, 'u').exec(block.text)
  const asked = question === null ? '' : `**${question[2]!.replaceAll(/[*_]/g, '').trim()}**`
  const rest = question === null ? block.text : block.text.slice(question[0].length)
  const answer = new RegExp(String.raw`^(\s*)([*_]{0,2})(?:${answerMark})\s*\d*\s*[.:)](?:\2)?\s+(?=\S)`, 'u').exec(rest)
  if (question === null && (answer === null || !/\?\W*$/.test(block.before))) return block
  return { ...block, text: `${asked}${answer === null ? rest : `${answer[1]}${rest.slice(answer[0].length)}`}` }
}

/** A line that only names what follows it: in bold, or with the number of a clause. */
function startsSection({ text, line, next }: TextBlock, splitting: Splitting): boolean {
  const { part, level, words, heading } = splitting
  const [, bold] = /^\*\*([^*]+?)[:.]?\*\*[:.]?(?:\s*(?:\([^()]*\)|[–—-]?\s*`[^`]*`)[:.]?)?$/.exec(text) ?? []
  const isCard = level > 2 && /^[*_]*\p{L}[\p{L} /?-]{1,30}[*_]*:\s/u.test(next)
  if (bold !== undefined && !isCard && (part === 'resources' || (part === 'states' && bold.endsWith('?')))) {
    // A line in bold is a heading there; among states, a question is one too.
    splitting.add('sentence', text, line).outcome = 'prose'
    // "What do we keep about a phone?" below "Loaner phone" asks about the same thing.
    const thing = words.headingThing.exec(bold)?.groups?.['thing']
    if (thing === undefined || level <= 2 || !endsWithThing(heading!.title, thing))
      splitting.start(bold, level > 2 ? { isGroup: true } : {})
    splitting.label = bold
    return true
  }
  const remarked = part === 'resources' && level === 2 && !bullet.test(text) && areFields(next, words) ? remarkedTitle.exec(text) : null
  if (remarked !== null) {
    splitting.start(remarked[1]!)
    splitting.label = remarked[1]!
    splitting.add('sentence', text.replaceAll(/\s*\n\s*/g, ' '), line)
    return true
  }
  // The number of a clause with only a name is one too, if numbered clauses follow.
  const [, numbered] =
    part === 'resources' || part === 'states'
      ? (/^(?:§\s*)?\d+(?:\.\d+)+\.?\s+(\p{Lu}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,3}(?:\s*\([^()]*\))?)[.:]?$/u.exec(text) ?? [])
      : []
  if (numbered === undefined || !/^\s*(?:§\s*)?\d+(?:\.\d+)+[.:)]?\s/.test(next)) return false
  splitting.add('sentence', text, line).outcome = 'prose'
  splitting.start(numbered)
  splitting.label = numbered
  return true
}

/** Begins a section for a name before a paragraph; returns the length of the name with its signs and the number before it. */
function leadOf(text: string, splitting: Splitting): number | undefined {
  const { part, level } = splitting
  // A name in bold before a paragraph is a heading too.
  const [number = ''] = clauseNumber.exec(text) ?? /^\s*\(\d+[a-z]?\)\s+(?=[*_]{1,2}\p{Lu})/u.exec(text) ?? []
  const found = (part === 'resources' || part === 'states') && level === 2 ? leadIn(text.slice(number.length)) : null
  const name = found?.[1]
  // "**General.** Every record has …": what is said of all resources.
  if (name !== undefined && part === 'resources' && (splitting.words.generalTitle.test(name) || splitting.words.generalLead.test(name)))
    splitting.start('', {}, 2)
  else if (name !== undefined && (remarkedName.test(name) || name.endsWith('?'))) {
    splitting.start(remarkedName.exec(name)?.[1] ?? name, { isLed: true })
    splitting.label = name
  }
  // A single name with a colon introduces a list about another resource.
  else if (splitting.section.isLed === true && /^[*_]{0,2}\p{Lu}[^\n.,;:]*:[*_]{0,2}\s*(?:\n|$)/u.test(text)) splitting.start('', {}, 2)
  return found === null ? undefined : number.length + found[0].length
}

/** "**What is in a loan?** `shelf` is text": below the heading of a resource, a question is a sentence of its own; returns its length. */
function findQuestionBefore({ text, line }: TextBlock, splitting: Splitting): number | undefined {
  const { part, level } = splitting
  const [question] = part === 'resources' && level > 2 ? (/^\*\*[^*]+\?\*\*(?=\s+\S)/.exec(text) ?? []) : []
  if (question === undefined) return undefined
  splitting.add('sentence', question, line).outcome = 'prose'
  return question.length
}

function splitPiece(
  pieces: readonly Piece[],
  index: number,
  above: string[],
  { line, paragraph }: TextBlock,
  isLed: boolean,
  splitting: Splitting,
): void {
  const { part, level, words } = splitting
  const piece = pieces[index]!
  const next = pieces[index + 1]
  const { depth } = piece
  const text = part === 'endpoints' ? withPath(piece.text, above[depth - 1] ?? splitting.section.title) : piece.text
  const statement = splitting.add(piece.kind, text, line + piece.line)
  if (part === 'endpoints' && onlyPath.test(piece.text) && (next?.depth ?? 0) > depth) statement.outcome = 'prose'
  const record = part === 'resources' && depth === 0 && !isLed ? inlineRecord(piece.text, words) : undefined
  if (record !== undefined && (record.owner === '' || level === 2)) {
    // "Singer: `id`, `name` (text)": a record with all its fields on a line.
    statement.outcome = 'taken'
    if (record.owner !== '') splitting.start(record.remark === '' ? record.owner : `${record.owner} (${record.remark})`)
    if (record.owner !== '') splitting.label = record.owner
    for (const { name, spec } of record.items)
      splitting.push(splitting.add('item', `\`${name}\`${spec === '' ? '' : `: ${spec}`}`, line + piece.line), {
        paragraph,
        member: { name, spec, line: piece.line },
      })
    return
  }
  const isHead = depth < (next?.depth ?? 0) && piece.kind === 'item'
  const isResource =
    isHead && depth === 0 && (part === 'resources' || part === 'states') && level === 2 && !hasLabelsBelow(pieces, index, splitting)
  const remarked = isResource && part === 'resources' && hasFieldsBelow(pieces, index, words) ? remarkedTitle.exec(piece.text) : null
  if (isResource && remarkedName.test(piece.text)) {
    // An item that names the subject of the items below it is a heading too.
    statement.outcome = 'prose'
    splitting.start(remarkedName.exec(piece.text)![1]!.replaceAll(/[*_`:]/g, ''))
  } else if (remarked !== null) {
    splitting.start(remarked[1]!)
  } else splitting.push(statement, { label: above[depth - 1] ?? splitting.label, paragraph, depth })
  if (piece.kind === 'sentence') splitting.label = piece.text
  else above.splice(depth, above.length, piece.text)
}

/** True if most items directly below an item are fields. */
function hasFieldsBelow(pieces: readonly Piece[], index: number, words: Words): boolean {
  const end = pieces.findIndex(({ depth }, at) => at > index && depth <= pieces[index]!.depth)
  const items = pieces.slice(index + 1, end < 0 ? undefined : end).filter(({ depth }) => depth === pieces[index]!.depth + 1)
  return items.length > 1 && items.filter(({ text }) => isField(text, words)).length * 2 > items.length
}

/** "Type: text" and "Required: yes" below a name are facts of a field, if all items are such. */
function hasLabelsBelow(pieces: readonly Piece[], index: number, { part, words }: Splitting): boolean {
  const end = pieces.findIndex(({ depth }, at) => at > index && depth <= pieces[index]!.depth)
  const labels = pieces.slice(index + 1, end < 0 ? undefined : end).map(({ text }) => labelledFact.exec(text)?.[1] ?? '')
  const wanted =
    part === 'states' ? (['to', 'trigger', 'guard', 'who'] as const) : (['type', 'must', 'default', 'range', 'rules', 'meaning'] as const)
  return labels.length > 1 && labels.every((label) => Object.keys(mapColumns([label], wanted, words)).length > 0)
}

const labelledFact = /^[*_`]*(\p{L}[\p{L} /?()-]{0,30}?)[*_`]*\s*:[*_`]*\s+\S/u

/** "**Measurement** – belongs to a visit.": a name in bold with a remark that describes no value. */
const remarkedTitle = /^\*\*(\p{Lu}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})[:.]?\*\*\s*(?:[–—:,-]\s*|(?=\())(\S[^]*)$/u

/** True for a list whose items are fields, mostly. */
function areFields(text: string, words: Words): boolean {
  const items = text.split(/\r\n|\n|\r/).flatMap((line) => bullet.exec(line)?.[2] ?? [])
  return items.length > 1 && items.filter((item) => isField(item, words)).length * 2 > items.length
}

function endsWithThing(title: string, thing: string): boolean {
  const plain = (text: string): string =>
    singularize(
      text
        .replaceAll(/[*_`"“”]|\s*\([^()]*\)/g, '')
        .trim()
        .toLowerCase(),
    )
  return ` ${plain(title)}`.endsWith(` ${plain(thing)}`)
}

/** The name before a paragraph: `**Rooms.**`, `*Rooms.*`, or `Rooms:` before several fields. */
function leadIn(text: string): RegExpExecArray | null {
  const marked =
    /^\*\*([^*]+?)[:.]?\*\*[:.]?\s+(?=\p{Lu}|\([ai1]\)\s)/u.exec(text) ??
    /^\*\*([^*]+\?)\*\*\s+(?=\S)/.exec(text) ??
    /^[*_]([^*_]+?)[:.][*_]\s+(?=\p{Lu})/u.exec(text)
  const plain = marked ?? /^(\p{Lu}[\p{L}-]*s(?: \p{Ll}+s)?(?:\s*\([^()]*\))?):[ \t]+(?=\S)/u.exec(text)
  if (marked !== null || plain === null) return marked
  const rest = text.slice(plain[0].length)
  const hasSeveral =
    rest.split(/;\s/).filter((each) => /\s[–—-]\s|:\s/.test(each)).length > 1 || rest.split(/[.!]\s+(?=[\p{Lu}*_])/u).length > 2
  return singularize(plain[1]!.replace(/\s*\(.*$/, '')) !== plain[1] && !bullet.test(text) && hasSeveral ? plain : null
}

/** A bare name, with a remark in parentheses after it. */
const remarkedName = /^([*_`]{0,2}[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}[*_`]{0,2}):?[*_`]{0,2}(?:\s*\([^()]*\):?)?$/u
