// Converts one value between versions, by the expressions of part 9 or by mapping words.

import { type Json, isJsonArray } from '../../base/json.ts'
import { EvaluationError, evaluate } from '../../cel/evaluate.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { ValueStep } from '../../fact/versions/version.ts'
import { noKeys, noRecordsHost } from '../names.ts'
import { withDigits } from '../digits.ts'
import { isOfType } from '../of-type.ts'
import { convertValueToJson, convertJsonToValue } from '../value-json.ts'

/** `keyword`: `type` if the value does not have the older type; `format` if it does, but has no equivalent. */
export class NotConverted extends Error {
  readonly keyword: 'type' | 'format'
  /** The JSON type that it should have, if it has another. */
  readonly limit: string | undefined

  constructor(limit?: string) {
    super('no value of the newest version corresponds to it')
    this.keyword = limit === undefined ? 'format' : 'type'
    this.limit = limit
  }
}

/** Null stays null. Throws `NotConverted`. */
export function upgradeValue(steps: readonly ValueStep[], json: Json): Json {
  let value = json
  for (const step of steps) {
    if (value === null) return null
    if (step.kind === 'words') value = mapWords(step.up, value)
    else if (!isOfType(value, step.older)) throw new NotConverted(findJsonType(step.older))
    else value = convertOrThrow(step.up, step.older, value)
  }
  return value
}

function convertOrThrow(expression: Expression, type: Type, value: Json): Json {
  try {
    return evaluateStep(expression, type, value)
  } catch (error) {
    if (error instanceof EvaluationError) throw new NotConverted()
    throw error
  }
}

/** Converts a value to the older version. Throws `EvaluationError` if an expression of the document fails for it. */
export function downgradeValue(steps: readonly ValueStep[], json: Json): Json {
  let value = json
  for (const step of steps.toReversed()) {
    if (value === null) return null
    value = step.kind === 'words' ? mapWords(step.down, value) : evaluateStep(step.down, step.newer, value, step.older)
  }
  return value
}

/** `as` is the type that determines how the result is printed. */
function evaluateStep(expression: Expression, type: Type, value: Json, as = expression.type): Json {
  return convertValueToJson(
    withDigits(evaluate(expression, new Map([['value', convertJsonToValue(value, type, noKeys)]]), noRecordsHost), as),
    noKeys,
  )
}

/** Converts a list of words word by word. */
function mapWords(words: ReadonlyMap<string, string>, value: Json): Json {
  if (isJsonArray(value)) return value.map((item) => mapWords(words, item))
  return typeof value === 'string' ? (words.get(value) ?? value) : value
}

function findJsonType(type: Type): string {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return findJsonType(type.of)
    case 'bool':
      return 'boolean'
    case 'int':
      return 'integer'
    case 'double':
    case 'decimal':
      return 'number'
    case 'list':
      return 'array'
    case 'map':
    case 'object':
      return 'object'
    default:
      return 'string'
  }
}
