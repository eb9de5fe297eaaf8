// Reports a test of a macro, or a loop, that does not read its variable: it has the same result for each item.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { type Scalar, listScalars } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import { listEffects } from '../../typing/effects.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/ignored-variable'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => [
    ...listTyped(facts.typing).flatMap((typed) =>
      typed.use.slot.node.span.source.convention === undefined ? checkMacros(typed, typed.expression) : [],
    ),
    ...checkLoops(facts),
  ],
}

const tests: ReadonlySet<string> = new Set(['exists', 'all', 'exists_one', 'filter'])

function checkMacros(typed: Typed, expression: Expression): Diagnostic[] {
  if (expression.inlined !== undefined) return []
  return [
    ...(expression.kind === 'macro' && tests.has(expression.name) ? checkTest(typed, expression) : []),
    ...partsOf(expression).flatMap((part) => checkMacros(typed, part.expression)),
  ]
}

/** A literal `true` deliberately selects all items. */
function checkTest(typed: Typed, { variables, arguments: [test] }: Extract<Expression, { kind: 'macro' }>): Diagnostic[] {
  if (test === undefined || test.kind === 'literal') return []
  const readNames = new Set(reads(test).variables.map(({ name }) => name))
  if (variables.some((name) => readNames.has(name))) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `${spellExpression(typed, test)} does not read ${quoteName(variables.at(-1)!)}`,
      { span: findSpan(typed, test), text: 'is the same for each item' },
      {
        reason: 'A test of a list that does not depend on its items selects all of them or none.',
        help: 'Compare the item, or write the test outside of the list.',
      },
    ),
  ]
}

/** A loop over a list of numbers only repeats, and needs no variable. */
function checkLoops({ typing }: Facts): Diagnostic[] {
  const diagnostics = new Map<number, Diagnostic>()
  for (const effect of listEffects(typing.domain)) {
    const loop = slotValueOf(effect.for)
    const [name, list] = [slotValueOf(loop?.as ?? { state: 'unsaid' }), slotValueOf(loop?.in ?? { state: 'unsaid' })]
    if (name === undefined || list === undefined || name.node.span.source.convention !== undefined) continue
    const listType = typing.expression(list)?.type
    const scalars = new Set<Scalar>(listScalars(effect.node).map(({ scalar }) => scalar))
    const isRead = typing.slots.some(({ slot }) => slot !== list && scalars.has(slot.node) && collectVariables(slot, typing).has(name.text))
    if (
      listType === undefined ||
      !(listType.kind === 'query' || listType.kind === 'list') ||
      (listType.kind === 'list' && listType.element.kind === 'int') ||
      isRead
    )
      continue
    diagnostics.set(
      name.node.span.start,
      createDiagnostic(
        'warning',
        code,
        `The effect does not read ${quoteName(name.text)}`,
        { span: name.node.span, text: 'is the same for each item' },
        {
          reason: 'It is done once for each item, each time with the same record and values.',
          help: advise`Name the record or the values by ${quoteName(name.text)}, or ${remove('leave `for` out', 'for')}.`,
        },
      ),
    )
  }
  return [...diagnostics.values()]
}

function collectVariables(slot: Facts['typing']['slots'][number]['slot'], typing: Facts['typing']): ReadonlySet<string> {
  return new Set(expressionsOf(slot, typing).flatMap((expression) => reads(expression).variables.map(({ name }) => name)))
}
