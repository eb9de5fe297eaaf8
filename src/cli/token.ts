// `ninefold token DOC`: signs a token with the secret by which the service checks tokens, for first requests.

import { type Json, parseJsonText } from '../base/json.ts'
import type { Compiled } from '../compile/compile.ts'
import { joinWithAnd } from '../diagnostic/voice.ts'
import type { Facts } from '../fact/fact.ts'
import type { Authentication, Scheme } from '../model/authentication.ts'
import type { Model } from '../model/model.ts'
import { usesTokens } from '../model/security.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../model/slot.ts'
import { parsePointer } from '../schema/failure.ts'
import { compileSchema } from '../schema/validate.ts'
import { makeJwtSigner } from '../serve/caller/jwt.ts'
import { readSecret } from '../serve/caller/secrets.ts'
import { definitionsOf } from '../typing/definitions.ts'
import { type Command, Misuse } from './command.ts'
import { compileAt, printDiagnostics } from './compiled.ts'
import { processSecrets } from './secrets.ts'

export const tokenCommand: Command = {
  name: 'token',
  arguments: 'DOC',
  about: 'Signs a token (JWT) that the service accepts, with the secret of a scheme of part 5, and prints it.',
  options: [
    { flag: '--scheme NAME', about: 'the scheme; needed if the secrets of several sign tokens' },
    { flag: '--as CALLER', about: 'with the claims of this test caller' },
    { flag: '--claim NAME=VALUE', about: 'with this claim; the value is JSON, or otherwise a text; may be repeated' },
  ],
  parse: { scheme: { type: 'string' }, as: { type: 'string' }, claim: { type: 'string', multiple: true } },
  words: [1, 2],
  async run([path, extra], values, console) {
    const { errors, model, facts } = compileAt(path!)
    if (errors.length > 0) {
      printDiagnostics(errors, console, console.error)
      return 1
    }
    const authentication = model.authentication.value
    if (extra !== undefined) throw new Misuse(explainName(authentication, extra))
    const caller = typeof values['as'] === 'string' ? findCaller(authentication, values['as']) : undefined
    const name = typeof values['scheme'] === 'string' ? values['scheme'] : caller?.scheme
    const scheme = findScheme(model, name)
    const texts = Array.isArray(values['claim']) ? values['claim'].map(String) : []
    const claims = { ...caller?.claims, ...Object.fromEntries(texts.map(readClaim)) }
    const token = makeJwtSigner(scheme, readSigningSecret(scheme))(claims, Date.now())
    refuseUnfitClaims(token, scheme, facts)
    console.out(`${token}\n`)
    return 0
  },
}

/** A name alone could be a claim or a test caller. */
function explainName(authentication: Authentication, name: string): string {
  const hasCaller = findNamedEntry(authentication.callers, name) !== undefined
  return `\`${name}\` needs an option: ${hasCaller ? `--as ${name} for the claims of the test caller, or ` : ''}--claim sub=${name}`
}

/** The schemes whose own secret signs tokens. */
export function listSigningSchemes({ authentication }: Model): readonly { readonly name: string; readonly value: Scheme }[] {
  return listSpecifiedEntries(authentication.value.schemes).filter(({ value }) => usesTokens(value) && value.secret.state === 'shown')
}

function findScheme(model: Model, name: string | undefined): Scheme {
  const signing = listSigningSchemes(model)
  const names = joinWithAnd(signing.map((each) => each.name))
  if (name !== undefined) {
    const chosen = signing.find((each) => each.name === name)
    if (chosen !== undefined) return chosen.value
    throw new Misuse(
      `no secret of the scheme \`${name}\` signs tokens: ${names === '' ? 'their issuer signs them' : `those of ${names} do`}`,
    )
  }
  const [only, ...others] = signing
  if (only === undefined)
    throw new Misuse('no scheme of part 5 has tokens that its own `secret` signs; for tokens of an issuer, ask the issuer')
  if (others.length > 0) throw new Misuse(`the secrets of ${names} sign tokens; name one with --scheme`)
  return only.value
}

function readSigningSecret(scheme: Scheme): string {
  const secret = readSecret(scheme.secret, 'the secret', processSecrets)
  if ('problem' in secret) throw new Misuse(secret.problem)
  if (secret.kind !== 'text') throw new Misuse('the scheme has no secret that signs')
  return secret.text
}

type NamedClaims = { readonly scheme: string | undefined; readonly claims: { readonly [name: string]: Json } }

function findCaller(authentication: Authentication, name: string): NamedClaims {
  const slot = findNamedEntry(authentication.callers, name)?.slot
  if (slot?.state !== 'shown') throw new Misuse(`part 5 has no test caller \`${name}\``)
  const claims = slotValueOf(slot.value.claims)?.value
  return { scheme: slotValueOf(slot.value.scheme)?.text, claims: (claims ?? {}) as NamedClaims['claims'] }
}

/** `sub=ann`, `admin=true`. */
function readClaim(text: string): readonly [string, Json] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new Misuse(`--claim takes NAME=VALUE, and not \`${text}\``)
  const parsed = parseJsonText(value, { depth: 32 })
  return [name, 'value' in parsed ? parsed.value : value]
}

/** The service refuses tokens whose claims violate `claimsSet`. */
function refuseUnfitClaims(token: string, { claimsSet }: Scheme, { typing }: Facts): void {
  const source = slotValueOf(claimsSet)
  if (source === undefined) return
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Json
  const { failures = [] } = compileSchema(typing.schema(source).schema, { definitions: definitionsOf(typing.domain) }).decode(claims)
  const problems = failures.map(({ pointer, keyword, limit }) => {
    const name = parsePointer(pointer)?.join('.') ?? ''
    if (keyword === 'required') return `the claim \`${name}\` is missing: add --claim ${name}=…`
    return `${name === '' ? 'the claims fail' : `the claim \`${name}\` fails`} \`${keyword}\`${limit === undefined ? '' : ` ${JSON.stringify(limit)}`}`
  })
  if (problems.length > 0) throw new Misuse(`the service would refuse this token by \`claimsSet\`: ${problems.join('; ')}`)
}

/** The claims that the signer fills. */
const filledClaims: ReadonlySet<string> = new Set(['iat', 'exp', 'iss', 'aud'])

/** The command that prints a token of the first signing scheme, with its required claims; undefined if none signs. */
export function printTokenCommand({ model, facts: { typing } }: Compiled): string | undefined {
  const [scheme] = listSigningSchemes(model)
  if (scheme === undefined) return undefined
  const source = slotValueOf(scheme.value.claimsSet)
  const schema = source && typing.schema(source).schema
  const required = typeof schema === 'object' ? (schema.required ?? []).filter((name) => !filledClaims.has(name) && name !== 'sub') : []
  return ['ninefold token DOC --claim sub=NAME', ...required.map((name) => `--claim ${name}=…`)].join(' ')
}
