// Opens the operator's audit log, or explains why it cannot be opened.

import { Audit, type AuditOptions } from '../serve/audit.ts'
import { Misuse } from './command.ts'

export function auditTo(options: AuditOptions, now: () => number, failing: ConstructorParameters<typeof Audit>[1]['failing']): Audit {
  try {
    return new Audit(options, { now, failing })
  } catch (error) {
    throw new Misuse(`--audit ${options.to} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
