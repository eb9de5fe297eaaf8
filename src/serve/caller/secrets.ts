// Secrets that the document names: read once at start, from the environment or from a file of the operator.

import { type SecretSource } from '../../model/authentication.ts'
import { type Slot, slotValueOf } from '../../model/slot.ts'

/** Access to the environment and files that contain secrets. */
export type SecretSources = {
  variable(name: string): string | undefined
  /** The text of a file, relative to the document's folder; undefined if it cannot be read. */
  file(name: string): string | undefined
  /** Replaces the JWK set at an address; absent or undefined if the set is fetched. */
  jwks?(address: string): string | undefined
  /** Replaces the JWK set that discovery finds. */
  replaceKeySet?(address: string): string | undefined
}

/** `none`: the document declares no source, so no complete operation uses it. */
export type Secret =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'jwks'; readonly url: string }
  | { readonly kind: 'none' }

/** `problem`: the missing setting of the operator, as a sentence. */
export function readSecret(slot: Slot<SecretSource>, label: string, environment: SecretSources): Secret | { readonly problem: string } {
  const source = slotValueOf(slot)
  const variable = source && slotValueOf(source.env)?.text
  const file = source && slotValueOf(source.file)?.text
  const jwks = source && slotValueOf(source.jwks)?.text
  if (variable !== undefined) {
    const text = environment.variable(variable)
    return text === undefined || text === ''
      ? {
          problem: `${label} ${label.startsWith('the keys') ? 'come' : 'comes'} from the environment variable ${variable}, which is not set`,
        }
      : { kind: 'text', text }
  }
  if (file !== undefined) {
    const text = environment.file(file)
    const verb = label.startsWith('the keys') ? 'come' : 'comes'
    if (text === undefined) return { problem: `${label} ${verb} from the file ${file}, which cannot be read` }
    return text.trim() === '' ? { problem: `${label} ${verb} from the file ${file}, which is empty` } : { kind: 'text', text: text.trim() }
  }
  if (jwks !== undefined) {
    const text = environment.jwks?.(jwks)
    return text === undefined ? { kind: 'jwks', url: jwks } : { kind: 'text', text }
  }
  return { kind: 'none' }
}
