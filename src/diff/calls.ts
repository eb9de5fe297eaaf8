// Judges changed functions of part 1 at their calls: spells the calls of the new edition differently, so that no rule considers them equal.

import { type Json, printCanonical, isJsonArray, isJsonObject, createJsonObject } from '../base/json.ts'
import { type PartName, partNames } from '../document/document.ts'
import type { Edition } from './edition.ts'
import { type DiffFinding, toObject } from './rule.ts'

export type SpelledCalls = {
  readonly new: Edition
  /** The finding in the author's spelling, with a note if only the function differs. */
  restoreSpelling(finding: DiffFinding): DiffFinding
}

/** A space before the parenthesis of a call does not change an expression. */
export function spellCallsApart(old: Edition, newEdition: Edition): SpelledCalls {
  const changed = listChangedFunctions(old, newEdition)
  if (changed.size === 0) return { new: newEdition, restoreSpelling: (finding) => finding }
  const calls = new RegExp(`(?<![\\w.])(${[...changed].join('|')})\\(`, 'g')
  const spellApart = (value: Json): Json => mapJsonTexts(value, (text) => text.replaceAll(calls, '$1 ('))
  const parts = Object.fromEntries(
    partNames.map((name) => [name, name === 'service' ? newEdition.parts[name] : spellApart(newEdition.parts[name])]),
  ) as { [name in PartName]: Json }
  const spacedCalls = new RegExp(`(?<![\\w.])(${[...changed].join('|')}) \\(`, 'g')
  const restoreText = (value: Json | undefined): Json | undefined =>
    value === undefined ? undefined : mapJsonTexts(value, (text) => text.replaceAll(spacedCalls, '$1('))
  return {
    new: { ...newEdition, parts },
    restoreSpelling(finding) {
      const after = restoreText(finding.new)
      const isSame = finding.old !== undefined && after !== undefined && printCanonical(finding.old) === printCanonical(after)
      return {
        ...finding,
        new: after,
        ...(isSame && finding.note === undefined ? { note: 'It calls a function that has another value.' } : {}),
      }
    },
  }
}

/** Functions with another value or other parameters, and those that call them. */
function listChangedFunctions(old: Edition, newEdition: Edition): ReadonlySet<string> {
  const [before, after] = [old, newEdition].map(({ parts }) => toObject(toObject(parts.service)['functions'])) as [
    ReturnType<typeof toObject>,
    ReturnType<typeof toObject>,
  ]
  const sharedNames = Object.keys(after).filter((name) => name in before)
  const changed = new Set(sharedNames.filter((name) => printCanonical(before[name]!) !== printCanonical(after[name]!)))
  for (let hasGrown = changed.size > 0; hasGrown;) {
    const callers = sharedNames.filter(
      (name) => !changed.has(name) && [...changed].some((each) => new RegExp(`(?<![\\w.])${each}\\(`).test(printCanonical(after[name]!))),
    )
    for (const name of callers) changed.add(name)
    hasGrown = callers.length > 0
  }
  return changed
}

export function mapJsonTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (isJsonArray(value)) return value.map((each) => mapJsonTexts(each, change))
  return isJsonObject(value) ? createJsonObject(Object.entries(value).map(([name, inner]) => [name, mapJsonTexts(inner, change)])) : value
}
