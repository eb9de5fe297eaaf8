// Patterns that narrow `invalid` to a member and a keyword.

import { keywords } from '../schema/dialect.ts'
import { type SchemaFailure, parsePointer } from '../schema/failure.ts'

/** `address.city` within the place, and the keyword that failed; at least one is present. */
export type Failing = { readonly member?: string; readonly keyword?: string }

/** Failures in addition to those of JSON Schema's keywords; `path` and `test` are those of a JSON Patch. */
const ownKeywords = ['maxBytes', 'readOnly', 'path', 'test'] as const

/** Keywords that report no failure themselves: another keyword fails. */
export const transparentKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'if',
  'items',
  'prefixItems',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$ref',
  'discriminator',
  'default',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
])

/** The keywords that a failure of a schema can name. */
export const failingKeywords: ReadonlySet<string> = new Set([
  ...[...keywords.keys()].filter((keyword) => !transparentKeywords.has(keyword)),
  ...ownKeywords,
])

/** True if `wider` names everything that `narrower` does. */
export function coversFailing(wider: Failing | undefined, narrower: Failing | undefined): boolean {
  if (wider === undefined) return true
  if (narrower === undefined) return false
  if (wider.keyword !== undefined && wider.keyword !== narrower.keyword) return false
  return wider.member === undefined || (narrower.member !== undefined && isWithin(narrower.member, wider.member))
}

/** A keyword is more specific than a member, and a longer path more specific than a shorter one. */
export function rankFailing({ member, keyword }: Failing): number {
  return (keyword === undefined ? 0 : 8) + (member === undefined ? 0 : Math.min(7, member.split('.').length))
}

/** True if a failure of a request is one that the pattern names; the index of an item is no member. */
export function isFailing(
  { member, keyword }: Failing,
  failure: Pick<SchemaFailure, 'property' | 'keyword'> & { readonly pointer?: string },
): boolean {
  if (keyword !== undefined && keyword !== failure.keyword) return false
  if (member === undefined) return true
  const steps = failure.pointer === undefined ? undefined : parsePointer(failure.pointer)?.filter((step) => !/^\d+$/.test(step))
  const path = steps === undefined ? failure.property : steps.join('.')
  return path !== undefined && isWithin(path.toLowerCase(), member.toLowerCase())
}

/** True for the member itself, and for everything inside it. */
export function isWithin(path: string, member: string): boolean {
  return path === member || path.startsWith(`${member}.`) || path.startsWith(`${member}[`)
}
