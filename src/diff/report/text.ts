// Prints a comparison for a terminal: the worst change first, each with its place and effect.

import { styleText } from 'node:util'
import { type Change, inOrderOfSeverity } from '../change.ts'
import type { Searched } from '../witness/witness.ts'
import { changeText, countText, printMotion, printPartName, placeOfChange, changePlaceText, listDecisiveMotions } from './words.ts'

export type ReportStyle = { readonly colour: boolean }

const colours = { breaking: 'red', review: 'yellow', safe: 'green' } as const

export function printChanges(changes: readonly Change[], { colour }: ReportStyle, searched?: Searched): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text
  const lines = inOrderOfSeverity(changes).map((change) => {
    const head = `${paint(colours[change.severity], change.severity.padEnd(8))}  ${printPartName(change.part)}: ${placeOfChange(change)}${addSign(': ', changeText(change))}`
    const { operations } = change
    const details = [
      ...listDecisiveMotions(change).map(printMotion),
      ...(change.note === undefined ? [] : [change.note]),
      ...(change.covered === undefined ? [] : [change.covered]),
      ...(change.witness === undefined ? [] : [`shown below: ${change.witness.says}`]),
      ...(operations.length === 0 || change.severity === 'safe' ? [] : [`in ${list(operations)}`]),
    ]
    const place = changePlaceText(change)
    return [head, ...details.map((each) => `          ${each}`), ...(place === '' ? [] : [`          ${paint('dim', place)}`])].join('\n')
  })
  return `${[...lines, ...printWitnesses(changes), countText(changes), ...(searched === undefined ? [] : [searchText(searched)])].join('\n')}\n`
}

const addSign = (sign: string, text: string): string => (text === '' ? '' : sign + text)

function list(operations: readonly string[]): string {
  const firstNames = operations.slice(0, 6).join(', ')
  return operations.length > 6 ? `${firstNames} and ${operations.length - 6} more` : firstNames
}

/** Each witness once, as a file for `ninefold test` that passes on the old edition and fails on the new one. */
function printWitnesses(changes: readonly Change[]): string[] {
  const witnesses = new Set(changes.flatMap(({ witness }) => witness ?? []))
  return [...witnesses].flatMap((witness) => [
    '',
    `# ${witness.operation ?? 'A request'}: ${witness.says}`,
    ...(witness.isRepeated ? [] : ['# Hurl cannot assert this: the requests show it.']),
    ...witness.hurl.trimEnd().split('\n'),
    '',
  ])
}

export function searchText({ requests, budget, witnesses }: Searched): string {
  return `${requests} of at most ${budget} requests were sent to both editions: ${witnesses.length === 0 ? 'none was answered otherwise' : `${witnesses.length} ${witnesses.length === 1 ? 'witness' : 'witnesses'} found`}`
}
