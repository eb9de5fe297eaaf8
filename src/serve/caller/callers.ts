// The running schemes of part 5: they verify credentials and issue tokens.

import type { Credential } from '../../exchange/credential.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { Model, Operation } from '../../model/model.ts'
import { usesTokens, securityOf } from '../../model/security.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { makeBasicChecker, readBasicCredential } from './basic.ts'
import { type Carrier, createCredentialReader, printCredentialPlace } from './credential.ts'
import { isSignedBySender, makeRequestSignatureForm } from '../../model/signature.ts'
import { makeKeyChecker } from './key.ts'
import { makeSenderVerifier, makeSignatureVerifier } from './signature.ts'
import { type TrustedPages, comesFromTrustedPage, createTrustedPages } from './trusted-pages.ts'
import { type Secret, type SecretSources, readSecret } from './secrets.ts'
import { type SchemeCredential, presentShared } from './shared-place.ts'

export type CallerChecks = {
  /** Weak secrets, in words for the operator. */
  readonly doubts: readonly string[]
  /** The credentials of a request for each scheme that its operation names; undefined if it names none. */
  present(operation: Operation, request: Carrier): Promise<ReadonlyMap<string, Credential>> | ReadonlyMap<string, Credential> | undefined
  issue(scheme: string, subject: string, now: number): string
  /** True if a credential of the operation is a signature over the body, so that the head alone does not tell who calls. */
  readsBody(operation: Operation): boolean
}

type OpenedScheme = Pick<SchemeCredential, 'kind' | 'check'> &
  Partial<Pick<SchemeCredential, 'aims'>> & {
    readonly scheme: Scheme
    readonly doubt?: string | undefined
    readonly issue?: (subject: string, now: number) => string
    /** Verifies the whole request instead of a single credential. */
    readonly verify?: (request: Carrier) => Credential
  }
type Running = SchemeCredential &
  Pick<OpenedScheme, 'scheme' | 'doubt' | 'issue' | 'verify'> & { readonly credential: (request: Carrier) => string | undefined }

/** `problems`: missing settings of the operator. */
export async function openCallers(
  model: Model,
  environment: SecretSources,
  now: () => number,
): Promise<CallerChecks | { readonly problems: readonly string[] }> {
  const { authentication } = model
  const running = new Map<string, Running>()
  const problems: string[] = []
  for (const { name, value } of listSpecifiedEntries(authentication.value.schemes)) {
    const opened = await openScheme(name, value, environment, now)
    if ('problems' in opened) problems.push(...opened.problems)
    else
      running.set(name, {
        aims: () => true,
        ...opened,
        name,
        place: printCredentialPlace(value),
        credential: createCredentialReader(value),
      })
  }
  if (problems.length > 0) return { problems }
  const requirements = new Map<Operation, readonly RequiredSchemes[]>()
  const pages = createTrustedPages(authentication.value, slotValueOf(model.service.value.url)?.text)
  return {
    doubts: [...running.values()].flatMap(({ doubt }) => doubt ?? []),
    present(operation, request) {
      const schemesByPlace = requirements.getOrInsertComputed(operation, () => listSchemes(model, operation, running))
      return schemesByPlace.length === 0 ? undefined : presentAll(schemesByPlace, request, pages)
    },
    readsBody: (operation) =>
      requirements
        .getOrInsertComputed(operation, () => listSchemes(model, operation, running))
        .some(({ schemes }) => schemes.some(([, scheme]) => scheme?.verify !== undefined)),
    issue(scheme, subject, at) {
      const issue = running.get(scheme)?.issue
      if (issue === undefined) throw new Error(`tokens of ${scheme} are not issued here: it has no secret that signs`)
      return issue(subject, at)
    },
  }
}

/**
 * The schemes of an operation that read the same place of a request, usually one; undefined for a scheme that does not run. `checksAll`: a
 * requirement needs several of them.
 */
type RequiredSchemes = { readonly schemes: readonly (readonly [name: string, scheme: Running | undefined])[]; readonly checksAll: boolean }

function listSchemes(model: Model, operation: Operation, running: ReadonlyMap<string, Running>): readonly RequiredSchemes[] {
  if (model.authentication.state !== 'shown') return []
  const requirements = (slotValueOf(securityOf(model, operation)) ?? []).map((requirement) => requirement.map(({ name }) => name))
  const names = [...new Set(requirements.flat())]
  const byPlace = Map.groupBy(names, (name) => running.get(name)?.place ?? `nowhere ${name}`)
  return [...byPlace.values()].map((namesAtPlace) => ({
    schemes: namesAtPlace.map((name) => [name, running.get(name)] as const),
    checksAll: requirements.some((requirement) => requirement.filter((name) => namesAtPlace.includes(name)).length > 1),
  }))
}

/** Waits only for tokens, whose keys may have to be fetched. */
function presentAll(
  requirements: readonly RequiredSchemes[],
  request: Carrier,
  pages: TrustedPages,
): Promise<ReadonlyMap<string, Credential>> | ReadonlyMap<string, Credential> {
  const credentials = new Map<string, Credential>()
  const pending: Promise<unknown>[] = []
  for (const { schemes, checksAll } of requirements) {
    if (schemes.length > 1) {
      pending.push(
        presentOneOf(schemes, checksAll, request, pages).then((known) =>
          known.forEach((credential, name) => credentials.set(name, credential)),
        ),
      )
      continue
    }
    const [[name, scheme]] = schemes as [RequiredSchemes['schemes'][number]]
    const credential = presentOne(scheme, request, pages)
    credentials.set(name, credential instanceof Promise ? missing : credential)
    if (credential instanceof Promise) pending.push(credential.then((known) => credentials.set(name, known)))
  }
  return pending.length === 0 ? credentials : Promise.all(pending).then(() => credentials)
}

const missing: Credential = { kind: 'missing' }
const invalid: Credential = { kind: 'invalid' }

function presentOne(scheme: Running | undefined, request: Carrier, pages: TrustedPages): Credential | Promise<Credential> {
  const credential = scheme?.credential(request)
  if (scheme === undefined || credential === undefined) return missing
  if (scheme.verify !== undefined) return scheme.verify(request)
  return comesFromTrustedPage(scheme.scheme, request, pages) ? scheme.check(credential) : invalid
}

async function presentOneOf(
  schemes: RequiredSchemes['schemes'],
  all: boolean,
  request: Carrier,
  pages: TrustedPages,
): Promise<ReadonlyMap<string, Credential>> {
  const sentCredentials = schemes.flatMap(([, scheme]) => {
    const credential = scheme?.credential(request)
    return scheme === undefined || credential === undefined
      ? []
      : [
          {
            claimant: makeRequestChecker(scheme, request),
            credential: comesFromTrustedPage(scheme.scheme, request, pages) ? credential : undefined,
          },
        ]
  })
  const only = sentCredentials.length === 1 ? sentCredentials[0] : undefined
  if (only === undefined) return presentShared(sentCredentials, all)
  return new Map([[only.claimant.name, only.credential === undefined ? invalid : await only.claimant.check(only.credential)]])
}

/** Wraps a scheme that verifies requests as a checker of this request's credential. */
function makeRequestChecker(scheme: Running, request: Carrier): Running {
  const { verify } = scheme
  return verify === undefined ? scheme : { ...scheme, check: () => verify(request) }
}

async function openScheme(
  name: string,
  scheme: Scheme,
  environment: SecretSources,
  now: () => number,
): Promise<OpenedScheme | { readonly problems: readonly string[] }> {
  const readSchemeSecret: ReadSecret = (slot, label) => readSecret(slot, `${label} of the scheme ${name}`, environment)
  if (usesTokens(scheme)) return openTokens(name, scheme, { readSchemeSecret, environment, now })
  const isBasic = slotValueOf(scheme.scheme)?.text.toLowerCase() === 'basic'
  if (isBasic && scheme.username.state === 'shown') {
    const [user, password] = [readSchemeSecret(scheme.username, 'the name'), readSchemeSecret(scheme.password, 'the password')]
    if ('problem' in user || 'problem' in password)
      return { problems: [user, password].flatMap((each) => ('problem' in each ? [each.problem] : [])) }
    if (user.kind !== 'text' || password.kind !== 'text') return { scheme, kind: 'near', check: () => invalid }
    return {
      scheme,
      kind: 'near',
      check: makeBasicChecker(user.text, password.text),
      doubt: findSecretProblem(password.text, shortestPassword, `the password of the scheme ${name}`),
    }
  }
  if (isBasic) return { scheme, kind: 'look-up', check: readBasicCredential }
  const signed = makeRequestSignatureForm(scheme)
  if (signed !== undefined && isSignedBySender(scheme))
    return { scheme, kind: 'near', check: () => invalid, verify: makeSenderVerifier(scheme, signed, now) }
  if (scheme.secret.state === 'shown') {
    const secretText = readSchemeSecret(scheme.secret, 'the secret')
    if ('problem' in secretText) return { problems: [secretText.problem] }
    if (signed !== undefined)
      return {
        scheme,
        kind: 'near',
        check: () => invalid,
        verify: makeSignatureVerifier(scheme, signed, secretText, now),
        doubt: secretText.kind === 'text' ? findSecretProblem(secretText.text, shortestKey, `the secret of the scheme ${name}`) : undefined,
      }
    return {
      scheme,
      kind: 'near',
      check: makeKeyChecker(secretText),
      doubt: secretText.kind === 'text' ? findSecretProblem(secretText.text, shortestKey, `the secret of the scheme ${name}`) : undefined,
    }
  }
  // The key itself: the document's look-up finds its owner.
  return { scheme, kind: 'look-up', check: (credential) => (credential === '' ? invalid : { kind: 'valid', credential, scopes: [] }) }
}

/** A random key needs at least 16 characters to resist guessing; a password 8 (NIST SP 800-63B, section 3.1.1.2). */
const shortestKey = 16
const shortestPassword = 8

function findSecretProblem(secret: string, shortest: number, which: string): string | undefined {
  const { length } = secret
  return length < shortest
    ? `${which} has ${length} ${length === 1 ? 'character' : 'characters'}, which can be guessed soon: use at least ${shortest}`
    : undefined
}

type ReadSecret = (slot: Scheme['secret'], what: string) => Secret | { readonly problem: string }

type Opening = { readonly readSchemeSecret: ReadSecret; readonly environment: SecretSources; readonly now: () => number }

/** The text or address that verifies tokens: the declared keys, keys given in place of discovered ones, or the secret. */
function findTokenSource(scheme: Scheme, readSchemeSecret: ReadSecret, environment: SecretSources): ReturnType<ReadSecret> {
  if (scheme.keys.state === 'shown') return readSchemeSecret(scheme.keys, 'the keys')
  const standIn = environment.replaceKeySet?.(slotValueOf(scheme.openIdConnectUrl)?.text ?? '')
  return standIn === undefined ? readSchemeSecret(scheme.secret, 'the secret') : { kind: 'text', text: standIn }
}

/** Opens a scheme of tokens: the keys or the secret check them, and the secret signs new ones. */
async function openTokens(
  name: string,
  scheme: Scheme,
  { readSchemeSecret, environment, now }: Opening,
): Promise<OpenedScheme | { readonly problems: readonly string[] }> {
  const source = findTokenSource(scheme, readSchemeSecret, environment)
  const signing = scheme.secret.state === 'shown' ? readSchemeSecret(scheme.secret, 'the secret') : undefined
  const unset = [source, ...(signing === undefined ? [] : [signing])].flatMap((each) => ('problem' in each ? [each.problem] : []))
  if ('problem' in source || (signing !== undefined && 'problem' in signing)) return { problems: [...new Set(unset)] }
  // Loaded only for tokens, because the library slows the start.
  const [{ makeJwtMatcher, makeJwtChecker, makeJwtIssuer }, { findKeysProblems, findSigningProblems }] = await Promise.all([
    import('./jwt.ts'),
    import('./key-fit.ts'),
  ])
  const problems = [
    ...(source.kind === 'text' ? findKeysProblems(name, scheme, source.text) : []),
    ...(signing?.kind === 'text' ? findSigningProblems(name, scheme, signing.text) : []),
  ]
  if (problems.length > 0) return { problems: [...new Set(problems)] }
  const opened = {
    scheme,
    kind: source.kind === 'text' ? 'near' : 'far',
    aims: makeJwtMatcher(scheme),
    check: makeJwtChecker(scheme, source, now),
  } as const
  return signing?.kind === 'text' ? { ...opened, issue: makeJwtIssuer(scheme, signing) } : opened
}
