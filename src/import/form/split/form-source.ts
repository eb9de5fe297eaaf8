// Prepares the text of a form before it is split: without quotation marks, escapes, notes and numbers of requirements. Every line keeps its length, so that all places stay the same.

import { type Source, createSource } from '../../../base/text.ts'

type Rewrite = (line: string) => string

export function prepareSource({ name, text }: Source): Source {
  const lines = text.split(/(?<=\n)/)
  const outside = listOutsideFences(lines)
  const plain = lines.filter((_, index) => outside[index])
  const base = findBase(plain)
  const rewrites = [withoutQuote, withoutEscapes, withMethods, withoutNotes(plain), withoutNumbers(plain), withPoints(plain)]
  return createSource(
    name,
    lines
      .map((line, index) => {
        const isContinued = /\\\s*$/.test(lines[index - 1] ?? '')
        const plainLine = rewriteLine(line, (each) => spellCommands(each, isContinued, base))
        return outside[index] === true ? rewrites.reduce((all, rewrite) => rewriteLine(all, rewrite), plainLine) : plainLine
      })
      .join(''),
  )
}

/** The address before all paths, if the form gives one. */
function findBase(lines: readonly string[]): string {
  const text = lines.filter((line) => !/\bcurl\b/.test(line)).join('\n')
  const all = new Set(Array.from(text.matchAll(/\bhttps?:\/\/[^\s/`"'<>()]+(?:\/v\d+)?(?=[\s/`"'<>().,]|$)/g), ([address]) => address))
  return all.size === 1 ? [...all][0]! : ''
}

/** `curl -X POST https://host/boats`: the method and the path; the line after it has only options. */
function spellCommands(line: string, isContinued: boolean, base: string): string {
  if (isContinued && /^\s*(?:-H|--header|-d|--data(?:-raw)?|-u|--user)\b/.test(line)) return ''
  return line.replaceAll(
    /\bcurl\b((?:\s+(?:-[A-Za-z]+|--[a-z-]+)(?:\s+(?:"[^"]*"|'[^']*'|[A-Z]+(?=\s)))?)*)\s+["']?(https?:\/\/[^\s"'`\\]+)["']?((?:\s+(?:-[A-Za-z]+|--[a-z-]+)(?:\s+(?:"[^"]*"|'[^']*'|[^\s"'`#\\]+))?)*)(?:\s*\\$)?/g,
    (whole, before: string, address: string, behind: string) => {
      const options = `${before} ${behind}`
      const method = /(?:-X|--request)\s*["']?([A-Z]+)/.exec(options)?.[1] ?? (/\s(?:-d|--data(?:-raw)?)\s/.test(options) ? 'POST' : 'GET')
      const path =
        base !== '' && address.startsWith(base) ? address.slice(base.length) : address.replace(/^https?:\/\/[^/]+(?:\/v\d+(?=\/))?/, '')
      return path.startsWith('/') ? `${method} ${path}` : whole
    },
  )
}

/** Applies a rewrite to the line without its end, and restores its length. */
function rewriteLine(line: string, rewrite: Rewrite): string {
  const [end = ''] = /\r?\n$/.exec(line) ?? []
  const body = line.slice(0, line.length - end.length)
  return `${rewrite(body).padEnd(body.length)}${end}`
}

function listOutsideFences(lines: readonly string[]): boolean[] {
  let isFence = false
  return lines.map((line) => {
    const isMark = /^ {0,3}(?:> ?)*(?:`{3}|~{3})/.test(line)
    if (isMark) isFence = !isFence
    return !isFence && !isMark
  })
}

const withoutQuote: Rewrite = (line) =>
  line
    // A pasted row that begins with a number sign is no heading.
    .replace(/^#(?=\t.*\t| *\|.*\|)/, '№')
    // "* = required" explains a mark and is no item: another space stands behind the mark.
    .replace(/^( {0,3}[*+-]) (?=(?:=|means) )/, '$1\u00A0')
    .replace(/^(?: {0,3}> ?)+/, '')

/** `NOT\_FOUND`: a word processor escapes signs that Markdown would interpret. Code and expressions have their own escapes. */
const withoutEscapes: Rewrite = (line) =>
  !line.includes('\\')
    ? line
    : line
        .split(/(`[^`]*`|\S*\^\S*)/)
        .map((piece, index) => (index % 2 === 1 ? piece : piece.replaceAll(/(?<=\S)\\(?=[_.*~&<>()[\]#+!"'-])|\\(?=_)/g, '')))
        .join('')

/** `get /boats`: the method of a request in small letters. */
const withMethods: Rewrite = (line) =>
  line.replaceAll(/(?<![\p{L}\d/_-])(?:get|post|put|patch|delete)(?=[*`]* +[*`]*\/[\p{L}{:<])/giu, (method) => method.toUpperCase())

/** "needed[a]" where a line "[a] Tom: …" remarks on it. */
function withoutNotes(lines: readonly string[]): Rewrite {
  const marks = lines.flatMap((line) => /^\s*(\[\^?[\w*]{1,3}\])(?!\()[:.]?\s+\S/.exec(line)?.[1] ?? [])
  if (marks.length === 0) return (line) => line
  const any = new RegExp(`(?<=\\S)(?:${marks.map((mark) => mark.replaceAll(/[[\]^*]/g, String.raw`\$&`)).join('|')})(?!\\()`, 'g')
  return (line) => line.replaceAll(any, '')
}

const requirement = /^(\s*(?:#+ |[-*+] )?[*_]{0,2})([A-Z]{1,5}(?:-[A-Z]{1,5})?)-?\d+(?:\.\d+)*[a-z]?[*_]{0,2}[.:)]?\s+(?=\S)/

/** "REQ-61 A delivery shall …": numbers of requirements, which go through several chapters. Cells of tables keep theirs. */
function withoutNumbers(lines: readonly string[]): Rewrite {
  const chapters = new Map<string, Set<number>>()
  let chapter = 0
  for (const line of lines) {
    if (/^#{1,2} /.test(line)) chapter++
    const letters = requirement.exec(line)?.[2]
    if (letters !== undefined) chapters.set(letters, (chapters.get(letters) ?? new Set()).add(chapter))
  }
  return (line) => {
    const [whole, lead, letters] = requirement.exec(line) ?? []
    return whole !== undefined && (chapters.get(letters!)?.size ?? 0) > 2 ? `${lead!}${line.slice(whole.length)}` : line
  }
}

// In `Str(6,24)`, the comma separates two arguments.
const commaDecimal = /(?<![\d.,{]|\p{L}\()(\d{1,3}(?:\.\d{3})+|\d+),(\d\d?)(?!\d|,\d|\}|\.\d)/gu
const pointDecimal = /(?<![\d.,])\d+\.\d\d(?![\d.])/g

/** "0,00 to 4.000,00": numbers with a comma before the decimals, if the form writes them so. */
function withPoints(lines: readonly string[]): Rewrite {
  const body = lines.filter((line) => !/^\s*(?:#|\d+(?:\.\d+)+\s)/.test(line)).join('\n')
  const commas = Array.from(body.matchAll(commaDecimal)).filter(([, , decimals]) => decimals!.length === 2).length
  const points = (body.match(pointDecimal) ?? []).length
  if (commas < 2 || commas <= points * 2) return (line) => line
  return (line) =>
    line
      .replaceAll(commaDecimal, (_, whole: string, decimals: string) => `${whole.replaceAll('.', '')}.${decimals}`)
      .replaceAll(/(?<![\d.,/v])[1-9]\d{0,2}(?:\.\d{3})+(?!\d|[.,]\d)/g, (number) => number.replaceAll('.', ''))
}
