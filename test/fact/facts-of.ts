// Facts of documents that tests write as their parts in YAML.

import assert from 'node:assert/strict'
import { fillModel } from '../../src/convention/fill.ts'
import { readDocument } from '../../src/document/read.ts'
import type { Facts, OperationFacts, Point, Stage } from '../../src/fact/fact.ts'
import { deriveFacts } from '../../src/fact/facts.ts'
import { readModel } from '../../src/model/read.ts'
import { typeModel } from '../../src/typing/type.ts'
import { conventions } from '../conventions.ts'

/** Facts of a document without mistakes. */
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
  const messages = [...read.diagnostics, ...diagnostics, ...filled.diagnostics].map(({ code, message }) => `${code}: ${message}`)
  return { facts, mistakes: [...messages, ...typing.problems.map(({ kind, message, slot }) => `${kind}: ${message} in ${slot.text}`)] }
}

export function operationFacts(facts: Facts, id: string): OperationFacts {
  const found = facts.operations.find(({ operation }) => operation.id === id || operation.name === id)
  assert.ok(found, `no operation ${id}`)
  return found
}

/** The text of a point as in part 7. */
export function pointText({ condition, subject, name }: Pick<Point, 'condition' | 'subject' | 'name'>): string {
  return [condition, subject, name].filter((word) => word !== undefined).join(' ')
}

/** The points of an operation in order, without interrupts and the media types that HTTP alone answers. */
export function pointTexts(facts: Facts, id: string, ...stages: readonly Stage[]): string[] {
  const omittedConditions = ['unsupported-media', 'not-acceptable']
  return operationFacts(facts, id)
    .points.filter(({ stage, condition }) =>
      stages.length === 0 ? stage !== 'interrupt' && !omittedConditions.includes(condition) : stages.includes(stage),
    )
    .map(pointText)
}

/** The points with their stages: `state: require not-yourself`. */
export function pointTextsWithStage(facts: Facts, id: string): string[] {
  const shownTexts = new Set(pointTexts(facts, id))
  return operationFacts(facts, id)
    .points.filter((point) => shownTexts.has(pointText(point)))
    .map((point) => `${point.stage}: ${pointText(point)}`)
}

export function answersByPoint(facts: Facts, id: string): { [point: string]: string | number } {
  return Object.fromEntries(
    operationFacts(facts, id).points.map((point) => {
      const { answer } = point
      return [pointText(point), answer.kind === 'entry' ? answer.entry.name : answer.kind === 'http' ? answer.status : 'gap']
    }),
  )
}
