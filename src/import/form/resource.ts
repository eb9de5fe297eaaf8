// Resolves the resources and shapes of a form by the words for them.

import { makeResourceName, normaliseSpelling, singularize } from '../names.ts'
import type { Statement } from './statement.ts'
import type { FieldCells } from './kinds/type-cell.ts'

export type Resource = {
  readonly name: string
  readonly isShape: boolean
  readonly fields: Map<string, FieldCells>
  key: string | undefined
  readonly statements: Map<string, Statement>
  /** Clauses about fields that are not understood on their own, because they may be about other fields too. */
  readonly openClauses: OpenClause[]
}

/** `asks`: the questions about the clause; `presenceAsks`: those about when the field is there. */
export type OpenClause = {
  readonly field: string
  readonly clause: string
  readonly statement: Statement
  readonly asks: readonly string[]
  readonly presenceAsks: readonly string[]
}

/** A resource or shape without fields. */
export function makeResource(name: string, isShape: boolean): Resource {
  return { name, isShape, fields: new Map(), key: undefined, statements: new Map(), openClauses: [] }
}

export type FormResources = { readonly all: readonly Resource[]; named(word: string): Resource | undefined }

/** The title without the number of a table: `Table 2-1: Meter`. */
export function withoutCaption(title: string): string {
  return title.replace(
    /^(?:(?:business|information|data|domain|core|master|main|supporting|fachliches?|logical|persistent) )?(?:table|tab\.?|slide|sheet|page|screen|card|folie|blatt|tabelle|listing|entity|entität|resource|object|ressource|objekt|record|class|klasse|type|article|artikel|art\.?|annex|clause|schedule|datenobjekt|geschäftsobjekt)\s*(?:\d*[.\d]*|\d+[-–]\d+)\s*[:.–—-]\s+/i,
    '',
  )
}

/** The name in a heading: `2.1 Account`, `Book (`bk_`)`, `shipment.status`. Undefined for a sentence. */
export function readOwner(title: string): string | undefined {
  const name = withoutCaption(
    title
      .replaceAll(/[*`]|\([^)]*\)|:\s*$/g, '')
      .replace(/^\d+(?:\.\d+)*\.?\s+(?=\p{L}[\p{L} ]*:\s)/u, '')
      .trim(),
  )
    .replace(/[:.]$/, '')
    .replace(/^\s*(?:\d+[.\d]*\.?|[a-z]\)|[A-Z][.)]|[-–])\s+/, '')
    .replace(/\.(?:status|state)\b.*$/, '')
    .replace(/^(?:an?|the|resource|entity|shape|eine?|die|der|das)\s+/i, '')
    .trim()
  return /^[\p{L}_][\p{L}\d_ -]*$/u.test(name) && name.split(/\s+/).length <= 3 ? name : undefined
}

export function findNamed(all: readonly Resource[], word: string): Resource | undefined {
  const plain = word.replaceAll('`', '').trim()
  const named = (wanted: string): Resource | undefined =>
    all.find(({ name }) => name.toLowerCase() === makeResourceName(wanted).toLowerCase())
  const one = makeResourceName(singularize(plain)).toLowerCase()
  return (
    named(plain) ??
    named(singularize(plain)) ??
    all.find(({ name }) => singularize(name).toLowerCase() === one) ??
    all.find(({ name }) => /^(?:e|n|en|er|nen|s)$/i.test(findInflection(plain, name) ?? '')) ??
    findEndingWith(all, makeResourceName(singularize(plain)))
  )
}

/**
 * The resource of a collection in a path: `/staff` for StaffMember, if no other name begins so. What refers to it by `staff_id` is another
 * one.
 */
export function findCollection(resources: FormResources, segment: string): Resource | undefined {
  const word = makeResourceName(singularize(segment))
  const key = `${normaliseSpelling(word)}id`
  const begun = resources.all.filter(
    ({ name, isShape, fields }) =>
      !isShape &&
      word.length > 2 &&
      new RegExp(`^${word}(?=[A-Z])`).test(name) &&
      ![...fields.keys()].some((field) => normaliseSpelling(field) === key),
  )
  return resources.named(segment) ?? (begun.length === 1 ? begun[0] : undefined)
}

/** The ending that a word adds to a name, such as a German plural: `Kurse`, `Anmeldungen`. */
function findInflection(word: string, name: string): string | undefined {
  return name.length > 2 && word.toLowerCase().startsWith(name.toLowerCase()) ? word.slice(name.length) : undefined
}

/** The only name that ends with the word: SeasonPass for `pass`. */
function findEndingWith(all: readonly Resource[], word: string): Resource | undefined {
  const found = word.length < 3 ? [] : all.filter(({ name, isShape }) => !isShape && name.length > word.length && name.endsWith(word))
  return found.length === 1 ? found[0] : undefined
}
