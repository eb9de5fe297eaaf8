// Rules of part 9: which versions are served, for how long, and how they differ from the newest.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import { compareConditions, compareExpressions } from '../condition.ts'
import type { EffectOnSide, SetMotion } from '../law.ts'
import {
  type DocumentEdit,
  type DiffRule,
  atLeast,
  makeConditionRule,
  makeEntriesRule,
  equalFacts,
  printFact,
  makeFinding,
  makeInvisibleRule,
  isNone,
  makeKeysRule,
  makeMotions,
  makeNamesRule,
  toObject,
  outcomes,
  readResponses,
  rule,
  sentRequests,
  makeUnknownRule,
} from '../rule.ts'

/** A day as text, so that text order is the order of days. */
function readDay(json: Json | undefined): string | undefined {
  return typeof json === 'string' ? json : undefined
}

/** The end date: an earlier one breaks the promise, and so does one within the promised window. */
const endRule: DiffRule = rule((edit) => {
  const [a, b] = [readDay(edit.a), readDay(edit.b)]
  const way: SetMotion = b === undefined || (a !== undefined && b > a) ? 'narrower' : a === undefined ? compareFirstEnd(edit, b) : 'wider'
  return [makeFinding(edit, makeMotions(way, outcomes))]
})

/** An end that has passed takes the version from its clients. Without a support window, it is unknown how long they rely on it otherwise. */
function compareFirstEnd({ old, new: newEdition, path }: DocumentEdit, endDay: string): SetMotion {
  const { window } = toObject(toObject(old.parts.versioning)['compatibility']) as { window?: Json }
  const { deprecated } = toObject(toObject(toObject(newEdition.parts.versioning)['versions'])[path[1]!]) as { deprecated?: Json }
  if (endDay <= newEdition.today) return 'wider'
  if (typeof window !== 'number') return 'unknown'
  return Date.parse(endDay) - Date.parse(readDay(deprecated) ?? newEdition.today) >= window ? 'narrower' : 'wider'
}

const version: DiffRule = makeKeysRule({ deprecated: makeInvisibleRule('Answers say so.'), sunset: endRule, retired: endRule })

/** Removing a version breaks its clients unless its end date has passed. */
const removedVersion: DiffRule = rule((edit) => {
  const { sunset, retired } = toObject(edit.a) as { sunset?: Json; retired?: Json }
  const endDay = readDay(retired) ?? readDay(sunset)
  const hasEnded = endDay !== undefined && endDay <= edit.new.today
  return [
    makeFinding(edit, hasEnded ? [] : makeMotions('narrower', sentRequests), {
      note: hasEnded ? `It ended on ${endDay}.` : 'Its clients are no longer served.',
    }),
  ]
})

const current: DiffRule = rule((edit) => {
  const { versions, accept } = toObject(edit.new.parts.versioning) as { versions?: Json; accept?: Json }
  const before = typeof edit.a === 'string' ? edit.a : undefined
  const isAccepted = (version: string): boolean =>
    typeof accept === 'string' && ['same', 'wider'].includes(compareConditions(`version == ${JSON.stringify(version)}`, accept, edit))
  const isStillKnown = before !== undefined && (before in toObject(versions) || isAccepted(before))
  return [
    makeFinding(edit, isStillKnown || before === undefined ? [] : makeMotions('narrower', sentRequests), {
      note: isStillKnown ? `\`${before}\` is still accepted.` : 'Clients of the former newest version are no longer served.',
    }),
  ]
})

/** A change between versions determines their clients' view; editing it alters that view. */
const changes: DiffRule = rule(
  (edit) => {
    const [a, b] = [toObject(edit.a), toObject(edit.b)]
    return [...new Set([...Object.keys(a), ...Object.keys(b)])]
      .filter((name) => !equalFacts(a[name], b[name]))
      .map((name) => {
        const isNew = a[name] === undefined && isAfter(edit, name)
        const isRemoved = b[name] === undefined
        return makeFinding(
          { ...edit, a: a[name], b: b[name], path: [...edit.path, name] },
          isNew ? [] : makeMotions(isRemoved || hasOtherMembersOnly(a[name], b[name]) ? 'unknown' : 'other', outcomes, readResponses),
          isNew ? { note: 'It describes what is new for clients of earlier versions.' } : {},
        )
      })
  },
  {
    rename: makeInvisibleRule(),
    add: makeInvisibleRule(),
    remove: makeInvisibleRule(),
    default: makeInvisibleRule(),
    retype: makeInvisibleRule(),
    renameState: makeInvisibleRule(),
    renameEndpoint: makeInvisibleRule(),
    restore: makeInvisibleRule(),
  },
)

/** True if two lists of changes differ only in `add` and `remove`: older clients may meet a member more, which they ignore. */
function hasOtherMembersOnly(a: Json | undefined, b: Json | undefined): boolean {
  const [before, after] = [a, b].map((list) => (isJsonArray(list) ? list : []).flatMap((each) => Object.entries(toObject(each))))
  const names = (list: typeof before): readonly (readonly [name: string, value: Json])[] =>
    list!.flatMap(([kind, content]) => (kind === 'add' || kind === 'remove' ? Object.entries(toObject(content)) : []))
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
  const declared = toObject(old.parts.versioning)
  return declared['current'] !== name && !(name in toObject(declared['versions']))
}

const acceptedVersions = makeConditionRule('true', sentRequests)

const promises = ['none', 'backward', 'full']

/** The compatibility promises of editions: reducing one withdraws it from clients that rely on it. */
const compatibility: DiffRule = makeKeysRule({
  promise: rule((edit) => [
    makeFinding(
      edit,
      makeMotions(
        promises.indexOf(printFact(edit.b ?? 'none')) < promises.indexOf(printFact(edit.a ?? 'none')) ? 'wider' : 'narrower',
        outcomes,
      ),
    ),
  ]),
  window: rule((edit) =>
    edit.a === undefined || edit.b === undefined
      ? [makeFinding(edit, makeMotions(edit.a === undefined ? 'narrower' : 'wider', outcomes))]
      : atLeast(outcomes).judge(edit),
  ),
  open: rule((edit) => makeNamesRule('none', readResponses).judge(edit)),
})

/** True if part 9 declares nothing. */
const lacksVersions = (part: Json): boolean => isNone(part) || !isJsonObject(part) || Object.keys(toObject(part)).length === 0

/** Judges new versioning by the meaning of requests without a version. */
const scheme: DiffRule = rule(
  (edit) => {
    const pinned = toObject(edit.new.parts.versioning)['pinned']
    const motions: EffectOnSide[] =
      edit.a === undefined && lacksVersions(edit.old.parts.versioning) && pinned !== undefined && !isNone(pinned)
        ? makeMotions('unknown', sentRequests)
        : makeMotions('other', sentRequests)
    return [makeFinding(edit, motions, edit.a === undefined ? { note: 'Requests that name no version are those of old clients.' } : {})]
  },
  { header: makeInvisibleRule(), query: makeInvisibleRule(), path: makeInvisibleRule() },
)

export const versioningRules: { readonly [key: string]: DiffRule } = {
  scheme,
  value: makeUnknownRule(sentRequests),
  accept: rule((edit) =>
    edit.a === undefined || edit.b === undefined ? [makeFinding(edit, makeMotions('unknown', sentRequests))] : acceptedVersions.judge(edit),
  ),
  pinned: rule((edit) => [
    makeFinding(
      edit,
      makeMotions(
        edit.a === undefined ? 'wider' : edit.b === undefined ? 'narrower' : compareExpressions(edit.a, edit.b, edit),
        sentRequests,
      ),
    ),
  ]),
  current,
  versions: makeEntriesRule(version, { added: makeInvisibleRule(), removed: removedVersion }),
  changes,
  compatibility,
}
