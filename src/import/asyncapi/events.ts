// Converts part 6 of an AsyncAPI document: an event type for each sent message, and its deliveries.

import { describeSchema } from '../openapi/describe-schema.ts'
import { readFields } from '../openapi/fields.ts'
import { listItems, findMember } from '../openapi/spec.ts'
import type { ImportContext } from '../openapi/work.ts'
import type { DraftPart } from '../print.ts'
import { type DraftEntry, draftEntry, draftText, printSourceNote, gap, map, question } from '../draft.ts'
import type { ChannelMessage } from './messages.ts'

export function draftEvents(messages: readonly ChannelMessage[], work: ImportContext): DraftPart {
  if (messages.length === 0)
    return { notes: [question('the source describes no message that the service sends: are there no events (`none`)?')], value: gap }
  const usedNames = new Set<string>()
  const envelope = messages.every(({ payload }) => isCloudEvent([...(readFields(payload, work.spec)?.properties.keys() ?? [])]))
    ? draftEntry('envelope', draftText('cloudevents'))
    : undefined
  return {
    notes: [],
    value: map(
      envelope,
      envelope === undefined ? undefined : draftEntry('source', gap),
      draftEntry('types', map(...messages.map((each) => typeOf(each, usedNames, work)))),
      draftDelivery(work),
    ),
  }
}

/** True if the members are those of every CloudEvents 1.0 event. */
function isCloudEvent(names: readonly string[]): boolean {
  return ['specversion', 'id', 'source', 'type'].every((each) => names.includes(each))
}

function typeOf(
  { name, channel, direction, at, payload, problem, description }: ChannelMessage,
  taken: Set<string>,
  { spec }: ImportContext,
): DraftEntry {
  const eventName = name.replaceAll(/[\s`]+/g, '-')
  let called = eventName
  for (let count = 2; taken.has(called); count++) called = `${eventName}-${count}`
  taken.add(called)
  const described = payload.value === undefined ? 'No payload is described.' : describeSchema(payload, spec)
  const carried = problem === undefined ? described : `${problem}.`
  return draftEntry(
    called,
    map(
      description === undefined ? undefined : draftEntry('description', draftText(description)),
      draftEntry('on', gap),
      draftEntry('data', gap),
    ),
    printSourceNote(at.pointer),
    question(`what causes it? ${direction === undefined ? 'Nothing says that the service sends it on' : 'It is sent on'} \`${channel}\`.`),
    question(`what does it carry? ${carried}`),
  )
}

const ways: { readonly [protocol: string]: 'stream' | 'webhooks' | 'broker' } = {
  http: 'webhooks',
  https: 'webhooks',
  nats: 'broker',
  jetstream: 'broker',
  sse: 'stream',
  mercure: 'stream',
}

function draftDelivery({ spec }: ImportContext): DraftEntry {
  const protocols = listItems(findMember(spec.root, 'x-protocols')).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  const deliveries = [...new Set(protocols.flatMap((each) => ways[each.toLowerCase()] ?? []))]
  const protocolText =
    protocols.length === 0
      ? 'The source names no server.'
      : `The source says ${protocols
          .slice(0, 5)
          .map((each) => `\`${each}\``)
          .join(', ')}.`
  const note = question(
    `how do they reach others: as a \`stream\` (server-sent events), by \`webhooks\`, or through a \`broker\` (NATS JetStream)? ${protocolText}`,
  )
  return deliveries.length === 0
    ? draftEntry('delivery', gap, note)
    : draftEntry('delivery', map(...deliveries.map((each, index) => draftEntry(each, gap, ...(index === 0 ? [note] : [])))))
}
