// Reads the notation that a form explains with placeholders: "`s(a..b)` string, length a..b", "`fk:x` id of an x".

import { draftPlainText } from '../draft.ts'
import type { Form, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export type Notation = {
  /** A sign with placeholders as a pattern, and its meaning with their values. */
  readonly rewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** Signs without placeholders. */
  readonly meanings: ReadonlyMap<string, string>
}

type Entry = { readonly sign: string; readonly meaning: string }

export function readNotation(form: Form, words: Words): Notation {
  const rewrites: (readonly [RegExp, string])[] = []
  const meanings = new Map<string, string>()
  for (const { sign, meaning } of listEntries(form, words)) {
    const rewrite = makeRewrite(sign, meaning)
    // A kind within another one is spelt after it.
    if (rewrite !== undefined) rewrites[rewrite[0].source.includes('\\S.*?') ? 'unshift' : 'push'](rewrite)
    else if (/^(?:[A-Za-z]\w{0,9}|[^\p{L}\d\s`]{1,2})$/u.test(sign)) meanings.set(sign, meaning)
  }
  for (const rewrite of listSignsBeforeValues(form)) rewrites.push(rewrite)
  return { rewrites, meanings: rewrites.length === 0 ? new Map() : meanings }
}

/** The rows of tables of signs above the resources. */
function listEntries({ sections }: Form, { signHeader }: Words): Entry[] {
  return sections.flatMap(({ part, level, blocks }) =>
    part !== 'resources' || level !== 2
      ? []
      : blocks.flatMap((block) => {
          if (block.kind !== 'table' || block.headers.length !== 2 || !signHeader.test(draftPlainText(block.headers[0]!))) return []
          return block.rows.flatMap(({ cells, statement }) => pairSigns(cells[0] ?? '', cells[1] ?? '', statement))
        }),
  )
}

/** "`= x` = default": a sign before any value, at the end of a clause. */
function listSignsBeforeValues({ sections }: Form): (readonly [RegExp, string])[] {
  return sections.flatMap(({ part, level, blocks }) =>
    part !== 'resources' || level !== 2
      ? []
      : blocks.flatMap((block) =>
          block.kind !== 'text' || block.statement.kind === 'sample'
            ? []
            : Array.from(
                block.statement.text.matchAll(
                  /`([^\p{L}\d\s`]{1,2})\s?(?:\p{L}|value|wert|\.{3}|…)`\s*(?:=|:|–|means)\s*(\p{L}[\p{L} ]{3,30}?)(?=\s*(?:[.,;]|$))/gu,
                ),
                ([, sign, meaning]) =>
                  [
                    new RegExp(`(?<=^|[\\s\`])${RegExp.escape(sign!)}\\s*["'\`]?([\\w.-]*\\w)["'\`]?(?=\\s*(?:[,;(]|\\.?$))`, 'gu'),
                    `; ${meaning!} $1`,
                  ] as const,
              ),
        ),
  )
}

/** "`s(a..b)`, `s(b)` | string, length a..b / up to b": each sign with its part of the meaning. */
function pairSigns(cell: string, said: string, statement: Statement): Entry[] {
  const signs = Array.from(cell.matchAll(/`([^`]+)`/g), ([, sign]) => sign!.trim())
  const meaning = draftPlainText(said)
  if (signs.length === 0 || meaning === '') return []
  statement.outcome = 'taken'
  const [whole, ...others] = [/\s+\/\s+/, /\s*,\s*/].map((cut) => meaning.split(cut)).find((all) => all.length === signs.length) ?? [
    meaning,
  ]
  if (others.length === 0) return signs.map((sign) => ({ sign, meaning }))
  // "string, length a..b / up to b": the kind of the first is that of the others.
  const [kind = '', more] = whole!.split(/,\s*/)
  const isShared = more !== undefined && /\s\/\s/.test(meaning)
  return signs.map((sign, index) => ({
    sign,
    meaning: index === 0 ? whole! : isShared ? `${kind}, ${others[index - 1]!}` : others[index - 1]!,
  }))
}

const number = String.raw`((?:-?\d+(?:\.\d+)?)?)`

/** A pattern for the sign; undefined without placeholders: single letters beside signs, or capitals. */
function makeRewrite(sign: string, meaning: string): readonly [RegExp, string] | undefined {
  let pattern = ''
  let text = meaning.replace(/,? (?:in |within )?(?:the |a )?range$/i, '')
  let count = 0
  const append: string[] = []
  const tokens = sign.match(/[a-z]([/|,;])[a-z](?:\1[a-z])+|(?<![A-Za-z])[a-z]\.\.[a-z](?![A-Za-z])|[A-Za-z]+|\s+|[^A-Za-z\s]/g) ?? []
  for (const [index, token] of tokens.entries()) {
    const isMentioned = new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(token)}(?![\\p{L}\\d])`, 'u')
    const [, head, letter] = /^([a-z]+)([A-Z])$/.exec(token) ?? []
    if (/^[a-z]([/|,;])[a-z]\1/.test(token)) {
      pattern += '([^()[\\]{}]+)'
      append.push(`: $${++count}`)
    } else if (/^[a-z]\.\.[a-z]$/.test(token)) {
      pattern += `${number}\\.\\.${number}`
      count += 2
      const range = `$${count - 1}..$${count}`
      if (isMentioned.test(text)) text = text.replace(isMentioned, range)
      else append.push(`, ${range}`)
    } else if (letter !== undefined && new RegExp(`(?<![\\p{L}])${letter}(?![\\p{L}])`, 'u').test(meaning)) {
      pattern += `${head!}(\\d+)`
      text = text.replace(new RegExp(`(?<![\\p{L}])${letter}(?![\\p{L}])`, 'u'), `$${++count}`)
    } else if (/^[A-Za-z]$/.test(token) && (index > 0 || /^[A-Z]$/.test(token)) && isMentioned.test(meaning)) {
      pattern += /^[A-Z]$/.test(token) ? '(\\S.*?)' : /^[nmk]$/.test(token) ? '(\\d+)' : '([\\w.+-]+)'
      text = text.replace(isMentioned, `$${++count}`)
    } else pattern += /^\s+$/.test(token) ? '\\s*' : RegExp.escape(token)
  }
  if (count === 0) return undefined
  const isOpen = pattern.endsWith('(\\S.*?)')
  return [
    new RegExp(
      `${/^[A-Za-z]/.test(pattern) ? '(?<![\\w-])' : '(?<![\\w)])'}${pattern}${isOpen ? '(?=\\s*(?:[;,]|$))' : '(?![\\w(])'}`,
      'gu',
    ),
    `${text}${append.join('')}; `,
  ]
}
