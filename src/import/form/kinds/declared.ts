// Reads the names of types and the abbreviations that a form declares.

import { mapColumns, draftPlainText } from '../draft.ts'
import { argumentMark, markArguments } from './aliases.ts'
import { readMarkTables } from './mark-tables.ts'
import type { Form, FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

export function readAliases({ blocks }: FormSection, aliases: Map<string, string>, words: Words): void {
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    const named = mapColumns(block.headers, ['typeName', 'meaning'], words)
    // A table of types and their meanings has no column of fields.
    const isOfTypes =
      block.headers.length === 2 &&
      words.typeHeader.test(draftPlainText(block.headers[0]!).trim()) &&
      mapColumns(block.headers.slice(1), ['meaning'], words).meaning === 0
    const columns = isOfTypes ? { typeName: 0, meaning: 1 } : named
    if (columns.typeName === undefined || columns.meaning === undefined) continue
    for (const { cells, statement } of block.rows) {
      const [, name, argument] = /^[*_`]*([\w-]+(?: [\w-]+){0,2}?)(\(.*\))?[*_`]*$/.exec(cells[columns.typeName]?.trim() ?? '') ?? []
      if (name === undefined) continue
      const meaning = draftPlainText(cells[columns.meaning] ?? '')
      if (argument === undefined) aliases.set(name.toLowerCase(), meaning)
      else aliases.set(`${name.toLowerCase()}()`, markArguments(meaning, argument.slice(1, -1)))
      statement.outcome = 'taken'
    }
  }
}

/** The texts of a section; the sentences of a paragraph together, because a legend may explain each mark in its own sentence. */
function listParagraphs({ blocks }: FormSection): string[] {
  const texts = blocks.filter((block): block is FormText => block.kind === 'text' && block.statement.kind !== 'sample')
  const items = texts.filter(({ statement }) => statement.kind === 'item').map(({ statement }) => statement.text)
  const sentences = texts.filter(({ statement }) => statement.kind !== 'item')
  return [
    ...items,
    ...[...new Set(sentences.map(({ paragraph }) => paragraph))].map((paragraph) =>
      sentences
        .filter((each) => each.paragraph === paragraph)
        .map(({ statement }) => statement.text)
        .join(' '),
    ),
  ]
}

const inColumn =
  /(?<![\p{L}\d])([*`]*[A-Z]{1,3}[*`]*) (?:in|under|below) (?:the |that )?(?:\w+ )?column(?: ["“„][^"”“]*["”“])?(?: \w+)? =/gu

const abbreviation =
  /(?:^|[,;.:(]\s*|\s)[*`]*([A-Za-z]\w{0,9})(?:\((\w+)\))?[*`]*\s+=\s+[*`]*((?:[^,;=(]|\([^()]*\))+?)[*`]*(?=[,;.]?\s*$|[,;.]\s)/g

const abbreviationWithCommas =
  /(?:^|[,;.:(]\s*|\s)[*`]*([A-Za-z]\w{0,9})(?:\((\w+)\))?[*`]*\s+=\s+[*`]*((?:[^;=(]|\([^()]*\))+?)[*`]*(?=[;.]?\s*$|[;.]\s)/g

/** "I = input, may change; C = on creation only": commas belong to the meanings. */
function cutsAtSemicolons(text: string): boolean {
  return /;\s*[*`]*[A-Za-z]\w{0,9}[*`]*\s+=/.test(text) && !/,\s*[*`]*[A-Za-z]\w{0,9}[*`]*\s+=/.test(text)
}

/** "R = required, str(n) = text of at most n characters": abbreviations with one meaning. */
export function readAbbreviations({ before, sections }: Form): Map<string, string> {
  const found = new Map<string, string>()
  const twice = new Set<string>()
  const texts = [...before.split(/\r\n|\n|\r/), ...sections.flatMap(listParagraphs)]
  for (const written of texts) {
    // "F in the last column = fixed"
    const text = written.replaceAll(inColumn, '$1 =')
    const all = Array.from(text.matchAll(cutsAtSemicolons(text) ? abbreviationWithCommas : abbreviation))
    // "R (required) / O (optional)" explains letters as well.
    const letters = Array.from(text.matchAll(/(?<![\w.])([A-Z]{1,2}) \(([a-z][^()]*)\)(?=\s*(?:[/,;|.]|and\b|or\b|$))/g))
    if (letters.length > 1) for (const [, name, meaning] of letters) found.set(name!, meaning!)
    for (const [, word, meaning] of text.matchAll(
      /["“„*_`]{1,2}([\p{L}][\p{L}-]*(?: [\p{L}-]+)?)["”“*_`]{1,2} (?:(?:in|under|below|behind|after|beside|at) (?:the |a |its )?[\p{L} ]{3,30}? )?(?:means|stands for|says|is short for|bedeutet|heißt|steht für|,? ?(?:I|we) mean)(?: that|,? dass)? ([^;.]+?)(?=[;.]|$|,?\s+(?:and|und)\s+["“„*_`]|,\s+["“„*_`])/gu,
    ))
      found.set(word!.toLowerCase(), meaning!)
    // "Set by: **M** marketer, **–** the service, nobody can send it": marks in bold with their meanings.
    const bolds = Array.from(
      text.matchAll(/\*\*([\p{Lu}]{1,3}|[^\p{L}\d\s*]{1,2})\*\* ([\p{L}][^*;.]*?)(?=[,;]?\s*(?:and |or )?\*\*|[.;](?:\s|$)|\s*$)/gu),
    )
    if (bolds.length > 1) for (const [, mark, meaning] of bolds) found.set(mark!, meaning!)
    for (const [mark, meaning] of readMarkMeanings(text)) if (!found.has(mark)) found.set(mark, meaning)
    const signs = Array.from(
      text.matchAll(
        /(?<!\b(?:no|without|without an?|kein|ohne)\s)[`"“']([*!?+#~^°†]{1,2})[`"”']\s*(?:=|:|–|-|means|for)\s*([A-Za-z][\w -]*?)(?=\s*(?:[,;.(/]|and\b|$))/g,
      ),
    )
    for (const [, sign, meaning] of signs) found.set(sign!, meaning!)
    // "`Money` = decimal, 2 places.": a sentence for each name in code.
    const sentences = Array.from(text.matchAll(/(?:^|[.;]\s+)`([A-Z]\w*)`\s+=\s+([^.;=]+(?:\.\d[^.;=]*)*)(?=[.;]\s|[.;]?\s*$)/g))
    for (const [, name, meaning] of sentences) found.set(name!.toLowerCase(), meaning!)
    if (all.length < 2 && written === text) continue
    for (const [, name, parameter, meaning] of all) {
      if (parameter === undefined && sentences.some(([, said]) => said === name)) continue
      const key = parameter === undefined ? name! : `${name!.toLowerCase()}()`
      if (found.has(key)) twice.add(key)
      found.set(key, parameter === undefined ? meaning! : meaning!.replaceAll(new RegExp(`\\b${parameter}\\b`, 'g'), argumentMark))
    }
  }
  for (const [name, meaning] of [...readCodeLegends(sections), ...readListedAbbreviations(sections), ...readSigns(sections)])
    if (!found.has(name)) found.set(name, meaning)
  for (const key of twice) found.delete(key)
  return found
}

/** "Flags: `R` required, `O` optional" and "R required / O optional": at least two marks in capitals, each before its meaning. */
function readMarkMeanings(text: string): readonly (readonly [mark: string, meaning: string])[] {
  const coded = Array.from(
    text.matchAll(/`(\p{Lu}{1,3}|[^\p{L}\d\s`]{1,2})` ([\p{Ll}][^`;.]*?)(?=[,;|/]?\s*(?:and |or )?`|[.;](?:\s|$)|\s*$)/gu),
    ([, mark, meaning]) => [mark!, meaning!.trim()] as const,
  )
  if (coded.length > 1) return coded
  // "(m) mandatory, (u) unique"
  const enclosed = Array.from(
    text.matchAll(
      /(?<=^|[\s,;:.])(?:\(([\p{L}*!?+#]{1,3})\)|\[([\p{L}*!?+#]{1,3})\])[*_`]{0,2}\s*(?:[:=–]\s*)?(\p{Ll}[^()[\],;.]*?)(?=[,;]?\s*(?:and |or )?[*_`]{0,2}[([]\p{L}|[.;](?:\s|$)|\s*$)/gu,
    ),
    ([, round, square, meaning]) => [(round ?? square)!, meaning!.trim()] as const,
  )
  if (enclosed.length > 1 && enclosed.every(([mark]) => text.split(`${mark})`).length + text.split(`${mark}]`).length === 3))
    return enclosed
  return text.split(/(?<=[.!])\s+/).flatMap((sentence) => {
    const pieces = sentence
      .replace(/^[^.]{0,30}?:\s+(?=\p{Lu}{1,3}(?:\s*[:–—-])? \p{Ll})/u, '')
      .replace(/[.!]$/, '')
      .split(/\s*[,;/|]\s+(?:and\s+)?/)
      .map((piece) => /^[*_]{0,2}(\p{Lu}{1,2})[*_]{0,2}(?:\s*[:–—-])? (\p{Ll}[^=:]*)$/u.exec(piece.trim()))
    return pieces.length > 1 && pieces.every((each) => each !== null) ? pieces.map((each) => [each![1]!, each![2]!.trim()] as const) : []
  })
}

/** A legend in code, with a mark before each meaning: `!   required        ?   optional`. */
function readCodeLegends(sections: Form['sections']): readonly (readonly [name: string, meaning: string])[] {
  return sections.flatMap(({ part, level, blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind !== 'text' || part !== 'resources' || level !== 2) return []
      const lines = block.statement.kind === 'sample' ? block.statement.text.split(/\r\n|\n|\r/) : []
      const pairs = lines.flatMap((line) => {
        const cells = line
          .trim()
          .split(/\s{2,}|\t|\s+[=:]\s+/)
          .map((each) => each.trim())
        return cells.flatMap((cell, index) =>
          index % 2 === 0 && /^(?:[^\p{L}\d\s`]{1,2}|\p{L}{1,4})$/u.test(cell) && /^\p{L}{3}/u.test(cells[index + 1] ?? '')
            ? [[cell, cells[index + 1]!] as const]
            : [],
        )
      })
      if (pairs.length < 2) return []
      block.statement.outcome = 'taken'
      return pairs
    }),
  )
}

/** "*Needed*: ✓ = must be given, ○ = may be given": signs with one meaning each, in a text about fields. */
function readSigns(sections: Form['sections']): readonly (readonly [name: string, meaning: string])[] {
  const all = sections.flatMap((section) =>
    section.part !== 'resources'
      ? []
      : listParagraphs(section).flatMap((text) =>
          Array.from(
            text.matchAll(/(?<=^|[,;.:(]\s*|\s)([^\p{L}\d\s`"'*_|.,;:()[\]{}<>=/\\]{1,2})\s+=\s+(\p{Ll}[^,;.=()]*?)(?=\s*(?:[,;.(]|$))/gu),
            ([, sign, meaning]) => [sign!, meaning!] as const,
          ),
        ),
  )
  // "● mandatory  ○ optional": each sign before its meaning.
  const listed = sections.flatMap((section) =>
    section.part !== 'resources'
      ? []
      : listParagraphs(section).flatMap((text) => {
          const pieces = text.trim().split(/\s+(?=[^\p{L}\d\s`"'*_|.,;:()[\]{}<>=/\\–—-]{1,2}\s+\p{Ll})/u)
          const pairs = pieces.map((piece) => /^([^\p{L}\d\s`"'*_|.,;:()[\]{}<>=/\\–—-]{1,2})\s+(\p{Ll}[^.;]*?)[.;]?$/u.exec(piece.trim()))
          return pairs.length > 1 && pairs.every((pair) => pair !== null) ? pairs.map((pair) => [pair![1]!, pair![2]!.trim()] as const) : []
        }),
  )
  all.push(...listed)
  const signs = Map.groupBy(all, ([sign]) => sign)
  return signs.size < 2 ? [] : all.filter(([sign]) => signs.get(sign)!.length === 1)
}

/** Items such as "`// req` = has to be there", at least two beside each other. */
function readListedAbbreviations(sections: Form['sections']): readonly (readonly [name: string, meaning: string])[] {
  return sections.flatMap(({ part, level, blocks }) => {
    // Above the first resource, words in code or bold are those of the descriptions below.
    const isOpen = part === 'resources' && level === 2
    const items = blocks.flatMap((block) =>
      block.kind === 'text' && block.statement.kind === 'item'
        ? [
            {
              ...block,
              said:
                /^(?:(?:the |an? )?(?:comment|remark|mark|word|tag|suffix)\s+)?[*`]*(?:(?:\/\/|--|#)\s*)?([A-Za-z][\w-]{0,9}|[*!?+#~^°†]{1,2})[*`]*\s*(?:=|⇒|=>|→|->|means)\s*(\S.*?)\.?$/.exec(
                  block.statement.text,
                ) ?? (isOpen ? /^[`*"“]+([a-z][a-z-]{1,14})[`*"”]+\s*(?::|[–—]|\s-\s)\s*(\S.*?)\.?$/.exec(block.statement.text) : null),
            },
          ]
        : [],
    )
    return items.flatMap(({ said, paragraph, statement }) => {
      if (
        items.filter((each) => each.paragraph === paragraph && (each.said !== null || readPairedMarks(each.statement.text).length > 0))
          .length < 2
      )
        return []
      return said === null ? readPairedMarks(statement.text) : [[said[1]!, said[2]!] as const]
    })
  })
}

/** "`// rw` / `// ro` = can / cannot be changed": several marks with their meanings in the same order, which share their last words. */
function readPairedMarks(text: string): readonly (readonly [name: string, meaning: string])[] {
  const [, listed, said] = /^([*`].{1,40}?[*`])\s*(?:=|⇒|=>|:|means?)\s+(\S.*?)\.?$/.exec(text) ?? []
  const marks = (listed ?? '')
    .split(/\s*[/|]\s+(?=[*`])/)
    .map((each) => /^[*`]+(?:(?:\/\/|--|#)\s*)?([A-Za-z][\w-]{0,9})[*`]+$/.exec(each)?.[1])
  const meanings = (said ?? '').split(/\s+[/|]\s+/)
  if (marks.length < 2 || marks.includes(undefined) || meanings.length !== marks.length) return []
  const last = meanings.at(-1)!
  return marks.map((mark, index) => {
    const own = meanings[index]!
    if (index === marks.length - 1 || own.includes(' ')) return [mark!, own] as const
    // "may / may not be changed": the word behind the same verb denies it.
    return [mark!, `${own}${last.replace(last.startsWith(`${own} `) ? /^\S+\s+\S+/ : /^\S+/, '')}`] as const
  })
}

/** "Fields marked ! cannot be changed", "(auto) = we set it": marks beside names, with their meanings. */
export function readMarks({ before, sections }: Form, words: Words): Map<string, string> {
  const found = new Map<string, string>(readMarkTables(sections))
  const statements = sections.flatMap(({ part, blocks }) =>
    part !== 'resources'
      ? []
      : blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : [])),
  )
  for (const text of [before, ...statements.map((each) => each.text)]) {
    const plain = words.markWords
      .reduce((all, [pattern, sign]) => all.replaceAll(pattern, sign), text.replaceAll(/[*_`](\([^()]*\))[*_`]/g, '$1'))
      .replaceAll(words.noMark, absent)
    for (const [, mark, meaning] of plain.matchAll(absentMark)) {
      const opposite = findOpposite(meaning!, words)
      if (opposite !== undefined && !found.has(mark!)) found.set(mark!, opposite)
    }
    for (const form of words.markForms) {
      for (const { groups } of plain.matchAll(form)) {
        const [mark, meaning] = [groups!['mark']!.replaceAll(/^[([]|[)\]]$/g, ''), groups!['meaning']!.trim()]
        if (meaning !== '' && !found.has(mark)) found.set(mark, meaning)
      }
    }
  }
  return found
}

/** Stands for the words that deny the mark after it. */
const absent = '¬'

const absentMark = /¬([*!?+#~^°†]{1,2})[`"”]?\s+(?:(?:=|:|–|→)\s+)?([^.;,(]+)/gu

/** "may be empty" of fields without a mark: those with it are required. */
function findOpposite(meaning: string, { presence, phrases, requiredClause, optionalClause }: Words): string | undefined {
  for (const [pattern, fact] of phrases)
    if (fact?.says === 'must' && pattern.test(meaning.trim())) return fact.must === 'yes' ? optionalClause : requiredClause
  const isOptional = presence.optional.test(meaning)
  if (isOptional === presence.required.test(meaning.replace(presence.optional, ''))) return undefined
  return isOptional ? requiredClause : optionalClause
}

/** "Fields in bold must be given, those in italics may be left out": what an emphasis of names means. */
export function readEmphasis({ before, sections }: Form, { emphasis }: Words): Map<string, string> {
  const found = new Map<string, string>()
  const texts = sections.flatMap(({ part, blocks }) =>
    part !== 'resources'
      ? []
      : blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement.text] : [])),
  )
  for (const text of [before, ...texts]) {
    for (const [pattern, kind] of emphasis) {
      const meaning = pattern.exec(text.replaceAll(/[*_`]/g, ''))?.groups?.['meaning']?.trim()
      if (meaning !== undefined && meaning !== '' && !found.has(kind)) found.set(kind, meaning)
    }
  }
  return found
}
