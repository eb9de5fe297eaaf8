// Reports rules that allow no caller anything, because the read rule of the same record or field demands the opposite.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listResourcesOfCallers } from '../../fact/callers.ts'
import { type ExpressionText, type Named, listSpecifiedEntries } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isContradiction } from '../expressions/known-condition.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/conflicting-rules'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const { state, value } = model.authentication
    if (state !== 'shown') return []
    // A caller may always find its own record.
    const callers = new Set(listResourcesOfCallers(typing))
    return listSpecifiedEntries(value.rules).flatMap(({ name: resource, value: rules }): Diagnostic[] => {
      const readRule = callers.has(resource) ? undefined : findExpression(rules.find(({ name }) => name === 'read'))
      return rules.flatMap((rule): Diagnostic[] => {
        if (!isAuthored(rule.key.span) || rule.name === 'read' || rule.name === 'create') return []
        const isField = typing.domain.resources.get(resource)?.properties.has(rule.name) ?? false
        if (isField) return checkField(resource, rule, readRule, typing)
        const expression = findExpression(rule)
        return expression === undefined || !excludeEachOther(expression, readRule, typing)
          ? []
          : [report(`The rule ${quoteName(rule.name)} of ${resource} never allows anything`, expression, readRule!, recordReason)]
      })
    })
  },
}

const recordReason = 'For a caller who may not read a record, the record does not exist, so the caller cannot act on it.'
const fieldReason = 'The caller would overwrite a value without seeing it. If no caller ever reads it, declare it `writeOnly`.'

function checkField(resource: string, field: Rule, readRule: ExpressionText | undefined, typing: Typing): Diagnostic[] {
  if (field.slot.state !== 'shown' || 'kind' in field.slot.value) return []
  const rules = field.slot.value
  const name = `${resource}.${field.name}`
  const [read, update] = ['read', 'update'].map((action) => findExpression(rules.find((rule) => rule.name === action)))
  if (update === undefined) return []
  if (excludeEachOther(update, readRule, typing))
    return [report(`The rule \`update\` of ${quoteName(name)} never allows anything`, update, readRule!, recordReason)]
  return excludeEachOther(update, read, typing)
    ? [report(`No caller who may update ${quoteName(name)} may read it`, update, read!, fieldReason)]
    : []
}

type Rule = Named<ExpressionText | readonly Named<ExpressionText>[]>

function findExpression(rule: Rule | undefined): ExpressionText | undefined {
  return rule?.slot.state === 'shown' && 'kind' in rule.slot.value ? rule.slot.value : undefined
}

/** True if no caller and record meet both rules. If one of them alone can never hold, another check reports it. */
function excludeEachOther(rule: ExpressionText, read: ExpressionText | undefined, typing: Typing): boolean {
  const [ruleExpression, readExpression] = [rule, read].map((text) => text && typing.expression(text))
  return (
    ruleExpression !== undefined &&
    readExpression !== undefined &&
    isContradiction([ruleExpression, readExpression]) &&
    !isContradiction([ruleExpression]) &&
    !isContradiction([readExpression])
  )
}

function report(message: string, rule: ExpressionText, read: ExpressionText, reason: string): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    message,
    { span: rule.node.span, text: 'never holds beside the rule for reading' },
    {
      others: [{ span: read.node.span, text: 'a caller reads it only if this holds' }],
      reason,
      help: 'Let `read` include these callers, or change one of the rules.',
    },
  )
}
