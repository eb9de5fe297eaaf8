// Reads the form of keys with a prefix from the heading of each resource and common characters.

import { askQuestion, type FormDraft, tableOf, draftPlainText } from './draft.ts'
import type { FormSection } from './statement.ts'
import type { Words } from './words.ts'

/** Resources with their keys, by their names. */
type Keyed = { named(word: string): { readonly name: string; readonly key: string | undefined } | undefined }

const ulid = '[0-9A-HJKMNP-TV-Z]{26}'

export function readPrefixedKeys(sections: readonly FormSection[], resources: Keyed, draft: FormDraft, fieldColumns: readonly string[], owner: (title: string) => string | undefined, words: Words): void {
  const said = sections.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : []))).find(({ text }) => words.prefixedKey.test(text) && charactersIn(text, words) !== undefined)
  const characters = said === undefined ? undefined : charactersIn(said.text, words)
  if (said === undefined || characters === undefined) return
  // The title of a heading has lost its underscore; the example still has it.
  const between = /\b[a-z]{1,6}([_-])(?=[\dA-Za-z]{4})/.exec(said.text)?.[1]
  if (between === undefined) return
  let isUsed = false
  for (const { title } of sections) {
    const prefix = /\(\s*`?([a-z]{1,6})[_-]?`?\s*\)/.exec(title)?.[1]
    const name = prefix === undefined ? undefined : owner(title)
    const resource = name === undefined ? undefined : resources.named(name)
    const row = resource?.key === undefined ? undefined : tableOf(draft, 'resources', 'fields', fieldColumns, resource.name).rows.find(({ cells }) => cells['field'] === resource.key)
    if (row === undefined || !/^(?:text|not shown)$/.test(row.cells['type'] ?? '')) continue
    row.cells['type'] = `text like \`^${prefix}${between}${characters}$\``
    isUsed = true
  }
  if (isUsed) askQuestion(said, words.ask.everyRecord())
}

/** The pattern of the characters after the prefix. */
function charactersIn(text: string, words: Words): string | undefined {
  if (/\bULID\b/.test(text)) return ulid
  const found = Array.from(draftPlainText(text).matchAll(new RegExp(String.raw`(?<![\w.])(\d+|${Object.keys(words.counts).join('|')}) ([a-z][a-z/ -]*?)(?=[,.;:)(]|$)`, 'gi')), ([, word, kind]) => {
    const count = words.counts[word!.toLowerCase()] ?? word!
    const characters = words.characters.find(([pattern]) => pattern.test(kind!))?.[1]
    return characters !== undefined && /^\d+$/.test(count) ? `[${characters}]{${count}}` : undefined
  }).filter((each) => each !== undefined)
  return found.length === 1 ? found[0] : undefined
}
