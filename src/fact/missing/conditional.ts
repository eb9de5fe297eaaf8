// Keys whose absence is a gap only in some context, with the operations that need them.

import type { Span } from '../../base/text.ts'
import { type Slot, isAbsent, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { CallerRule, Scheme } from '../../model/authentication.ts'
import { isSignedBySender } from '../../model/signature.ts'
import type { Missing } from '../fact.ts'
import { ruleOf } from '../rules.ts'
import { listSentReferences } from '../effects/operation.ts'
import { makeOperationContext } from '../operation-context.ts'
import { readAttempts } from '../backoff.ts'
import type { ModelIndex } from '../model-index.ts'
import { listEmittersCalling } from './needs.ts'
import type { OperationUsage } from './usage.ts'

export function listConditionalGaps(modelIndex: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  return [
    ...listSchemeGaps(modelIndex, usages),
    ...findUnreadableGap(modelIndex, usages),
    ...listReferenceGaps(modelIndex, usages),
    ...viewGaps(modelIndex, usages),
    ...listEventGaps(modelIndex, usages),
    ...listRetentionGaps(modelIndex, usages),
    ...findMediaGap(modelIndex, usages),
  ]
}

type MissingKey = { readonly part: string; readonly of: string; readonly key: string; readonly why: string }

function describeMissingKey({ part, of, key, why }: MissingKey, operations: Missing['operations'], at: Span): Missing {
  return { code: `${part}/missing-key`, operations, emitters: [], at, about: { of, key, why } }
}

type Need = readonly [key: keyof Scheme, why: string]

/** For a credential without claims: something must decide which values are accepted. */
function listOpaqueCredentialNeeds(scheme: Scheme, isLookedUp: boolean): readonly Need[] {
  if (scheme.signature.state === 'shown' && !isSignedBySender(scheme)) return [['secret', 'signs the requests']]
  if (isLookedUp) return []
  return scheme.signature.state === 'shown'
    ? [['find', 'looks up the sender, whose secret signs the requests']]
    : [['secret', 'is the one key that is accepted; without it every key would be, unless `find` looks up its owner']]
}

/** The keys that each type of scheme needs; `isLookedUp`: a look-up determines the caller. */
function listSchemeNeeds(scheme: Scheme, isLookedUp: boolean): readonly Need[] {
  const type = slotValueOf(scheme.type)
  const opaque = listOpaqueCredentialNeeds(scheme, isLookedUp)
  switch (type) {
    case 'apiKey':
      return [
        ['in', 'says where the key is sent'],
        ['name', 'names the parameter that contains the key'],
        ...(slotValueOf(scheme.bearerFormat)?.text === 'JWT' ? listTokenNeeds(scheme) : opaque),
      ]
    case 'openIdConnect':
      return [['openIdConnectUrl', 'is where discovery begins']]
    case 'oauth2':
      return listTokenNeeds(scheme)
    case 'http':
      return listHttpNeeds(scheme, opaque, isLookedUp)
    case undefined:
      return []
  }
}

function listHttpNeeds(scheme: Scheme, opaque: readonly Need[], isLookedUp: boolean): readonly Need[] {
  const schemeKey: Need = ['scheme', 'is the word that `Authorization` begins with']
  if (scheme.scheme.state === 'unsaid') return [schemeKey]
  if (slotValueOf(scheme.bearerFormat)?.text === 'JWT') return listTokenNeeds(scheme)
  if (slotValueOf(scheme.scheme)?.text.toLowerCase() === 'basic' && isLookedUp && scheme.username.state === 'unsaid') return []
  if (slotValueOf(scheme.scheme)?.text.toLowerCase() === 'basic')
    return [
      ['username', 'is the accepted name'],
      ['password', 'is what its password is compared with'],
    ]
  return opaque
}

/** A key of the wrong kind is a mistake (`authentication/algorithm-key`), so it is not also reported as missing. */
function listTokenNeeds(scheme: Scheme): readonly Need[] {
  const algorithms = slotValueOf(scheme.algorithm) ?? []
  const usesSharedSecret = algorithms.some((each) => each.startsWith('HS'))
  const otherKey = usesSharedSecret ? scheme.keys : scheme.secret
  if (otherKey.state === 'shown') return [['algorithm', 'defines which tokens are accepted']]
  return [
    ['algorithm', 'defines which tokens are accepted'],
    ...(usesSharedSecret ? [['secret', 'checks the tokens'] as const] : []),
    ...(algorithms.length > 0 && !usesSharedSecret ? [['keys', 'checks the tokens'] as const] : []),
  ]
}

/** True if a record is looked up by the scheme's credential. */
export function isLookedUp(caller: Slot<CallerRule>, name: string, scheme: Scheme): boolean {
  if (scheme.find.state !== 'unsaid') return true
  if (caller.state === 'gap') return true
  if (caller.state !== 'shown') return false
  const rule = caller.value
  return (
    rule.kind === 'lookup' ||
    (rule.kind === 'schemes' && rule.schemes.some((each) => each.name === name && isLookedUp(each.slot, name, scheme)))
  )
}

function listSchemeGaps({ model }: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  return listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, key, value }) => {
    const operations = usages.filter(({ schemes }) => schemes.has(name)).map(({ operation }) => operation)
    return listSchemeNeeds(value, isLookedUp(model.authentication.value.caller, name, value)).flatMap(([slot, why]) =>
      value[slot] !== undefined && 'state' in value[slot] && value[slot].state === 'unsaid'
        ? [describeMissingKey({ part: 'authentication', of: name, key: slot, why }, operations, key.span)]
        : [],
    )
  })
}

/** Needed if a read rule can hide the record of an operation, or a record that its input refers to. */
function findUnreadableGap(modelIndex: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const { authentication } = modelIndex.model
  if (authentication.state !== 'shown' || authentication.value.unreadable.state !== 'unsaid') return []
  const operations = usages
    .map(({ operation }) => operation)
    .filter((operation) => {
      const operationContext = makeOperationContext(modelIndex, operation)
      const lookedUpResources = operationContext.lookups.flatMap(({ resource, decides }) => (decides ? [] : [resource.name]))
      const foundResources = [
        ...(operationContext.record === undefined ? [] : [operationContext.record.resource.name]),
        ...lookedUpResources,
        ...listSentReferences(operationContext).map(({ reference }) => reference.target),
      ]
      return foundResources.some((resource) => ruleOf(modelIndex, resource, 'read').kind !== 'allowed')
    })
  const at = authentication.value.rules
  if (operations.length === 0) return []
  const why = 'defines the answer for a record that the caller may not read'
  return [
    describeMissingKey(
      { part: 'authentication', of: 'authentication', key: 'unreadable', why },
      operations,
      'at' in at ? at.at.span : authentication.value.node.span,
    ),
  ]
}

/** Needed where something deletes the record that is referred to. */
function listReferenceGaps(modelIndex: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const deleters = Map.groupBy(
    usages.flatMap(({ operation, facts }) => Array.from(facts.deletes, (target) => ({ operation, target }))),
    ({ target }) => target,
  )
  return [...modelIndex.references.values()].flat().flatMap((reference) => {
    if (reference.onDelete.state !== 'unsaid') return []
    const operations = (deleters.get(reference.target) ?? []).map(({ operation }) => operation)
    if (operations.length === 0) return []
    const why = `defines what happens when its ${reference.target} is deleted`
    return [
      describeMissingKey(
        { part: 'resources', of: `${reference.resource}.${reference.path}`, key: 'onDelete', why },
        operations,
        reference.at.span,
      ),
    ]
  })
}

/** A view shows records of a resource, or extends one that does. */
function viewGaps(modelIndex: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  return listSpecifiedEntries(modelIndex.model.resources.value.views).flatMap(({ name, key, value }) => {
    if (value.of.state !== 'unsaid' || value.allOf.state === 'shown') return []
    const operations = usages.filter(({ reads }) => reads().calls.has(name)).map(({ operation }) => operation)
    return [
      {
        ...describeMissingKey({ part: 'resources', of: name, key: 'of', why: 'says whose records it shows' }, operations, key.span),
        emitters: listEmittersCalling(modelIndex, name),
      },
    ]
  })
}

function listEventGaps({ model }: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const { envelope, source, delivery, callbacks } = model.events.value
  const streams = usages.map(({ operation }) => operation).filter(({ action }) => action === 'stream')
  const [first] = streams
  const isUnsaid = (slot: Slot<unknown> | undefined): boolean => isAbsent(slot ?? delivery)
  const feeds = usages.map(({ operation }) => operation).filter(({ action }) => action === 'feed')
  const webhooks = slotValueOf(slotValueOf(delivery)?.webhooks ?? { state: 'unsaid' })
  const broker = slotValueOf(slotValueOf(delivery)?.broker ?? { state: 'unsaid' })
  const signable = [
    ...(webhooks === undefined ? [] : [{ name: 'webhooks', span: webhooks.node.span, value: webhooks }]),
    ...listSpecifiedEntries(callbacks).map(({ name, key, value }) => ({ name, span: key.span, value })),
  ]
  const retried = [...signable, ...(broker === undefined ? [] : [{ name: 'broker', span: broker.node.span, value: broker }])]
  return [
    ...(first !== undefined && model.events.state !== 'not shown' && isUnsaid(slotValueOf(delivery)?.stream)
      ? [
          describeMissingKey(
            {
              part: 'events',
              of: 'delivery',
              key: 'stream',
              why: 'defines how events are streamed, and how long a listener may be disconnected',
            },
            streams,
            first.key.span,
          ),
        ]
      : []),
    ...(feeds[0] !== undefined && model.events.state !== 'not shown' && isUnsaid(slotValueOf(delivery)?.feed)
      ? [
          describeMissingKey(
            { part: 'events', of: 'delivery', key: 'feed', why: 'defines how far back a client can continue' },
            feeds,
            feeds[0].key.span,
          ),
        ]
      : []),
    ...(slotValueOf(envelope) === 'cloudevents' && source.state === 'unsaid'
      ? [
          describeMissingKey(
            { part: 'events', of: 'events', key: 'source', why: 'is required of a CloudEvent' },
            [...streams, ...feeds],
            model.events.value.node.span,
          ),
        ]
      : []),
    ...retried.flatMap(({ name, span, value }) =>
      value.attempts.state === 'unsaid' && readAttempts(value) === undefined
        ? [describeMissingKey({ part: 'events', of: name, key: 'attempts', why: 'defines the attempts of a delivery' }, [], span)]
        : [],
    ),
    ...signable.flatMap(({ name, span, value }) =>
      value.signature.state === 'shown' && value.secret.state === 'unsaid'
        ? [describeMissingKey({ part: 'events', of: name, key: 'secret', why: 'signs what is sent' }, [], span)]
        : [],
    ),
  ]
}

/** A service that accepts idempotency keys stores responses, and needs a retention time. */
function listRetentionGaps({ model }: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const retention = slotValueOf(model.limits.value.retention)
  if (model.limits.state !== 'shown' || (retention !== undefined && retention.idempotency.state !== 'unsaid')) return []
  const keyedOperations = usages.map(({ operation }) => operation).filter(({ slots }) => slotValueOf(slots.idempotency)?.kind === 'key')
  const [first] = keyedOperations
  if (first === undefined || first.slots.idempotency.state !== 'shown') return []
  const why = 'defines how long the answer for a key is stored'
  return [
    describeMissingKey(
      { part: 'limits', of: 'retention', key: 'idempotency', why },
      keyedOperations,
      retention?.node.span ?? first.slots.idempotency.at.span,
    ),
  ]
}

function findMediaGap({ model }: ModelIndex, usages: readonly OperationUsage[]): Missing[] {
  const { media, body, node } = model.errors.value
  if (model.errors.state !== 'shown' || media.state !== 'unsaid') return []
  const operations = usages
    .filter(({ facts: { points } }) =>
      points.some(({ answer }) => {
        if (answer.kind !== 'entry') return false
        const { slots } = answer.entry
        const hasBody = slots.body.state === 'shown' || (slots.body.state === 'unsaid' && body.state === 'shown')
        return hasBody && slots.media.state === 'unsaid'
      }),
    )
    .map(({ operation }) => operation)
  if (operations.length === 0) return []
  return [
    describeMissingKey(
      { part: 'errors', of: 'errors', key: 'media', why: 'defines the bodies of errors' },
      operations,
      body.state === 'shown' ? body.at.span : node.span,
    ),
  ]
}
