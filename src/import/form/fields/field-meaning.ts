// Reads what the remarks beside a field add to its description: bounds, presence, rules, or a narrower kind.

import { splitFieldClauses } from '../kinds/clauses.ts'
import { readFieldText } from '../kinds/field-type.ts'
import type { KnownTypes, FieldReading } from '../kinds/known-types.ts'
import type { Words } from '../words.ts'
import { type Written, makeMemberName } from './written-field.ts'

export type Described = {
  /** The description with the clauses that were added. */
  readonly text: string
  readonly reading: FieldReading
  /** All clauses of the remarks. */
  readonly remarks: readonly string[]
}

/** Adds each clause of the remarks that says something new and contradicts nothing. `keyOf`: the resource of which the field is the key. */
export function readRemarks(
  description: string,
  written: Written,
  meaning: string,
  known: KnownTypes,
  words: Words,
  keyOf?: string,
): Described {
  const remarks = splitFieldClauses(meaning, words)
  let text = description
  let reading = readFieldText(text, known)
  for (const clause of remarks) {
    // "picked is counted, default 0": what follows another subject is about it.
    const subject = words.otherSubject.exec(clause)?.[1]
    if (subject !== undefined && makeMemberName(subject) !== written.name && !written.name.includes(subject.toLowerCase())) break
    if (/^\w+$/.test(clause) && known.choiceOf(undefined, clause) !== undefined) continue
    const alone = readFieldText(clause, known)
    // "Key of the lock" is no reference to it.
    if (keyOf !== undefined && alone.cells.type === `→ ${keyOf}`) continue
    // Values that end with points are examples.
    if (alone.cells.type.startsWith('one of ') && /\.\.\.|…|\betc\b/.test(written.meaning)) continue
    const trial = readFieldText(`${text}; ${clause}`, known)
    if (trial.left.length > reading.left.length || trial.conflict !== undefined || !addsTo(reading, alone, trial)) {
      // "TRANSFER is reserved; rejected if sent": what follows one of the values is about it.
      if (isAboutValue(clause, reading.cells.type)) break
      continue
    }
    text = `${text}; ${clause}`
    reading = trial
  }
  return { text, reading, remarks }
}

function isAboutValue(clause: string, type: string): boolean {
  const [, subject] = /^[`"'“]?([\w-]+)[`"'”]? \S/.exec(clause) ?? []
  return subject !== undefined && type.startsWith('one of ') && type.slice(7).split(', ').includes(subject)
}

/** True if a clause, alone and with the description, says more than the description. */
function addsTo(before: FieldReading, alone: FieldReading, both: FieldReading): boolean {
  const { type, rules, must, default: fallback } = alone.cells
  const saysRule = alone.left.length === 0 && (type === '' || / like /.test(type)) && [...rules, must, fallback].join('') !== ''
  const isOtherType = `${both.cells.type}${both.cells.below ?? ''}` !== `${before.cells.type}${before.cells.below ?? ''}`
  const saysDefault = type === '' && both.cells.default !== '' && before.cells.default === '' && both.left.length === before.left.length
  return (
    saysRule ||
    saysDefault ||
    (isOtherType &&
      (/^(?:text|whole number|number|list|decimal|one of|below)/.test(both.cells.type) ||
        refinesKind(type, both.cells.type, before.cells.type)))
  )
}

/** "e-mail address" beside `varchar(80)`, and a reference beside `bigint`: a clause that only names a narrower kind. */
function refinesKind(clause: string, both: string, before: string): boolean {
  return clause !== '' && both.startsWith(clause) && /^(?:email|uri|→)/.test(clause) && /^(?:text|whole number|uuid)\b/.test(before)
}
