// Prints a first request to a started service, for a shell: one with the fewest requirements.

import type { Compiled } from '../compile/compile.ts'
import type { Operation } from '../model/model.ts'
import { admitsAnonymous, securityOf } from '../model/security.ts'
import { findNamedEntry, slotValueOf } from '../model/slot.ts'
import type { Scheme } from '../model/authentication.ts'
import { makeVersionSpeller } from '../serve/version-speller.ts'
import type { Running } from './options.ts'

/**
 * Prefers a list to other reads, an address without parameters to one with them, and operations without a caller to those with one. A
 * parameter of the path is a placeholder in capitals.
 */
export function printFirstRequest(
  { model, facts }: Compiled,
  { operations, url }: Pick<Running, 'operations' | 'url'>,
): string | undefined {
  const candidates = operations.flatMap(({ operation, complete }) => (complete && hasNoRequiredInput(operation, facts) ? [operation] : []))
  const anonymous = candidates.filter((operation) => admitsAnonymous(securityOf(model, operation)) || model.authentication.state === 'none')
  const groups = [anonymous.filter(hasOnlyLiterals), candidates.filter(hasOnlyLiterals), anonymous, candidates]
  const operation = groups.flatMap((group) => group.find(({ action }) => action === 'list') ?? group[0] ?? [])[0]
  if (operation === undefined) return undefined
  const version = slotValueOf(model.versioning.value.current)?.text
  const versionFields = version === undefined ? undefined : makeVersionSpeller(model)(version)
  const credential = anonymous.includes(operation) ? undefined : findCredential(operation, model)
  const query = [...(versionFields?.query ?? []), ...(credential?.query ?? [])].map(([name, value]) => `${name}=${value}`).join('&')
  const path = operation.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => name.toUpperCase())
  const address = `${url}${versionFields?.prefix ?? ''}${path}${query === '' ? '' : `?${query}`}`
  const headers = [...(versionFields?.headers ?? []), ...(credential?.headers ?? [])].map(([name, value]) => ` -H '${name}: ${value}'`)
  return `curl -i ${query === '' ? address : `'${address}'`}${headers.join('')}${credential?.user ?? ''}`
}

function hasNoRequiredInput(operation: Operation, { typing }: Compiled['facts']): boolean {
  const { query, headers } = typing.input(operation)
  return (
    operation.method === 'GET' &&
    operation.action !== 'stream' &&
    [...query.values(), ...headers.values()].every(({ required }) => !required)
  )
}

const hasOnlyLiterals = ({ segments }: Operation): boolean => segments.every(({ kind }) => kind === 'literal')

type Fields = readonly (readonly [name: string, value: string])[]
type Credential = { readonly headers?: Fields; readonly query?: Fields; readonly user?: string }

/** The credential of the first scheme, with a placeholder in capitals for the caller's secret. */
function findCredential(operation: Operation, model: Compiled['model']): Credential | undefined {
  const [requirement = []] = slotValueOf(securityOf(model, operation)) ?? []
  const scheme = findNamedEntry(model.authentication.value.schemes, requirement[0]?.name ?? '')?.slot
  return scheme?.state === 'shown' ? makeExampleCredential(scheme.value) : undefined
}

function makeExampleCredential(scheme: Scheme): Credential {
  const schemeName = slotValueOf(scheme.scheme)?.text ?? 'Bearer'
  if (slotValueOf(scheme.type) !== 'apiKey')
    return schemeName.toLowerCase() === 'basic'
      ? { user: ' -u NAME:PASSWORD' }
      : { headers: [['Authorization', `${schemeName === 'bearer' ? 'Bearer' : schemeName} TOKEN`]] }
  const name = slotValueOf(scheme.name)?.text ?? ''
  switch (slotValueOf(scheme.in)) {
    case 'query':
      return { query: [[name, 'KEY']] }
    case 'cookie':
      return { headers: [['Cookie', `${name}=KEY`]] }
    default:
      return { headers: [[name, 'KEY']] }
  }
}
