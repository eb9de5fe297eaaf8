// `ninefold migrate DOC`: migrates a store from an earlier version of the document.

import { randomBytes } from 'node:crypto'
import type { MigrationResult, StoreRole } from '../store/kind.ts'
import { type MigrationPlan, planOutcome } from '../store/migration/step.ts'
import { printMigrationPlan } from '../store/migration/words.ts'
import { type Command, type Console, Misuse, type Status, readFlag, formatOption, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'
import { makeCommandAudit, auditFlag } from './auditing.ts'
import { storeFromOption, orMisuse, storeFlag } from './store-option.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  arguments: `DOC ${storeFlag}`,
  about: 'Migrates a store from an earlier version of the document.',
  options: [
    { flag: storeFlag, about: 'the store' },
    { flag: '--plan', about: 'only prints the plan; exit 1 if it would stop' },
    { flag: '--approve', about: 'also applies steps that lose data, after a backup beside the file' },
    {
      flag: '--contract',
      about:
        'PostgreSQL: also removes tables and columns that only the former document needs; run it when no process serves that document any longer',
    },
    { flag: '--grant ROLE', about: 'only prints the SQL by which the owner of the tables grants another role the rights to serve them' },
    {
      flag: '--owner ROLE',
      about: 'only prints the SQL by which the owner of the tables makes another role the owner, which may then migrate them',
    },
    auditFlag,
    { flag: '--format text|json', about: 'the output' },
  ],
  parse: {
    grant: { type: 'string' },
    owner: { type: 'string' },
    store: { type: 'string' },
    plan: { type: 'boolean' },
    approve: { type: 'boolean' },
    contract: { type: 'boolean' },
    audit: { type: 'string' },
    format: { type: 'string' },
  },
  words: [1, 1],
  async run([path], values, console) {
    const form = formatOption(values, 'text', 'json')
    const store = await storeFromOption(values)
    const [isApproved, includesContract] = [readFlag(values, 'approve'), readFlag(values, 'contract')]
    if (includesContract && !store.isShared)
      throw new Misuse(`--contract is for a store that several processes serve; ${store.name} is migrated at once`)
    const result = withoutErrors(path!, console)
    if (result === undefined) {
      console.error('Not migrated: a document with errors says nothing certain of its records.\n')
      return 1
    }
    const to = readRole(values)
    if (to !== undefined) {
      const statements = orMisuse(await store.grants(to))
      console.out(statements.map((sql) => `${sql};\n`).join(''))
      return 0
    }
    const audit = makeCommandAudit(values, 'migrate')
    const applied = isApproved ? 'losing' : 'safe'
    const migrated = orMisuse(
      await store.migrate(result.facts, {
        allow: readFlag(values, 'plan') ? 'look' : applied,
        contracts: includesContract,
        now: Date.now(),
        randomness: { bytes: (count) => randomBytes(count) },
      }),
    )
    if (migrated.kind === 'done') audit.record([store.name])
    printResult(migrated, store.name, includesContract, form, console)
    return chooseStatus(migrated, isApproved, includesContract)
  },
}

function readRole(values: Parameters<typeof readTextOption>[0]): StoreRole | undefined {
  const [serves, owns] = [readTextOption(values, 'grant'), readTextOption(values, 'owner')]
  if (serves !== undefined && owns !== undefined) throw new Misuse('--grant and --owner print different SQL: name one of them')
  if (owns !== undefined) return { role: owns, may: 'migrate' }
  return serves === undefined ? undefined : { role: serves, may: 'serve' }
}

function chooseStatus(migrated: MigrationResult, isApproved: boolean, includesContract: boolean): Status {
  if (migrated.kind === 'stopped') return 1
  if (migrated.kind !== 'planned') return 0
  const outcome = planOutcome(selectDueSteps(migrated.plan, includesContract))
  return outcome === 'needs' || (outcome === 'loses' && !isApproved) ? 1 : 0
}

function printResult(migrated: MigrationResult, file: string, includesContract: boolean, form: 'text' | 'json', console: Console): void {
  if (form === 'json') {
    const steps = migrated.kind === 'same' ? [] : migrated.plan.steps
    console.out(
      `${JSON.stringify({ outcome: migrated.kind, ...('backup' in migrated ? { backup: migrated.backup } : {}), ...('left' in migrated ? { left: migrated.left } : {}), steps }, null, 2)}\n`,
    )
    return
  }
  if (migrated.kind !== 'same' && migrated.plan.steps.length > 0) console.out(`${printMigrationPlan(migrated.plan)}\n\n`)
  console.out(`${printOutcome(migrated, file, includesContract)}\n`)
}

function printOutcome(migrated: MigrationResult, file: string, includesContract: boolean): string {
  switch (migrated.kind) {
    case 'same':
      if (migrated.left !== undefined) return `${file} is the store of this document and of the former one. ${contractText}`
      return `${file} is the store of this document already.`
    case 'planned':
      return `Nothing was changed.`
    case 'done':
      if (migrated.left !== undefined) return `${file} is the store of this document now, and of the former one. ${contractText}`
      return `${file} is the store of this document now.${migrated.backup === undefined ? '' : ` It was copied to ${migrated.backup} before.`}`
    case 'stopped':
      return planOutcome(selectDueSteps(migrated.plan, includesContract)) === 'needs'
        ? 'Nothing was changed: first do what the steps marked NEEDS require.'
        : 'Nothing was changed: `--approve` runs the steps that lose data, after a backup.'
  }
}

const contractText =
  'When no process serves the former document any longer, `migrate --contract` removes the tables and columns that only it needs.'

/** The steps that are applied now. */
function selectDueSteps({ steps }: MigrationPlan, includesContract: boolean): MigrationPlan {
  return { steps: includesContract ? steps : steps.filter(({ phase }) => phase !== 'contract') }
}
