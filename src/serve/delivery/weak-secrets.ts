// Finds secrets of the operator that are too weak to sign deliveries (Standard Webhooks, "Signature scheme").

import { isList } from '../../cel/values/kind.ts'
import type { Json } from '../../base/json.ts'
import { valueOfExpression } from '../../exchange/context.ts'
import { noKeys, noRecordsHost, settingsValue } from '../../exchange/names.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import { callbackPlans, webhooksPlan } from '../../meaning/delivery/plan.ts'
import { slotValue } from '../../model/slot.ts'
import type { SignatureForm } from '../../model/signature.ts'
import { InvalidSecret, minSecretBytes, signingKeyBytes } from './signature.ts'

/** Messages for the operator, without the secrets. At start, only secrets from settings are known. */
export function weakSecrets(facts: Facts, settings: ReadonlyMap<string, Json>): readonly string[] {
  const { model, typing } = facts
  const modelIndex = indexModel(model, typing)
  const plans = [webhooksPlan(model), ...callbackPlans(facts)].filter((plan) => plan !== undefined)
  return plans.flatMap(({ via, signature, destination }): string[] => {
    const text = slotValue(destination.secret)
    if (signature === undefined || text === undefined) return []
    const { variables, resources } = modelIndex.readsOf(text)
    if (resources.size > 0 || [...variables].some((name) => name !== 'settings')) return []
    const value = valueOfExpression(text, {
      typing,
      keys: noKeys,
      host: noRecordsHost,
      variables: new Map([['settings', settingsValue(facts, settings)]]),
    })
    return (isList(value) ? [...value] : [value]).flatMap((secret) => (typeof secret === 'string' ? doubtOf(signature, secret, via) : []))
  })
}

function doubtOf(form: SignatureForm, secret: string, via: string): readonly string[] {
  try {
    const length = signingKeyBytes(form, secret)
    return length < minSecretBytes
      ? [
          `the secret of ${via} has ${length} ${length === 1 ? 'byte' : 'bytes'}, which are soon guessed: Standard Webhooks has ${minSecretBytes} at least`,
        ]
      : []
  } catch (error) {
    if (error instanceof InvalidSecret) return [`${via}: ${error.message}`]
    throw error
  }
}
