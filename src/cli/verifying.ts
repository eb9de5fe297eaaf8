// The context of `verify` for a server: callers' credentials, hooks, and whether it runs on this machine.

import { isIP } from 'node:net'
import { type Json, type JsonObject, isJsonObject, parseJson } from '../base/json.ts'
import { printDuration } from '../base/duration.ts'
import { parseTimestamp } from '../base/time.ts'
import type { Model } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { ServerHooks, ServerCredential } from '../verify/options.ts'
import { Misuse } from './command.ts'
import { readFileBytes } from './load.ts'

export function isOwnMachine(address: string): boolean {
  if (!URL.canParse(address)) throw new Misuse(`${address} is not an address`)
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/**
 * By caller: a text (the credential alone), `{ "env": "NAME" }` for one that is in the environment, or `{ "headers": {…}, "query": {…} }`.
 */
export function readCredentials(model: Model, file: string | undefined): ReadonlyMap<string, ServerCredential> {
  if (file === undefined) return new Map()
  const parsed = parseJson(readFileBytes(file), { depth: 10 })
  if (!('value' in parsed) || !isJsonObject(parsed.value))
    throw new Misuse(`${file} is not a JSON object of credentials by caller, such as {"ann": {"env": "ANN_TOKEN"}}`)
  return new Map(Object.entries(parsed.value).map(([name, json]) => [name, parseCredential(model, name, json, file)]))
}

function parseCredential(model: Model, name: string, json: Json, file: string): ServerCredential {
  if (typeof json === 'string') return placeInScheme(model, name, json)
  const { env, headers, query } = (isJsonObject(json) ? json : {}) as { readonly [name: string]: Json }
  if (typeof env === 'string') {
    const value = process.env[env]
    if (value === undefined) throw new Misuse(`the credential of ${name} needs the environment variable ${env}, which is not set`)
    return placeInScheme(model, name, value)
  }
  const listPairs = (fields: Json | undefined): [string, string][] =>
    isJsonObject(fields)
      ? Object.entries(fields).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as [string, string]] : []))
      : []
  if (headers === undefined && query === undefined)
    throw new Misuse(`${file} has no credential for ${name}: write a text, {"env": "NAME"}, or {"headers": {"Authorization": "…"}}`)
  return { headers: listPairs(headers), query: listPairs(query) }
}

/** The earliest `exp` of JSON Web Tokens (RFC 7519, section 4.1.4) among the credentials, in milliseconds since 1970. */
export function findCredentialsEnd(credentials: Iterable<ServerCredential>): number | undefined {
  const ends = [...credentials].flatMap(({ headers, query }) => [...headers, ...query].flatMap(([, value]) => readExpiry(value) ?? []))
  return ends.length === 0 ? undefined : Math.min(...ends)
}

function readExpiry(credential: string): number | undefined {
  const payload = /(?:^|\s)[\w-]+\.([\w-]+)\.[\w-]*$/.exec(credential)?.[1]
  const parsed = payload === undefined ? undefined : parseJson(Buffer.from(payload, 'base64url'), { depth: 20 })
  const exp = parsed !== undefined && 'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as JsonObject)['exp'] : undefined
  return typeof exp === 'number' ? exp * 1000 : undefined
}

/** The credential in the place that its scheme defines. */
function placeInScheme({ authentication }: Model, name: string, credential: string): ServerCredential {
  const caller = listSpecifiedEntries(authentication.value.callers).find((other) => other.name === name)?.value
  const scheme = listSpecifiedEntries(authentication.value.schemes).find(
    (other) => other.name === (caller && slotValueOf(caller.scheme)?.text),
  )?.value
  const parameter = scheme && slotValueOf(scheme.name)?.text
  if (scheme !== undefined && slotValueOf(scheme.type) === 'apiKey' && parameter !== undefined) {
    switch (slotValueOf(scheme.in)) {
      case 'query':
        return { headers: [], query: [[parameter, credential]] }
      case 'cookie':
        return { headers: [['Cookie', `${parameter}=${credential}`]], query: [] }
      case 'header':
      case undefined:
        return { headers: [[parameter, credential]], query: [] }
    }
  }
  const schemeName = (scheme && slotValueOf(scheme.scheme)?.text) ?? 'Bearer'
  return { headers: [['Authorization', credential.includes(' ') ? credential : `${schemeName} ${credential}`]], query: [] }
}

/** Both accept a POST, and answer with a success status when they are done. */
export function createServerHooks(reset: string | undefined, clock: string | undefined): ServerHooks {
  return {
    ...(reset === undefined ? {} : { reset: () => post(reset, undefined) }),
    ...(clock === undefined ? {} : { advance: (ms: number) => post(clock, JSON.stringify({ advance: printDuration(ms) })) }),
  }
}

/**
 * The time of a clock that stands still between requests to move it, in milliseconds since 1970, if a GET of its address answers
 * `{"now":"…","virtual":true}`, as the operator's listener does. Undefined for any other clock: it is taken to run.
 */
export async function readStandingClock(url: string): Promise<number | undefined> {
  const response = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined)
  const parsed = response?.ok === true ? parseJson(new Uint8Array(await response.arrayBuffer()), { depth: 2 }) : undefined
  const json = parsed !== undefined && 'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as JsonObject) : {}
  return json['virtual'] === true && typeof json['now'] === 'string' ? parseTimestamp(json['now']) : undefined
}

async function post(url: string, body: string | undefined): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    // A kept connection may have been closed since the last call.
    headers: { Connection: 'close', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new Misuse(`${url} does not answer: ${(error as Error).message}`)
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Misuse(`${url} answers ${response.status}: a hook answers with a status of success`)
}
