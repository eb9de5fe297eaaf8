// Compares two schemas: does everything that fits the one fit the other? Yes by proof, no by example, otherwise unknown.

import { SeededRandomness } from '../base/clock.ts'
import { type Json, isJsonNumber } from '../base/json.ts'
import { pointer, pointerSteps } from './failure.ts'
import { linker } from './node.ts'
import { type Obligation, proof } from './proof.ts'
import { places } from './place.ts'
import { sampler } from './sample.ts'
import type { Schema } from './schema.ts'
import { compileSchema, standard } from './validate.ts'

export type Comparison = {
  readonly answer: 'yes' | 'no' | 'unknown'
  /** What the second schema asks and the first does not, in the second one's order; empty where the answer is yes. */
  readonly differences: readonly Difference[]
}

type Difference = {
  /** Where in a value: RFC 6901, with `*` for any item, and for any member that is not listed. */
  readonly pointer: string
  readonly keyword: string
  /** What the first schema says of the keyword, where it does. */
  readonly from?: Json
  /** What the second one asks. */
  readonly to?: Json
  /** A value that fits the first schema and not, for this, the second. Without one, it may be that there is none. */
  readonly example?: Json
}

export type Side = { readonly schema: Schema; readonly definitions?: ReadonlyMap<string, Schema> }

/** Values of the first schema that are held against the second where no proof was found. */
const examples = 300

/** Of what fits a value; not of what decoding makes of it. The same two schemas always get the same answer. */
export function compareSchemas(first: Side, second: Side): Comparison {
  const ids = { next: 0 }
  const all = places()
  const [from, to] = [first, second].map(({ schema, definitions }) => all.of([linker(schema, definitions ?? new Map(), ids)(schema)]))
  const open = distinct(proof(all)(from!, to!))
  if (open.length === 0) return { answer: 'yes', differences: [] }
  const found = refuted(first, second, open)
  const differences = open.map((each): Difference => {
    const example = found.find((refused) => explains(refused, each))
    const { path, ...told } = each
    return { pointer: pointer(path), ...told, ...(example === undefined ? {} : { example: example.value }) }
  })
  return { answer: found.length > 0 ? 'no' : 'unknown', differences: found.length > 0 ? told(differences, found) : differences }
}

type Refuted = { readonly path: readonly string[]; readonly keyword: string; readonly value: Json }

/** Values of the first schema that the second refuses, the shortest first, until each obligation is explained. */
function refuted(first: Side, second: Side, open: readonly Obligation[]): Refuted[] {
  const manner = { ...standard, integers: 'safe' } as const
  const names = [...new Set(open.flatMap(({ path }) => path.filter((step) => typeof step === 'string' && step !== '*')))] as string[]
  const source = sampler(first.schema, { ...manner, names, ...(first.definitions && { definitions: first.definitions }) })
  const judge = compileSchema(second.schema, { ...manner, ...(second.definitions && { definitions: second.definitions }) })
  const found: Refuted[] = []
  let fitting = 0
  for (let seed = 0; seed < examples && fitting >= seed / 10 - 3; seed++) {
    const value = source.fitting(new SeededRandomness(seed))
    if (value === undefined) continue
    fitting++
    const failures = judge.decode(value).failures ?? []
    for (const { pointer: at, keyword } of failures) found.push({ path: pointerSteps(at)!, keyword, value })
    if (failures.length > 0 && open.every((each) => found.some((refused) => explains(refused, each)))) break
  }
  return found.toSorted((a, b) => size(a.value) - size(b.value))
}

/** Whether a failure is one of what is asked: at its place by its keyword, or anywhere within where alternatives are asked. */
function explains({ path, keyword }: Refuted, asked: Obligation): boolean {
  const within = ['anyOf', 'oneOf', 'if', 'dependentSchemas'].includes(asked.keyword)
  if (within ? path.length < asked.path.length : path.length !== asked.path.length || keyword !== asked.keyword) return false
  return asked.path.every((step, index) => step === '*' || step === path[index])
}

function size(value: Json): number {
  return JSON.stringify(value, (_, each: Json) => (isJsonNumber(each) ? 0 : each)).length
}

/** Every difference with an example is told; where none has one, what the examples themselves fail for. */
function told(differences: readonly Difference[], found: readonly Refuted[]): readonly Difference[] {
  if (differences.some(({ example }) => example !== undefined)) return differences
  const [first] = found
  return [{ pointer: pointer(first!.path), keyword: first!.keyword, example: first!.value }, ...differences]
}

function distinct(open: readonly Obligation[]): Obligation[] {
  const seen = new Set<string>()
  return open.filter(({ path, keyword }) => {
    const key = `${pointer(path)} ${keyword}`
    return !seen.has(key) && seen.add(key)
  })
}
