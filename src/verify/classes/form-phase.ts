// Plays the classes of malformed requests and boundary values: each kind once, and then again for other operations.

import type { Span } from '../../base/text.ts'
import { type Operation, findKeyHeader } from '../../model/model.ts'
import { outcomeName } from '../coverage.ts'
import { Instance, tagOf } from '../drive/instance.ts'
import { FormKinds, success } from '../explore/form-kinds.ts'
import type { RequestForm } from '../explore/forms.ts'
import { buildStrayForms, buildUnknownVersionForms } from '../explore/stray-forms.ts'
import { type FormClass, type FormPlay, listClassesOfMistakes, makeClassOfBounds } from './form-classes.ts'
import { type Expected, findHeader } from '../oracle/request.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { CheckClass, ClassWork } from './schedule.ts'
import { findSchemaSpan } from '../clauses/schema-clauses.ts'
import { type RequestStep, withHeader } from '../step.ts'

/** The number of forms of one operation that are played before those of the next. */
const formsPerRound = 24

export type FormChecks = {
  /** Each bound once. */
  readonly bounds: CheckClass
  /** The number of bounds. */
  readonly boundsCount: number
  readonly others: readonly CheckClass[]
}

export function openFormChecks(run: VerifyRun, plan: VerifyPlan): FormChecks {
  const kinds = new FormKinds()
  const ofBounds = makeClassOfBounds(run)
  const [bounds, boundsAgain] = divide(run, plan, kinds, ofBounds)
  return {
    bounds: { name: ofBounds.name, play: () => bounds },
    boundsCount: plan.bases.reduce((count, base) => count + ofBounds.count(base), 0),
    others: [
      { name: 'paths and methods that are not there', play: () => playStrayForms(run, plan) },
      ...listClassesOfMistakes(run, plan).map((each) => {
        const [first, again] = divide(run, plan, kinds, each)
        return { name: each.name, play: () => playAfterEachOther([first, again]) }
      }),
      { name: `${ofBounds.name} in other operations`, play: () => boundsAgain },
    ],
  }
}

/** The first form of each kind, and the others. */
function divide(run: VerifyRun, plan: VerifyPlan, kinds: FormKinds, ofClass: FormClass): readonly [ClassWork, ClassWork] {
  const others: FormPlay[][] = []
  return [
    playRounds(() => plan.bases.map((base) => playFirstOfKinds(run, kinds, ofClass.listPlays(base), others))),
    playRounds(() => others.map((plays) => playEach(run, plays))),
  ]
}

async function* playAfterEachOther(works: readonly ClassWork[]): ClassWork {
  for (const work of works) yield* work
}

/** Plays some forms of each operation, then more of each, so that each has some if the budget does not suffice for all. */
async function* playRounds(listWorks: () => readonly ClassWork[]): ClassWork {
  for (let open = listWorks(); open.length > 0;) {
    const unfinished: ClassWork[] = []
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
async function* playFirstOfKinds(run: VerifyRun, kinds: FormKinds, plays: Iterable<FormPlay>, repetitions: FormPlay[][]): ClassWork {
  const others: FormPlay[] = []
  repetitions.push(others)
  for (const play of plays) {
    const { operation, prefix, usual, outcome, form } = play
    const parts = (form.together ?? [form]).map((each) => ({ ...play, form: each }))
    const instance = await run.instanceBefore(prefix, usual, outcome)
    if (instance === undefined) continue
    if (form.together !== undefined && instance.predict(form.step)?.trace.condition === undefined) {
      for (const each of parts) if (kinds.isFirst(operation, each.form, [success])) others.push(each)
      await playCombined(run, play, instance, parts)
      yield
      continue
    }
    for (const each of parts) {
      if (await playFirst(run, kinds, each)) yield
      else others.push(each)
    }
  }
}

/** Plays a form if its kind or its outcome is new; false if neither is. */
async function playFirst(run: VerifyRun, kinds: FormKinds, { operation, prefix, usual, outcome, form }: FormPlay): Promise<boolean> {
  const instance = await run.instanceBefore(prefix, usual, outcome)
  if (instance === undefined) return true
  const outcomes = [form.step, ...(form.parts ?? [])].map((step) => printOutcome(instance.predict(step)))
  const isNew = !run.outcomes.confirmed.has(outcomeName(operation.id, outcomes[0]!))
  if (!kinds.isFirst(operation, form, outcomes) && !isNew) return false
  await run.step(instance, withOwnKey(run, operation, usual, form.step), false, undefined, findTested(run, operation, form))
  return true
}

/** Plays a form that combines others; each of these alone if the server does not answer it as expected, so that a finding names one. */
async function playCombined(
  run: VerifyRun,
  { operation, prefix, usual, form }: FormPlay,
  instance: Instance,
  parts: readonly FormPlay[],
): Promise<void> {
  const step = withOwnKey(run, operation, usual, form.step)
  if (!(await run.fails(instance, step))) return
  const before = run.findings.length
  for (const each of parts)
    await run.form(prefix, usual, withOwnKey(run, operation, usual, each.form.step), undefined, findTested(run, operation, each.form))
  if (run.findings.length === before) await run.form(prefix, usual, step)
}

/** The declaration of the value that the form is about. */
function findTested({ session }: VerifyRun, operation: Operation, { pointer, keyword }: RequestForm): Span | undefined {
  return pointer === undefined || keyword === undefined
    ? undefined
    : findSchemaSpan(session.compiled, operation, pointer.split('/').slice(1), keyword)
}

function printOutcome(expected: Expected | undefined): string {
  return expected?.trace.condition ?? success
}

async function* playEach(run: VerifyRun, plays: readonly FormPlay[]): ClassWork {
  for (const { operation, prefix, usual, outcome, form } of plays) {
    await run.form(prefix, usual, withOwnKey(run, operation, usual, form.step), outcome, findTested(run, operation, form))
    yield
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

async function* playStrayForms(run: VerifyRun, { bases }: VerifyPlan): ClassWork {
  const { session } = run
  await run.ready()
  const instance = new Instance(session)
  const simple = bases.find(({ operation, steps }) => operation.method === 'GET' && steps.length === 1)?.steps[0]
  const forms = [
    ...buildStrayForms(session.compiled, (operation) => session.absent.lacks(operation)),
    ...(simple === undefined ? [] : buildUnknownVersionForms(simple, session.compiled)),
  ]
  for (const { step } of forms) if (!run.isFull) await run.step(instance, step)
  yield
}
