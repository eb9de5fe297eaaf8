// Rewrites texts about moves as arrows with a cause, and splits lines with several arrows.

import { arrow, isState, marks } from './machine.ts'
import type { FormText } from '../statement.ts'
import type { Words } from '../words.ts'

/** "a -> b, c -> d": several moves with a common cause after them. */
export function readMovePairs(
  text: string,
): { readonly all: readonly { readonly from: string; readonly to: string }[]; readonly rest: string } | undefined {
  const match =
    /^((?:[`*_]*[A-Za-z][\w-]*[`*_]*\s*(?:->|→|=>)\s*[`*_]*[A-Za-z][\w-]*(?![\w-]|\s*(?:->|→|=>))[`*_]*(?:\s*(?:,|;|\bor\b|\band\b|\boder\b|\bund\b)\s*)?){2,})(.*)$/.exec(
      text,
    )
  // A further move behind the pairs has its own cause.
  if (match === null || arrow.test(match[2]!)) return undefined
  const all = Array.from(
    match[1]!.replaceAll(marks, '').matchAll(/([A-Za-z][\w-]*)\s*(?:->|→|=>)\s*([A-Za-z][\w-]*)/g),
    ([, from, to]) => ({ from: from!, to: to! }),
  )
  return { all, rest: match[2]!.replace(/^[\s:,–-]+/, '') }
}

/** "draft → released (the manager) → sent (by the bank)": more than two states, with the cause of each move. */
export function readChain(text: string): readonly { readonly from: string; readonly to: string; readonly trigger: string }[] | undefined {
  const sides = text.replaceAll(marks, '').replace(/\.$/, '').split(arrow)
  if (sides.length < 3) return undefined
  const steps = sides.map(
    (side, index) =>
      /^([\p{L}][\p{L}\d_-]*)(?:\s*\(([^()]*)\))?$/u.exec(side.trim()) ??
      (index === sides.length - 1 ? /^([\p{L}][\p{L}\d_-]*)\s*(?:[:,;(]|\s[–—-]\s)\s*(.*?)\)?$/u.exec(side.trim()) : null),
  )
  if (steps.some((step) => step === null) || steps.every((step) => step?.[2] === undefined)) return undefined
  return steps.slice(1).map((step, index) => ({ from: steps[index]![1]!, to: step![1]!, trigger: step![2] ?? '' }))
}

/** `a --open--> b` and `open: a -> b` as `a -> b: open`. */
export function rewriteArrow(text: string, { names, conjunction }: { readonly names: RegExp; readonly conjunction: RegExp }): string {
  const labelled =
    /^([^>→]*?[^\s>→-])(?:\s+[-=]{1,3}|\s*[-=]{2,3}|\s*[–—])\s*[[(|]?\s*([^\s[\]()|>→-](?:[^[\]()|>→]*[^\s[\]()|>→-])?)\s*[\])|]?\s*(?:[-=]{1,3}>|[–—]?→|[–—]>)\s*(.+)$/.exec(
      text,
    )
  if (labelled !== null) return `${labelled[1]!} -> ${labelled[3]!.replace(/\s*(?=[[(]|$)/, `: ${labelled[2]!} `).trim()}`
  // "`POST /loans/{id}/return`: open → returned": the request is the cause.
  const [, request, moved] =
    /^`?((?:GET|POST|PUT|PATCH|DELETE)\s+\/[^\s`:]*)`?\s*(?::|\s[–—-])\s*([^:>→]+(?:->|→|=>)[^:>→]+)$/.exec(text) ?? []
  if (request !== undefined) return `${moved!.replace(/\.$/, '')}: ${request}`
  // "open + return = returned"
  const [, origin, deed, result] =
    /^([\p{L}\d_-]+(?:(?:\s*[,/|]\s*|\s+or\s+)[\p{L}\d_-]+)*)\s+\+\s+([^=>→]{2,40}?)\s*(?:=>?|->|→)\s*([\p{L}\d_-]+)\.?$/u.exec(
      text.replaceAll(marks, ''),
    ) ?? []
  if (origin !== undefined) return `${origin} -> ${result!}: ${deed!}`
  // "Allowed transitions: open → late, open → closed"
  const listed = text.replace(/^[^:→>`]{3,60}:\s+(?=[`*_]*[\p{L}\d_-]+[`*_]*\s*(?:->|→|=>))/u, '')
  const pairs = listed === text ? undefined : readMovePairs(listed)
  if (pairs !== undefined && pairs.rest.replace(/^\.$/, '') === '') return listed.replace(/\.$/, '')
  const [, name, ends] =
    /^[`*"]*([A-Za-z][\w-]*)[`*"]*(?::\s*|\s+\()([`*\w"][\w`*",|/ -]*\s*(?:->|→|-->|=>)\s*[`*"\w-]+)\)?\.?$/.exec(text) ?? []
  const [, cause, both] = /^([^:→>`]{3,80}):\s+([^:→>]{1,80}(?:->|→|=>)[^:→>]{1,40})$/u.exec(text) ?? []
  const isEnds =
    both?.split(arrow).every((side) =>
      side
        .replace(/\.$/, '')
        .split(conjunction)
        .every((each) => isState(each.replaceAll(marks, '').trim())),
    ) === true
  if (name === undefined && isEnds && cause?.includes(' ') === true) return `${both!.replace(/\.$/, '')}: ${cause}`
  return name === undefined || ends === undefined || names.test(name) ? text : `${ends}: ${name}`
}

/** "listed (start) → hidden": the mark beside a state means that records start there. */
export function withoutStartMark(text: string, { start }: Words): { readonly text: string; readonly state: string | undefined } {
  const [whole, state, mark] = /^[`*]*([\p{L}][\p{L}\d_-]*)[`*]*\s*(\([^()]*\))(?=\s*(?:-{1,3}>|={1,2}>|→|⇒|➔))/u.exec(text) ?? []
  return whole === undefined || !start.test(mark!)
    ? { text, state: undefined }
    : { text: `${state!}${text.slice(whole.length)}`, state: state! }
}

/** "open -- close --> closed   [end]": the mark behind a move means that records end in its target. */
export function withoutEndMark(text: string, { endMark }: Words): { readonly text: string; readonly isEnd: boolean } {
  const [mark, inside] = arrow.test(text) ? (/(?<=[\p{L}\d_`*])\s+([[(][^[\]()]+[\])])\.?$/u.exec(text) ?? []) : []
  return mark === undefined || !endMark.test(inside!) ? { text, isEnd: false } : { text: text.slice(0, -mark.length), isEnd: true }
}

/** "open or full to under_way: the driver starts": an arrow in words. */
export function convertWordsToArrow(text: string, { joins, fromWord, toWord }: Words): string {
  const state = String.raw`[\x60*_"“]*[\p{L}][\p{L}\d_-]*[\x60*_"”]*`
  const match = new RegExp(
    String.raw`^(?:${fromWord}\s+)?(?!${fromWord}\b)(${state}(?:\s*(?:,|/|,?\s+(?:${joins}))\s*${state})*)\s+${toWord}\s+(${state})\s*(?:[:–—]|\s-)\s+(\S.*)$`,
    'iu',
  ).exec(text)
  if (match === null) {
    // "`open` to `closed` with action close": names in code need no sign behind them.
    const coded = new RegExp(
      String.raw`^(?:${fromWord}\s+)?(\x60[\p{L}\d_-]+\x60(?:(?:\s*[,/]\s*|,?\s+(?:${joins})\s+)\x60[\p{L}\d_-]+\x60)*)\s+${toWord}\s+\x60([\p{L}\d_-]+)\x60(?:[\s.,:–-]+(\S.*)|\.)?$`,
      'isu',
    ).exec(text)
    return coded === null ? text : `${coded[1]!.replaceAll(marks, '')} -> ${coded[2]!}${coded[3] === undefined ? '' : `: ${coded[3]}`}`
  }
  return `${match[1]!.replaceAll(marks, '')} -> ${match[2]!.replaceAll(marks, '')}: ${match[3]!}`
}

/** "When they leave: from `in` to `out` ("leave").": the name of the transition in parentheses. */
export function withNameFirst(text: string, { fromWord, toWord, goesLead }: Words): string {
  const [whole, ...names] = /\s*\((?:["“„](?:\*\*)?([\p{L}\d _-]+)(?:\*\*)?["”“]|\*\*["“„]?([\p{L}\d _-]+)["”“]?\*\*)\)/u.exec(text) ?? []
  const name = names.find((each) => each !== undefined)
  if (whole === undefined || name === undefined || arrow.test(text)) return text
  const rest = text.replace(whole, '')
  const [, lead = '', ends, tail = ''] =
    new RegExp(
      String.raw`^(.*?[:,]\s+|.*?\s)??(${fromWord} \S+(?:(?:,| or| and| oder| und) \S+)* ${toWord} [*_\x60]*[\p{L}\d_-]+[*_\x60]*)(.*)$`,
      'isu',
    ).exec(rest) ?? []
  // "A booking passes from a to b": the words before the states say no more.
  const before = lead.replace(goesLead, '').trim() === '' ? '' : lead
  return ends === undefined || (before !== '' && !/[:,]\s*$/.test(before))
    ? rest
    : `${name}: ${ends}${tail.startsWith('.') || tail === '' ? '' : ' '}${tail} ${before.replace(/[:,]\s*$/, '')}`.trim()
}

/** "A booking passes from `open`:" before the item "to `closed` when …": a sentence with both. */
export function withLead({ label, statement }: FormText, { fromWord, toWord }: Words): string {
  const { kind, text } = statement
  const [, lead, preposition] =
    new RegExp(String.raw`^(.*\b(${fromWord}|${toWord})\s+\S+(?:(?:,| or| and| oder| und) \S+)*?):$`, 'is').exec(label) ?? []
  if (kind !== 'item' || lead === undefined || preposition === undefined) return text
  const isTo = new RegExp(`^${toWord}$`, 'i').test(preposition)
  if (!new RegExp(`^(?:${isTo ? fromWord : toWord})\\b`, 'i').test(text)) return text
  const before = new RegExp(`^(.*)\\b(?=${toWord}\\s+\\S+$)`, 'is').exec(lead)?.[1] ?? ''
  if (!isTo) return `${lead} ${text}`
  // "It passes to `closed`:" before "from `open` when …"
  const [, origin, rest = ''] =
    new RegExp(String.raw`^(${fromWord}\s+\S+(?:(?:,| or| and| oder| und) \S+)*?)(\s.*)?$`, 'is').exec(text) ?? []
  return origin === undefined ? text : `${before}${origin} ${lead.slice(before.length)}${rest}`
}
