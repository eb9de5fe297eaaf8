// The schemes of part 5 as they run: what checks a credential of each, and what issues tokens.

import type { Presented } from '../../exchange/presented.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { Model, Operation } from '../../model/model.ts'
import { securityOf } from '../../model/security.ts'
import { each, shown } from '../../model/slot.ts'
import { basicChecker } from './basic.ts'
import type { Checker } from './checker.ts'
import { type Carrier, credentialsOf } from './credential.ts'
import { keyChecker } from './key.ts'
import { type Pages, comesFrom, pagesOf } from './pages.ts'
import { type Secret, type SecretWorld, readSecret } from './secrets.ts'

export type Callers = {
  /** What a request presents for each scheme that its operation names; undefined where it names none. */
  present(operation: Operation, request: Carrier): Promise<ReadonlyMap<string, Presented>> | ReadonlyMap<string, Presented> | undefined
  issue(scheme: string, subject: string, now: number): string
}

type Opened = { readonly scheme: Scheme; readonly check: Checker; readonly issue?: (subject: string, now: number) => string }
type Running = Opened & { readonly credential: (request: Carrier) => string | undefined }

/** `problems`: what the operator has not set. */
export async function openCallers(model: Model, world: SecretWorld, now: () => number): Promise<Callers | { readonly problems: readonly string[] }> {
  const { authentication } = model
  const running = new Map<string, Running>()
  const problems: string[] = []
  for (const { name, value } of each(authentication.value.schemes)) {
    const opened = await openScheme(name, value, world, now)
    if ('problems' in opened) problems.push(...opened.problems)
    else running.set(name, { ...opened, credential: credentialsOf(value) })
  }
  if (problems.length > 0) return { problems }
  const asked = new Map<Operation, readonly Asked[]>()
  const pages = pagesOf(authentication.value, shown(model.service.value.url)?.text)
  return {
    present(operation, request) {
      const schemes = asked.getOrInsertComputed(operation, () => schemesOf(model, operation).map((name) => ({ name, scheme: running.get(name) })))
      return schemes.length === 0 ? undefined : presentAll(schemes, request, pages)
    },
    issue(scheme, subject, at) {
      const issue = running.get(scheme)?.issue
      if (issue === undefined) throw new Error(`tokens of ${scheme} are not issued here: it has no secret that signs`)
      return issue(subject, at)
    },
  }
}

function schemesOf(model: Model, operation: Operation): readonly string[] {
  if (model.authentication.state !== 'shown') return []
  return [...new Set((shown(securityOf(model, operation)) ?? []).flatMap((requirement) => requirement.map(({ name }) => name)))]
}

/** A scheme of an operation; one that does not run is not there to present anything to. */
type Asked = { readonly name: string; readonly scheme: Running | undefined }

/** Only tokens, whose keys may have to be fetched, are waited for. */
function presentAll(schemes: readonly Asked[], request: Carrier, pages: Pages): Promise<ReadonlyMap<string, Presented>> | ReadonlyMap<string, Presented> {
  const found = new Map<string, Presented>()
  const waiting: Promise<unknown>[] = []
  for (const { name, scheme } of schemes) {
    const presented = presentOne(scheme, request, pages)
    // In the order of the schemes, also of those that are waited for.
    found.set(name, presented instanceof Promise ? missing : presented)
    if (presented instanceof Promise) waiting.push(presented.then((known) => found.set(name, known)))
  }
  return waiting.length === 0 ? found : Promise.all(waiting).then(() => found)
}

const missing: Presented = { kind: 'missing' }
const invalid: Presented = { kind: 'invalid' }

function presentOne(scheme: Running | undefined, request: Carrier, pages: Pages): Presented | Promise<Presented> {
  const credential = scheme?.credential(request)
  if (scheme === undefined || credential === undefined) return missing
  return comesFrom(scheme.scheme, request, pages) ? scheme.check(credential) : invalid
}

async function openScheme(name: string, scheme: Scheme, world: SecretWorld, now: () => number): Promise<Opened | { readonly problems: readonly string[] }> {
  const secret: ReadSecret = (slot, what) => readSecret(slot, `${what} of the scheme ${name}`, world)
  if (bringsTokens(scheme)) return openTokens(name, scheme, { secret, world, now })
  if (shown(scheme.scheme)?.text.toLowerCase() === 'basic' && scheme.username.state === 'shown') {
    const [user, password] = [secret(scheme.username, 'the name'), secret(scheme.password, 'the password')]
    if ('problem' in user || 'problem' in password) return { problems: [user, password].flatMap((each) => ('problem' in each ? [each.problem] : [])) }
    return { scheme, check: user.kind === 'text' && password.kind === 'text' ? basicChecker(user.text, password.text) : () => ({ kind: 'invalid' }) }
  }
  if (scheme.secret.state === 'shown') {
    const known = secret(scheme.secret, 'the secret')
    return 'problem' in known ? { problems: [known.problem] } : { scheme, check: keyChecker(known) }
  }
  // The key itself: whose it is, the document's look-up says.
  return { scheme, check: (credential) => (credential === '' ? { kind: 'invalid' } : { kind: 'valid', credential, scopes: [] }) }
}

/** Whether its credential is a token that says who calls, and is signed. */
export function bringsTokens(scheme: Scheme): boolean {
  const type = shown(scheme.type)
  return type === 'oauth2' || type === 'openIdConnect' || shown(scheme.bearerFormat)?.text === 'JWT'
}

type ReadSecret = (slot: Scheme['secret'], what: string) => Secret | { readonly problem: string }

type Opening = { readonly secret: ReadSecret; readonly world: SecretWorld; readonly now: () => number }

/** Tokens: checked by the keys, or by the secret; issued where there is a secret. */
async function openTokens(name: string, scheme: Scheme, { secret, world, now }: Opening): Promise<Opened | { readonly problems: readonly string[] }> {
  const standIn = scheme.keys.state === 'shown' ? undefined : world.discovered?.(shown(scheme.openIdConnectUrl)?.text ?? '')
  const source = standIn !== undefined ? ({ kind: 'text', text: standIn } as const) : scheme.keys.state === 'shown' ? secret(scheme.keys, 'the keys') : secret(scheme.secret, 'the secret')
  const signing = scheme.secret.state === 'shown' ? secret(scheme.secret, 'the secret') : undefined
  const unset = [source, ...(signing === undefined ? [] : [signing])].flatMap((each) => ('problem' in each ? [each.problem] : []))
  if ('problem' in source || (signing !== undefined && 'problem' in signing)) return { problems: [...new Set(unset)] }
  // Only where tokens are checked: their library is a good part of the time to start.
  const { jwtChecker, jwtIssuer } = await import('./jwt.ts')
  const check = await attempt(() => jwtChecker(scheme, source, now))
  if (check === undefined) return { problems: [`the keys of the scheme ${name} are neither a public key (PEM) nor a set of keys (JWK)`] }
  if (signing?.kind !== 'text') return { scheme, check }
  const issue = await attempt(() => jwtIssuer(scheme, signing))
  return issue === undefined ? { problems: [`the secret of the scheme ${name} is no private key (PEM), which its first algorithm signs with`] } : { scheme, check, issue }
}

/** Undefined where a key is none: what the library says of it may quote it, and is not passed on. */
async function attempt<T>(open: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await open()
  } catch {
    return undefined
  }
}
