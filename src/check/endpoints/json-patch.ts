// Reports JSON Patches that an operation cannot take: it changes no listed fields of a record, or the record is found by the patch.

import { type Help, advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts, Stage } from '../../fact/fact.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { listPoints } from '../../fact/operation.ts'
import { indexModel } from '../../fact/model-index.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { jsonPatchType } from '../../typing/input-body.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/json-patch'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

const fieldsReason = 'A JSON Patch (RFC 6902) is applied to the listed fields of the record that an `update` changes.'
const beforeFind: ReadonlySet<Stage> = new Set(['form', 'caller', 'input', 'replay'])

function checkOperation(operation: Operation, facts: Facts): Diagnostic[] {
  const { name, action, slots } = operation
  const word = (slotValueOf(slots.accepts) ?? []).find(({ text }) => text === jsonPatchType)
  const body = slotValueOf(slots.body)
  if (word === undefined || body === undefined || !isAuthored(word.node.span)) return []
  const report = (message: string, label: string, reason: string, help: string | Help): Diagnostic[] => [
    createDiagnostic('error', code, message, { span: word.node.span, text: label }, { reason, help }),
  ]
  if (action !== 'update') {
    return report(
      `${quoteName(name)} cannot take a JSON Patch`,
      'no `update`',
      fieldsReason,
      advise`${remove(`Leave out \`${jsonPatchType}\``)}: only an \`update\` takes it.`,
    )
  }
  if (body.kind !== 'fields') {
    const fields = [...(findSubjectResource(operation, facts.typing.domain)?.properties.values() ?? [])]
      .filter(({ writable, immutable }) => writable && !immutable)
      .map((property) => property.name)
    return report(
      `${quoteName(name)} cannot take a JSON Patch`,
      'its body is not a list of fields',
      fieldsReason,
      advise`List the fields that a patch may change, for example${paste(`body: [${fields.slice(0, 3).join(', ')}]`)}`,
    )
  }
  const context = makeOperationContext(indexModel(facts.model, facts.typing), operation)
  if (context.record?.needs.reads.includes('input.body') === true) {
    return report(
      `${quoteName(name)} finds its record by its body`,
      'a JSON Patch does not identify the record',
      'A JSON Patch has members only once it is applied to the record.',
      'Find the record by the path, a query parameter or a header.',
    )
  }
  const conditionBeforeFind = listPoints(context).find(({ stage, reads }) => beforeFind.has(stage) && reads.includes('input.body'))
  if (conditionBeforeFind !== undefined) {
    return report(
      `${quoteName(conditionBeforeFind.condition)} of ${quoteName(name)} reads its body before the record is found`,
      'known once the record is found',
      'A JSON Patch has members only once it is applied to the record.',
      'Read the path, a query parameter or a header there.',
    )
  }
  const version = facts.versions.find(({ conversions }) => conversions.get(operation)?.body !== undefined)
  if (version === undefined) return []
  return report(
    `${quoteName(name)} cannot take a JSON Patch of the version ${quoteName(version.name)}`,
    'names of the newest version',
    'Part 9 converts the bodies of older versions, and the paths of a JSON Patch are not converted.',
    'Accept merge patches only, or add another endpoint since the newest version.',
  )
}
