// Members of refusals that hold a text for people, which may differ.

import { type Json, createJsonObject, isDecimal, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'

/** The list of several failures contains texts for people, which do not count: only its presence does. */
const isListOfFailures = (name: string): boolean => name === 'errors'

export function withoutTexts(json: Json, texts: ReadonlySet<string>): Json {
  if (isJsonArray(json)) return json.map((item) => withoutTexts(item, texts))
  if (!isJsonObject(json) || isDecimal(json)) return json
  return createJsonObject(
    Object.entries(json).flatMap(([name, value]): [string, Json][] =>
      texts.has(name) ? [] : [[name, isListOfFailures(name) ? null : withoutTexts(value, texts)]],
    ),
  )
}

const defaultTextMembers = ['title', 'detail', 'message']

/** Members of refusals with a text for people, which may differ. A member that only the old form has is missing, and not another text. */
export function listTextMembers(old: Edition, newEdition: Edition): ReadonlySet<string> {
  const [before, after] = [listMembersWithText(old), listMembersWithText(newEdition)]
  return new Set([...defaultTextMembers, ...before]).difference(before.difference(after))
}

/** The names of members that show what an entry says to people: `reason: error.title`. */
function listMembersWithText({ parts: { errors } }: Edition): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (template: Json, name: string): void => {
    if (isJsonArray(template)) for (const each of template) visit(each, name)
    else if (isJsonObject(template)) for (const [member, each] of Object.entries(template)) visit(each, member.replace(/^\?/, ''))
    else if (typeof template === 'string' && /\berror\.(?:title|detail)\b/.test(template)) names.add(name)
  }
  const { body, catalogue } = isJsonObject(errors) ? (errors as { readonly [name: string]: Json }) : {}
  const bodies = isJsonObject(catalogue)
    ? Object.values(catalogue).map((entry) => (isJsonObject(entry) ? (entry as { readonly [name: string]: Json })['body'] : undefined))
    : []
  for (const each of [body, ...bodies]) if (each !== undefined) visit(each, '')
  return names
}
