// Reports a rule that allows no caller anything, because the read rule of the same resource demands the opposite.

import type { Expression } from '../../cel/expression.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { callerResources } from '../../fact/callers.ts'
import { type ExpressionText, specifiedEntries } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'authentication/conflicting-rules'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { state, value } = model.authentication
    if (state !== 'shown') return []
    // A caller may always find its own record.
    const callers = new Set(callerResources(typing))
    return specifiedEntries(value.rules).flatMap(({ name: resource, value: rules }): Diagnostic[] => {
      const read = rules.find(({ name }) => name === 'read')?.slot
      if (read?.state !== 'shown' || !isExpression(read.value) || callers.has(resource)) return []
      const readTests = testsOf(read.value, typing)
      return rules.flatMap(({ name, key, slot }): Diagnostic[] => {
        const isOnRecord =
          name !== 'read' &&
          name !== 'create' &&
          slot.state === 'shown' &&
          isExpression(slot.value) &&
          !typing.domain.resources.get(resource)?.properties.has(name)
        if (!isOnRecord || key.span.source.convention !== undefined) return []
        const conflict = testsOf(slot.value as ExpressionText, typing).flatMap((test) =>
          readTests.filter((other) => excludes(test, other)).map((other) => ({ test, other })),
        )[0]
        if (conflict === undefined) return []
        return [
          diagnostic(
            'warning',
            code,
            `The rule ${quoteName(name)} of ${resource} allows nobody anything`,
            { span: (slot.value as ExpressionText).node.span, text: `needs ${quoteName(conflict.test.text)}` },
            {
              others: [
                { span: (read.value as ExpressionText).node.span, text: `a caller reads it only if ${quoteName(conflict.other.text)}` },
              ],
              reason: 'A caller cannot act on a record that it may not read: for it, there is none.',
              help: 'Let `read` include these callers, or change one of the rules.',
            },
          ),
        ]
      })
    })
  },
}

function isExpression(value: unknown): value is ExpressionText {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'expression'
}

type Test = {
  readonly text: string
  readonly isNegated: boolean
  readonly equal?: { readonly of: readonly [string, string]; readonly literal?: string }
}

/** What must hold together. */
function testsOf(text: ExpressionText, typing: Typing): readonly Test[] {
  const expression = typing.expression(text)
  return expression === undefined ? [] : conjunctsOf(expression).map((each) => testOf(each, text.text))
}

function conjunctsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)] : [expression]
}

function testOf(expression: Expression, whole: string): Test {
  const spell = ({ start, end }: Expression): string => whole.slice(start, end).replace(/\s+/g, ' ')
  const text = spell(expression)
  if (expression.kind === 'not') return { text: spell(expression.operand), isNegated: true }
  if (expression.kind !== 'binary' || (expression.operator !== '==' && expression.operator !== '!=')) return { text, isNegated: false }
  const literal = [expression.left, expression.right].find(({ kind }) => kind === 'literal')
  const of = [spell(expression.left), spell(expression.right)].toSorted() as [string, string]
  return { text, isNegated: expression.operator === '!=', equal: { of, ...(literal === undefined ? {} : { literal: spell(literal) }) } }
}

/** True if both cannot hold: a test and its negation, or one value equal to two literals. */
function excludes(a: Test, b: Test): boolean {
  if (a.equal === undefined || b.equal === undefined) return a.equal === b.equal && a.text === b.text && a.isNegated !== b.isNegated
  if (a.equal.of.join(' ') === b.equal.of.join(' ')) return a.isNegated !== b.isNegated
  if (a.isNegated || b.isNegated || a.equal.literal === undefined || b.equal.literal === undefined) return false
  const [left, right] = [a.equal, b.equal].map(({ of, literal }) => of.find((operand) => operand !== literal))
  return left === right && a.equal.literal !== b.equal.literal
}
