// The kinds of stores by the names of `--store`. A further kind is one line here and one folder.

import type { Facts } from '../fact/fact.ts'
import type { Json } from '../base/json.ts'
import type { DatabaseSchema, DatabaseTable } from '../import/database/schema.ts'
import type { InspectableStore, StoreProblem, ExplainedStatements, OpenedStore, StoreKind } from './kind.ts'

/** `address`: the text after the name. `temporary`: the address of a store inside a folder. A kind is loaded on first use. */
type Registered = { readonly address?: string; readonly temporary?: (folder: string) => string; readonly load: () => Promise<StoreKind> }

const kinds: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  ['memory', { load: async () => (await import('./memory.ts')).memory }],
  ['sqlite', { address: 'FILE', temporary: (folder) => `${folder}/store.db`, load: async () => (await import('./sqlite/kind.ts')).kind }],
  ['postgres', { address: '//USER@HOST/DATABASE', load: async () => (await import('./postgres/kind.ts')).kind }],
])

const printForm = ([name, { address }]: readonly [string, Registered]): string => (address === undefined ? name : `${name}:${address}`)

/** The values of `--store`, for help texts: `memory|…`. */
export const storeForms = Array.from(kinds, printForm).join('|')

/** The values of `--store` for persistent stores. */
export const fileForms = Array.from(kinds)
  .filter(([, { address }]) => address !== undefined)
  .map(printForm)
  .join('|')

/** The kinds whose statements can be explained: with an address, by their own plan. */
export const explainedForms = Array.from(kinds)
  .filter(([, { address }]) => address !== undefined)
  .map(([name, { address }]) => `${name}${address?.startsWith('//') === true ? `[:${address}]` : ''}`)
  .join('|')

/** The store that `--store` names. */
export async function storeAt(name: string): Promise<OpenedStore | StoreProblem> {
  const { kind, address } = parseStoreName(name)
  const registered = kinds.get(kind)
  if (registered === undefined || (registered.address === undefined) !== (address === undefined) || !isAddress(address, registered.address))
    return { problem: `--store takes ${storeForms.replaceAll('|', ' or ')}, not ${name}${suggestFile(name)}` }
  return (await registered.load()).storeAt(address ?? '')
}

/** A name without a kind is most often that of a file. */
function suggestFile(name: string): string {
  return /^[^:]+$/.test(name) && !kinds.has(name) ? `; that file is sqlite:${name}` : ''
}

/** A persistent store by its name; without a name, a message with the possible forms. */
export async function openStoredService(name: string | undefined): Promise<InspectableStore | StoreProblem> {
  const words = fileForms.replaceAll('|', ' or ')
  if (name === undefined) return { problem: `--store takes ${words}` }
  const store = await storeAt(name)
  if ('problem' in store) return { problem: `--store takes ${words}, not ${name}${suggestFile(name)}` }
  return store.durable ?? { problem: `--store takes ${words}, not ${name}: of that store nothing outlives its process` }
}

/** The tables of a database; undefined if the name is not a database. */
export async function describeDatabase(name: string): Promise<DatabaseSchema | StoreProblem | undefined> {
  const { kind, address } = parseStoreName(name)
  const registered = address === undefined ? undefined : kinds.get(kind)
  if (registered === undefined || !isAddress(address, registered.address)) return undefined
  return (await registered.load()).describe?.(address!)
}

/** All rows of these tables of a database. */
export async function readDatabaseRows(
  name: string,
  tables: readonly DatabaseTable[],
): Promise<ReadonlyMap<string, readonly Json[]> | StoreProblem> {
  const { kind: kindName, address } = parseStoreName(name)
  const kind = await kinds.get(kindName)?.load()
  return kind?.readRows?.(address!, tables) ?? { problem: `${name} is not a database whose rows are read` }
}

/** The variable by which hosting names a service's database. */
export const storeVariable = 'DATABASE_URL'

/** The store that `storeVariable` names; undefined if it is not set. */
export function storeInEnvironment(environment: {
  readonly [name: string]: string | undefined
}): { readonly name: string } | StoreProblem | undefined {
  const name = environment[storeVariable]
  if (name === undefined || name === '') return undefined
  const uris = new Map(Array.from(kinds).filter(([, { address }]) => address?.startsWith('//') === true))
  const { kind, address } = parseStoreName(name)
  if (address !== undefined && uris.has(kind) && isAddress(address, uris.get(kind)!.address)) return { name }
  return {
    problem: `${storeVariable} names no store: it takes ${Array.from(uris, printForm).join(' or ')}. An option that names a store wins over it`,
  }
}

/** True if a store's records outlive the process that serves it. */
export function isPersistent(name: string): boolean {
  return kinds.get(parseStoreName(name).kind)?.address !== undefined
}

/** The name of a store inside a folder, which ends with the folder. */
export function nameTemporaryStore(folder: string): string {
  for (const [name, { temporary }] of kinds) if (temporary !== undefined) return `${name}:${temporary(folder)}`
  throw new Error('no kind of store is a folder')
}

/** Statements that create a document's tables. */
export async function listReservedTables(facts: Facts): Promise<readonly string[]> {
  return (await loadDatabaseKind()).tables(facts)
}

/** The statements of a document's operations, by the kind that `store` names, with or without an address; by default the first kind. */
export async function explainInStore(facts: Facts, store?: string): Promise<ExplainedStatements | StoreProblem> {
  if (store === undefined) return (await loadDatabaseKind()).explain(facts, undefined)
  const { kind: kindName, address } = parseStoreName(store)
  const registered = kinds.get(kindName)
  const kind = registered !== undefined && isAddress(address, registered.address) ? await registered.load() : undefined
  return kind?.database?.explain(facts, address) ?? { problem: `--store takes ${explainedForms.replaceAll('|', ' or ')}, not ${store}` }
}

async function loadDatabaseKind(): Promise<NonNullable<StoreKind['database']>> {
  for (const { load } of kinds.values()) {
    const kind = await load()
    if (kind.database !== undefined) return kind.database
  }
  throw new Error('no kind of store asks a database')
}

/** A kind whose form of address begins with slashes takes a URI. */
function isAddress(address: string | undefined, form: string | undefined): boolean {
  return address === undefined || (address !== '' && (form?.startsWith('//') !== true || /^\/\/[^/]/.test(address)))
}

function parseStoreName(name: string): { readonly kind: string; readonly address: string | undefined } {
  const colon = name.indexOf(':')
  if (colon < 0) return { kind: name, address: undefined }
  const word = name.slice(0, colon)
  return { kind: otherNames.get(word) ?? word, address: name.slice(colon + 1) }
}

/** Other URL schemes of a kind. */
const otherNames: ReadonlyMap<string, string> = new Map([['postgresql', 'postgres']])
