// The members of an answer about no record: the source names them, and does not say what they show.

import { type DraftEntry, type DraftValue, draftEntry, draftText, draftWord, gap, map } from '../draft.ts'
import { findOnlyValue } from './carried.ts'
import { readFields, resolveItems } from './fields.ts'
import type { At, Spec } from './spec.ts'

/** Deeper members would hide the document. */
const deepest = 3

/** A template with a gap for each member; only a gap for an answer that is no object. */
export function describeMembers(at: At, spec: Spec, depth = 1): DraftValue {
  const fields = depth > deepest || resolveItems(at, spec) !== undefined ? undefined : readFields(at, spec)
  const names = [...(fields?.properties.keys() ?? [])]
  // A template whose only member is `const` is a constant.
  if (fields === undefined || names.length === 0 || (names.length === 1 && names[0] === 'const')) return gap
  return map(
    ...[...fields.properties].map(([name, inner]): DraftEntry => {
      const only = findOnlyValue(inner, spec)
      const value = only === undefined ? describeMembers(inner, spec, depth + 1) : map(draftEntry('const', constant(only.value)))
      return { ...draftEntry(name, value), ...(!fields.required.has(name) && /^[A-Za-z_$][\w$-]*$/.test(name) ? { optional: true } : {}) }
    }),
  )
}

const constant = (value: string | number | boolean): DraftValue => (typeof value === 'string' ? draftText(value) : draftWord(value))
