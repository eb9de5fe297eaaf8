// Reports deliveries of restricted records to destinations chosen by others, without a declared reader.

import { type Help, advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listResourcesOfCallers } from '../../fact/callers.ts'
import { type Delivered, listEventResources, listDeliveries, listDestinationResources, isFixed } from '../../fact/delivered.ts'

import { collectDisclosures } from '../../fact/disclosures.ts'
import { collectExpressions } from '../../fact/expressions.ts'
import type { Facts } from '../../fact/fact.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { analyseHiding } from '../../fact/hidden.ts'
import { hasRestrictedRecords } from '../../fact/rules.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import type { Callback } from '../../model/events.ts'
import { isAbsent, originOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { nameHiddenData, writeDisclosureHelp, labelRule } from '../rule-of-check.ts'
import type { Check } from '../check.ts'

const code = 'events/missing-reader'

export const check: Check = {
  code,
  run(facts) {
    const { model, typing } = facts
    if (model.authentication.state !== 'shown') return []
    const modelIndex = indexModel(model, typing)
    return listDeliveries(typing).flatMap((delivered) => {
      const { as, url, to } = delivered.destination
      if (!isAbsent(as)) return []
      const ruleCheck = findFirstRule(delivered, facts)
      const at = to.state === 'shown' ? to.at : url.state === 'shown' ? url.at : undefined
      return ruleCheck === undefined || at === undefined ? [] : [diagnose(delivered, ruleCheck, at.span, facts, modelIndex)]
    })
  },
}

/** The first read rule that needs a caller: of the event's record, or of other data in a callback. */
function findFirstRule(delivered: Delivered, { model, typing }: Facts): RuleCheck | undefined {
  const disclosures = collectDisclosures(typing.domain).ofPlace(delivered.place)
  if (isFixed(delivered, typing)) return undefined
  const sendsEvents = delivered.destination.to.state === 'shown' || delivered.place.kind === 'webhooks'
  const hiddenResource = sendsEvents
    ? listEventResources(delivered, typing).find(({ name }) => hasRestrictedRecords(model, name) && !disclosures.resources.has(name))
    : undefined
  if (hiddenResource !== undefined) return { kind: 'record', resource: hiddenResource.name }
  if (delivered.place.kind !== 'callback') return undefined
  const { headers, body } = delivered.destination as Callback
  const { expressions, texts } = collectExpressions([headers, body])
  const hiding = analyseHiding(typing)
  return [...expressions, ...texts].flatMap((slot) => hiding.analyseSlot(slot).ruleChecks)[0]
}

function diagnose(
  delivered: Delivered,
  ruleCheck: RuleCheck,
  span: Diagnostic['primary']['span'],
  facts: Facts,
  modelIndex: ModelIndex,
): Diagnostic {
  const sender = delivered.place.kind === 'webhooks' ? '`webhooks` send events' : `the callback ${quoteName(delivered.name)} sends what is`
  const isEventRecord =
    ruleCheck.kind === 'record' && listEventResources(delivered, facts.typing).some(({ name }) => name === ruleCheck.resource)
  return createDiagnostic(
    'error',
    code,
    isEventRecord ? `${sender} about ${nameHiddenData(ruleCheck)}` : `${sender.replace(' what is', '')} ${nameHiddenData(ruleCheck)}`,
    { span, text: 'its recipients are not checked by that rule' },
    {
      others: labelRule(modelIndex, ruleCheck),
      reason:
        'A delivery goes to the party that provided the address. `as` names the caller with whose permissions it reads; a stream has its caller.',
      help: writeHelp(delivered, ruleCheck, facts),
    },
  )
}

function writeHelp(delivered: Delivered, ruleCheck: RuleCheck, { typing }: Facts): Help {
  const disclosure = advise`or ${writeDisclosureHelp(ruleCheck, delivered.place.kind === 'webhooks' ? '`webhooks`' : quoteName(delivered.name), typing.domain)}`
  const callers = listResourcesOfCallers(typing)
  if (delivered.destination.to.state !== 'shown')
    return advise`Write with whose permissions it reads:${paste('as: caller')}\n\n${disclosure}`
  const [to] = listDestinationResources(delivered, typing)
  const owner =
    to &&
    [...to.properties.values()].find(({ reference }) => reference !== undefined && !reference.many && callers.includes(reference.resource))
  if (owner !== undefined) return advise`Write with whose permissions it reads:${paste(`as: to.${owner.name}`)}\n\n${disclosure}`
  const isAdopted = delivered.destination.to.state === 'shown' && originOf(delivered.destination.to.at).kind === 'convention'
  const [caller = 'User'] = callers
  if (isAdopted)
    return advise`Adopt the version of the convention whose subscriptions have an owner:${paste(`use: [{ webhook-subscriptions@2: { resources: ${caller} } }]`)}\n\n${disclosure}`
  return advise`${withOwner(to, caller)}${paste('as: to.owner')}\n\n${disclosure}`
}

function withOwner(to: ResourceInfo | undefined, caller: string): string {
  return `Let ${to === undefined ? 'the destination' : `each ${quoteName(to.name)}`} have an owner, \`owner: { $ref: ${caller}, onDelete: cascade }\` with \`set: { owner: caller }\` where it is created, and let the delivery read with the permissions of that owner:`
}
