// Prepares statements for PostgreSQL: numbered placeholders, and a name under which each connection prepares them.

export type NamedStatement = { readonly text: string; readonly name: string | undefined }

/** The maximum number of names: a document has far fewer statements, but combinations of filters are unlimited. */
const most = 1000

const known = new Map<string, NamedStatement>()

/** `?` outside of quotes becomes `$1`, `$2`, …. */
export function nameStatement(sql: string): NamedStatement {
  let found = known.get(sql)
  if (found === undefined) {
    found = { text: numberPlaces(sql), name: known.size < most ? `ninefold ${known.size}` : undefined }
    if (known.size < most) known.set(sql, found)
  }
  return found
}

function numberPlaces(sql: string): string {
  let count = 0
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) => (part === '?' ? `$${++count}` : part))
}
