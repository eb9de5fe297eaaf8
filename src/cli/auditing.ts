// Opens the operator's audit log for a service or a command, or explains why it cannot be opened.

import { userInfo } from 'node:os'
import { Audit, type AuditOptions } from '../serve/audit.ts'
import { Misuse, type Values, readTextOption } from './command.ts'

export function openAudit(options: AuditOptions, now: () => number, failing: ConstructorParameters<typeof Audit>[1]['onFailing']): Audit {
  try {
    return new Audit(options, { now, onFailing: failing })
  } catch (error) {
    throw new Misuse(`--audit ${options.target} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const auditFlag = { flag: '--audit FILE', about: 'writes the action to an audit log; `-` is standard output' } as const

/** The audit log of one command, opened before the work. `record` logs the command with the ids or names of the affected objects. */
export type CommandAudit = { record(affected: readonly (string | number)[]): void }

/** Writes nothing without `--audit`. */
export function makeCommandAudit(values: Values, command: string): CommandAudit {
  const target = readTextOption(values, 'audit')
  if (target === undefined) return { record: () => undefined }
  let problem: string | undefined
  const audit = openAudit(
    { target, mayLose: false },
    () => Date.now(),
    (failing) => (problem = failing?.cause),
  )
  return {
    record(affected) {
      audit.operator(userInfo().username, command, affected)
      audit.close()
      if (problem !== undefined) throw new Misuse(`The command ran, but ${problem}.`)
    },
  }
}
