// Translates a column to SQL that prints its value as JSON.

import type { Property } from '../../../typing/domain.ts'
import type { Column } from '../../layout.ts'
import type { Dialect } from '../dialect.ts'
import { failTranslation } from '../predicate/translation.ts'
import type { JsonText } from './json-pieces.ts'

/** The JSON text of a column. */
export function printColumn(
  dialect: Dialect,
  sql: string,
  { kept }: Pick<Column, 'kept'>,
  property: Pick<Property, 'schema'>,
  nullable: boolean,
): JsonText {
  const toVisibleJson = (pieces: readonly string[]): JsonText =>
    nullable ? { pieces: [pieces.length === 1 ? pieces[0]! : pieces.join(' || ')], nullable } : { pieces, nullable }
  switch (kept.kind) {
    case 'text':
      if (isPlain(property)) return toVisibleJson([`'"'`, sql, `'"'`])
      return nullable
        ? { pieces: [`CASE WHEN ${sql} IS NOT NULL THEN ${dialect.quote(sql)} END`], nullable, withNull: dialect.quoteOrNull(sql) }
        : toVisibleJson([dialect.quote(sql)])
    case 'timestamp':
      return toVisibleJson([`'"'`, sql, `'"'`])
    case 'integer':
      return toVisibleJson([dialect.text(sql)])
    case 'json':
      return toVisibleJson([sql])
    case 'boolean':
      return nullable
        ? { pieces: [`CASE ${sql} WHEN TRUE THEN 'true' WHEN FALSE THEN 'false' END`], nullable }
        : toVisibleJson([`CASE WHEN ${sql} = TRUE THEN 'true' ELSE 'false' END`])
    case 'double':
    case 'decimal':
    case 'duration':
    case 'bytes':
      return failTranslation()
  }
}

/** Texts that need no escaping. */
function isPlain({ schema }: Pick<Property, 'schema'>): boolean {
  if (typeof schema === 'boolean') return false
  return schema.format === 'uuid' || schema.enum?.every((each) => typeof each === 'string' && JSON.stringify(each) === `"${each}"`) === true
}
