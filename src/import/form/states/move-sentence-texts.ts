// Reads sentences in which verbs stand between states.

import { draftPlainText } from '../draft.ts'
import { addMove, isState, marks, namesOfStates, ownStates } from './machine.ts'
import { readMoves, readNamedSteps, readNextState } from './move-sentences.ts'
import { type MoveReader, type MoveText, takeMove, takeStart } from './move-text.ts'
import type { Words } from '../words.ts'

/** "A loan is open at first." */
const readStart: MoveReader = (read) => {
  const plain = inMoveWords(read.text, read.words)
  const state = read.words.starts.map((pattern) => pattern.exec(plain)?.[1]).find((each) => each !== undefined)
  if (state !== undefined) takeStart(read, state)
  return state !== undefined
}

/** "closed: from open, when the clerk closes it": a state with those before it. */
const readEntered: MoveReader = (read) => {
  const { words, whole } = read
  const [, entered, sources = '', why = ''] = words.stateFrom.exec(inMoveWords(read.text, words)) ?? []
  const origins = namesOfStates(sources.replace(words.article, ''), words)
  if (entered !== undefined && origins.length > 0 && origins.every(isState)) {
    takeMove(read, origins, entered, { trigger: why, more: draftPlainText(read.left.join(' ')) })
    return true
  }
  const begun = words.stateStart.exec(whole)?.[1]
  if (begun !== undefined) takeStart(read, begun)
  return begun !== undefined
}

/** "It becomes late after a week": the state after that of the sentence before. */
const readNext: MoveReader = (read) => {
  const { machine, before, text, words } = read
  const led = machine.moves.filter((move) => move.statement === before)
  if (led.length !== 1) return false
  const states = ownStates(machine)
  const named = readNamedSteps(text, led[0]!.to, states, words)
  for (const each of named) takeMove(read, [each.from], each.to, { trigger: each.trigger, more: draftPlainText(read.left.join(' ')) })
  if (named.length > 0) return true
  const only = readNextState(text, states, words)
  // "It is under way, and when he finishes it, it is done": each clause leaves the state of the one before.
  const all = only === undefined ? text.split(words.clauseOfMoves).map((clause) => readNextState(clause, states, words)) : [only]
  const steps = all.filter((each) => each !== undefined)
  const passed = [led[0]!.to, ...steps.map(({ to }) => to)]
  if (steps.length < all.length || new Set(passed).size < passed.length) return false
  for (const [index, { to, trigger }] of steps.entries())
    addMove(
      machine,
      {
        from: [passed[index]!],
        to,
        trigger,
        guard: '',
        more: draftPlainText(read.left.join(' ')),
        statement: read.statement,
        ...(index === 0 ? { after: led[0]! } : {}),
      },
      words,
    )
  return true
}

/** "From either of the two it can be withdrawn": the only two states so far lead to the one that the sentence names. */
export function readEitherMove({ machine, whole, words, statement }: Pick<MoveText, 'machine' | 'whole' | 'words' | 'statement'>): boolean {
  const [clause = ''] = whole.replaceAll(marks, '').replace(/\.$/, '').split(/;\s/)
  const lead = words.eitherState.exec(clause)
  const before = [...new Set(machine.moves.flatMap(({ from, to }) => [...from, to]))].filter((state) => state !== '(new)')
  if (lead === null || before.length !== 2) return false
  const trigger = clause.slice(lead[0].length)
  const named = [...new Set(trigger.toLowerCase().split(/[^\p{L}\d_-]+/u))].filter(
    (word) => ownStates(machine).has(word) && !before.some((state) => state.toLowerCase() === word),
  )
  if (named.length !== 1) return false
  addMove(machine, { from: before, to: named[0]!, trigger, guard: '', more: draftPlainText(whole), statement }, words)
  return true
}

/** The moves that the names of states in a sentence show; each further move of the sentence is read on its own. */
const readSaidMoves: MoveReader = (read) => {
  const { machine, statement, words, text, left } = read
  const [sentence = '', ...others] = splitMoves(text, words)
  for (const each of others) read.again(each)
  const known = ownStates(machine)
  const unguarded = readMoves(sentence, known, words)
  // "a new loan becomes open, only if the desk is staffed": the condition may name a state of another resource.
  const [, main = sentence, condition = ''] = unguarded.length > 0 ? [] : (words.guarded.exec(sentence) ?? [])
  const all = main === sentence ? unguarded : readMoves(main, known, words)
  if (all.length < 2 && readWordedMove(sentence, read)) return true
  for (const { from, to, trigger: said } of all) {
    const [, trigger = said, guard = condition.replace(/\.$/, '')] = words.guarded.exec(said) ?? []
    addMove(machine, { from, to, trigger, guard, more: draftPlainText([text, ...left].join(' ')), statement }, words)
  }
  return all.length > 0
}

/** A sentence in one of the usual wordings of a move. */
function readWordedMove(sentence: string, { machine, statement, words, text, left }: MoveText): boolean {
  const known = ownStates(machine)
  const listed = machine.states.of(machine.resource).map((each) => each.toLowerCase())
  const allowed = listed.length > 0 ? listed : [...machine.states.all]
  const isListed = (names: readonly string[]): boolean =>
    allowed.length < 2 || names.every((each) => allowed.includes(each.replaceAll(marks, '').replace(words.article, '').toLowerCase()))
  for (const pattern of words.moves) {
    const { from, to, trigger: said = '' } = pattern.exec(sentence)?.groups ?? {}
    if (from === undefined || to === undefined || !isListed([...namesOfStates(from, words), to])) continue
    const [, trigger = said, guard = ''] = words.guarded.exec(said) ?? []
    const more = [words.requirement.test(said) ? '' : draftPlainText(text), ...left]
      .filter((each) => each !== '')
      .map(draftPlainText)
      .join(' ')
    const origins = namesOfStates(from, words)
      .map((each) => each.replace(words.article, ''))
      .map((each) => (known.has(each.toLowerCase()) && !known.has(each) ? each.toLowerCase() : each))
    addMove(machine, { from: origins, to: to.replaceAll(marks, ''), trigger, guard, more, statement }, words)
    return true
  }
  return false
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
export function inMoveWords(text: string, { moveWords }: Words): string {
  return moveWords.reduce((all, [pattern, by]) => all.replace(pattern, by), text)
}

export const startReaders: readonly MoveReader[] = [readStart, readEntered]

export const sentenceReaders: readonly MoveReader[] = [readNext, readSaidMoves]
