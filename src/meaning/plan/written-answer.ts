// The answer to what made a draft: where it shows nothing else, its body and headers are printed from the draft, and everything else of it
// is made once.

import type { Expression } from '../../cel/expression.ts'
import { type Header, answerOf, isJson, mediaOf, originsOf } from '../../exchange/answer.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { headerOf } from '../../exchange/header.ts'
import type { Operation } from '../../model/model.ts'
import { type TemplateText, each, shown } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type Act, type Names, contextOf } from '../act.ts'
import { type Draft, formOf } from '../draft.ts'
import { answeringAct } from '../sending.ts'
import type { Service } from '../service.ts'
import { isAlwaysOfOneStatus } from './fit.ts'
import { templatePrinter } from './printer.ts'
import { recordPrinter } from './record.ts'
import { sampleAnswer } from './sealed-answer.ts'

/** `draft` is the record that the answer shows, where it shows one alone; `names` are what the operation's expressions see. */
export type Written = { readonly draft: Draft | undefined; readonly exchange: Exchange; readonly act: Act | undefined; readonly names: () => Names }

export type WrittenAnswer = {
  /** Which record is to be given. */
  readonly shows: string | undefined
  /** Whether it is evaluated in an act, since it shows more than that record has. */
  readonly needsAct: boolean
  readonly of: (written: Written) => Answer
}

type HeaderOf = (draft: Draft) => Header

/** `made`: the new records by the names that the answer may show them by. */
export function writtenAnswer(service: Service, operation: Operation, made: ReadonlyMap<string, ResourceInfo>): WrittenAnswer {
  for (const [name, info] of made) {
    const print = printedAnswer(service, operation, info, name)
    if (print !== undefined) return { shows: name, needsAct: false, of: ({ draft, act }) => print(draft!, act === undefined ? [] : [...act.transitions]) }
  }
  return {
    shows: undefined,
    needsAct: true,
    of({ exchange, act, names }) {
      const known = names()
      return answerOf(exchange, contextOf(answeringAct(act!, operation, known), known), { transitions: [...act!.transitions] })
    },
  }
}

/** Undefined where it shows anything but the record that the variable names, as the draft has it. */
function printedAnswer(service: Service, operation: Operation, info: ResourceInfo, variable: string): ((draft: Draft, transitions: readonly string[]) => Answer) | undefined {
  const { facts: { typing }, keys, world } = service
  const output = shown(operation.slots.output)
  const record = output && recordPrinter(world, info, variable, (leaf) => templatePrinter(output, typing, leaf))
  if (output === undefined || record === undefined || !isJson(mediaOf(operation)) || !isAlwaysOfOneStatus(operation, typing)) return undefined
  const form = formOf(info, keys)
  const placeOf = (name: string): number => form.places.get(name) ?? -1
  const places = record.fields.map(({ through, property }) => (through.length > 0 ? -1 : placeOf(property.name)))
  const headers = each(operation.slots.headers).map(({ name, value }) => headerPrinter(service, name, value, variable, placeOf))
  if (places.includes(-1) || !headers.every((header) => header !== undefined)) return undefined

  const absent = record.fields.map(({ property }) => (property.nullable ? 'null' : undefined))
  const sample = sampleAnswer(service, { ...operation, slots: { ...operation.slots, headers: { state: 'unsaid' } } })
  const origins = originsOf(operation, false, true)
  return (draft, transitions) => {
    const body = record.print(places.map((place, index) => draft.text(place) ?? absent[index])) ?? 'null'
    return { ...sample, headers: [...headers.map((header) => header(draft)), ...sample.headers], body, trace: { operation: operation.id, transitions, origins } }
  }
}

/** Of texts that stand in the document and properties whose text is that of their JSON. */
function headerPrinter({ facts: { typing } }: Service, name: string, text: TemplateText, variable: string, placeOf: (name: string) => number): HeaderOf | undefined {
  const pieces = typing.text(text)?.map((piece) => (piece.kind === 'literal' ? piece.text : placeOf(memberOf(piece.expression, variable) ?? '')))
  if (pieces === undefined || pieces.includes(-1)) return undefined
  const textIn = ({ json }: Draft, place: number): string => String((json[place] ?? '') as string | number | bigint)
  return (draft) => [name, headerOf(name, pieces.map((piece) => (typeof piece === 'string' ? { text: piece, isValue: false } : { text: textIn(draft, piece), isValue: true })))]
}

/** `this.id`, where that is a text or an integer. */
function memberOf(expression: Expression, variable: string): string | undefined {
  if (expression.kind !== 'select' || expression.optional || expression.operand.kind !== 'variable' || expression.operand.name !== variable) return undefined
  const { kind } = expression.type
  return kind === 'string' || kind === 'int' || kind === 'enum' ? expression.member : undefined
}
