// Reports a conversion that does not return the original value after going down and up again.

import { SeededRandomness } from '../../base/clock.ts'
import { type Json, toExactDecimal, isJsonNumber } from '../../base/json.ts'
import { roundToDouble } from '../../base/decimal.ts'
import { parseTimestamp } from '../../base/time.ts'
import { EvaluationError, evaluate } from '../../cel/evaluate.ts'
import { withoutNull } from '../../cel/fits.ts'
import { printCelValue } from '../../cel/library/conversions-to-text.ts'
import type { Type } from '../../cel/type.ts'
import type { Host, Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, VersionFacts } from '../../fact/fact.ts'
import { splitName } from '../../fact/versions/history.ts'
import type { ValueStep } from '../../fact/versions/version.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { createSampler } from '../../schema/sample.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Check } from '../check.ts'

const code = 'versioning/round-trip'

/** The number of sample values: enough to find most mistakes, at no noticeable cost. */
const sampleCount = 60

export const check: Check = {
  code,
  run: (facts) =>
    listSpecifiedEntries(facts.model.versioning.value.changes).flatMap(({ value }) =>
      value.flatMap((change) =>
        listSpecifiedEntries(change.retype).flatMap(({ name, key }) => {
          const step = findConversion(name, facts.versions)
          const failedTrip = step && findFailedTrip(name, step, facts)
          return failedTrip === undefined ? [] : [diagnose(name, key.span, failedTrip)]
        }),
      ),
    ),
}

type Retype = Extract<ValueStep, { kind: 'retype' }>

/** The conversion of a property by its name and type in the newest version. */
function findConversion(name: string, versions: readonly VersionFacts[]): Retype | undefined {
  const { owner, last } = splitName(name)
  const steps = versions[0]?.resources.get(owner)?.members.get(last)?.steps ?? []
  const step = steps.findLast((each) => each.kind === 'retype')
  return step?.kind === 'retype' && step.name === name ? step : undefined
}

type RoundTrip = { readonly value: Value; readonly olderValue?: Value; readonly newValue?: Value; readonly failure?: string }

function findFailedTrip(name: string, { up, down }: Retype, { typing: { domain } }: Facts): RoundTrip | undefined {
  const { owner, last } = splitName(name)
  const property = domain.resources.get(owner)?.properties.get(last)
  if (property === undefined) return undefined
  const type = withoutNull(property.type)
  const values = createSampler(property.schema, { definitions: definitionsOf(domain), readOnly: 'keep' })
  const randomness = new SeededRandomness(name)
  for (let count = 0; count < sampleCount; count++) {
    const json = values.findValid(randomness)
    const value = json === undefined || json === null ? undefined : toScalarValue(json, type)
    if (value === undefined) continue
    const trip = convertBoth(
      value,
      (input) => evaluate(down, new Map([['value', input]]), emptyHost),
      (input) => evaluate(up, new Map([['value', input]]), emptyHost),
    )
    if (trip.newValue === undefined || !equalValues(trip.newValue, value)) return trip
  }
  return undefined
}

function convertBoth(value: Value, convertDown: (value: Value) => Value, convertUp: (value: Value) => Value): RoundTrip {
  let olderValue: Value | undefined
  try {
    olderValue = convertDown(value)
    return { value, olderValue, newValue: convertUp(olderValue) }
  } catch (error) {
    if (error instanceof EvaluationError) return { value, ...(olderValue === undefined ? {} : { olderValue }), failure: error.message }
    throw error
  }
}

/** The scalar value; undefined for lists and objects, which are not tested. */
function toScalarValue(json: Json, type: Type): Value | undefined {
  if (typeof json === 'boolean') return json
  if (typeof json === 'string') {
    const ms = type.kind === 'timestamp' ? parseTimestamp(json) : undefined
    if (ms !== undefined) return { kind: 'timestamp', ms }
    return type.kind === 'string' || type.kind === 'enum' ? json : undefined
  }
  if (!isJsonNumber(json)) return undefined
  if (type.kind === 'int') return toExactDecimal(json).digits
  if (type.kind === 'decimal') return toExactDecimal(json)
  return type.kind === 'double' ? roundToDouble(toExactDecimal(json)) : undefined
}

const emptyHost: Host = { property: throwNoRecords, records: throwNoRecords, find: throwNoRecords, call: throwNoRecords }

function throwNoRecords(): never {
  throw new Error('a change of type reads no records')
}

function diagnose(name: string, span: Diagnostic['primary']['span'], { value, olderValue, newValue, failure }: RoundTrip): Diagnostic {
  const result =
    olderValue === undefined
      ? `cannot be brought down (${failure})`
      : newValue === undefined
        ? `is ${showValue(olderValue)} to older clients, which cannot be brought up (${failure})`
        : `is ${showValue(olderValue)} to older clients, and ${showValue(newValue)} when they send that`
  return createDiagnostic(
    'warning',
    code,
    `A value of ${quoteName(name)} does not come back: ${showValue(value)} ${result}`,
    { span, text: 'changes its type here' },
    {
      reason: 'A client that reads a record and writes back what it read would change it.',
      help: 'Let `up` undo `down` for every value that the schema admits, or say in the schema which values there are.',
    },
  )
}

const showValue = (value: Value): string =>
  quoteName(typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : printCelValue(value))
