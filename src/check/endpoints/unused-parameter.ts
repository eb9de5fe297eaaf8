// A parameter of a path that finds no record and that nothing reads.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { spanWithin } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain, Typing } from '../../typing/domain.ts'
import type { SlotUse } from '../../typing/slots/use.ts'
import type { Check } from '../check.ts'
import { subjectOf } from './subject.ts'

const code = 'endpoints/unused-parameter'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { of, shared } = pathsRead(facts)
    return facts.model.endpoints.value.operations.flatMap((operation) => {
      const used = of.get(operation) ?? new Set<string>()
      const isOpen = used.has('*') || shared.has('*') || Object.values(operation.slots).some((slot) => 'state' in slot && (slot.state === 'gap' || slot.state === 'wrong'))
      if (isOpen || operation.action === undefined) return []
      const found = identifying(operation, facts.typing.domain)
      return operation.segments.flatMap((segment) =>
        segment.kind === 'literal' || used.has(segment.name) || shared.has(segment.name) || found.has(segment.name) ? [] : [told(operation, segment.name)])
    })
  },
}

/** The parameters that expressions read, by operation; `*` if all are used, or an expression could not be parsed. */
function pathsRead({ typing }: Facts): { of: Map<Operation, Set<string>>; shared: Set<string> } {
  const of = new Map<Operation, Set<string>>()
  const shared = new Set<string>()
  for (const { slot, operation } of typing.slots) {
    if (operation?.segments.every(({ kind }) => kind === 'literal') === true) continue
    const names = operation === undefined ? shared : of.getOrInsertComputed(operation, () => new Set())
    for (const expression of expressionsOf(slot, typing)) note(expression, names, operation)
  }
  return { of, shared }
}

/** Those of a slot; undefined for one with a mistake. */
function expressionsOf(slot: SlotUse['slot'], typing: Typing): (Expression | undefined)[] {
  if (slot.kind === 'expression') return [typing.expression(slot)]
  const pieces = typing.text(slot)
  return pieces === undefined ? [undefined] : pieces.flatMap((piece) => (piece.kind === 'expression' ? [piece.expression] : []))
}

function note(expression: Expression | undefined, names: Set<string>, operation: Operation | undefined): void {
  if (expression === undefined) {
    if (operation !== undefined) names.add('*')
    return
  }
  for (const { name, path } of reads(expression).variables) {
    if (name === 'input' && (path[0] === 'path' || path[0] === undefined)) names.add(path[1] ?? '*')
  }
}

/** Parameters that find the record of the action without being read. A resource that is not shown may have them all. */
function identifying(operation: Operation, domain: Domain): ReadonlySet<string> {
  const resource = subjectOf(operation, domain)
  const isOpen = resource === undefined ? isOnRecord(operation.action) : resource.type.open === true || resource.key.length === 0
  if (isOpen) return new Set(operation.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : [])))
  if (!isOnRecord(operation.action) || operation.slots.by.state !== 'unsaid') return new Set()
  return new Set(resource!.type.uniques.flat())
}

function told({ name, key }: Operation, parameter: string): Diagnostic {
  const at = key.text.indexOf(`{${parameter}}`)
  return diagnostic('warning', code, `${quoteName(`{${parameter}}`)} of ${quoteName(name)} changes nothing`, { span: spanWithin(key, at, at + parameter.length + 2), text: 'nothing reads it, and it finds no record' }, {
    reason: 'The parameter does not affect the response.',
    help: `Name it like the key of the record, or read it, for example\n\nwith: { … : { find: …, by: { id: input.path.${parameter} } } }`,
  })
}
