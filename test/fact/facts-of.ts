// Facts of documents that tests write as their parts in YAML.

import assert from 'node:assert/strict'
import { fillModel } from '../../src/convention/fill.ts'
import { readDocument } from '../../src/document/read.ts'
import type { Facts, OperationFacts, Point, Stage } from '../../src/fact/fact.ts'
import { deriveFacts } from '../../src/fact/facts.ts'
import { readModel } from '../../src/model/read.ts'
import { typeModel } from '../../src/typing/type.ts'
import { conventions } from '../conventions.ts'

/** Of a document that reads and types without a mistake. */
export function factsOf(text: string, name = 'service.yaml'): Facts {
  const { facts, mistakes } = derive(text, name)
  assert.deepEqual(mistakes, [])
  return facts
}

export function derive(text: string, name = 'service.yaml'): { facts: Facts; mistakes: string[] } {
  const read = readDocument([{ name, text }])
  const written = readModel(read.document)
  const filled = fillModel(written, conventions())
  const { model, diagnostics } = filled.changed ? readModel(filled.document, filled.latest) : written
  const typing = typeModel(model)
  const facts = deriveFacts(model, typing)
  const told = [...read.diagnostics, ...diagnostics, ...filled.diagnostics].map(({ code, message }) => `${code}: ${message}`)
  return { facts, mistakes: [...told, ...typing.problems.map(({ kind, message, slot }) => `${kind}: ${message} in ${slot.text}`)] }
}

export function operation(facts: Facts, id: string): OperationFacts {
  const found = facts.operations.find(({ operation }) => operation.id === id || operation.name === id)
  assert.ok(found, `no operation ${id}`)
  return found
}

/** As part 7 writes it. */
export function words({ condition, subject, name }: Pick<Point, 'condition' | 'subject' | 'name'>): string {
  return [condition, subject, name].filter((word) => word !== undefined).join(' ')
}

/** What an operation can meet besides interrupts and what HTTP alone says of media, in order. */
export function points(facts: Facts, id: string, ...stages: readonly Stage[]): string[] {
  const silent = ['unsupported-media', 'not-acceptable']
  return operation(facts, id).points
    .filter(({ stage, condition }) => (stages.length === 0 ? stage !== 'interrupt' && !silent.includes(condition) : stages.includes(stage)))
    .map(words)
}

/** The same with its stage: `state: require not-yourself`. */
export function staged(facts: Facts, id: string): string[] {
  const shown = new Set(points(facts, id))
  return operation(facts, id).points.filter((point) => shown.has(words(point))).map((point) => `${point.stage}: ${words(point)}`)
}

export function answers(facts: Facts, id: string): { [point: string]: string | number } {
  return Object.fromEntries(operation(facts, id).points.map((point) => {
    const { answer } = point
    return [words(point), answer.kind === 'entry' ? answer.entry.name : answer.kind === 'http' ? answer.status : 'gap']
  }))
}
