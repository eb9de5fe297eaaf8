// The state that all transactions of one store share.

import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { BackgroundWork } from '../../meaning/store.ts'
import { holdsRecords } from '../../meaning/writing/write-checks.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { listTimed } from '../../model/timed.ts'
import type { Layout } from '../layout.ts'
import { type StatementMaker, makeStatementMaker } from './statement-maker.ts'
import { makeColumnValues } from './column-values.ts'
import type { EventSql } from './events.ts'
import type { SqlNumber } from './delivery-rows.ts'
import { type LookUps, lookUps } from './look-ups.ts'
import type { ReferencesByResource } from './read-cache.ts'
import { type TableStatements, makeTableStatements } from './statements.ts'

export type Shared = {
  readonly layout: Layout
  readonly keys: RecordKeys
  readonly statements: ReadonlyMap<string, TableStatements>
  readonly statementMaker: StatementMaker
  readonly lookUps: LookUps
  readonly holders: ReferencesByResource
  /** Creates the lazy values of a resource's rows. */
  readonly valuesOf: ReadonlyMap<string, ReturnType<typeof makeColumnValues>>
  /** Resources whose records can have timers. */
  readonly timed: ReadonlySet<string>
  /** The next version: higher than all earlier versions, also after a restart. */
  version(): number
  /** Called when another timer may be due first. */
  timersChanged(): void
  /** Called with each event and delivery that is written. */
  onEmitted(): void
  readonly events: EventSql
  /** Numbers deliveries, if the versions of several processes are unordered. */
  readonly deliveryId?: () => SqlNumber
  /** True if this process may do a piece of work, among several processes. */
  readonly claim?: (work: BackgroundWork) => boolean
  /** Ends the hold of an idempotency key. */
  readonly releaseKey?: (name: string) => void
  /** True if a table has tenants. */
  readonly hasTenants: boolean
}

type SharedOptions = Pick<Shared, 'layout' | 'keys' | 'version' | 'events' | 'timersChanged'> & Partial<Pick<Shared, 'onEmitted'>>

export function makeShared({ layout, keys, version, events, timersChanged, onEmitted = () => undefined }: SharedOptions): Shared {
  const statements = new Map([...layout.tables].map(([name, table]) => [name, makeTableStatements(layout, table)]))
  const timed = new Set(
    layout.domain.model.states.value.machines
      .filter((machine) => listSpecifiedEntries(machine.slots.states).some(({ value }) => listTimed(value).length > 0))
      .map(({ resource }) => resource),
  )
  const holders = new Map(
    [...layout.domain.resources].map(([name, { properties }]) => {
      const all = [...properties.values()].filter(holdsRecords)
      return [
        name,
        {
          all: all.map((property) => property.name),
          several: all.filter(({ reference }) => reference?.many !== false).map((property) => property.name),
        },
      ]
    }),
  )
  const valuesOf = new Map([...layout.tables.keys()].map((name) => [name, makeColumnValues(layout, name, keys)]))
  return {
    layout,
    keys,
    statements,
    statementMaker: makeStatementMaker(layout, keys),
    lookUps: lookUps(layout, statements),
    holders,
    valuesOf,
    timed,
    version,
    timersChanged,
    onEmitted,
    events,
    hasTenants: [...layout.domain.resources.values()].some(({ tenant }) => tenant.length > 0),
  }
}
