// Prints a first request to a started service, for a shell: one with the fewest requirements.

import type { Compiled } from '../compile/compile.ts'
import type { Operation } from '../model/model.ts'
import { admitsAnonymous, securityOf } from '../model/security.ts'
import { entryNamed, slotValue } from '../model/slot.ts'
import type { Scheme } from '../model/authentication.ts'
import { versionSpeller } from '../serve/version-speller.ts'
import type { Running } from './options.ts'

/** Prefers a list to other reads, and operations without a caller to those with one. */
export function firstRequest({ model, facts }: Compiled, { operations, url }: Pick<Running, 'operations' | 'url'>): string | undefined {
  const simple = operations.flatMap(({ operation, complete }) => (complete && needsNothing(operation, facts) ? [operation] : []))
  const open = simple.filter((operation) => admitsAnonymous(securityOf(model, operation)) || model.authentication.state === 'none')
  const operation = [open, simple].flatMap((some) => some.find(({ action }) => action === 'list') ?? some[0] ?? [])[0]
  if (operation === undefined) return undefined
  const version = slotValue(model.versioning.value.current)?.text
  const spelled = version === undefined ? undefined : versionSpeller(model)(version)
  const credential = open.includes(operation) ? undefined : credentialOf(operation, model)
  const query = [...(spelled?.query ?? []), ...(credential?.query ?? [])].map(([name, value]) => `${name}=${value}`).join('&')
  const address = `${url}${spelled?.prefix ?? ''}${operation.path}${query === '' ? '' : `?${query}`}`
  const headers = [...(spelled?.headers ?? []), ...(credential?.headers ?? [])].map(([name, value]) => ` -H '${name}: ${value}'`)
  return `curl -i ${query === '' ? address : `'${address}'`}${headers.join('')}${credential?.user ?? ''}`
}

function needsNothing(operation: Operation, { typing }: Compiled['facts']): boolean {
  const { query, headers } = typing.input(operation)
  const isLiteral = operation.segments.every(({ kind }) => kind === 'literal')
  return (
    operation.method === 'GET' &&
    operation.action !== 'stream' &&
    isLiteral &&
    [...query.values(), ...headers.values()].every(({ required }) => !required)
  )
}

type Said = readonly (readonly [name: string, value: string])[]
type Credential = { readonly headers?: Said; readonly query?: Said; readonly user?: string }

/** The credential of the first scheme, with a placeholder in capitals for the caller's secret. */
function credentialOf(operation: Operation, model: Compiled['model']): Credential | undefined {
  const [requirement = []] = slotValue(securityOf(model, operation)) ?? []
  const scheme = entryNamed(model.authentication.value.schemes, requirement[0]?.name ?? '')?.slot
  return scheme?.state === 'shown' ? exampleCredential(scheme.value) : undefined
}

function exampleCredential(scheme: Scheme): Credential {
  const word = slotValue(scheme.scheme)?.text ?? 'Bearer'
  if (slotValue(scheme.type) !== 'apiKey')
    return word.toLowerCase() === 'basic'
      ? { user: ' -u NAME:PASSWORD' }
      : { headers: [['Authorization', `${word === 'bearer' ? 'Bearer' : word} TOKEN`]] }
  const name = slotValue(scheme.name)?.text ?? ''
  switch (slotValue(scheme.in)) {
    case 'query': return { query: [[name, 'KEY']] }
    case 'cookie': return { headers: [['Cookie', `${name}=KEY`]] }
    default: return { headers: [[name, 'KEY']] }
  }
}
