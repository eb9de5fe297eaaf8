// Builds the classes of malformed requests and boundary values.

import { type Operation } from '../../model/model.ts'
import type { Case } from '../explore/case.ts'
import { combineForms } from '../explore/combined-bounds.ts'
import { buildCombinedForms, queryForms, buildRefusedTwiceForms, buildTamperedForms } from '../explore/combined.ts'
import { type RequestForm, buildBodyForms, buildWireForms } from '../explore/forms.ts'
import { buildPairForms } from '../explore/pair-forms.ts'
import { buildSelectionForms } from '../explore/selections.ts'
import { buildForeignVersionForms, buildNeighbourForms } from '../explore/stray-forms.ts'
import { fillCreation } from './full-creation.ts'
import { interleave } from '../interleave.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { RequestStep } from '../step.ts'

/** A form in place of the usual request after a sequence. */
export type FormPlay = {
  readonly operation: Operation
  readonly prefix: readonly RequestStep[]
  readonly usual: RequestStep
  /** The outcome of the usual request; a success if absent. */
  readonly outcome?: string
  readonly form: RequestForm
}

type Base = VerifyPlan['bases'][number]

export type FormClass = {
  readonly name: string
  /** The forms of an operation, from its usual sequence. */
  listPlays(base: Base): Iterable<FormPlay>
}

/** Bodies at the bounds of members, and beyond one. */
export function makeClassOfBounds(run: VerifyRun): FormClass & { count(base: Base): number } {
  const name = 'bounds of members'
  const listBounds = (base: Base): readonly RequestForm[] => listBodyForms(run, name, base).filter(isOfBound)
  return {
    name,
    listPlays(base) {
      const forms = listBounds(base)
      const { combined, others } = combineForms(forms.filter(isAtBound))
      return toPlays(base, [...combined, ...mixMembers([...others, ...forms.filter((form) => !isAtBound(form))])])
    },
    count: (base) => new Set(listBounds(base).map(({ name: own, kind = own }) => kind)).size,
  }
}

/** Other malformed requests, the order of refusals, and rules of HTTP that hold for every operation. */
export function listClassesOfMistakes(run: VerifyRun, plan: VerifyPlan): readonly FormClass[] {
  const { session } = run
  const { compiled } = session
  const sourcesOf = (name: string, { operation }: Base) =>
    [makeCandidates(run, name), session.randomness(`${name} ${operation.id}`)] as const
  return [
    {
      name: 'other bodies',
      listPlays: (base) =>
        toPlays(base, [
          ...buildPairForms(base.operation, usualOf(base), compiled),
          ...mixMembers(listBodyForms(run, 'other bodies', base).filter((form) => !isOfBound(form))),
        ]),
    },
    {
      name: 'parameters',
      listPlays: (base) => toPlays(base, queryForms(base.operation, usualOf(base), compiled, ...sourcesOf('parameters', base))),
    },
    {
      name: 'selected members',
      // Of a record that has all members, and then of one that lacks some.
      *listPlays(base) {
        const forms = buildSelectionForms(base.operation, usualOf(base), compiled)
        const full = forms.length === 0 ? undefined : fillCreation(run, plan, base)
        if (full !== undefined) yield* toPlays({ ...base, steps: full.steps }, forms)
        yield* toPlays(base, forms)
      },
    },
    {
      name: 'the order of refusals',
      *listPlays(base) {
        const forms = buildCombinedForms(base.operation, usualOf(base), compiled, ...sourcesOf('mistakes', base), session.names)
        yield* toPlays(base, forms)
        yield* listPlaysOfRefused(run, plan, base.operation)
      },
    },
    {
      name: 'credentials and rules of HTTP',
      listPlays: (base) =>
        toPlays(base, [
          ...buildTamperedForms(base.operation, usualOf(base), compiled),
          ...buildWireForms(base.operation, usualOf(base), compiled),
          ...buildNeighbourForms(base.operation, usualOf(base)),
          ...buildForeignVersionForms(base.operation, usualOf(base), compiled),
        ]),
    },
  ]
}

const isAtBound = ({ name }: RequestForm): boolean => name.startsWith('at the bound')
const isOfBound = (form: RequestForm): boolean => isAtBound(form) || form.name.startsWith('refused: ')
const usualOf = ({ steps }: Base): RequestStep => steps.at(-1)!

function toPlays(base: Base, forms: readonly RequestForm[]): readonly FormPlay[] {
  return forms.map((form) => ({ operation: base.operation, prefix: base.steps.slice(0, -1), usual: usualOf(base), form }))
}

function listBodyForms(run: VerifyRun, name: string, base: Base): readonly RequestForm[] {
  const { session } = run
  const randomness = session.randomness(`${name} ${base.operation.id}`)
  return buildBodyForms(base.operation, usualOf(base), session.compiled, makeCandidates(run, name), randomness)
}

/** Refused requests with another mistake: part 7 says which refusal answers. */
function* listPlaysOfRefused(run: VerifyRun, plan: VerifyPlan, operation: Operation): Iterable<FormPlay> {
  const { session } = run
  const sources = [makeCandidates(run, 'refused'), session.randomness(`refused ${operation.id}`)] as const
  for (const refused of listRefusedCases(plan, operation)) {
    const { outcome } = refused
    const [prefix, last] = [refused.steps.slice(0, -1), refused.steps.at(-1)!]
    const forms = buildRefusedTwiceForms(operation, last, session.compiled, ...sources, session.names)
    for (const { name, kind = name, isOfResource: _, ...form } of forms)
      yield { operation, prefix, usual: last, outcome, form: { ...form, name: `${outcome}, and ${name}`, kind: `${outcome}, and ${kind}` } }
  }
}

/** A form of each member of the body, then another of each. */
function mixMembers(forms: readonly RequestForm[]): readonly RequestForm[] {
  return interleave([...Map.groupBy(forms, ({ name, pointer = name }) => pointer).values()])
}

/** The most refusals of one operation that are combined with other mistakes. */
const maxRefusals = 4

/** One case for each refusal of an operation that does not depend on the form of the request alone. */
function listRefusedCases({ cases }: VerifyPlan, operation: Operation): readonly Case[] {
  const distinct = new Map<string, Case>()
  for (const each of cases) {
    const { version, wait } = each.steps.at(-1)!
    const isOther =
      each.operation !== operation || each.expected.trace.condition === undefined || version !== undefined || wait !== undefined
    if (isOther || /^(invalid|malformed|unauthenticated)/.test(each.outcome) || distinct.has(each.outcome)) continue
    distinct.set(each.outcome, each)
  }
  return [...distinct.values()].slice(0, maxRefusals)
}
