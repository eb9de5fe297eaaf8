// Exports the functions for JSON: parsing strictly, printing exactly, comparing by value.

export type { Json, JsonNumber, JsonObject } from './json-value.ts'
export { isDecimal, isJsonArray, isJsonNumber, isJsonObject, jsonKindOf, createJsonObject } from './json-value.ts'
export type { JsonProblem } from './json-parse.ts'
export { parseJson, parseJsonText } from './json-parse.ts'
export { isNestedWithin, parsePlainJson } from './json-plain.ts'
export { printCanonical, equalJson, printData, printJson } from './json-print.ts'
export { compareNumbers, toExactDecimal, isInteger, isMultiple, parseJsonNumber, numberText } from './json-number.ts'
