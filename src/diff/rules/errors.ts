// Rules of part 7: the form of a refusal, the entry that answers it, and the order of refusals.

import type { Json } from '../../base/json.ts'
import type { Point, PointAnswer } from '../../fact/fact.ts'
import { coversFailing, rankOf } from '../../fact/failing.ts'
import { conditionWords } from '../../fact/narrow.ts'
import type { Edition } from '../edition.ts'
import { type DocumentEdit, type DiffFinding, type DiffRule, eachEntry, equalFacts, expressionRule, finding, keys, move, outcome, invisibleChange, read, rule } from '../rule.ts'
import { templateRule } from '../template.ts'
import { headers } from './endpoints.ts'

/** Text for people. */
const words: DiffRule = invisibleChange('A text for people.')

const extension: DiffRule = rule((edit) => [finding(edit, move('unknown', read))])

const entry: DiffRule = keys({
  on: invisibleChange('The answers of each operation are compared separately.'),
  status: rule((edit) => expressionRule(outcome, read).judge(edit)),
  type: rule((edit) => [finding(edit, move('other', read))]),
  title: words,
  detail: words,
  body: templateRule(read),
  headers,
  media: rule((edit) => [finding(edit, move('other', read))]),
  extensions: eachEntry(extension, { added: rule((edit) => [finding(edit, move('narrower', read))]), removed: rule((edit) => [finding(edit, move('other', read))]) }),
})

/** Reports operations whose common refusals are checked in another order. */
const precedence: DiffRule = rule((edit) => {
  const operations = [...edit.new.operations.keys()].filter((name) => isReordered(pointsOf(edit.old, name), pointsOf(edit.new, name)))
  return operations.length === 0 ? [finding(edit, [], { note: 'Every operation checks its refusals in the same order as before.' })] : [finding(edit, move('other', outcome), { operations: operations.map((name) => edit.new.operations.get(name)!.id) })]
})

function pointsOf({ compiled }: Edition, name: string): readonly Point[] {
  return compiled.facts.operations.find(({ operation }) => operation.name === name && operation.until === undefined)?.points ?? []
}

function isReordered(before: readonly Point[], after: readonly Point[]): boolean {
  const [a, b] = [before.map(conditionWords), after.map(conditionWords)]
  return !equalFacts(a.filter((text) => b.includes(text)), b.filter((text) => a.includes(text)))
}

export const errorsRules: { readonly [key: string]: DiffRule } = {
  media: rule((edit) => [finding(edit, move('other', read))]),
  body: templateRule(read),
  messages: words,
  precedence,
  catalogue: eachEntry(entry, { added: invisibleChange('The answers of each operation are compared separately.'), removed: invisibleChange('The answers of each operation are compared separately.') }),
}

/** Refusals of both editions that are answered by different entries. */
export function answeredOtherwise({ old, new: now }: Pick<DocumentEdit, 'old' | 'new'>): DiffFinding[] {
  const changed = new Map<string, { before: Json; after: Json; operations: string[] }>()
  const compare = (before: readonly Point[], after: readonly Point[], operation: string | undefined): void => {
    const [olds, news] = [answersOf(before), answersOf(after)]
    const narrowedBefore = before.filter((point) => point.failing !== undefined && !after.some((other) => conditionWords(other) === conditionWords(point)))
    for (const point of [...after, ...narrowedBefore]) {
      const [was, is] = [olds(point), news(point)]
      if (was === undefined || is === undefined || equalFacts(answerJson(was), answerJson(is))) continue
      const key = `${conditionWords(point)} ${JSON.stringify([answerJson(was), answerJson(is)])}`
      const each = changed.getOrInsertComputed(key, () => ({ before: answerJson(was), after: answerJson(is), operations: [] }))
      if (operation !== undefined) each.operations.push(operation)
    }
  }
  compare(old.compiled.facts.service, now.compiled.facts.service, undefined)
  for (const facts of now.compiled.facts.operations) compare(pointsOf(old, facts.operation.name), facts.points, facts.operation.id)
  return [...changed].map(([key, { before, after, operations }]): DiffFinding => ({ path: ['catalogue', key.slice(0, key.indexOf(' [')).trim()], old: before, new: after, motions: move('other', outcome, read), operations }))
}

/** The answer to a refusal: for a narrowed `invalid`, the narrowest matching point. */
function answersOf(points: readonly Point[]): (wanted: Point) => PointAnswer | undefined {
  const known = new Map(points.map((point) => [conditionWords(point), point.answer]))
  return (wanted) => {
    const own = known.get(conditionWords(wanted))
    if (own !== undefined || wanted.failing === undefined) return own
    const wide = points.filter(({ condition, name, failing }) => condition === wanted.condition && name === wanted.name && coversFailing(failing, wanted.failing))
    return wide.toSorted((a, b) => width(b) - width(a))[0]?.answer
  }
}

function width({ failing }: Point): number {
  return failing === undefined ? 0 : rankOf(failing)
}

function answerJson(answer: PointAnswer): Json {
  return answer.kind === 'entry' ? answer.entry.name : answer.kind === 'http' ? answer.status : 'not answered'
}

