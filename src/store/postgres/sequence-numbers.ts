// Takes numbers of sequences: those that work asks for together are taken by one statement for each sequence, in the order of the work.

import type { SqlRow } from '../sql/database.ts'
import { nextOfSequence } from '../sql/transaction.ts'
import type { StatementCall } from './call.ts'
import type { Connections } from './connections.ts'

/** Sends separate statements, and sets their rows. */
export function sendSeparately(connections: Connections, calls: readonly StatementCall[]): readonly Promise<void>[] {
  const [numbers, others] = [calls.filter(({ sql }) => sql === nextOfSequence), calls.filter(({ sql }) => sql !== nextOfSequence)]
  const bySequence = Map.groupBy(numbers, ({ values: [name] }) => name)
  return [
    ...Array.from(bySequence.values(), (ofSequence) => takeNumbers(connections, ofSequence)),
    ...others.map((call) => sendOne(connections, call)),
  ]
}

async function sendOne(connections: Connections, call: StatementCall): Promise<void> {
  call.isSent = true
  call.rows = await (call.elsewhere === undefined ? connections.send(call.sql, call.values, call.form) : call.elsewhere())
}

/** Of one sequence. */
async function takeNumbers(connections: Connections, calls: readonly StatementCall[]): Promise<void> {
  const count = BigInt(calls.length)
  const {
    sql,
    values: [name],
    form,
  } = calls[0]!
  const [row] = (await connections.send(sql, [name!, count], form)) as readonly SqlRow[]
  const first = (row!['last'] as bigint) - count + 1n
  for (const [index, call] of calls.entries()) call.rows = [{ last: first + BigInt(index) }]
}
