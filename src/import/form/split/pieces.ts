// Splits the text of one block of a form into pieces: the items of a list, the definitions of terms, the sentences of a paragraph.

import type { PartName } from '../../../document/document.ts'
import { splitEnumeration } from './enumerations.ts'

/** A name of at most three words, in bold or not. */
const bareName = /^[*_`]{0,2}[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}[*_`]{0,2}:?[*_`]{0,2}$/u

export type Piece = { readonly kind: 'item' | 'sentence'; readonly text: string; readonly line: number; readonly depth: number }

export const bullet = /^(\s*)(?:[-*+•‣]|\d+[.)]|\(?[a-z]\)|\(?[ivx]{1,5}\)|\(\d+\))[ \t]+(.*)$/

/** The number of a clause, `4.12` or `§ 3`; it has no meaning of its own. */
export const clauseNumber = /^\s*(?:§\s*\d+(?:\.\d+)*|\d+(?:\.\d+)+)[.:)]?\s+(?=[\p{Lu}`*_"“(])/u

/** The number of a clause, if several lines of a paragraph begin with one. */
const anyNumber = /^\s*(?:§\s*)?\d+(?:\.\d+)+[.:)]?\s+(?=\S)/

/** The number of a field, `F12 name: …`, if several lines have one. */
const fieldNumber = /^\s{0,3}(?:[-*+]\s+)?[A-Z]{1,2}\d{1,3}\s+(?=[\p{L}_`*][\p{L}\d_ `*]{0,40}(?::|\s[–—-]\s))/u

/** The definition in a numbered clause: `legal_name: mandatory`. */
const labelledClause = /^\s*[`*_]*[\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,2}[`*_]*:\s+\S/u

/** The number of a requirement, such as `L3.`, before its text. */
const requirementNumber = /^\s{0,3}[*_]{0,2}[A-Z]{1,4}-?\d{1,3}(?:\.\d+)*[.):][*_]{0,2}\s+(?=\S)/

/** The number of a test case or requirement at the beginning of an item, such as `S-T1:`. */
const itemNumber = /^[*_]{0,2}[A-Z]{1,4}(?:-[A-Z]{1,4})?-?\d{1,3}(?:\.\d+)*[*_]{0,2}\s*[.):–—][*_]{0,2}\s+(?=\S)/

/** The letter or number of an item behind its bullet: `- (a) name: …`. */
const itemLetter = /^\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})\)\s+(?=\S)/

const labelLine = /^\s{0,3}[*_`]{0,3}\p{L}[\p{L}\d '’/_-]{0,30}[*_`]{0,3}\s?:[*_`]{0,3}\s+\S/u

/** `tool_id — running mark; UUID`. */
const dashLine = /^\s{0,3}[*_`]{0,3}\p{L}[\p{L}\d '’/_-]{0,40}[*_`]{0,3}\s+[–—]\s+\S/u

/** `name (text, 1 to 40)`: a line with a name and its description, and nothing else. */
const enclosedLine =
  /^\s{0,3}[*_`]{0,2}[\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,2}[*_`]{0,2}\s*\((?:[^()]|\([^()]*\))*\)\s*[*!?+#]{0,2}[.,;]?$/u

/** A line with an arrow that neither begins nor ends it. */
const arrowLine = /^\s*(?!\|)\S.*\S\s*(?:->|→|=>|⇒)\s*\S/

/** A name in code before its description, without a sign between them. */
const codeLine = /^\s{0,3}`[\p{L}_][\p{L}\d_]*`\s+\S/u

/** A name in small letters, with columns after it. */
const columnLine = /^\s{0,3}[a-z_][\w]*(?: {2,}|\t)\s*\S/

const definitionStart = /^\s*:\s+/

/** A list as its items, a definition list as its definitions, a paragraph as its sentences. */
export function splitPieces(text: string, part: PartName): Piece[] {
  const [first = '', ...further] = text.split(/\r\n|\n|\r/)
  // "(a) Every record has …. (b) Amounts are …": a paragraph of lettered sentences is no list.
  if (/^\s*\((?:a|i|1)\)\s/.test(first) && !further.some((line) => bullet.test(line)) && splitEnumeration(text) !== undefined)
    return splitEnumerated({ kind: 'sentence', text, line: 0, depth: 0 }, part)
  // "(2) An order is open at first. It becomes …": the number of a paragraph with sentences.
  const [numbered] = /^\s*\(\d+[a-z]?\)\s+/.exec(first) ?? []
  if (numbered !== undefined && !further.some((line) => bullet.test(line)))
    return splitSentences({ kind: 'sentence', text: text.slice(numbered.length), line: 0, depth: 0 }, part)
  const pieces: { kind: 'item' | 'sentence'; text: string; line: number; depth: number }[] = []
  const indents: number[] = []
  let before = ''
  const all = text.split(/\r\n|\n|\r/)
  const hasNumbers = part === 'resources' && all.filter((each) => fieldNumber.test(each)).length > 1
  const lines = hasNumbers ? all.map((each) => each.replace(fieldNumber, (found) => /^\s*[-*+]\s+/.exec(found)?.[0] ?? '')) : all
  // A paragraph of labels with their meanings is a list.
  const isLabel = (line: string): boolean =>
    (part === 'resources' && (labelLine.test(line) || codeLine.test(line) || enclosedLine.test(line))) || dashLine.test(line)
  const labelled = lines.filter(isLabel).length
  // Columns of text, `name   required   text up to 40`.
  const areColumns =
    part === 'resources' && lines.length > 1 && lines.filter((each) => columnLine.test(each)).length * 10 >= lines.length * 8
  const isList = labelled > (hasNumbers ? 1 : 2) && labelled * 10 >= lines.length * 8
  const isOfClauses = anyNumber.test(lines[0] ?? '') && lines.filter((each) => anyNumber.test(each)).length > 1
  const isOfArrows =
    part === 'states' &&
    lines.length > 1 &&
    lines.filter((each) => arrowLine.test(each)).length * 2 >= lines.length &&
    !lines.some((each) => definitionStart.test(each) || bullet.test(each))
  const numberedItems = lines.filter((each) => itemNumber.test(bullet.exec(each)?.[2] ?? '')).length
  const hasItemNumbers = (part === 'states' || part === 'limits' || part === 'endpoints') && numberedItems > 1
  const hasItemLetters = lines.filter((each) => itemLetter.test(bullet.exec(each)?.[2] ?? '')).length > 1
  const outline = part === 'resources' || part === 'states' ? outlineDepths(lines) : undefined
  for (const [line, written] of lines.entries()) {
    const isNumbered = (part !== 'errors' || /^\W*N?(?:FR|REQ)-?\d/.test(written)) && requirementNumber.test(written)
    const number = isNumbered ? requirementNumber : isOfClauses ? anyNumber : clauseNumber
    const isClause = number.test(written)
    const whole = written.replace(number, '')
    const [, indent = '', item] = isBrokenLine(whole, before, pieces.at(-1)?.kind) ? [] : (bullet.exec(whole) ?? [])
    const definition = definitionStart.test(whole) ? whole.replace(definitionStart, '') : undefined
    const last = pieces.at(-1)
    const level = outline?.[line]
    if (areColumns && columnLine.test(written)) {
      const [label, ...columns] = written.trim().split(/\s{2,}|\t/)
      pieces.push({ kind: 'item', text: `${label!}: ${columns.join('; ')}`, line, depth: 0 })
    } else if (isOfClauses && isClause && labelledClause.test(whole) && (part === 'resources' || part === 'states'))
      pieces.push({ kind: 'item', text: whole.trim(), line, depth: 0 })
    else if (level !== undefined && item === undefined) pieces.push({ kind: 'item', text: whole.trim(), line, depth: level })
    else if (isOfArrows && whole.trim() !== '' && item === undefined) pieces.push({ kind: 'sentence', text: whole.trim(), line, depth: 0 })
    else if (item !== undefined) {
      while (indents.length > 0 && indents.at(-1)! >= indent.length) indents.pop()
      pieces.push({
        kind: 'item',
        text: (hasItemNumbers ? item.replace(itemNumber, '') : hasItemLetters ? item.replace(itemLetter, '') : item)
          .replace(/^\[[ xX]\]\s+/, '')
          .trim(),
        line,
        depth: indents.length,
      })
      indents.push(indent.length)
    } else if (definition !== undefined && last !== undefined) {
      // The definitions of a field describe it further; those of another term are a list below it.
      const isAnother = definitionStart.test(lines[line - 1] ?? '')
      const isListed = part !== 'resources' && (isAnother || definitionStart.test(lines[line + 1] ?? ''))
      // "`surname`", "`forename`" on lines of their own have one definition.
      while (!isListed && !isAnother && isNameAbove(pieces)) {
        const [above, own] = pieces.splice(-2, 2)
        pieces.push({ ...above!, text: `${above!.text}\n${own!.text}` })
      }
      const named = pieces.at(-1)!
      if (isListed)
        pieces.push({ kind: 'item', text: definition.trim(), line, depth: part === 'endpoints' && !requestLine.test(definition) ? 1 : 0 })
      else
        pieces.splice(-1, 1, {
          ...named,
          kind: 'item',
          text: `${named.text.replaceAll('\n', named.text.split('\n').every((each) => bareName.test(each)) ? ', ' : ' ')}${isAnother ? ';' : ':'} ${definition.trim()}`,
        })
      // Items indented below the definition belong to it.
      if (!isListed) indents.splice(0, indents.length, 0)
    } else if (
      whole.trim() !== '' &&
      last !== undefined &&
      !isClause &&
      !(isList && isLabel(whole)) &&
      !definitionStart.test(lines[line + 1] ?? '') &&
      !(last.kind === 'item' && isGroupLine(whole, lines[line + 1] ?? '')) &&
      !(last.kind === 'sentence' && isOwnLine(before, whole.trim()))
    )
      last.text += last.kind === 'item' ? ` ${whole.trim()}` : `\n${whole.trim()}`
    else if (isList && isLabel(whole)) pieces.push({ kind: 'item', text: whole.trim(), line, depth: 0 })
    else if (whole.trim() !== '') pieces.push({ kind: 'sentence', text: whole.trim(), line, depth: 0 })
    before = whole.trim()
  }
  return pieces.flatMap((piece) => (piece.kind === 'item' ? [piece] : splitEnumerated(piece, part)))
}

/** True if the last two pieces are bare names on lines one below the other. */
function isNameAbove(pieces: readonly Piece[]): boolean {
  const [above, last] = pieces.slice(-2)
  return (
    last !== undefined &&
    above?.kind === 'sentence' &&
    last.kind === 'sentence' &&
    above.line + 1 === last.line &&
    bareName.test(above.text) &&
    last.text.split('\n').every((each) => bareName.test(each))
  )
}

/** The items of an enumeration inside a paragraph, and its sentences. */
function splitEnumerated(piece: Piece, part: PartName): Piece[] {
  const enumerated = part === 'endpoints' || part === 'service' ? undefined : splitEnumeration(piece.text)
  if (enumerated === undefined) return splitSentences(piece, part)
  return enumerated.flatMap(({ kind, text, offset }): Piece[] => {
    const line = piece.line + piece.text.slice(0, offset).split('\n').length - 1
    const own: Piece = { ...piece, kind, text, line }
    return kind === 'item' ? [{ ...own, text: text.replaceAll('\n', ' ') }] : splitSentences(own, part)
  })
}

/** True for "status\n403. If …": a number at the break of a line begins no list inside a paragraph, unless it is 1. */
function isBrokenLine(line: string, before: string, kind: Piece['kind'] | undefined): boolean {
  const [number] = /^\d{2,}(?=\.\s)/.exec(line) ?? []
  return number !== undefined && kind === 'sentence' && before !== '' && !/[.:;!?]$/.test(before)
}

/** The depth of each numbered line, with `2.1` above `2.1.1`; undefined if all have the same depth. */
function outlineDepths(lines: readonly string[]): readonly (number | undefined)[] | undefined {
  const depths = lines.map((each) => /^\s*(?:§\s*)?(\d+(?:\.\d+)+)[.:)]?\s+\S/.exec(each)?.[1]!.split('.').length)
  const known = depths.filter((each) => each !== undefined)
  const least = Math.min(...known)
  return known.length > 1 && depths[0] === least && known.some((each) => each > least)
    ? depths.map((each) => (each === undefined ? undefined : each - least))
    : undefined
}

/** A name at the margin between two lists is the subject of the second. */
function isGroupLine(line: string, next: string): boolean {
  return /^[\p{Lu}*_`]/u.test(line) && bareName.test(line) && bullet.exec(next)?.[1] === ''
}

const requestLine = /^[*_`]{0,2}(?:GET|POST|PUT|PATCH|DELETE) \//

/** A request with at most its status. */
const onlyRequest = /^[*_`]*(?:GET|POST|PUT|PATCH|DELETE) \/[^\s*_`]*[*_`]*(?:\s*(?:[–—:-]|→|->)?\s*\(?[1-5]\d\d\)?)?[*_`]*$/

/** True for short lines of a paragraph that are statements of their own: `Auth: admin` below `GET /parts`. */
function isOwnLine(before: string, line: string): boolean {
  const isSaid =
    /^(?:[45]\d\d\b[ :–—-]|[*_]{2}[^*_]+[*_]{2}$|[*_]{0,2}\p{Lu}[\p{L} /-]{1,30}[*_]{0,2}:|[*_`]{0,2}(?:GET|POST|PUT|PATCH|DELETE) \/|`[^`]+`|[*_`]{0,3}[a-z][\w]*[*_`]{0,3}\s?[:–—]\s|\p{Lu}\p{L}+ `\d{3}`|[\w`*]+ (?:->|→) )/u.test(
      line,
    )
  // A line break inside a sentence may put a request at the beginning of a line.
  const isByChance =
    requestLine.test(line) && !/[.:;!?)*`]$/.test(before) && (!requestLine.test(before) || /[.!?]\s.*\s\p{Ll}+$/u.test(before))
  if (onlyRequest.test(before) && !/^[–—(→-]/.test(line)) return true
  // Below a status, another status begins a new line, however long the first line is.
  if (/^[*_`]*[45]\d\d\b/.test(before) && /^[*_`]*[45]\d\d\b/.test(line)) return true
  return before.length <= 72 && !/[,(]$/.test(before) && isSaid && !isByChance
}

/** Abbreviations inside sentences: they end none, even if a capital or a mark follows. */
const innerAbbreviation = String.raw`(?:^|[^\p{L}])(?:[Ee]\.g|[Ii]\.e|[Zz]\.\s?[Bb]|d\.\s?h|u\.a|incl|excl|approx|vs|resp|ca|inkl|bzw|ggf|evtl|vgl)\.`

/** In a text without capitals, sentences begin with small letters too; an abbreviation ends none. */
const smallStart = new RegExp(
  String.raw`(?<=[\p{L}\d)\x60'"]{2}[.!?])(?<!${innerAbbreviation})(?<!(?:^|[^\p{L}])(?:[a-z]|max|min|no|nr|etc|sec|art|fig|ext|tel|dr|st)\.)\s+(?=[\p{Ll}(*])`,
  'u',
)

const endBefore = (next: string): RegExp =>
  new RegExp(
    String.raw`((?<=[^\d\s.][.!?]["”']?\)?|\s[^\s.]*\d\.)(?<!${innerAbbreviation})\s+(?=[A-ZÄÖÜ\x60*"“]|\/[a-z]${next})|(?<=\s-?\d+\.\d+\.)\s+(?=\x60[a-z]))`,
    'u',
  )

const sentenceEnd = endBefore('')

/** In part 4, the status of an answer begins a sentence. */
const answerStart = endBefore(String.raw`|[1-5]\d\d(?![\d.,]*\s*(?:per|times|requests|MB|kB)\b)`)

/** The end of a sentence before a state with an arrow, which may have a small letter. */
const moveStart = /(?<=[.;])(\s+)(?=[\p{L}*_`][\p{L}\d_`*-]*(?:(?:,| or| and| \/) [\p{L}\d_`*-]+)*\s*(?:->|→|=>|⇒))/u

function splitSentences(piece: Piece, part: PartName): Piece[] {
  let { line } = piece
  const isSmall = /^[\p{Ll}(]/u.test(piece.text)
  return piece.text
    .split(part === 'endpoints' ? answerStart : sentenceEnd)
    .flatMap((text, index) => (part === 'states' && index % 2 === 0 ? text.split(moveStart) : [text]))
    .flatMap((text, index) => (isSmall && index % 2 === 0 ? text.split(new RegExp(`(${smallStart.source})`, 'u')) : [text]))
    .flatMap((text, index): Piece[] => {
      const at = line
      line += text.split('\n').length - 1
      return index % 2 === 1 ? [] : [{ ...piece, text: text.replaceAll('\n', ' '), line: at }]
    })
}
