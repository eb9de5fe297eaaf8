// Behaviours that part 1 declares: their declared types, and the possible results of a run.

import type { Json } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Behaviour } from '../../model/service.ts'
import { type Decoder, compileSchema } from '../../schema/validate.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { findBehaviour, findBehaviourInput, findBehaviourOutput } from '../../typing/behaviour.ts'
import type { Domain } from '../../typing/domain.ts'
import type { TypedDecoder } from './decode-input.ts'

/** The result of a run: `late` exceeded its `timeout`; `broken` is anything undeclared. */
export type BehaviourOutcome =
  | { readonly kind: 'done'; readonly output: Json }
  | { readonly kind: 'failed'; readonly name: string; readonly data: Json }
  | { readonly kind: 'late'; readonly limit: number }
  | { readonly kind: 'broken'; readonly report: string }

/** Runs a behaviour by its name; never rejects. */
export type BehaviourRunner = { run(name: string, input: Json): Promise<BehaviourOutcome> }

export type BehaviourInfo = { readonly slots: Behaviour; readonly input?: TypedDecoder; readonly output?: Decoder; readonly type?: Type }

export function makeBehaviourInfo(name: string, domain: Domain): BehaviourInfo {
  const slots = findBehaviour(name, domain)
  if (slots === undefined) throw new Error(`there is no behaviour ${name}`)
  const definitions = definitionsOf(domain)
  const compileDecoder = (typed: { readonly schema: Schema } | undefined): Decoder | undefined =>
    typed && compileSchema(typed.schema, { definitions, readOnly: 'keep', unlisted: 'keep', defaults: 'fill' })
  const [input, output] = [findBehaviourInput(name, domain), findBehaviourOutput(name, domain)]
  return {
    slots,
    ...(input === undefined ? {} : { input: { decoder: compileDecoder(input)!, type: input.type } }),
    ...(output === undefined ? {} : { output: compileDecoder(output)!, type: output.type }),
  }
}
