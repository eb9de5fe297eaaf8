// The representation of a record in a response, and the computation of the parts that a store does not print.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { type Context, runExpression, evaluateTemplate, withShownDigits } from '../../exchange/context.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { Operation } from '../../model/model.ts'
import { answerRules } from './response-context.ts'
import type { Interpreter } from '../service.ts'
import type { RecordView, ShownPart } from '../store.ts'

export function makeRecordView(service: Interpreter, operation: Operation, variable: string, part: ShownPart): RecordView {
  const {
    keys,
    facts: { typing },
  } = service
  const rules = answerRules(service, operation)
  return {
    variable,
    part,
    ...(rules === undefined ? {} : { rules }),
    print(viewPart, name, record, { variables, host }) {
      const context: Context = { typing, host, keys, variables: withOuterBindings(new Map([[name, record]]), variables) }
      const value = evaluatePart(viewPart, record, context)
      return value === undefined ? undefined : printValue(value, keys)
    },
  }
}

function evaluatePart(part: ShownPart, record: Value, context: Context): Value | undefined {
  switch (part.kind) {
    case 'template':
      return evaluateTemplate(part.template, context)
    case 'item':
      return withShownDigits(runExpression(part.expression, context), part.expression)
    case 'take':
      return context.host.property(record as RecordValue, part.name)
  }
}
