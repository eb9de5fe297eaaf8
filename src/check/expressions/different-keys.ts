// Reports a comparison of the generated keys of two resources, which are never equal.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { compilePattern } from '../../base/pattern.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/different-keys'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) =>
      typed.use.slot.node.span.source.convention === undefined ? checkComparisons(typed, typed.expression, typing.domain) : [],
    ),
}

function checkComparisons(typed: Typed, expression: Expression, domain: Domain): Diagnostic[] {
  if (expression.inlined !== undefined) return []
  const nested = partsOf(expression).flatMap((part) => checkComparisons(typed, part.expression, domain))
  if (expression.kind !== 'binary' || (expression.operator !== '==' && expression.operator !== '!=')) return nested
  const [left, right] = [findKeyRead(expression.left, domain), findKeyRead(expression.right, domain)]
  if (left === undefined || right === undefined || left.resource === right.resource || !canNeverMeet(left, right)) return nested
  return [
    createDiagnostic(
      'warning',
      code,
      `${spellExpression(typed, expression)} compares the key of ${quoteName(left.resource)} with that of ${quoteName(right.resource)}`,
      { span: findSpan(typed, expression), text: expression.operator === '==' ? 'never true' : 'always true' },
      {
        reason: 'Keys of two resources are generated apart from each other, so they say nothing about each other.',
        help: 'Compare with the reference between the two records, such as `this.customer == caller`.',
      },
    ),
    ...nested,
  ]
}

type KeyRead = { readonly resource: string; readonly property: Property }

/** The resource whose only key the expression reads: `this.id`, `this.order.id`, `caller.?id`. */
function findKeyRead(expression: Expression, { resources }: Domain): KeyRead | undefined {
  if (expression.kind !== 'select') return undefined
  const { operand, member } = expression
  const type = operand.type.kind === 'nullable' ? operand.type.of : operand.type
  if (type.kind !== 'record') return undefined
  const info = resources.get(type.resource)
  const property = info?.properties.get(member)
  return property === undefined || info!.key.length !== 1 || info!.key[0] !== member ? undefined : { resource: type.resource, property }
}

/** Both are generated, or one is a random id that the schema of the other refuses. */
function canNeverMeet({ property: a }: KeyRead, { property: b }: KeyRead): boolean {
  const [first, second] = [findGenerator(a), findGenerator(b)]
  if (first !== undefined && second !== undefined) return true
  return (isRandom(first) && refusesUuids(b)) || (isRandom(second) && refusesUuids(a))
}

const generators = new Set(['uuidv7', 'uuidv4', 'sequence'])

/** `uuidv7`, `uuidv4` or `sequence`; a client may choose any other key. */
function findGenerator({ source }: Property): string | undefined {
  const text = source === undefined ? undefined : slotValueOf(source.keywords.generate)?.text.trim()
  return text !== undefined && generators.has(text) ? text : undefined
}

function isRandom(generate: string | undefined): boolean {
  return generate === 'uuidv7' || generate === 'uuidv4'
}

const uuids = ['01890a5d-ac96-774b-bcce-b302099a8057', 'f47ac10b-58cc-4372-a567-0e02b2c3d479']

function refusesUuids({ source }: Property): boolean {
  if (source === undefined) return false
  const [pattern, maxLength] = [slotValueOf(source.keywords.pattern), slotValueOf(source.keywords.maxLength)]
  if (maxLength !== undefined && maxLength < uuids[0]!.length) return true
  const compiled = pattern === undefined ? undefined : compilePattern(pattern).pattern
  return compiled !== undefined && uuids.every((uuid) => !compiled.test(uuid))
}
