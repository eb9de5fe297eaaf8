// Finds the bounds of a property that a `set` can violate: a number too small or too great, a text too long.

import { chooseLooserLeast, chooseLooserMost } from '../../cel/bounds.ts'
import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import type { Known } from '../../cel/known/known.ts'
import { learn, noKnownFacts } from '../../cel/known/learn.ts'
import { argumentsOf, isNatural, computeBounds } from '../../cel/known/range.ts'
import { findFailures } from '../../cel/may-fail.ts'
import { reads } from '../../cel/reads.ts'
import type { Bounds, Type } from '../../cel/type.ts'
import type { ExpressionText, Template, TemplateText } from '../../model/slot.ts'
import type { SchemaObject } from '../../schema/schema.ts'
import { isSchemaWithin, findSchemaAt } from '../../schema/within.ts'
import type { Property, Typing } from '../../typing/domain.ts'
import { isOpenSomewhere } from '../../typing/proof.ts'
import type { SlotUse } from '../../typing/slots/use.ts'
import { type BoundPaths, findPassthroughs } from '../../typing/passthrough.ts'
import { listTemplateExpressions } from '../template.ts'

/** `isSum`: a sum or difference leaves the bound, and no earlier test compares its operands. */
export type ExceedableBound = { readonly keyword: keyof SchemaObject; readonly limit: unknown; readonly isSum: boolean }

/** `bound`: names of input values, which are then copied unchanged. */
export function listExceedableBounds(
  typing: Typing,
  property: Property,
  template: Template,
  boundPaths?: BoundPaths,
): readonly ExceedableBound[] {
  const expression = template.kind === 'expression' ? typing.expression(template) : undefined
  const { schema } = property
  if (expression === undefined || template.kind !== 'expression' || typeof schema === 'boolean' || expression.kind === 'literal') return []
  if (property.normalize !== undefined || findPassthroughs(template, typing, boundPaths).length > 0) return []
  const tests = listAssumptions(typing, template)
  const { kind } = withoutNull(expression.type)
  if (kind === 'int' || kind === 'decimal' || kind === 'double') return listNumberBounds(schema, expression, tests)
  return kind === 'string' || kind === 'list' ? listSizeBounds(typing, schema, expression) : []
}

/**
 * True if a computed value can fail (a division, a conversion, a missing item), can be an integer that its property cannot hold, or has a
 * type that can be compared with the property only at run time.
 */
export function failsInSet(typing: Typing, property: Property, template: Template): boolean {
  return listTemplateExpressions(template).some(({ expression: text }) => {
    const expression = typing.expression(text)
    if (expression === undefined) return false
    const tests = listAssumptions(typing, text)
    return (
      findFailures(expression, tests).some(({ kind }) => kind !== 'zone') ||
      hasUnknownType(typing, property, text, expression) ||
      (text === template && exceedsIntegers(property, expression, tests))
    )
  })
}

function hasUnknownType(typing: Typing, { type }: Property, text: ExpressionText, expression: Expression): boolean {
  return withoutNull(type).kind !== 'dyn' && isOpenSomewhere(expression) && findPassthroughs(text, typing).length === 0
}

/** Sums and negations; `may-fail` reports products. */
function exceedsIntegers({ type }: Property, expression: Expression, tests: readonly Expression[]): boolean {
  const propertyType = withoutNull(type)
  const integers =
    propertyType.kind === 'int'
      ? sumRange(
          expression,
          tests.reduce((before, test) => learn(test, true, before), noKnownFacts),
        )
      : undefined
  const { least, most } = toIntegers(propertyType)
  return integers !== undefined && (integers.least < least || integers.most > most)
}

type Integers = { readonly least: bigint; readonly most: bigint }

function toIntegers(type: Type): Integers {
  return type.kind === 'int' && type.wide === true
    ? { least: -(2n ** 63n), most: 2n ** 63n - 1n }
    : { least: BigInt(Number.MIN_SAFE_INTEGER), most: BigInt(Number.MAX_SAFE_INTEGER) }
}

/** Undefined for an expression without a sum. */
function sumRange(expression: Expression, known: Known): Integers | undefined {
  switch (expression.kind) {
    case 'binary': {
      if (expression.operator !== '+' && expression.operator !== '-') return undefined
      const [a, b] = [computePartRange(expression.left, known), computePartRange(expression.right, known)]
      return expression.operator === '+'
        ? { least: a.least + b.least, most: a.most + b.most }
        : { least: a.least - b.most, most: a.most - b.least }
    }
    case 'negate': {
      const { least, most } = computePartRange(expression.operand, known)
      return { least: -most, most: -least }
    }
    case 'conditional': {
      const integers = [
        sumRange(expression.then, known.learnFrom(expression.test, true, known)),
        sumRange(expression.otherwise, known.learnFrom(expression.test, false, known)),
      ].filter((each) => each !== undefined)
      const [first, second = first] = integers
      return first === undefined || second === undefined
        ? undefined
        : { least: first.least < second.least ? first.least : second.least, most: first.most > second.most ? first.most : second.most }
    }
    default:
      return undefined
  }
}

/** Unbounded values that are not members count as small: sizes and results of functions. */
function computePartRange(expression: Expression, known: Known): Integers {
  const { least, most } = computeBounds(expression, known)
  const defaultRange = expression.kind === 'select' ? toIntegers(withoutNull(expression.type)) : { least: 0n, most: 0n }
  return sumRange(expression, known) ?? { least: least ?? defaultRange.least, most: most ?? defaultRange.most }
}

const uses = new WeakMap<Typing, ReadonlyMap<ExpressionText | TemplateText, SlotUse>>()

/** The tests that come before an expression of the document. */
export function listAssumptions(typing: Typing, slot: ExpressionText): readonly Expression[] {
  const useBySlot = uses.getOrInsertComputed(typing, () => new Map(typing.slots.map((use) => [use.slot, use])))
  return useBySlot.get(slot)?.assumed ?? []
}

function listNumberBounds(schema: SchemaObject, expression: Expression, tests: readonly Expression[]): ExceedableBound[] {
  const known = tests.reduce((before, test) => learn(test, true, before), noKnownFacts)
  const { least, most } = numberRange(expression, known)
  const isSum = hasSum(expression) && !isCompared(expression, tests)
  const exceedable: ExceedableBound[] = []
  for (const keyword of ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const) {
    const limit = schema[keyword]
    if (limit === undefined) continue
    const isLow = keyword === 'minimum' || keyword === 'exclusiveMinimum'
    const canExceed = isLow
      ? least === undefined || Number(least) < Math.floor(Number(limit))
      : most === undefined || Number(most) > Math.ceil(Number(limit))
    if (canExceed) exceedable.push({ keyword, limit, isSum })
  }
  return exceedable
}

/** Like `rangeOf`, but also for sums and products of numbers with fractions. */
function numberRange(expression: Expression, known: Known): Bounds {
  const knownBounds = computeBounds(expression, known)
  const bounds = computeRange(expression, known)
  const [least, most] = [knownBounds.least ?? bounds.least, knownBounds.most ?? bounds.most]
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) }
}

function computeRange(expression: Expression, known: Known): Bounds {
  switch (expression.kind) {
    case 'binary': {
      const [a, b] = [numberRange(expression.left, known), numberRange(expression.right, known)]
      const combine = (x: bigint | undefined, y: bigint | undefined, operation: (x: bigint, y: bigint) => bigint): bigint | undefined =>
        x === undefined || y === undefined ? undefined : operation(x, y)
      const bounds = (least: bigint | undefined, most: bigint | undefined): Bounds => ({
        ...(least === undefined ? {} : { least }),
        ...(most === undefined ? {} : { most }),
      })
      if (expression.operator === '+')
        return bounds(
          combine(a.least, b.least, (x, y) => x + y),
          combine(a.most, b.most, (x, y) => x + y),
        )
      if (expression.operator === '-')
        return bounds(
          combine(a.least, b.most, (x, y) => x - y),
          combine(a.most, b.least, (x, y) => x - y),
        )
      if (!isNatural(a) || !isNatural(b)) return {}
      if (expression.operator === '*')
        return bounds(
          a.least! * b.least!,
          combine(a.most, b.most, (x, y) => x * y),
        )
      return expression.operator === '/' ? { least: 0n } : {}
    }
    case 'conditional': {
      const [then, otherwise] = [
        numberRange(expression.then, known.learnFrom(expression.test, true, known)),
        numberRange(expression.otherwise, known.learnFrom(expression.test, false, known)),
      ]
      const least = chooseLooserLeast(then.least, otherwise.least)
      const most = chooseLooserMost(then.most, otherwise.most)
      return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) }
    }
    case 'call': {
      const [first] = argumentsOf(expression)
      if (first === undefined) return {}
      if (expression.name === 'round' || expression.name === 'decimal' || expression.name === 'double') return numberRange(first, known)
      const item = expression.name === 'sum' && first.kind === 'macro' && first.name === 'map' ? first.arguments.at(-1) : undefined
      return item !== undefined && isNatural(numberRange(item, known)) ? { least: 0n } : {}
    }
    default:
      return {}
  }
}

function hasSum(expression: Expression): boolean {
  switch (expression.kind) {
    case 'binary':
      return expression.operator === '+' || expression.operator === '-'
    case 'conditional':
      return hasSum(expression.then) || hasSum(expression.otherwise)
    case 'call':
      return (
        (expression.name === 'round' || expression.name === 'decimal' || expression.name === 'double') &&
        argumentsOf(expression).slice(0, 1).some(hasSum)
      )
    default:
      return false
  }
}

/** True if a test relates several operands of the expression: `this.left >= input.quantity` for their difference. */
function isCompared(expression: Expression, tests: readonly Expression[]): boolean {
  const operandPaths = listPaths(expression)
  return (
    operandPaths.size > 1 &&
    tests.some((test) => {
      const testedPaths = listPaths(test)
      return [...operandPaths].every((path) => testedPaths.has(path))
    })
  )
}

function listPaths(expression: Expression): ReadonlySet<string> {
  return new Set(reads(expression).variables.map(({ name, path }) => [name, ...path].join('.')))
}

const sizeKeywords = ['minLength', 'maxLength', 'pattern', 'enum', 'const', 'format', 'minItems', 'maxItems', 'uniqueItems'] as const

/** Lengths of texts and lists are not reported; a property with the same bounds fits. */
function listSizeBounds(typing: Typing, schema: SchemaObject, expression: Expression): ExceedableBound[] {
  const limitingKeywords = sizeKeywords.filter(
    (keyword) => schema[keyword] !== undefined && !(keyword === 'enum' && expression.type.kind === 'enum'),
  )
  if (limitingKeywords.length === 0) return []
  const owner = expression.kind === 'select' ? withoutNull(expression.operand.type) : undefined
  const { resources, shapes } = typing.domain
  const sourceSchema =
    owner?.kind === 'record' && expression.kind === 'select'
      ? resources.get(owner.resource)?.properties.get(expression.member)?.schema
      : undefined
  if (sourceSchema !== undefined && isSchemaWithin(findSchemaAt(sourceSchema, [], shapes), schema, shapes)) return []
  return limitingKeywords.map((keyword) => ({ keyword, limit: schema[keyword], isSum: false }))
}
