// Reads moves that are written as tests: "Given a draft order, when it is sent, then it is open".

import type { FormMachine } from './machine.ts'
import { isState, marks } from './machine.ts'
import type { Words } from '../words.ts'

export type GivenMove = { readonly from: readonly string[]; readonly to: string; readonly trigger: string; readonly more: string }

/** The move of a sentence with the state before, what happens, and the state after; undefined unless all three are plain. */
export function readGivenMove(text: string, { resource }: FormMachine, words: Words): GivenMove | undefined {
  const { given, trigger, then } =
    words.givenWhen.exec(text.replaceAll(marks, '').replaceAll(/[*_`](?=\p{L})|(?<=\p{L})[*`]/gu, ''))?.groups ?? {}
  if (given === undefined || trigger === undefined || then === undefined) return undefined
  const [, to] = /^([\p{L}][\p{L}\d_-]*)(?:\s*$|[,;(]|\s+(?:and|und)\s)/u.exec(then.replace(words.thenLead, '').replace(/\.$/, '')) ?? []
  if (to === undefined || words.article.test(`${to} `)) return undefined
  const own = resource.name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '[ _-]?')
  const isCreated =
    words.isCreated.test(trigger) && new RegExp(`^(?:${words.articles}\\s+)?(?:new\\s+)?(?:${own}|${words.itWord})\\b`, 'iu').test(trigger)
  if (isCreated || words.givenNothing.test(given)) return { from: ['(new)'], to, trigger: '', more: '' }
  const plain = given.replace(words.article, '').trim()
  const [, before] = new RegExp(`^(.+?)\\s+${own}s?$`, 'iu').exec(plain) ?? []
  const [, behind] = new RegExp(`^${own}s?\\s+(?:${words.inState})\\s+(.+)$`, 'iu').exec(plain) ?? []
  const from = (before ?? behind ?? plain)
    .split(words.conjunction)
    .map((each) => each.replace(words.article, '').trim())
    .filter((each) => each !== '')
  if (from.length === 0 || !from.every(isState)) return undefined
  const [, verb, beside = ''] = words.calledVerb.exec(trigger) ?? []
  // "calls POST /loans/{id}/close": the request is the cause.
  const isRequest = verb === undefined || /^(?:GET|POST|PUT|PATCH|DELETE)$/i.test(verb)
  const [called, more] = isRequest ? [trigger, ''] : [verb, beside]
  return { from, to, trigger: called, more }
}

/** The scenarios of a fence, each on a line: its steps stand one below another. */
export function splitScenarios(
  text: string,
  { stepStart, scenarioTitle }: Words,
): readonly { readonly text: string; readonly line: number }[] {
  const found: { text: string; line: number }[] = []
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const each = whole.trim()
    if (each === '' || /^(?:`{3}|~{3}|#|@)/.test(each) || scenarioTitle.test(each)) continue
    const { first, next } = stepStart.exec(each)?.groups ?? {}
    if (first !== undefined) found.push({ text: each, line })
    else if (next !== undefined && found.length > 0) found.at(-1)!.text += `, ${each}`
    else return []
  }
  return found
}
