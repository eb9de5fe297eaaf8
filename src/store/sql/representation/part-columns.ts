// Selects the columns of a record's representation, part by part: one text where SQL prints the part, otherwise the columns from which
// the service prints it.

import type { Expression } from '../../../cel/expression.ts'
import type { Value } from '../../../cel/value.ts'
import { unlessHidden } from '../../../cel/values/hidden.ts'
import type { Row, RecordView, ShownPart } from '../../../meaning/store.ts'
import { listTemplateExpressions } from '../../../fact/template.ts'
import type { Template } from '../../../model/slot.ts'
import { findCalledView } from '../../../typing/selected-members.ts'
import type { ViewInfo, ViewMember } from '../../../typing/domain.ts'
import { isSpread } from '../../../typing/views.ts'
import { deletedColumn, isSoft, versionColumn } from '../../layout.ts'
import type { SqlRow } from '../database.ts'
import { isWide, makeColumnPrinter } from '../fields.ts'
import { quote } from '../names.ts'
import { translateCondition } from '../predicate/conditions.ts'
import { findKeyColumns, findRecordSource } from '../predicate/paths.ts'
import { type SqlParameter, type Translation, failTranslation, startHiding, tryTranslate } from '../predicate/translation.ts'
import { withRulesDone, never, translateRecordVisibility } from '../predicate/visible.ts'
import type { RowSources, RowSource } from '../source.ts'
import { type Afterwards, explainUnprinted } from './unprinted.ts'
import { type JsonLeaf, canJoin, joinPieces, listMemberPieces, orHidden } from './json-pieces.ts'
import { translateJson, translateMember, translateTemplate } from './json-text.ts'
import type { ColumnContext, CurrentRow, Decisions, Print, RepresentationPart, SqlColumns } from './parts.ts'
import { isLeftOut, selectFromThis, findUnprintedColumn } from './properties.ts'
import { joinsRestorer } from './joins.ts'

type Selected = { readonly sql: string; readonly parameters: readonly SqlParameter[] }

export class PartColumns {
  readonly select: Selected[] = []
  exact = false
  computes = false
  /** Explains the parts that SQL does not print; computed on demand. */
  readonly unprinted: (() => readonly Afterwards[])[] = []
  readonly #context: ColumnContext
  readonly #shown: RecordView
  readonly #decisions: Decisions
  readonly truths = new Map<Expression, { readonly rows: RowSources; readonly isShown: boolean }>()
  /** Builds the records that parts are computed from, by their source. */
  readonly #records = new Map<RowSource, (row: SqlColumns) => Value>()

  constructor(context: ColumnContext, shown: RecordView, decisions: Decisions) {
    this.#context = context
    this.#decisions = decisions
    this.#shown = shown
  }

  /** Returns the column's index in the row. */
  addColumn(sql: string, parameters: readonly SqlParameter[] = []): number {
    return this.select.push({ sql, parameters }) - 1
  }

  printerOf(part: RepresentationPart): Print {
    if ('print' in part) return part.print
    const index = this.addColumn(orHidden(part), part.parameters)
    return (row) => (row[index] ?? undefined) as string | undefined
  }

  addPart(part: ShownPart, at: CurrentRow): RepresentationPart {
    switch (part.kind) {
      case 'template':
        return this.#addTemplate(part.template, at)
      case 'item':
        return this.#addItem(part.expression, part, at)
      case 'take':
        return this.#addComputed(part, at)
    }
  }

  #addTemplate(template: Template, at: CurrentRow): RepresentationPart {
    const part: ShownPart = { kind: 'template', template }
    const translated = this.#addTranslated(at, (translation, rows) => translateTemplate(translation, template, rows, at.within))
    if (translated !== undefined) return translated
    switch (template.kind) {
      case 'literal':
      case 'list':
        return this.#addComputed(part, at)
      case 'map':
        return (
          this.#addMembers(template.entries.map(({ name, value }) => [name, () => this.#addTemplate(value, at)])) ??
          this.#addComputed(part, at)
        )
      case 'expression': {
        const expression = this.#context.layout.expressions?.(template)
        return (expression && this.#addByParts(expression, at, true)) ?? this.#addComputed(part, at)
      }
    }
  }

  /** An item of a list: null is printed, not omitted. */
  #addItem(expression: Expression, part: ShownPart, at: CurrentRow): RepresentationPart {
    const text = this.#addTranslated(at, (translation, rows) => ({
      ...translateJson(translation, expression, rows, at.within),
      leftOut: false,
    }))
    return text ?? this.#addByParts(expression, at, false) ?? this.#addComputed(part, at)
  }

  #addMember(view: ViewInfo, member: ViewMember, at: CurrentRow): RepresentationPart {
    if (member.kind === 'template') return this.#addTemplate(member.template, at)
    const translated = this.#addTranslated(at, (translation, rows) => translateMember(translation, view, member, rows, at.within))
    return translated ?? this.#addProperty(selectFromThis(this.#context, view, member.name), at, true) ?? this.#addComputed(member, at)
  }

  #addByParts(expression: Expression, at: CurrentRow, canBeLeftOut: boolean): RepresentationPart | undefined {
    return this.#addProperty(expression, at, canBeLeftOut) ?? this.#addView(expression, at)
  }

  /** A property that the service prints from its column. */
  #addProperty(expression: Expression, at: CurrentRow, canBeLeftOut: boolean): RepresentationPart | undefined {
    const parameters: SqlParameter[] = []
    const unprinted = this.#attempt(at, (translation, rows) => findUnprintedColumn(translation, expression, rows), parameters)
    if (unprinted === undefined) return undefined
    const {
      sql,
      column: { kept },
      property,
      where,
    } = unprinted
    if (where === never) return hiddenPart
    const absent = canBeLeftOut && isLeftOut(this.#context, expression) ? undefined : 'null'
    const isShown =
      where === undefined || absent === undefined ? undefined : this.addColumn(`CASE WHEN ${where} THEN 1 ELSE 0 END`, parameters)
    const index =
      where === undefined || isShown !== undefined ? this.addColumn(sql) : this.addColumn(`CASE WHEN ${where} THEN ${sql} END`, parameters)
    this.exact ||= isWide(kept, property)
    this.unprinted.push(() => this.#explainUnprinted(`\`${property.name}\``, expression, at))
    const print = makeColumnPrinter(kept, property, this.#context.keys)
    const printCell = (row: SqlColumns): string | undefined => (row[index] === null ? absent : print(row[index]!))
    return {
      hides: where !== undefined,
      print: isShown === undefined ? printCell : (row) => (Number(row[isShown]) === 1 ? printCell(row) : undefined),
    }
  }

  /** A view of the record, or of a record that it refers to, member by member. */
  #addView(expression: Expression, at: CurrentRow): RepresentationPart | undefined {
    if (expression.kind !== 'call' || expression.target !== undefined) return undefined
    const { layout } = this.#context
    const view = findCalledView(layout.domain, expression, (text) => layout.expressions?.(text))
    const [record] = expression.arguments
    if (view === undefined || record === undefined || at.within.includes(view) || isSpread(view)) return undefined
    const parameters: SqlParameter[] = []
    const viewedRecord = this.#attempt(
      at,
      (translation, rows) => ({
        source: findRecordSource(translation, record, rows) ?? failTranslation(),
        where: translateRecordVisibility(translation, record, rows),
        key: record.type.kind === 'record' ? undefined : (findKeyColumns(withRulesDone(translation), record, rows)[0] ?? failTranslation()),
      }),
      parameters,
    )
    if (viewedRecord === undefined) return undefined
    if (viewedRecord.where === never) return hiddenPart
    const isShown =
      viewedRecord.where === undefined ? undefined : this.addColumn(`CASE WHEN ${viewedRecord.where} THEN 1 ELSE 0 END`, parameters)
    const existsIndex = viewedRecord.key === undefined ? undefined : this.addColumn(viewedRecord.key)
    const viewRow: CurrentRow = {
      variable: 'this',
      source: viewedRecord.source,
      within: [...at.within, view],
      rules: at.rules?.inView(view.name, view.resource),
    }
    const members = this.#addMembers(view.members.map((member) => [member.name, () => this.#addMember(view, member, viewRow)]))
    if (members === undefined || (existsIndex === undefined && isShown === undefined)) return members
    return {
      hides: isShown !== undefined,
      print(row, asker) {
        if (isShown !== undefined && Number(row[isShown]) !== 1) return undefined
        return existsIndex !== undefined && row[existsIndex] === null ? 'null' : members.print(row, asker)
      },
    }
  }

  /** Adjacent parts that SQL prints become one column. Undefined if an object would list the members in another order. */
  #addMembers(members: readonly (readonly [name: string, part: () => RepresentationPart])[]): { readonly print: Print } | undefined {
    if (!canJoin(members.map(([name]) => name))) return undefined
    const prints: Print[] = []
    let pieces: string[] = []
    let parameters: SqlParameter[] = []
    const flush = (): void => {
      if (pieces.length === 0) return
      const index = this.addColumn(joinPieces(pieces), parameters)
      // An omitted member is NULL in its column.
      prints.push((row) => (row[index] ?? '') as string)
      pieces = []
      parameters = []
    }
    for (const [name, make] of members) {
      const part = make()
      if ('print' in part) {
        flush()
        const prefix = `,${JSON.stringify(name)}:`
        prints.push((row, asker) => {
          const text = part.print(row, asker)
          return text === undefined ? '' : prefix + text
        })
      } else {
        pieces.push(...listMemberPieces(name, part))
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

  /** Computed by the service from the columns of the record. */
  #addComputed(part: ShownPart, at: CurrentRow): RepresentationPart {
    this.computes = true
    this.unprinted.push(() => this.#explainPart(part, at))
    const record = this.#records.get(at.source) ?? this.#addRecord(at.source)
    this.#records.set(at.source, record)
    const shown = this.#shown
    if (shown.rules === undefined) return { print: (row, asker) => shown.print(part, at.variable, record(row), asker) }
    const view = at.within.at(-1)?.name
    return {
      // Hidden members of a list or map that is built here are omitted.
      hides: part.kind !== 'item' || (part.expression.kind !== 'map' && part.expression.kind !== 'list'),
      print(row, asker) {
        const value = record(row)
        const shownTo = asker.callerContext!()
        return unlessHidden(() =>
          shown.print(part, at.variable, value, { variables: shownTo.variables, host: shownTo.hostWithin(view, value) }),
        )
      },
    }
  }

  #explainPart(part: ShownPart, at: CurrentRow): readonly Afterwards[] {
    switch (part.kind) {
      case 'item':
        return this.#explainUnprinted('each item', part.expression, at)
      case 'take':
        return [{ what: `\`${part.name}\``, why: `\`${at.source.table.resource}.${part.name}\` is not a column that SQL prints` }]
      case 'template':
        return listTemplateExpressions(part.template).flatMap(({ expression: text }) => {
          const expression = this.#context.layout.expressions?.(text)
          return expression === undefined ? [] : this.#explainUnprinted(`\`${text.text}\``, expression, at)
        })
    }
  }

  #explainUnprinted(what: string, expression: Expression, { variable, source, rules }: CurrentRow): readonly Afterwards[] {
    const { layout, aliases } = this.#context
    const undoJoins = joinsRestorer(source)
    const why = explainUnprinted(
      { layout, aliases, out: [], guards: [], condition: translateCondition, ...startHiding(rules), ...this.#decisions },
      expression,
      new Map([[variable, source]]),
    )
    undoJoins()
    return why === undefined ? [] : [{ what, why }]
  }

  #addRecord({ table, alias }: RowSource): (row: SqlColumns) => Value {
    const { layout, keys, valuesOf } = this.#context
    const { resource } = table
    const names = [...table.columns.map(({ name }) => name), versionColumn, ...(isSoft(layout, resource) ? [deletedColumn] : [])]
    const at = names.map((name) => [name, this.addColumn(`${alias}.${quote(name)}`)] as const)
    const info = layout.domain.resources.get(resource)!
    // Values are decoded from the columns of a store, where every integer is a bigint.
    this.exact = true
    return (columns) => {
      const values = valuesOf.get(resource)!(Object.fromEntries(at.map(([name, index]) => [name, columns[index]!])) as SqlRow)
      const row: Row = {
        resource,
        key: keys.keyText(info, keys.keyValues(info, values)),
        values,
        version: Number(columns[at[table.columns.length]![1]]),
      }
      return keys.recordOfRow(row, 'then')
    }
  }

  #addTranslated(at: CurrentRow, work: (translation: Translation, rows: RowSources) => JsonLeaf): RepresentationPart | undefined {
    const parameters: SqlParameter[] = []
    const leaf = this.#attempt(at, work, parameters)
    return leaf && { ...leaf, parameters }
  }

  /** Rolls back the joins of a failed translation. */
  #attempt<T>(
    { variable, source, rules }: CurrentRow,
    work: (translation: Translation, rows: RowSources) => T,
    out: SqlParameter[] = [],
  ): T | undefined {
    const { layout, aliases } = this.#context
    const undoJoins = joinsRestorer(source)
    const onTruth = (expression: Expression, rows: RowSources, isShown: boolean): void =>
      void this.truths.set(expression, { rows, isShown })
    const translatedLeaf = tryTranslate(() =>
      work(
        { layout, aliases, out, guards: [], condition: translateCondition, onTruth, ...startHiding(rules), ...this.#decisions },
        new Map([[variable, source]]),
      ),
    )
    if (translatedLeaf === undefined) undoJoins()
    return translatedLeaf
  }
}

/** A part hidden from the caller. */
const hiddenPart: RepresentationPart = { hides: true, print: () => undefined }
