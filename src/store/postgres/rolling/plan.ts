// Decides for each step of a migration whether processes of both documents can continue meanwhile, and in which phase it runs.

import type { ColumnOutline, Index, Outline } from '../../migration/outline.ts'
import type { PairedColumn, PairedTable, Pairing } from '../../migration/pairing.ts'
import type { MigrationPlan, MigrationStep, StepKind } from '../../migration/step.ts'
import { isWider } from './renames.ts'

/** Values that the former document gives to columns of new records, as SQL, by `Table.column`. */
export type Fills = { readonly [column: string]: string }

/** Steps that PostgreSQL supports; a plan with any other step is refused. */
const supported: ReadonlySet<StepKind> = new Set<StepKind>([
  'add-table',
  'drop-table',
  'rename-table',
  'rename-column',
  'change-kind',
  'move-states',
  'keep-deleted',
  'recompute-column',
  'add-column',
  'drop-column',
  'allow-null',
  'refuse-null',
  'add-unique',
  'drop-unique',
  'add-index',
  'drop-index',
  'add-reference',
  'drop-reference',
  'complete-store',
])

/** Reports unsupported steps, which block the others. */
export function withUnsupported({ steps }: MigrationPlan, { tables }: Pairing): MigrationPlan {
  const help = 'Make it in two editions: add the new beside the old, have clients write both, and drop the old.'
  return {
    steps: steps.map((step) => {
      const column = findColumn(step, tables)
      if (step.kind === 'change-kind' && !(column?.source.kind === 'former' && isWider(column.source.former, column.column)))
        return makeBlockedStep(step, `another kind of ${step.table}.${step.name} is not stored in PostgreSQL yet`, help)
      const isFilled =
        column === undefined ||
        isNumbered(column) ||
        column.source.kind === 'nothing' ||
        (step.kind === 'add-column'
          ? isFillable(column)
          : step.kind !== 'refuse-null' || column.source.fill === undefined || constantOf(column) !== undefined)
      return supported.has(step.kind) && isFilled ? step : makeBlockedStep(step, `\`${step.kind}\` is not done to PostgreSQL yet`, help)
    }),
  }
}

function findColumn({ table, name }: MigrationStep, tables: Pairing['tables']): PairedColumn | undefined {
  return tables.find((each) => each.table.name === table)?.columns.find((each) => each.column.name === name)
}

/** True if SQL can fill the column in every row. */
export function isFillable(column: PairedColumn): boolean {
  return constantOf(column) !== undefined || isDrawn(column)
}

/** The source of a value that is the same in every row; undefined if the rows differ. */
export function constantOf({ source }: PairedColumn): 'default' | 'state' | 'now' | undefined {
  const fill = source.kind === 'nothing' ? undefined : source.fill
  switch (fill?.kind) {
    case undefined:
      return undefined
    case 'default':
    case 'state':
      return fill.kind
    case 'generated':
      return fill.by === 'now' || fill.by === 'now-on-update' ? 'now' : undefined
  }
}

/** True if existing records are numbered. */
export function isNumbered({ source }: PairedColumn): boolean {
  return source.kind === 'filled' && source.fill.kind === 'generated' && source.fill.by === 'sequence'
}

/** True if each row gets its own value. */
export function isDrawn({ source }: PairedColumn): boolean {
  return source.kind === 'filled' && source.fill.kind === 'generated' && (source.fill.by === 'uuidv4' || source.fill.by === 'uuidv7')
}

/**
 * The plan of a migration while processes of both documents serve. `isServed`: both already serve or served, so the columns exist, and
 * those that the former document requires are filled.
 */
export function makeRollingPlan(
  { steps }: MigrationPlan,
  { tables }: Pairing,
  former: Outline,
  fills: Fills,
  isServed: boolean,
): MigrationPlan {
  const phased = steps.flatMap((step): MigrationStep[] => {
    const paired = tables.find(({ table }) => table.name === step.table)
    if ('needs' in step && !(isServed && step.kind === 'add-column')) return [step]
    switch (step.kind) {
      case 'drop-table':
      case 'drop-index':
        return [{ ...step, phase: 'contract' }]
      case 'drop-column':
        return [
          isServed || doesColumnStay(step, former, fills)
            ? { ...step, phase: 'contract' }
            : needsStop(step, `the former document requires ${step.table}.${step.name}, and records that this one makes have none`),
        ]
      case 'rename-table':
      case 'rename-column':
        return [
          needsStop(step, `the former document uses the name ${step.kind === 'rename-table' ? step.from : `${step.table}.${step.from}`}`),
        ]
      case 'change-kind':
        return [needsStop(step, `the former document reads ${step.table}.${step.name} as ${step.from}`)]
      case 'move-states':
        return [needsStop(step, `the former document does not know the state ${step.to} of ${step.table}.${step.name}`)]
      case 'recompute-column':
        return [needsStop(step, `the former document does not compute ${step.table}.${step.name} so`)]
      case 'keep-deleted':
        return [needsStop(step, `the former document takes deleted records of ${step.table} for others`)]
      case 'allow-null':
        return [needsStop(step, `the former document cannot read records without ${step.table}.${step.name}`)]
      case 'refuse-null':
        return [needsStop(step, `the former document makes records without ${step.table}.${step.name}`)]
      case 'add-reference':
        return [needsStop(step, `the former document does not know that ${step.table}.${step.name} refers to ${step.to}`)]
      case 'add-unique':
        return [
          isOwnOfNext(paired!, step.name!)
            ? { ...step, phase: 'expand' }
            : needsStop(step, `the former document does not keep ${step.table} unique by ${step.name}`),
        ]
      case 'add-column': {
        if (isServed) return []
        if (isNumbered(findColumn(step, tables)!))
          return [needsStop(step, `the former document gives no ${step.table}.${step.name} to its records`)]
        const ordered = findColumn(step, tables)?.column.ordered
        return [
          ordered === undefined
            ? { ...step, phase: 'expand' }
            : needsStop(step, `the text that sorts ${step.table}.${step.name} rewrites the table`),
        ]
      }
      case 'add-table':
        return isServed ? [] : [{ ...step, phase: 'expand' }]
      default:
        return [{ ...step, phase: 'expand' }]
    }
  })
  return { steps: [...phased.filter(({ phase }) => phase !== 'contract'), ...phased.filter(({ phase }) => phase === 'contract')] }
}

function needsStop(step: MigrationStep, why: string): MigrationStep {
  if ('needs' in step) return step
  return makeBlockedStep(
    step,
    `${why}, so that both cannot serve at once`,
    'Stop the processes of the former document and run `migrate` with `--contract`: it then does the whole plan in one transaction. Or make it in two editions.',
  )
}

function makeBlockedStep({ kind, table, name, from, to, rows }: MigrationStep, needs: string, help: string): MigrationStep {
  const about = {
    ...(name === undefined ? {} : { name }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(rows === undefined ? {} : { rows }),
  }
  return { kind, table, ...about, safe: false, needs, help }
}

/** True if records of the next document get a value in a column that only the former one knows. */
function doesColumnStay({ table, name }: MigrationStep, former: Outline, fills: Fills): boolean {
  const column = findFormerColumn(former, table, name!)
  return column === undefined || column.nullable || fills[`${table}.${name}`] !== undefined
}

function findFormerColumn(former: Outline, table: string, name: string): ColumnOutline | undefined {
  return former.tables.find((each) => each.name === table)?.columns.find((each) => each.name === name)
}

/** True for a unique with a column that the former document does not know, and in which its records have different values. */
function isOwnOfNext({ table, columns }: PairedTable, index: Index['name']): boolean {
  const names = table.indexes.find(({ name }) => name === index)?.columns.map(({ name }) => name) ?? []
  return columns.some(
    (each) => names.includes(each.column.name) && ((each.source.kind === 'nothing' && each.column.nullable) || isDrawn(each)),
  )
}

/** The steps of one phase; a step without a phase stops every phase. */
export function selectPhase({ steps }: MigrationPlan, phase: 'expand' | 'contract'): MigrationPlan {
  return { steps: steps.filter((step) => step.phase === undefined || step.phase === phase) }
}
