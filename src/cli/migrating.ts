// Reports to the operator the migration of a store, or the reasons why `serve` refuses a store of another document.

import type { MigrationPlan } from '../store/migration/step.ts'
import { printMigrationPlan } from '../store/migration/words.ts'
import type { Console, Status } from './command.ts'
import type { UnmigratedStore } from './store-runtime.ts'

/** Reports a migration that ran automatically, without loss of data. */
export function printMigrated(plan: MigrationPlan, form: 'text' | 'json', console: Console): void {
  if (form === 'json') console.out(`${JSON.stringify({ event: 'migrated', steps: plan.steps })}\n`)
  else if (plan.steps.length > 0) console.out(`migrated the store:\n\n${printMigrationPlan(plan)}\n\n`)
}

export function printUnmigrated({ message, plan }: UnmigratedStore, store: string, form: 'text' | 'json', console: Console): Status {
  if (form === 'json') {
    console.out(`${JSON.stringify({ event: 'unmigrated', steps: plan.steps })}\n`)
    return 1
  }
  console.error(`Not served: ${message}:\n\n${printMigrationPlan(plan)}\n\n`)
  console.error(
    `\`ninefold migrate DOC --store ${store} --approve\` runs the steps that lose data, after a backup; steps marked NEEDS wait until their requirement is met.\n`,
  )
  return 1
}
