// Prints a comparison as SARIF 2.1.0, which code hosts show at the changed lines.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { type Span, findPosition } from '../../base/text.ts'
import type { Change } from '../change.ts'
import { changeText, printMotion, printPartName, placeOfChange, listDecisiveMotions } from './words.ts'

const levels = { breaking: 'error', review: 'warning', safe: 'note' } as const

const descriptions = {
  breaking: 'Breaks a side that uses the service.',
  review: 'May break a side that uses the service: neither the law nor a bounded search decides it.',
  safe: 'Breaks no side.',
} as const

export function makeSarifReport(changes: readonly Change[]): JsonObject {
  const rules = (['breaking', 'review', 'safe'] as const).map((id): Json => ({
    id,
    shortDescription: { text: descriptions[id] },
    defaultConfiguration: { level: levels[id] },
  }))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'ninefold diff', rules } }, results: changes.map(makeResult) }],
  }
}

function makeResult(change: Change): Json {
  const { places, severity, witness, note } = change
  const place = places.new ?? places.old
  const changed = changeText(change)
  const sentences = [
    `${printPartName(change.part)}: ${placeOfChange(change)}${changed === '' ? '' : `: ${changed}`}`,
    ...listDecisiveMotions(change).map(printMotion),
    ...(note === undefined ? [] : [note]),
    ...(witness === undefined ? [] : [witness.says]),
  ]
  return createJsonObject([
    ['ruleId', severity],
    ['level', levels[severity]],
    ['message', { text: sentences.join('. ') }],
    ...(place === undefined ? [] : [['locations', [makeLocation(place)]] as const]),
    ...(places.old === undefined || places.new === undefined
      ? []
      : [['relatedLocations', [{ ...makeLocation(places.old), message: { text: 'before' } }]] as const]),
    // The same change at another line is the same result.
    ['partialFingerprints', { change: `${change.part}/${change.path.join('/')}` }],
  ])
}

function makeLocation({ source, start }: Span): JsonObject {
  const { line, column } = findPosition(source, start)
  return {
    physicalLocation: {
      artifactLocation: { uri: (source.convention ?? source.name).replaceAll('\\', '/') },
      region: { startLine: line, startColumn: column },
    },
  }
}
