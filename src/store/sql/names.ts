// Names in SQL: quoted, so that a resource may be called `Order` or `group`.

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function printSqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The end of an `INSERT` that replaces an existing row: each column gets the new value. */
export function replaceClause(key: string, columns: readonly string[]): string {
  return `ON CONFLICT (${quote(key)}) DO UPDATE SET ${columns.map((name) => `${quote(name)} = excluded.${quote(name)}`).join(', ')}`
}
