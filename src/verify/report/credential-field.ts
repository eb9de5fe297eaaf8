// Finds where a caller's credential stands in a request of a script.

import type { Model } from '../../model/model.ts'
import { findNamedEntry, slotValueOf } from '../../model/slot.ts'

/** A header with its whole value, or a parameter of the query. */
export type CredentialField = { readonly name: string; readonly isInQuery: boolean }

export function findCredentialField({ authentication }: Model, caller: string): CredentialField {
  const named = findNamedEntry(authentication.value.callers, caller)?.slot
  const schemeName = named?.state === 'shown' ? slotValueOf(named.value.scheme)?.text : undefined
  const found = schemeName === undefined ? undefined : findNamedEntry(authentication.value.schemes, schemeName)?.slot
  const scheme = found?.state === 'shown' ? found.value : undefined
  const name = scheme && slotValueOf(scheme.name)?.text
  if (scheme === undefined || slotValueOf(scheme.type) !== 'apiKey' || name === undefined)
    return { name: 'Authorization', isInQuery: false }
  const place = slotValueOf(scheme.in)
  return { name: place === 'cookie' ? 'Cookie' : name, isInQuery: place === 'query' }
}

/** What is written behind a target for further parameters, whose values are names of variables. */
export function printFurtherParameters(target: string, pairs: readonly (readonly [name: string, value: string])[]): string {
  return `${target.includes('?') ? '&' : '?'}${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join('&')}`
}
