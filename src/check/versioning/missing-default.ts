// Reports a new required property without a value for older clients, which cannot send it.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { splitName } from '../../fact/versions/history.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/missing-default'

export const check: Check = {
  code,
  run: (facts) =>
    listSpecifiedEntries(facts.model.versioning.value.changes).flatMap(({ value }) =>
      value.flatMap(({ add }) =>
        (slotValueOf(add) ?? []).flatMap(({ name, key, slot }): Diagnostic[] => {
          const { owner, last } = splitName(name)
          const property = facts.typing.domain.resources.get(owner)?.properties.get(last)
          const isRequired =
            property?.required === true && property.default === undefined && property.generate === undefined && property.writable
          if (slot.state === 'shown' || !isRequired) return []
          const refusingOperations = listOlderOperations(facts)
            .filter((operation) => writesProperty(operation, owner, last, facts))
            .map((operation) => operation.name)
          if (refusingOperations.length === 0) return []
          return [
            createDiagnostic(
              'warning',
              code,
              `${quoteName(name)} must be sent, and older clients cannot send it: ${joinWithAnd(refusingOperations)} ${refusingOperations.length === 1 ? 'refuses' : 'refuse'} them`,
              { span: key.span, text: 'has no value for older clients' },
              {
                others: [{ span: property.at.span, text: 'required' }],
                reason: 'It is new, so no request of an older version has it.',
                help: advise`Give their requests a value:${paste(`add: { ${name}: … }`)}`,
              },
            ),
          ]
        }),
      ),
    ),
}

function listOlderOperations({ versions }: Facts): readonly Operation[] {
  return [...new Set(versions.filter(({ isNewest }) => !isNewest).flatMap(({ routes }) => routes.map(({ operation }) => operation)))]
}

function writesProperty(operation: Operation, resource: string, property: string, { typing }: Facts): boolean {
  const { action, subject } = operation
  const isWholeRecord = action === 'create' || action === 'replace' || action === 'put'
  return (
    isWholeRecord && subject?.text === resource && (typing.input(operation).body?.writes ?? []).some((write) => write.property === property)
  )
}
