// Prints a first request to a started service, for a shell: one with the fewest requirements.

import { type Json, isJsonNumber, printJson } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import type { Operation } from '../model/model.ts'
import { listRows } from '../model/rows.ts'
import { admitsAnonymous, securityOf } from '../model/security.ts'
import { findNamedEntry, slotValueOf } from '../model/slot.ts'
import type { Scheme } from '../model/authentication.ts'
import { makeVersionSpeller } from '../serve/version-speller.ts'
import { readExactJson } from '../typing/schema-of.ts'
import { makeFirstBody } from './first-body.ts'
import type { Running } from './options.ts'

/**
 * Prefers requests that work as they are printed: operations without a caller before others, and among them a list, other reads of an
 * address without parameters, and then a body that creates a record, or the address of an initial record. A placeholder in capitals stands
 * for a secret, or for a key that only the store knows.
 */
export function printFirstRequest(compiled: Compiled, { operations, url }: Pick<Running, 'operations' | 'url'>): string | undefined {
  const { model, facts } = compiled
  const candidates = operations.flatMap(({ operation, complete }) =>
    complete && hasNoRequiredFields(operation, facts) ? makeRequest(operation, compiled) : [],
  )
  const isAnonymous = ({ operation }: FirstRequest): boolean =>
    model.authentication.state === 'none' || admitsAnonymous(securityOf(model, operation))
  const anonymous = candidates.filter(isAnonymous)
  const hasKind =
    (...kinds: readonly FirstRequest['kind'][]) =>
    (request: FirstRequest) =>
      kinds.includes(request.kind)
  const groups = [anonymous, candidates].flatMap((group) => [
    group.filter(hasKind('read')),
    group.filter(hasKind('create', 'read-initial')),
  ])
  const request = [...groups, anonymous, candidates].flatMap(
    (group) => group.find(({ operation }) => operation.action === 'list') ?? group[0] ?? [],
  )[0]
  return request && printRequest(request, url, isAnonymous(request), model)
}

/** `read`: its address has no parameter. `read-initial`: of a record of the document. `placeholder`: its address names an unknown record. */
type FirstRequest = {
  readonly operation: Operation
  readonly kind: 'read' | 'create' | 'read-initial' | 'placeholder'
  readonly path: string
  readonly body?: Json
}

function hasNoRequiredFields(operation: Operation, { typing }: Compiled['facts']): boolean {
  const { query, headers } = typing.input(operation)
  return operation.action !== 'stream' && [...query.values(), ...headers.values()].every(({ required }) => !required)
}

function makeRequest(operation: Operation, { model, facts }: Compiled): readonly FirstRequest[] {
  const { path } = operation
  const hasOnlyLiterals = operation.segments.every(({ kind }) => kind === 'literal')
  if (operation.method === 'GET') {
    if (hasOnlyLiterals) return [{ operation, kind: 'read', path }]
    const initialPath = operation.action === 'read' ? fillPath(operation, model) : undefined
    if (initialPath !== undefined) return [{ operation, kind: 'read-initial', path: initialPath }]
    return [{ operation, kind: 'placeholder', path: path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => name.toUpperCase()) }]
  }
  const idempotency = slotValueOf(operation.slots.idempotency)
  const needsKey = idempotency?.kind === 'key' && slotValueOf(idempotency.optional) !== true
  if (operation.action !== 'create' || !hasOnlyLiterals || needsKey) return []
  if (facts.typing.input(operation).body?.media.some((each) => each === 'application/json') !== true) return []
  const body = makeFirstBody(operation, facts.typing)
  return body === undefined ? [] : [{ operation, kind: 'create', path, body }]
}

/** The address of the first initial record; undefined if there is none, or if it lacks a parameter. */
function fillPath({ path, subject }: Operation, model: Compiled['model']): string | undefined {
  const first = listRows(model.resources.value.records).find(({ resource, when }) => resource === subject?.text && when === undefined)
  if (first === undefined) return undefined
  const row = readExactJson(first.node) as { readonly [name: string]: Json }
  const names = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name]) => name!)
  if (names.some((name) => typeof row[name] !== 'string' && !isJsonNumber(row[name]))) return undefined
  return path.replaceAll(/\{([^}]*)\}/g, (_, name: string) =>
    encodeURIComponent(typeof row[name] === 'string' ? row[name] : printJson(row[name]!)),
  )
}

function printRequest({ operation, path, body }: FirstRequest, url: string, isAnonymous: boolean, model: Compiled['model']): string {
  const version = slotValueOf(model.versioning.value.current)?.text
  const versionFields = version === undefined ? undefined : makeVersionSpeller(model)(version)
  const credential = isAnonymous ? undefined : findCredential(operation, model)
  const query = [...(versionFields?.query ?? []), ...(credential?.query ?? [])].map(([name, value]) => `${name}=${value}`).join('&')
  const address = `${url}${versionFields?.prefix ?? ''}${path}${query === '' ? '' : `?${query}`}`
  const media: Fields = body === undefined ? [] : [['Content-Type', 'application/json']]
  const headers = [...(versionFields?.headers ?? []), ...(credential?.headers ?? []), ...media].map(
    ([name, value]) => ` -H '${name}: ${value}'`,
  )
  const data = body === undefined ? '' : ` -d '${printJson(body).replaceAll("'", String.raw`'\''`)}'`
  return `curl -i ${query === '' ? address : `'${address}'`}${headers.join('')}${credential?.user ?? ''}${data}`
}

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
