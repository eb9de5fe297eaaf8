// Rewrites lines about fields as `name: description`, whatever stands between the two: `label str(40) req`, `label ~ text`, `label .... text`.

import { bullet } from './pieces.ts'
import { isOnlyKind } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'

type Line = { readonly indent: string; readonly mark: string; readonly text: string }

type Split = { readonly name: string; readonly rest: string }

/** A name, in code or emphasised, of at most four words. */
const head = /^([*_`]*)(\p{L}[\p{L}\d_'’-]*|_[\p{L}\d_]+)\1?([?*!]?)(.*)$/su

/** Signs between a name and its description, besides those that all readers know. */
const sign = /^\s*(?:\.{2,}|…+|~+|=>|⇒|:=|::|=|\/|\||<)\s*/

/** A label of several words before a colon or a dash. */
const labelled = /^[*_`]*\p{L}[\p{L}\d_'’-]*[*_`]*(?: [*_`]*[\p{L}\d_'’-]+[*_`]*){1,4}(?::\s|\s+[–—-]\s)/u

const knownSign = /^\s*(?:[:–—([]|->|→|-\s|[,;.]\s)/

/** The lines of a drawn tree. */
const treeMark = /^[\s│├└─┬┌|`+\\-]*(?:[│├└─]|[|+`]--)+\s*/

/** The text with its lines about fields rewritten; `isCode`: the text of a fence, which has no marks of a list. */
export function asFieldLines(text: string, isCode: boolean, words: Words): string {
  const all = text.split(/\r\n|\n|\r/)
  const isTree = isCode && all.filter((line) => treeMark.test(line)).length > 1
  const lines = all.map((line) => makeLine(line, isTree))
  const isMember = (line: Line): boolean => line.text !== '' && !/^(?:`{3}|~{3})/.test(line.text) && (isCode ? /\s/.test(line.text) : true)
  const members = lines.filter(isMember)
  // Columns of text have readers of their own.
  const areColumns = !isTree && members.filter((line) => /\S(?: {2,}|\t)\S/.test(line.text)).length * 2 > members.length
  if (members.length < 2 || areColumns || members.some(({ text: line }) => line.startsWith('|') || /^[{["]/.test(line))) return text
  const open = members.filter((line) => !isSeparated(line.text) && !words.everyRecord.test(line.text))
  const splits = new Map(
    open.flatMap((line) => {
      const split = splitLine(line.text, words)
      return split === undefined ? [] : [[line, split] as const]
    }),
  )
  if (splits.size < 2 || splits.size * 10 < open.length * 8)
    return isTree ? lines.map(({ indent, text: line }) => `${indent}${line}`).join('\n') : text
  return lines
    .map((line) => {
      const split = splits.get(line) ?? (open.includes(line) ? splitFirstWord(line.text) : undefined)
      const mark = isCode ? '' : line.mark === '' ? '- ' : line.mark
      return split === undefined
        ? `${line.indent}${line.mark === '' && isMember(line) ? mark : line.mark}${line.text}`
        : `${line.indent}${mark}${split.name}: ${split.rest}`
    })
    .join('\n')
}

function makeLine(whole: string, isTree: boolean): Line {
  const [tree = ''] = isTree ? (treeMark.exec(whole) ?? []) : []
  if (tree !== '') return { indent: '  ', mark: '', text: whole.slice(tree.length).trim() }
  const [, indent = '', item] = bullet.exec(whole) ?? []
  return item === undefined
    ? { indent: /^\s*/.exec(whole)![0], mark: '', text: whole.trim() }
    : { indent, mark: whole.slice(indent.length, whole.length - item.length), text: item.trim() }
}

/** True if a sign that all readers know stands after the name. */
function isSeparated(text: string): boolean {
  const [, , , , rest] = head.exec(text) ?? []
  return rest !== undefined && (knownSign.test(rest) || labelled.test(text))
}

/** The name and the description of a line: the first place where a kind of value begins. */
function splitLine(text: string, words: Words): Split | undefined {
  const [, quote = '', first, optional = '', behind] = head.exec(text) ?? []
  if (first === undefined || behind === undefined) return undefined
  let [name, rest] = [first, behind]
  for (let count = 1; count <= 4; count++) {
    const [between] = sign.exec(rest) ?? /^\s+/.exec(rest) ?? []
    if (between === undefined) return undefined
    const described = withoutFrame(between, rest.slice(between.length))
    if (words.noLabel.test(name)) return undefined
    // "opening date date" has the kind in its name.
    const isRepeated = /^(\p{L}+) \1\b/iu.test(described)
    if (!isRepeated && beginsWithKind(described, words))
      return { name, rest: separateClauses(between.trim(), `${described}${optional === '?' ? '; ?' : ''}`) }
    const [, next, more] = /^\s+([\p{L}\d'’-]+)(.*)$/su.exec(rest) ?? []
    // A name in code, with a sign after it or with underscores is complete.
    if (
      next === undefined ||
      more === undefined ||
      quote !== '' ||
      between.trim() !== '' ||
      /_/.test(first) ||
      words.article.test(`${next} `)
    )
      return undefined
    name = `${name} ${next}`
    rest = more
  }
  return undefined
}

/** In a group of fields, a name of one word before a description that is not known. */
function splitFirstWord(text: string): Split | undefined {
  const [, name, behind] = /^[*_`]*([a-z][\p{Ll}\d_]*|\p{Ll}\p{L}+)[*_`]*(\W.*)$/su.exec(text) ?? []
  const [between] = behind === undefined ? [] : (sign.exec(behind) ?? /^\s+/.exec(behind) ?? [])
  return name === undefined || between === undefined
    ? undefined
    : { name, rest: separateClauses(between.trim(), withoutFrame(between, behind!.slice(between.length))) }
}

/** `<text, required>` without its frame, and `` `text` required `` without the marks of code. */
function withoutFrame(between: string, text: string): string {
  const plain = between.includes('<') ? text.replace(/>\s*$/, '') : text
  return plain.replace(/^`([^`]+)`\s*/, '$1; ').replace(/;\s*$/, '')
}

/** The sign behind the name also separates the clauses of the description. */
function separateClauses(separator: string, text: string): string {
  return separator === '' || separator === '<' || separator === '='
    ? text
    : text
        .split(` ${separator} `)
        .map((each) => each.trim())
        .join('; ')
}

function beginsWithKind(text: string, words: Words): boolean {
  if (/^(?:->|→)/.test(text)) return true
  const tokens = text.split(/\s+/).slice(0, 6)
  return tokens.some((_, index) =>
    isOnlyKind(
      tokens
        .slice(0, index + 1)
        .join(' ')
        .replace(/[,;.]$/, ''),
      words,
    ),
  )
}
