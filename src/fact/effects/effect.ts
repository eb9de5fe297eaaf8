// One effect, or one step of `do`: its refusals, its changes, and their consequences.

import { listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import { findEffectAction, listBoundNames } from '../../model/effect-action.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { mayRefuse } from '../../typing/input-type.ts'
import { findInputTarget } from '../../typing/input-targets.ts'
import { bindLoopPath } from '../../typing/passthrough.ts'
import { listTransitionGuards, findMissingOrigin } from '../guards.ts'
import type { InputBindings } from '../reading.ts'
import { listTemplateExpressions } from '../template.ts'
import { type Reference, type ModelIndex, isKey } from '../model-index.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import { isInputFrom, isTargetFrom, setByTransition } from './from-request.ts'
import { withLoop } from './loop.ts'
import { buildUnreadableSteps } from './unreadable.ts'
import type { PossibleRefusal, ProgramStep } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

/** The steps of effects in sequence; each effect sees the names of earlier ones. `client`: their `input` comes from the request. */
export function buildEffectSteps(
  modelIndex: ModelIndex,
  effects: readonly Effect[],
  client: boolean,
  source: InputSource | undefined,
  bindings: InputBindings = new Map(),
): ProgramStep[] {
  return buildEffectPrograms(modelIndex, effects, client, source, bindings).flat()
}

/** Like `buildEffectSteps`, with the steps of each effect separately. */
export function buildEffectPrograms(
  modelIndex: ModelIndex,
  effects: readonly Effect[],
  client: boolean,
  source: InputSource | undefined,
  bindings: InputBindings,
): ProgramStep[][] {
  const names = new Map(bindings)
  return effects.map((effect) => {
    const steps = buildStepsOfEffect({ modelIndex, effect, client, bindings: withLoop(modelIndex, effect, names), source })
    for (const name of listBoundNames(effect)) names.set(name.text, [])
    return steps
  })
}

/** What the steps of one effect depend on. */
type EffectContext = {
  readonly modelIndex: ModelIndex
  readonly effect: Effect
  readonly client: boolean
  readonly bindings: InputBindings
  readonly source: InputSource | undefined
}

function buildStepsOfEffect(context: EffectContext): ProgramStep[] {
  const required = listSpecifiedEntries(context.effect.require).map(({ name, key }): PossibleRefusal => ({
    condition: 'require',
    name,
    because: [originOf(key)],
  }))
  return [...required.map((refusal): ProgramStep => ({ kind: 'refusal', refusal })), ...buildStepsOfVerb(context)]
}

function buildStepsOfVerb(context: EffectContext): ProgramStep[] {
  const verb = findEffectAction(context.effect)?.verb
  switch (verb) {
    case 'call':
      return listInputRefusals(context)
    case 'transition':
      return buildTransitionEffect(context)
    case 'create':
      return buildCreateEffect(context)
    case 'update':
      return buildUpdateEffect(context)
    case 'delete':
      return buildDeleteEffect(context)
    case undefined:
      return []
  }
}

function buildTransitionEffect(context: EffectContext): ProgramStep[] {
  const { modelIndex, effect, client, bindings } = context
  const name = slotValueOf(effect.transition)?.text
  const transition = name === undefined ? undefined : modelIndex.transitions.get(name)
  const resource = modelIndex.domain.resources.get(transition?.resource ?? '')
  if (name === undefined || transition === undefined || resource === undefined) return []
  const originOfRefusal = findMissingOrigin(transition)
  const mappedInput = slotValueOf(effect.input)
  const fromRequest =
    client &&
    mappedInput !== undefined &&
    listTemplateExpressions(mappedInput).some(({ expression }) => modelIndex.readsOf(expression, bindings).flows.length > 0)
  const refusals: PossibleRefusal[] = [
    ...(originOfRefusal === undefined ? [] : [{ condition: 'illegal-transition' as const, subject: name, because: [originOfRefusal] }]),
    ...listTransitionGuards(transition).map((guard) => ({
      condition: 'guard' as const,
      subject: name,
      name: guard.name,
      because: [guard.origin],
    })),
  ]
  return [
    ...buildTargetSteps(context, resource),
    ...(isInputFrom(modelIndex, effect.input, bindings) ? buildHiddenTargetSteps(context, setByTransition(modelIndex, transition)) : []),
    ...listInputRefusals(context),
    ...refusals.map((each): ProgramStep => ({ kind: 'refusal', refusal: each })),
    { kind: 'consequence', to: { kind: 'transition', name, client: fromRequest, sent: false }, at: effect.node.span },
  ]
}

/** Refusals of values that a transition or behaviour receives, if only the value decides. */
function listInputRefusals({ modelIndex: { domain, typing }, effect }: EffectContext): ProgramStep[] {
  const inputType = findInputTarget(effect, domain)?.inputType
  const input = slotValueOf(effect.input)
  const type = input && typing.inputTypeOf(input)
  if (inputType === undefined || type === undefined || effect.input.state !== 'shown' || !mayRefuse(inputType, type)) return []
  return [{ kind: 'refusal', refusal: { condition: 'invalid', name: 'input', because: [originOf(effect.input.at)] } }]
}

function listSetRefusals({ modelIndex, effect, source }: EffectContext, resource: ResourceInfo): ProgramStep[] {
  return setRefusals(
    modelIndex,
    resource,
    slotValueOf(effect.set),
    source,
    bindLoopPath(effect, modelIndex.typing, source?.kind === 'request' ? source.bound : undefined),
  )
}

/** A step of `do` refers with the caller's authority, any other effect with the document's. */
function buildHiddenTargetSteps({ modelIndex, source }: EffectContext, references: readonly Pick<Reference, 'target'>[]): ProgramStep[] {
  return source?.kind === 'request' ? buildUnreadableSteps(modelIndex, references) : []
}

function buildCreateEffect(context: EffectContext): ProgramStep[] {
  const { modelIndex, effect, client, bindings } = context
  const resource = modelIndex.domain.resources.get(slotValueOf(effect.create)?.text ?? '')
  if (resource === undefined) return []
  const { properties, references } = readSet(modelIndex, resource, slotValueOf(effect.set), client, bindings)
  const keepsExisting = effect.onConflict.state === 'shown'
  return [
    ...buildHiddenTargetSteps(context, references),
    ...listSetRefusals(context, resource),
    ...writeSteps(modelIndex, {
      kind: 'create',
      resource,
      properties,
      isComplete: true,
      references,
      tolerates: () => keepsExisting,
      set: slotValueOf(effect.set),
      because: [originOf(effect.node)],
    }),
    { kind: 'consequence', to: { kind: 'created', resource: resource.name }, at: effect.node.span },
  ]
}

function buildUpdateEffect(context: EffectContext): ProgramStep[] {
  const { modelIndex, effect, client, bindings } = context
  const resource = modelIndex.domain.resources.get(slotValueOf(effect.update)?.text ?? '')
  if (resource === undefined) return []
  const { properties, references } = readSet(modelIndex, resource, slotValueOf(effect.set), client, bindings)
  return [
    ...buildTargetSteps(context, resource),
    ...buildHiddenTargetSteps(context, references),
    ...listSetRefusals(context, resource),
    ...writeSteps(modelIndex, {
      kind: 'update',
      resource,
      properties,
      isComplete: false,
      references,
      tolerates: () => false,
      set: slotValueOf(effect.set),
      because: [originOf(effect.node)],
    }),
    { kind: 'consequence', to: { kind: 'written', resource: resource.name }, at: effect.node.span },
  ]
}

function buildDeleteEffect(context: EffectContext): ProgramStep[] {
  const { modelIndex, effect } = context
  const resource = modelIndex.domain.resources.get(slotValueOf(effect.delete)?.text ?? '')
  if (resource === undefined) return []
  return [
    ...buildTargetSteps(context, resource),
    { kind: 'consequence', to: { kind: 'deleted', resource: resource.name }, at: effect.node.span },
  ]
}

/**
 * The target of an effect. A target given as a record exists; one given by key may not, and one from the request may dangle. A target
 * that the request chooses for a step of `do` is found with the caller's permissions.
 */
function buildTargetSteps(context: EffectContext, resource: ResourceInfo): ProgramStep[] {
  const { modelIndex, effect, client, bindings } = context
  const by = slotValueOf(effect.by)
  if (by === undefined) return []
  const because = [originOf(effect.node)]
  const fromRequest = client && isTargetFrom(modelIndex, effect, bindings)
  const hiddenSteps = fromRequest ? buildHiddenTargetSteps(context, [{ target: resource.name }]) : []
  if ('kind' in by)
    return fromRequest ? [...hiddenSteps, { kind: 'refusal', refusal: { condition: 'dangling', subject: resource.name, because } }] : []
  const softDelete = resource.source.slots.softDelete
  const isByKey = isKey(
    resource,
    by.map(({ name }) => name),
  )
  return [
    ...hiddenSteps,
    { kind: 'refusal', refusal: { condition: 'not-found', subject: resource.name, because } },
    ...(isByKey && softDelete.state === 'shown' && softDelete.value
      ? [{ kind: 'refusal', refusal: { condition: 'gone', subject: resource.name, because } } as const]
      : []),
  ]
}
