// Checks an import's document: each entry with an error becomes a gap, with the source's value in a question.

import { textOf } from '../base/text.ts'
import { type Compiled, type CompileEnvironment, compile } from '../compile/compile.ts'
import { type Diagnostic, fromPlace, listPlaces } from '../diagnostic/diagnostic.ts'
import { type DraftDocument, type Placed, type PrintedDocument, printDraft } from './print.ts'
import { type DraftEntry, type DraftValue, gap, isGap, printShort, question } from './draft.ts'

export type Mended = PrintedDocument & { readonly compiled: Compiled }

/** The maximum number of checks; a remaining error is the importer's mistake. */
const most = 12

/** The maximum number of characters that all checks read together: a long document has fewer checks. */
const enough = 5_000_000

/** The document without errors. */
export function mend(document: DraftDocument, name: string, environment: CompileEnvironment): Mended {
  let rounds = most
  const triedPlaces = new Map<string, number>()
  for (let round = 0; ; round++) {
    const printed = printDraft(document)
    rounds = Math.min(rounds, Math.max(2, Math.floor(enough / printed.text.length)))
    const compiled = compile([{ name, text: printed.text }], environment)
    if (compiled.errors.length === 0 || round >= rounds) return { ...printed, compiled }
    // Mistakes with the same words are reported once.
    const byPlace = Map.groupBy(
      compiled.errors.flatMap((error) => listPlaces(error).map((place) => fromPlace(error, place))),
      (error) => placeOf(error, printed.places, name),
    )
    for (const [place, errors] of byPlace) {
      const address = place === undefined ? '' : [place.part, ...place.path.map(({ key }) => key)].join('\n')
      const tried = triedPlaces.get(address) ?? 0
      triedPlaces.set(address, tried + 1)
      withhold(place, errors, document, round + 1 >= rounds ? Infinity : tried)
    }
  }
}

/** The innermost entry around the error. */
function placeOf({ primary: { span } }: Diagnostic, places: readonly Placed[], name: string): Placed | undefined {
  if (span.source.name !== name) return undefined
  let found: Placed | undefined
  for (const each of places) {
    if (each.start <= span.start && span.start < each.end && (found === undefined || each.path.length > found.path.length)) found = each
  }
  return found
}

/** An entry that is invalid even as a gap is removed with its parent, one level further each time. */
function withhold(place: Placed | undefined, errors: readonly Diagnostic[], document: DraftDocument, further: number): void {
  if (place === undefined) return
  const { path, part } = place
  const depth = Math.max(0, path.length - 1 - further)
  const at = path.slice(0, depth + 1).findLastIndex((each) => !isGap(each.value))
  const target = path[at]
  if (target === undefined) {
    drop(path[0]!, document, part, errors)
    return
  }
  const items = target.value.kind === 'list' ? removeRefused(target.value.items, errors) : undefined
  const note = question(
    `the source says \`${target.key}: ${printShort(target.value)}\`, which does not hold here: ${errors[0]!.message} (${errors[0]!.code}). What is meant?`,
  )
  if (items !== undefined && items.length > 0) {
    target.value = { kind: 'list', items }
    target.notes.push(note)
    return
  }
  const around = path[at - 1]
  if (around !== undefined && data.has(target.key) && removeMember(target, around.value)) {
    around.notes.push(note)
    return
  }
  target.value = gap
  target.notes.push(note)
}

/** The valid items of a list; undefined if no error concerns an item. */
function removeRefused(items: readonly DraftValue[], errors: readonly Diagnostic[]): readonly DraftValue[] | undefined {
  const refused = new Set(errors.map(({ primary: { span } }) => textOf(span).replaceAll(/^['"]|['"]$/g, '')))
  const others = items.filter(
    (item) =>
      item.kind !== 'text' || ![...refused].some((each) => each !== '' && (item.text === each || item.text.endsWith(` at ${each}`))),
  )
  return others.length === items.length ? undefined : others
}

/** Removes the entry from the map, or from the map among the items of the list that contains it; false if neither contains it. */
function removeMember(entry: DraftEntry, around: DraftValue): boolean {
  if (around.kind === 'list') return around.items.some((item) => removeMember(entry, item))
  const index = around.kind === 'map' ? around.entries.indexOf(entry) : -1
  if (around.kind !== 'map' || index < 0) return false
  around.entries.splice(index, 1)
  return true
}

/** Keys with data, in which `not shown` is an ordinary text: such entries are removed. */
const data = new Set(['default', 'const', 'enum', 'examples', 'flows', 'title', 'description', '$comment'])

/** Removes a gap that is an error itself. */
function drop(entry: DraftEntry, { parts }: DraftDocument, part: Placed['part'], errors: readonly Diagnostic[]): void {
  const { value } = parts[part]
  if (value.kind !== 'map') return
  const index = value.entries.indexOf(entry)
  if (index === -1) return
  const next = value.entries[index + 1] ?? value.entries[index - 1]
  value.entries.splice(index, 1)
  const notes = [...entry.notes, question(`\`${entry.key}\` is not allowed here: ${errors[0]!.message}. What is meant?`)]
  if (next !== undefined) next.notes.unshift(...notes)
  else {
    parts[part].value = gap
    parts[part].notes.push(...notes)
  }
}

/** A short text of the value, at most one line. */
