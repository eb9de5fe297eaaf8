// Lists the messages of an AsyncAPI document without repetition, with their channel and direction.

import { type At, type Spec, listItems, findMember, listMembers, readRef, readTextAt } from '../openapi/spec.ts'
import type { LeftOutNotes } from '../openapi/work.ts'

export type ChannelMessage = {
  readonly name: string
  readonly channel: string
  /** The direction from the service's view; undefined if unspecified. */
  readonly direction: 'sent' | 'received' | undefined
  readonly at: At
  readonly payload: At
  /** The reason why it cannot be read. */
  readonly problem?: string
  readonly description?: string
}

export function readMessages(spec: Spec, version: '2' | '3', leftOut: LeftOutNotes): readonly ChannelMessage[] {
  const found = version === '2' ? listChannelMessages(spec, leftOut) : listOperationMessages(spec, leftOut)
  // The direction is part of the key: a service may send and receive one message.
  return [...new Map(found.map((each) => [`${each.at.pointer} ${each.direction}`, each])).values()]
}

/** Version 2 uses the client's view: the service receives what it calls `publish`. */
function listChannelMessages(spec: Spec, leftOut: LeftOutNotes): ChannelMessage[] {
  return listMembers(findMember(spec.root, 'channels')).flatMap(([address, each]) => {
    const channel = spec.follow(each)
    noteLeftOut(channel, leftOut)
    return (['publish', 'subscribe'] as const).flatMap((word) => {
      const operation = spec.follow(findMember(channel, word))
      noteLeftOut(operation, leftOut)
      const messageSchema = spec.follow(findMember(operation, 'message'))
      const alternatives = listItems(findMember(messageSchema, 'oneOf'))
      const single = findMember(operation, 'message').value === undefined ? [] : [findMember(operation, 'message')]
      return (alternatives.length > 0 ? alternatives : single).map((at) =>
        readMessage(at, readTextAt(operation, 'operationId') ?? address, address, word === 'publish' ? 'received' : 'sent', spec, leftOut),
      )
    })
  })
}

/** Version 3 uses the service's view. */
function listOperationMessages(spec: Spec, leftOut: LeftOutNotes): ChannelMessage[] {
  const channels = new Map(
    listMembers(findMember(spec.root, 'channels')).map(([name, each]): [string, { readonly name: string; readonly at: At }] => {
      const at = spec.follow(each)
      noteLeftOut(at, leftOut)
      return [at.pointer, { name, at }]
    }),
  )
  const used = new Set<string>()
  const operations = listMembers(findMember(spec.root, 'operations')).flatMap(([name, each]) => {
    const operation = spec.follow(each)
    noteLeftOut(operation, leftOut)
    const channel = channels.get(spec.follow(findMember(operation, 'channel')).pointer)
    if (channel === undefined) return []
    used.add(channel.at.pointer)
    const own = listItems(findMember(operation, 'messages')).map((at) => [findLastName(at) ?? name, at] as const)
    const all = own.length > 0 ? own : listMembers(findMember(channel.at, 'messages'))
    const replySchema = findMember(operation, 'reply')
    if (replySchema.value !== undefined) leftOut.add('The reply to a message', replySchema.pointer)
    return all.map(([message, at]) =>
      readMessage(
        at,
        message,
        readChannelAddress(channel),
        readTextAt(operation, 'action') === 'receive' ? 'received' : 'sent',
        spec,
        leftOut,
      ),
    )
  })
  const others = [...channels.values()]
    .filter(({ at }) => !used.has(at.pointer))
    .flatMap((channel) =>
      listMembers(findMember(channel.at, 'messages')).map(([name, at]) =>
        readMessage(at, name, readChannelAddress(channel), undefined, spec, leftOut),
      ),
    )
  return [...operations, ...others]
}

function readChannelAddress({ name, at }: { readonly name: string; readonly at: At }): string {
  return readTextAt(at, 'address') ?? name
}

/** The last name of a reference. */
function findLastName(at: At): string | undefined {
  return readRef(at)?.split('/').at(-1)
}

function readMessage(
  source: At,
  fallback: string,
  channel: string,
  direction: ChannelMessage['direction'],
  spec: Spec,
  leftOut: LeftOutNotes,
): ChannelMessage {
  const at = spec.follow(source)
  const traits = listItems(findMember(at, 'traits')).map((each) => spec.follow(each))
  const word = (name: string): string | undefined =>
    [at, ...traits].map((each) => readTextAt(each, name)).find((each) => each !== undefined)
  noteLeftOut(at, leftOut)
  for (const each of [at, ...traits]) {
    const headers = findMember(each, 'headers')
    if (headers.value !== undefined) leftOut.add('The headers of a message', headers.pointer)
  }
  const media = word('contentType')
  if (media !== undefined && !/json/i.test(media)) leftOut.add(`The media type \`${media}\` of messages`, at.pointer)
  const format = word('schemaFormat') ?? readTextAt(findMember(at, 'payload'), 'schemaFormat')
  const isSchema = format === undefined || /asyncapi|schema\+json|schema\+yaml/i.test(format)
  if (!isSchema) leftOut.add(`A payload in the format \`${format}\``, at.pointer)
  // Version 3 may name the format around the schema.
  const payload = findMember(at, 'payload')
  const inner = findMember(payload, 'schemaFormat').value === undefined ? payload : findMember(payload, 'schema')
  const description = word('description') ?? word('summary') ?? word('title')
  return {
    name: (word('name') ?? findLastName(source) ?? fallback).trim(),
    channel,
    direction,
    at,
    payload: isSchema ? inner : { value: undefined, pointer: inner.pointer },
    ...(at.problem === undefined ? {} : { problem: at.problem }),
    ...(description === undefined ? {} : { description }),
  }
}

function noteLeftOut(at: At, leftOut: LeftOutNotes): void {
  for (const [protocol, each] of listMembers(findMember(at, 'bindings')))
    leftOut.add(`What is said for \`${protocol}\` alone (\`bindings\`)`, each.pointer)
  const parameters = findMember(at, 'parameters')
  if (parameters.value !== undefined) leftOut.add('The parameters of a channel', parameters.pointer)
  const correlation = findMember(at, 'correlationId')
  if (correlation.value !== undefined) leftOut.add('Where a message has its correlation id', correlation.pointer)
}
