// A record's representation as columns of a statement: one text if SQL prints all of it; otherwise the service prints the rest from
// columns of the same statement.

import type { Expression } from '../../../cel/expression.ts'
import { type Specialise, createSpecialiser } from '../../../cel/specialise.ts'
import type { RecordView } from '../../../meaning/store.ts'
import { versionColumn } from '../../layout.ts'
import { quote } from '../names.ts'
import type { SqlParameter } from '../predicate/translation.ts'
import type { RowSource } from '../source.ts'
import type { Afterwards } from './unprinted.ts'
import { canHide } from './json-pieces.ts'
import { PartColumns } from './part-columns.ts'
import { listJoins } from './joins.ts'
import type { ColumnContext, Decisions, Print, SqlColumns } from './parts.ts'

export type RecordColumns = {
  /** The source of the rows, with the joins that the columns need. */
  readonly source: RowSource
  readonly select: readonly string[]
  readonly parameters: readonly SqlParameter[]
  /** True if an integer may exceed the exact range of a double. */
  readonly exact: boolean
  readonly print: Print
  /** True if SQL prints all of it into the only column, which is never null. */
  readonly isText: boolean
  /** True if it computes values afterwards, which may read other records. */
  readonly computes: boolean
  /** True if all of it may be hidden. */
  readonly canHide: boolean
  /** Shown conditions and rules that may be decided before the statement, in column order. */
  readonly truths: readonly { readonly expression: Expression; readonly specialise: Specialise; readonly isShown: boolean }[]
  /** The parts that the service prints or computes from the columns, with reasons. */
  afterwards(): readonly Afterwards[]
  /** The versions of the records that references reach. */
  versions(row: SqlColumns): readonly number[]
}

const undecided: Decisions = { key: '', decided: new Map(), given: new Set() }

/** `withVersions`: also reads the versions of joined records. */
export function makeRecordColumns(
  context: ColumnContext,
  source: RowSource,
  shown: RecordView,
  withVersions: boolean,
  decisions: Decisions = undecided,
): RecordColumns {
  const columns = new PartColumns(context, shown, decisions)
  const part = columns.addPart(shown.part, { variable: shown.variable, source, within: [], rules: shown.rules })
  const print = columns.printerOf(part)
  const versions = withVersions ? listJoins(source).map((join) => columns.addColumn(`${join.alias}.${quote(versionColumn)}`)) : []
  return {
    source,
    print,
    isText: !('print' in part) && !canHide(part) && columns.select.length === 1,
    canHide: 'print' in part ? part.hides === true : canHide(part),
    select: columns.select.map(({ sql }) => sql),
    parameters: columns.select.flatMap(({ parameters }) => parameters),
    exact: columns.exact,
    computes: columns.computes,
    afterwards: () => columns.unprinted.flatMap((each) => each()),
    truths: [...columns.truths].flatMap(([expression, { rows, isShown }]) => {
      const specialise = createSpecialiser(expression, new Set(rows.keys()))
      return specialise === undefined ? [] : [{ expression, specialise, isShown }]
    }),
    versions:
      versions.length === 0 ? listNoVersions : (row) => versions.flatMap((index) => (row[index] === null ? [] : [Number(row[index])])),
  }
}

const listNoVersions = (): readonly number[] => []
