// Reports lists that are filtered or ordered by a value computed on reading: no index has it, so each page reads all records.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { filterWords, readRootProperty } from '../../model/filters.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { type ExpressionText, slotValueOf } from '../../model/slot.ts'
import { sortWords } from '../../model/sorts.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findUnstorable } from '../unfollowed.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/full-scan'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const resource = operation.action === 'list' ? typing.domain.resources.get(resourceNameOf(operation) ?? '') : undefined
      return resource === undefined ? [] : checkList(operation, resource, typing)
    }),
}

function checkList({ name, slots }: Operation, resource: ResourceInfo, typing: Typing): Diagnostic[] {
  const sortsAndFilters = [
    ...(slotValueOf(slots.order) ?? []).map((word) => ({ word, purpose: 'ordered' })),
    ...sortWords(slots).map((word) => ({ word, purpose: 'ordered' })),
    ...filterWords(slots).map((word) => ({ word, purpose: 'filtered' })),
  ]
  const reported = new Set<string>()
  return sortsAndFilters.flatMap(({ word: { text, node }, purpose }) => {
    const property = readRootProperty(text.replace(/^-/, ''))
    const compute = resource.properties.get(property)?.compute
    if (compute === undefined || compute.stored || reported.has(property) || !isAuthored(node.span)) return []
    reported.add(property)
    const qualifiedName = `${resource.name}.${property}`
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} reads all records of ${resource.name}, because it is ${purpose} by ${quoteName(qualifiedName)}`,
        { span: node.span, text: 'computed when it is read' },
        {
          reason: 'It is computed for each record before a page is known, so the time grows with the number of records.',
          help: adviseStoring(property, compute.expression, resource, typing),
        },
      ),
    ]
  })
}

/** A value that other data decide cannot be `stored`; the transitions and operations that change it can write it instead. */
function adviseStoring(property: string, compute: ExpressionText, resource: ResourceInfo, typing: Typing): string | Help {
  const expression = typing.expression(compute)
  const unstorable = expression && findUnstorable(expression, { resource, typing }, property)
  return unstorable === undefined
    ? advise`Keep it with each record:${paste(`${property}: { type: …, compute: '${compute.text}', stored: true }`)}`
    : `It is computed from ${unstorable.description}, so it cannot be \`stored\`. Declare a property without \`compute\` and write it by \`set\`, in each effect that changes the value; or keep it if there are few records.`
}
