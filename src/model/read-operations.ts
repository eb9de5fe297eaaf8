// Reads part 4's keys: `POST /orders/{id}/place` is a method and a path; an operation has exactly one action.

import { writeHelp } from '../diagnostic/voice.ts'
import { type Help, advise, paste } from '../diagnostic/help.ts'
import type { MapNode, Scalar } from '../document/node.ts'
import { type ActionName, type OperationSlots, actionNames, operation, operationKeys } from './endpoints.ts'
import { readNamed } from './maps.ts'
import { methods } from './methods.ts'
import type { Operation } from './model.ts'
import { generative } from './model.ts'
import { type Segment, parseSegment } from './segment.ts'
import { type Reader, makeEmptySlots } from './shape.ts'
import { type Slot, type Word, slotValueOf } from './slot.ts'

export function readOperations(node: MapNode, reader: Reader): Operation[] {
  const operations: Operation[] = []
  for (const { name, key, slot } of readNamed(operation, node, reader, generative)) {
    const address = parseAddress(key, reader)
    if (address === undefined || slot.state === 'none') continue
    const slots = slot.state === 'shown' ? slot.value : makeEmptySlots(operationKeys, slot, key)
    const { action, subject } = readAction(key, slots, reader)
    operations.push({
      name,
      key,
      ...address,
      slots,
      ...(action === undefined ? {} : { action }),
      ...(subject === undefined ? {} : { subject }),
      id: slotValueOf(slots.operationId)?.text ?? name,
    })
  }
  return operations
}

function parseAddress(key: Scalar, reader: Reader): Pick<Operation, 'method' | 'path' | 'segments'> | undefined {
  const [, method = '', path = ''] = /^(\S+)\s+(\S+)$/.exec(key.text) ?? []
  const segments = path.split('/').slice(1).map(parseSegment)
  const isKnownMethod = methods.includes(method)
  const hasEarlyEnding = segments.slice(0, -1).some((segment) => segment?.kind === 'parameter' && segment.ending !== undefined)
  if (isKnownMethod && path.startsWith('/') && !segments.includes(undefined) && !hasEarlyEnding)
    return { method, path, segments: segments as Segment[] }
  reader.report({
    code: 'endpoints/address',
    severity: 'error',
    message: `\`${key.text}\` is not a method and a path`,
    primary: { span: key.span, text: isKnownMethod ? 'the path does not read as one' : 'expected a method first' },
    others: [],
    reason: `An endpoint is found by its method (${methods.join(', ')}) and a path that begins with \`/\`, where \`{name}\` is a whole segment. Only a verb or a format at the end may follow it: \`{name}:cancel\`, \`{name}.json\`.`,
    ...writeHelp(suggestAddress(key.text) ?? advise`For example:${paste('GET /orders/{id}:')}`),
  })
  return undefined
}

/** The address with its method first and in capitals, a leading slash and parameters in braces, if that makes it valid. */
function suggestAddress(text: string): string | Help | undefined {
  const [, word, rest = ''] = /^(?:([A-Za-z]+)\s+)?(\S+)$/.exec(text.trim()) ?? []
  const method = word?.toUpperCase() ?? 'GET'
  const path = `/${rest.replace(/^\//, '')}`.replaceAll(/(?<=\/)(?::(\w+)|<(?:\w+:)?(\w+)>)/g, '{$1$2}')
  const isAddress =
    methods.includes(method) &&
    rest !== '' &&
    path
      .split('/')
      .slice(1)
      .every((segment) => parseSegment(segment) !== undefined)
  return isAddress ? advise`Write${paste(`${method} ${path}:`)}` : undefined
}

function readAction(key: Scalar, slots: OperationSlots, reader: Reader): { action?: ActionName; subject?: Word } {
  if (actionNames.every((name) => slots[name].state === 'gap' || slots[name].state === 'wrong')) return {}
  const declared = actionNames.filter((name) => !['unsaid', 'none'].includes(slots[name].state))
  const [action, second] = declared
  if (action === undefined) return {}
  if (second !== undefined) {
    const places = declared.map((name) => slots[name]).flatMap((slot) => ('at' in slot ? [slot.at.span] : []))
    reader.report({
      code: 'endpoints/conflicting-actions',
      severity: 'error',
      message: `\`${key.text}\` has more than one action: ${declared.map((name) => `\`${name}\``).join(' and ')}`,
      primary: { span: places[1] ?? key.span, text: 'a second action' },
      others: places[0] === undefined ? [] : [{ span: places[0], text: 'the first' }],
      reason: 'An endpoint has one action. To do several in one transaction, write the steps of `do`.',
    })
    return {}
  }
  const value: unknown = slotValueOf(slots[action] as Slot<unknown>)
  return isWord(value) ? { action, subject: value } : { action }
}

function isWord(value: unknown): value is Word {
  return typeof value === 'object' && value !== null && 'text' in value && 'node' in value
}
