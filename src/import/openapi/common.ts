// Gathers what several operations leave open alike, so that one line answers it for all of them: `each` fills open values, and a question
// without a value stands once above the part.

import { type DraftEntry, draftEntry, draftText, gap, list, map, question } from '../draft.ts'
import { listPlaces } from './settings.ts'

/** A named value of one of these keys that is not shown, with the question about it. */
export type OpenValue = { readonly key: 'require' | 'headers'; readonly name: string; readonly question: string }

export type Questioned = {
  readonly entry: DraftEntry
  readonly openValues: readonly OpenValue[]
  /** Questions about a name or a type, without a value of their own. */
  readonly commonQuestions: readonly string[]
}

/** Adds the open values and questions that only one operation has to its entry. Returns those of several. */
export function gatherCommon(endpoints: readonly Questioned[]): {
  readonly each: DraftEntry | undefined
  readonly notes: readonly string[]
} {
  const notes: string[] = []
  for (const [text, of] of groupBy(endpoints, ({ commonQuestions }) => commonQuestions)) {
    const [first, ...more] = of
    if (more.length === 0) first!.entry.notes.push(question(text))
    else notes.push(question(`${text} This is about ${listPlaces(of.map(({ entry }) => entry.key))}.`))
  }
  const shared = new Map<string, { readonly of: readonly Questioned[]; readonly values: OpenValue[] }>()
  for (const [id, of] of groupBy(endpoints, ({ openValues }) => openValues.map((value) => JSON.stringify(value)))) {
    const value = JSON.parse(id) as OpenValue
    if (of.length === 1) addOpenValues(of[0]!.entry, [value])
    else
      shared
        .getOrInsertComputed(of.map(({ entry }) => entry.key).join('\n'), (): { of: readonly Questioned[]; values: OpenValue[] } => ({
          of,
          values: [],
        }))
        .values.push(value)
  }
  const fills = [...shared.values()].map(({ of, values }) => {
    const fill = draftEntry('fill', map())
    addOpenValues(fill, values)
    return map(draftEntry('of', draftText('operation as o')), draftEntry('where', draftText(printNames(of))), fill)
  })
  return { each: fills.length === 0 ? undefined : draftEntry('each', list(fills)), notes }
}

function groupBy(endpoints: readonly Questioned[], textsOf: (each: Questioned) => readonly string[]): Map<string, Questioned[]> {
  const groups = new Map<string, Questioned[]>()
  for (const each of endpoints) for (const text of new Set(textsOf(each))) groups.getOrInsertComputed(text, () => []).push(each)
  return groups
}

function addOpenValues({ value }: DraftEntry, added: readonly OpenValue[]): void {
  if (value.kind !== 'map') return
  for (const { key, name, question: asked } of added) {
    let holder = value.entries.find((each) => each.key === key)
    if (holder === undefined) value.entries.push((holder = draftEntry(key, map())))
    if (holder.value.kind === 'map') holder.value.entries.push(draftEntry(name, gap, question(asked)))
  }
}

/** At most this many names are on one line. */
const namesOnOneLine = 2

function printNames(of: readonly Questioned[]): string {
  const names = of.map(({ entry }) => JSON.stringify(entry.key))
  return names.length <= namesOnOneLine
    ? `o.name in [${names.join(', ')}]`
    : `o.name in [\n${names.map((each) => `  ${each},\n`).join('')}]`
}
