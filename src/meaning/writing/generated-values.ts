// Generates values of a record: initial states, defaults, UUIDs, times, sequence numbers, and results of expressions.

import type { Value } from '../../cel/value.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { type ExpressionText, slotValueOf } from '../../model/slot.ts'
import type { Generate, Property, ResourceInfo } from '../../typing/domain.ts'
import { type GeneratedKind, generateValue } from '../record/generate.ts'
import { printTenant } from '../caller/tenancy.ts'
import type { Row } from '../store.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { computeSetValue } from './set-values.ts'
import { findRowWith } from './write-checks.ts'

/** The value of a property without a specified value. */
export function makeInitialValue(
  transaction: TransactionContext,
  info: ResourceInfo,
  property: Property,
  values: ReadonlyMap<string, Value>,
): Value | undefined {
  if (property.machine !== undefined) return slotValueOf(property.machine.slots.initial)?.text
  if (property.generate !== undefined) return generateValueOf(transaction, info, property, property.generate, values)
  return property.default && convertJsonToValue(property.default.value, property.type, transaction.service.keys)
}

export function isUuidProperty(property: Property | undefined): boolean {
  return property?.generate?.kind === 'uuidv7' || property?.generate?.kind === 'uuidv4'
}

const generatedInStoredForm = new WeakMap<Property, boolean>()

/** True if a generated value already has the stored form, because the schema adds no constraint. */
export function isGeneratedInStoredForm(property: Property): boolean {
  return generatedInStoredForm.getOrInsertComputed(property, hasOnlyFormat)
}

function hasOnlyFormat(property: Property): boolean {
  const { schema, normalize, secret, generate } = property
  const format = isUuidProperty(property)
    ? 'uuid'
    : generate?.kind === 'now' || generate?.kind === 'now-on-update'
      ? 'date-time'
      : undefined
  if (format === undefined || normalize !== undefined || secret || typeof schema === 'boolean') return false
  const harmless = new Set(['type', 'format', 'generate', 'readOnly', 'title', 'description', 'examples', 'deprecated', 'sensitive'])
  return schema.type === 'string' && schema.format === format && Object.keys(schema).every((keyword) => harmless.has(keyword))
}

function generateValueOf(
  transaction: TransactionContext,
  info: ResourceInfo,
  { name }: Property,
  generate: Generate,
  values: ReadonlyMap<string, Value>,
): Value | undefined {
  switch (generate.kind) {
    case 'sequence':
      return keepChosenNumber(transaction, info, name)
    case 'expression':
      return evaluateGenerated(transaction, name, generate.expression, makeRow(info, values, transaction))
    default:
      return chooseValue(
        transaction,
        info,
        name,
        generate.kind,
        generateValue(generate.kind, transaction.now, transaction.service.environment.randomness),
      )
  }
}

export function chooseValue(
  transaction: TransactionContext,
  info: ResourceInfo,
  name: string,
  kind: GeneratedKind | 'random',
  generated: Value,
): Value {
  const { service, tx } = transaction
  const { choose } = service.environment
  if (choose === undefined) return generated
  const tenant = kind === 'sequence' ? { tenant: printTenant(tx.tenantValues(info.name), service.keys) } : {}
  return choose({ kind, property: `${info.name}.${name}`, ...tenant }, generated, (work) => tx.whenUndone?.(work))
}

/** The sequence continues after the chosen number. */
function keepChosenNumber(transaction: TransactionContext, info: ResourceInfo, name: string): Value {
  const generated = takeNextNumber(transaction, info, name)
  const number = chooseValue(transaction, info, name, 'sequence', generated)
  if (typeof number === 'bigint' && number > generated) transaction.tx.advanceSequence(`${info.name}.${name}`, number)
  return number
}

/** Evaluates a generating expression on a row with all other values. */
export function evaluateGenerated(
  transaction: TransactionContext,
  property: string,
  expression: ExpressionText,
  row: Row,
): Value | undefined {
  return computeSetValue(
    transaction,
    property,
    expression,
    makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]])),
  )
}

/** A sequence skips numbers that were written in other ways: by a client's `put`, or by rows of `records`. */
export function takeNextNumber(transaction: TransactionContext, info: ResourceInfo, name: string): bigint {
  const uniqueSets = info.type.uniques.filter((members) => members.length === 1 && members[0] === name)
  for (;;) {
    const number = transaction.tx.nextNumber(`${info.name}.${name}`)
    if (
      uniqueSets.every(
        (members) => findRowWith(transaction, info, new Map([[name, number]]), members, undefined, members === info.key) === undefined,
      )
    )
      return number
  }
}

/** The row after the write. */
export function makeRow(info: ResourceInfo, values: ReadonlyMap<string, Value>, transaction: TransactionContext): Row {
  return { resource: info.name, key: printKeyText(transaction, info, values), values, version: 0 }
}

export function printKeyText({ service: { keys } }: TransactionContext, info: ResourceInfo, values: ReadonlyMap<string, Value>): string {
  return keys.keyText(info, keys.keyValues(info, values))
}
