// Reads `CONDITION [SUBJECT] [NAME] [at OPERATION_ID]`. Each word must be in the vocabulary of its condition; `invalid` accepts a member
// and a keyword.

import { type Scalar, spanWithin } from '../document/node.ts'
import { interruptPlace, invalidPlaces } from '../model/conditions.ts'
import type { Word } from '../model/slot.ts'
import { type Failing, failingKeywords } from './failing.ts'
import { type Condition, type ConditionPattern, type PatternProblem, conditions } from './fact.ts'
import { type NameKind, type SubjectKind, conditionTable, isCondition } from './table.ts'

/** The names of a document that a pattern may use, by kind. */
export type Vocabulary = {
  readonly subjects: { readonly [K in SubjectKind]: ReadonlySet<string> }
  readonly names: { readonly [K in Extract<NameKind, string>]: ReadonlySet<string> }
}

/** The place of a pattern: `on` of an entry, `never` of an operation, or `precedence`. */
export type PatternUse = PatternProblem['use']

export type PatternReading = { readonly pattern: ConditionPattern } | { readonly problem: PatternProblem }

type Token = { readonly text: string; readonly start: number; readonly end: number }

export function readConditionPattern(text: string, node: Scalar, use: PatternUse, vocabulary: Vocabulary): PatternReading {
  const reportProblem = (kind: PatternProblem['kind'], word: Token | undefined, candidates: readonly string[]): PatternReading => ({
    problem: {
      kind,
      use,
      pattern: text,
      word: word?.text ?? text,
      span: word ? spanWithin(node, word.start, word.end) : node.span,
      candidates,
    },
  })
  const { head, rest, at } = split(text)
  if (head === undefined || !isCondition(head.text)) {
    // The name of a condition alone, such as `in-stock` for `require in-stock`, is probably meant with it.
    const named = conditions.filter((each) => !('kind' in readWords(each, split(`${each} ${text}`).rest, vocabulary)))
    return reportProblem('unknown-condition', head, [...(head === undefined ? [] : named.map((each) => `${each} ${text}`)), ...conditions])
  }
  const condition = head.text
  const row = conditionTable[condition]
  if (use !== 'on' && (row.service || row.interrupt)) return reportProblem('not-here', head, [])
  if (at !== undefined && row.service) return reportProblem('of-service', at, [])
  if (at !== undefined && !vocabulary.subjects.operation.has(at.text))
    return reportProblem('unknown-operation', at, [...vocabulary.subjects.operation])
  const words = condition === 'invalid' ? readFailing(rest) : readWords(condition, rest, vocabulary)
  if ('kind' in words) return reportProblem(words.kind, words.word, words.candidates)
  if (use === 'precedence' && words.name === interruptPlace && condition === 'invalid') return reportProblem('not-here', rest[0], [])
  // A request's schema is checked at one point, for all its failures.
  if (use !== 'on' && words.failing !== undefined) return reportProblem('not-here', rest.at(-1), [`invalid ${words.name ?? 'body'}`])
  return { pattern: assemblePattern(condition, words, at?.text, node) }
}

/** An operation as subject (`require signIn credentials`) is the operation that it is met at. */
function assemblePattern(condition: Condition, words: Words, at: string | undefined, node: Scalar): ConditionPattern {
  const operation = condition === 'require' ? words.subject : undefined
  const subject = operation === undefined ? words.subject : undefined
  const operationId = at ?? operation
  return {
    condition,
    ...(subject === undefined ? {} : { subject }),
    ...(words.name === undefined ? {} : { name: words.name }),
    ...(words.failing === undefined ? {} : { failing: words.failing }),
    ...(operationId === undefined ? {} : { at: operationId }),
    span: node.span,
  }
}

/** An operation without `operationId` is named by method and path, so `at` takes the rest of the text. */
function split(text: string): { head?: Token; rest: Token[]; at?: Token } {
  const tokens = Array.from(text.matchAll(/\S+/g), (match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
  const [head, ...rest] = tokens
  if (head === undefined) return { rest: [] }
  const index = rest.findIndex((token) => token.text === 'at')
  const [firstToken, lastToken] = [rest[index + 1], rest.at(-1)]
  if (index < 0 || firstToken === undefined || lastToken === undefined) return { head, rest }
  const at = { text: text.slice(firstToken.start, lastToken.end), start: firstToken.start, end: lastToken.end }
  return { head, rest: rest.slice(0, index), at }
}

type Words = { readonly subject?: string; readonly name?: string; readonly failing?: Failing }
type PatternFault = { readonly kind: PatternProblem['kind']; readonly word: Token; readonly candidates: readonly string[] }

/** `invalid [PLACE[.MEMBER]] [KEYWORD]`. */
function readFailing(tokens: readonly Token[]): Words | PatternFault {
  const [first, ...otherTokens] = tokens
  if (first === undefined) return {}
  const [place = '', ...path] = first.text.split('.')
  const isPlace = (invalidPlaces as readonly string[]).includes(place) && !path.includes('')
  const [second, third] = isPlace ? otherTokens : tokens
  if (!isPlace && (otherTokens.length > 0 || !failingKeywords.has(first.text)))
    return { kind: 'unknown-word', word: first, candidates: [...invalidPlaces, ...failingKeywords] }
  if (second !== undefined && !failingKeywords.has(second.text))
    return { kind: 'unknown-word', word: second, candidates: [...failingKeywords] }
  if (third !== undefined) return { kind: 'unknown-word', word: third, candidates: [] }
  const failing: Failing = {
    ...(isPlace && path.length > 0 ? { member: path.join('.') } : {}),
    ...(second === undefined ? {} : { keyword: second.text }),
  }
  return { ...(isPlace ? { name: place } : {}), ...(failing.member === undefined && failing.keyword === undefined ? {} : { failing }) }
}

function readWords(condition: Condition, tokens: readonly Token[], vocabulary: Vocabulary): Words | PatternFault {
  const { subjects, names } = listWords(condition, vocabulary)
  const [first, second, third] = tokens
  if (first === undefined) return {}
  if (third !== undefined) return { kind: 'unknown-word', word: third, candidates: [] }
  const isSubject = subjects.has(first.text)
  if (second !== undefined) {
    if (!isSubject) return { kind: 'unknown-word', word: first, candidates: [...subjects] }
    if (!names.has(second.text)) return { kind: 'unknown-word', word: second, candidates: [...names] }
    return { subject: first.text, name: second.text }
  }
  const isName = names.has(first.text)
  if (isSubject && isName) return { kind: 'ambiguous-word', word: first, candidates: [] }
  if (!isSubject && !isName) return { kind: 'unknown-word', word: first, candidates: [...subjects, ...names] }
  return isSubject ? { subject: first.text } : { name: first.text }
}

type ConditionWords = { readonly subjects: ReadonlySet<string>; readonly names: ReadonlySet<string> }

const cache = new WeakMap<Vocabulary, Map<Condition, ConditionWords>>()

/** The words that can narrow a condition; cached. */
function listWords(condition: Condition, vocabulary: Vocabulary): ConditionWords {
  return cache
    .getOrInsertComputed(vocabulary, () => new Map())
    .getOrInsertComputed(condition, () => {
      const row = conditionTable[condition]
      const subjects = row.subjects.flatMap((kind) => [...vocabulary.subjects[kind]])
      const names = row.names.flatMap((kind) => (typeof kind === 'string' ? [...vocabulary.names[kind]] : kind.words))
      return { subjects: new Set(subjects), names: new Set(names) }
    })
}

/** The patterns of a list of words, and what could not be read. */
export function readPatterns(
  words: readonly Word[],
  use: PatternUse,
  vocabulary: Vocabulary,
): { patterns: ConditionPattern[]; problems: PatternProblem[] } {
  const patterns: ConditionPattern[] = []
  const problems: PatternProblem[] = []
  for (const { text, node } of words) {
    const reading = readConditionPattern(text, node, use, vocabulary)
    if ('pattern' in reading) patterns.push(reading.pattern)
    else problems.push(reading.problem)
  }
  return { patterns, problems }
}
