// Runs list and map literals; an entry after `?` is included only if it has a value.

import type { Expression } from '../expression.ts'
import type { Value } from '../value.ts'
import { lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { valueKindOf } from '../values/kind.ts'
import { type Code, type Frame, locateFailure, evaluateUnlessHidden } from './code.ts'

const none: Value = { kind: 'optional', value: undefined }

/** Compiles a list; hidden items and entries are omitted. */
export function compileList(expression: Extract<Expression, { kind: 'list' }>, frame: Frame): Code {
  const items = expression.items.map(({ value, optional }) => ({ code: frame.compile(value, frame), optional }))
  if (items.every(({ optional }) => !optional)) {
    return (run) => {
      const list: Value[] = []
      for (const { code } of items) {
        const value = evaluateUnlessHidden(undefined, code, run)
        if (value !== undefined) list.push(value)
      }
      return list
    }
  }
  return locateFailure(expression, (run) =>
    items.flatMap(({ code, optional }) => {
      const value = optional ? unwrap(evaluateUnlessHidden(none, code, run)) : evaluateUnlessHidden(undefined, code, run)
      return value === undefined ? [] : [value]
    }),
  )
}

function unwrap(value: Value): Value | undefined {
  if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'optional') return value.value
  return fail('no-overload', `a value after \`?\` must be optional, and this is ${valueKindOf(value)}`)
}

export function compileMap(expression: Extract<Expression, { kind: 'map' }>, frame: Frame): Code {
  const entries = expression.entries.map(({ key, value, optional }) => ({
    key: frame.compile(key, frame),
    value: frame.compile(value, frame),
    optional,
  }))
  return locateFailure(expression, (run) => {
    const map = new Map<Value, Value>()
    for (const entry of entries) {
      const key = evaluateUnlessHidden(undefined, entry.key, run)
      const value =
        key === undefined
          ? undefined
          : entry.optional
            ? unwrap(evaluateUnlessHidden(none, entry.value, run))
            : evaluateUnlessHidden(undefined, entry.value, run)
      if (key !== undefined && value !== undefined) addEntry(map, key, value)
    }
    return map
  })
}

const keyKinds = new Set(['int', 'uint', 'bool', 'string'])

/** Adds what must be a new key; 1 and 1u are the same. */
export function addEntry(map: Map<Value, Value>, key: Value, value: Value): void {
  if (!keyKinds.has(valueKindOf(key))) fail('no-overload', `${valueKindOf(key)} is not a key of a map`)
  if (lookUpKey(map, key) !== undefined) fail('repeated-key', 'a map has two entries of one key')
  map.set(key, value)
}
