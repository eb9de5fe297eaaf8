// Reads the words that a form defines for presence and rules: 'what I call "can" may stay empty', "columns tagged `once` are frozen".

import { draftPlainText } from '../draft.ts'
import { isFieldTable } from './field-columns.ts'
import { isField } from './field-head.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { isKind } from '../kinds/kind-tests.ts'
import { makeKnownAlone } from '../kinds/known-types.ts'
import type { Form, FormSection } from '../statement.ts'
import type { Words } from '../words.ts'

/** A word in quotation marks or code, perhaps as a comment of code. */
const quoted = /["“„`](?:--|\/\/|#)?\s*([A-Za-z][\w-]{0,14})["”“`]/g

/** What may stand between the word and its meaning. */
const relation =
  /^[\s,:=–—(*]*(?:(?:in|of|under) (?:the|this) (?:\p{L}+ )?(?:column|field)\s*)?(?:(?:=|:|–|—)\s*|(?:means|stands for|says|denotes|marks|bedeutet|heißt)(?: that)?\s+)?/u

/** By word, its meaning in the words that descriptions of fields know; only for words that several descriptions use. */
export function readDefinedWords({ before, sections }: Form, words: Words): ReadonlyMap<string, string> {
  const own = sections.filter(({ part }) => part === 'resources')
  const uses = countUses(own, words)
  const found = new Map<string, string>()
  for (const text of [before, ...own.flatMap((section) => listGeneralTexts(section, words))]) {
    const marks = Array.from(text.matchAll(quoted), ({ 0: whole, 1: word, index }) => ({
      word: word!.toLowerCase(),
      start: index,
      end: index + whole.length,
    }))
    for (const [index, { word, end }] of marks.entries()) {
      if ((uses.get(word) ?? 0) < 2 || found.has(word) || isKind(word, words)) continue
      const meaning = readMeaning(text.slice(end, marks[index + 1]?.start), words)
      if (meaning !== undefined) found.set(word, meaning)
    }
  }
  return found
}

function readMeaning(behind: string, words: Words): string | undefined {
  const rest = behind.replace(relation, '')
  const [said = ''] = /^\s*[*_"”`]*[^.;)]*/.exec(rest) ?? []
  const { cells, conflict } = readFieldText(
    said.trim().replace(/[,:]?(?:\s+(?:and|or|und|oder))?\s*$/, ''),
    makeKnownAlone(words, () => undefined),
  )
  if (conflict !== undefined || cells.type !== '' || cells.default !== '' || (cells.must === '') === (cells.rules.size === 0))
    return undefined
  return [
    ...(cells.must === '' ? [] : [cells.must === 'yes' ? words.requiredClause : words.optionalClause]),
    ...Array.from(cells.rules, (rule) =>
      rule === 'read-only' ? words.readOnlyClause : rule === 'never changes' ? words.fixedClause : rule,
    ),
  ].join('; ')
}

/** The texts about fields in general: sentences, and the cells of tables that list no fields. */
function listGeneralTexts({ blocks }: FormSection, words: Words): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text')
      return block.statement.kind === 'sample' ||
        block.member !== undefined ||
        (block.statement.kind === 'item' && isField(block.statement.text, words))
        ? []
        : [block.statement.text]
    if (block.headers.length > 3) return []
    return block.rows.flatMap(({ cells }) =>
      cells.slice(1).filter((cell) => Array.from(cell.matchAll(quoted)).length > 1 || !isFieldTable(block, words)),
    )
  })
}

/** How many descriptions have a word as a clause of its own; names of fields are no such words. */
function countUses(sections: readonly FormSection[], words: Words): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const names = new Set<string>()
  const add = (name: string, texts: readonly string[]): void => {
    names.add(name.toLowerCase().trim())
    const clauses = new Set(
      texts.flatMap((text) =>
        draftPlainText(text)
          .toLowerCase()
          .split(/[,;.|():–—]|--|\/\//)
          .map((each) => each.replaceAll(/[`"]/g, '').trim()),
      ),
    )
    for (const each of clauses) if (/^[a-z][\w-]{0,14}$/.test(each)) counts.set(each, (counts.get(each) ?? 0) + 1)
  }
  for (const { blocks } of sections)
    for (const block of blocks) {
      if (block.kind === 'table') for (const { cells } of isFieldTable(block, words) ? block.rows : []) add(cells[0] ?? '', cells.slice(1))
      else if (block.statement.kind === 'item') {
        const [, name = '', rest = ''] = /^[*_`]*([^:–—(]{1,50}?)[*_`]*\s*[:–—(]\s*(.*)$/su.exec(block.statement.text) ?? []
        add(name, [rest])
      }
    }
  for (const name of names) counts.delete(name)
  return counts
}
