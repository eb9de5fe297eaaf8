// Collects the names of states in part 3 of a form, so that sentences can be searched for them.

import { draftPlainText } from '../draft.ts'
import { readLedStates } from './led-states.ts'
import { type StateWords, arrow, isState, marks, stateFields, stateName, namesOfStates } from './machine.ts'
import type { FormResources, Resource } from '../resource.ts'
import type { FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

const named = /^\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}$/u

export function stateWords(sections: readonly FormSection[], resources: FormResources, words: Words): StateWords {
  const counts = new Map<string, number>()
  const add = (text: string, count = 1): void => {
    const plain = text
      .replaceAll(marks, '')
      .replace(/[.:;!]$/, '')
      .replace(words.article, '')
      .trim()
      .toLowerCase()
    if (
      named.test(plain) &&
      resources.named(plain) === undefined &&
      !words.anyState.test(plain) &&
      !words.start.test(plain) &&
      !words.prose.noState.test(plain)
    )
      counts.set(plain, (counts.get(plain) ?? 0) + count)
  }
  const whole = sections
    .flatMap(({ blocks }) =>
      blocks.map((block) => (block.kind === 'text' ? block.statement.text : block.rows.map(({ cells }) => cells.join(' ')).join('\n'))),
    )
    .join('\n')
  for (const { blocks } of sections) {
    for (const block of blocks) {
      if (block.kind === 'table') for (const each of listCells(block, words)) add(each, 2)
      else if (block.statement.kind !== 'sample')
        for (const [each, count] of namesIn(draftPlainText(block.statement.text), block.statement.text, words)) add(each, count)
    }
  }
  const texts = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'text' ? [draftPlainText(block.statement.text)] : [])),
  )
  for (const each of namesInProse(texts, words)) add(each, 2)
  const used = findUsedFields(resources, whole, new Set(counts.keys()))
  for (const { fields } of resources.all)
    for (const { type } of fields.values())
      for (const each of listValues(type))
        add(each.replaceAll('_', ' '), [...used.values()].some((values) => values.includes(each)) ? 1 : 0)
  // A name of several words that occurs once may be the beginning of a sentence.
  const multiple = [...counts]
    .filter(([name, count]) => (name.includes(' ') ? count > 1 : name.includes('_') && count > 0))
    .map(([name]) => name.replaceAll('_', ' '))
    .sort((a, b) => b.length - a.length)
  const all = new Set(
    [...counts]
      .filter(([name, count]) => count > 0 && !name.includes(' '))
      .map(([name]) => name)
      .concat(multiple.map((name) => name.replaceAll(' ', '_'))),
  )
  return {
    all,
    fieldOf: (resource) => [...resource.fields].find(([, { type }]) => used.get(resource)?.join() === listValues(type).join())?.[0],
    spell: (name) => (isWord(name.toUpperCase(), whole) && !isWord(name.toLowerCase(), whole) ? name.toUpperCase() : name),
    of: (resource) => used.get(resource)?.map(stateName) ?? [],
    joinNames: (text) => {
      const joined = multiple.reduce(
        (whole, name) =>
          whole.replaceAll(new RegExp(`(?<![\\p{L}_-])${name.replaceAll(' ', '[ _]')}(?![\\p{L}_-])`, 'giu'), name.replaceAll(' ', '_')),
        text,
      )
      // "From examination it may be granted": the last word of one state.
      return joined.replaceAll(
        new RegExp(`(?<![\\p{L}_-])(${words.fromWord}) (\\p{L}+)(?![\\p{L}_-])`, 'giu'),
        (found, from: string, word: string) => {
          const fitting = all.has(word.toLowerCase()) ? [] : multiple.filter((name) => name.endsWith(` ${word.toLowerCase()}`))
          return fitting.length === 1 ? `${from} ${fitting[0]!.replaceAll(' ', '_')}` : found
        },
      )
    },
  }
}

function isWord(word: string, text: string): boolean {
  return new RegExp(`(?<![\\p{L}\\d_-])${RegExp.escape(word)}(?![\\p{L}\\d_-])`, 'u').test(text)
}

/** The columns of states in a table: the two columns with the most common values. */
export function endColumns({ headers, rows }: FormTable, words: Words): { readonly from: number; readonly to: number } | undefined {
  const values = headers.map(
    (_, index) =>
      new Set(rows.flatMap(({ cells }) => namesOfStates(draftPlainText(cells[index] ?? ''), words)).map((each) => each.toLowerCase())),
  )
  const isEnds = (index: number): boolean =>
    values[index]!.size > 1 &&
    [...values[index]!].every(
      (each) => named.test(each) || words.start.test(each) || words.endMark.test(each) || words.marks.nothing.test(each),
    )
  const shared = (one: number, other: number): number =>
    [...values[one]!].filter((each) => named.test(each) && values[other]!.has(each)).length
  const pairs = headers
    .flatMap((_, from) =>
      headers.flatMap((__, to) =>
        to > from && isEnds(from) && isEnds(to) && shared(from, to) > 0 ? [{ from, to, count: shared(from, to) }] : [],
      ),
    )
    .sort((a, b) => b.count - a.count)
  return pairs[0] === undefined || pairs[0].count === pairs[1]?.count ? undefined : pairs[0]
}

function listCells(table: FormTable, words: Words): string[] {
  const ends = endColumns(table, words)
  return ends === undefined
    ? []
    : table.rows.flatMap(({ cells }) => [...namesOfStates(cells[ends.from] ?? '', words), ...namesOfStates(cells[ends.to] ?? '', words)])
}

/** Both sides of arrows without further text, and marked names. */
function namesIn(plain: string, text: string, words: Words): [string, number][] {
  const sides = plain.split(arrow)
  const arrows =
    sides.length < 2
      ? []
      : sides.flatMap((side, index) =>
          namesOfStates(
            (index === 0 ? side.replace(/^.*:\s+/, '') : side).replace(
              /\s*(?:[:,(;]|\s[–—-]\s|\b(?:when|if|once|by|after)\b|\.(?:\s|$)).*$/s,
              '',
            ),
            words,
          ),
        )
  // Between two arrows, or before a cause in parentheses, the name is complete; *a -> b or a -> c* has two names there.
  const whole =
    sides.length < 2
      ? []
      : sides.slice(1).flatMap((side) => {
          const [, name] = /^(\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2})(?:\s*\([^()]*\))?$/u.exec(side.replaceAll(marks, '').trim()) ?? []
          return name === undefined ? [] : namesOfStates(name, words)
        })
  const led = readLedStates(plain, words)
  const pair = [
    ...pairIn(plain, words),
    ...(led === undefined ? [] : [led.from, ...led.targets.map(({ to }) => to)].map((each) => each.replaceAll('_', ' '))),
  ]
  // Beside names in code, other marks are those of the transitions: "`open` becomes `closed` ("close")".
  // A name in code in parentheses is that of a transition.
  const plainText = text
    .replaceAll(new RegExp(`\\((?:(?:${words.callWord}) )?\`[^\`]+\`\\)`, 'giu'), '')
    .replaceAll(new RegExp(`\\b(?:${words.verbNoun})\\s+\`[^\`]+\``, 'giu'), '')
    .replaceAll(words.pressed, '')
  const coded = Array.from(plainText.matchAll(/`([^`]+)`/g), ([, name]) => name!)
  const marked =
    coded.length > 1
      ? coded
      : Array.from(plainText.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|["“]([^"”]+)["”]|(?<![\p{L}*])[*_]([^*_]+)[*_](?![\p{L}*])/gu), (match) =>
          match.slice(1).find((each) => each !== undefined)!,
        )
  const ends = Array.from(plain.matchAll(words.fromTo), ([, from, to]) => [from!, to!])
    .flat()
    .flatMap((each) => namesOfStates(each, words))
  const [, label] = /^([\p{L}][\p{L} _-]{1,28}?)\s*[:–]\s/u.exec(plain) ?? []
  const labels = label !== undefined && words.stateFrom.test(plain.replace(label, 'x')) ? [label] : []
  const finals = words.final.flatMap((pattern) => namesOfStates((pattern.exec(plain)?.[1] ?? '').replace(words.finalLead, ''), words))
  return [
    ...whole.map((each): [string, number] => [each, 2]),
    ...pair.map((each): [string, number] => [each, 2]),
    ...labels.map((each): [string, number] => [each, 2]),
    ...ends.map((each): [string, number] => [each, 2]),
    ...arrows.map((each): [string, number] => [each, 1]),
    ...marked.map((each): [string, number] => [each, 2]),
    ...finals.map((each): [string, number] => [each, 1]),
    ...Array.from(plain.matchAll(words.capitalState), ([, one, other]): [string, number] => [(one ?? other)!, 1]).filter(
      ([each]) => !/^(?:GET|POST|PUT|PATCH|DELETE|HTTP|JSON|UUID)$/.test(each),
    ),
  ].filter(([each]) => each.split(' ').every(isState))
}

/** "open or full to under way: the driver starts": both sides of an arrow in words. */
function pairIn(plain: string, { fromWord, toWord, conjunction }: Words): string[] {
  const state = String.raw`[\p{L}][\p{L}\d_-]*(?: (?!to\b)[\p{L}\d_-]+)?`
  const [, from, to] =
    new RegExp(
      String.raw`^(?:${fromWord}\s+)?(?!${fromWord}\b)(${state}(?:(?:\s*,\s*|\s+or\s+|\s*/\s*)${state})*) ${toWord} (${state})\s*(?:[:–—]|\s-)\s+\S`,
      'iu',
    ).exec(plain) ?? []
  return from === undefined || to === undefined ? [] : [...from.split(conjunction), to].map((each) => each.trim())
}

/** States in running text: in a list of them, or after a verb such as `becomes`; several words only if they occur twice. */
function namesInProse(texts: readonly string[], { prose, conjunction, starts }: Words): string[] {
  const whole = texts.join('\n').toLowerCase()
  const isTwice = (name: string): boolean => whole.split(name.toLowerCase()).length > 2
  const begun = texts.flatMap((text) => starts.flatMap((pattern) => pattern.exec(text)?.[1] ?? []))
  const said = [...begun, ...texts.flatMap((text) => Array.from(text.matchAll(prose.predicate), ([, name]) => name!))]
  const lists = texts.flatMap((text) => {
    const listed =
      prose.stateList.exec(text)?.[1] ?? (/^\p{L}[\p{L} -]*(?:, \p{L}[\p{L} -]*){2,}\.?$/u.test(text) ? text.replace(/\.$/, '') : '')
    const names = listed.split(conjunction).map((each) => each.trim())
    return names.length > 2 && names.every((each) => named.test(each) && !prose.noState.test(each)) ? names : []
  })
  return [...lists, ...said.filter((name) => !name.includes(' ') || isTwice(name))]
}

/** The values of a choice. */
function listValues(type: string): string[] {
  return type.startsWith('one of ')
    ? type
        .slice(7)
        .split(', ')
        .map((each) => each.replaceAll('`', ''))
    : []
}

/** By resource, the values of the state's field: the field with that name, otherwise the only choice whose values part 3 uses most. */
function findUsedFields({ all }: FormResources, text: string, said: ReadonlySet<string>): ReadonlyMap<Resource, readonly string[]> {
  const isUsed = (value: string): boolean =>
    new RegExp(`(?<![\\p{L}\\d_-])${value.replaceAll(/[^\p{L}\d]+/gu, '[ _-]')}(?![\\p{L}\\d_-])`, 'iu').test(text)
  // "The office has told the customer": a role that part 3 uses, and never calls a state.
  const isSaid = (value: string): boolean => said.has(value.replaceAll('_', ' ').toLowerCase()) || said.has(value.toLowerCase())
  const found = new Map<Resource, readonly string[]>()
  for (const resource of all.filter(({ isShape }) => !isShape)) {
    const choices = [...resource.fields].flatMap(([name, { type }]) =>
      listValues(type).length > 1 ? [{ name, values: listValues(type) }] : [],
    )
    const fitting = choices.filter(
      ({ name, values }) => stateFields.includes(name) || (values.filter(isUsed).length * 10 >= values.length * 7 && values.some(isSaid)),
    )
    const named = fitting.filter(({ name }) => stateFields.includes(name))
    const [only, more] = named.length > 0 ? named : fitting
    if (only !== undefined && more === undefined) found.set(resource, only.values)
  }
  return found
}
