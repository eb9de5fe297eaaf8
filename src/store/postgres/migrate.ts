// Migrates a database from one document, or an empty database, to another: in steps that processes of both survive (expand, then
// contract), or in one transaction if no process serves it.

import type { Facts } from '../../fact/fact.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import type { MigrationResult, MigrationOptions, StoreProblem } from '../kind.ts'
import { type Layout, makeLayout } from '../layout.ts'
import { type Outline, describeLayout } from '../migration/outline.ts'
import { type Pairing, pairOutlines } from '../migration/pairing.ts'
import { planMigration } from '../migration/plan.ts'
import { readRenames } from '../migration/renames.ts'
import { type MigrationPlan, planOutcome } from '../migration/step.ts'
import { DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { listIndexes } from '../sql/indexes.ts'
import { type Connection, type Connections, connect } from './connections.ts'
import { LockTimeout } from './failures.ts'
import { postgres } from './dialect.ts'
import { countOthersServing } from './editions.ts'
import { createCountQueries } from './migration-counts.ts'
import { explainFailure, createLockSql, listTableStatements, outlineText } from './open.ts'
import { makeCompletionSql } from './own-tables.ts'
import { RecordedDatabase } from './recorded-database.ts'
import { keepPending } from './pending.ts'
import { listContractActions, expandActions } from './rolling/actions.ts'
import { listStatementsAtOnce } from './rolling/at-once.ts'
import { type Fills, makeRollingPlan, selectPhase, withUnsupported } from './rolling/plan.ts'
import { TableInUse, runActions } from './rolling/run.ts'
import { type Migration, type StoreState, keepLayout, keepMigration, readState } from './rolling/state.ts'
import { performWork } from './work.ts'

/** How long a migration in one transaction waits for tables in use, in milliseconds. */
const patience = 5000

/** How long to wait for processes that may have been killed, in milliseconds: slightly longer than a lease. */
const leaseTime = 6000
const pause = 250

export async function migrate(
  facts: Facts,
  address: string,
  name: string,
  options: MigrationOptions,
): Promise<MigrationResult | StoreProblem> {
  const connections = connect({ address, size: 2 })
  let connection: Connection | undefined
  try {
    connection = await connections.acquire()
    if (options.allow !== 'look') {
      // The lock lasts as long as the connection. The connection of a killed process ends soon.
      await connection.send(`SET lock_timeout = ${patience}`, [])
      try {
        await connection.send("SELECT pg_advisory_lock(hashtext('ninefold migrates ' || current_schema()))", [])
      } catch (error) {
        if (error instanceof LockTimeout) return { problem: `${name} is being migrated by another process` }
        throw error
      }
      await connection.send('SET lock_timeout = 0', [])
    }
    return await new Migrating(connections, connection, makeLayout(facts.typing.domain, postgres), name, options).run()
  } catch (error) {
    if (error instanceof StoreFailure)
      return { problem: `${name} cannot be migrated: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    if (error instanceof TableInUse)
      return { problem: `${name} is not migrated yet: ${error.message}. Run \`migrate\` again: it goes on where it stopped` }
    throw error
  } finally {
    connection?.release(true)
    await connections.end().catch(() => undefined)
  }
}

class Migrating {
  readonly #connections: Connections
  readonly #connection: Connection
  readonly #layout: Layout
  readonly #next: string
  readonly #name: string
  readonly #options: MigrationOptions

  constructor(connections: Connections, connection: Connection, layout: Layout, name: string, options: MigrationOptions) {
    this.#connections = connections
    this.#connection = connection
    this.#layout = layout
    this.#next = outlineText(layout)
    this.#name = name
    this.#options = options
  }

  async run(): Promise<MigrationResult | StoreProblem> {
    const state = await readState(this.#connection)
    switch (state.kind) {
      case 'foreign':
        return { problem: `${this.#name} is not the store of any document` }
      case 'empty':
        return this.#make()
      case 'store':
        return this.#from(state)
    }
  }

  async #make(): Promise<MigrationResult> {
    const plan = await this.#plan({ tables: [] })
    if (this.#options.allow === 'look') return { kind: 'planned', plan: plan.fullPlan }
    await this.#together(async () => {
      for (const sql of listTableStatements(this.#layout)) await this.#connection.send(sql, [])
      await keepLayout(this.#connection, this.#next)
    })
    return { kind: 'done', plan: plan.fullPlan }
  }

  async #from({ layout, migration, missing }: Extract<StoreState, { kind: 'store' }>): Promise<MigrationResult | StoreProblem> {
    const completion: MigrationPlan = {
      steps: missing.map((part) => ({ kind: 'complete-store', table: part.split('.')[0]!, name: part, safe: true })),
    }
    const { allow, contracts } = this.#options
    const isNext = migration?.next === this.#next
    if (migration === undefined && layout === this.#next) {
      if (missing.length === 0) return { kind: 'same' }
      if (allow !== 'look') await this.#complete(missing)
      return { kind: allow === 'look' ? 'planned' : 'done', plan: completion }
    }
    if (migration !== undefined && !isNext && (migration.former !== this.#next || migration.phase === 'contract')) {
      return {
        problem: `${this.#name} is between two other documents: \`migrate --contract\` with the one that it leads to ends that${migration.phase === 'contract' ? '' : ', `migrate` with the one from which it comes takes it back'}`,
      }
    }
    const reverts = migration !== undefined && !isNext
    const otherLayout = reverts ? migration.next : migration?.former
    const former = otherLayout ?? layout
    const isBoth = isNext && migration.phase !== 'expand'
    if (isBoth && !contracts && allow !== 'look') return { kind: 'same', left: 'contract' }
    const outline = JSON.parse(former) as Outline
    const fills = await this.#fills(former)
    const { pairing, fullPlan } = await this.#plan(outline)
    // With `--contract` as the first step, no process of the former document continues.
    if (contracts && migration === undefined) return this.#atOnce(pairing, fullPlan, missing)
    const rolling = makeRollingPlan(fullPlan, pairing, outline, fills, reverts || isBoth)
    const plan: MigrationPlan = {
      steps: [
        ...completion.steps,
        ...(isBoth ? selectPhase(rolling, 'contract').steps.filter(({ phase }) => phase !== undefined) : rolling.steps),
      ],
    }
    if (allow === 'look') return { kind: 'planned', plan }
    const due: MigrationPlan = contracts ? plan : selectPhase(plan, 'expand')
    const outcome = planOutcome(due)
    if (outcome === 'needs' || (outcome === 'loses' && allow !== 'losing')) return { kind: 'stopped', plan }
    if (contracts) {
      const serving = await this.#others()
      if (serving !== undefined) return serving
    }
    await this.#complete(missing)
    const started: Migration = isNext ? migration : { phase: 'expand', former, next: this.#next, done: [] }
    const expanded =
      started.phase === 'expand'
        ? await this.#expand(started, reverts ? [] : expandActions(pairing, this.#layout, fills, this.#options.now))
        : started
    if (contracts) await this.#contract(expanded, listContractActions(pairing))
    return { kind: 'done', plan, ...(contracts ? {} : { left: 'contract' }) }
  }

  /** Afterwards processes of both documents may serve. */
  async #expand(migration: Migration, actions: Parameters<typeof runActions>[1]): Promise<Migration> {
    await keepMigration(this.#connection, migration)
    await runActions(this.#connection, actions, migration)
    const bothPhase: Migration = { ...migration, phase: 'both', done: [] }
    await this.#together(async () => {
      await keepLayout(this.#connection, this.#next)
      await keepMigration(this.#connection, bothPhase)
    })
    return bothPhase
  }

  async #contract(migration: Migration, actions: Parameters<typeof runActions>[1]): Promise<void> {
    const started: Migration = migration.phase === 'contract' ? migration : { ...migration, phase: 'contract', done: [] }
    await this.#together(() => keepMigration(this.#connection, started))
    await runActions(this.#connection, actions, started)
    await keepMigration(this.#connection, undefined)
  }

  async #atOnce(pairing: Pairing, plan: MigrationPlan, missing: readonly string[]): Promise<MigrationResult | StoreProblem> {
    const { allow, now } = this.#options
    const outcome = planOutcome(plan)
    if (allow === 'look') return { kind: 'planned', plan }
    if (outcome === 'needs' || (outcome === 'loses' && allow !== 'losing')) return { kind: 'stopped', plan }
    await this.#complete(missing)
    const serving = await this.#others()
    if (serving !== undefined) return serving
    await this.#together(async () => {
      for (const sql of listStatementsAtOnce(pairing, this.#layout, now)) await this.#connection.send(sql, [])
      await keepPending(this.#connection, plan)
      await keepLayout(this.#connection, this.#next)
    })
    return { kind: 'done', plan }
  }

  /** Processes that serve another document. A killed process counts until its lease has ended. */
  async #others(): Promise<StoreProblem | undefined> {
    const end = performance.now() + leaseTime
    for (;;) {
      const count = await countOthersServing(this.#connection, this.#next)
      if (count === 0) return undefined
      if (performance.now() > end)
        return {
          problem: `${this.#name} is served by ${count === 1 ? 'a process' : `${count} processes`} of the former document: stop ${count === 1 ? 'it' : 'them'} first`,
        }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  async #complete(missing: readonly string[]): Promise<void> {
    if (missing.length > 0)
      await this.#together(async () => {
        for (const sql of makeCompletionSql(missing)) await this.#connection.send(sql, [])
      })
  }

  /** No process opens the database meanwhile. */
  async #together(work: () => Promise<void>): Promise<void> {
    await this.#connection.send('BEGIN', [])
    await this.#connection.send(`SET LOCAL lock_timeout = ${patience}`, [])
    await this.#connection.send(createLockSql, [])
    await work()
    await this.#connection.send('COMMIT', [])
  }

  async #plan(former: Outline): Promise<{ readonly pairing: Pairing; readonly fullPlan: MigrationPlan }> {
    const pairing = pairOutlines(former, describeLayout(this.#layout, listIndexes), this.#layout, readRenames(this.#layout.domain.model))
    const database = new RecordedDatabase()
    const counted = await performWork(this.#connections, database, () => planMigration(pairing, createCountQueries(database)), {
      opening: ['BEGIN'],
      random: () => 0.5,
    })
    return { pairing, fullPlan: withUnsupported(counted.value, pairing) }
  }

  /** The former document's defaults for new columns, if one of its processes stored them. */
  async #fills(former: string): Promise<Fills> {
    const [row] = (await this.#connection.send(`SELECT value FROM "$ninefold" WHERE name = 'fills'`, [])) as readonly SqlRow[]
    const stored = row === undefined ? undefined : (JSON.parse(String(row['value'])) as { readonly layout: string; readonly fills: Fills })
    return stored?.layout === former ? stored.fills : {}
  }
}
