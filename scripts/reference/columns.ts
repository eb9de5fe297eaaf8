// The kinds of tables that each part has, with their columns, from the definitions that read them.

import { partNames } from '../../src/document/document.ts'
import { tableKinds } from '../../src/table/kinds.ts'

/** Columns that a table must have are bold; other names that are understood stand in parentheses. */
export function columnTable(): string {
  const rows = partNames.flatMap((part, index) =>
    tableKinds
      .filter((kind) => kind.part === part && kind.name !== 'keys and values')
      .map(({ name, columns, takes }) => {
        const named = columns.map(
          ({ names: [first, ...others], isNeeded }) =>
            `${isNeeded === true ? `**${first}**` : first}${others.length === 0 ? '' : ` (${others.join(', ')})`}`,
        )
        const open =
          takes === undefined ? [] : [columns.length === 0 ? 'the names of the fields' : 'a column for each action or transition']
        return `| ${index + 1} | ${name} | ${[...named, ...open].join(', ')} |`
      }),
  )
  return ['| part | kind | columns |', '| --- | --- | --- |', ...rows, '| all | keys and values | **key**, **value** |'].join('\n')
}
