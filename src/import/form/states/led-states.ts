// Reads an item with a state and its next states: "parked – can go to driving (check out) or sold (sell)".

import { draftPlainText } from '../draft.ts'
import { marks } from './machine.ts'
import type { Words } from '../words.ts'

type LedStates = {
  readonly from: string
  readonly isStart: boolean
  readonly isEnd: boolean
  readonly targets: readonly { readonly to: string; readonly trigger: string }[]
}

const name = String.raw`\p{L}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}`
const head = new RegExp(String.raw`^(${name})\s*(?:[–—:]|\s-)\s+(\S.*)$`, 'su')
const target = new RegExp(String.raw`^(${name}?)\s*(?:\(([^()]*)\))?$`, 'u')
/** "late after the due date": a state of one word, and its cause. */
const caused = (causeLead: RegExp): RegExp => new RegExp(String.raw`^([\p{L}\d_-]+),?\s+(?=(?:${causeLead.source})\s)(\S.*)$`, 'iu')

/** Undefined unless each sentence after the state is understood. */
export function readLedStates(
  text: string,
  { leads, firstState, lastState, toWord, joins, fromWord, moveCause }: Words,
): LedStates | undefined {
  const [, from, rest] =
    head.exec(
      draftPlainText(text)
        .replaceAll(marks, '')
        .replace(/\.$/, '')
        .replace(new RegExp(`^${fromWord}\\s+(?=[^:]+:)`, 'iu'), ''),
    ) ?? []
  if (from === undefined || rest === undefined) return undefined
  const found = { isStart: false, isEnd: false, targets: [] as { to: string; trigger: string }[] }
  for (const sentence of rest.split(/[.;]\s+/)) {
    const led = leads.exec(sentence)?.[0] ?? (new RegExp(`^${toWord}\\s`, 'iu').test(sentence) ? '' : undefined)
    if (firstState.test(sentence)) found.isStart = true
    else if (lastState.test(sentence)) found.isEnd = true
    else {
      const pieces =
        led === undefined
          ? []
          : sentence
              .slice(led.length)
              .split(new RegExp(String.raw`\s*(?:,\s*(?:(?:${joins})\s+)?|\s(?:${joins})\s)(?![^()]*\))`, 'u'))
              .map((each) => each.replace(new RegExp(String.raw`^${toWord}\s+`, 'u'), '').trim())
              .map((each) => caused(moveCause).exec(each) ?? target.exec(each))
      if (pieces.length === 0 || pieces.includes(null)) return undefined
      found.targets.push(...pieces.map((each) => ({ to: asName(each![1]!), trigger: each![2] ?? '' })))
    }
  }
  return { from: asName(from), ...found }
}

function asName(state: string): string {
  return state.trim().replaceAll(' ', '_')
}
