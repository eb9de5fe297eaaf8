// Reports an action on one record without a path parameter named like its key or a unique property, and without `by`.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, quoteName } from '../../diagnostic/voice.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/missing-record'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing.domain)),
}

function checkOperation(operation: Operation, domain: Domain): Diagnostic[] {
  const resource =
    isOnRecord(operation.action) && operation.slots.by.state === 'unsaid' ? findSubjectResource(operation, domain) : undefined
  if (resource === undefined || resource.type.open === true || resource.key.length === 0) return []
  const parameters = operation.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  if (resource.type.uniques.some((unique) => unique.every((member) => parameters.includes(member)))) return []
  const identities = resource.type.uniques.map((unique) => unique.join(' + '))
  const [firstKey = 'id'] = resource.key
  const nameWithBraces = operation.name.replaceAll(/(?<=\/):(\w+)/g, '{$1}')
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(operation.name)} does not identify its ${resource.name}`,
      { span: operation.key.span, text: 'finds no record' },
      {
        others: [{ span: resource.source.key.span, text: `known by ${joinWithOr(identities)}` }],
        reason: 'The record is found by path parameters named like its key or a unique property, unless `by` says otherwise.',
        help:
          nameWithBraces !== operation.name
            ? advise`Put a parameter in braces:${paste(`${nameWithBraces}:`)}`
            : advise`Name the parameter ${resource.key.length === 1 ? quoteName(`{${firstKey}}`) : 'so'}, or specify how to find the record, for example${paste(`by: { ${firstKey}: ${parameters[0] === undefined ? '…' : `input.path.${parameters[0]}`} }`)}`,
      },
    ),
  ]
}
