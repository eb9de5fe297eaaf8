// Reports rows that refer to records that do not exist when the service begins.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type DeclaredRow, hasTargetRow, hasKnownRows, listDeclaredRows, printRowTenant } from './rows.ts'

const code = 'resources/dangling-row'

export const check: Check = {
  code,
  run(facts) {
    const rows = listDeclaredRows(facts)
    const keys = Map.groupBy(rows, (row) => printKey(row))
    // A row with a generated key cannot be referenced, and is ignored here.
    return rows.flatMap((row) =>
      row.node.entries.flatMap(({ key, value }): Diagnostic[] => {
        const target = row.resource.properties.get(key.text)?.reference
        const targetResource = target === undefined || target.many ? undefined : facts.typing.domain.resources.get(target.resource)
        if (targetResource === undefined || targetResource.key.length !== 1 || value.kind !== 'scalar' || value.value === null) return []
        const targets = keys.get(`${targetResource.name} ${printRowTenant(row, targetResource)} ${value.text}`) ?? []
        if (hasTargetRow(targets, row, facts) || !hasKnownRows(facts, targetResource.name)) return []
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(key.text)} of ${quoteName(row.name)} refers to a ${targetResource.name} that does not exist${targets.length > 0 ? ' in every environment' : ''}`,
            { span: value.span, text: `no row of ${targetResource.name} has this key` },
            {
              reason: 'Rows exist from the start, so the records that they refer to must exist from the start too.',
              help: `Add a row of ${targetResource.name} with the ${quoteName(targetResource.key[0]!)} ${quoteName(value.text)}.`,
            },
          ),
        ]
      }),
    )
  },
}

function printKey(row: DeclaredRow): string | undefined {
  const { resource, member } = row
  const [keyProperty, ...others] = resource.key
  const node = keyProperty === undefined || others.length > 0 ? undefined : member(keyProperty)?.value
  return node?.kind === 'scalar' ? `${resource.name} ${printRowTenant(row, resource)} ${node.text}` : undefined
}
