// Reports two rows with the same key or the same values of a `unique`.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { convertNodeToJson } from '../../model/scalars.ts'
import type { Check } from '../check.ts'
import { type DeclaredRow, excludeEachOther, listDeclaredRows, printRowTenant } from './rows.ts'

const code = 'resources/duplicate-row'

export const check: Check = {
  code,
  run(facts) {
    const rowsByResource = new Map<string, DeclaredRow[]>()
    return listDeclaredRows(facts).flatMap((row) => {
      const { resource } = row
      return resource.type.uniques.flatMap((members): Diagnostic[] => {
        const values = printValues(row, members)
        if (values === undefined) return []
        const place = `${resource.name} ${printRowTenant(row, resource)} ${members.join('+')} ${values}`
        const earlierRows = rowsByResource.getOrInsertComputed(place, () => [])
        const earlier = earlierRows.find((each) => !excludeEachOther(each, row))
        earlierRows.push(row)
        return earlier === undefined ? [] : [diagnose(row, earlier, members)]
      })
    })
  },
}

/** The values as one text; undefined if a value is absent or null, because null is not equal to any value. */
function printValues({ resource, member }: DeclaredRow, members: readonly string[]): string | undefined {
  const values = members.map((name) => {
    const node = member(name)?.value
    if (node === undefined || (node.kind === 'scalar' && node.value === null)) return undefined
    const value = node.kind === 'scalar' && resource.properties.get(name)?.fold === true ? node.text.toLowerCase() : convertNodeToJson(node)
    return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}` : member))
  })
  return values.includes(undefined) ? undefined : values.join(' ')
}

function diagnose(row: DeclaredRow, earlier: DeclaredRow, members: readonly string[]): Diagnostic {
  const findRowSpan = ({ node, member }: DeclaredRow) => (members.length === 1 ? member(members[0]!)!.value.span : node.span)
  const isKey = members === row.resource.key
  return createDiagnostic(
    'error',
    code,
    `${quoteName(row.name)} has the same ${joinWithAnd(members)} as another row`,
    { span: findRowSpan(row), text: isKey ? 'the same key' : 'taken' },
    {
      others: [{ span: findRowSpan(earlier), text: 'first here' }],
      help: isKey ? advise`${remove('Remove one of them')}, or give it another key.` : 'Give it another value.',
    },
  )
}
