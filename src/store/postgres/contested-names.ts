// Names what work reads and writes, so that work with a common name takes turns.

import type { Statement } from './call.ts'

/** Names of the queries that decide, and of the rows that statements change, or of the tables that they write; in a global order. */
export function listContestedNames(calls: readonly Statement[], byTable: boolean): readonly string[] {
  const names = calls.flatMap(({ sql, values }) => {
    const [, verb, table] = /^(INSERT INTO|UPDATE|DELETE FROM) ("(?:[^"]|"")*")/.exec(sql) ?? []
    if (table === undefined) return []
    if (byTable) return [table]
    if (verb === 'INSERT INTO') return []
    const identity = sql.slice(sql.lastIndexOf(' WHERE ')).split('?').length - 1
    return [
      `${table} ${values
        .slice(values.length - identity)
        .map(String)
        .join(' ')}`,
    ]
  })
  return inOrder([...names, ...listQueryNames(calls)])
}

export function listQueryNames(calls: readonly Statement[]): readonly string[] {
  return inOrder(calls.filter(({ sql }) => sql.startsWith('SELECT ')).map(({ sql, values }) => `${sql} ${values.map(String).join(' ')}`))
}

function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort()
}
