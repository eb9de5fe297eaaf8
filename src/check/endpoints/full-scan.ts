// Reports lists that are filtered or ordered by a value computed on reading: no index has it, so each page reads all records.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { filterWords, rootOf } from '../../model/filters.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isOwn } from '../unused.ts'

const code = 'endpoints/full-scan'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing: { domain } }) => model.endpoints.value.operations.flatMap((operation) => {
    const info = operation.action === 'list' ? domain.resources.get(resourceNameOf(operation) ?? '') : undefined
    return info === undefined ? [] : ofList(operation, info)
  }),
}

function ofList({ name, slots }: Operation, info: ResourceInfo): Diagnostic[] {
  const words = [
    ...(slotValue(slots.order) ?? []).map((word) => ({ word, does: 'ordered' })),
    ...(slotValue(slots.sort) ?? []).map((word) => ({ word, does: 'ordered' })),
    ...filterWords(slots).map((word) => ({ word, does: 'filtered' })),
  ]
  const reported = new Set<string>()
  return words.flatMap(({ word: { text, node }, does }) => {
    const property = rootOf(text.replace(/^-/, ''))
    const compute = info.properties.get(property)?.compute
    if (compute === undefined || compute.stored || reported.has(property) || !isOwn(node.span)) return []
    reported.add(property)
    const qualifiedName = `${info.name}.${property}`
    return [
      diagnostic(
        'warning',
        code,
        `${quoteName(name)} reads all records of ${info.name} where it is ${does} by ${quoteName(qualifiedName)}`,
        { span: node.span, text: 'computed when it is read' },
        {
          reason: 'Before a page is known, it is computed of each record, so that the answer takes longer the more records there are.',
          help: `Keep it with each record, where nothing but the record decides it:\n\n${property}: { type: …, compute: '${compute.expression.text}', stored: true }`,
        },
      ),
    ]
  })
}
