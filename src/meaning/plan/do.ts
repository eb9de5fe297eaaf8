// The plan of a `do` that makes records of what is sent, and lets those make transitions: the records are drafts, the rest is the interpreter's.

import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import type { Operation } from '../../model/model.ts'
import { type Slot, shown } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { type Act, type Names } from '../act.ts'
import { begin } from '../begin.ts'
import { deadlineOf } from '../deadline.ts'
import { Draft } from '../draft.ts'
import { runEffects } from '../effects.ts'
import { emitEvents } from '../emit.ts'
import { askInvariants } from '../invariants.ts'
import type { Service } from '../service.ts'
import type { Store } from '../store.ts'
import { asksOf } from './asks.ts'
import { bodyOf } from './body.ts'
import { type AnswerOfDraft, draftAnswer } from './draft-answer.ts'
import { type Drafting, draftingOf, sentOf } from './drafting.ts'
import { isPlainDoing, rulesOfPlan } from './fit.ts'
import type { Plan } from './plan.ts'
import { type Into, addDraft, writingOf } from './writing.ts'

/** `effect` is the interpreter's where there is no drafting. */
type Step = { readonly effect: Effect; readonly drafting?: Drafting; readonly as?: string }

export function doPlan(service: Service, into: Into, operation: Operation): Plan | undefined {
  const effects = shown(operation.slots.do) ?? []
  if (!isPlainDoing(service, operation)) return undefined
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const body = bodyOf(service, operation)
  const steps = effects.map((effect) => stepOf(service, into.store, operation, effect))
  const answer = answerOf(service, operation, effects)
  if (asks === undefined || body === undefined || answer === undefined || !steps.every((step) => step !== undefined)) return undefined
  const all = new Set(effects)

  const writing = writingOf(into)
  return (exchange) => {
    const inTime = deadlineOf(service, exchange)
    inTime()
    const given = asks.isAcceptable(exchange) ? body(exchange) : undefined
    if (given === undefined) return undefined
    return writing((tx) => {
      const act = begin(service, tx, service.lending.clock.now(), exchange)
      act.steps = all
      if (!asks.passes(act, exchange)) return undefined
      const drafts = doAll(act, steps, given)
      const draft = drafts?.get(answer.as)
      if (draft === undefined) return undefined
      askInvariants(act)
      emitEvents(act)
      const row = tx.row(draft.resource, draft.key)
      if (!(row instanceof Draft)) return undefined
      const made = answer.of(row, [...act.transitions])
      inTime()
      return made
    })
  }
}

/** The drafts by their names; undefined where one of them cannot be. */
function doAll(act: Act, steps: readonly Step[], given: Json): ReadonlyMap<string, Draft> | undefined {
  const drafts = new Map<string, Draft>()
  let names: Names = new Map<string, Value>()
  for (const { effect, drafting, as } of steps) {
    if (drafting === undefined) {
      names = runEffects(act, [effect], names)
      continue
    }
    const draft = drafting(given, act.now)
    if (draft === undefined) return undefined
    addDraft(act.service, act.tx, draft, act)
    if (as === undefined) continue
    drafts.set(as, draft)
    names = new Map([...names, [as, act.service.keys.recordOfRow(draft)]])
  }
  return drafts
}

/** A step that creates a record of what is sent, or lets one that was made before make a transition. */
function stepOf(service: Service, store: Store, operation: Operation, effect: Effect): Step | undefined {
  const isOnly = (...slots: readonly (keyof Effect)[]): boolean =>
    Object.entries(effect as { readonly [name: string]: unknown }).every(([name, slot]) => slots.includes(name as keyof Effect) || !isShown(slot))
  const as = shown(effect.as)?.text
  const resource = shown(effect.create)?.text
  if (resource === undefined) {
    const by = shown(effect.by)
    const isMade = by !== undefined && 'kind' in by && madeBefore(operation, effect).has(by.text.trim())
    return isMade && effect.transition.state === 'shown' && isOnly('transition', 'by', 'as', 'description') ? { effect } : undefined
  }
  const info = service.facts.typing.domain.resources.get(resource)
  const sent = sentOf(service, operation, effect.set, 'set')
  const drafting = info && sent && store.takesDrafts?.(info.name) === true ? draftingOf(service, info, sent) : undefined
  return drafting !== undefined && isOnly('create', 'set', 'as', 'description') ? { effect, drafting, ...(as === undefined ? {} : { as }) } : undefined
}

function isShown(slot: unknown): boolean {
  return typeof slot === 'object' && slot !== null && 'state' in slot && (slot as Slot<unknown>).state === 'shown'
}

/** What the steps before this one call what they made. */
function madeBefore(operation: Operation, effect: Effect): ReadonlySet<string> {
  const effects = shown(operation.slots.do) ?? []
  return new Set(effects.slice(0, effects.indexOf(effect)).flatMap(({ as }) => shown(as)?.text ?? []))
}

/** The one of the records made that the answer shows. */
function answerOf(service: Service, operation: Operation, effects: readonly Effect[]): { readonly as: string; readonly of: AnswerOfDraft } | undefined {
  for (const { create, as } of effects) {
    const info = service.facts.typing.domain.resources.get(shown(create)?.text ?? '')
    const name = shown(as)?.text
    const of = info && name !== undefined ? draftAnswer(service, operation, info, name) : undefined
    if (of !== undefined) return { as: name!, of }
  }
  return undefined
}
