// Builds the text of a JSON value from SQL expressions: literals, and members and items in their order, unless they are null or hidden.

import { never } from '../predicate/visible.ts'
import { failTranslation } from '../predicate/translation.ts'

/**
 * SQL expressions whose texts are concatenated. `nullable`: there is one expression, and it is NULL if the value is null or absent;
 * `concat` prints NULL as nothing.
 */
export type JsonText = {
  readonly pieces: readonly string[]
  readonly nullable: boolean
  /** The text with `null` for no value, if that is shorter than with `coalesce`. */
  readonly withNull?: string
  /** The text is hidden if this condition is false. */
  readonly where?: string
  /** The only expression is NULL if it is hidden; null is then printed. */
  readonly hides?: true
}

/** A member or leaf: without a value it is omitted, or null. */
export type JsonLeaf = JsonText & { readonly leftOut: boolean }

/** Database functions accept 100 arguments; longer texts use several calls. */
const maxArguments = 100

export function joinPieces(pieces: readonly string[]): string {
  const merged = mergeLiterals(pieces)
  if (merged.length === 1) return merged[0]!
  if (merged.length <= maxArguments) return `concat(${merged.join(', ')})`
  const parts = Array.from({ length: Math.ceil(merged.length / maxArguments) }, (_, index) =>
    merged.slice(index * maxArguments, (index + 1) * maxArguments),
  )
  return joinPieces(parts.map((part) => joinPieces(part)))
}

/** A constant text of the statement. */
export function toLiteralPiece(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const isLiteral = /^'(?:[^']|'')*'$/

function mergeLiterals(pieces: readonly string[]): readonly string[] {
  const merged: string[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (last !== undefined && isLiteral.test(last) && isLiteral.test(piece))
      merged[merged.length - 1] = `${last.slice(0, -1)}${piece.slice(1)}`
    else merged.push(piece)
  }
  return merged
}

/** The text, or `null` without a value. */
export function printOrNull({ pieces, nullable, withNull }: JsonText): readonly string[] {
  if (withNull !== undefined) return [withNull]
  return nullable ? [`coalesce(${pieces[0]!}, 'null')`] : pieces
}

export function toVisibleText(...pieces: string[]): JsonText {
  return { pieces, nullable: false }
}

export const hiddenText: JsonText = { pieces: ['NULL'], nullable: false, hides: true }

/** Adds a hiding condition to a text. The condition's parameters precede the text's. */
export function hideUnless(text: JsonText, where: string | undefined): JsonText {
  if (where === undefined) return text
  if (where === never || text.where === never) return hiddenText
  if (text.hides === true) return { pieces: [`CASE WHEN ${where} THEN ${text.pieces[0]!} END`], nullable: false, hides: true }
  return { ...text, where: text.where === undefined ? where : `${where} AND ${text.where}` }
}

/** The text, or `null` without a value, as one expression that is NULL if it is hidden. */
export function orHidden(text: JsonText): string {
  const { where } = text
  const sql = joinPieces(printOrNull(text))
  return where === undefined ? sql : `CASE WHEN ${where} THEN ${sql} END`
}

export function canHide({ where, hides }: JsonText): boolean {
  return where !== undefined || hides === true
}

/** Members in their order. An object would put names that are numbers first, and take one name once. */
export function canJoin(names: readonly string[]): boolean {
  return new Set(names).size === names.length && !names.some((name) => /^\d+$/.test(name))
}

export function joinMembers(all: readonly (readonly [name: string, leaf: JsonLeaf])[]): JsonText {
  if (!canJoin(all.map(([name]) => name))) return failTranslation()
  const members = all.filter(([, leaf]) => !isHidden(leaf))
  const [first] = members
  if (first === undefined) return toVisibleText("'{}'")
  const [, leaf] = first
  if ((leaf.leftOut && leaf.nullable) || canHide(leaf))
    return toVisibleText("'{'", `substr(${joinPieces(members.flatMap(([name, each]) => listMemberPieces(name, each)))}, 2)`, "'}'")
  const [prefix, ...rest] = members.flatMap(([name, each]) => listMemberPieces(name, each))
  return toVisibleText("'{'", `'${prefix!.slice(2)}`, ...rest, "'}'")
}

/** Items in their order, without hidden ones. */
export function joinItems(all: readonly JsonText[]): JsonText {
  const items = all.filter((item) => !isHidden(item))
  if (!items.some(canHide))
    return toVisibleText("'['", ...items.flatMap((item, index) => (index === 0 ? printOrNull(item) : ["','", ...printOrNull(item)])), "']'")
  return toVisibleText("'['", `substr(${joinPieces(items.flatMap((item) => withComma("','", { ...item, leftOut: false })))}, 2)`, "']'")
}

/** With a comma before it. */
export function listMemberPieces(name: string, leaf: JsonLeaf): readonly string[] {
  return withComma(toLiteralPiece(`,${JSON.stringify(name)}:`), leaf)
}

/** The text after the comma; both are empty if it is omitted. */
function withComma(prefix: string, leaf: JsonLeaf): readonly string[] {
  const { where } = leaf
  if (isHidden(leaf)) return []
  if (leaf.hides === true) return [`${prefix} || ${leaf.pieces[0]!}`]
  const canBeLeftOut = leaf.leftOut && leaf.nullable
  if (where !== undefined)
    return [`CASE WHEN ${where} THEN ${canBeLeftOut ? `${prefix} || ${leaf.pieces[0]!}` : joinPieces([prefix, ...printOrNull(leaf)])} END`]
  return canBeLeftOut ? [`${prefix} || ${leaf.pieces[0]!}`] : [prefix, ...printOrNull(leaf)]
}

/** True if it is hidden regardless of the record. */
function isHidden({ hides, pieces }: JsonText): boolean {
  return hides === true && pieces[0] === 'NULL'
}
