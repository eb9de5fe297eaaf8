// Generates the tables of refusals of the language reference, from the tables that derive the refusals.

import { stageTables } from '../../src/fact/conditions/all.ts'
import type { DerivationRow } from '../../src/fact/conditions/row.ts'
import { serviceRows } from '../../src/fact/conditions/service.ts'
import { conditions } from '../../src/fact/fact.ts'
import { doesStagePrecede } from '../../src/fact/order.ts'
import { movable } from '../../src/fact/precedence.ts'
import { type NameKind, conditionTable, listScopeNames } from '../../src/fact/table.ts'
import { actionNames } from '../../src/model/endpoints.ts'

/** `conditions`, `actions`, `order`, or the name of a stage. */
export function outcomeTable(name: string): string {
  if (name === 'conditions') return conditionsTable()
  if (name === 'actions') return actionsTable()
  if (name === 'order') return orderTable()
  if (name === 'service') return rowsTable(serviceRows)
  const stageTable = stageTables.find(({ stage }) => stage === name)
  if (stageTable === undefined) throw new Error(`No stage is called \`${name}\``)
  return rowsTable(stageTable.rows)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Conditions that effects meet for other records, which have no name. */
const effectConditions: ReadonlySet<string> = new Set(['illegal-transition', 'guard', 'require'])

function conditionsTable(): string {
  return table(
    ['condition', 'subject', 'name', 'without an entry', 'texts also see', ''],
    conditions.map((condition) => {
      const { about, subjects, names, fallback } = conditionTable[condition]
      const scope = listScopeNames(condition)
        .map((word) => (word === 'this' && effectConditions.has(condition) ? '`this` (unless an effect can meet it)' : `\`${word}\``))
        .join(' ')
      return [
        `\`${condition}\``,
        subjects.join(', '),
        names.map(nameText).join(', '),
        fallback === 'gap' ? 'a gap' : String(fallback),
        scope,
        about,
      ]
    }),
  )
}

function nameText(kind: NameKind): string {
  return typeof kind === 'string' ? kind : kind.words.map((word) => `\`${word}\``).join(' ')
}

function rowsTable(rows: readonly DerivationRow[]): string {
  return table(
    ['condition', 'can be met by', 'where'],
    rows.map(({ condition, actions, when }) => [
      `\`${condition}\``,
      actions === 'all' ? 'every operation' : actions.map((action) => `\`${action}\``).join(' '),
      when,
    ]),
  )
}

/** The conditions of each action that not all actions have. */
function actionsTable(): string {
  const rows = stageTables.filter(({ stage }) => stage !== 'interrupt').flatMap(({ stage, rows }) => rows.map((row) => ({ stage, ...row })))
  return table(
    ['action', 'stage: conditions'],
    actionNames.map((action) => {
      const ofAction = rows.filter(({ actions }) => actions !== 'all' && actions.includes(action))
      const byStage = Map.groupBy(ofAction, ({ stage }) => stage)
      const cells = [...byStage].map(
        ([stage, list]) => `*${stage}* ${[...new Set(list.map(({ condition }) => `\`${condition}\``))].join(' ')}`,
      )
      return [`\`${action}\``, cells.join('; ')]
    }),
  )
}

/** The order of stages: for each stage, those that always come later. */
function orderTable(): string {
  const forced = movable
    .filter((stage) => stage !== 'effect')
    .map((stage) => {
      const later = movable.filter((other) => other !== 'effect' && doesStagePrecede(stage, other))
      return [`\`${stage}\``, [...later, 'effect'].map((other) => `\`${other}\``).join(', ')]
    })
  return table(['stage', 'stands before'], forced)
}
