// Translates selections and queries over records to statements: prepared once per expression, bound per request.

import type { Expression } from '../../cel/expression.ts'
import { evaluate } from '../../cel/evaluate.ts'
import { reads } from '../../cel/reads.ts'
import { distinctMembers } from '../../cel/run/ask.ts'
import { type Specialise, specialiser } from '../../cel/specialise.ts'
import type { Value } from '../../cel/value.ts'
import type { QueryContext, Selection } from '../../meaning/store.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import { type Layout, deletedColumn, isSoft } from '../layout.ts'
import { type TenantQueryContext, type Binder, binder } from './binding.ts'
import { comparison, filterByMember, orderOf, seekOf } from './comparing.ts'
import { insideComparison } from './inside.ts'
import type { SqlValue } from './database.ts'
import { distinctMembersSql } from './members.ts'
import { quote } from './names.ts'
import { type SqlQuery, type Statement, statementOf } from './sql-query.ts'
import { countedScan, countedTests, ofTenant } from './predicate/records.ts'
import type { Fragment, SqlParameter } from './predicate/translation.ts'
import { translator } from './predicate/translator.ts'
import { Aliases, type RowSource, printFrom, rowSource } from './source.ts'
import { statementsOf } from './statements.ts'

/** `keysFirst` selects and sorts keys first and reads only the rows of the page. */
type Instead = { readonly columns: string; readonly joins: string; readonly keysFirst: boolean }

/** A selection for one request; `nothing` if a condition that reads no row is false. */
export type Decided = { readonly key: string; readonly selection: Selection; readonly given: ReadonlySet<Expression> } | 'nothing'

export type StatementMaker = {
  select(selection: Selection, asker: TenantQueryContext): Statement | 'nothing' | undefined
  /** True if SQL can express a selection, regardless of decisions. */
  selects(selection: Selection): boolean
  /** True if conditions of a selection are decided per request. */
  decides(selection: Selection): boolean
  /** The selection with the conditions that remain for this request. */
  decide(selection: Selection, asker: QueryContext): Decided
  /** Decides a selection; `value` evaluates the parts that read no row. */
  decideBy(selection: Selection, value: (expression: Expression) => Value): Decided
  /** Other columns of the rows, with the joins that they need. */
  selected(decided: Exclude<Decided, 'nothing'>, instead?: Instead): Selected | undefined
  /** The statement's text, regardless of values. */
  text(query: Selection | Expression): string | undefined
  countText(decided: Exclude<Decided, 'nothing'>): string | undefined
  /** The FROM and WHERE of undeleted records that meet the conditions. */
  finding(resource: string, where: readonly Expression[]): Finding | undefined
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
type UnfilteredSelection = Pick<Selection, 'resource' | 'where' | 'shown'>

/** The remaining conditions, with the decisions that led to them. */
type RemainingConditions = { key: string; readonly given: Set<Expression> }

const ofThis: ReadonlySet<string> = new Set(['this'])
const nothingGiven: ReadonlySet<Expression> = new Set()

type Prepared = { readonly question: SqlQuery; readonly values: Binder; readonly given: ReadonlySet<string> }

export function statementMaker(layout: Layout, keys: RecordKeys): StatementMaker {
  const queries = new WeakMap<Expression, Prepared | 'none'>()

  type Chosen = { readonly from: RowSource; readonly sql: string; readonly given: Binder; readonly filtered: readonly SqlValue[] }

  /** The constant translation of conditions: by resource, then by conditions. */
  type Translated = { readonly from: RowSource; readonly tenant: Fragment; readonly fragments: readonly Fragment[]; readonly given: Binder }
  type Known = { translated?: Translated | 'none'; readonly next: WeakMap<Expression, Known> }
  const known = new Map<string, Known>()

  const deciding = new WeakMap<Expression, Specialise | 'none'>()

  function specialiserOf(condition: Expression): Specialise | undefined {
    const made = deciding.getOrInsertComputed(condition, () => specialiser(condition, ofThis) ?? 'none')
    return made === 'none' ? undefined : made
  }

  function decide(selection: Selection, asker: QueryContext): Decided {
    let shown: Pick<QueryContext, 'variables' | 'host'> | undefined
    const shownTo = (): Pick<QueryContext, 'variables' | 'host'> => (shown ??= asker.shown?.() ?? asker)
    return decideBy(
      selection,
      (expression) => evaluate(expression, asker.variables, asker.host),
      (expression) => evaluate(expression, shownTo().variables, shownTo().host),
    )
  }

  function decideBy(selection: Selection, value: (expression: Expression) => Value, shownValue = value): Decided {
    const left: RemainingConditions = { key: '', given: new Set() }
    const where = leftOf(selection.where, value, left)
    const shown = selection.shown && leftOf(selection.shown.where, shownValue, left)
    if (where === undefined || (selection.shown !== undefined && shown === undefined)) return 'nothing'
    const decided = { ...selection, where, ...(selection.shown === undefined ? {} : { shown: { ...selection.shown, where: shown! } }) }
    return { key: left.key, selection: decided, given: left.given }
  }

  /** The conditions that remain; undefined if one is false for every row. */
  function leftOf(conditions: readonly Expression[], value: (expression: Expression) => Value, left: RemainingConditions): readonly Expression[] | undefined {
    const where: Expression[] = []
    for (const condition of conditions) {
      const specialised = specialiserOf(condition)?.(value)
      if (specialised?.condition === false) return undefined
      left.key += `${specialised?.key ?? ''},`
      if (specialised === undefined) where.push(condition)
      else if (specialised.condition !== true) where.push(specialised.condition)
      specialised?.known.forEach((side) => left.given.add(side))
    }
    return where
  }

  function translated({ resource, where, shown }: UnfilteredSelection, decided: ReadonlySet<Expression>): Translated | undefined {
    let at = known.get(resource) ?? { next: new WeakMap() }
    known.set(resource, at)
    for (const expression of [...where, ...(shown?.where ?? [])]) {
      const next = at.next.get(expression) ?? { next: new WeakMap() }
      at.next.set(expression, next)
      at = next
    }
    at.translated ??= translate({ resource, where, ...(shown === undefined ? {} : { shown }) }, decided) ?? 'none'
    return at.translated === 'none' ? undefined : at.translated
  }

  function translate({ resource, where, shown }: UnfilteredSelection, decided: ReadonlySet<Expression>): Translated | undefined {
    const aliases = new Aliases()
    const from = rowSource(layout.tables.get(resource)!, aliases)
    const { filter } = translator(layout, aliases, decided)
    const parameters: SqlParameter[] = []
    const tenant: Fragment = { sql: ofTenant(from, layout, parameters).join(' AND '), parameters }
    const rows = new Map([['this', from]])
    const asShown = shown && translator(layout, aliases, decided, shown.rules).predicate
    const fragments = [
      ...where.map((expression, index) => filter(expression, rows, where.slice(0, index))),
      ...(shown?.where ?? []).map((expression) => asShown!(expression, rows)),
    ]
    if (!fragments.every((fragment) => fragment !== undefined)) return undefined
    return { from, tenant, fragments, given: binder([tenant, ...fragments].flatMap((fragment) => fragment.parameters), keys) }
  }

  /** The document's conditions, then the client's filters with bound values. */
  function chooseConditions({ resource, where, shown, filters }: Selection, decided: ReadonlySet<Expression> = nothingGiven): Chosen | undefined {
    const conditions = translated({ resource, where, ...(shown === undefined ? {} : { shown }) }, decided)
    if (conditions === undefined) return undefined
    const { from, tenant, fragments, given } = conditions
    const filtered: SqlValue[] = []
    const comparisons: string[] = []
    for (const filter of filters) {
      const property = layout.domain.resources.get(resource)!.properties.get(filter.property)!
      const options = { keys, comparesTypes: layout.dialect.comparesTypes }
      const sql =
        filterByMember(filter, from, layout, keys, filtered) ??
        comparison(filter, from.table, property, from.alias, options, filtered) ??
        insideComparison(filter, from, property, layout, options, filtered)
      if (sql === undefined) return undefined
      comparisons.push(sql)
    }
    const living = isSoft(layout, resource) ? [`${from.alias}.${quote(deletedColumn)} IS NULL`] : []
    const scan = countedTests(layout, from, [...where, ...(shown?.where ?? [])].map((test) => ({ variable: 'this', test })))
    const all = [...scan, ...(tenant.sql === '' ? [] : [tenant.sql]), ...living, ...fragments.map(({ sql }) => sql), ...comparisons]
    return { from, sql: all.map((sql) => `(${sql})`).join(' AND '), given, filtered }
  }

  function selected({ selection, given: decided }: Pick<Exclude<Decided, 'nothing'>, 'selection' | 'given'>, instead?: Instead): Selected | undefined {
    const table = layout.tables.get(selection.resource)!
    const choice = chooseConditions(selection, decided)
    const order = choice && orderOf(table, selection, choice.from)
    if (choice === undefined || order === undefined) return undefined
    const seek = selection.after === undefined ? undefined : seekOf(order, selection.after, keys)
    const where = [choice.sql, seek?.sql ?? ''].filter((sql) => sql !== '').join(' AND ')
    const columns = instead?.columns ?? statementsOf(layout, table).columns
    const ordering =
      order.length === 0
        ? ''
        : ` ORDER BY ${order.map(({ sql: column, descending, nullable }) => `${column}${layout.dialect.direction(descending, nullable)}`).join(', ')}`
    const rest = `${where === '' ? '' : ` WHERE ${where}`}${ordering}${selection.limit === undefined ? '' : ' LIMIT ? OFFSET ?'}`
    const sql =
      instead?.keysFirst === true
        ? `SELECT ${columns} FROM (SELECT ${keysOf(choice.from)} FROM ${printFrom(choice.from)}${rest}) AS k ${layout.dialect.joinFrom} ${quote(table.resource)} AS ${choice.from.alias} ON ${sameKeys(choice.from)}${instead.joins}${ordering}`
        : `SELECT ${columns} FROM ${printFrom(choice.from)}${instead?.joins ?? ''}${rest}`
    const given = [...choice.filtered, ...(seek?.values ?? []), ...(selection.limit === undefined ? [] : [BigInt(selection.limit), BigInt(selection.offset ?? 0)])]
    const fixed = choice.given.fixed && [...choice.given.fixed, ...given]
    return {
      sql, fixed,
      bind(asker) {
        const values = fixed === undefined ? choice.given.bind(asker) : undefined
        return fixed ?? (values && [...values, ...given])
      },
    }
  }

  function countOf({ from, sql }: Chosen): string {
    return `SELECT count(*) AS n FROM ${printFrom(from)}${sql === '' ? '' : ` WHERE ${sql}`}`
  }

  return {
    selected,
    decide,
    decideBy,
    selects: (selection) => selected({ selection, given: nothingGiven }) !== undefined,
    decides: ({ where, shown }) => [...where, ...(shown?.where ?? [])].some((condition) => specialiserOf(condition) !== undefined),

    select(selection, asker) {
      const decided = decide(selection, asker)
      if (decided === 'nothing') return decided
      const found = selected(decided)
      const values = found?.bind(asker)
      return found && values && { sql: found.sql, values }
    },

    text(query) {
      if ('kind' in query) {
        const prepared = preparedFor(query)
        return prepared === 'none' ? undefined : statementOf(prepared.question).sql
      }
      return selected({ selection: query, given: nothingGiven })?.sql
    },

    finding(resource, where) {
      const choice = chooseConditions({ resource, where, filters: [], order: [] })
      return choice && { ...choice.given, from: printFrom(choice.from), alias: choice.from.alias, sql: choice.sql }
    },

    count(selection, asker) {
      const decided = decide(selection, asker)
      if (decided === 'nothing') return decided
      const choice = chooseConditions(decided.selection, decided.given)
      const values = choice?.given.bind(asker)
      if (choice === undefined || values === undefined) return undefined
      return { sql: countOf(choice), values: [...values, ...choice.filtered] }
    },

    countText({ selection, given }) {
      const choice = chooseConditions(selection, given)
      return choice && countOf(choice)
    },

    translates: (resource, condition) => chooseConditions({ resource, where: [condition], filters: [], order: [] }) !== undefined,

    ask(expression, asker) {
      const prepared = preparedFor(expression)
      if (prepared === 'none') return undefined
      const values = prepared.values.bind(asker)
      return values && { ...prepared.question, values }
    },

    variablesOf(expression) {
      const prepared = preparedFor(expression)
      return prepared === 'none' ? new Set() : prepared.given
    },
  }

  function preparedFor(expression: Expression): Prepared | 'none' {
    const prepared = queries.get(expression) ?? prepare(expression, layout, keys) ?? 'none'
    queries.set(expression, prepared)
    return prepared
  }
}

/** The columns that identify a row. */
function identity({ table }: RowSource): readonly string[] {
  return [...table.tenant, ...table.key].map(({ name }) => quote(name))
}

function keysOf(from: RowSource): string {
  return identity(from).map((name, index) => `${from.alias}.${name} AS k${index}`).join(', ')
}

function sameKeys(from: RowSource): string {
  return identity(from).map((name, index) => `${from.alias}.${name} = k.k${index}`).join(' AND ')
}

/** Prepares a query that reads only records and bound values. */
function prepare(expression: Expression, layout: Layout, keys: RecordKeys): Prepared | undefined {
  const queryAndParameters = queryOf(expression, layout)
  // A statement computes nothing if its only parameter is the complete query, for example `found.size()` of a list in `let`.
  if (queryAndParameters === undefined || queryAndParameters.parameters.some((parameter) => parameter.expression === expression)) return undefined
  const given = new Set(queryAndParameters.parameters.flatMap(({ expression: parameter, when = [] }) =>
    [parameter, ...when.map(({ expression: guard }) => guard)].flatMap((read) => reads(read).variables.map(({ name }) => name))))
  return { question: queryAndParameters.question, values: binder(queryAndParameters.parameters, keys), given }
}

function queryOf(expression: Expression, layout: Layout): { readonly question: SqlQuery; readonly parameters: readonly SqlParameter[] } | undefined {
  const translate = translator(layout, new Aliases())
  if (expression.kind === 'macro' && ['exists', 'all', 'exists_one'].includes(expression.name)) {
    const fragment = translate.predicate(expression, new Map())
    return fragment && { question: { kind: 'truth', sql: fragment.sql, values: [] }, parameters: fragment.parameters }
  }
  if (expression.kind === 'call' && expression.name === 'size') {
    const fragment = translate.number(expression)
    return fragment && { question: { kind: 'number', sql: fragment.sql, values: [] }, parameters: fragment.parameters }
  }
  const members = distinctMembers(expression)
  if (members !== undefined) {
    const sql = distinctMembersSql(layout, members.resource, members.property)
    return sql === undefined ? undefined : { question: { kind: 'texts', sql, values: [] }, parameters: [] }
  }
  if (expression.type.kind !== 'query' || expression.kind === 'records') return undefined
  const found = translate.records(expression)
  if (found === undefined) return undefined
  const { table, alias } = found.from
  const { columns, order } = statementsOf(layout, table, alias)
  const where = [...countedScan(layout, found.from, expression), ...found.where].map((sql) => `(${sql})`).join(' AND ')
  return { question: { kind: 'records', resource: table.resource, columns, from: printFrom(found.from), where, order, values: [] }, parameters: found.parameters }
}
