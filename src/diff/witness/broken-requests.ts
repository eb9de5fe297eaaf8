// Requests that HTTP or the document refuses, each for one condition.

import type { Condition } from '../../model/conditions.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type TraceBlock, withoutCaptures } from './block.ts'
import { withQuery } from './queries.ts'
import { type VariationContext, unknownKey } from './variation-context.ts'

type BrokenRequest = { readonly condition: Condition; readonly block: TraceBlock }

/** Those that a changed entry of the catalogue answers come first. */
export function breakRequest(context: VariationContext): TraceBlock[] {
  const requests = listBrokenRequests(context)
  const answered = listAnsweredConditions(context)
  const isAnswered = ({ condition }: BrokenRequest): boolean => answered.has(condition)
  return [...requests.filter(isAnswered), ...requests.filter((each) => !isAnswered(each))].map(({ block }) => block)
}

/** The conditions of the entry that the change is about, in either edition. */
function listAnsweredConditions({ old, new: newEdition, change: { part, path } }: VariationContext): ReadonlySet<string> {
  if (part !== 'errors' || path[0] !== 'catalogue') return new Set()
  return new Set(
    [old, newEdition].flatMap(({ compiled }) =>
      listSpecifiedEntries(compiled.model.errors.value.catalogue)
        .filter(({ name }) => name === path[1])
        .flatMap(({ value }) => (slotValueOf(value.on) ?? []).map(({ text }) => text.split(' ')[0]!)),
    ),
  )
}

function listBrokenRequests({ old, operation, base }: VariationContext): BrokenRequest[] {
  const { body, ...withoutBody } = base
  const plain = withoutCaptures(base)
  const [path = ''] = base.target.split('?')
  const withHead = (name: string, value: string): TraceBlock => ({ ...plain, head: withHeader(base.head, name, value) })
  const unread = (text: string, media: string): TraceBlock => ({ ...withoutBody, text, head: withHeader(base.head, 'Content-Type', media) })
  const isConditional = slotValueOf(operation.slots.conditional) !== undefined
  const isVersioned = slotValueOf(old.compiled.model.versioning.value.scheme) !== undefined
  const requests: readonly (readonly [Condition, TraceBlock | undefined])[] = [
    ['invalid', { ...base, target: withQuery(base.target, 'unlisted', '1') }],
    [
      'not-found',
      operation.segments.some(({ kind }) => kind === 'parameter')
        ? { ...base, target: base.target.replace(/\{\{\w+\}\}/, unknownKey) }
        : undefined,
    ],
    ['invalid', body === undefined ? undefined : { ...base, body: 'no object' }],
    ['invalid', body === undefined ? undefined : { ...base, body: {} }],
    ['malformed', body === undefined ? undefined : unread('`{`', 'application/json')],
    ['unsupported-media', body === undefined ? undefined : unread('`none`', 'text/x-none')],
    ['precondition-failed', isConditional ? { ...base, head: withHeader(base.head, 'If-Match', '"another"') } : undefined],
    ['precondition-required', isConditional ? { ...base, head: withoutPreconditions(base.head) } : undefined],
    ['not-acceptable', withHead('Accept', 'image/x-none')],
    ['method-not-allowed', { ...withoutCaptures(withoutBody), method: operation.method === 'PATCH' ? 'PUT' : 'PATCH' }],
    ['unknown-version', isVersioned ? { ...base, version: 'unlisted' } : undefined],
    ['no-such-path', { ...withoutCaptures(withoutBody), method: 'GET', target: `${path}/un/listed` }],
  ]
  return requests.flatMap(([condition, block]) => (block === undefined ? [] : [{ condition, block }]))
}

function withoutPreconditions(head: string): string {
  return head
    .split('\n')
    .filter((line) => !/^if-/i.test(line))
    .join('\n')
}

/** Headers come before the sections of a request. */
function withHeader(head: string, name: string, value: string): string {
  const others = head.split('\n').filter((line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return [`${name}: ${value}`, ...others].join('\n').trim()
}
