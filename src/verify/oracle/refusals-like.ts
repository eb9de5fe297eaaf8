// Finds the refusals of an operation that an observed answer looks like: by its status, and by the entry of part 7 that its body names.

import { type Json, isJsonArray, isJsonObject, parseJsonText } from '../../base/json.ts'
import type { OperationFacts, Point } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ObservedAnswer } from './request.ts'

type AnswerContent = Pick<ObservedAnswer, 'status' | 'body'>

/** Points whose entry has the observed status and, if the body names a type, that type. */
export function listRefusalsLike(facts: OperationFacts | undefined, observed: AnswerContent): readonly Point[] {
  const points = listRefusalsOfStatus(facts?.points ?? [], observed)
  const named = listNamed(points, observed)
  return (named.length > 0 ? named : points).slice(0, 3)
}

/** The refusals that the answer looks like, if the document checks all of them before the expected one, and another entry answers that. */
export function listEarlierRefusals(
  facts: OperationFacts | undefined,
  expected: Point | undefined,
  observed: AnswerContent,
): readonly Point[] {
  const points = facts?.points ?? []
  const place = expected === undefined ? -1 : points.indexOf(expected)
  const like = listRefusalsLike(facts, observed)
  const isEarlier = (point: Point): boolean => points.indexOf(point) < place && !isSameAnswer(point, expected!)
  return place >= 0 && like.every(isEarlier) ? like : []
}

/** The refusals of items that one of the two answers names alone: of an operation that does something for each item of a list. */
export function listItemRefusals({ items }: OperationFacts, expected: AnswerContent, observed: AnswerContent): readonly Point[] {
  const [theirs, ours] = [new Set(listNamed(items, observed)), new Set(listNamed(items, expected))]
  return items.filter((point) => theirs.has(point) !== ours.has(point))
}

function isSameAnswer({ answer }: Point, other: Point): boolean {
  return answer.kind === 'entry' && other.answer.kind === 'entry' && answer.entry === other.answer.entry
}

/** True if the body names an entry that answers a refusal of the operation, and none of the service. */
export function namesOwnRefusal(facts: OperationFacts | undefined, service: readonly Point[], observed: AnswerContent): boolean {
  const [own, general] = [facts?.points ?? [], service].map((points) => listNamed(listRefusalsOfStatus(points, observed), observed))
  return own!.length > 0 && general!.length === 0
}

function listRefusalsOfStatus(points: readonly Point[], { status }: AnswerContent): readonly Point[] {
  return status < 400 ? [] : points.filter((point) => point.stage !== 'interrupt' && printStatus(point) === String(status))
}

function listNamed(points: readonly Point[], { body }: AnswerContent): readonly Point[] {
  const parsed = parseJsonText(body, { depth: 100 })
  const texts = 'value' in parsed ? new Set(leaves(parsed.value)) : new Set<string>()
  return points.filter(
    ({ answer }) =>
      answer.kind === 'entry' && (texts.has(answer.entry.name) || texts.has(slotValueOf(answer.entry.slots.title)?.text ?? '\u0000')),
  )
}

function printStatus({ answer }: Point): string | undefined {
  return answer.kind === 'entry' ? slotValueOf(answer.entry.slots.status)?.text.trim() : undefined
}

function* leaves(json: Json): Iterable<string> {
  if (typeof json === 'string') yield json
  else if (isJsonArray(json)) for (const item of json) yield* leaves(item)
  else if (isJsonObject(json)) for (const member of Object.values(json)) yield* leaves(member)
}
