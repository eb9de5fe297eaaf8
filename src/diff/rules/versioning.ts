// Rules of part 9: which versions are served, for how long, and how they differ from the newest.

import { type Json, isJsonObject } from '../../base/json.ts'
import type { Motion, Way } from '../law.ts'
import { type Edit, type Rule, atLeast, each, equal, finding, isNone, keys, move, names, objectOf, outcome, quiet, read, rule, sent, textOf, unknown } from '../rule.ts'

/** Days, as texts that sort as they follow each other. */
function day(said: Json | undefined): string | undefined {
  return typeof said === 'string' ? said : undefined
}

/** The day on which something ends: an earlier one withdraws what was promised, and so does one within the window that was. */
const end: Rule = rule((edit) => {
  const [a, b] = [day(edit.a), day(edit.b)]
  const way: Way = b === undefined || (a !== undefined && b > a) ? 'narrower' : a === undefined ? wayOfWindow(edit, b) : 'wider'
  return [finding(edit, move(way, outcome))]
})

/** Without a window nobody knows how long clients count on a version. */
function wayOfWindow({ old, new: now, path }: Edit, last: string): Way {
  const { window } = objectOf(objectOf(old.parts.versioning)['compatibility']) as { window?: Json }
  const { deprecated } = objectOf(objectOf(objectOf(now.parts.versioning)['versions'])[path[1]!]) as { deprecated?: Json }
  if (typeof window !== 'number') return 'unknown'
  return Date.parse(last) - Date.parse(day(deprecated) ?? now.today) >= window ? 'narrower' : 'wider'
}

const version: Rule = keys({ deprecated: quiet('Answers say so.'), sunset: end, retired: end })

/** A version that is gone, and did not end before, is missed. */
const removedVersion: Rule = rule((edit) => {
  const { sunset, retired } = objectOf(edit.a) as { sunset?: Json; retired?: Json }
  const last = day(retired) ?? day(sunset)
  const isOver = last !== undefined && last <= edit.new.today
  return [finding(edit, isOver ? [] : move('narrower', sent), { note: isOver ? `It ended on ${last}.` : 'Its clients are served no more.' })]
})

const current: Rule = rule((edit) => {
  const versions = objectOf(objectOf(edit.new.parts.versioning)['versions'])
  const before = typeof edit.a === 'string' ? edit.a : undefined
  const isKept = before !== undefined && before in versions
  return [finding(edit, isKept || before === undefined ? [] : move('narrower', sent), { note: isKept ? `\`${before}\` is still known.` : 'Clients of the newest version before are served no more.' })]
})

/** What turned a version into the next is what its clients see: changed afterwards, they see something else. */
const changes: Rule = rule((edit) => {
  const [a, b] = [objectOf(edit.a), objectOf(edit.b)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => !equal(a[name], b[name])).map((name) => {
    const isNew = a[name] === undefined && isAfter(edit, name)
    const isOver = b[name] === undefined
    return finding({ ...edit, a: a[name], b: b[name], path: [...edit.path, name] }, isNew ? [] : move(isOver ? 'unknown' : 'other', outcome, read), isNew ? { note: 'It tells what is new to clients of the versions before.' } : {})
  })
}, { rename: quiet(), add: quiet(), remove: quiet(), default: quiet(), retype: quiet(), renameState: quiet(), renameEndpoint: quiet(), restore: quiet() })

/** Whether the version is newer than what the old edition described. */
function isAfter({ old }: Edit, name: string): boolean {
  const said = objectOf(old.parts.versioning)
  return said['current'] !== name && !(name in objectOf(said['versions']))
}

const promises = ['none', 'backward', 'full']

/** What editions promise: less than before is withdrawn from those who rely on it. */
const compatibility: Rule = keys({
  promise: rule((edit) => [finding(edit, move(promises.indexOf(textOf(edit.b ?? 'none')) < promises.indexOf(textOf(edit.a ?? 'none')) ? 'wider' : 'narrower', outcome))]),
  window: rule((edit) => (edit.a === undefined || edit.b === undefined ? [finding(edit, move(edit.a === undefined ? 'narrower' : 'wider', outcome))] : atLeast(outcome).judge(edit))),
  open: rule((edit) => names('none', read).judge(edit)),
  rules: quiet('Names for people.'),
})

/** Whether a part says nothing about versions. */
const isSilent = (part: Json): boolean => isNone(part) || !isJsonObject(part) || Object.keys(objectOf(part)).length === 0

/** Versions where there were none: what requests that name none mean decides. */
const scheme: Rule = rule((edit) => {
  const pinned = objectOf(edit.new.parts.versioning)['pinned']
  const motions: Motion[] = edit.a === undefined && isSilent(edit.old.parts.versioning) && pinned !== undefined && !isNone(pinned) ? move('unknown', sent) : move('other', sent)
  return [finding(edit, motions, edit.a === undefined ? { note: 'Requests that name no version are those of old clients.' } : {})]
}, { header: quiet(), query: quiet() })

export const versioningRules: { readonly [key: string]: Rule } = {
  scheme,
  value: unknown(sent),
  accept: unknown(sent),
  pinned: rule((edit) => [finding(edit, move(edit.a === undefined ? 'wider' : edit.b === undefined ? 'narrower' : 'unknown', sent))]),
  current,
  versions: each(version, { added: quiet(), removed: removedVersion }),
  changes,
  compatibility,
}

