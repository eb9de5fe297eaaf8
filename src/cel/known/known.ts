// Facts that hold at a place of an expression, from the tests around it and the names bound there.

import { formsOf, loosenToBoth } from '../bounds.ts'
import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import type { Bounds, TextForm } from '../type.ts'
import { type BoundKeys, type FactKey, findFactKey } from './key.ts'

/** Facts about one value, by its key. */
export type Fact = Bounds & {
  /** True if the member or item is present, or the optional has a value. */
  readonly isPresent?: boolean
  /** Upper bounds relative to sizes, by the key of the size: the value is at most the size plus this number. */
  readonly atMost?: ReadonlyMap<string, bigint>
  readonly forms?: readonly TextForm[]
}

export type Known = {
  readonly facts: ReadonlyMap<string, Fact & { readonly names: ReadonlySet<string> }>
  readonly bound: BoundKeys
  /** Adds the facts that hold after a test evaluated to `value`. */
  readonly learnFrom: (test: Expression, value: boolean, known: Known) => Known
}

export function findFact(key: FactKey | undefined, known: Known): Fact | undefined {
  return key === undefined ? undefined : known.facts.get(key.text)
}

/** The possible texts of an expression; undefined if any text is possible. */
export function findForms(expression: Expression, known: Known): readonly TextForm[] | undefined {
  return findFact(findFactKey(expression, known), known)?.forms ?? formsOf(withoutNull(expression.type))
}

/** Adds a fact about a value; the facts known so far also remain true. */
export function withFact(known: Known, key: FactKey | undefined, fact: Fact): Known {
  if (key === undefined) return known
  const existing = known.facts.get(key.text)
  const facts = new Map(known.facts).set(key.text, { ...mergeFacts(existing ?? {}, fact), names: key.names })
  return { ...known, facts }
}

function mergeFacts(a: Fact, b: Fact): Fact {
  const [least, most] = [chooseGreater(a.least, b.least), chooseLesser(a.most, b.most)]
  return {
    ...a,
    ...b,
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
    ...(a.nonZero || b.nonZero ? { nonZero: true } : {}),
    ...(a.isPresent || b.isPresent ? { isPresent: true } : {}),
    ...(a.atMost && b.atMost ? { atMost: new Map([...a.atMost, ...b.atMost]) } : {}),
  }
}

export function chooseGreater(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a
}

export function chooseLesser(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a
}

/** Facts that hold in both alternatives. */
export function intersectKnown(a: Known, b: Known): Known {
  if (a === b) return a
  const facts = new Map<string, Fact & { readonly names: ReadonlySet<string> }>()
  for (const [key, fact] of a.facts) {
    const other = b.facts.get(key)
    if (other === undefined) continue
    if (fact === other) facts.set(key, fact)
    else {
      const forms = fact.forms && other.forms && { forms: [...fact.forms, ...other.forms] }
      facts.set(key, {
        names: fact.names,
        ...loosenToBoth(fact, other).bounds,
        ...(fact.isPresent && other.isPresent ? { isPresent: true } : {}),
        ...forms,
      })
    }
  }
  return { ...a, facts }
}

/** Removes facts about rebound names, which have other values. */
export function withoutNames(known: Known, names: readonly string[]): Known {
  if (names.length === 0) return known
  const mentions = (of: ReadonlySet<string>): boolean => names.some((name) => of.has(name))
  return {
    ...known,
    facts: new Map([...known.facts].filter(([, fact]) => !mentions(fact.names))),
    bound: new Map([...known.bound].filter(([name, key]) => !names.includes(name) && !mentions(key.names))),
  }
}

export function bindKey(known: Known, name: string, key: FactKey | undefined): Known {
  return key === undefined ? known : { ...known, bound: new Map(known.bound).set(name, key) }
}
