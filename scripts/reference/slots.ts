// Generates the tables of the places of expressions and texts, from the roles by which they are typed.

import { slotRoles } from '../../src/typing/slots/roles.ts'

/** Every place of a part, with its kind and its class. */
export function slotTable(part: string): string {
  const own = Object.entries(slotRoles).filter(([role]) => role.startsWith(`${part}.`))
  if (own.length === 0) throw new Error(`No slots are listed under \`${part}\``)
  const rows = own.map(
    ([role, { kind, class: of, description }]) => `| \`${role.slice(part.length + 1)}\` | ${kind} | ${of} | ${description} |`,
  )
  return ['| place | holds | class | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
