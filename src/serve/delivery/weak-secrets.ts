// Finds secrets of the operator that are too weak to sign deliveries (Standard Webhooks, "Signature scheme").

import { isList } from '../../cel/values/kind.ts'
import type { Json } from '../../base/json.ts'
import { evaluateExpression } from '../../exchange/context.ts'
import { noKeys, noRecordsHost, decodeSettings } from '../../exchange/names.ts'
import type { Facts } from '../../fact/fact.ts'
import { indexModel } from '../../fact/model-index.ts'
import { makeCallbackPlans, makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { SignatureForm } from '../../model/signature.ts'
import { InvalidSecret, minSecretBytes, countKeyBytes } from './signature.ts'

/** Messages for the operator, without the secrets. At start, only secrets from settings are known. */
export function listWeakSecrets(facts: Facts, settings: ReadonlyMap<string, Json>): readonly string[] {
  const { model, typing } = facts
  const modelIndex = indexModel(model, typing)
  const plans = [makeWebhooksPlan(model), ...makeCallbackPlans(facts)].filter((plan) => plan !== undefined)
  return plans.flatMap(({ via, signature, destination }): string[] => {
    const text = slotValueOf(destination.secret)
    if (signature === undefined || text === undefined) return []
    const { variables, resources } = modelIndex.readsOf(text)
    if (resources.size > 0 || [...variables].some((name) => name !== 'settings')) return []
    const value = evaluateExpression(text, {
      typing,
      keys: noKeys,
      host: noRecordsHost,
      variables: new Map([['settings', decodeSettings(facts, settings)]]),
    })
    return (isList(value) ? [...value] : [value]).flatMap((secret) =>
      typeof secret === 'string' ? warnOfWeakness(signature, secret, via) : [],
    )
  })
}

function warnOfWeakness(form: SignatureForm, secret: string, via: string): readonly string[] {
  try {
    const length = countKeyBytes(form, secret)
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
