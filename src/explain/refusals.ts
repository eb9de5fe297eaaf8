// Explains the answers of an operation: to a successful request, and to each refusal.

import { type Span, findPosition } from '../base/text.ts'
import type { EntryFacts, OperationFacts, Point } from '../fact/fact.ts'
import type { OperationContext } from '../fact/operation-context.ts'
import { makeOmittedOrigin } from '../fact/standard.ts'
import { isSafe } from '../model/methods.ts'
import { type Origin, listSpecifiedEntries, originOf } from '../model/slot.ts'
import { normalizeExpression } from './expression-text.ts'
import { printPattern } from './facts.ts'
import { type LabelledRow, makeLabelledLines, readOriginSource, readSlotSource } from './labelled-lines.ts'
import type { Line } from './layout.ts'
import { printTemplateOnLine } from './normal.ts'
import { printOrigin, printPlace } from './origin.ts'
import { printStatus } from './status-text.ts'

export function listRefusalLines({ points, items }: OperationFacts): Line[] {
  const lines: Line[] = [{ indent: 0, text: 'Refuses, in this order:', style: 'bold' }]
  let stage = ''
  for (const point of points) {
    if (point.stage !== stage) lines.push({ indent: 2, text: point.stage === 'interrupt' ? 'at any point' : point.stage, style: 'cyan' })
    stage = point.stage
    lines.push(makeRefusalLine(point))
  }
  if (items.length > 0)
    lines.push({ indent: 0, text: 'Refuses an item, and not the request:', style: 'bold' }, ...items.map(makeRefusalLine))
  return lines
}

function makeRefusalLine(point: Point): Line {
  const { answer, because } = point
  const entry = answer.kind === 'entry' ? answer.entry : undefined
  const status = printStatus(answer)
  const answering = entry?.name ?? (answer.kind === 'http' ? 'HTTP alone' : 'the answer is not specified')
  return {
    indent: 4,
    label: { text: status, width: 5, style: answer.kind === 'gap' ? 'red' : 'green' },
    text: `${printPattern(point)} → ${answering}`,
    ...(answer.kind === 'gap' ? { style: 'red' as const } : {}),
    from: printPlaces(because[0], entry),
  }
}

/** The cause of the refusal → the entry that answers; a repeated source is named once. */
function printPlaces(because: Origin | undefined, entry: EntryFacts | undefined): string {
  const from = because === undefined ? '' : printOrigin(because)
  if (entry === undefined) return from
  const to = entry.key.span
  const isSameSource = because !== undefined && 'span' in because && because.span.source === to.source
  return `${from} → ${isSameSource ? findLine(to) : printPlace(to)}`
}

function findLine({ source, start }: Span): number {
  return findPosition(source, start).line
}

export function answerLines(context: OperationContext): Line[] {
  const { operation } = context
  const { status, headers, output, media, cache, conditional } = operation.slots
  const rows: LabelledRow[] = []
  if (status.state === 'shown') rows.push({ text: normalizeExpression(status.value.text), ...readSlotSource(status) })
  if (media.state === 'shown')
    rows.push({
      text: `Content-Type: ${media.value.map(({ text }) => text).join(' or ')}${media.value.length > 1 ? ', as Accept prefers' : ''}`,
      ...readSlotSource(media),
    })
  for (const { name, key, value } of listSpecifiedEntries(headers))
    rows.push({ text: `${name}: ${value.text}`, from: printPlace(key.span) })
  if (cache.state === 'shown') rows.push({ text: 'Cache-Control', ...readSlotSource(cache) })
  if (conditional.state === 'shown' && operation.action !== 'delete') rows.push({ text: 'ETag', ...readSlotSource(conditional) })
  if (operation.action !== 'stream')
    rows.push(
      output.state === 'shown'
        ? { text: printTemplateOnLine(output.value), ...readSlotSource(output) }
        : {
            text: output.state === 'gap' ? 'a body that is not shown' : 'no body',
            ...readOriginSource('at' in output ? [originOf(output.at)] : [makeOmittedOrigin('endpoints.output')]),
          },
    )
  if (conditional.state === 'shown' && isSafe(operation.method)) {
    rows.push(
      { text: '412 where If-Match names another tag → HTTP alone', from: 'RFC 9110, section 13.1.1' },
      { text: '304 where If-None-Match names this one → HTTP alone', from: 'RFC 9110, section 13.1.2' },
    )
  }
  return makeLabelledLines('Answers', rows)
}
