// Opens the operator's audit log for a service or a command, or explains why it cannot be opened.

import { userInfo } from 'node:os'
import { Audit, type AuditOptions } from '../serve/audit.ts'
import { Misuse, type Values, textOption } from './command.ts'

export function auditTo(options: AuditOptions, now: () => number, failing: ConstructorParameters<typeof Audit>[1]['failing']): Audit {
  try {
    return new Audit(options, { now, failing })
  } catch (error) {
    throw new Misuse(`--audit ${options.to} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const auditFlag = { flag: '--audit FILE', about: 'writes the action to an audit log; `-` is standard output' } as const

/** Opened before the work, so that every action can be logged. `done` lists the affected ids or other objects. */
export type CommandAudit = { note(done: readonly (string | number)[]): void }

/** Writes nothing without `--audit`. */
export function auditCommand(values: Values, command: string): CommandAudit {
  const to = textOption(values, 'audit')
  if (to === undefined) return { note: () => undefined }
  let problem: string | undefined
  const audit = auditTo({ to, mayLose: false }, () => Date.now(), (failing) => (problem = failing?.cause))
  return {
    note(done) {
      audit.operator(userInfo().username, command, done)
      audit.close()
      if (problem !== undefined) throw new Misuse(`It was done; but ${problem}.`)
    },
  }
}
