// Plans the migration of a store to another document: the steps, and the data that each may lose.

import { type Index, type ReferenceOutline, type TableOutline, haveSameKind } from './outline.ts'
import type { PairedTable, Pairing } from './pairing.ts'
import { planColumnSteps } from './column-steps.ts'
import { type CountQueries, type MigrationPlan, type MigrationStep, stepThatLoses, stepThatNeeds } from './step.ts'
import { countRowsInWords } from './words.ts'

export function planMigration(pairing: Pairing, counts: CountQueries): MigrationPlan {
  const dropped = pairing.droppedTables.map((table): MigrationStep => {
    const rows = counts.rows(table)
    return { kind: 'drop-table', table: table.name, rows, ...stepThatLoses(rows, `${countRowsInWords(rows)} of ${table.name}`) }
  })
  return { steps: [...pairing.tables.flatMap((table) => planTableSteps(table, pairing, counts)), ...dropped] }
}

function planTableSteps(paired: PairedTable, pairing: Pairing, counts: CountQueries): MigrationStep[] {
  const { table, former } = paired
  if (former === undefined) return [{ kind: 'add-table', table: table.name, safe: true }]
  const renamed: MigrationStep[] =
    former.name === table.name ? [] : [{ kind: 'rename-table', table: table.name, from: former.name, safe: true }]
  return [
    ...renamed,
    ...planColumnSteps(paired, counts),
    ...planKeySteps(paired, former, counts),
    ...planSoftDeletionSteps(table, former, counts),
    ...planReferenceSteps(paired, former, pairing, counts),
    ...indexSteps(paired, former, counts),
  ]
}

/** Keys identify records in other records, in timers, and for clients. */
function planKeySteps({ table, columns }: PairedTable, former: TableOutline, counts: CountQueries): MigrationStep[] {
  const now = table.key.map((name) => columns.find(({ column }) => column.name === name)!)
  const isSame =
    now.length === former.key.length &&
    now.every(
      ({ column, source }, index) =>
        source.kind === 'former' &&
        source.former.name === former.key[index] &&
        haveSameKind(column, source.former) &&
        (column.folded === undefined) === (source.former.folded === undefined),
    )
  if (isSame) return []
  const rows = counts.rows(former)
  const verdict = stepThatNeeds(
    rows,
    `${countRowsInWords(rows)} of ${table.name} ${rows === 1 ? 'is' : 'are'} known by ${former.key.join(', ')}`,
    `Keep the key \`${former.key.join(', ')}\`, and make \`${table.key.join(', ')}\` unique; or make the records with the new key a new resource, with another name.`,
  )
  return [{ kind: 'change-key', table: table.name, from: former.key.join(', '), to: table.key.join(', '), rows, ...verdict }]
}

function planSoftDeletionSteps(table: TableOutline, former: TableOutline, counts: CountQueries): MigrationStep[] {
  if (table.soft === former.soft) return []
  if (table.soft) return [{ kind: 'keep-deleted', table: table.name, safe: true }]
  const rows = counts.countDeleted(former)
  return [
    {
      kind: 'drop-deleted',
      table: table.name,
      rows,
      ...stepThatLoses(rows, `${countRowsInWords(rows)} of ${table.name}, deleted and kept`),
    },
  ]
}

function planReferenceSteps(paired: PairedTable, former: TableOutline, pairing: Pairing, counts: CountQueries): MigrationStep[] {
  const { table } = paired
  const formerly = new Map(pairing.tables.map((each) => [each.table.name, each.former?.name ?? each.table.name]))
  const texts = former.references.map(({ columns, resource }) => JSON.stringify([columns, resource]))
  const printFormerReference = ({ columns, resource }: ReferenceOutline): string =>
    JSON.stringify([findFormerNames(paired, columns), formerly.get(resource)])
  const added = table.references
    .filter((each) => !texts.includes(printFormerReference(each)))
    .flatMap((reference): MigrationStep[] => {
      // A new column without a fill value refers to nothing.
      if (findFormerNames(paired, reference.columns).includes(undefined)) return []
      const rows = counts.countDangling(paired, reference)
      const verdict = stepThatNeeds(
        rows,
        `${countRowsInWords(rows)} of ${table.name} would refer to no ${reference.resource}`,
        `Mend \`${reference.property}\` of those records with the former document first.`,
      )
      return [{ kind: 'add-reference', table: table.name, name: reference.property, to: reference.resource, rows, ...verdict }]
    })
  const now = table.references.map(printFormerReference)
  const removedReferences = former.references.filter((_, index) => !now.includes(texts[index]!))
  const referring = removedReferences.filter(({ columns }) => !paired.droppedColumns.some(({ name }) => columns.includes(name)))
  return [
    ...added,
    ...referring.map(({ property, resource }): MigrationStep => ({
      kind: 'drop-reference',
      table: table.name,
      name: property,
      from: resource,
      safe: true,
    })),
  ]
}

/** The former names of columns; undefined for a new column. */
function findFormerNames({ columns }: PairedTable, names: readonly string[]): (string | undefined)[] {
  return names.map((name) => {
    const own = columns.find(({ column }) => column.name === name || column.folded === name)
    if (own?.source.kind !== 'former') return undefined
    return own.column.folded === name ? (own.source.former.folded ?? undefined) : own.source.former.name
  })
}

function indexSteps(paired: PairedTable, former: TableOutline, counts: CountQueries): MigrationStep[] {
  const { table } = paired
  const printIndex = ({ unique, living }: Index, names: readonly (string | undefined)[], order: readonly boolean[]): string =>
    JSON.stringify([unique, living, names, order])
  const listOrders = ({ columns }: Index): boolean[] => columns.map(({ descending }) => descending)
  const printFormerReference = (index: Index): string =>
    printIndex(
      index,
      findFormerNames(
        paired,
        index.columns.map(({ name }) => name),
      ),
      listOrders(index),
    )
  const texts = former.indexes.map((index) =>
    printIndex(
      index,
      index.columns.map(({ name }) => name),
      listOrders(index),
    ),
  )
  const now = table.indexes.map(printFormerReference)
  const added = table.indexes
    .filter((index, position) => !texts.includes(now[position]!) || (index.unique && isConverted(paired, index)))
    .flatMap((index): MigrationStep[] => {
      if (!index.unique) return [{ kind: 'add-index', table: table.name, name: index.name, safe: true }]
      const { rows, examples } = hasOwnValues(paired, index) ? { rows: 0, examples: [] } : counts.twins(paired, index)
      const isKnown = texts.includes(printFormerReference(index))
      if (isKnown && rows === 0) return []
      const verdict = stepThatNeeds(
        rows,
        `${countRowsInWords(rows)} of ${table.name} share what must be unique by ${index.name}: ${examples.join('; ')}`,
        'Change or delete those records with the former document first.',
      )
      return [{ kind: 'add-unique', table: table.name, name: index.name, rows, ...verdict }]
    })
  const droppedIndexes = former.indexes.filter((_, place) => !now.includes(texts[place]!))
  return [
    ...added,
    ...droppedIndexes.map((index): MigrationStep => ({
      kind: index.unique ? 'drop-unique' : 'drop-index',
      table: table.name,
      name: index.name,
      safe: true,
    })),
  ]
}

/** A value generated per record is unique. */
function hasOwnValues({ columns }: PairedTable, index: Index): boolean {
  return index.columns.some(({ name }) =>
    columns.some(
      ({ column, source }) =>
        column.name === name &&
        source.kind === 'filled' &&
        source.fill.kind === 'generated' &&
        ['uuidv4', 'uuidv7', 'sequence'].includes(source.fill.by),
    ),
  )
}

/** Values that differ as text may be equal as numbers. */
function isConverted({ columns }: PairedTable, index: Index): boolean {
  return index.columns.some(({ name }) =>
    columns.some(({ column, source }) => column.name === name && source.kind === 'former' && !haveSameKind(column, source.former)),
  )
}
