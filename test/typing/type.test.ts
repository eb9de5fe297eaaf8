// The typed slots of a document: their names, their expected types, and their mistakes.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { typeText } from '../../src/cel/type-text.ts'
import type { Type } from '../../src/cel/type.ts'
import { toHelp } from '../../src/diagnostic/help.ts'
import type { Typing } from '../../src/typing/domain.ts'
import type { SlotUse } from '../../src/typing/slots/use.ts'
import { typeModel } from '../../src/typing/type.ts'
import { golden } from '../golden.ts'
import { modelOf } from './documents.ts'

const typingOf = (name: string): Typing => typeModel(modelOf(readFileSync(new URL(`${name}.yaml`, import.meta.url), 'utf8')))

/** A type with its members, one level deep; deeper types by name. */
function text(type: Type, depth = 1): string {
  if (type.kind === 'nullable') return `${text(type.of, depth)}?`
  if (type.kind !== 'object' || depth < 0 || (type.name !== undefined && depth < 1)) return typeText(type)
  // A missing member of `error` is reported at every place that its condition does not reach.
  const listed = [...type.members].filter(([, member]) => type.name !== 'error' || member.refused === undefined)
  const members = listed.map(
    ([name, member]) => `${name}${member.refused ? '!' : member.optional ? '*' : ''}: ${text(member.type, depth - 1)}`,
  )
  return `${type.name ?? ''}{${members.join(', ')}}`
}

/** The slots in order, each with its names if they differ from those of the slot before. */
function describeSlots(typing: Typing): string {
  let seen = ''
  return typing.slots
    .map((use) => {
      const scope = Array.from(use.scope.variables, ([name, each]) => `    ${name}: ${text(each)}`).join('\n')
      const before = scope === seen ? '' : `\n${scope}\n`
      seen = scope
      return `${before}${line(use, typing)}`
    })
    .join('\n')
}

function line({ slot, role, expected, assumed = [], throughNull, rows }: SlotUse, typing: Typing): string {
  const type = slot.kind === 'expression' ? typing.expression(slot)?.type : undefined
  const rest = [
    ...(rows === undefined ? [] : [`of each ${rows}`]),
    ...(assumed.length === 0 ? [] : [`after ${assumed.length} tests`]),
    ...(throughNull === undefined ? [] : [`through null ${[...throughNull].join(', ')}`]),
    ...(expected === undefined ? [] : [`must be ${text(expected)}`]),
    ...(type === undefined || expected?.kind === 'bool' ? [] : [`is ${text(type)}`]),
  ]
  return `${role}: ${slot.text.trim()}${rest.length === 0 ? '' : `\n  ${rest.join('; ')}`}`
}

test('each slot has the names of the reference, and the type that its place accepts', () => {
  const typing = typingOf('shop')
  assert.deepEqual(
    typing.problems.map(({ message, slot }) => `${slot.text}: ${message}`),
    [],
  )
  golden(new URL('shop.slots.golden.txt', import.meta.url), describeSlots(typing))
})

test("every typed slot has its tree or its pieces, under the model's value", () => {
  const typing = typingOf('shop')
  for (const { slot } of typing.slots) {
    assert.ok(slot.kind === 'text' ? typing.text(slot) : typing.expression(slot), slot.text)
    assert.ok(typing.scope(slot))
  }
  const output = typing.domain.model.endpoints.value.operations.find(({ id }) => id === 'follow')!.slots.status
  assert.equal(output.state === 'shown' && typing.expression(output.value)?.type.kind, 'int')
})

test('a text slot consists of literal text and expressions, in order', () => {
  const typing = typingOf('shop')
  const { slot } = typing.slots.find(({ role }) => role === 'endpoints.headers')!
  assert.equal(slot.kind, 'text')
  if (slot.kind !== 'text') return
  assert.deepEqual(
    typing.text(slot)!.map((piece) => (piece.kind === 'literal' ? piece.text : piece.expression.kind)),
    ['select', '/articles/', 'select'],
  )
})

test('reports each mistake once, at its place', () => {
  const { problems } = typingOf('mistakes')
  const lines = problems.map(({ slot, kind, message, start, end, help, suggestions = [] }) => {
    const more = [
      ...(help === undefined ? [] : [`help: ${toHelp(help).text}`]),
      ...(suggestions.length === 0 ? [] : [`near: ${suggestions.join(', ')}`]),
    ]
    return [
      `${slot.node.span.source.text.slice(0, slot.node.span.start).split('\n').length}: ${kind}: ${message}`,
      `  at ${slot.text.slice(start, end)}`,
      ...more.map((each) => `  ${each}`),
    ].join('\n')
  })
  golden(new URL('mistakes.golden.txt', import.meta.url), lines.join('\n'))
})
