// Prints a comparison as JSON, for other programs.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { findPosition, type Span } from '../../base/text.ts'
import { numberPart } from '../../document/document.ts'
import { type Change, inOrderOfSeverity } from '../change.ts'
import { severityOf } from '../law.ts'
import type { Searched } from '../witness/witness.ts'
import { changeText } from './words.ts'

export function makeChangesJson(changes: readonly Change[], searched?: Searched): JsonObject {
  const counts = (severity: Change['severity']): number => changes.filter((each) => each.severity === severity).length
  return {
    breaking: counts('breaking'),
    review: counts('review'),
    safe: counts('safe'),
    ...(searched === undefined
      ? {}
      : { search: { requests: searched.requests, budget: searched.budget, witnesses: searched.witnesses.length } }),
    changes: inOrderOfSeverity(changes).map(changeJson),
  }
}

function changeJson(change: Change): Json {
  const { part, path, old, new: newValue, motions, severity, note, operations, places, covered, witness } = change
  return createJsonObject([
    ['severity', severity],
    ['part', { number: numberPart(part), name: part }],
    ['path', [...path]],
    ['change', changeText(change)],
    ...(old === undefined ? [] : [['old', old] as const]),
    ...(newValue === undefined ? [] : [['new', newValue] as const]),
    ['effects', motions.map((motion) => ({ side: motion.side, role: motion.role, way: motion.way, severity: severityOf(motion) }))],
    ...(note === undefined ? [] : [['note', note] as const]),
    ...(covered === undefined ? [] : [['covered', covered] as const]),
    ...(witness === undefined
      ? []
      : [
          [
            'witness',
            {
              says: witness.says,
              side: witness.side,
              repeated: witness.isRepeated,
              hurl: witness.hurl,
              ...(witness.operation === undefined ? {} : { operation: witness.operation }),
            },
          ] as const,
        ]),
    ['operations', [...operations]],
    ...(places.old === undefined ? [] : [['oldPlace', placeJson(places.old)] as const]),
    ...(places.new === undefined ? [] : [['newPlace', placeJson(places.new)] as const]),
  ])
}

function placeJson({ source, start }: Span): Json {
  const { line, column } = findPosition(source, start)
  return { file: source.convention ?? source.name, line, column }
}
