// The queries of a transaction over records: rows with certain values, selections, counts, and values and texts of expressions.

import type { Mutable } from '../../base/mutable.ts'
import { withOuterBindings } from '../../cel/bindings.ts'
import type { Expression } from '../../cel/expression.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import type { QueryContext, Row, Selection } from '../../meaning/store.ts'
import type { ReadRules } from '../../meaning/caller/read-rules.ts'
import { type TenantQueryContext, isRecordValue } from './binding.ts'
import type { Database, SqlRow, SqlValue } from './database.ts'
import { bindColumns } from './bound-values.ts'
import type { GroupCache } from './group-cache.ts'
import type { OverdueWatch } from './overdue.ts'
import type { ReadCache } from './read-cache.ts'
import type { PrintedViews } from './representation/printed-views.ts'
import type { RowScope, Rows } from './rows.ts'
import type { Shared } from './shared.ts'
import { type SqlQuery, printQueryKey, makeStatementForAll, toStatement } from './sql-query.ts'
import type { WriteBuffer } from './write-buffer.ts'

export class RecordQueries {
  readonly #database: Database
  readonly #shared: Shared
  readonly #readCache: ReadCache
  readonly #writeBuffer: WriteBuffer
  readonly #groupCache: GroupCache | undefined
  readonly #views: PrintedViews
  readonly #rows: Rows
  readonly #watch: OverdueWatch | undefined

  constructor(database: Database, shared: Shared, scope: RowScope, rows: Rows, watch: OverdueWatch | undefined) {
    this.#database = database
    this.#shared = shared
    this.#readCache = scope.readCache
    this.#writeBuffer = scope.writeBuffer
    this.#groupCache = scope.cache
    this.#views = scope.views
    this.#rows = rows
    this.#watch = watch
  }

  rowsHaving(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined {
    this.#watch?.chosenBy(resource, values.keys())
    const [only, ...more] = values
    const question = this.#makeHavingQuery(resource, values)
    if (question === undefined || question === 'nothing') return question && []
    const neighbours = only !== undefined && more.length === 0 && isRecordValue(only[1]) ? this.#readCache.neighbours(only[1]) : []
    const neighbourValues = neighbours.flatMap((record) => {
      const otherQuery = this.#makeHavingQuery(resource, new Map([[only![0], record]]))
      return otherQuery === undefined || otherQuery === 'nothing' ? [] : [otherQuery.values]
    })
    return this.#answer(question, neighbourValues) as readonly Row[]
  }

  recordsHaving(resource: string, values: ReadonlyMap<string, Value>): readonly RecordValue[] | undefined {
    // A watch must see the row, because a timer of the record may be due.
    if (this.#watch !== undefined) return undefined
    const question = this.#makeHavingQuery(resource, values, 'keys')
    if (question === undefined || question === 'nothing') return question && []
    // A request looks each of its records up once, so the answer is not kept.
    this.#writeBuffer.flush()
    const { sql, values: bound } = toStatement(question)
    return this.#database.all(sql, bound).map((row) => this.#rows.recordOf(resource, row))
  }

  /** Undefined if columns cannot decide equality; `nothing` if no row can have the values. */
  #makeHavingQuery(
    resource: string,
    values: ReadonlyMap<string, Value>,
    kind: 'records' | 'keys' = 'records',
  ): SqlQuery | 'nothing' | undefined {
    const table = this.#rows.table(resource)
    const tenant = this.#rows.tenantValues(resource)
    const columns: string[] = []
    const parameters: SqlValue[] = [...(tenant ?? [])]
    for (const [name, value] of values) {
      if (value === null) return 'nothing'
      const encoded = bindColumns(table, this.#rows.info(resource).properties.get(name)!, value, this.#shared.layout, this.#shared.keys)
      if (encoded === undefined) return undefined
      columns.push(...encoded.columns)
      parameters.push(...encoded.values)
    }
    return { ...this.#shared.lookUps(resource, columns, tenant !== undefined, kind), values: parameters }
  }

  select(selection: Selection, asker: QueryContext): readonly Row[] | undefined {
    this.#watch?.selection(selection)
    this.#writeBuffer.flush()
    const statement = this.#shared.statementMaker.select(selection, this.#withTenant(asker))
    if (statement === 'nothing') return []
    return statement && this.#rows.read(selection.resource, this.#database.all(statement.sql, statement.values))
  }

  count(selection: Selection, asker: QueryContext): number | undefined {
    this.#watch?.countSelection(selection)
    this.#writeBuffer.flush()
    const statement = this.#shared.statementMaker.count(selection, this.#withTenant(asker))
    if (statement === 'nothing') return 0
    return statement && Number(this.#database.get(statement.sql, statement.values)!['n'])
  }

  /** Queries within a tenant see only its records. */
  #withTenant({ variables, host, tenantOf, callerContext }: QueryContext): TenantQueryContext {
    const asker: Mutable<TenantQueryContext> = { variables, host, tenant: this.#tenant }
    if (tenantOf !== undefined) asker.tenantOf = tenantOf
    if (callerContext !== undefined) asker.callerContext = callerContext
    return asker
  }

  readonly #tenant = (resource: string): readonly SqlValue[] | undefined => this.#rows.tenantValues(resource)

  ask(expression: Expression, queryContext: QueryContext): Value | undefined {
    this.#watch?.count(expression)
    const { statementMaker, keys } = this.#shared
    const asker = this.#withTenant(queryContext)
    const question = statementMaker.ask(expression, asker)
    if (question === undefined) return undefined
    const answer = this.#readCache.answer(printQueryKey(question)) ?? this.#answer(question, this.#listNeighbourValues(expression, asker))
    return question.kind === 'records' ? (answer as readonly Row[]).map((row) => keys.recordOfRow(row)) : (answer as Value)
  }

  print(expression: Expression, from: QueryContext, rules?: ReadRules): string | undefined {
    if (this.#watch !== undefined) return undefined
    return this.#views.print(
      expression,
      this.#withTenant(from),
      () => {
        this.#writeBuffer.flush()
        this.#database.ensureTransaction()
      },
      rules,
    )
  }

  /** The parameters of the same query for each record that was read together with this one. */
  #listNeighbourValues(expression: Expression, asker: TenantQueryContext): SqlValue[][] {
    const { statementMaker } = this.#shared
    const varying = [...statementMaker.variablesOf(expression)].flatMap((name) => {
      const value = asker.variables.get(name) ?? null
      const neighbours = isRecordValue(value) ? this.#readCache.neighbours(value) : []
      return neighbours.length > 0 ? [{ name, neighbours }] : []
    })
    const [only, ...more] = varying
    if (only === undefined || more.length > 0) return []
    return only.neighbours.flatMap((record) => {
      const question = statementMaker.ask(expression, {
        ...asker,
        variables: withOuterBindings(new Map([[only.name, record]]), asker.variables),
      })
      return question === undefined ? [] : [[...question.values]]
    })
  }

  /** Runs a query once, for all lists of values if there are several. */
  #answer(question: SqlQuery, all: readonly (readonly SqlValue[])[]): Value | readonly Row[] {
    const text = printQueryKey(question)
    const cached = this.#readCache.answer(text)
    if (cached !== undefined) return cached
    this.#writeBuffer.flush()
    const before = question.kind === 'records' ? this.#groupCache?.get(question.resource, text) : undefined
    const statement = before === undefined && all.length > 1 ? makeStatementForAll(question, all, this.#shared.layout.dialect) : undefined
    if (before !== undefined && question.kind === 'records') {
      this.#readCache.noteAnswer(text, this.#rows.noteRows(question.resource, before))
      return before
    }
    if (statement === undefined) {
      const { sql, values } = toStatement(question)
      const answer = this.#answerOf(question, this.#database.all(sql, values))
      this.#readCache.noteAnswer(text, answer)
      if (question.kind === 'records' && question.known !== undefined)
        this.#groupCache?.set(question.resource, text, answer as readonly Row[])
      return answer
    }
    const answers = Map.groupBy(this.#database.all(statement.sql, statement.values), (row) => Number(row['$of']))
    for (const [index, values] of all.entries())
      this.#readCache.noteAnswer(printQueryKey(question, values), this.#answerOf(question, answers.get(index) ?? []))
    if (question.kind === 'records')
      this.#readCache.noteRows(
        question.resource,
        all.flatMap((values) => this.#readCache.answer(printQueryKey(question, values)) as readonly Row[]),
      )
    return this.#readCache.answer(text)!
  }

  #answerOf(question: SqlQuery, rows: readonly SqlRow[]): Value | readonly Row[] {
    if (question.kind === 'records') return this.#rows.read(question.resource, rows)
    if (question.kind === 'texts') return rows.map((row) => row['n'] as string)
    const answer = rows[0]!['n'] as bigint
    return question.kind === 'truth' ? answer === 1n : answer
  }
}
