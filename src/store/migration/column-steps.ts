// Plans the steps for one table's columns: added, removed, renamed, with another type, or with states that no longer exist.

import { type ColumnOutline, haveSameKind } from './outline.ts'
import type { PairedColumn, PairedTable, ColumnSource } from './pairing.ts'
import { type CountQueries, type MigrationStep, type StepVerdict, stepThatLoses, stepThatNeeds } from './step.ts'
import { printKind, countRowsInWords } from './words.ts'

export function planColumnSteps(paired: PairedTable, counts: CountQueries): MigrationStep[] {
  const steps = paired.columns.flatMap((column) =>
    column.source.kind === 'former' ? listChangedColumnSteps(paired, column, column.source, counts) : [addColumn(paired, column, counts)],
  )
  return [...steps, ...planRecomputations(paired, steps), ...paired.droppedColumns.map((column) => dropStep(paired, column, counts))]
}

const rewriting: ReadonlySet<MigrationStep['kind']> = new Set(['change-kind', 'refuse-null', 'move-states'])

/** A new optional column is computed after it exists; an existing one if its expression changes, or may read rewritten data. */
function planRecomputations({ table, columns }: PairedTable, steps: readonly MigrationStep[]): MigrationStep[] {
  const isRewritten = steps.some(({ kind }) => rewriting.has(kind))
  const recomputed = columns.filter(
    ({ column, source }) =>
      column.computed !== undefined &&
      (source.kind === 'former' ? isRewritten || source.former.computed !== column.computed : source.kind === 'nothing' && column.nullable),
  )
  return recomputed.map(({ column }) => ({ kind: 'recompute-column', table: table.name, name: column.name, safe: true }))
}

function addColumn(paired: PairedTable, { column, source }: PairedColumn, counts: CountQueries): MigrationStep {
  const table = paired.table.name
  const rows = counts.rows(paired.former!)
  const step = { kind: 'add-column', table, name: column.name, to: printKind(column), rows } as const
  if (source.kind === 'filled' || (column.nullable && source.kind === 'nothing' && (!source.computed || column.computed !== undefined)))
    return { ...step, safe: true }
  const computed = source.kind === 'nothing' && source.computed
  const needs = `${countRowsInWords(rows)} of ${table} would have no ${column.property}`
  const help = computed
    ? `Leave out \`stored\`: then it is computed whenever it is read.`
    : `Give \`${column.property}\` a \`default\`, or leave it out of \`required\`; if it is a renamed property, write \`$renamedFrom\`.`
  return { ...step, ...stepThatNeeds(rows, needs, help) }
}

function dropStep(paired: PairedTable, column: ColumnOutline, counts: CountQueries): MigrationStep {
  const rows = counts.countSet(paired.former!, column.name)
  const table = paired.table.name
  return {
    kind: 'drop-column',
    table,
    name: column.name,
    rows,
    ...stepThatLoses(rows, `${column.name} of ${countRowsInWords(rows)} of ${table}`),
  }
}

function listChangedColumnSteps(
  paired: PairedTable,
  own: PairedColumn,
  source: Extract<ColumnSource, { kind: 'former' }>,
  counts: CountQueries,
): MigrationStep[] {
  const { column } = own
  const { former } = source
  const table = paired.table.name
  const steps: MigrationStep[] = []
  if (column.name !== former.name) steps.push({ kind: 'rename-column', table, name: column.name, from: former.name, safe: true })
  if (!haveSameKind(column, former)) steps.push(planKindStep(paired, own, former, counts))
  if (column.nullable && !former.nullable) steps.push({ kind: 'allow-null', table, name: column.name, safe: true })
  if (former.nullable && !column.nullable) {
    const rows = source.fill === undefined ? counts.empty(paired, own) : 0
    const verdict = stepThatNeeds(
      rows,
      `${countRowsInWords(rows)} of ${table} ${rows === 1 ? 'has' : 'have'} no ${column.property}`,
      `Give \`${column.property}\` a \`default\`, leave it out of \`required\`, or give those records one with the former document first.`,
    )
    steps.push({ kind: 'refuse-null', table, name: column.name, rows, ...verdict })
  }
  if (column.folded !== undefined && former.folded === undefined) steps.push({ kind: 'fold-column', table, name: column.name, safe: true })
  if (column.ordered !== undefined && former.ordered === undefined && haveSameKind(column, former))
    steps.push({ kind: 'order-column', table, name: column.name, safe: true })
  if (column.folded === undefined && former.folded !== undefined)
    steps.push({ kind: 'unfold-column', table, name: column.name, safe: true })
  if (source.states !== undefined) steps.push(...stateSteps(paired, own, source.states, counts))
  return steps
}

function planKindStep(paired: PairedTable, pairedColumn: PairedColumn, former: ColumnOutline, counts: CountQueries): MigrationStep {
  const { column } = pairedColumn
  const table = paired.table.name
  const rows = counts.countSet(paired.former!, former.name)
  const { changed: altered, lost } = counts.countMisfits(paired, pairedColumn)
  const step = { kind: 'change-kind', table, name: column.name, from: printKind(former), to: printKind(column), rows } as const
  if (lost > 0 && !column.nullable) {
    return {
      ...step,
      safe: false,
      needs: `${column.name} of ${countRowsInWords(lost)} of ${table} cannot be ${printKind(column)}`,
      help: `Make \`${column.property}\` nullable, so that these lose it; or mend them with the former document first.`,
    }
  }
  const losses = [
    lost === 0 ? '' : `${column.name} of ${countRowsInWords(lost)} of ${table}, which cannot be ${printKind(column)}`,
    altered === 0 ? '' : `the exact ${column.name} of ${countRowsInWords(altered)} of ${table}`,
  ].filter((text) => text !== '')
  const verdict: StepVerdict = losses.length === 0 ? { safe: true } : { safe: false, loses: losses.join(', and ') }
  return { ...step, ...verdict }
}

function stateSteps(paired: PairedTable, own: PairedColumn, states: ReadonlyMap<string, string>, counts: CountQueries): MigrationStep[] {
  const table = paired.table.name
  const field = own.column.property
  const now = paired.table.machines.find((machine) => machine.field === field)!.states
  const census = counts.census(paired, own)
  return Array.from(census)
    .filter(([state]) => !now.includes(state))
    .map(([state, rows]): MigrationStep => {
      const to = states.get(state)
      const step = { kind: 'move-states', table, name: field, from: state, rows } as const
      if (to !== undefined) {
        // Merged with other records, these cannot be distinguished again.
        const isMerged = [...census.keys()].some((other) => other !== state && (states.get(other) ?? other) === to)
        return {
          ...step,
          to,
          ...stepThatLoses(isMerged ? rows : 0, `which records of ${table} were in the state ${state} (${rows}), among those in ${to}`),
        }
      }
      return {
        ...step,
        safe: false,
        needs: `${countRowsInWords(rows)} of ${table} ${rows === 1 ? 'is' : 'are'} in the state ${state}, which ${table}.${field} no longer has`,
        help: `Name the former state under the new one:\n\n${table}.${field}:\n  states:\n    ${now[0] ?? 'STATE'}: { $renamedFrom: ${state} }`,
      }
    })
}
