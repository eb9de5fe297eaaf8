// Prepares statements for PostgreSQL: numbered placeholders, and a name under which each connection prepares them.

export type NamedStatement = { readonly text: string; readonly name: string | undefined }

/** The maximum number of names: a document has far fewer statements, but combinations of filters are unlimited. */
const maxStatements = 1000

const named = new Map<string, NamedStatement>()

/** `?` outside of quotes becomes `$1`, `$2`, …. */
export function nameStatement(sql: string): NamedStatement {
  let statement = named.get(sql)
  if (statement === undefined) {
    statement = { text: numberPlaces(sql), name: named.size < maxStatements ? `ninefold ${named.size}` : undefined }
    if (named.size < maxStatements) named.set(sql, statement)
  }
  return statement
}

function numberPlaces(sql: string): string {
  let count = 0
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) => (part === '?' ? `$${++count}` : part))
}
