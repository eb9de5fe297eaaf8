// JSON Patch (RFC 6902): reads the operations of a patch, and applies them to a document.

import { type Json, type JsonObject, equalJson, isJsonArray, isJsonObject, createJsonObject } from '../base/json.ts'
import { spendSteps } from '../base/turn.ts'
import { findLastName, printPointer, parsePointer } from '../schema/failure.ts'
import type { Failed } from './refusal.ts'

export type Patched =
  | { readonly document: Json; readonly failures?: undefined }
  | { readonly failures: readonly Failed[]; readonly document?: undefined }

type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Steps; readonly value: Json }
  | { readonly op: 'remove'; readonly path: Steps }
  | { readonly op: 'move' | 'copy'; readonly path: Steps; readonly from: Steps }

type Steps = readonly string[]

const operations = ['test', 'add', 'remove', 'replace', 'move', 'copy'] as const

/** The members that each operation needs (RFC 6902, section 4). */
const neededMembers: { readonly [op in (typeof operations)[number]]: readonly string[] } = {
  test: ['path', 'value'],
  add: ['path', 'value'],
  remove: ['path'],
  replace: ['path', 'value'],
  move: ['path', 'from'],
  copy: ['path', 'from'],
}

/** Applies all operations; fails at the first one that is invalid or does not fit the document. The failure points into the patch. */
export function applyJsonPatch(document: Json, patch: Json): Patched {
  if (!isJsonArray(patch)) return { failures: [{ pointer: '', keyword: 'type', limit: 'array' }] }
  let patched = document
  for (const [index, each] of patch.entries()) {
    spendSteps(1)
    const operation = readOperation(each, index)
    if ('keyword' in operation) return { failures: [operation] }
    const next = applyOperation(patched, operation)
    if (next === undefined) return { failures: [describeFailure(operation, patched, index)] }
    patched = next.document
  }
  return { document: patched }
}

function readOperation(json: Json, index: number): PatchOperation | Failed {
  const makeFailure = (member: string | undefined, keyword: string, limit?: Json): Failed => ({
    pointer: printPointer(member === undefined ? [index] : [index, member]),
    ...(member === undefined ? {} : { property: member }),
    keyword,
    ...(limit === undefined ? {} : { limit }),
  })
  if (!isJsonObject(json)) return makeFailure(undefined, 'type', 'object')
  const object: JsonObject = json as JsonObject
  const op = operations.find((each) => each === object['op'])
  if (op === undefined)
    return makeFailure('op', object['op'] === undefined ? 'required' : 'enum', object['op'] === undefined ? undefined : operations)
  const missing = neededMembers[op].find((name) => object[name] === undefined)
  if (missing !== undefined) return makeFailure(missing, 'required')
  const [path, from] = ['path', 'from'].map((name) => (typeof object[name] === 'string' ? parsePointer(object[name]) : undefined))
  if (path === undefined)
    return makeFailure(
      'path',
      typeof object['path'] === 'string' ? 'format' : 'type',
      typeof object['path'] === 'string' ? 'json-pointer' : 'string',
    )
  if (op === 'remove') return { op, path }
  if (op !== 'move' && op !== 'copy') return { op, path, value: object['value']! }
  return from === undefined
    ? makeFailure(
        'from',
        typeof object['from'] === 'string' ? 'format' : 'type',
        typeof object['from'] === 'string' ? 'json-pointer' : 'string',
      )
    : { op, path, from }
}

/** Undefined if the operation does not fit the document. */
function applyOperation(document: Json, operation: PatchOperation): { readonly document: Json } | undefined {
  switch (operation.op) {
    case 'add':
      return applyChange(document, operation.path, (inside, step) => addValue(inside, step, operation.value), operation.value)
    case 'remove':
      return removeValue(document, operation.path)
    case 'replace':
      return readValueAt(document, operation.path) === undefined
        ? undefined
        : applyChange(document, operation.path, (inside, step) => replaceStep(inside, step, operation.value), operation.value)
    case 'test': {
      const value = readValueAt(document, operation.path)
      return value !== undefined && equalJson(value, operation.value) ? { document } : undefined
    }
    case 'copy':
    case 'move': {
      const { from, path } = operation
      const value = readValueAt(document, from)
      // A value cannot move into itself (RFC 6902, section 4.4).
      if (
        value === undefined ||
        (operation.op === 'move' && path.length > from.length && from.every((step, index) => path[index] === step))
      )
        return undefined
      const rest = operation.op === 'move' ? removeValue(document, from) : { document }
      return rest && applyChange(rest.document, path, (inside, step) => addValue(inside, step, value), value)
    }
  }
}

function describeFailure(operation: PatchOperation, document: Json, index: number): Failed {
  const isTest = operation.op === 'test' && readValueAt(document, operation.path) !== undefined
  const isFrom = (operation.op === 'move' || operation.op === 'copy') && readValueAt(document, operation.from) === undefined
  const place = isFrom ? 'from' : 'path'
  const property = findLastName(isFrom ? operation.from : operation.path)
  return {
    pointer: printPointer([index, isTest ? 'value' : place]),
    ...(property === undefined ? {} : { property }),
    keyword: isTest ? 'test' : 'path',
  }
}

function readValueAt(document: Json, steps: Steps): Json | undefined {
  let current: Json | undefined = document
  for (const step of steps) current = current === undefined ? undefined : readMember(current, step)
  return current
}

function readMember(json: Json, step: string): Json | undefined {
  if (isJsonArray(json)) return json[indexOf(step) ?? json.length]
  return isJsonObject(json) && Object.hasOwn(json, step) ? (json as JsonObject)[step] : undefined
}

/** A copy of the document with another value at the path; the value itself for the empty path. */
function applyChange(
  document: Json,
  steps: Steps,
  change: (inside: Json, step: string) => Json | undefined,
  replacement: Json,
): { readonly document: Json } | undefined {
  const json = steps.length === 0 ? replacement : changeInside(document, steps, change)
  return json === undefined ? undefined : { document: json }
}

function changeInside(document: Json, [step, ...rest]: Steps, change: (inside: Json, step: string) => Json | undefined): Json | undefined {
  if (rest.length === 0) return change(document, step!)
  const inner = readValueAt(document, [step!])
  const json = inner === undefined ? undefined : changeInside(inner, rest, change)
  return json === undefined ? undefined : replaceStep(document, step!, json)
}

function removeValue(document: Json, steps: Steps): { readonly document: Json } | undefined {
  if (steps.length === 0 || readValueAt(document, steps) === undefined) return undefined
  return applyChange(
    document,
    steps,
    (inside, step) =>
      isJsonArray(inside)
        ? inside.toSpliced(indexOf(step)!, 1)
        : createJsonObject(Object.entries(inside as JsonObject).filter(([name]) => name !== step)),
    null,
  )
}

function addValue(inside: Json, step: string, value: Json): Json | undefined {
  if (!isJsonArray(inside)) return isJsonObject(inside) ? replaceStep(inside, step, value) : undefined
  const index = step === '-' ? inside.length : indexOf(step)
  return index === undefined || index > inside.length ? undefined : inside.toSpliced(index, 0, value)
}

function replaceStep(inside: Json, step: string, value: Json): Json {
  return isJsonArray(inside)
    ? inside.with(indexOf(step)!, value)
    : createJsonObject([...Object.entries(inside as JsonObject), [step, value]])
}

/** Digits without leading zeros (RFC 6901, section 4). */
function indexOf(step: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : undefined
}
