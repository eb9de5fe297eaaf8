// Rules of part 9: which versions are served, for how long, and how they differ from the newest.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import { wayOfExpression } from '../condition.ts'
import type { EffectOnSide, SetMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffRule,
  atLeast,
  conditionRule,
  eachEntry,
  equalFacts,
  factText,
  makeFinding,
  invisibleChange,
  isNone,
  keys,
  motionsOf,
  namesRule,
  objectOf,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  unknownRule,
} from '../rule.ts'

/** A day as text, so that text order is the order of days. */
function day(json: Json | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined
}

/** The end date: an earlier one breaks the promise, and so does one within the promised window. */
const endRule: DiffRule = rule((edit) => {
  const [a, b] = [day(edit.a), day(edit.b)]
  const way: SetMotion = b === undefined || (a !== undefined && b > a) ? 'narrower' : a === undefined ? wayOfFirstEnd(edit, b) : 'wider'
  return [makeFinding(edit, motionsOf(way, outcomes))]
})

/** An end that has passed takes the version from its clients. Without a support window, it is unknown how long they rely on it otherwise. */
function wayOfFirstEnd({ old, new: newEdition, path }: DocumentEdit, endDay: string): SetMotion {
  const { window } = objectOf(objectOf(old.parts.versioning)['compatibility']) as { window?: Json }
  const { deprecated } = objectOf(objectOf(objectOf(newEdition.parts.versioning)['versions'])[path[1]!]) as { deprecated?: Json }
  if (endDay <= newEdition.today) return 'wider'
  if (typeof window !== 'number') return 'unknown'
  return Date.parse(endDay) - Date.parse(day(deprecated) ?? newEdition.today) >= window ? 'narrower' : 'wider'
}

const version: DiffRule = keys({ deprecated: invisibleChange('Answers say so.'), sunset: endRule, retired: endRule })

/** Removing a version breaks its clients unless its end date has passed. */
const removedVersion: DiffRule = rule((edit) => {
  const { sunset, retired } = objectOf(edit.a) as { sunset?: Json; retired?: Json }
  const endDay = day(retired) ?? day(sunset)
  const hasEnded = endDay !== undefined && endDay <= edit.new.today
  return [
    makeFinding(edit, hasEnded ? [] : motionsOf('narrower', sentRequests), {
      note: hasEnded ? `It ended on ${endDay}.` : 'Its clients are no longer served.',
    }),
  ]
})

const current: DiffRule = rule((edit) => {
  const versions = objectOf(objectOf(edit.new.parts.versioning)['versions'])
  const before = typeof edit.a === 'string' ? edit.a : undefined
  const isStillKnown = before !== undefined && before in versions
  return [
    makeFinding(edit, isStillKnown || before === undefined ? [] : motionsOf('narrower', sentRequests), {
      note: isStillKnown ? `\`${before}\` is still accepted.` : 'Clients of the former newest version are no longer served.',
    }),
  ]
})

/** A change between versions determines their clients' view; editing it alters that view. */
const changes: DiffRule = rule(
  (edit) => {
    const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
    return [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .filter((name) => !equalFacts(a[name], b[name]))
      .map((name) => {
        const isNew = a[name] === undefined && isAfter(edit, name)
        const isRemoved = b[name] === undefined
        return makeFinding(
          { ...edit, a: a[name], b: b[name], path: [...edit.path, name] },
          isNew ? [] : motionsOf(isRemoved || hasOtherMembersOnly(a[name], b[name]) ? 'unknown' : 'other', outcomes, readResponses),
          isNew ? { note: 'It describes what is new for clients of earlier versions.' } : {},
        )
      })
  },
  {
    rename: invisibleChange(),
    add: invisibleChange(),
    remove: invisibleChange(),
    default: invisibleChange(),
    retype: invisibleChange(),
    renameState: invisibleChange(),
    renameEndpoint: invisibleChange(),
    restore: invisibleChange(),
  },
)

/** True if two lists of changes differ only in `add` and `remove`: older clients may meet a member more, which they ignore. */
function hasOtherMembersOnly(a: Json | undefined, b: Json | undefined): boolean {
  const [before, after] = [a, b].map((list) => (isJsonArray(list) ? list : []).flatMap((each) => Object.entries(objectOf(each))))
  const names = (list: typeof before): readonly (readonly [name: string, value: Json])[] =>
    list!.flatMap(([kind, content]) => (kind === 'add' || kind === 'remove' ? Object.entries(objectOf(content)) : []))
  // Another value under the same name is what older clients read.
  if (names(before).some(([name, value]) => names(after).some(([other, now]) => other === name && !equalFacts(value, now)))) return false
  return [
    [before!, after!],
    [after!, before!],
  ].every(([some, others]) =>
    some!.every(
      ([kind, content]) =>
        kind === 'add' || kind === 'remove' || others!.some(([other, same]) => other === kind && equalFacts(same, content)),
    ),
  )
}

/** True if the version is newer than the old edition. */
function isAfter({ old }: DocumentEdit, name: string): boolean {
  const declared = objectOf(old.parts.versioning)
  return declared['current'] !== name && !(name in objectOf(declared['versions']))
}

const acceptedVersions = conditionRule('true', sentRequests)

const promises = ['none', 'backward', 'full']

/** The compatibility promises of editions: reducing one withdraws it from clients that rely on it. */
const compatibility: DiffRule = keys({
  promise: rule((edit) => [
    makeFinding(
      edit,
      motionsOf(
        promises.indexOf(factText(edit.b ?? 'none')) < promises.indexOf(factText(edit.a ?? 'none')) ? 'wider' : 'narrower',
        outcomes,
      ),
    ),
  ]),
  window: rule((edit) =>
    edit.a === undefined || edit.b === undefined
      ? [makeFinding(edit, motionsOf(edit.a === undefined ? 'narrower' : 'wider', outcomes))]
      : atLeast(outcomes).judge(edit),
  ),
  open: rule((edit) => namesRule('none', readResponses).judge(edit)),
})

/** True if part 9 declares nothing. */
const lacksVersions = (part: Json): boolean => isNone(part) || !isJsonObject(part) || Object.keys(objectOf(part)).length === 0

/** Judges new versioning by the meaning of requests without a version. */
const scheme: DiffRule = rule(
  (edit) => {
    const pinned = objectOf(edit.new.parts.versioning)['pinned']
    const motions: EffectOnSide[] =
      edit.a === undefined && lacksVersions(edit.old.parts.versioning) && pinned !== undefined && !isNone(pinned)
        ? motionsOf('unknown', sentRequests)
        : motionsOf('other', sentRequests)
    return [makeFinding(edit, motions, edit.a === undefined ? { note: 'Requests that name no version are those of old clients.' } : {})]
  },
  { header: invisibleChange(), query: invisibleChange(), path: invisibleChange() },
)

export const versioningRules: { readonly [key: string]: DiffRule } = {
  scheme,
  value: unknownRule(sentRequests),
  accept: rule((edit) =>
    edit.a === undefined || edit.b === undefined ? [makeFinding(edit, motionsOf('unknown', sentRequests))] : acceptedVersions.judge(edit),
  ),
  pinned: rule((edit) => [
    makeFinding(
      edit,
      motionsOf(edit.a === undefined ? 'wider' : edit.b === undefined ? 'narrower' : wayOfExpression(edit.a, edit.b, edit), sentRequests),
    ),
  ]),
  current,
  versions: eachEntry(version, { added: invisibleChange(), removed: removedVersion }),
  changes,
  compatibility,
}
