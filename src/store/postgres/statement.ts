// Statements as PostgreSQL takes them: a number for each place, and a name under which each connection keeps them prepared.

export type NamedStatement = { readonly text: string; readonly name: string | undefined }

/** So many statements have names: those of a document are far fewer, but filters can be combined without end. */
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
