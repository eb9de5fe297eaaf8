// Reads the moves of a machine in texts: arrows and sentences.

import { draftPlainText } from './draft.ts'
import { type FormMachine, addMove, arrow, isState, marks, namesOfStates, ownStates } from './machine.ts'
import {
  rewriteArrow,
  readChain,
  readMovePairs,
  withNameFirst,
  withoutEndMark,
  withoutStartMark,
  convertWordsToArrow,
} from './move-arrows.ts'
import { readGivenMove } from './given-moves.ts'
import { readLedStates } from './led-states.ts'
import { readMoves, readNextState } from './move-sentences.ts'
import type { Statement } from './statement.ts'
import type { Words } from './words.ts'

/** "Webhook delivery: pending -> failed": the subject of a line. */
export const ownerPrefix = /^[`*]*(?:(?:an?|the|ein|eine|der|die|das) )?([\p{L}_][\p{L}\d_]*(?: [\p{L}_]+)?)[`*]*:\s/iu

/** Reads "paid and waived are final"; true if the text states only that. */
export function readFinals(machine: FormMachine, text: string, statement: Statement, words: Words): boolean {
  for (const pattern of words.final) {
    const [, names] = pattern.exec(text) ?? []
    const states = (
      names === undefined
        ? []
        : namesOfStates(
            names
              .replace(/\.\s.*$|\.$/g, '')
              .replace(words.finalLead, '')
              .replaceAll(new RegExp(`(?<=\\w)\\s+${machine.resource.name}s?(?=$|,|\\s+(?:${words.joins})\\b)`, 'gi'), ''),
            words,
          ).map((each) => each.replace(words.article, ''))
    ).map((each) => (each.toLowerCase() === each || each.toUpperCase() === each ? each : each.toLowerCase()))
    if (states.length === 0 || !states.every(isState)) continue
    for (const state of states) machine.finals.set(state, statement)
    return true
  }
  return false
}

/** "Withdrawn also", behind a sentence that says only which states are final. */
function readAlsoFinal(machine: FormMachine, text: string, statement: Statement, words: Words, before: Statement | undefined): boolean {
  const { one, other } = words.alsoFinal.exec(text)?.groups ?? {}
  const states = namesOfStates(one ?? other ?? '', words).map((each) => each.replace(words.article, '').toLowerCase())
  const isFinal = before !== undefined && [...machine.finals.values()].includes(before)
  if (!isFinal || states.length === 0 || !states.every((each) => ownStates(machine).has(each))) return false
  for (const state of states) machine.finals.set(state, statement)
  return true
}

/** "parked – where it starts. Can go to driving (check out) or sold (sell)": a state with its next states. */
function readLedMoves(machine: FormMachine, text: string, statement: Statement, words: Words): boolean {
  const led = readLedStates(text, words)
  if (led === undefined) return false
  const { from, isStart, isEnd, targets } = led
  if (isStart) addMove(machine, { from: ['(new)'], to: from, trigger: '', guard: '', more: '', statement }, words)
  if (isEnd) machine.finals.set(from, statement)
  for (const { to, trigger } of targets) addMove(machine, { from: [from], to, trigger, guard: '', more: '', statement }, words)
  return true
}

/** "From either of the two it can be withdrawn": the only two states so far lead to the one that the sentence names. */
function readEitherMove(
  machine: FormMachine,
  text: string,
  words: Words,
): { readonly from: readonly string[]; readonly to: string; readonly trigger: string } | undefined {
  const [clause = ''] = text.replaceAll(marks, '').replace(/\.$/, '').split(/;\s/)
  const behind = words.eitherState.exec(clause)
  const before = [...new Set(machine.moves.flatMap(({ from, to }) => [...from, to]))].filter((state) => state !== '(new)')
  if (behind === null || before.length !== 2) return undefined
  const named = [
    ...new Set(
      clause
        .slice(behind[0].length)
        .toLowerCase()
        .split(/[^\p{L}\d_-]+/u),
    ),
  ].filter((word) => ownStates(machine).has(word) && !before.some((state) => state.toLowerCase() === word))
  return named.length === 1 ? { from: before, to: named[0]!, trigger: clause.slice(behind[0].length) } : undefined
}

/** `before`: the sentence before it in the same paragraph. `isLed`: the text begins with a state, as an item may. */
export function readMoveText(
  machine: FormMachine,
  statement: Statement,
  words: Words,
  whole: string = statement.text,
  before?: Statement,
  isLed = statement.kind === 'item',
): void {
  if (statement.kind === 'sample' || (isLed && readLedMoves(machine, whole, statement, words))) return
  const either = readEitherMove(machine, whole, words)
  if (either !== undefined) return addMove(machine, { ...either, guard: '', more: draftPlainText(whole), statement }, words)
  const [test = '', ...besideTest] = whole.replaceAll('**', '').split(/(?<=[^\d\s.][.!])\s+(?=\p{Lu})/u)
  const given = readGivenMove(test, machine, words)
  if (given !== undefined)
    return addMove(machine, { ...given, guard: '', more: draftPlainText([given.more, ...besideTest].join(' ').trim()), statement }, words)
  const parts = whole.replaceAll(marks, '').split(/;\s+(?:and )?/)
  if (parts.length > 1 && parts.some((part) => words.starts.some((pattern) => pattern.test(inMoveWords(part, words))))) {
    for (const part of parts) readMoveText(machine, statement, words, part, before)
    return
  }
  const [first, ...more] = whole
    .replaceAll(/\(\*\*([^*()]+)\*\*\)/g, '("$1")')
    .replaceAll(/\*\*/g, '')
    .replace(ownerPrefix, (found, name: string) =>
      new RegExp(`^${machine.resource.name}s?$`, 'i').test(name.replaceAll(/[\s_]/g, '')) ? '' : found,
    )
    .split(/(?<=[^\d\s.][.!])\s+(?=\p{Lu})/u)
  const left = more.filter((each) => !readFinals(machine, each, statement, words))
  const { text: unended, isEnd } = withoutEndMark(first ?? '', words)
  const { text: unmarked, state: begin } = withoutStartMark(withNameFirst(unended, words), words)
  if (begin !== undefined) addMove(machine, { from: ['(new)'], to: begin, trigger: '', guard: '', more: '', statement }, words)
  const text = rewriteArrow(statement.kind === 'item' ? convertWordsToArrow(unmarked, words) : unmarked, {
    names: new RegExp(`^${machine.resource.name}s?$`, 'i'),
    conjunction: words.conjunction,
  })
  if (readFinals(machine, text, statement, words) || readAlsoFinal(machine, text, statement, words, before)) return
  // "submit: from draft to submitted, by the owner": the name of the transition, its states, and the rest.
  const [, name, sources0 = '', target, rest0 = ''] =
    new RegExp(
      String.raw`^[*_\x60]*([\p{L}][\p{L}\d_-]*(?: [\p{L}\d_-]+)?)[*_\x60]*\s*(?::|[–—])\s+${words.fromWord} (.+?) ${words.toWord} ([*_\x60"]*[\p{L}\d_-]+[*_\x60"]*)(.*)$`,
      'isu',
    ).exec(text) ?? []
  const from0 = namesOfStates(sources0, words).map((each) => each.replace(words.article, ''))
  if (name !== undefined && target !== undefined && from0.length > 0 && from0.every(isState)) {
    return addMove(
      machine,
      {
        from: from0,
        to: target.replaceAll(marks, ''),
        trigger: name,
        guard: '',
        more: draftPlainText(`${rest0.replace(/^[\s,;.]+/, '')} ${left.join(' ')}`.trim()),
        statement,
      },
      words,
    )
  }
  // "put on the shelf: (none) => available; supervisor": the cause, both states, and the rest.
  const [, cause0, side0 = '', end0, tail0 = ''] =
    /^[*_`]*([^:→>=]{2,60}?)[*_`]*:\s+(\S.*?)\s*(?:-{1,3}>|={1,2}>|→|⇒)\s*[*_`"]*([\p{L}][\p{L}\d_-]*)[*_`"]*\s*[;,(–—]\s*(\S.*)$/u.exec(
      text,
    ) ?? []
  const start0 = words.start.test(side0.trim())
  if (
    cause0 !== undefined &&
    end0 !== undefined &&
    (start0 || namesOfStates(side0, words).every((each) => ownStates(machine).has(each.toLowerCase())))
  ) {
    return addMove(
      machine,
      {
        from: start0 ? ['(new)'] : namesOfStates(side0, words),
        to: end0,
        trigger: start0 ? '' : cause0,
        guard: '',
        more: draftPlainText(`${tail0} ${left.join(' ')}`.trim()),
        statement,
      },
      words,
    )
  }
  const plain = inMoveWords(text, words)
  for (const pattern of words.starts) {
    const [, state] = pattern.exec(plain) ?? []
    if (state !== undefined) return addMove(machine, { from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement }, words)
  }
  const [, entered, sources = '', why = ''] = words.stateFrom.exec(plain) ?? []
  const origins = namesOfStates(sources.replace(words.article, ''), words)
  if (entered !== undefined && origins.length > 0 && origins.every(isState)) {
    addMove(machine, { from: origins, to: entered, trigger: why, guard: '', more: draftPlainText(left.join(' ')), statement }, words)
    return
  }
  const begun = words.stateStart.exec(whole)?.[1]
  if (begun !== undefined) return addMove(machine, { from: ['(new)'], to: begun, trigger: '', guard: '', more: '', statement }, words)
  const chain = readChain(text)
  if (chain !== undefined) {
    for (const { from, to, trigger } of chain)
      addMove(
        machine,
        { from: [words.start.test(from) ? '(new)' : from], to, trigger, guard: '', more: draftPlainText(left.join(' ')), statement },
        words,
      )
    return
  }
  const pairs = readMovePairs(text)
  if (pairs !== undefined) {
    for (const { from, to } of pairs.all)
      addMove(machine, { from: [from], to, trigger: pairs.rest, guard: '', more: draftPlainText(left.join(' ')), statement }, words)
    return
  }
  const several = text.split(
    /[,;]\s+(?:and\s+)?(?=[`*_]*[A-Za-z][\w-]*[`*_]*(?:\s+(?:or|and|oder|und)\s+[`*_]*[A-Za-z][\w-]*[`*_]*)*\s*(?:->|→|=>))/,
  )
  if (several.length > 1 && several.every((each) => each.split(arrow).length === 2)) {
    for (const each of several) readMoveText(machine, statement, words, each)
    return
  }
  const sides = text.split(arrow)
  if (
    sides.length > 2 &&
    sides.every((each) => isState(each.replaceAll(marks, '').replace(/\.$/, '').trim()) || words.start.test(each.trim()))
  ) {
    const states = sides.map((each) => each.replaceAll(marks, '').replace(/\.$/, '').trim())
    for (const [index, to] of states.entries())
      if (index > 0)
        addMove(
          machine,
          { from: [words.start.test(states[index - 1]!) ? '(new)' : states[index - 1]!], to, trigger: '', guard: '', more: '', statement },
          words,
        )
    return
  }
  if (sides.length === 2) {
    const [, to, rest = ''] =
      /^[`*_]*(\p{L}[\p{L}\d_-]*?)[`*_]*(?:\s*[:,(.–]\s*|\s*-\s+|\s+|$)(.*)$/u.exec(
        sides[1]!.replace(/^(\S+)\s*\(([^()]*)\)\.?$/, '$1: $2').replace(/^([^[]*?)[:\s]*\[([^[\]]*)\]:?\s*(.*)$/, words.inBrackets),
      ) ?? []
    const origin = sides[0]!.replaceAll(marks, '').trim()
    const isStart =
      origin === '' ||
      words.start.test(sides[0]!.trim()) ||
      words.start.test(origin) ||
      /^\p{Extended_Pictographic}\u{FE0F}?$/u.test(origin)
    if (words.endMark.test(sides[1]!.trim()) && namesOfStates(origin, words).every(isState)) {
      for (const state of namesOfStates(origin, words)) machine.finals.set(state, statement)
      return
    }
    if (to === undefined || (!isStart && !namesOfStates(origin, words).every(isState))) return
    const [, cause = rest, condition = ''] = words.guarded.exec(rest) ?? []
    const [trigger, ...further] = cause.split(/(?<=[`\p{L}]\.)\s+/u)
    const rests = [...(condition === '' ? further : []), ...left]
    addMove(
      machine,
      {
        from: isStart ? ['(new)'] : namesOfStates(origin, words),
        to,
        trigger: condition === '' ? (trigger ?? '') : cause,
        guard: condition.replace(/\.$/, ''),
        more: draftPlainText(rests.join(' ')),
        statement,
      },
      words,
    )
    if (isEnd) machine.finals.set(to, statement)
    return
  }
  const led = machine.moves.filter((move) => move.statement === before)
  const next = led.length === 1 ? readNextState(text, ownStates(machine), words) : undefined
  if (next !== undefined && next.to !== led[0]!.to)
    return addMove(
      machine,
      { from: [led[0]!.to], to: next.to, trigger: next.trigger, guard: '', more: draftPlainText(left.join(' ')), statement },
      words,
    )
  const [sentence = '', ...others] = splitMoves(text, words)
  for (const each of others) readMoveText(machine, statement, words, each)
  const known = ownStates(machine)
  const unguarded = readMoves(sentence, known, words)
  // "a new loan becomes open, only if the desk is staffed": the condition may name a state of another resource.
  const [, main = sentence, condition = ''] = unguarded.length > 0 ? [] : (words.guarded.exec(sentence) ?? [])
  const all = main === sentence ? unguarded : readMoves(main, known, words)
  const listed = machine.states.of(machine.resource).map((each) => each.toLowerCase())
  const allowed = listed.length > 0 ? listed : [...machine.states.all]
  const isListed = (names: readonly string[]): boolean =>
    allowed.length < 2 || names.every((each) => allowed.includes(each.replaceAll(marks, '').replace(words.article, '').toLowerCase()))
  for (const pattern of all.length > 1 ? [] : words.moves) {
    const { from, to, trigger: said = '' } = pattern.exec(sentence)?.groups ?? {}
    if (from === undefined || to === undefined || !isListed([...namesOfStates(from, words), to])) continue
    const [, trigger = said, guard = ''] = words.guarded.exec(said) ?? []
    const more = [words.requirement.test(said) ? '' : draftPlainText(text), ...left]
      .filter((each) => each !== '')
      .map(draftPlainText)
      .join(' ')
    addMove(
      machine,
      {
        from: namesOfStates(from, words)
          .map((each) => each.replace(words.article, ''))
          .map((each) => (known.has(each.toLowerCase()) && !known.has(each) ? each.toLowerCase() : each)),
        to: to.replaceAll(marks, ''),
        trigger,
        guard,
        more,
        statement,
      },
      words,
    )
    return
  }
  for (const { from, to, trigger: said } of all) {
    const [, trigger = said, guard = condition.replace(/\.$/, '')] = words.guarded.exec(said) ?? []
    addMove(machine, { from, to, trigger, guard, more: draftPlainText([text, ...left].join(' ')), statement }, words)
  }
}

/** "from a to b when …, and from b to c": a sentence for each move. */
function splitMoves(text: string, words: Words): string[] {
  const [first = '', ...more] = text.split(words.moveJoin)
  return [first, ...more.map((each) => `${words.itMoves} ${each}`)].flatMap((each) => {
    // "to b or to c" names two targets.
    const plain = inMoveWords(each, words)
    const [, before, one, other, behind] = words.twoTargets.exec(plain) ?? []
    return before === undefined ? [plain] : [`${before}${one}${behind}`, `${before}${other}${behind}`]
  })
}

/** Rewrites a sentence with the usual verbs and without filler words. */
function inMoveWords(text: string, { moveWords }: Words): string {
  return moveWords.reduce((all, [pattern, by]) => all.replace(pattern, by), text)
}
