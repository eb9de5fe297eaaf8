// Compares two editions: every change of all nine parts, with its effect on each side that uses the service.

import { type Json, createJsonObject } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import { partLanguage } from '../model/language.ts'
import { spellCallsApart } from './calls.ts'
import type { Change } from './change.ts'
import { coverChanges } from './cover.ts'
import { type Edition, createEdition } from './edition.ts'
import { type EffectOnSide, severityOf, combineWays, worstOf } from './law.ts'
import { useFormerNames } from './names.ts'
import { type DiffFinding, equalFacts, isOpenValue, makeKeysRule, makeMotions, toObject, outcomes, readResponses } from './rule.ts'
import { partRules } from './rules/all.ts'
import { diffServedOperations } from './rules/operations.ts'
import { diffRefusalAnswers } from './rules/errors.ts'

/** `today`: the day of the comparison. `isElsewhere`: another server serves both. */
export function diff(old: Compiled, newDocument: Compiled, today: string, isElsewhere = false): readonly Change[] {
  return diffEditions(createEdition(old, today, isElsewhere), createEdition(newDocument, today, isElsewhere))
}

export function diffEditions(old: Edition, next: Edition): readonly Change[] {
  const newEdition = useFormerNames(old, next)
  const editions = { old, new: newEdition }
  const spelled = spellCallsApart(old, newEdition)
  const changes = partNames.flatMap((part) =>
    diffPart(part, { old, new: spelled.new }).map((finding) => changeOf(part, spelled.restoreSpelling(finding), editions)),
  )
  return coverChanges([...changes, ...derive(changes, editions)], editions)
}

type Editions = { readonly old: Edition; readonly new: Edition }

/** Adds changes without their own line: an operation that is no longer served, a refusal with another entry. */
function derive(changes: readonly Change[], editions: Editions): Change[] {
  const changedOperations = new Set(changes.flatMap(({ part, path }) => (part === 'endpoints' && path.length === 1 ? [path[0]!] : [])))
  return [
    ...diffServedOperations(editions.old, editions.new)
      .filter(({ path }) => !changedOperations.has(path[0]!))
      .map((finding) => changeOf('endpoints', finding, editions)),
    ...diffRefusalAnswers(editions).map((finding) => changeOf('errors', finding, editions)),
  ]
}

function diffPart(part: PartName, { old, new: newEdition }: Editions): readonly DiffFinding[] {
  const [a, b] = [old.parts[part], newEdition.parts[part]]
  if (equalFacts(a, b)) return []
  const edit = { a, b, path: [], old, new: newEdition }
  if (isOpenValue(a) || isOpenValue(b))
    return [
      {
        path: [],
        old: isOpenValue(a) ? 'not shown' : 'shown',
        new: isOpenValue(b) ? 'not shown' : 'shown',
        motions: makeMotions(isOpenValue(b) ? 'wider' : 'unknown', outcomes, readResponses),
        note: isOpenValue(b) ? 'It is no longer specified.' : 'It was not specified.',
      },
    ]
  const rules = partRules[part]
  const language = partLanguage[part]
  const [before, after] = [split(a, rules.keys), split(b, rules.keys)]
  const thingKeys = language.elements?.keys?.()
  return [
    ...makeKeysRule(rules.keys).judge({ ...edit, a: before.keys, b: after.keys, language: language.keys }),
    ...(rules.things?.judge({ ...edit, a: before.things, b: after.things, ...(thingKeys === undefined ? {} : { language: thingKeys }) }) ??
      []),
  ]
}

/** Splits a part into its own keys and the author's named entries. */
function split(part: Json, own: { readonly [key: string]: unknown }): { readonly keys: Json; readonly things: Json } {
  const entries = Object.entries(toObject(part))
  return {
    keys: createJsonObject(entries.filter(([name]) => Object.hasOwn(own, name))),
    things: createJsonObject(entries.filter(([name]) => !Object.hasOwn(own, name))),
  }
}

function changeOf(part: PartName, { path, old, new: newValue, motions, note, operations = [] }: DiffFinding, editions: Editions): Change {
  // Another server's records are not described.
  const joined = join(motions.filter(({ side }) => side !== 'stored' || !editions.new.isElsewhere))
  const [before, after] = [editions.old.span(part, path), editions.new.span(part, path)]
  return {
    part,
    path,
    operations,
    motions: joined,
    severity: worstOf(joined.map(severityOf)),
    ...(old === undefined ? {} : { old }),
    ...(newValue === undefined ? {} : { new: newValue }),
    ...(note === undefined ? {} : { note }),
    places: { ...(before === undefined ? {} : { old: before }), ...(after === undefined ? {} : { new: after }) },
  }
}

/** Each side once per role. */
function join(motions: readonly EffectOnSide[]): readonly EffectOnSide[] {
  const groups = Map.groupBy(motions, ({ side, role }) => `${side} ${role}`)
  return [...groups.values()].map((group) => ({ ...group[0]!, way: combineWays(group.map(({ way }) => way)) }))
}
