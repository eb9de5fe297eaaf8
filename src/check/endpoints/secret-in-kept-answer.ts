// Reports responses with a new token or key that are stored for an idempotency key: any reader of the store could use it.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { listTemplateExpressions } from '../../fact/template.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/secret-in-kept-answer'

export const check: Check = {
  code,
  run(facts) {
    const issuingFunctions = listIssuingFunctions(facts)
    return facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, issuingFunctions, facts))
  },
}

function checkOperation({ name, slots }: Operation, issuingFunctions: ReadonlySet<string>, { typing }: Facts): Diagnostic[] {
  const output = slotValueOf(slots.output)
  if (slotValueOf(slots.idempotency)?.kind !== 'key' || slots.idempotency.state !== 'shown' || output === undefined) return []
  const { at } = slots.idempotency
  const names = new Set(issuingFunctions)
  for (const { name: letName, value } of listSpecifiedEntries(slots.let))
    if (doesCallAny(typing.expression(value), names)) names.add(`let ${letName}`)
  const leaf = listTemplateExpressions(output).find(({ expression }) => doesCallAny(typing.expression(expression), names))
  if (leaf === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `The answer of ${quoteName(name)} holds a fresh secret, and is to be kept for its key`,
      { span: leaf.expression.node.span, text: 'makes it' },
      {
        others: [{ span: at.span, text: 'keeps the answer' }],
        reason: 'A repeated request gets the stored response, and every reader of the store can read it.',
        help: advise`${remove('Leave it out')} and give it by another operation, or leave out \`idempotency\`.`,
      },
    ),
  ]
}

/** The functions `token` and `random`, and views that use them directly or through other views. */
function listIssuingFunctions({ typing }: Facts): ReadonlySet<string> {
  const names = new Set(['token', 'random'])
  const leaves = new Map(
    [...typing.domain.views].map(([name, { members }]) => [
      name,
      members.flatMap((member) =>
        member.kind === 'template' ? listTemplateExpressions(member.template).map(({ expression }) => typing.expression(expression)) : [],
      ),
    ]),
  )
  for (let previousSize = 0; previousSize !== names.size;) {
    previousSize = names.size
    for (const [name, expressions] of leaves) if (expressions.some((expression) => doesCallAny(expression, names))) names.add(name)
  }
  return names
}

function doesCallAny(expression: Expression | undefined, names: ReadonlySet<string>): boolean {
  if (expression === undefined) return false
  if (expression.kind === 'call' && names.has(expression.name)) return true
  if (expression.kind === 'variable' && names.has(`let ${expression.name}`)) return true
  return partsOf(expression).some((part) => doesCallAny(part.expression, names))
}
