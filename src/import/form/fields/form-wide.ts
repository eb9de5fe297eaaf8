// Reads statements of part 2 that hold for all fields: kinds of values, the notation of times, and choices that fields share.

import { singularize } from '../../names.ts'
import { askQuestion, draftPlainText, takeLine } from '../draft.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { typeClausesOf } from '../kinds/clauses.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { saysKind } from '../kinds/kind-tests.ts'
import { anyMoney, type KnownTypes, makeKnownAlone } from '../kinds/known-types.ts'
import { readOwner } from '../resource.ts'
import type { FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

/** A field as written in the form. */
export type RawField = {
  readonly owner: string
  readonly section: string
  /** The name of its row, such as `REQ-23`. */
  readonly id?: string
  readonly name: string
  readonly type: string
  readonly meaning: string
}

export function listTextBlocks(sections: readonly FormSection[]): FormText[] {
  return sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'text'))
}

/** "Money has 2 decimals and is never negative": the clauses about a kind of value, by its word. */
export function readGeneralKinds(sections: readonly FormSection[], words: Words): Map<string, string> {
  const found = new Map<string, string>()
  for (const { statement } of sections.flatMap((section) =>
    listTextBlocks([section]).filter(
      // An item below the heading of a resource describes a field.
      (text) => section.level === 2 || readOwner(section.title) === undefined || text.statement.kind === 'sentence',
    ),
  )) {
    if (statement.kind === 'sample') continue
    if (words.usualTimes.test(draftPlainText(statement.text))) takeLine(statement)
    const [, word, meaning] = words.general.exec(draftPlainText(statement.text)) ?? []
    const kind =
      word === undefined
        ? undefined
        : [word, singularize(word)].find((each) => words.phrases.some(([pattern, fact]) => fact?.says === 'type' && pattern.test(each)))
    if (kind === undefined && word !== undefined && meaning !== undefined && words.idWord.test(word) && saysKind(meaning, words)) {
      found.set('id', meaning)
      takeLine(statement)
    }
    const isKind = kind !== undefined
    if (!isKind || meaning === undefined || meaning.includes('{')) continue
    const empty: KnownTypes = { ...makeKnownAlone(words, () => undefined), timesAreInstants: false }
    const left = new Set(readFieldText(`${kind}; ${meaning}`, empty).left)
    if (left.size >= typeClausesOf(meaning, words).length) continue
    found.set(kind.toLowerCase(), meaning)
    // "Prices are euros with two decimals" is about all money.
    const isMoney = words.phrases.some(([pattern, fact]) => fact?.says === 'type' && fact.type === 'money' && pattern.test(kind))
    if (isMoney && !found.has(anyMoney)) found.set(anyMoney, meaning)
    takeLine(statement)
    for (const clause of left) askQuestion(statement, words.ask.meansOf(clause, kind.toLowerCase()))
  }
  return found
}

/** The only type `one of …` of the fields with this name: in the given resource or section, or in all. */
export function findSharedChoice(
  raws: readonly RawField[],
  known: KnownTypes,
  owner: string | undefined,
  field: string,
  own: string,
): string | undefined {
  const isSection = owner === undefined && /^\d[\d.]*$/.test(field)
  const ofOwner = owner === undefined ? undefined : (known.named(owner)?.name ?? owner)
  const isLine = owner === undefined && field !== '' && raws.filter(({ id }) => id?.toLowerCase() === field.toLowerCase()).length === 1
  const fitting = raws.filter((each) =>
    isLine
      ? each.id?.toLowerCase() === field.toLowerCase()
      : isSection
        ? each.section === field && each.name === own
        : each.name.toLowerCase() === field.toLowerCase() && (ofOwner === undefined || each.owner === ofOwner),
  )
  const alone: KnownTypes = { ...known, choiceOf: () => undefined }
  const types = new Set(
    fitting
      .map(({ type, meaning }) => {
        const direct = readFieldText(moveChoiceFirst(type, known.words), alone)
        return direct.cells.type.startsWith('one of ')
          ? direct.cells.type
          : readFieldText(`${type}; ${typeClausesOf(meaning, known.words)[0] ?? ''}`, alone).cells.type
      })
      .filter((each) => each.startsWith('one of ')),
  )
  const [only] = types
  return types.size === 1 ? only : undefined
}
