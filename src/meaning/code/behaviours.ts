// Code that part 1 declares, as the interpreter knows it: what it is held against, and what whoever runs it says of a run.

import type { Json } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Behaviour } from '../../model/service.ts'
import { type Decoder, compileSchema } from '../../schema/validate.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { behaviourNamed, inputOfBehaviour, outputOfBehaviour } from '../../typing/behaviour.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Takes } from './given.ts'

/** What became of a run: `late` is beyond its `timeout`; `broken` is everything that the document does not declare. */
export type Outcome =
  | { readonly kind: 'done'; readonly output: Json }
  | { readonly kind: 'failed'; readonly name: string; readonly data: Json }
  | { readonly kind: 'late'; readonly limit: number }
  | { readonly kind: 'broken'; readonly report: string }

/** Runs a behaviour by its name; never rejects. */
export type Code = { run(name: string, input: Json): Promise<Outcome> }

export type BehaviourInfo = { readonly slots: Behaviour; readonly input?: Takes; readonly output?: Decoder; readonly type?: Type }

export function behaviourInfo(name: string, domain: Domain): BehaviourInfo {
  const slots = behaviourNamed(name, domain)
  if (slots === undefined) throw new Error(`there is no behaviour ${name}`)
  const definitions = definitionsOf(domain)
  const compiled = (said: { readonly schema: Schema } | undefined): Decoder | undefined => said && compileSchema(said.schema, { definitions, readOnly: 'keep', unlisted: 'keep', defaults: 'fill' })
  const [input, output] = [inputOfBehaviour(name, domain), outputOfBehaviour(name, domain)]
  return {
    slots,
    ...(input === undefined ? {} : { input: { decoder: compiled(input)!, type: input.type } }),
    ...(output === undefined ? {} : { output: compiled(output)!, type: output.type }),
  }
}
