// Reports rows that refer to records that do not exist when the service begins.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type DeclaredRow, areThere, knowsRows, declaredRows, rowTenant } from './rows.ts'

const code = 'resources/dangling-row'

export const check: Check = {
  code,
  run(facts) {
    const rows = declaredRows(facts)
    const keys = Map.groupBy(rows, (row) => keyOf(row))
    // A row with a generated key cannot be referenced, and is ignored here.
    return rows.flatMap((row) => row.node.entries.flatMap(({ key, value }): Diagnostic[] => {
      const target = row.resource.properties.get(key.text)?.reference
      const other = target === undefined || target.many ? undefined : facts.typing.domain.resources.get(target.resource)
      if (other === undefined || other.key.length !== 1 || value.kind !== 'scalar' || value.value === null) return []
      const targets = keys.get(`${other.name} ${rowTenant(row, other)} ${value.text}`) ?? []
      if (areThere(targets, row, facts) || !knowsRows(facts, other.name)) return []
      return [
        diagnostic(
          'error',
          code,
          `${quoteName(key.text)} of ${quoteName(row.name)} refers to a ${other.name} that there is not${targets.length > 0 ? ' in every environment' : ''}`,
          { span: value.span, text: `no row of ${other.name} has this key` },
          {
            reason: 'Rows exist from the start, and so must the records that they refer to.',
            help: `Add a row of ${other.name} with the ${quoteName(other.key[0]!)} ${quoteName(value.text)}.`,
          },
        ),
      ]
    }))
  },
}

function keyOf(row: DeclaredRow): string | undefined {
  const { resource, member } = row
  const [only, ...more] = resource.key
  const node = only === undefined || more.length > 0 ? undefined : member(only)?.value
  return node?.kind === 'scalar' ? `${resource.name} ${rowTenant(row, resource)} ${node.text}` : undefined
}
