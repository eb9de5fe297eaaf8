// A record's representation as columns of a statement: one text if SQL prints all of it; otherwise the service prints the rest from columns of
// the same statement.

import type { Expression } from '../../../cel/expression.ts'
import { type Specialise, specialiser } from '../../../cel/specialise.ts'
import type { Value } from '../../../cel/value.ts'
import { unlessHidden } from '../../../cel/values/hidden.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { RecordKeys } from '../../../meaning/record/keys.ts'
import type { QueryContext, Row, RecordView, ShownPart } from '../../../meaning/store.ts'
import { expressionsIn } from '../../../fact/template.ts'
import type { Template } from '../../../model/slot.ts'
import { calledView } from '../../../typing/chosen.ts'
import type { ViewInfo, ViewMember } from '../../../typing/domain.ts'
import { type Layout, deletedColumn, isSoft, versionColumn } from '../../layout.ts'
import type { columnValues } from '../column-values.ts'
import type { SqlRow, SqlValue } from '../database.ts'
import { isWide, keptPrinter } from '../fields.ts'
import { quote } from '../names.ts'
import { translateCondition } from '../predicate/conditions.ts'
import { keyColumns, recordSource } from '../predicate/paths.ts'
import { type SqlParameter, type Translation, give, hidingBy, tryTranslate } from '../predicate/translation.ts'
import { askedFor, never, recordShownWhere } from '../predicate/visible.ts'
import type { Aliases, RowSources, RowSource } from '../source.ts'
import { type Afterwards, whyUnprinted } from './unprinted.ts'
import { type JsonLeaf, canHide, canJoin, concat, isLeftOut, memberPieces, orHidden, propertyOfThis, translateJson, translateMember, translateTemplate, unprintedColumn } from './json-text.ts'

type SqlColumns = readonly SqlValue[]

/** Prints from the columns of a row; undefined where all of it is left out. */
type Print = (row: SqlColumns, asker: QueryContext) => string | undefined

export type ShownColumns = {
  /** Its joins are those that the columns need. */
  readonly source: RowSource
  readonly select: readonly string[]
  readonly parameters: readonly SqlParameter[]
  /** True if an integer may be one that a double cannot hold. */
  readonly exact: boolean
  readonly print: Print
  /** True if it computes values afterwards, which may read other records. */
  readonly computes: boolean
  /** True if all of it may be hidden. */
  readonly canHide: boolean
  /** Shown conditions and rules that may be decided before the statement, in column order. */
  readonly truths: readonly { readonly expression: Expression; readonly specialise: Specialise; readonly isShown: boolean }[]
  /** What the service prints or computes of the columns. */
  afterwards(): readonly Afterwards[]
  /** The versions of the records that references led to. */
  versions(row: SqlColumns): readonly number[]
}

/** The context of printing columns. */
type World = { readonly layout: Layout; readonly aliases: Aliases; readonly keys: RecordKeys; readonly valuesOf: ReadonlyMap<string, ReturnType<typeof columnValues>> }

/** The decisions for a request; requests with equal decisions share a statement. */
export type Decisions = { readonly key: string; readonly decided: ReadonlyMap<Expression, Expression | boolean>; readonly given: ReadonlySet<Expression> }

const undecided: Decisions = { key: '', decided: new Map(), given: new Set() }

/** The current row: the meaning of `this`, or of the list variable. */
type At = { readonly variable: string; readonly source: RowSource; readonly within: readonly ViewInfo[]; readonly rules?: ReadRules | undefined }

/** Either SQL, with its values, or what is printed of columns. */
type Part = (JsonLeaf & { readonly parameters: readonly SqlParameter[] }) | { readonly print: Print; /** True if rules may hide it. */ readonly hides?: boolean }

/** `withVersions`: the versions of joined records are read too. */
export function shownColumns(world: World, source: RowSource, shown: RecordView, withVersions: boolean, decisions: Decisions = undecided): ShownColumns {
  const columns = new Columns(world, shown, decisions)
  const part = columns.part(shown.part, { variable: shown.variable, source, within: [], rules: shown.rules })
  const print = columns.printing(part)
  const versions = withVersions ? joinsOf(source).map((join) => columns.push(`${join.alias}.${quote(versionColumn)}`)) : []
  return {
    source, print, canHide: 'print' in part ? part.hides === true : canHide(part),
    select: columns.select.map(({ sql }) => sql), parameters: columns.select.flatMap(({ parameters }) => parameters),
    exact: columns.exact, computes: columns.computes, afterwards: () => columns.left.flatMap((each) => each()),
    truths: [...columns.truths].flatMap(([expression, { rows, isShown }]) => {
      const specialise = specialiser(expression, new Set(rows.keys()))
      return specialise === undefined ? [] : [{ expression, specialise, isShown }]
    }),
    versions: versions.length === 0 ? none : (row) => versions.flatMap((index) => (row[index] === null ? [] : [Number(row[index])])),
  }
}

const none = (): readonly number[] => []

type Selected = { readonly sql: string; readonly parameters: readonly SqlParameter[] }

class Columns {
  readonly select: Selected[] = []
  exact = false
  computes = false
  /** Parts that SQL does not print; computed lazily. */
  readonly left: (() => readonly Afterwards[])[] = []
  readonly #world: World
  readonly #shown: RecordView
  readonly #decisions: Decisions
  readonly truths = new Map<Expression, { readonly rows: RowSources; readonly isShown: boolean }>()
  /** Records that something is computed of, made of their columns. */
  readonly #records = new Map<RowSource, (row: SqlColumns) => Value>()

  constructor(world: World, shown: RecordView, decisions: Decisions) {
    this.#world = world
    this.#decisions = decisions
    this.#shown = shown
  }

  push(sql: string, parameters: readonly SqlParameter[] = []): number {
    return this.select.push({ sql, parameters }) - 1
  }

  printing(part: Part): Print {
    if ('print' in part) return part.print
    const index = this.push(orHidden(part), part.parameters)
    return (row) => (row[index] ?? undefined) as string | undefined
  }

  part(part: ShownPart, at: At): Part {
    switch (part.kind) {
      case 'template':
        return this.#template(part.template, at)
      case 'item':
        return this.#item(part.expression, part, at)
      case 'take':
        return this.#compute(part, at)
    }
  }

  #template(template: Template, at: At): Part {
    const part: ShownPart = { kind: 'template', template }
    const whole = this.#translate(at, (translation, rows) => translateTemplate(translation, template, rows, at.within))
    if (whole !== undefined) return whole
    switch (template.kind) {
      case 'literal':
      case 'list':
        return this.#compute(part, at)
      case 'map':
        return this.#members(template.entries.map(({ name, value }) => [name, () => this.#template(value, at)])) ?? this.#compute(part, at)
      case 'expression': {
        const expression = this.#world.layout.expressions?.(template)
        return (expression && this.#inParts(expression, at, true)) ?? this.#compute(part, at)
      }
    }
  }

  /** An item of a list: what is null there is not left out. */
  #item(expression: Expression, part: ShownPart, at: At): Part {
    const text = this.#translate(at, (translation, rows) => ({ ...translateJson(translation, expression, rows, at.within), leftOut: false }))
    return text ?? this.#inParts(expression, at, false) ?? this.#compute(part, at)
  }

  #member(view: ViewInfo, member: ViewMember, at: At): Part {
    if (member.kind === 'template') return this.#template(member.template, at)
    const whole = this.#translate(at, (translation, rows) => translateMember(translation, view, member, rows, at.within))
    return whole ?? this.#column(propertyOfThis(this.#world, view, member.name), at, true) ?? this.#compute(member, at)
  }

  #inParts(expression: Expression, at: At, canBeLeftOut: boolean): Part | undefined {
    return this.#column(expression, at, canBeLeftOut) ?? this.#view(expression, at)
  }

  /** A property that the service prints from its column. */
  #column(expression: Expression, at: At, canBeLeftOut: boolean): Part | undefined {
    const parameters: SqlParameter[] = []
    const found = this.#attempt(at, (translation, rows) => unprintedColumn(translation, expression, rows), parameters)
    if (found === undefined) return undefined
    const { sql, column: { kept }, property, where } = found
    if (where === never) return nothingShown
    const absent = canBeLeftOut && isLeftOut(this.#world, expression) ? undefined : 'null'
    const isShown = where === undefined || absent === undefined ? undefined : this.push(`CASE WHEN ${where} THEN 1 ELSE 0 END`, parameters)
    const index = where === undefined || isShown !== undefined ? this.push(sql) : this.push(`CASE WHEN ${where} THEN ${sql} END`, parameters)
    this.exact ||= isWide(kept, property)
    this.left.push(() => this.#told(`\`${property.name}\``, expression, at))
    const print = keptPrinter(kept, property, this.#world.keys)
    const printed = (row: SqlColumns): string | undefined => (row[index] === null ? absent : print(row[index]!))
    return { hides: where !== undefined, print: isShown === undefined ? printed : (row) => (Number(row[isShown]) === 1 ? printed(row) : undefined) }
  }

  /** A view of the record, or of one that it refers to, member by member. */
  #view(expression: Expression, at: At): Part | undefined {
    if (expression.kind !== 'call' || expression.target !== undefined) return undefined
    const { layout } = this.#world
    const view = calledView(layout.domain.views, expression, (text) => layout.expressions?.(text))
    const [record] = expression.arguments
    if (view === undefined || record === undefined || at.within.includes(view)) return undefined
    const parameters: SqlParameter[] = []
    const found = this.#attempt(at, (translation, rows) => ({
      source: recordSource(translation, record, rows) ?? give(),
      where: recordShownWhere(translation, record, rows),
      key: record.type.kind === 'record' ? undefined : (keyColumns(askedFor(translation), record, rows)[0] ?? give()),
    }), parameters)
    if (found === undefined) return undefined
    if (found.where === never) return nothingShown
    const isShown = found.where === undefined ? undefined : this.push(`CASE WHEN ${found.where} THEN 1 ELSE 0 END`, parameters)
    const isThere = found.key === undefined ? undefined : this.push(found.key)
    const inside: At = { variable: 'this', source: found.source, within: [...at.within, view], rules: at.rules?.inView(view.name, view.resource) }
    const members = this.#members(view.members.map((member) => [member.name, () => this.#member(view, member, inside)]))
    if (members === undefined || (isThere === undefined && isShown === undefined)) return members
    return {
      hides: isShown !== undefined,
      print(row, asker) {
        if (isShown !== undefined && Number(row[isShown]) !== 1) return undefined
        return isThere !== undefined && row[isThere] === null ? 'null' : members.print(row, asker)
      },
    }
  }

  /** Neighbours that SQL prints become one column. Undefined where an object would put the members in another order. */
  #members(members: readonly (readonly [name: string, part: () => Part])[]): { readonly print: Print } | undefined {
    if (!canJoin(members.map(([name]) => name))) return undefined
    const prints: Print[] = []
    let pieces: string[] = []
    let parameters: SqlParameter[] = []
    const flush = (): void => {
      if (pieces.length === 0) return
      const index = this.push(concat(pieces), parameters)
      // A member by itself is NULL where it is left out.
      prints.push((row) => (row[index] ?? '') as string)
      pieces = []
      parameters = []
    }
    for (const [name, make] of members) {
      const part = make()
      if ('print' in part) {
        flush()
        const lead = `,${JSON.stringify(name)}:`
        prints.push((row, asker) => {
          const text = part.print(row, asker)
          return text === undefined ? '' : lead + text
        })
      } else {
        pieces.push(...memberPieces(name, part))
        parameters.push(...part.parameters)
      }
    }
    flush()
    return {
      print(row, asker) {
        let text = ''
        for (const print of prints) text += print(row, asker)
        return text === '' ? '{}' : `{${text.slice(1)}}`
      },
    }
  }

  /** Computed of the record when it is read, from its columns. */
  #compute(part: ShownPart, at: At): Part {
    this.computes = true
    this.left.push(() => this.#toldOf(part, at))
    const record = this.#records.get(at.source) ?? this.#record(at.source)
    this.#records.set(at.source, record)
    const shown = this.#shown
    if (shown.rules === undefined) return { print: (row, asker) => shown.print(part, at.variable, record(row), asker) }
    const view = at.within.at(-1)?.name
    return {
      // Hidden members of a list or map that is built here are omitted.
      hides: part.kind !== 'item' || (part.expression.kind !== 'map' && part.expression.kind !== 'list'),
      print(row, asker) {
        const value = record(row)
        const eyes = asker.shown!()
        return unlessHidden(() => shown.print(part, at.variable, value, { variables: eyes.variables, host: eyes.within(view, value) }))
      },
    }
  }

  #toldOf(part: ShownPart, at: At): readonly Afterwards[] {
    switch (part.kind) {
      case 'item':
        return this.#told('each item', part.expression, at)
      case 'take':
        return [{ what: `\`${part.name}\``, why: `\`${at.source.table.resource}.${part.name}\` is not a column that SQL prints` }]
      case 'template':
        return expressionsIn(part.template).flatMap(({ expression: text }) => {
          const expression = this.#world.layout.expressions?.(text)
          return expression === undefined ? [] : this.#told(`\`${text.text}\``, expression, at)
        })
    }
  }

  #told(what: string, expression: Expression, { variable, source, rules }: At): readonly Afterwards[] {
    const { layout, aliases } = this.#world
    const takeBack = snapshot(source)
    const why = whyUnprinted({ layout, aliases, out: [], when: [], condition: translateCondition, ...hidingBy(rules), ...this.#decisions }, expression, new Map([[variable, source]]))
    takeBack()
    return why === undefined ? [] : [{ what, why }]
  }

  #record({ table, alias }: RowSource): (row: SqlColumns) => Value {
    const { layout, keys, valuesOf } = this.#world
    const { resource } = table
    const names = [...table.columns.map(({ name }) => name), versionColumn, ...(isSoft(layout, resource) ? [deletedColumn] : [])]
    const at = names.map((name) => [name, this.push(`${alias}.${quote(name)}`)] as const)
    const info = layout.domain.resources.get(resource)!
    // Values are decoded from the columns of a store, where every integer is a bigint.
    this.exact = true
    return (columns) => {
      const values = valuesOf.get(resource)!(Object.fromEntries(at.map(([name, index]) => [name, columns[index]!])) as SqlRow)
      const row: Row = { resource, key: keys.keyText(info, keys.keyValues(info, values)), values, version: Number(columns[at[table.columns.length]![1]]) }
      return keys.recordOfRow(row, 'then')
    }
  }

  #translate(at: At, work: (translation: Translation, rows: RowSources) => JsonLeaf): Part | undefined {
    const parameters: SqlParameter[] = []
    const leaf = this.#attempt(at, work, parameters)
    return leaf && { ...leaf, parameters }
  }

  /** Rolls back the joins of a failed translation. */
  #attempt<T>({ variable, source, rules }: At, work: (translation: Translation, rows: RowSources) => T, out: SqlParameter[] = []): T | undefined {
    const { layout, aliases } = this.#world
    const takeBack = snapshot(source)
    const onTruth = (expression: Expression, rows: RowSources, isShown: boolean): void => void this.truths.set(expression, { rows, isShown })
    const made = tryTranslate(() => work({ layout, aliases, out, when: [], condition: translateCondition, onTruth, ...hidingBy(rules), ...this.#decisions }, new Map([[variable, source]])))
    if (made === undefined) takeBack()
    return made
  }
}

/** A part hidden from the caller. */
const nothingShown: Part = { hides: true, print: () => undefined }

/** Every source that a source is joined with, at any depth. */
function joinsOf(source: RowSource): readonly RowSource[] {
  return source.joins.flatMap((join) => [join.source, ...joinsOf(join.source)])
}

function snapshot(source: RowSource): () => void {
  const sources = [source, ...joinsOf(source)].map((each) => [each, each.joins.length] as const)
  return () => {
    for (const [{ joins }, length] of sources) joins.length = length
  }
}
