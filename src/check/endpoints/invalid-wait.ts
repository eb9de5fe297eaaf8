// Reports a `wait` that can hold no answer, or that clients cannot understand.

import { type Help, advise, paste, remove } from '../../diagnostic/help.ts'
import { resultsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import { isSafe } from '../../model/methods.ts'
import type { Model, Operation } from '../../model/model.ts'
import { securityOf } from '../../model/security.ts'
import { makeRequestSignatureForm } from '../../model/signature.ts'
import { type ExpressionText, type Slot, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import { findWaitRead, findWaitWord } from '../../model/find-wait.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/invalid-wait'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, model, typing)),
}

function checkOperation(operation: Operation, model: Model, typing: Typing): Diagnostic[] {
  const { slots } = operation
  if (slots.wait.state !== 'shown') return []
  if (isSafe(operation.method) || operation.action === 'answer') {
    return [
      report('`wait` holds answers until the outcome of a write, but this operation writes nothing', slots.wait.at.span, {
        label: 'nothing to wait for',
        help: advise`${remove('Remove it')}. A client that wants news of a record can read it again, or listen to a \`stream\`.`,
      }),
    ]
  }
  const word = findWaitWord(operation)
  const { operations } = model.endpoints.value
  const read = findWaitRead(operation, operations)
  if (word === undefined) return []
  if (read === undefined) {
    const names = operations.filter(({ action }) => action === 'read').map(({ id }) => id)
    return [reportUnknownName(code, 'read', word.text, word.node.span, names)]
  }
  return [
    ...checkPath(operation, read, word.node.span),
    ...checkVersion(operation, read, word.node.span),
    ...checkScheme(read, model, word.node.span),
    ...checkStatus(operation, read, word.node.span, typing),
    ...checkCondition(operation, typing),
  ]
}

type Remark = { readonly label: string; readonly reason?: string; readonly help: string | Help }

function report(message: string, span: Span, { label, ...rest }: Remark): Diagnostic {
  return createDiagnostic('error', code, message, { span, text: label }, rest)
}

/** The path of the read has exactly the parameters that `path` gives. */
function checkPath({ slots }: Operation, read: Operation, span: Span): Diagnostic[] {
  const path = slotValueOf(slots.wait)?.path ?? ({ state: 'unsaid' } as const)
  const names = read.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const missing = names.filter((name) => findNamedEntry(path, name) === undefined)
  const unknown = (slotValueOf(path) ?? []).filter(({ name }) => !names.includes(name))
  return [
    ...unknown.map(({ name, key }) => reportUnknownName(code, 'path parameter', name, key.span, names)),
    ...(missing.length === 0
      ? []
      : [
          report(`${quoteName(read.name)} needs ${missing.map(quoteName).join(' and ')} in its path`, span, {
            label: 'not known here',
            help: advise`Give it:${paste(`path: { ${names.map((name) => `${name}: this.${name}`).join(', ')} }`)}`,
          }),
        ]),
  ]
}

function checkVersion(operation: Operation, read: Operation, span: Span): Diagnostic[] {
  const since = (slot: Operation['slots']['version']): string => slotValueOf(slot)?.text ?? ''
  if (read.until === operation.until && [since(operation.slots.version), ''].includes(since(read.slots.version))) return []
  return [
    report(`${quoteName(read.name)} does not exist in each version that has ${quoteName(operation.name)}`, span, {
      label: 'missing in a version',
      help: 'Name a read that has the same versions.',
    }),
  ]
}

/** A signature over the request is none over the read. */
function checkScheme(read: Operation, model: Model, span: Span): Diagnostic[] {
  const schemes = model.authentication.value.schemes
  const names = (slotValueOf(securityOf(model, read)) ?? []).flatMap((requirement) => requirement.map(({ name }) => name))
  const signed = names.find((name) => {
    const slot = findNamedEntry(schemes, name)?.slot
    return slot?.state === 'shown' && makeRequestSignatureForm(slot.value) !== undefined
  })
  if (signed === undefined) return []
  return [
    report(`${quoteName(read.name)} needs a signature of its own (${quoteName(signed)}), which the held request does not carry`, span, {
      label: 'cannot be read for the caller',
      help: 'Name a read with another scheme.',
    }),
  ]
}

/** Clients tell by the status which of the two answers they got. */
function checkStatus(operation: Operation, read: Operation, span: Span, typing: Typing): Diagnostic[] {
  const others = listStatusNumbers(read.slots.status, typing)
  const same = listStatusNumbers(operation.slots.status, typing).find((status) => others.includes(status))
  if (same === undefined) return []
  return [
    report(`both answers have the status ${same}, so a client cannot tell them apart`, span, {
      label: `answers with ${same}, too`,
      help: advise`Give the ordinary answer another one:${paste('status: 202')}`,
    }),
  ]
}

function listStatusNumbers(slot: Slot<ExpressionText>, typing: Typing): readonly bigint[] {
  const text = slotValueOf(slot)
  const expression = text && typing.expression(text)
  if (expression === undefined) return []
  return resultsOf(expression).flatMap((each) => (each.kind === 'literal' && typeof each.value === 'bigint' ? [each.value] : []))
}

function checkCondition({ slots }: Operation, typing: Typing): Diagnostic[] {
  const until = slotValueOf(slotValueOf(slots.wait)!.until)
  const expression = until && typing.expression(until)
  if (until === undefined || expression === undefined) return []
  if (reads(expression).variables.some(({ name }) => name === 'this')) return []
  return [
    report('the condition does not read the record, so no outcome can make it true', until.node.span, {
      label: 'the same before and after',
      help: advise`Read a property that the outcome sets:${paste('until: this.status != null')}`,
    }),
  ]
}
