// Asks whether an enumerated property is the state of a machine, if its name suggests it.

import { normaliseSpelling } from './names.ts'
import { question } from './draft.ts'

export function askMachine(resource: string, property: string, values: readonly string[]): string[] {
  if (values.length < 2 || !/(?:status|state|phase|stage)$/.test(normaliseSpelling(property))) return []
  return [
    question(
      `is \`${resource}.${property}\` (${values.slice(0, 6).join(', ')}${values.length > 6 ? ' …' : ''}) a machine: what leads from one value to the next?`,
    ),
  ]
}
