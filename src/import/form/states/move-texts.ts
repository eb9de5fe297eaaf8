// Reads the moves of a machine in texts: arrows and sentences.

import { normaliseSpelling } from '../../names.ts'
import { draftPlainText } from '../draft.ts'
import { readEmphasisedMoves } from './emphasised-moves.ts'
import { readAlsoFinal, readEndBehind, readFinals } from './final-states.ts'
import { readGivenMove } from './given-moves.ts'
import { readLedStates } from './led-states.ts'
import { type FormMachine, addMove, marks, ownStates } from './machine.ts'
import { arrowReaders, namedMoveReaders } from './move-arrow-texts.ts'
import { rewriteArrow, withNameFirst, withoutEndMark, withoutStartMark, convertWordsToArrow } from './move-arrows.ts'
import { inMoveWords, readEitherMove, sentenceReaders, startReaders } from './move-sentence-texts.ts'
import { type MoveText, takeStart } from './move-text.ts'
import type { Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** "Webhook delivery: pending -> failed": the subject of a line. */
export const ownerPrefix = /^[`*]*(?:(?:an?|the|ein|eine|der|die|das) )?([\p{L}_][\p{L}\d_]*(?: [\p{L}_]+)?)[`*]*:\s/iu

/** Another text than that of the statement, the sentence before it in the same paragraph, and whether it begins with a state, as an item may. */
type Beside = { readonly whole?: string; readonly before?: Statement | undefined; readonly isLed?: boolean }

export function readMoveText(
  machine: FormMachine,
  statement: Statement,
  words: Words,
  { whole = statement.text, before, isLed = statement.kind === 'item' }: Beside = {},
): void {
  if (statement.kind === 'sample' || (isLed && readLedMoves(machine, whole, statement, words))) return
  if (readEitherMove({ machine, whole, words, statement }) || readTestCase(machine, whole, statement, words)) return
  if (readEmphasisedMoves(machine, whole, statement, words)) return
  const parts = whole.replaceAll(marks, '').split(/;\s+(?:and )?/)
  if (parts.length > 1 && parts.some((part) => words.starts.some((pattern) => pattern.test(inMoveWords(part, words))))) {
    for (const part of parts) readMoveText(machine, statement, words, { whole: part, before })
    return
  }
  const labelled = splitLabelledMoves(whole)
  if (labelled.length > 1) {
    for (const part of labelled) readMoveText(machine, statement, words, { whole: part, before })
    return
  }
  const text = prepare(machine, statement, words, whole, before)
  if (readFinals(machine, text.text, statement, words) || readAlsoFinal(machine, text.text, statement, words, before)) return
  for (const read of [...namedMoveReaders, ...startReaders, ...arrowReaders, ...sentenceReaders])
    if (read(text)) return readEndBehind(machine, whole, statement, words)
}

/** "a --send--> b, b --lock--> c": each move with the cause in its arrow. */
function splitLabelledMoves(text: string): readonly string[] {
  const pieces = text.split(new RegExp(String.raw`[,;]\s+(?:and\s+)?(?=[*_\x60]*${labelledArrow})`, 'u'))
  return pieces.every((each) => new RegExp(labelledArrow, 'u').test(each)) ? pieces : [text]
}

const labelledArrow = String.raw`[\p{L}][\p{L}\d_-]*?[*_\x60]*\s*-{1,3}\s?[^\s>→-][^>→,;]*?[^\s>→,;-]\s?-{1,3}>`

/** The first sentence with its moves as arrows, and the others without those about final states. */
function prepare(machine: FormMachine, statement: Statement, words: Words, whole: string, before: Statement | undefined): MoveText {
  const isOwner = new RegExp(`^${machine.resource.name}s?$`, 'i')
  const [first = '', ...more] = whole
    .replaceAll(/\(\*\*([^*()]+)\*\*\)/g, '("$1")')
    .replaceAll(/\*\*/g, '')
    .replace(/;$/, '')
    .replace(ownerPrefix, (found, name: string) => (isOwner.test(normaliseSpelling(name)) ? '' : found))
    .split(sentenceEnd(machine))
  const left = more.filter((each) => !readFinals(machine, each, statement, words))
  const { text: unended, isEnd } = withoutEndMark(first, words)
  const { text: unmarked, state: begin } = withoutStartMark(withNameFirst(unended, words), words)
  if (begin !== undefined) takeStart({ machine, statement, words }, begin)
  const text = rewriteArrow(statement.kind === 'item' ? convertWordsToArrow(unmarked, words) : unmarked, {
    names: isOwner,
    conjunction: words.conjunction,
  })
  const again = (part: string): void => readMoveText(machine, statement, words, { whole: part })
  return { machine, statement, words, before, whole, text, left, isEnd, again }
}

/** A sentence may begin with the name of a state in small letters. */
function sentenceEnd(machine: FormMachine): RegExp {
  const states = [...ownStates(machine)].filter((each) => /^[\w-]+$/.test(each)).join('|')
  return new RegExp(`(?<=[^\\d\\s.][.!])\\s+(?=\\p{Lu}${states === '' ? '' : `|(?:${states})\\s`})`, 'u')
}

/** "parked – where it starts. Can go to driving (check out) or sold (sell)": a state with its next states. */
function readLedMoves(machine: FormMachine, text: string, statement: Statement, words: Words): boolean {
  const led = readLedStates(text, words)
  if (led === undefined) return false
  const { from, isStart, isEnd, targets } = led
  if (isStart) takeStart({ machine, statement, words }, from)
  if (isEnd) machine.finals.set(from, statement)
  for (const { to, trigger } of targets) addMove(machine, { from: [from], to, trigger, guard: '', more: '', statement }, words)
  return true
}

/** "Given an open loan, when …, then it is returned." */
function readTestCase(machine: FormMachine, whole: string, statement: Statement, words: Words): boolean {
  const [test = '', ...beside] = whole.replaceAll('**', '').split(/(?<=[^\d\s.][.!])\s+(?=\p{Lu})/u)
  const given = readGivenMove(test, machine, words)
  if (given === undefined) return false
  addMove(machine, { ...given, guard: '', more: draftPlainText([given.more, ...beside].join(' ').trim()), statement }, words)
  return true
}
