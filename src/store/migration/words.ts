// Describes a migration plan to the operator: one line for each step, with losses and missing approvals.

import type { ColumnOutline } from './outline.ts'
import type { MigrationPlan, MigrationStep } from './step.ts'

export function countRowsInWords(rows: number): string {
  return `${rows} ${rows === 1 ? 'record' : 'records'}`
}

const itemWords = { text: 'texts', integer: 'integers', number: 'numbers', boolean: 'booleans' } as const

export function printKind({ kept, json, items }: ColumnOutline): string {
  switch (kept.kind) {
    case 'decimal':
      return `a decimal of scale ${kept.scale}`
    case 'json':
      return {
        list: items === undefined ? 'a list' : `a list of ${itemWords[items]}`,
        object: 'an object',
        number: 'a decimal of any scale',
        anything: 'JSON',
      }[json ?? 'anything']
    case 'integer':
      return 'an integer'
    default:
      return { text: 'text', double: 'a number', boolean: 'a boolean', timestamp: 'a timestamp', duration: 'a duration', bytes: 'bytes' }[
        kept.kind
      ]
  }
}

/** Lines without a final line break; empty if there is nothing to do. */
export function printMigrationPlan({ steps }: MigrationPlan): string {
  const phases = ['expand', 'contract', undefined] as const
  const texts = phases.map((phase) =>
    steps
      .filter((step) => step.phase === phase)
      .map(printStep)
      .join('\n'),
  )
  if (texts[0] === '' && texts[1] === '') return texts[2]!
  const headed = [
    `Expand, while processes of the former document go on:`,
    `Contract (\`--contract\`), when no process of the former document is left:`,
    'Not while processes of both go on:',
  ]
  return texts.flatMap((text, index) => (text === '' ? [] : [`${headed[index]}\n\n${text}`])).join('\n\n')
}

function printStep(step: MigrationStep): string {
  if (step.safe) return `  safe   ${describeStep(step)}`
  if ('loses' in step) return `  LOSES  ${describeStep(step)}\n         loses ${step.loses}`
  return `  NEEDS  ${describeStep(step)}\n         ${step.needs}\n${step.help.replaceAll(/^(?=.)/gm, '         ')}`
}

function describeStep({ kind, table, name, from, to, rows = 0 }: MigrationStep): string {
  const place = `${table}.${name}`
  switch (kind) {
    case 'add-table':
      return `add ${table}`
    case 'drop-table':
      return `drop ${table}`
    case 'rename-table':
      return `rename ${from} to ${table}`
    case 'change-key':
      return `change the key of ${table} from ${from} to ${to}`
    case 'keep-deleted':
      return `keep what is deleted of ${table}`
    case 'drop-deleted':
      return `keep no longer what is deleted of ${table}`
    case 'add-column':
      return `add ${place}, ${to}`
    case 'drop-column':
      return `drop ${place}`
    case 'rename-column':
      return `rename ${table}.${from} to ${place}`
    case 'change-kind':
      return `change ${place} from ${from} to ${to}`
    case 'allow-null':
      return `let ${place} be without a value`
    case 'refuse-null':
      return `let ${place} always have a value`
    case 'fold-column':
      return `compare ${place} without case`
    case 'unfold-column':
      return `compare ${place} with case`
    case 'order-column':
      return `keep a text beside ${place} that sorts as it does`
    case 'move-states':
      return to === undefined
        ? `take the state ${from} away from ${place}`
        : `move ${countRowsInWords(rows)} from the state ${from} of ${place} to ${to}`
    case 'recompute-column':
      return `compute ${place} anew`
    case 'add-unique':
      return `make ${table} unique by ${name}`
    case 'drop-unique':
      return `let ${table} be unique by ${name} no longer`
    case 'add-index':
      return `add the index ${name} of ${table}`
    case 'drop-index':
      return `drop the index ${name} of ${table}`
    case 'add-reference':
      return `let ${place} refer to ${to}`
    case 'complete-store':
      return `add ${name} to the store's own tables`
    case 'drop-reference':
      return `let ${place} refer to ${from} no longer`
  }
}
