// Explains from a query plan why a statement's cost grows with the number of records.

/** The place of a table scan: in the statement itself (undefined), or in a subquery: for each row, for a list of values, or once. */
export type Walk = 'for each' | 'for a list' | 'beside' | undefined

/** Facts of a query plan: the fully scanned tables, and whether a page's rows are sorted. */
export type PlanFacts = { readonly walks: readonly Walk[]; readonly sorts: boolean }

/** Why the cost grows; undefined if the statement reads only rows that it returns or that an index finds. */
export function growthBy(sql: string, { walks, sorts }: PlanFacts): string | undefined {
  const { isPage, isQuestion, hasConditions, aggregates, isExistence } = shapeOf(sql)
  for (const walk of walks) {
    if (walk === 'for each') return 'goes through all records, for each that is read'
    if (walk === 'for a list') return 'goes through all records, to find those that match'
    if (walk === 'beside' && !isQuestion) return 'goes through all records, for a question beside'
    if (aggregates) return hasConditions ? 'goes through all records, to count those that match' : 'counts all records'
    // A table or index scan with a condition may also read rows that do not match.
    if (hasConditions && isPage) return 'may go through all records, until it has a page of those that match'
    if (hasConditions || (isQuestion && !isExistence)) return 'goes through all records, to find those that match'
    if (!isPage && !isQuestion && !sql.endsWith(' LIMIT 1')) return 'answers with all records, since the list has no page'
  }
  return isPage && sorts ? 'reads and sorts all records that match, to give a page of them' : undefined
}

type Shape = {
  readonly isPage: boolean
  readonly isQuestion: boolean
  readonly isExistence: boolean
  readonly hasConditions: boolean
  readonly aggregates: boolean
}

/** The statement's own shape without parenthesised subqueries; for a page, that of the subquery that chooses its keys. */
function shapeOf(sql: string): Shape {
  const plain = sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/"(?:[^"]|"")*"/g, '""')
  const [, exists, question] = /^SELECT (EXISTS |NOT EXISTS )?\((SELECT .*)\) AS n$/.exec(plain) ?? []
  let text = question ?? / FROM \((SELECT .* LIMIT \? OFFSET \?)\) AS k /.exec(plain)?.[1] ?? plain
  const aggregates = /^SELECT (?:coalesce\()?(?:count|sum|total|min|max|group_concat|string_agg|concat\('', group_concat)\(/.test(text)
  for (let before = ''; before !== text;) [before, text] = [text, text.replaceAll(/\([^()]*\)/g, '_')]
  return {
    isPage: / LIMIT \?/.test(text),
    isQuestion: question !== undefined,
    isExistence: exists !== undefined,
    hasConditions: / WHERE /.test(text),
    aggregates,
  }
}
