// Reports references inside lists or objects to deletable records: each deletion scans all records that may contain them.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { deriveProgramOutcome } from '../../fact/conditions/effect.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { type Reference, indexModel } from '../../fact/model-index.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'resources/full-scan'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing, operations }) {
    const modelIndex = indexModel(model, typing)
    const operationsByTarget = new Map<string, string[]>()
    for (const { operation } of operations) {
      const deletable = new Set(
        deriveProgramOutcome(makeOperationContext(modelIndex, operation))
          .changes.filter(({ kind }) => kind === 'delete')
          .map(({ resource }) => resource),
      )
      for (const resource of deletable) operationsByTarget.getOrInsertComputed(resource, () => []).push(operation.name)
    }
    const isNested = ({ resource, path }: Reference): boolean =>
      typing.domain.resources.get(resource)?.properties.get(path)?.reference?.many !== false
    return [...operationsByTarget].flatMap(([target, [operation]]) =>
      (modelIndex.referrers.get(target) ?? [])
        .filter((reference) => isNested(reference) && isAuthored(reference.at.span))
        .map((reference) => diagnose(reference, operation!)),
    )
  },
}

function diagnose({ resource, path, target, at }: Reference, operation: string): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `Deleting a ${target} scans all records of ${resource}, because ${quoteName(`${resource}.${path}`)} may refer to it`,
    { span: at.span, text: 'not found by an index' },
    {
      reason: `${quoteName(operation)} deletes records, and its time grows with the number of ${resource} records. An index finds a reference that is a property, but not one inside a list or an object.`,
      help: `Make each reference a separate record, which refers to the ${resource} and to the ${target}.`,
    },
  )
}
