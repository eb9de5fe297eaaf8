// Translates selections and queries over records to statements: prepared once per expression, bound per request.

import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, Selection } from '../../meaning/store.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import { type Layout, deletedColumn, isSoft } from '../layout.ts'
import { type TenantQueryContext, type Binder, makeBinder } from './binding.ts'
import { translateComparison, filterByMember, orderOf, seekOf } from './comparing.ts'
import { translateInsideComparison } from './inside.ts'
import type { SqlValue } from './database.ts'
import { type Decided, type DecidedSelection, decideSelection, decideSelectionBy, makeSpecialiser, sampleSelection } from './decisions.ts'
import { mapMemberTables, printMemberRows, printMemberTest } from './members.ts'
import { quote } from './names.ts'
import { type PreparedQuery, prepareQuery } from './prepared-query.ts'
import { type SqlQuery, type Statement, toStatement } from './sql-query.ts'
import { printCountedRows, printCountedTests, printTenantConditions } from './predicate/records.ts'
import type { Fragment, SqlParameter } from './predicate/translation.ts'
import { makeTranslator } from './predicate/translator.ts'
import { Aliases, type RowSource, printFrom, makeRowSource } from './source.ts'
import { makeTableStatements } from './statements.ts'

/** `keysFirst` selects and sorts keys first and reads only the rows of the page. */
type OtherColumns = { readonly columns: string; readonly joins: string; readonly keysFirst: boolean }

export type StatementMaker = {
  select(selection: Selection, asker: TenantQueryContext): Statement | 'nothing' | undefined
  /** True if SQL can express a selection, regardless of decisions. */
  selects(selection: Selection): boolean
  /** True if conditions of a selection are decided per request. */
  decides(selection: Selection): boolean
  /** The selection with the conditions that remain for this request. */
  decide(selection: Selection, asker: QueryContext): DecidedSelection
  /** Decides a selection; `value` evaluates the parts that read no row. */
  decideBy(selection: Selection, value: (expression: Expression) => Value): DecidedSelection
  /** Other columns of the rows, with the joins that they need. */
  selectColumns(decided: Decided, instead?: OtherColumns): Selected | undefined
  /** The statement's text, regardless of values. */
  text(query: Selection | Expression): string | undefined
  countText(decided: Decided): string | undefined
  /** The FROM and WHERE of one undeleted record that meets the conditions; the caller adds those of its key. */
  fromAndWhere(resource: string, where: readonly Expression[]): Finding | undefined
  count(selection: Selection, asker: TenantQueryContext): Statement | 'nothing' | undefined
  ask(expression: Expression, asker: TenantQueryContext): SqlQuery | undefined
  /** True if a condition over records of a resource runs in SQL. */
  translates(resource: string, condition: Expression): boolean
  /** Variables that the values of a query depend on. */
  variablesOf(expression: Expression): ReadonlySet<string>
}

export type Selected = Binder & { readonly sql: string }

type Finding = Binder & { readonly from: string; readonly alias: string; readonly sql: string }

/** A selection without the client's filters. */
type UnfilteredSelection = Pick<Selection, 'resource' | 'where' | 'visible'>

const nothingDecided: ReadonlySet<Expression> = new Set()

type ChosenRecords = { readonly from: RowSource; readonly sql: string; readonly given: Binder; readonly filtered: readonly SqlValue[] }

/** The constant translation of conditions: by resource, then by conditions. */
type Translated = {
  readonly from: RowSource
  readonly tenant: Fragment
  readonly fragments: readonly Fragment[]
  readonly given: Binder
  /** Counts the records without filters. */
  countSql?: string
}
type ConditionNode = { translateSelection?: Translated | 'none'; readonly next: WeakMap<Expression, ConditionNode> }

export function makeStatementMaker(layout: Layout, keys: RecordKeys): StatementMaker {
  return new PreparedStatements(layout, keys)
}

class PreparedStatements implements StatementMaker {
  readonly #layout: Layout
  readonly #keys: RecordKeys
  readonly #queries = new WeakMap<Expression, PreparedQuery | 'none'>()
  readonly #conditionsByResource = new Map<string, ConditionNode>()
  readonly decide = decideSelection
  readonly decideBy = decideSelectionBy

  constructor(layout: Layout, keys: RecordKeys) {
    this.#layout = layout
    this.#keys = keys
  }

  selects(selection: Selection): boolean {
    return this.selectColumns({ selection: sampleSelection(selection), given: nothingDecided }) !== undefined
  }

  decides({ where, visible }: Selection): boolean {
    return [...where, ...(visible?.where ?? [])].some((condition) => makeSpecialiser(condition) !== undefined)
  }

  select(selection: Selection, asker: TenantQueryContext): Statement | 'nothing' | undefined {
    const decided = decideSelection(selection, asker)
    if (decided === 'nothing') return decided
    const selectedStatement = this.selectColumns(decided)
    const values = selectedStatement?.bind(asker)
    return selectedStatement && values && { sql: selectedStatement.sql, values }
  }

  text(query: Selection | Expression): string | undefined {
    if (!('kind' in query)) return this.selectColumns({ selection: query, given: nothingDecided })?.sql
    const prepared = this.#prepareQuery(query)
    return prepared === 'none' ? undefined : toStatement(prepared.query).sql
  }

  fromAndWhere(resource: string, where: readonly Expression[]): Finding | undefined {
    const choice = this.#chooseConditions({ resource, where, filters: [], order: [] }, nothingDecided, false)
    return choice && { ...choice.given, from: printFrom(choice.from), alias: choice.from.alias, sql: choice.sql }
  }

  count(selection: Selection, asker: TenantQueryContext): Statement | 'nothing' | undefined {
    const decided = decideSelection(selection, asker)
    if (decided === 'nothing') return decided
    const counted = this.#countRecords(decided)
    const values = counted?.given.bind(asker)
    if (counted === undefined || values === undefined) return undefined
    return { sql: counted.sql, values: counted.filtered.length === 0 ? values : [...values, ...counted.filtered] }
  }

  countText(decided: Decided): string | undefined {
    return this.#countRecords(decided)?.sql
  }

  /** The whole statement. Without filters it is the same for all requests with these decisions. */
  #countRecords({ selection, given }: Decided): Pick<ChosenRecords, 'sql' | 'given' | 'filtered'> | undefined {
    const unordered = { ...selection, order: [] }
    if (selection.filters.length > 0) {
      const choice = this.#chooseConditions(unordered, given)
      return choice && { ...choice, sql: printCount(choice) }
    }
    const translated = this.#translateSelection(selection, given)
    if (translated === undefined) return undefined
    translated.countSql ??= this.#printCountOfMembers(translated) ?? printCount(this.#chooseConditions(unordered, given)!)
    return { sql: translated.countSql, given: translated.given, filtered: [] }
  }

  /** If records are chosen only by a member of a list, the rows of the member are as many, and need no record. */
  #printCountOfMembers({ from, tenant, fragments: [only, ...more] }: Translated): string | undefined {
    if (only === undefined || more.length > 0 || tenant.sql !== '' || isSoft(this.#layout, from.table.resource)) return undefined
    for (const members of mapMemberTables(this.#layout).values())
      if (only.sql === printMemberTest(members, from.alias, ['?'])) return `SELECT count(*) AS n ${printMemberRows(members, ['?'])}`
    return undefined
  }

  translates(resource: string, condition: Expression): boolean {
    return this.#chooseConditions({ resource, where: [condition], filters: [], order: [] }) !== undefined
  }

  ask(expression: Expression, asker: TenantQueryContext): SqlQuery | undefined {
    const prepared = this.#prepareQuery(expression)
    if (prepared === 'none') return undefined
    const values = prepared.values.bind(asker)
    return values && { ...prepared.query, values }
  }

  variablesOf(expression: Expression): ReadonlySet<string> {
    const prepared = this.#prepareQuery(expression)
    return prepared === 'none' ? new Set() : prepared.variables
  }

  selectColumns({ selection, given: decided }: Pick<Decided, 'selection' | 'given'>, instead?: OtherColumns): Selected | undefined {
    const table = this.#layout.tables.get(selection.resource)!
    const choice = this.#chooseConditions(selection, decided)
    const order = choice && orderOf(table, selection, choice.from)
    if (choice === undefined || order === undefined) return undefined
    const seek = selection.after === undefined ? undefined : seekOf(order, selection.after, this.#keys)
    const where = [choice.sql, seek?.sql ?? ''].filter((sql) => sql !== '').join(' AND ')
    const columns = instead?.columns ?? makeTableStatements(this.#layout, table).columns
    const ordering =
      order.length === 0
        ? ''
        : ` ORDER BY ${order.map(({ sql: column, descending, nullable }) => `${column}${this.#layout.dialect.direction(descending, nullable)}`).join(', ')}`
    const { placeOfCount } = this.#layout.dialect
    const page = selection.limit === undefined ? '' : ` LIMIT ${placeOfCount} OFFSET ${placeOfCount}`
    const tail = `${where === '' ? '' : ` WHERE ${where}`}${ordering}${page}`
    const sql =
      instead?.keysFirst === true
        ? `SELECT ${columns} FROM (SELECT ${printKeys(choice.from)} FROM ${printFrom(choice.from)}${tail}) AS k ${this.#layout.dialect.joinFrom} ${quote(table.resource)} AS ${choice.from.alias} ON ${printSameKeys(choice.from)}${instead.joins}${ordering}`
        : `SELECT ${columns} FROM ${printFrom(choice.from)}${instead?.joins ?? ''}${tail}`
    const given = [
      ...choice.filtered,
      ...(seek?.values ?? []),
      ...(selection.limit === undefined ? [] : [BigInt(selection.limit), BigInt(selection.offset ?? 0)]),
    ]
    const fixed = choice.given.fixed && [...choice.given.fixed, ...given]
    return {
      sql,
      fixed,
      bind(asker) {
        const values = fixed === undefined ? choice.given.bind(asker) : undefined
        return fixed ?? (values && [...values, ...given])
      },
    }
  }

  /** The document's conditions, then the client's filters with bound values. */
  #chooseConditions(
    { resource, where, visible, filters, order }: Selection,
    decided: ReadonlySet<Expression> = nothingDecided,
    isCounted = true,
  ): ChosenRecords | undefined {
    const translatedConditions = this.#translateSelection({ resource, where, ...(visible === undefined ? {} : { visible }) }, decided)
    if (translatedConditions === undefined) return undefined
    const { from, tenant, fragments, given } = translatedConditions
    const filtered: SqlValue[] = []
    const comparisons: string[] = []
    for (const filter of filters) {
      const property = this.#layout.domain.resources.get(resource)!.properties.get(filter.property)!
      const options = { keys: this.#keys, comparesTypes: this.#layout.dialect.comparesTypes }
      const sql =
        filterByMember(filter, from, this.#layout, this.#keys, filtered) ??
        translateComparison(filter, from.table, property, from.alias, options, filtered) ??
        translateInsideComparison(filter, from, property, this.#layout, options, filtered)
      if (sql === undefined) return undefined
      comparisons.push(sql)
    }
    const living = isSoft(this.#layout, resource) ? [`${from.alias}.${quote(deletedColumn)} IS NULL`] : []
    const tests = [...where, ...(visible?.where ?? [])].map((test) => ({ variable: 'this', test }))
    const isEqual = ({ operator, path }: Selection['filters'][number]): boolean => operator === 'eq' && path === undefined
    const equalities = filters.filter(isEqual).map(({ property }) => property)
    const scan = !isCounted
      ? []
      : filters.every(isEqual)
        ? printCountedTests(this.#layout, from, tests, equalities, listOrderWords(order))
        : printCountedRows(this.#layout, from)
    const conditions = [...scan, ...(tenant.sql === '' ? [] : [tenant.sql]), ...living, ...fragments.map(({ sql }) => sql), ...comparisons]
    return { from, sql: conditions.map((sql) => `(${sql})`).join(' AND '), given, filtered }
  }

  #translateSelection({ resource, where, visible }: UnfilteredSelection, decided: ReadonlySet<Expression>): Translated | undefined {
    let at = this.#conditionsByResource.get(resource) ?? { next: new WeakMap() }
    this.#conditionsByResource.set(resource, at)
    for (const expression of [...where, ...(visible?.where ?? [])]) {
      const next = at.next.get(expression) ?? { next: new WeakMap() }
      at.next.set(expression, next)
      at = next
    }
    at.translateSelection ??= this.#translate({ resource, where, ...(visible === undefined ? {} : { visible }) }, decided) ?? 'none'
    return at.translateSelection === 'none' ? undefined : at.translateSelection
  }

  #translate({ resource, where, visible }: UnfilteredSelection, decided: ReadonlySet<Expression>): Translated | undefined {
    const aliases = new Aliases()
    const from = makeRowSource(this.#layout.tables.get(resource)!, aliases)
    const { filter } = makeTranslator(this.#layout, aliases, decided)
    const parameters: SqlParameter[] = []
    const tenant: Fragment = { sql: printTenantConditions(from, this.#layout, parameters).join(' AND '), parameters }
    const rows = new Map([['this', from]])
    const callerPredicate = visible && makeTranslator(this.#layout, aliases, decided, visible.rules).predicate
    const fragments = [
      ...where.map((expression, index) => filter(expression, rows, where.slice(0, index))),
      ...(visible?.where ?? []).map((expression) => callerPredicate!(expression, rows)),
    ]
    if (!fragments.every((fragment) => fragment !== undefined)) return undefined
    return {
      from,
      tenant,
      fragments,
      given: makeBinder(
        [tenant, ...fragments].flatMap((fragment) => fragment.parameters),
        this.#keys,
      ),
    }
  }

  #prepareQuery(expression: Expression): PreparedQuery | 'none' {
    const prepared = this.#queries.get(expression) ?? prepareQuery(expression, this.#layout, this.#keys) ?? 'none'
    this.#queries.set(expression, prepared)
    return prepared
  }
}

function listOrderWords(order: Selection['order']): readonly string[] {
  return order.map(({ property, direction }) => (direction === 'descending' ? `-${property}` : property))
}

function printCount({ from, sql }: ChosenRecords): string {
  return `SELECT count(*) AS n FROM ${printFrom(from)}${sql === '' ? '' : ` WHERE ${sql}`}`
}

/** The columns that identify a row. */
function listIdentityColumns({ table }: RowSource): readonly string[] {
  return [...table.tenant, ...table.key].map(({ name }) => quote(name))
}

function printKeys(from: RowSource): string {
  return listIdentityColumns(from)
    .map((name, index) => `${from.alias}.${name} AS k${index}`)
    .join(', ')
}

function printSameKeys(from: RowSource): string {
  return listIdentityColumns(from)
    .map((name, index) => `${from.alias}.${name} = k.k${index}`)
    .join(' AND ')
}
