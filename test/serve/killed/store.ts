// The stored data of lamps, read from the file.

import { DatabaseSync } from 'node:sqlite'

export type Kept = { readonly id: string; readonly type: string; readonly partitionkey: string | null; readonly data: string }

export type Store = {
  /** In the order of their commits. */
  events(): readonly Kept[]
  turns(resource: 'House' | 'Lamp'): readonly { readonly id: number; readonly turns: number }[]
  /** Deliveries that wait, and those that are given up. */
  waiting(): number
  dead(): number
  /** What SQLite finds wrong with the file. */
  unsound(): readonly string[]
}

export function storeAt(path: string): Store {
  const all = (sql: string): any[] => {
    const file = new DatabaseSync(path, { readOnly: true })
    try {
      return file.prepare(sql).all()
    } finally {
      file.close()
    }
  }
  const inState = (state: string): number => all(`SELECT count(*) AS n FROM "$delivery" WHERE state = '${state}'`)[0].n as number
  return {
    events: () => all('SELECT id, type, partitionkey, data FROM "$event" ORDER BY "commit", "index"'),
    turns: (resource) => all(`SELECT id, turns FROM "${resource}" ORDER BY id`),
    waiting: () => inState('waiting'),
    dead: () => inState('dead'),
    unsound: () =>
      [...all('PRAGMA integrity_check'), ...all('PRAGMA foreign_key_check')]
        .map((row) => Object.values(row).join(' '))
        .filter((line) => line !== 'ok'),
  }
}
