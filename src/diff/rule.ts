// Rules: each key of the language has one, which determines how an edit changes the permitted and the promised sets.

import { type Json, type JsonObject, printCanonical, compareNumbers, isJsonArray, isJsonNumber, isJsonObject } from '../base/json.ts'
import type { Keys } from '../model/shape.ts'
import { compareConditions, compareExpressions } from './condition.ts'
import type { Edition } from './edition.ts'
import type { EffectOnSide, AffectedTarget, SetMotion } from './law.ts'

export type DocumentEdit = {
  readonly a: Json | undefined
  readonly b: Json | undefined
  /** Names within the part, preferably those of the new edition. */
  readonly path: readonly string[]
  readonly old: Edition
  readonly new: Edition
  /** The language's keys at this place, for the meaning of a missing one. */
  readonly language?: Keys | undefined
}

export type DiffFinding = {
  readonly path: readonly string[]
  readonly old?: Json | undefined
  readonly new?: Json | undefined
  readonly motions: readonly EffectOnSide[]
  readonly note?: string
  readonly operations?: readonly string[]
}

export type Judge = (edit: DocumentEdit) => readonly DiffFinding[]

/** `inner`: the rules of the keys below it, for the test that every key has a rule. */
export type DiffRule = { readonly judge: Judge; readonly inner?: { readonly [key: string]: DiffRule } }

export const sentRequests: AffectedTarget = { side: 'senders', role: 'permitted' }
/** The outcome of a request. */
export const outcomes: AffectedTarget = { side: 'senders', role: 'promised' }
export const readResponses: AffectedTarget = { side: 'readers', role: 'promised' }
export const receivedEvents: AffectedTarget = { side: 'subscribers', role: 'promised' }
export const subscriberAnswers: AffectedTarget = { side: 'subscribers', role: 'permitted' }
export const storedRecords: AffectedTarget = { side: 'stored', role: 'permitted' }
export const operatorSettings: AffectedTarget = { side: 'operators', role: 'permitted' }

export function makeMotions(way: SetMotion, ...targets: readonly AffectedTarget[]): EffectOnSide[] {
  return targets.map((target) => ({ ...target, way }))
}

export function makeFinding(
  { path, a, b }: Pick<DocumentEdit, 'path' | 'a' | 'b'>,
  motions: readonly EffectOnSide[],
  more: Partial<DiffFinding> = {},
): DiffFinding {
  return { path, old: a, new: b, motions, ...more }
}

export function rule(judge: Judge, inner?: { readonly [key: string]: DiffRule }): DiffRule {
  return { judge, ...(inner === undefined ? {} : { inner }) }
}

/** A change that is invisible from outside. */
export function makeInvisibleRule(note?: string): DiffRule {
  return rule((edit) => [makeFinding(edit, [], note === undefined ? {} : { note })])
}

/** A change that certainly affects these targets, in any form. */
export function makeCertainRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => [makeFinding(edit, makeMotions('other', ...targets))])
}

/** A change with unknown effects. */
export function makeUnknownRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => [makeFinding(edit, makeMotions('unknown', ...targets))])
}

export type EntryWays = { readonly added: SetMotion; readonly removed: SetMotion; readonly changed: SetMotion }

export function makePresenceRule(ways: EntryWays, ...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => [
    makeFinding(edit, makeMotions(edit.a === undefined ? ways.added : edit.b === undefined ? ways.removed : ways.changed, ...targets)),
  ])
}

/** An upper bound of something permitted or promised; without it there is no limit. */
export function atMost(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => [makeFinding(edit, makeMotions(compareBounds(edit.a, edit.b, 'most'), ...targets))])
}

/** How long an answer may take. Without the author's code nothing waits, and whether a request takes that long is unknown. */
export const timeLimit: DiffRule = rule((edit) =>
  [edit.old, edit.new].some(({ parts }) => Object.keys(toObject(toObject(parts.service)['behaviours'])).length > 0)
    ? atMost(sentRequests, readResponses).judge(edit)
    : [makeFinding(edit, makeMotions('unknown', sentRequests, readResponses), { note: 'Nothing that the document declares waits.' })],
)

/** A lower bound; without it there is no limit. */
export function atLeast(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => [makeFinding(edit, makeMotions(compareBounds(edit.a, edit.b, 'least'), ...targets))])
}

export function compareBounds(a: Json | undefined, b: Json | undefined, kind: 'most' | 'least'): SetMotion {
  if (!isBound(a) || !isBound(b)) return 'unknown'
  if (a === undefined) return b === undefined ? 'same' : 'narrower'
  if (b === undefined) return 'wider'
  const order = compareNumbers(a, b)
  if (order === 0) return 'same'
  return order > 0 === (kind === 'most') ? 'narrower' : 'wider'
}

const isBound = (value: Json | undefined) => value === undefined || isJsonNumber(value)

/** A CEL expression that gives a value. */
export function makeExpressionRule(...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => {
    const way = compareExpressions(edit.a, edit.b, edit)
    return way === 'same' ? [] : [makeFinding(edit, makeMotions(way, ...targets))]
  })
}

/** A CEL condition that restricts a permission. `absent`: the meaning of a missing condition. */
export function makeConditionRule(absent: 'true' | 'false', ...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => {
    const way = compareConditions(edit.a ?? absent, edit.b ?? absent, edit)
    return way === 'same' ? [] : [makeFinding(edit, makeMotions(way, ...targets))]
  })
}

/** Judges names of properties, such as `-note` or `note.text`, after their renaming: that is judged at the property. */
export function withFormerNames(inner: DiffRule): DiffRule {
  return rule((edit) => {
    const a = renameMembers(edit.a, edit.new.membersBefore)
    return equalFacts(a, edit.b) ? [] : inner.judge(equalFacts(a, edit.a) ? edit : { ...edit, a })
  }, inner.inner)
}

function renameMembers(value: Json | undefined, renamed: ReadonlyMap<string, string>): Json | undefined {
  if (typeof value === 'string') return value.replace(/^(-?)([^.]+)/, (_, sign: string, name: string) => sign + (renamed.get(name) ?? name))
  if (isJsonArray(value)) return value.map((each) => renameMembers(each, renamed)!)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renameMembers(each, renamed)!]))
}

/** A set of names. `absent`: the meaning of a missing set. */
export function makeNamesRule(absent: 'none' | 'all', ...targets: readonly AffectedTarget[]): DiffRule {
  return rule((edit) => {
    const way = compareSets(edit.a, edit.b, absent)
    return way === 'same' ? [] : [makeFinding(edit, makeMotions(way, ...targets))]
  })
}

export function compareSets(a: Json | undefined, b: Json | undefined, absent: 'none' | 'all'): SetMotion {
  if (absent === 'all' && (a === undefined || b === undefined)) {
    if (a === b) return 'same'
    return a === undefined ? 'narrower' : 'wider'
  }
  const [before, after] = [toItems(a), toItems(b)]
  const lost = [...before].some((each) => !after.has(each))
  const gained = [...after].some((each) => !before.has(each))
  if (lost && gained) return 'other'
  if (lost) return 'narrower'
  return gained ? 'wider' : 'same'
}

function toItems(value: Json | undefined): ReadonlySet<string> {
  const items = isJsonArray(value) ? value : value === undefined || isNone(value) ? [] : [value]
  return new Set(items.map((each) => (typeof each === 'string' ? each : printCanonical(each))))
}

export function isNone(value: Json | undefined): boolean {
  return isState(value, 'none')
}

export function isOpenValue(value: Json | undefined): boolean {
  return isState(value, 'not shown')
}

function isState(value: Json | undefined, state: string): boolean {
  return isJsonObject(value) && (value as JsonObject)['state'] === state && Object.keys(value).length === 1
}

/** Keys of the language, each with its own rule; `whole` judges the addition or removal of the object that has them. */
export function makeKeysRule(
  inner: { readonly [key: string]: DiffRule },
  whole: { readonly added?: DiffRule; readonly removed?: DiffRule } = {},
): DiffRule {
  return rule((edit) => {
    const { a, b } = edit
    if (a === undefined && whole.added !== undefined) return whole.added.judge(edit)
    if (b === undefined && whole.removed !== undefined) return whole.removed.judge(edit)
    if (!isMap(a) || !isMap(b)) return [makeFinding(edit, makeMotions('other', sentRequests, readResponses))]
    return listMembers(edit).flatMap((member) => judgeSpecified(inner[member.path.at(-1)!] ?? ruleForUnknownKeys, member))
  }, inner)
}

/** An unknown key is never safe. */
const ruleForUnknownKeys: DiffRule = makeUnknownRule(sentRequests, readResponses)

const isMap = (value: Json | undefined): value is JsonObject | undefined =>
  value === undefined || (isJsonObject(value) && !isOpenValue(value))

/** The members that differ; a missing member is compared by its default meaning. */
function listMembers(edit: DocumentEdit): DocumentEdit[] {
  const { a, b, language } = edit
  const [before, after] = [toObject(a), toObject(b)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const key = language?.[name]
    const member = {
      ...edit,
      a: defaultMeaning(before[name], key?.absent),
      b: defaultMeaning(after[name], key?.absent),
      path: [...edit.path, name],
      language: key?.shape.keys?.(),
    }
    return equalFacts(member.a, member.b) ? [] : [member]
  })
}

export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) && !isNone(value) && !isOpenValue(value) ? value : {}
}

export function equalFacts(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && printCanonical(a) === printCanonical(b))
}

const defaults: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['false', false],
  ['1', 1],
  ['one', 1],
  ['3', 3],
  ['deny', 'deny'],
  ['POST', 'POST'],
  ['exponential', 'exponential'],
  ['PT0S', 0],
  ['application/json', 'application/json'],
])

/** `none` if an omitted key means `none`, otherwise the default value that it means. */
function defaultMeaning(value: Json | undefined, absent: string | undefined): Json | undefined {
  const isDefault = value === undefined || (isNone(value) && (absent === undefined || /^none\b/.test(absent) || defaults.has(absent)))
  return isDefault ? defaults.get(absent ?? '') : value
}

/** Elements with names from the author. `formerNames`: the former names of elements of the new edition. */
export function makeEntriesRule(
  inner: DiffRule,
  whole: { readonly added: DiffRule; readonly removed: DiffRule; readonly renamed?: DiffRule },
  formerNames: (edit: DocumentEdit) => ReadonlyMap<string, string> = () => new Map(),
): DiffRule {
  return rule((edit) => {
    const [before, after] = [toObject(edit.a), toObject(edit.b)]
    const renames = formerNames(edit)
    const matchedNames = new Set<string>()
    const findings = Object.keys(after).flatMap((name): readonly DiffFinding[] => {
      const old = name in before ? name : renames.get(name)
      const isMatched = old !== undefined && old in before && (old === name || !(old in after))
      const entryEdit = { ...edit, a: isMatched ? before[old] : undefined, b: after[name], path: [...edit.path, name] }
      if (!isMatched) return whole.added.judge(entryEdit)
      matchedNames.add(old)
      const renamed = old === name || whole.renamed === undefined ? [] : whole.renamed.judge({ ...entryEdit, a: old, b: name })
      return equalFacts(entryEdit.a, entryEdit.b) ? renamed : [...renamed, ...judgeSpecified(inner, entryEdit)]
    })
    const removedNames = Object.keys(before).filter((name) => !matchedNames.has(name) && !(name in after))
    return [
      ...findings,
      ...removedNames.flatMap((name) => whole.removed.judge({ ...edit, a: before[name], b: undefined, path: [...edit.path, name] })),
    ]
  }, inner.inner)
}

/** A guarantee that is no longer specified is withdrawn; a newly specified one may differ from the former behaviour. */
export function judgeSpecified(inner: DiffRule, edit: DocumentEdit): readonly DiffFinding[] {
  if (isOpenValue(edit.b) && edit.a === undefined)
    return [makeFinding(edit, makeMotions('unknown', outcomes, readResponses), { note: 'It is not specified in either edition.' })]
  // A description of another server says little of what it does, so its withdrawal means little.
  if (isOpenValue(edit.b))
    return [
      makeFinding(edit, makeMotions(edit.new.isElsewhere ? 'unknown' : 'wider', outcomes, readResponses), {
        note: 'It is no longer specified.',
      }),
    ]
  if (isOpenValue(edit.a)) return [makeFinding(edit, makeMotions('unknown', outcomes, readResponses), { note: 'It was not specified.' })]
  return inner.judge(edit)
}

export function printFact(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : printCanonical(value)
}
