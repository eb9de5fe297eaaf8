// The phase of malformed requests and boundary values: each kind once, and then again for other operations.

import { type Operation, findKeyHeader } from '../model/model.ts'
import { outcomeName } from './coverage.ts'
import { Instance, tagOf } from './drive/instance.ts'
import type { Candidates } from './explore/candidates.ts'
import type { Case } from './explore/case.ts'
import { buildCombinedForms, queryForms, buildRefusedTwiceForms, buildTamperedForms } from './explore/combined.ts'
import { FormKinds, success } from './explore/form-kinds.ts'
import { type RequestForm, buildBodyForms, buildWireForms } from './explore/forms.ts'
import { buildForeignVersionForms, buildNeighbourForms, buildStrayForms, buildUnknownVersionForms } from './explore/stray-forms.ts'
import { type Expected, findHeader } from './oracle/request.ts'
import { makeCandidates } from './phases.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import type { PhaseWork } from './schedule.ts'
import { type RequestStep, withHeader } from './step.ts'

/** The number of forms of one operation that are played before those of the next. */
const formsPerRound = 24

/** A form in place of the usual request after a sequence. */
type FormPlay = {
  readonly operation: Operation
  readonly prefix: readonly RequestStep[]
  readonly usual: RequestStep
  /** The outcome of the usual request; a success if absent. */
  readonly outcome?: string
  readonly form: RequestForm
}

/** Plays malformed requests, boundary values, and rules of HTTP that hold for every operation. */
export async function* playForms(run: VerifyRun, plan: VerifyPlan): PhaseWork {
  const candidates = makeCandidates(run, 'forms')
  const kinds = new FormKinds()
  const repetitions: FormPlay[][] = []
  await playStrayForms(run, plan)
  yield* playRounds(plan.bases.map((base) => playFirstOfKinds(run, kinds, listForms(run, plan, base, candidates), repetitions)))
  yield* playRounds(repetitions.map((plays) => playEach(run, plays)))
}

/** Plays some forms of each operation, then more of each, so that each has some if the budget does not suffice for all. */
async function* playRounds(works: readonly PhaseWork[]): PhaseWork {
  for (let open = works; open.length > 0;) {
    const unfinished: PhaseWork[] = []
    for (const work of open) {
      let isDone = false
      for (let count = 0; !isDone && count < formsPerRound; count++) {
        isDone = (await work.next()).done === true
        yield
      }
      if (!isDone) unfinished.push(work)
    }
    open = unfinished
  }
}

/** Plays the forms of new kinds, and those with an outcome that the operation has not had; adds the others to `repetitions`. */
async function* playFirstOfKinds(run: VerifyRun, kinds: FormKinds, plays: Iterable<FormPlay>, repetitions: FormPlay[][]): PhaseWork {
  const others: FormPlay[] = []
  repetitions.push(others)
  for (const play of plays) {
    const { operation, prefix, usual, outcome, form } = play
    const instance = await run.instanceBefore(prefix, usual, outcome)
    if (instance === undefined) continue
    const outcomes = [form.step, ...(form.parts ?? [])].map((step) => printOutcome(instance.predict(step)))
    const isNew = !run.outcomes.confirmed.has(outcomeName(operation.id, outcomes[0]!))
    if (!kinds.isFirst(operation, form, outcomes) && !isNew) {
      others.push(play)
      continue
    }
    await run.step(instance, withOwnKey(run, operation, usual, form.step))
    yield
  }
}

function printOutcome(expected: Expected | undefined): string {
  return expected?.trace.condition ?? success
}

async function* playEach(run: VerifyRun, plays: readonly FormPlay[]): PhaseWork {
  for (const { operation, prefix, usual, outcome, form } of plays) {
    await run.form(prefix, usual, withOwnKey(run, operation, usual, form.step), outcome)
    yield
  }
}

function* listForms(
  run: VerifyRun,
  plan: VerifyPlan,
  { operation, steps }: VerifyPlan['bases'][number],
  candidates: Candidates,
): Iterable<FormPlay> {
  const { session } = run
  const { compiled } = session
  const usual = steps.at(-1)!
  const randomness = session.randomness(`forms ${operation.id}`)
  const bodyForms = buildBodyForms(operation, usual, compiled, candidates, randomness)
  const [atBounds, otherBodies] = [true, false].map((isAt) => bodyForms.filter(({ name }) => name.startsWith('at the bound') === isAt))
  const forms = [
    ...buildWireForms(operation, usual, compiled),
    ...mixForms([
      [
        ...buildTamperedForms(operation, usual, compiled),
        ...buildNeighbourForms(operation, usual),
        ...buildForeignVersionForms(operation, usual, compiled),
      ],
      buildCombinedForms(operation, usual, compiled, candidates, randomness, session.names),
      queryForms(operation, usual, compiled, candidates, randomness),
      mixMembers(atBounds!),
      mixMembers(otherBodies!),
    ]),
  ]
  for (const form of forms) yield { operation, prefix: steps.slice(0, -1), usual, form }
  for (const refused of listRefusedCases(plan, operation)) {
    const { outcome } = refused
    const [prefix, last] = [refused.steps.slice(0, -1), refused.steps.at(-1)!]
    for (const { name, kind = name, isOfResource: _, ...form } of buildRefusedTwiceForms(
      operation,
      last,
      compiled,
      candidates,
      randomness,
      session.names,
    ))
      yield { operation, prefix, usual: last, outcome, form: { ...form, name: `${outcome}, and ${name}`, kind: `${outcome}, and ${kind}` } }
  }
}

/** The form with an idempotency key of its own, because with the key of an earlier request it would be a repetition of that. */
function withOwnKey({ session }: VerifyRun, operation: Operation, usual: RequestStep, form: RequestStep): RequestStep {
  const name = findKeyHeader(operation)
  const key = name === undefined ? undefined : findHeader(usual.headers, name)
  return name === undefined || key === undefined || findHeader(form.headers, name) !== key
    ? form
    : withHeader(form, name, `${tagOf(session.options.seed)}-form-${session.count}`)
}

/** The first form of each kind, then the second of each, and so on. */
function mixForms(kinds: readonly (readonly RequestForm[])[]): readonly RequestForm[] {
  const longest = Math.max(0, ...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((forms) => forms[index] ?? [])).flat()
}

/** A form of each member of the body, then another of each. */
function mixMembers(forms: readonly RequestForm[]): readonly RequestForm[] {
  return mixForms([...Map.groupBy(forms, ({ name }) => / (?:at|of) (\/\S*)/.exec(name)?.[1] ?? '').values()])
}

async function playStrayForms(run: VerifyRun, { bases }: VerifyPlan): Promise<void> {
  const { session } = run
  await run.ready()
  const instance = new Instance(session)
  const simple = bases.find(({ operation, steps }) => operation.method === 'GET' && steps.length === 1)?.steps[0]
  const forms = [
    ...buildStrayForms(session.compiled, (operation) => session.absent.lacks(operation)),
    ...(simple === undefined ? [] : buildUnknownVersionForms(simple, session.compiled)),
  ]
  for (const { step } of forms) if (!run.isFull) await run.step(instance, step)
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
