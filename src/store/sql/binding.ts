// The bound values of a statement: each parameter is computed once, in the form of its column.

import {
  type Decimal,
  addDecimals,
  compareDecimals,
  makeDecimal,
  convertNumberToDecimal,
  roundDecimal,
  subtractDecimals,
} from '../../base/decimal.ts'
import { EvaluationError, evaluate } from '../../cel/evaluate.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { foldValue } from '../../cel/values/fold.ts'
import { isHidden } from '../../cel/values/hidden.ts'
import { isList } from '../../cel/values/kind.ts'
import { noRecordsHost } from '../../exchange/names.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { QueryContext, CallerContext } from '../../meaning/store.ts'
import type { ComparedAs, Kept } from '../layout.ts'
import { canEncode, encode, encodeFolded, listKeyParts } from './codec.ts'
import type { SqlValue } from './database.ts'
import type { SqlParameter } from './predicate/translation.ts'

/** A query context with its tenant's values per resource; undefined in a query over all tenants. */
export type TenantQueryContext = QueryContext & { readonly tenant: (resource: string) => readonly SqlValue[] | undefined }

/** Computes the values of parameters. `fixed`: the values, if they are the same for every query. */
export type Binder = { readonly fixed: readonly SqlValue[] | undefined; bind(asker: TenantQueryContext): readonly SqlValue[] | undefined }

/** Constant parameters are computed once. */
export function makeBinder(parameters: readonly SqlParameter[], keys: RecordKeys): Binder {
  const fixed = parameters.every(
    ({ expression, as, guards }) => as.kind !== 'tenant' && as.kind !== 'own' && isFixed(expression) && guards === undefined,
  )
    ? bindAll(parameters, noContext, keys)
    : undefined
  return { fixed, bind: (asker) => fixed ?? bindAll(parameters, asker, keys) }
}

const noContext: TenantQueryContext = { variables: new Map(), host: noRecordsHost, tenant: () => undefined }

const fixedKinds: ReadonlySet<Expression['kind']> = new Set(['literal', 'negate', 'not', 'and', 'or', 'binary', 'conditional', 'list'])

/** True if it consists of literals alone. */
function isFixed(expression: Expression): boolean {
  return fixedKinds.has(expression.kind) && partsOf(expression).every((part) => isFixed(part.expression))
}

/**
 * Undefined if a parameter fails or cannot be encoded. Evaluation per record might never need that value, so the caller then evaluates the
 * records one by one.
 */
export function bindAll(parameters: readonly SqlParameter[], asker: TenantQueryContext, keys: RecordKeys): SqlValue[] | undefined {
  let callerContext: CallerContext | undefined
  const values: SqlValue[] = []
  try {
    for (const parameter of parameters) {
      if (parameter.forCaller === true || parameter.as.kind === 'own') callerContext ??= asker.callerContext?.() ?? refuseBinding()
      values.push(bindOne(parameter, asker, callerContext, keys))
    }
    return values
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof Unbindable || isHidden(error)) return undefined
    throw error
  }
}

/** `shownTo` is present if the parameter needs it. */
function bindOne(
  { expression, as, guards, forCaller, type }: SqlParameter,
  asker: TenantQueryContext,
  shownTo: CallerContext | undefined,
  keys: RecordKeys,
): SqlValue {
  if (as.kind === 'tenant') return bindTenantValue(as, asker.tenant)
  if (as.kind === 'own') return listSingleKeys(shownTo!.ownKeys(as.resource))
  const { variables, host } = forCaller === true ? shownTo! : asker
  for (const guard of guards ?? []) {
    const value = evaluate(guard.expression, variables, host)
    if (typeof value !== 'boolean') return refuseBinding()
    if (value !== guard.is) return null
  }
  const value = encodeParameter(as, evaluate(expression, variables, host), keys)
  return type === undefined ? value : checkType(value, type)
}

/** The single member of each key text, which is a JSON list. */
function listSingleKeys(texts: readonly string[]): string {
  return `[${texts.map((text) => text.slice(1, -1)).join(',')}]`
}

export function isRecordValue(value: Value): value is RecordValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'record'
}

class Unbindable extends Error {}

function refuseBinding(): never {
  throw new Unbindable()
}

/** How values are encoded for a database. */
export type BinderOptions = { readonly keys: RecordKeys; readonly comparesTypes: boolean }

/** Encodes a value of any type for a comparison with a column; undefined if the column cannot be compared with it. */
export function encodeCompared(
  value: Value,
  kept: ComparedAs,
  round: 'exact' | 'up' | 'down',
  { keys, comparesTypes }: BinderOptions,
): SqlValue | undefined {
  try {
    const encoded = value === null ? null : kept.kind === 'decimal' ? scaleBound(value, kept, round) : encodePlain(value, kept, keys)
    return comparesTypes ? encoded : checkType(encoded, kept)
  } catch (error) {
    if (error instanceof Unbindable) return undefined
    throw error
  }
}

/** A query over all tenants never uses SQL. */
function bindTenantValue(
  { resource, index }: Extract<SqlParameter['as'], { kind: 'tenant' }>,
  tenant: TenantQueryContext['tenant'],
): SqlValue {
  const values = tenant(resource)
  if (values === undefined) throw new Unbindable()
  return values[index]!
}

/** Equals no value of a compared column: these columns contain no bytes, and values of different types are never equal. */
const equalToNothing = new Uint8Array(0)

/** Gives up on a value of another type than the column's, where the database does not compare it. */
function checkType(value: SqlValue, { kind }: Pick<ComparedAs, 'kind'>): SqlValue {
  if (value === null) return null
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'duration':
    case 'boolean':
      if (typeof value === 'bigint') return value
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : refuseBinding()
    case 'double':
      return typeof value === 'number' ? value : refuseBinding()
    case 'bytes':
      return value instanceof Uint8Array ? value : refuseBinding()
    case 'text':
    case 'timestamp':
    case 'json':
    case 'ordered':
      return typeof value === 'string' ? value : refuseBinding()
  }
}

function encodeParameter(as: Exclude<SqlParameter['as'], { kind: 'tenant' | 'own' }>, value: Value, keys: RecordKeys): SqlValue {
  if (as.kind === 'json') return printValue(value, keys)
  if (value === null) return null
  switch (as.kind) {
    case 'key': {
      // Texts, numbers and records of other resources equal no record of this resource.
      if (!isRecordValue(value) || value.resource !== as.resource) return equalToNothing
      const part = listKeyParts(value)[as.index]
      return part === undefined || part === null ? null : bindKeyPart(part, keys)
    }
    case 'folded':
      return typeof value === 'string' ? encodeFolded(value) : refuseBinding()
    case 'list':
      return isList(value) ? listText((as.folded === true ? foldValue(value) : value) as readonly Value[], as.kept, keys) : refuseBinding()
    case 'value':
      if (as.equal === true && isRecordValue(value)) return equalToNothing
      if (as.max !== undefined) return encodeOperand(value, as.kept, as.max)
      return as.kept.kind === 'decimal' ? scaleBound(value, as.kept, as.round) : encodePlain(value, as.kept, keys)
  }
}

/** An operand of arithmetic: an integer in the column's unit, within the assumed bound. */
function encodeOperand(value: Value, kept: ComparedAs, most: bigint): bigint {
  const exactBound =
    kept.kind === 'decimal' && isDecimal(value) ? scaleBound(value, kept, 'exact') : kept.kind === 'integer' ? value : undefined
  if (typeof exactBound !== 'bigint' || exactBound > most || exactBound < -most) throw new Unbindable()
  return exactBound
}

function bindKeyPart(value: Value, keys: RecordKeys): SqlValue {
  return encode(value, chooseKept(value), keys)
}

/** How a part of a key is stored. */
function chooseKept(value: Value): Kept {
  if (typeof value === 'bigint') return { kind: 'integer' }
  if (typeof value === 'string') return { kind: 'text' }
  if (typeof value === 'number') return { kind: 'double' }
  if (typeof value === 'boolean') return { kind: 'boolean' }
  if (typeof value === 'object' && value !== null && 'kind' in value) {
    if (value.kind === 'timestamp' || value.kind === 'duration') return { kind: value.kind }
    if (value.kind === 'decimal') return { kind: 'decimal', scale: value.scale }
  }
  throw new Unbindable()
}

/** For `json_each`, which reads any integer beyond 64 bits as a double. */
function listText(items: readonly Value[], kept: Kept, keys: RecordKeys): string {
  // Null equals no value of the column, and with SQL's `IN` it would make the result unknown.
  const present = items.filter((item) => item !== null)
  const encoded = present.map((item) => (kept.kind === 'decimal' ? scaleBound(item, kept, 'exact') : encodePlain(item, kept, keys)))
  return `[${encoded.map((item) => (typeof item === 'bigint' ? String(item) : JSON.stringify(item))).join(',')}]`
}

/** Numbers of another kind compare as doubles, as databases do; other values that the column cannot hold are not bound. */
function encodePlain(value: Value, kept: ComparedAs, keys: RecordKeys): SqlValue {
  if (Number.isNaN(value)) throw new Unbindable()
  if (kept.kind === 'integer' && typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  if (kept.kind === 'double' && typeof value === 'bigint') return Number(value)
  if (kept.kind === 'json' || kept.kind === 'ordered') return encode(toExactDecimal(value) ?? refuseBinding(), kept, keys)
  if (kept.kind === 'decimal' || !canEncode(value, kept)) throw new Unbindable()
  return encode(value, kept, keys)
}

function isDecimal(value: Value): value is Decimal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal'
}

/** The value as an exact decimal; undefined for other types, infinities and NaN. */
function toExactDecimal(value: Value): Decimal | undefined {
  if (typeof value === 'bigint') return makeDecimal(value)
  if (typeof value === 'number') return convertNumberToDecimal(value)
  return isDecimal(value) ? value : undefined
}

/** Encodes a number as a multiple of the column's unit, rounded so that the comparison has the same result. */
function scaleBound(value: Value, kept: Extract<Kept, { kind: 'decimal' }>, round: 'exact' | 'up' | 'down'): SqlValue {
  const exact = toExactDecimal(value) ?? refuseBinding()
  const rounded = roundDecimal(exact, kept.scale)
  const order = compareDecimals(rounded, exact)
  // Text never equals an integer, so no row matches a number that the column cannot hold.
  if (order !== 0 && round === 'exact') return 'between two values'
  const unit = makeDecimal(1n, kept.scale)
  const bound =
    order < 0 && round === 'up' ? addDecimals(rounded, unit) : order > 0 && round === 'down' ? subtractDecimals(rounded, unit) : rounded
  const { digits } = roundDecimal(bound, kept.scale)
  // Beyond 64 bits, every value of the column is on the same side.
  if (BigInt.asIntN(64, digits) === digits) return digits
  if (round === 'exact') return 'between two values'
  return digits > 0n ? Infinity : -Infinity
}
