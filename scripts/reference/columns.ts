// Generates the table of table kinds: the kinds of each part with their columns, from the definitions that read them.

import { partNames } from '../../src/document/document.ts'
import { tableKinds } from '../../src/table/kinds.ts'

/** Required columns are bold; alternative names are in parentheses. */
export function columnTable(): string {
  const rows = partNames.flatMap((part, index) =>
    tableKinds
      .filter((kind) => kind.part === part && kind.name !== 'keys and values')
      .map(({ name, columns, acceptsHeader }) => {
        const namedColumns = columns.map(
          ({ names: [first, ...others], isNeeded }) =>
            `${isNeeded === true ? `**${first}**` : first}${others.length === 0 ? '' : ` (${others.join(', ')})`}`,
        )
        const variableColumns =
          acceptsHeader === undefined ? [] : [columns.length === 0 ? 'the names of the fields' : 'a column for each action or transition']
        return `| ${index + 1} | ${name} | ${[...namedColumns, ...variableColumns].join(', ')} |`
      }),
  )
  return ['| part | kind | columns |', '| --- | --- | --- |', ...rows, '| all | keys and values | **key**, **value** |'].join('\n')
}
