// Builds the value of a form from its names and texts: brackets in a name lead to the members and items of the schema.

import { type Json, createJsonObject } from '../base/json.ts'
import { admits, everyKind } from './kind.ts'
import { readTexts } from './parameter.ts'
import type { SchemaPlace } from './place.ts'

/** A text with the way to it: `lines[0][sku]` is `lines`, `0`, `sku`; `tags[]` is `tags` and an empty step. */
export type FormText = { readonly path: readonly string[]; readonly text: string }

/** A text that does not parse as its schema's type stays a text, which the schema then refuses. */
export function readForm(place: SchemaPlace, texts: readonly FormText[]): Json {
  return createJsonObject([...groupByStep(texts)].map(([name, inner]) => [name, readMember(memberPlace(place, name), inner)]))
}

function readMember(place: SchemaPlace | undefined, texts: readonly FormText[]): Json {
  const isList = place !== undefined && place.kinds !== everyKind && admits(place.kinds, 'array')
  const here = texts.filter(({ path }) => path.every((step) => isList && step === ''))
  if (here.length === texts.length) {
    return readTexts(
      place,
      here.map(({ text }) => text),
      'repeated',
    )
  }
  // A value is either a text or has members.
  if (here.length > 0) return texts.map(({ text }) => text)
  const steps = groupByStep(texts)
  if (isList && [...steps.keys()].every((step) => /^\d{1,9}$/.test(step))) {
    const rules = place.array()
    const items = [...steps].toSorted(([a], [b]) => Number(a) - Number(b))
    return items.map(([, inner], index) => readMember(rules.item(index).place, inner))
  }
  return createJsonObject([...steps].map(([name, inner]) => [name, readMember(memberPlace(place, name), inner)]))
}

function memberPlace(place: SchemaPlace | undefined, name: string): SchemaPlace | undefined {
  if (place === undefined) return undefined
  const rules = place.object()
  return (rules.members.find((member) => member.name === name) ?? rules.other(name)).place
}

function groupByStep(texts: readonly FormText[]): Map<string, FormText[]> {
  const groups = new Map<string, FormText[]>()
  for (const { path, text } of texts) groups.getOrInsertComputed(path[0] ?? '', () => []).push({ path: path.slice(1), text })
  return groups
}
