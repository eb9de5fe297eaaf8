// Reads sentences about what callers may do: "The clerk may do everything with boats", "Keepers may read boats and moor them".

import { singularize } from '../../names.ts'
import type { CallerReader } from './caller-clauses.ts'
import { isFormOf } from '../states/triggers.ts'
import type { Words } from '../words.ts'

export type Deed = { readonly name: string; readonly isEverything: boolean; allows(method: string, path: string): boolean }

/** `verbs`: words; none means everything. `things`: collections; none means all. */
type Clause = { readonly verbs: readonly string[]; readonly things: readonly string[] }

/**
 * The deeds of known callers. `open`: the sentence is about what callers may do with the things of the paths, and is not understood as a
 * whole, so that the other sentences do not say all. Undefined for other sentences.
 */
export function readDeeds(text: string, paths: readonly string[], callers: CallerReader, words: Words): Deed | 'open' | undefined {
  const { who, deeds } = (words.mayDeed.exec(text) ?? words.doerItem.exec(text))?.groups ?? {}
  const name = who === undefined ? undefined : callers.callersIn(who)
  if (name === undefined || deeds === undefined) return undefined
  const collections = new Set(paths.map((path) => literalsOf(path)[0] ?? ''))
  const actions = new Set(paths.flatMap((path) => literalsOf(path).slice(1)))
  const isAbout = deeds.split(/[^\p{L}\d_-]+/u).some((word) => collections.has(singularize(word.toLowerCase())))
  const clauses = words.ownOnly.test(text) ? undefined : readClauses(deeds, collections, words)
  const isKnown = clauses?.every(({ verbs }) =>
    verbs.every((verb) => methodsOf(verb, words).length > 0 || [...actions].some((each) => isFormOf(verb, each, words))),
  )
  if (clauses === undefined || isKnown !== true) return isAbout ? 'open' : undefined
  return {
    name,
    isEverything: clauses.some(({ verbs, things }) => verbs.length === 0 && things.length === 0),
    allows: (method, path) => clauses.some((clause) => allows(clause, method, literalsOf(path), words)),
  }
}

function readClauses(deeds: string, collections: ReadonlySet<string>, words: Words): readonly Clause[] | undefined {
  const found: Clause[] = []
  let verbs: string[] = []
  for (const piece of deeds.replace(/\.$/, '').split(words.conjunction)) {
    const [whole, of] = words.everythingWith.exec(piece.trim()) ?? []
    const [, verb = '', object = ''] = whole === undefined ? (/^(\p{L}[\p{L}-]*)(?:\s+(\S.*))?$/u.exec(piece.trim()) ?? []) : []
    const thing = nameThing(of ?? object, collections, words)
    const last = found.at(-1)
    if (whole !== undefined) {
      if (of !== undefined && thing === undefined) return undefined
      found.push({ verbs: [], things: thing === undefined ? [] : [thing] })
    } else if (object === '' && collections.has(singularize(verb.toLowerCase())) && last !== undefined && verbs.length === 0)
      found[found.length - 1] = { ...last, things: [...last.things, singularize(verb.toLowerCase())] }
    else if (object === '') verbs.push(verb)
    else if (words.deedObject.test(object) && last !== undefined) {
      found.push({ verbs: [...verbs, verb], things: last.things })
      verbs = []
    } else if (thing !== undefined) {
      found.push({ verbs: [...verbs, verb], things: [thing] })
      verbs = []
    } else return undefined
  }
  return found.length > 0 && verbs.length === 0 ? found : undefined
}

/** "all the boats" as `boat`, if it is a collection. */
function nameThing(text: string, collections: ReadonlySet<string>, { deedQuantifier }: Words): string | undefined {
  const name = singularize(
    text
      .replace(deedQuantifier, '')
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, ' '),
  )
  return collections.has(name) ? name : undefined
}

function allows({ verbs, things }: Clause, method: string, literals: readonly string[], words: Words): boolean {
  const [first = '', ...more] = literals
  if (things.length > 0 && !things.includes(first)) return false
  if (verbs.length === 0) return true
  return more.length === 0
    ? verbs.some((verb) => methodsOf(verb, words).includes(method))
    : verbs.some((verb) => isFormOf(verb, more.at(-1)!, words))
}

function methodsOf(verb: string, { verbMethods }: Words): readonly string[] {
  return verbMethods.filter(([pattern]) => pattern.test(verb)).flatMap(([, methods]) => methods)
}

/** The literal segments of a path, the collection in the singular. */
function literalsOf(path: string): readonly string[] {
  const [first = '', ...more] = path.split('/').filter((each) => each !== '' && !each.startsWith('{'))
  return [singularize(first.toLowerCase().replaceAll(/[\s_-]+/g, ' ')), ...more]
}
