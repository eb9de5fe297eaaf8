// Reports parameters that find no record and that no expression reads, and members of a body that no expression reads.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { type Scalar, spanWithin } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { listOwnHeaders } from '../../fact/standard-parameters.ts'
import { type Body, isOnRecord } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { SchemaNode } from '../../model/schema.ts'
import type { Domain } from '../../typing/domain.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/unused-parameter'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { byOperation, shared } = listInputReads(facts)
    // An alias puts one declaration into several operations: it is used if one of them reads it.
    const readKeys = new Set<Scalar>()
    for (const operation of facts.model.endpoints.value.operations) {
      for (const { place, name, key } of listDeclared(operation))
        if ([`${place} ${name}`, place, '*'].some((each) => byOperation.get(operation)?.has(each))) readKeys.add(key)
    }
    const unread = new Map<string, Unread>()
    const diagnostics = facts.model.endpoints.value.operations.flatMap((operation) => {
      const used = byOperation.get(operation) ?? new Set<string>()
      const isUsed = (place: Place, name: string): boolean =>
        [used, shared].some((read) => read.has('*') || read.has(place) || read.has(`${place} ${name}`))
      const isGap = Object.values(operation.slots).some((slot) => 'state' in slot && (slot.state === 'gap' || slot.state === 'wrong'))
      // Code receives the whole input.
      if (isGap || operation.action === undefined || operation.action === 'call') return []
      const ownHeaders = new Set(listOwnHeaders(operation, facts.typing.input(operation)).map((header) => header.name))
      for (const declared of listDeclared(operation)) {
        const { place, name, key } = declared
        // The service itself reads a header that a standard defines, such as the idempotency key.
        if (place === 'headers' && !ownHeaders.has(name)) continue
        if (isUsed(place, name) || readKeys.has(key)) continue
        unread
          .getOrInsertComputed(`${key.span.source.name} ${key.span.start}`, () => ({ ...declared, operations: [] }))
          .operations.push(operation.name)
      }
      const names = collectIdentifyingParameters(operation, facts.typing.domain)
      return operation.segments.flatMap((segment) =>
        segment.kind === 'literal' || isUsed('path', segment.name) || names.has(segment.name) ? [] : [diagnose(operation, segment.name)],
      )
    })
    return [...diagnostics, ...[...unread.values()].map(reportUnread)]
  },
}

type Place = 'path' | 'query' | 'headers' | 'body'

/**
 * The input that expressions read, by operation, as `place name`; a place alone is read completely. `*` represents all input, for
 * expressions that cannot be parsed.
 */
function listInputReads({ typing }: Facts): { byOperation: Map<Operation, Set<string>>; shared: Set<string> } {
  const byOperation = new Map<Operation, Set<string>>()
  const shared = new Set<string>()
  for (const { slot, operation } of typing.slots) {
    const names = operation === undefined ? shared : byOperation.getOrInsertComputed(operation, () => new Set())
    const isTyped = (slot.kind === 'expression' ? typing.expression(slot) : typing.text(slot)) !== undefined
    if (!isTyped && operation !== undefined) names.add('*')
    for (const expression of expressionsOf(slot, typing)) addInputRead(expression, names)
  }
  return { byOperation, shared }
}

function addInputRead(expression: Expression, names: Set<string>): void {
  for (const {
    name,
    path: [place, member],
  } of reads(expression).variables) {
    if (name === 'request' && (place === 'body' || place === 'headers' || place === undefined)) names.add(place ?? '*')
    if (name === 'input') names.add(place === undefined ? '*' : member === undefined ? place : `${place} ${member}`)
  }
}

/** A declaration that no operation reads; `each` and aliases give one to several operations. */
type Unread = Declared & { readonly operations: string[] }

type Declared = { readonly place: Exclude<Place, 'path'>; readonly name: string; readonly key: Scalar }

/** Parameters besides those of the path, and members of a body that only its schema describes. */
function listDeclared({ action, slots }: Operation): readonly Declared[] {
  const parameters = slotValueOf(slots.parameters)
  const body = slotValueOf(slots.body)
  const isTransitionInput = action === 'transition' && slots.input.state !== 'shown'
  const members = body === undefined || isTransitionInput ? [] : listMembers(body)
  return [
    ...(
      [
        ['query', 'query'],
        ['header', 'headers'],
      ] as const
    ).flatMap(([from, place]) =>
      (parameters === undefined ? [] : listSpecifiedEntries(parameters[from]).filter(mayVary)).map(({ name, key }): Declared => ({
        place,
        name: place === 'headers' ? name.toLowerCase() : name,
        key,
      })),
    ),
    ...members.map(({ name, key }): Declared => ({ place: 'body', name, key })),
  ].filter(({ key }) => isAuthored(key.span))
}

/** Members that only a schema describes: of the body, or of an envelope, whose fields are written. */
function listMembers(body: Body): readonly { readonly name: string; readonly key: Scalar }[] {
  if (body.kind === 'envelope')
    return body.members.filter(({ slot }) => {
      const member = slotValueOf(slot)
      return member?.kind === 'schema' && mayVary({ value: member.schema })
    })
  if (body.kind !== 'schema' || body.schema.keywords.$ref.state === 'shown') return []
  return listSpecifiedEntries(body.schema.keywords.properties).filter(mayVary)
}

/** A `const` says all: a request with another value is refused. */
function mayVary({ value }: { readonly value: SchemaNode | { readonly schema: SchemaNode } }): boolean {
  return ('schema' in value ? value.schema : value).keywords.const.state !== 'shown'
}

function reportUnread({ place, name, key, operations }: Unread): Diagnostic {
  const path = /^[A-Za-z_]\w*$/.test(name) ? `input.${place}.${name}` : `input.${place}["${name}"]`
  return reportUnused(
    code,
    `Nothing reads ${quoteName(key.text)} of ${joinWithAnd(operations)}`,
    key.span,
    advise`Read it, as ${quoteName(path)}, or ${remove('remove it')}.`,
  )
}

/** Parameters that find the record of the action without being read. An unspecified resource may have all of them. */
function collectIdentifyingParameters(operation: Operation, domain: Domain): ReadonlySet<string> {
  const resource = findSubjectResource(operation, domain)
  const isOpen = resource === undefined ? isOnRecord(operation.action) : resource.type.open === true || resource.key.length === 0
  if (isOpen) return new Set(operation.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : [])))
  if (!isOnRecord(operation.action) || operation.slots.by.state !== 'unsaid') return new Set()
  return new Set(resource!.type.uniques.flat())
}

function diagnose({ name, key }: Operation, parameter: string): Diagnostic {
  const at = key.text.indexOf(`{${parameter}}`)
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(`{${parameter}}`)} of ${quoteName(name)} changes nothing`,
    { span: spanWithin(key, at, at + parameter.length + 2), text: 'nothing reads it, and it finds no record' },
    {
      reason: 'The parameter does not affect the response.',
      help: advise`Name it like the key of the record, or read it, for example${paste(`with: { … : { find: …, by: { id: input.path.${parameter} } } }`)}`,
    },
  )
}
