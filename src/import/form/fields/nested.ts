// Reads fields within fields: groups in parentheses, objects in braces, and fields listed in a sentence.

import { draftPlainText } from '../draft.ts'
import { saysKind } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'

export type Item = { readonly name: string; readonly spec: string }

/** `line1 (text, must have), town (text)`; undefined unless the whole text has this form. */
export function groupItems(text: string): readonly Item[] | undefined {
  const form =
    /^[`*]*([\p{L}_][\p{L}\d_]*(?: [\p{L}\d_]+){0,2})[`*]*\s*\(((?:[^()]|\([^()]*\))*)\)\s*(?:[,;]\s*(?:(?:and|und)\s+)?|(?:and|und)\s+(?:an? |the )?|\.?$)/u
  const items: Item[] = []
  for (let rest = text.trim(); rest !== '';) {
    const match = form.exec(rest)
    if (match === null) return undefined
    items.push({ name: match[1]!, spec: match[2]! })
    rest = rest.slice(match[0].length).trim()
  }
  return items.length > 1 ? items : undefined
}

/** "Boat: name (text, required), berth (3 digits)", "A boat has name (…), berth (…)": the fields after their owner's name. */
export function readLedItems(text: string, words: Words): { readonly owner: string; readonly items: readonly Item[] } | undefined {
  const [, owner, rest] =
    new RegExp(
      String.raw`^(?:${words.articles}\s+)?([\p{L}][\p{L}\d]+(?: [\p{L}\d]+)?)(?::|\s[–—-]|\s(?:${words.hasFieldsVerb}):?)\s+(\S.*)$`,
      'su',
    ).exec(draftPlainText(text)) ?? []
  const items = rest === undefined ? undefined : groupItems(rest.replace(/\.$/, ''))
  return items === undefined ? undefined : { owner: owner!, items: items.map(withKindApart) }
}

/** Kinds of databases that are no words of a label: "file number" is a name. */
const columnKind =
  /^(?:uuid|timestamp(?:tz)?|datetime|(?:big|small)?int(?:eger)?|(?:big)?serial|n?varchar2?|numeric|bool(?:ean)?|jsonb?)\b/i

/** "id uuid PK (generated)": the kind stands between the name and the parentheses. */
export function withKindApart({ name, spec }: Item): Item {
  const [, first, kind, more = ''] = /^(\S+) (\S+)((?: \S+)*)$/.exec(name) ?? []
  return first !== undefined && columnKind.test(kind!)
    ? { name: first, spec: [kind, ...more.trim().split(' '), spec].filter((each) => each !== '').join('; ') }
    : { name, spec }
}

/** `{ "amount": int (minor units), "currency": … }`: the name of each member and the text after it. */
export function readObjectItems(text: string): readonly Item[] | undefined {
  const [, inside] = /^`?\{\s*(.*?)\s*\}`?\.?$/s.exec(text.trim()) ?? []
  if (inside === undefined) return undefined
  const starts = Array.from(inside.matchAll(/(?:^|,\s*)"?([A-Za-z_]\w*)"?\s*:\s*/g))
  // `{ type: string, max: 40 }` describes a value.
  if (
    starts.length === 0 ||
    starts[0]!.index !== 0 ||
    (starts[0]![1] === 'type' &&
      starts.some(([, name]) => /^(?:max|min|required|unique|default|format|values|enum|pattern|length)/i.test(name!)))
  )
    return undefined
  return starts.map((start, index) => ({
    name: start[1]!,
    spec: inside.slice(start.index + start[0].length, starts[index + 1]?.index).trim(),
  }))
}

/** "`id`, `url` (text), `attempts` (int)": at least three fields in a row, each in backticks; a comma stands between them. */
export function readListedItems(text: string): readonly Item[] | undefined {
  const form = /^`([A-Za-z_]\w*)`\s*(?:\(((?:[^()]|\([^()]*\))*)\))?\s*(?:,\s*(?:(?:and|und)\s+)?|\s(?:and|und)\s+(?=`)|\.?$)/
  // "`a` (…), `b` (…) – all required"
  const [tail = '', ofAll = ''] = /\s+[–—-]\s+(?:all|both|each|alle|beide|jeweils)\s+([^`]+?)\.?$/.exec(text) ?? []
  const items: Item[] = []
  for (let rest = text.trim().slice(0, text.trim().length - tail.length); rest !== '';) {
    const match = form.exec(rest)
    if (match === null) return undefined
    items.push({ name: match[1]!, spec: [match[2] ?? '', ofAll].filter((each) => each !== '').join('; ') })
    rest = rest.slice(match[0].length).trim()
  }
  return items.length > (ofAll === '' ? 2 : 1) ? items : undefined
}

/** "A bicycle has a `colour` (text, optional) and an `owner`, which refers to a Customer": each name with the text after it. */
export function readSentenceItems(text: string, words: Words): readonly Item[] | undefined {
  return shareBoth(splitSentenceItems(text, words), words)
}

/** "an `earliest` date and a `latest` date (both required)": what the second says of both. */
function shareBoth(items: readonly Item[] | undefined, { bothAre }: Words): readonly Item[] | undefined {
  return items?.map(({ name, spec }, index) => {
    const [, own] = bothAre.exec(spec) ?? []
    const [, shared] = bothAre.exec(items[index + 1]?.spec ?? '') ?? []
    const plain = own === undefined ? spec : spec.replace(bothAre, own)
    return { name, spec: shared === undefined || index + 1 >= items.length ? plain : `${plain}; ${shared}` }
  })
}

/** `isField`: the text is known to be about fields. */
function splitSentenceItems(text: string, words: Words, isField = false): readonly Item[] | undefined {
  // "All of `a` (…) and `b` (…) are required."
  const [allOf] = words.allOfFields.exec(text) ?? []
  if (allOf !== undefined) return shareTail(splitSentenceItems(text.slice(allOf.length), words, true), text, words)
  const plain = text
    .replace(sharedSubjects, '')
    .replace(/^(`\w+`)\s*\([^()]*\)/, '$1')
    .replace(/^(`\w+`),\s[^,`]+,(?=\s)/, '$1')
  if ((!isField && !words.fieldSentence.test(plain)) || words.computedFrom.test(text)) return undefined
  // "The field `start` is a required date and so is the field `end`."
  const also = words.alsoSo.exec(text)
  if (also !== null && /^\.?$/.test(text.slice(also.index + also[0].length))) {
    const items = readSentenceItems(text.slice(0, also.index), words)
    const last = items?.at(-1)
    return last === undefined
      ? undefined
      : [...items!, ...Array.from(also[0].matchAll(/`(\w+)`/g), ([, name]) => ({ name: name!, spec: last.spec }))]
  }
  // Names in parentheses belong to the description of another one.
  const outside = text.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, (inside) => '('.repeat(inside.length))
  const isBeside = /`\w+`\s*\(/.test(text)
  const all = Array.from((isBeside ? outside : text).matchAll(/`([A-Za-z_]\w*)`/g))
  // "The field `address` is a group of two parts: `street` (…) and `town` (…)": its members.
  const [first, second] = all
  const between = first === undefined || second === undefined ? '' : text.slice(first.index + first[0].length, second.index)
  const group = /:\s*$/.test(between) ? between.replace(words.fieldLead, '') : ''
  const members = group === '' ? undefined : text.slice(second!.index).replace(/\.$/, '')
  if (members !== undefined && words.isGroup.test(group) && groupItems(members) !== undefined)
    return [{ name: first![1]!, spec: `${group.trim()} ${members}` }]
  // "must not lie before `from`" compares the field with another one.
  // "A `Photo` belongs to an album": the subject is the owner of the fields.
  const isOwner = all.length > 1 && /^\p{L}{1,5} $/u.test(text.slice(0, first?.index)) && /^\p{Lu}/u.test(first?.[1] ?? '')
  const values = findValues(text, all, words)
  const names = (isOwner ? all.slice(1) : all).filter(
    (each, at) => (at === 0 && !isOwner) || !(values.has(each) || words.comparedTo.test(text.slice(0, each.index))),
  )
  // "The coordinates are optional decimals, `latitude` from -90 to 90 and …": what the beginning says of all.
  const [, before = ''] = words.saidOfAll.exec(text.slice(0, names[0]?.index)) ?? []
  const ofAll = names.length > 1 && saysKind(before, words) ? before : ''
  return names.length === 0
    ? undefined
    : shareSubjects(text, names, (match, next) => {
        const behind = text.slice(match.index + match[0].length, next?.index)
        const [whole, inside] = /^\s*\(((?:[^()]|\([^()]*\))*)\)/.exec(behind) ?? []
        // "`thesis` (whether one depends on it) is optional": an aside before the verb.
        if (inside !== undefined && !words.fieldVerb.test(behind.slice(whole!.length))) return inside
        return [
          ...behind
            .slice(whole?.length ?? 0)
            .replace(words.fieldTail, '')
            .split(words.fieldClause),
          inside ?? '',
          ofAll,
        ]
          .map((each) => each.replace(words.fieldLead, '').trim())
          .filter((each) => each !== '')
          .join('; ')
      })
}

/** What the text says behind the last of several names with descriptions in parentheses, of each of them. */
function shareTail(items: readonly Item[] | undefined, text: string, words: Words): readonly Item[] | undefined {
  const [, said] = /\)\s+([^()`]+)\.?$/.exec(text) ?? []
  const tail = said?.replace(words.fieldLead, '').replace(/\.$/, '').trim() ?? ''
  return tail === '' ? undefined : items?.map(({ name, spec }) => ({ name, spec: spec.startsWith(tail) ? spec : `${spec}; ${tail}` }))
}

/** "`a` and `b` are dates": the names before the last one, at the beginning of a sentence. */
const sharedSubjects = /^`\w+`(?:\s*,\s*`\w+`)*,?\s+(?:and|und)\s+(?=`\w+`\s)/

/** Items with the text after each name; names that only a comma or *and* separates at the beginning share that of the last one. */
function shareSubjects(
  text: string,
  names: readonly RegExpExecArray[],
  specOf: (match: RegExpExecArray, next: RegExpExecArray | undefined) => string,
): readonly Item[] {
  const end = sharedSubjects.exec(text)?.[0].length ?? 0
  return names.map((match, index) => {
    const last = names.findIndex((each) => each.index >= end)
    const at = match.index < end && last >= 0 ? last : index
    return { name: match[1]!, spec: specOf(names[at]!, names[at + 1]) }
  })
}

/** "`kind` is required and one of `web`, `api`": the words in code that are values of a field. */
function findValues(
  text: string,
  all: readonly RegExpExecArray[],
  { valueLead, valueTail, fieldVerb }: Words,
): ReadonlySet<RegExpExecArray> {
  const found = new Set<RegExpExecArray>()
  for (const [at, each] of all.entries()) {
    const before = all[at - 1]
    const between = text.slice(before === undefined ? 0 : before.index + before[0].length, each.index)
    const isNext =
      before !== undefined && found.has(before) && /^\s*(?:[,/|]\s*(?:(?:or|and|oder|und)\s+)?|(?:or|and|oder|und)\s+)$/.test(between)
    const behind = text.slice(each.index + each[0].length)
    // "and `web` is the default" behind the values.
    const isDefault = valueTail.test(behind) && found.size > 0
    if (valueLead.test(between) || isDefault || (isNext && !fieldVerb.test(behind))) found.add(each)
  }
  return found
}

/** "the floor (whole number, required), the category (…) and the note (optional)": at least three names, each with its description in parentheses. */
export function readArticleItems(text: string, words: Words): readonly Item[] | undefined {
  const form = new RegExp(
    `(?:^|[,;:]\\s*|\\band\\s+)(?:and\\s+)?(?:(?:${words.articles}|its|their|one)\\s+)?(\\p{L}[\\p{L}\\d_'’-]*(?: [\\p{L}\\d_'’-]+){0,2})\\s*\\(((?:[^()]|\\([^()]*\\))*)\\)`,
    'giu',
  )
  const items = Array.from(text.matchAll(form), ([, name, spec]) => ({ name: name!, spec: spec! }))
  return items.length > 2 ? shareBoth(items, words) : undefined
}
