// Explains from a query plan why a statement's cost grows with the number of records.

/** The place of a table scan: in the statement itself (undefined), or in a subquery: for each row, for a list of values, or once. */
export type Walk = 'for each' | 'for a list' | 'beside' | undefined

/** Facts of a query plan: the fully scanned tables, and whether a page's rows are sorted. */
export type PlanFacts = { readonly walks: readonly Walk[]; readonly sorts: boolean }

/** Why the cost grows; undefined if the statement reads only rows that it returns or that an index finds. */
export function explainGrowth(sql: string, { walks, sorts }: PlanFacts): string | undefined {
  const { isPage, isQuestion, hasConditions, aggregates, isExistence } = findOwnShape(sql)
  for (const walk of walks) {
    if (walk === 'for each') return 'scans all records, once for each record that it reads'
    if (walk === 'for a list') return 'scans all records to find the matching ones'
    if (walk === 'beside' && !isQuestion) return 'scans all records in a subquery'
    if (aggregates) return hasConditions ? 'scans all records to count the matching ones' : 'counts all records'
    // A table or index scan with a condition may also read rows that do not match.
    if (hasConditions && isPage) return 'may scan all records to fill a page of matching ones'
    if (hasConditions || (isQuestion && !isExistence)) return 'scans all records to find the matching ones'
    if (!isPage && !isQuestion && !sql.endsWith(' LIMIT 1')) return 'returns all records, because the list has no pages'
  }
  return isPage && sorts ? 'reads and sorts all matching records for each page' : undefined
}

type Shape = {
  readonly isPage: boolean
  readonly isQuestion: boolean
  readonly isExistence: boolean
  readonly hasConditions: boolean
  readonly aggregates: boolean
}

/** The statement's own shape without parenthesised subqueries; for a page, that of the subquery that chooses its keys. */
function findOwnShape(sql: string): Shape {
  const sqlWithoutTexts = sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/"(?:[^"]|"")*"/g, '""')
  const [, exists, question] = /^SELECT (EXISTS |NOT EXISTS )?\((SELECT .*)\) AS n$/.exec(sqlWithoutTexts) ?? []
  let text = question ?? / FROM \((SELECT .* LIMIT \?(?: \+ 0)? OFFSET \?(?: \+ 0)?)\) AS k /.exec(sqlWithoutTexts)?.[1] ?? sqlWithoutTexts
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
