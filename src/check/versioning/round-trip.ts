// Reports a conversion that does not return the original value after going down and up again.

import { SeededRandomness } from '../../base/clock.ts'
import { type Json, exactly, isJsonNumber } from '../../base/json.ts'
import { decimalToNumber } from '../../base/decimal.ts'
import { parseTimestamp } from '../../base/time.ts'
import { EvaluationError, evaluate } from '../../cel/evaluate.ts'
import { withoutNull } from '../../cel/fits.ts'
import { valueText } from '../../cel/library/conversions-to-text.ts'
import type { Type } from '../../cel/type.ts'
import type { Host, Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, VersionFacts } from '../../fact/fact.ts'
import { split } from '../../fact/versions/history.ts'
import type { ValueStep } from '../../fact/versions/version.ts'
import { specifiedEntries } from '../../model/slot.ts'
import { sampler } from '../../schema/sample.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Check } from '../check.ts'

const code = 'versioning/round-trip'

/** The number of sample values: enough to find most mistakes, at no noticeable cost. */
const samples = 60

export const check: Check = {
  code,
  run: (facts) =>
    specifiedEntries(facts.model.versioning.value.changes).flatMap(({ value }) =>
      value.flatMap((change) =>
        specifiedEntries(change.retype).flatMap(({ name, key }) => {
          const step = stepOf(name, facts.versions)
          const found = step && wrongTrip(name, step, facts)
          return found === undefined ? [] : [diagnose(name, key.span, found)]
        }),
      ),
    ),
}

type Retype = Extract<ValueStep, { kind: 'retype' }>

/** The conversion of a property by its name and type in the newest version. */
function stepOf(name: string, versions: readonly VersionFacts[]): Retype | undefined {
  const { owner, last } = split(name)
  const steps = versions[0]?.resources.get(owner)?.members.get(last)?.steps ?? []
  const step = steps.findLast((each) => each.kind === 'retype')
  return step?.kind === 'retype' && step.name === name ? step : undefined
}

type Trip = { readonly value: Value; readonly older?: Value; readonly back?: Value; readonly failed?: string }

function wrongTrip(name: string, { up, down }: Retype, { typing: { domain } }: Facts): Trip | undefined {
  const { owner, last } = split(name)
  const property = domain.resources.get(owner)?.properties.get(last)
  if (property === undefined) return undefined
  const type = withoutNull(property.type)
  const values = sampler(property.schema, { definitions: definitionsOf(domain), readOnly: 'keep' })
  const randomness = new SeededRandomness(name)
  for (let count = 0; count < samples; count++) {
    const json = values.fitting(randomness)
    const value = json === undefined || json === null ? undefined : scalarValue(json, type)
    if (value === undefined) continue
    const trip = attempt(
      value,
      (of) => evaluate(down, new Map([['value', of]]), nothing),
      (of) => evaluate(up, new Map([['value', of]]), nothing),
    )
    if (trip.back === undefined || !equalValues(trip.back, value)) return trip
  }
  return undefined
}

function attempt(value: Value, lower: (value: Value) => Value, raise: (value: Value) => Value): Trip {
  let older: Value | undefined
  try {
    older = lower(value)
    return { value, older, back: raise(older) }
  } catch (error) {
    if (error instanceof EvaluationError) return { value, ...(older === undefined ? {} : { older }), failed: error.message }
    throw error
  }
}

/** The scalar value; undefined for lists and objects, which are not tested. */
function scalarValue(json: Json, type: Type): Value | undefined {
  if (typeof json === 'boolean') return json
  if (typeof json === 'string') {
    const ms = type.kind === 'timestamp' ? parseTimestamp(json) : undefined
    return ms !== undefined ? { kind: 'timestamp', ms } : type.kind === 'string' || type.kind === 'enum' ? json : undefined
  }
  if (!isJsonNumber(json)) return undefined
  if (type.kind === 'int') return exactly(json).digits
  if (type.kind === 'decimal') return exactly(json)
  return type.kind === 'double' ? decimalToNumber(exactly(json)) : undefined
}

const nothing: Host = { property: throwNoRecords, records: throwNoRecords, find: throwNoRecords, call: throwNoRecords }

function throwNoRecords(): never {
  throw new Error('a change of type reads no records')
}

function diagnose(name: string, span: Diagnostic['primary']['span'], { value, older, back, failed }: Trip): Diagnostic {
  const way =
    older === undefined
      ? `cannot be brought down (${failed})`
      : back === undefined
        ? `is ${showValue(older)} to older clients, which cannot be brought up (${failed})`
        : `is ${showValue(older)} to older clients, and ${showValue(back)} when they send that`
  return diagnostic(
    'warning',
    code,
    `A value of ${quoteName(name)} does not come back: ${showValue(value)} ${way}`,
    { span, text: 'changes its type here' },
    {
      reason: 'A client that reads a record and writes back what it read would change it.',
      help: 'Let `up` undo `down` for every value that the schema admits, or say in the schema which values there are.',
    },
  )
}

const showValue = (value: Value): string =>
  quoteName(typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : valueText(value))
