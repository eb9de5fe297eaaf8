// The kinds of stores that tests run over, by the names that the tests' names contain.

import { join } from 'node:path'
import type { ServeOptions } from '../../src/cli/options.ts'
import { temporaryFolder } from '../folder.ts'
import { later } from '../store/later.ts'

const answersLater = ' that answers later'

export const kinds: readonly string[] = ['memory', 'sqlite']
export const laterKinds: readonly string[] = kinds.map((kind) => `${kind}${answersLater}`)
export const allKinds: readonly string[] = [...kinds, ...laterKinds]

/** A new empty store of a kind, in the form that `served` takes. */
export function storeOf(kind: string): string {
  return kind.replace(/^sqlite\b/, () => `sqlite:${join(temporaryFolder(), 'store.db')}`)
}

/** Turns it into options of `run`. */
export function opening(store: string): Pick<ServeOptions, 'store' | 'access'> {
  return store.endsWith(answersLater) ? { store: store.slice(0, -answersLater.length), access: later } : { store }
}
