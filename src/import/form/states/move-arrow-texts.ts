// Reads texts in which arrows, or the words for them, stand between states.

import { draftPlainText } from '../draft.ts'
import { addMove, arrow, isState, marks, namesOfStates, ownStates } from './machine.ts'
import { readInlineArrows } from './inline-arrows.ts'
import { readChain, readMovePairs } from './move-arrows.ts'
import { type MoveReader, type MoveText, takeMove } from './move-text.ts'

/** "submit: from draft to submitted, by the owner": the name of the transition, its states, and the rest. */
const readNamedMove: MoveReader = (read) => {
  const { text, left, words } = read
  const [, name, sources = '', target, rest = ''] =
    new RegExp(
      String.raw`^[*_\x60]*([\p{L}][\p{L}\d_-]*(?: [\p{L}\d_-]+)?)[*_\x60]*\s*(?::|[–—])\s+${words.fromWord} (.+?) ${words.toWord} ([*_\x60"]*[\p{L}\d_-]+[*_\x60"]*)(.*)$`,
      'isu',
    ).exec(text) ?? []
  const from = namesOfStates(sources, words).map((each) => each.replace(words.article, ''))
  if (name === undefined || target === undefined || from.length === 0 || !from.every(isState)) return false
  takeMove(read, from, target.replaceAll(marks, ''), {
    trigger: name,
    more: draftPlainText(`${rest.replace(/^[\s,;.]+/, '')} ${left.join(' ')}`.trim()),
  })
  return true
}

/** "put on the shelf: (none) => available; supervisor": the cause, both states, and the rest. */
const readCauseFirst: MoveReader = (read) => {
  const { text, left, words, machine } = read
  const [, cause, side = '', end, tail = ''] =
    /^[*_`]*([^:→>=]{2,60}?)[*_`]*:\s+(\S.*?)\s*(?:-{1,3}>|={1,2}>|→|⇒)\s*[*_`"]*([\p{L}][\p{L}\d_-]*)[*_`"]*\s*[;,(–—]\s*(\S.*)$/u.exec(
      text,
    ) ?? []
  const isStart = words.start.test(side.trim())
  if (cause === undefined || end === undefined) return false
  if (!isStart && !namesOfStates(side, words).every((each) => ownStates(machine).has(each.toLowerCase()))) return false
  takeMove(read, isStart ? ['(new)'] : namesOfStates(side, words), end, {
    trigger: isStart ? '' : cause,
    more: draftPlainText(`${tail} ${left.join(' ')}`.trim()),
  })
  return true
}

/** "draft → released (the manager) → sent": each state with the cause of the move to it. */
const readCausedChain: MoveReader = (read) => {
  const chain = readChain(read.text)
  for (const { from, to, trigger } of chain ?? []) takeMove(read, [sourceOf(from, read)], to, { trigger })
  return chain !== undefined
}

/** "a -> b, c -> d: cause": several moves with one cause. */
const readPairs: MoveReader = (read) => {
  const pairs = readMovePairs(read.text)
  for (const { from, to } of pairs?.all ?? []) takeMove(read, [from], to, { trigger: pairs!.rest })
  return pairs !== undefined
}

const readSeveral: MoveReader = (read) => {
  const several = read.text.split(
    /[,;]\s+(?:and\s+)?(?=[`*_]*[A-Za-z][\w-]*[`*_]*(?:\s+(?:or|and|oder|und)\s+[`*_]*[A-Za-z][\w-]*[`*_]*)*\s*(?:->|→|=>))/,
  )
  if (several.length < 2 || !several.every((each) => each.split(arrow).length > 1)) return false
  for (const each of several) read.again(each)
  return true
}

/** "a -> b -> c or d": states without causes; several at one place lead to the next one, or come from the one before. */
const readBareChain: MoveReader = (read) => {
  const { words, machine, statement } = read
  const ends: string[] = read.isEnd ? [read.text.split(arrow).at(-1)!] : []
  const sides = read.text
    .replace(/[.;]$/, '')
    .split(arrow)
    .map((each, index, all) => {
      const [, state, mark] = /^(.*\S)\s+([[(][^[\]()]+[\])])$/.exec(each.trim()) ?? []
      const isEnd = mark !== undefined && index === all.length - 1 && words.endMark.test(mark)
      if (isEnd) ends.push(state!)
      return words.start.test(each.trim()) ? ['(new)'] : namesOfStates(isEnd ? state! : each, words)
    })
  if (sides.length < 3 || !sides.every((names) => names.length > 0 && names.every((each) => each === '(new)' || isState(each))))
    return false
  for (const [index, targets] of sides.entries())
    if (index > 0) for (const to of targets) takeMove(read, sides[index - 1]!, to, { more: '' })
  for (const end of ends) for (const state of namesOfStates(end, words)) machine.finals.set(state, statement)
  return true
}

/** "a -> b (accept) or c (refuse)", "a -> b (pause) and back (resume)": each target with its cause. */
const readCausedTargets: MoveReader = (read) => {
  const { text, words } = read
  const [source = '', behind = '', more] = text.replaceAll(marks, '').replace(/[.;]$/, '').split(arrow)
  const targets = behind
    .split(new RegExp(String.raw`(?<=\))\s*(?:,\s*(?:(?:${words.joins})\s+)?|/\s*|\b(?:${words.joins})\s+)`, 'u'))
    .map((each) => /^([\p{L}][\p{L}\d_-]*)\s*\(([^()]+)\)$/u.exec(each.trim()))
  const from = words.start.test(source.trim()) ? ['(new)'] : namesOfStates(source, words)
  if (
    more !== undefined ||
    targets.length < 2 ||
    targets.includes(null) ||
    from.length === 0 ||
    !from.every((each) => each === '(new)' || isState(each))
  )
    return false
  for (const [index, target] of targets.entries()) {
    const [, to, trigger] = target!
    // "a -> b (pause) and back (resume)"
    const isBack = words.backWord.test(to!)
    if (isBack && (index !== 1 || from.length !== 1 || targets.length !== 2)) return false
    takeMove(read, isBack ? [targets[0]![1]!] : from, isBack ? from[0]! : to!, { trigger: trigger! })
  }
  return true
}

/** "open -> closed: the clerk closes it": both sides of one arrow. */
const readOneArrow: MoveReader = (read) => {
  const { machine, statement, words, left } = read
  const sides = read.text.split(arrow)
  if (sides.length !== 2) return false
  const [source = '', behind = ''] = sides
  const [, to, rest = ''] =
    /^[`*_]*(\p{L}[\p{L}\d_-]*?)[`*_]*(?:\s*[:,(.–]\s*|\s*-\s+|\s+|$)(.*)$/u.exec(
      behind.replace(/^(\S+)\s*\(([^()]*)\)\.?$/, '$1: $2').replace(/^([^[]*?)[:\s]*\[([^[\]]*)\]:?\s*(.*)$/, words.inBrackets),
    ) ?? []
  const origin = source.replaceAll(marks, '').trim()
  const origins = namesOfStates(origin, words)
  const isStart =
    origin === '' || words.start.test(source.trim()) || words.start.test(origin) || /^\p{Extended_Pictographic}\u{FE0F}?$/u.test(origin)
  if (words.endMark.test(behind.trim()) && origins.every(isState)) {
    for (const state of origins) machine.finals.set(state, statement)
    return true
  }
  if (to === undefined || (!isStart && !origins.every(isState))) return true
  const [, cause = rest, condition = ''] = words.guarded.exec(rest) ?? []
  const [trigger = '', ...further] = cause.split(/(?<=[`\p{L}]\.)\s+/u)
  addMove(
    machine,
    {
      from: isStart ? ['(new)'] : origins,
      to,
      trigger: condition === '' ? trigger : cause,
      guard: condition.replace(/\.$/, ''),
      more: draftPlainText([...(condition === '' ? further : []), ...left].join(' ')),
      statement,
    },
    words,
  )
  // "active -> closed: close. final"
  const isFinal = [...further, ...left].some((each) => words.finalRemark.test(each.trim().replace(/[.!]$/, '')))
  if (read.isEnd || (isFinal && isState(to))) machine.finals.set(to, statement)
  return true
}

function sourceOf(state: string, { words }: MoveText): string {
  return words.start.test(state) ? '(new)' : state
}

export const namedMoveReaders: readonly MoveReader[] = [readNamedMove, readCauseFirst]

export const arrowReaders: readonly MoveReader[] = [
  readInlineArrows,
  readCausedChain,
  readCausedTargets,
  readPairs,
  readSeveral,
  readBareChain,
  readOneArrow,
]
