// Compares two editions: every change over all nine parts, with what it does to each side that uses the service.

import { type Json, jsonObject } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import { partLanguage } from '../model/language.ts'
import type { Change } from './change.ts'
import { covered } from './cover.ts'
import { type Edition, editionOf } from './edition.ts'
import { type Motion, severityOf, together, worstOf } from './law.ts'
import { type Finding, equal, isHole, keys, move, objectOf, outcome, read } from './rule.ts'
import { partRules } from './rules/all.ts'
import { servedOtherwise } from './rules/endpoints.ts'
import { answeredOtherwise } from './rules/errors.ts'

/** `today`: the day of the comparison. */
export function diff(old: Compiled, now: Compiled, today: string): readonly Change[] {
  return diffEditions(editionOf(old, today), editionOf(now, today))
}

export function diffEditions(old: Edition, now: Edition): readonly Change[] {
  const editions = { old, new: now }
  const changes = partNames.flatMap((part) => partFindings(part, editions).map((found) => changeOf(part, found, editions)))
  return covered([...changes, ...derived(changes, editions)], editions)
}

type Editions = { readonly old: Edition; readonly new: Edition }

/** What follows from changes elsewhere and stands nowhere itself: an operation that is served no more, a refusal that another entry answers. */
function derived(changes: readonly Change[], editions: Editions): Change[] {
  const told = new Set(changes.flatMap(({ part, path }) => (part === 'endpoints' && path.length === 1 ? [path[0]!] : [])))
  return [
    ...servedOtherwise(editions.old, editions.new).filter(({ path }) => !told.has(path[0]!)).map((found) => changeOf('endpoints', found, editions)),
    ...answeredOtherwise(editions).map((found) => changeOf('errors', found, editions)),
  ]
}

function partFindings(part: PartName, { old, new: now }: Editions): readonly Finding[] {
  const [a, b] = [old.parts[part], now.parts[part]]
  if (equal(a, b)) return []
  const whole = { a, b, path: [], old, new: now }
  if (isHole(a) || isHole(b)) return [{ path: [], old: isHole(a) ? 'not shown' : 'shown', new: isHole(b) ? 'not shown' : 'shown', motions: move(isHole(b) ? 'wider' : 'unknown', outcome, read), note: isHole(b) ? 'It is no longer specified.' : 'It was not specified.' }]
  const rules = partRules[part]
  const language = partLanguage[part]
  const [own, things] = [split(a, rules.keys), split(b, rules.keys)]
  const thingKeys = language.things?.keys?.()
  return [
    ...keys(rules.keys).judge({ ...whole, a: own.keys, b: things.keys, language: language.keys }),
    ...(rules.things?.judge({ ...whole, a: own.things, b: things.things, ...(thingKeys === undefined ? {} : { language: thingKeys }) }) ?? []),
  ]
}

/** The part's own keys, and what it holds under names of the author. */
function split(part: Json, own: { readonly [key: string]: unknown }): { readonly keys: Json; readonly things: Json } {
  const entries = Object.entries(objectOf(part))
  return { keys: jsonObject(entries.filter(([name]) => Object.hasOwn(own, name))), things: jsonObject(entries.filter(([name]) => !Object.hasOwn(own, name))) }
}

function changeOf(part: PartName, { path, old, new: now, motions, note, operations = [] }: Finding, editions: Editions): Change {
  const all = joined(motions)
  const [before, after] = [editions.old.span(part, path), editions.new.span(part, path)]
  return {
    part, path, operations,
    motions: all,
    severity: worstOf(all.map(severityOf)),
    ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { new: now }), ...(note === undefined ? {} : { note }),
    places: { ...(before === undefined ? {} : { old: before }), ...(after === undefined ? {} : { new: after }) },
  }
}

/** Each side once a role. */
function joined(motions: readonly Motion[]): readonly Motion[] {
  const groups = Map.groupBy(motions, ({ side, role }) => `${side} ${role}`)
  return [...groups.values()].map((group) => ({ ...group[0]!, way: together(group.map(({ way }) => way)) }))
}

