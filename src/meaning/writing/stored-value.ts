// Converts a written value to the form that its property stores: normalised, and checked against its schema.

import type { RecordValue, Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { SchemaFailure } from '../../schema/failure.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { mayBeAbsent } from '../../typing/properties.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { withoutNulls } from '../code/decode-input.ts'
import { hashSecret } from '../record/secret-work.ts'
import { chooseValue } from './generated-values.ts'
import { type InputOrigin, makeInputRefusal } from './input-provenance.ts'

/**
 * Undefined represents null, which a nullable property reads as null and an optional one as absence. A refused value is attributed to its
 * source, otherwise to the document.
 */
export function toStoredValue(
  transaction: TransactionContext,
  info: ResourceInfo,
  property: Property,
  written: Value | undefined,
  origins?: readonly InputOrigin[],
): Value | undefined {
  const value = toStoredForm(transaction, info, property, written, origins)
  if (value === undefined || written === undefined || transaction.randomResults?.has(written) !== true) return value
  // The service may choose the result of an expression over random values.
  const chosen = chooseValue(transaction, info, property.name, 'random', value)
  return chosen === value ? value : toStoredForm(transaction, info, property, chosen, origins)
}

function toStoredForm(
  transaction: TransactionContext,
  info: ResourceInfo,
  property: Property,
  written: Value | undefined,
  origins?: readonly InputOrigin[],
): Value | undefined {
  const { service } = transaction
  const json = withoutNulls(convertValueToJson(written ?? null, service.keys), property.type)
  const normalized = property.normalize === undefined ? json : service.normalizeValue(property.normalize, json)
  if (normalized === null) {
    if (property.nullable || mayBeAbsent(property)) return undefined
    const refusal = makeInputRefusal(property.name, origins, [{ pointer: '', keyword: 'required' }])
    return refuse(refusal ?? makeDocumentFailure(transaction, info, property, [{ pointer: '', keyword: 'required' }]))
  }
  const decoded = service.storedDecoder(property).decode(normalized)
  if (decoded.failures !== undefined) {
    const refusal = makeInputRefusal(property.name, origins, decoded.failures)
    return refuse(refusal ?? makeDocumentFailure(transaction, info, property, decoded.failures))
  }
  if (property.secret && typeof decoded.value === 'string') return hashSecret(transaction, decoded.value)
  const value = convertJsonToValue(decoded.value, property.type, service.keys)
  return isRecord(value) ? spellAsStored(transaction, value) : value
}

/**
 * The refusal of a computed value. It omits the value, which may derive from data that the caller may not read. Without a running operation
 * it is `internal`.
 */
function makeDocumentFailure(
  transaction: TransactionContext,
  info: ResourceInfo,
  property: Property,
  failures: readonly SchemaFailure[],
): Refusal {
  if (transaction.exchange !== undefined) {
    return {
      condition: 'invalid',
      name: 'set',
      failures: failures.map(({ keyword, limit }) => ({ property: property.name, keyword, ...(limit === undefined ? {} : { limit }) })),
    }
  }
  return {
    condition: 'internal',
    report: `\`${info.name}.${property.name}\` would hold a value that its schema refuses (${failures.map(({ keyword }) => keyword).join(', ')})`,
  }
}

/** A reference to a record whose key ignores case stores the key as the record spells it. */
function spellAsStored({ service, tx }: TransactionContext, record: RecordValue): RecordValue {
  const { key, properties } = service.resource(record.resource)
  if (!key.some((member) => properties.get(member)?.fold === true)) return record
  const row = tx.row(record.resource, record.key)
  return row === undefined ? record : service.keys.recordOfRow(row)
}
