// The tables of the reference that say where expressions and texts stand, made from the roles that they are typed by.

import { slotRoles } from '../../src/typing/slots/roles.ts'

/** `slots`: every place of a part, with what it holds and who computes it. */
export function slotTable(part: string): string {
  const own = Object.entries(slotRoles).filter(([role]) => role.startsWith(`${part}.`))
  if (own.length === 0) throw new Error(`No slots are listed under \`${part}\``)
  const rows = own.map(([role, { kind, class: of, about }]) => `| \`${role.slice(part.length + 1)}\` | ${kind} | ${of} | ${about} |`)
  return ['| place | holds | class | |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
