// Reads the form of keys with a prefix from the prefix of each resource and common characters.

import { askQuestion, type FormDraft, openTable, draftPlainText } from '../draft.ts'
import { collectPrefixes } from './key-prefixes.ts'
import { ulid } from '../kinds/value-texts.ts'
import type { FormResources } from '../resource.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function readPrefixedKeys(
  sections: readonly FormSection[],
  resources: FormResources,
  draft: FormDraft,
  fieldColumns: readonly string[],
  owner: (title: string) => string | undefined,
  words: Words,
): void {
  const prefixes = collectPrefixes(sections, resources, owner)
  fillPlaceholders(prefixes, draft, fieldColumns)
  const shown = new Set(prefixes.values())
  const texts = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' && block.statement.kind !== 'sample' ? [block.statement] : [])),
  )
  for (const statement of texts) {
    const example = readExample(statement.text, shown)
    const own =
      example === undefined || !(words.prefixedKey.test(statement.text) || example.isShown)
        ? undefined
        : readCharacters(statement.text, example, words)
    const described = own === undefined ? readDescribedKey(statement.text, words) : undefined
    const [separator, characters] = own === undefined ? [described?.separator, described?.characters] : [example!.separator, own]
    if (separator === undefined || characters === undefined) continue
    if (described !== undefined) for (const [name] of prefixes) addKey(name, resources, draft, fieldColumns, statement)
    let isUsed = false
    for (const [name, prefix] of prefixes) {
      const resource = resources.named(name)
      const row =
        resource?.key === undefined
          ? undefined
          : openTable(draft, 'resources', 'fields', fieldColumns, resource.name).rows.find(({ cells }) => cells['field'] === resource.key)
      if (row === undefined || !/^(?:text|not shown)$/.test(row.cells['type'] ?? '')) continue
      row.cells['type'] = `text like \`^${prefix}${separator}${characters}$\``
      isUsed = true
    }
    if (isUsed) askQuestion(statement, words.ask.everyRecord())
    return
  }
}

/** "`prefix_` + 16 letters": the word stands for the prefix of each heading; without one, the form of the key is open. */
function fillPlaceholders(prefixes: ReadonlyMap<string, string>, draft: FormDraft, fieldColumns: readonly string[]): void {
  for (const { part, kind, heading = '' } of prefixes.size === 0 ? [] : [...draft.tables]) {
    if (part !== 'resources' || kind !== 'fields') continue
    for (const { cells } of openTable(draft, 'resources', 'fields', fieldColumns, heading).rows) {
      const [, rest] = /^text like `\^prefix([_-].*)$/i.exec(cells['type'] ?? '') ?? []
      if (rest === undefined) continue
      const prefix = prefixes.get(heading)
      cells['type'] = prefix === undefined ? 'text' : `text like \`^${prefix}${rest}`
    }
  }
}

/** "prefix + underscore + 10 chars (a-z, 0-9)": the parts of all keys. */
function readDescribedKey(text: string, words: Words): { readonly separator: string; readonly characters: string } | undefined {
  const { separator, count, set } = words.keyParts.exec(draftPlainText(text))?.groups ?? {}
  const characters = (set ?? '').replaceAll(/\s*(?:,|and|und|plus|\+)\s*/g, '')
  return separator === undefined || !/^(?:a-z|A-Z|0-9)+$/.test(characters)
    ? undefined
    : { separator: /^(?:-|dash|hyphen|bindestrich)$/i.test(separator) ? '-' : '_', characters: `[${characters}]{${count!}}` }
}

/** The key of a resource that only this text gives one. */
function addKey(
  name: string | undefined,
  resources: FormResources,
  draft: FormDraft,
  fieldColumns: readonly string[],
  statement: Statement,
): void {
  const resource = name === undefined ? undefined : resources.named(name)
  if (resource === undefined || resource.isShape || resource.key !== undefined || resource.fields.has('id')) return
  resource.key = 'id'
  resource.fields.set('id', { type: 'text', must: '', default: '', rules: new Set(['key']) })
  openTable(draft, 'resources', 'fields', fieldColumns, resource.name).rows.unshift({
    cells: { field: 'id', type: 'text', must: '', default: '', rules: 'key', meaning: '' },
    statement,
  })
}

/** `rest`: what follows the separator. `isCut`: an ellipsis follows. `isShown`: the prefix is that of a heading. */
type KeyExample = { readonly separator: string; readonly rest: string; readonly isCut: boolean; readonly isShown: boolean }

/** The first key in a text: `ord_4G7K20QX9M1B`; one whose prefix a heading shows comes before others. */
function readExample(text: string, shownPrefixes: ReadonlySet<string>): KeyExample | undefined {
  const examples = Array.from(
    text.matchAll(/\b([A-Za-z]{1,6})([_-])([\dA-Za-z]{4,})(…|\.{3})?/g),
    ([, prefix, separator, rest, ellipsis]) => ({
      separator: separator!,
      rest: rest!,
      isCut: ellipsis !== undefined,
      isShown: shownPrefixes.has(prefix!),
    }),
  )
  return examples.find(({ isShown }) => isShown) ?? examples[0]
}

/** The pattern of the characters after the prefix. Of the counts in the text, the one that the example has applies; a cut example fits a single count. */
function readCharacters(text: string, example: KeyExample, words: Words): string | undefined {
  if (/\bULID\b/.test(text)) return ulid
  const counted = new RegExp(String.raw`(?<![\w.])(\d+|${Object.keys(words.counts).join('|')}) ([a-z][a-z/ -]*?)(?=[,.;:)(]|$)`, 'gi')
  const kinds = Array.from(draftPlainText(text).matchAll(counted), ([, word, kind]) => ({
    count: words.counts[word!.toLowerCase()] ?? word!,
    set: words.characters.find(([pattern]) => pattern.test(kind!))?.[1],
  }))
  const sets = Array.from(text.matchAll(/(?<![\w.])(\d+) (?:\p{L}+ ){1,3}`?\[([\w-]+)\]/gu), ([, count, set]) => ({ count: count!, set }))
  const found = [...kinds, ...sets].filter(({ count, set }) => set !== undefined && /^\d+$/.test(count))
  const [only, ...others] = found.length === 1 && example.isCut ? found : found.filter(({ count }) => Number(count) === example.rest.length)
  return only === undefined || others.length > 0 ? undefined : `[${only.set}]{${only.count}}`
}
