// Prints the response of a write from its row, if the response shows nothing else. The constant rest is built once.

import type { Expression } from '../../cel/expression.ts'
import { type Header, isJson, listMediaTypes, traceOrigins } from '../../exchange/answer.ts'
import type { Answer } from '../../exchange/exchange.ts'
import { convertHeader, makeHeaderPrinter } from '../../exchange/header.ts'
import type { RequestedVersion } from '../../exchange/version/requested-version.ts'
import type { Operation } from '../../model/model.ts'
import { type TemplateText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { printValueOf } from '../record/changed-values.ts'
import type { Interpreter } from '../service.ts'
import type { Row } from '../store.ts'
import { isAlwaysOfOneStatus } from './printable.ts'
import { makeTemplatePrinter } from './template-printer.ts'
import { makeRecordPrinter } from './record-printer.ts'
import { convertTextToVersion, makeSampleAnswer } from './fixed-answer.ts'

type HeaderOf = (row: Row, requestedVersion: RequestedVersion | undefined) => Header

/** `tag` is the entity tag of the address after the write, if the operation is conditional. */
export type PrintAnswer = (row: Row, transitions: readonly string[], requestedVersion: RequestedVersion | undefined, tag?: string) => Answer

/** Undefined if the answer contains more than the stored properties of the record that the variable names. */
export function makePrintAnswer(service: Interpreter, operation: Operation, info: ResourceInfo, variable: string): PrintAnswer | undefined {
  const {
    facts: { typing },
    keys,
    modelIndex,
  } = service
  const output = slotValueOf(operation.slots.output)
  const record = output && makeRecordPrinter(modelIndex, info, variable, (leaf) => makeTemplatePrinter(output, typing, leaf))
  const media = listMediaTypes(operation)
  if (output === undefined || record === undefined || media.length > 1 || !isJson(media[0]) || !isAlwaysOfOneStatus(operation, typing))
    return undefined
  if (record.fields.some(({ through }) => through.length > 0)) return undefined
  const headers = listSpecifiedEntries(operation.slots.headers).map(({ name, value }) => makeRowHeader(service, name, value, variable))
  if (!headers.every((header) => header !== undefined)) return undefined

  const fields = record.fields.map(({ property: { name, nullable } }) => ({ name, absent: nullable ? 'null' : undefined }))
  const sample = makeSampleAnswer(service, { ...operation, slots: { ...operation.slots, headers: { state: 'unsaid' } } })
  const [tagged, untagged] = [true, false].map((isTagged) => traceOrigins(operation, isTagged, true))
  return (row, transitions, requestedVersion, tag) => {
    const text = record.print(fields.map(({ name, absent }) => printValueOf(row.values, name, keys) ?? absent)) ?? 'null'
    const body = requestedVersion === undefined ? text : convertTextToVersion(operation, requestedVersion, text)
    const trace = { operation: operation.id, transitions, origins: (tag === undefined ? untagged : tagged)! }
    const otherHeaders = sample.headers(tag)
    return {
      ...sample.answer,
      headers: headers.length === 0 ? otherHeaders : [...headers.map((header) => header(row, requestedVersion)), ...otherHeaders],
      body,
      trace,
    }
  }
}

/** Prints a header that consists of literal text, and of properties that are texts or integers. */
function makeRowHeader({ facts: { typing } }: Interpreter, name: string, text: TemplateText, variable: string): HeaderOf | undefined {
  const pieces = typing.text(text)?.map((piece) => (piece.kind === 'literal' ? piece.text : makeMemberReader(piece.expression, variable)))
  if (pieces === undefined || !pieces.every((piece) => piece !== undefined)) return undefined
  const print = makeHeaderPrinter(name, pieces)
  return (row, requestedVersion) => [name, requestedVersion === undefined ? print(row) : convertHeader(name, print(row), requestedVersion)]
}

/** `this.id`, where that is a text or an integer. */
function makeMemberReader(expression: Expression, variable: string): ((row: Row) => string) | undefined {
  if (expression.kind !== 'select' || expression.optional || expression.operand.kind !== 'variable' || expression.operand.name !== variable)
    return undefined
  const {
    member,
    type: { kind },
  } = expression
  return kind === 'string' || kind === 'int' || kind === 'enum'
    ? ({ values }) => String((values.get(member) ?? '') as string | bigint)
    : undefined
}
