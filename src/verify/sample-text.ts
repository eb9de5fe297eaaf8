// Converts values of candidates to the form that a request sends: words of a path or query, texts marked with a tag, JSON Patch.

import { type Json, isJsonObject, printJson } from '../base/json.ts'
import { printPointer } from '../schema/failure.ts'
import type { Schema } from '../schema/schema.ts'

/** The text of a value in a path or query. */
export function printWord(value: Json): string {
  return typeof value === 'string' ? value : printJson(value)
}

/** The text with upper and lower case exchanged. A letter whose other case has another length stays, because a schema may limit that. */
export function swapCase(text: string): string {
  return Array.from(text)
    .map((letter) => {
      const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      return swapped.length === letter.length ? swapped : letter
    })
    .join('')
}

/** A server may keep an address in small letters. */
function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Adds `tag` to a text if the schema restricts only its length; gives e-mail addresses a reserved domain. */
export function tagText(text: string, schema: Schema, tag: string): string {
  if (typeof schema === 'boolean') return text
  if (schema.format === 'email')
    return `${tag}-${capitalise(text.replaceAll(/[^a-z]/gi, '').slice(0, 20))}@example.org`.slice(-(schema.maxLength ?? 100))
  if (schema.format !== undefined || schema.pattern !== undefined || schema.enum !== undefined || schema.const !== undefined) return text
  const length = Array.from(text).length
  const tagged = `${tag} ${text}`
  return length + tag.length + 1 <= (schema.maxLength ?? 200) ? tagged : text
}

/** The JSON Patch that sets the members of an object; `add` also replaces a member (RFC 6902, section 4.1). */
export function asJsonPatch(members: Json): Json {
  return isJsonObject(members)
    ? Object.entries(members).map(([name, value]) => ({ op: 'add', path: printPointer([name]), value }))
    : members
}
