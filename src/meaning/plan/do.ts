// The plan of a `do` that makes records: those that are made of what is sent are drafts, the other steps are the interpreter's.

import type { Value } from '../../cel/value.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Act, Names } from '../act.ts'
import { emitEvents } from '../events/emit.ts'
import { deadlineOf } from '../limits/deadline.ts'
import type { Draft } from '../record/draft.ts'
import type { Service } from '../service.ts'
import { runEffects } from '../writing/effects.ts'
import { askInvariants } from '../writing/invariants.ts'
import { asksOf } from './asks.ts'
import { type Drafting, draftingOf, sentOf } from './drafting.ts'
import { isPlainDoing, rulesOfPlan, showsOnly } from './fit.ts'
import type { Plan } from './plan.ts'
import { type Taken, takingOf } from './taking.ts'
import { type Into, addDraft, beginWith, writingOf } from './writing.ts'
import { writtenAnswer } from './written-answer.ts'

/** One without `makes` is the interpreter's. */
type Step = { readonly effect: Effect; readonly makes?: { readonly info: ResourceInfo; readonly drafting: Drafting; readonly as: string | undefined } }

export function doPlan(service: Service, into: Into, operation: Operation): Plan | undefined {
  if (!isPlainDoing(service, operation)) return undefined
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const taking = takingOf(service, operation)
  const effects = shown(operation.slots.do) ?? []
  const steps = effects.map((effect) => stepOf(service, into, operation, effect))
  const made = new Map(steps.flatMap(({ makes }) => (makes?.as === undefined ? [] : [[makes.as, makes.info] as const])))
  if (asks === undefined || taking === undefined || steps.every(({ makes }) => makes === undefined)) return undefined
  const answer = writtenAnswer(service, operation, made)
  const all = new Set(effects)

  const writing = writingOf(into)
  return (exchange) => {
    const inTime = deadlineOf(service, exchange)
    inTime()
    const taken = asks.isAcceptable(exchange) ? taking(exchange) : undefined
    if (taken === undefined) return undefined
    return writing((tx) => {
      const act = beginWith(service, tx, exchange, taken)
      act.steps = all
      const done = asks.passes(act, exchange) ? doAll(act, steps, taken) : undefined
      if (done === undefined) return undefined
      askInvariants(act)
      emitEvents(act)
      const first = done.drafts.get(answer.shows ?? '')
      const row = first && tx.row(first.resource, first.key)
      if (answer.shows !== undefined && row === undefined) return undefined
      const given = answer.of({ row, exchange, act, names: done.names })
      inTime()
      return given
    })
  }
}

type Done = { readonly drafts: ReadonlyMap<string, Draft>; readonly names: () => Names }

/** Undefined where one of the drafts cannot be made. */
function doAll(act: Act, steps: readonly Step[], taken: Taken): Done | undefined {
  const drafts = new Map<string, Draft>()
  let names: Names = new Map<string, Value>()
  for (const { effect, makes } of steps) {
    if (makes === undefined) {
      names = runEffects(act, [effect], names)
      continue
    }
    const draft = makes.drafting.make({ taken, now: act.now, act, names: () => names })
    if (draft === undefined) return undefined
    addDraft(act.service, act.tx, draft, act)
    if (makes.as === undefined) continue
    drafts.set(makes.as, draft)
    names = new Map([...names, [makes.as, act.service.keys.recordOfRow(draft)]])
  }
  return { drafts, names: () => names }
}

/** A step that creates a record of what is sent, and nothing else; or any other. */
function stepOf(service: Service, into: Into, operation: Operation, effect: Effect): Step {
  const info = service.facts.typing.domain.resources.get(shown(effect.create)?.text ?? '')
  const drafting = info !== undefined && showsOnly(effect, ofMaking) && into.store.takesDrafts?.(info.name) === true ? draftingOf(service, info, sentOf(service, operation, effect.set, 'set')) : undefined
  return info === undefined || drafting === undefined ? { effect } : { effect, makes: { info, drafting, as: shown(effect.as)?.text } }
}

const ofMaking: ReadonlySet<string> = new Set<keyof Effect>(['create', 'set', 'as', 'description'])
