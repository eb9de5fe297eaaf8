// Rules of part 7: the form of a refusal, the entry that answers it, and the order of refusals.

import { type Json, type JsonObject, printCanonical, isJsonObject } from '../../base/json.ts'
import type { Point, PointAnswer } from '../../fact/fact.ts'
import { coversFailing, rankFailing } from '../../fact/failing.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import type { Edition } from '../edition.ts'
import {
  type DocumentEdit,
  type DiffFinding,
  type DiffRule,
  makeEntriesRule,
  equalFacts,
  makeExpressionRule,
  makeFinding,
  makeInvisibleRule,
  isNone,
  makeKeysRule,
  makeMotions,
  toObject,
  outcomes,
  readResponses,
  rule,
} from '../rule.ts'
import { makeTemplateRule } from '../template.ts'
import { headers } from './endpoints.ts'

const textForPeople: DiffRule = makeInvisibleRule('A text for people.')

/** A member of the author's, such as a code: a constant one certainly differs, if the form of the error shows it. */
const extension: DiffRule = rule((edit) => {
  const [entry, name] = [edit.path[1]!, edit.path.at(-1)!]
  if (![edit.old, edit.new].some((edition) => showsMember(edition, entry, name)))
    return [makeFinding(edit, [], { note: 'The form of the error does not show it.' })]
  const isConstant = [edit.a, edit.b].every((value) => !printCanonical(value!).includes('${'))
  return [makeFinding(edit, makeMotions(isConstant ? 'other' : 'unknown', readResponses))]
})

const entry: DiffRule = makeKeysRule({
  on: makeInvisibleRule('The answers of each operation are compared separately.'),
  status: rule((edit) => makeExpressionRule(outcomes, readResponses).judge(edit)),
  type: rule((edit) => [
    [edit.old, edit.new].some((edition) => showsMember(edition, edit.path[1]!, 'type'))
      ? makeFinding(edit, makeMotions('other', readResponses))
      : makeFinding(edit, [], { note: 'The form of the error does not show it.' }),
  ]),
  title: textForPeople,
  detail: textForPeople,
  body: makeTemplateRule(readResponses),
  headers,
  media: rule((edit) => [makeFinding(edit, makeMotions('other', readResponses))]),
  extensions: makeEntriesRule(extension, {
    added: rule((edit) => [makeFinding(edit, makeMotions('narrower', readResponses))]),
    removed: rule((edit) => [makeFinding(edit, makeMotions('other', readResponses))]),
  }),
})

/** True unless the form of the entry, its own or the common one, certainly leaves the member of `error` out. */
function showsMember({ parts: { errors } }: Edition, entry: string, name: string): boolean {
  const form = toObject(toObject(toObject(errors)['catalogue'])[entry])['body'] ?? toObject(errors)['body']
  // `error` without a member is the whole error.
  return (
    form === undefined ||
    isNone(form) ||
    new RegExp(`\\berror(?:\\.\\??${name.replaceAll('$', '\\$')}\\b|(?!\\.\\??\\w)\\b)`).test(printCanonical(form))
  )
}

/** An entry with the operations whose refusals it answers, in either edition. */
const usedEntry: DiffRule = rule((edit) => {
  const operations = listOperationsAnsweredBy(edit.path.at(-1)!, edit.old, edit.new)
  return entry.judge(edit).map((each) => ({ ...each, operations }))
}, entry.inner)

function listOperationsAnsweredBy(name: string, ...editions: readonly Edition[]): readonly string[] {
  const answers = ({ answer }: Point): boolean => answer.kind === 'entry' && answer.entry.name === name
  const operations = editions.flatMap(({ compiled }) =>
    compiled.facts.operations.filter(({ points, items }) => points.some(answers) || items.some(answers)),
  )
  return [...new Set(operations.map(({ operation }) => operation.id))]
}

/** Reports operations whose common refusals are checked in another order. */
const precedence: DiffRule = rule((edit) => {
  const operations = [...edit.new.operations.keys()].filter((name) => isReordered(listPoints(edit.old, name), listPoints(edit.new, name)))
  return operations.length === 0
    ? [makeFinding(edit, [], { note: 'Every operation checks its refusals in the same order as before.' })]
    : [makeFinding(edit, makeMotions('other', outcomes), { operations: operations.map((name) => edit.new.operations.get(name)!.id) })]
})

function listPoints({ compiled }: Edition, name: string): readonly Point[] {
  return compiled.facts.operations.find(({ operation }) => operation.name === name && operation.until === undefined)?.points ?? []
}

function isReordered(before: readonly Point[], after: readonly Point[]): boolean {
  const [a, b] = [before.map(printConditionWords), after.map(printConditionWords)]
  return !equalFacts(
    a.filter((text) => b.includes(text)),
    b.filter((text) => a.includes(text)),
  )
}

export const errorsRules: { readonly [key: string]: DiffRule } = {
  media: rule((edit) => [makeFinding(edit, makeMotions('other', readResponses))]),
  body: makeTemplateRule(readResponses),
  messages: textForPeople,
  precedence,
  catalogue: makeEntriesRule(usedEntry, {
    added: makeInvisibleRule('The answers of each operation are compared separately.'),
    removed: makeInvisibleRule('The answers of each operation are compared separately.'),
  }),
}

/** Refusals of both editions that are answered by different entries. */
export function diffRefusalAnswers({ old, new: newEdition }: Pick<DocumentEdit, 'old' | 'new'>): DiffFinding[] {
  const changed = new Map<string, { before: Json; after: Json; isDescribed: boolean; operations: string[] }>()
  const compare = (before: readonly Point[], after: readonly Point[], operation: string | undefined): void => {
    const [answerBefore, answerAfter] = [answersOf(before), answersOf(after)]
    const narrowedBefore = before.filter(
      (point) => point.failing !== undefined && !after.some((other) => printConditionWords(other) === printConditionWords(point)),
    )
    for (const point of [...after, ...narrowedBefore]) {
      const [oldAnswer, newAnswer] = [answerBefore(point), answerAfter(point)]
      if (oldAnswer === undefined || newAnswer === undefined || isSameAnswer(oldAnswer, newAnswer, old, newEdition)) continue
      const key = `${printConditionWords(point)} ${JSON.stringify([answerJson(oldAnswer), answerJson(newAnswer)])}`
      const each = changed.getOrInsertComputed(key, () => ({
        before: answerJson(oldAnswer),
        after: answerJson(newAnswer),
        // A description of another server may leave a refusal out that the server answers.
        isDescribed: !newEdition.isElsewhere || (oldAnswer.kind === 'entry' && newAnswer.kind === 'entry'),
        operations: [],
      }))
      if (operation !== undefined) each.operations.push(operation)
    }
  }
  compare(old.compiled.facts.service, newEdition.compiled.facts.service, undefined)
  for (const facts of newEdition.compiled.facts.operations) compare(listPoints(old, facts.operation.name), facts.points, facts.operation.id)
  return [...changed].map(([key, { before, after, isDescribed, operations }]): DiffFinding => ({
    path: ['catalogue', key.slice(0, key.indexOf(' [')).trim()],
    old: before,
    new: after,
    motions: makeMotions(isDescribed ? 'other' : 'unknown', outcomes, readResponses),
    ...(isDescribed ? {} : { note: 'Only one edition describes it.' }),
    operations,
  }))
}

/** The answer to a refusal: for a narrowed `invalid`, the narrowest matching point. */
function answersOf(points: readonly Point[]): (refusal: Point) => PointAnswer | undefined {
  const answersByCondition = new Map(points.map((point) => [printConditionWords(point), point.answer]))
  return (refusal) => {
    const exact = answersByCondition.get(printConditionWords(refusal))
    if (exact !== undefined || refusal.failing === undefined) return exact
    const wider = points.filter(
      ({ condition, name, failing }) => condition === refusal.condition && name === refusal.name && coversFailing(failing, refusal.failing),
    )
    return wider.toSorted((a, b) => measureBreadth(b) - measureBreadth(a))[0]?.answer
  }
}

function measureBreadth({ failing }: Point): number {
  return failing === undefined ? 0 : rankFailing(failing)
}

/**
 * Entries with other names answer the same if their content is equal, and a type that follows from the name is not shown. Another server
 * makes no type from the names of an import.
 */
function isSameAnswer(a: PointAnswer, b: PointAnswer, old: Edition, newEdition: Edition): boolean {
  if (equalFacts(answerJson(a), answerJson(b))) return true
  if (a.kind !== 'entry' || b.kind !== 'entry') return false
  const [before, after] = [findContent(old, a.entry.name), findContent(newEdition, b.entry.name)]
  const isTypeEqual =
    newEdition.isElsewhere ||
    before?.['type'] !== undefined ||
    (!showsMember(old, a.entry.name, 'type') && !showsMember(newEdition, b.entry.name, 'type'))
  return isTypeEqual && equalFacts(before, after)
}

function findContent({ parts: { errors } }: Edition, entry: string): JsonObject | undefined {
  const content = toObject(toObject(errors)['catalogue'])[entry]
  return isJsonObject(content) ? (content as JsonObject) : undefined
}

function answerJson(answer: PointAnswer): Json {
  if (answer.kind === 'entry') return answer.entry.name
  return answer.kind === 'http' ? answer.status : 'not answered'
}
