// Part 5: the callers, their credentials and their permissions.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import { createDiagnostic, notBuilt } from '../diagnostic/voice.ts'
import type { Node } from '../document/node.ts'
import { type Lookup, lookup } from './endpoints.ts'
import { schema } from './schema.ts'
import { mapOf, oneOrMany, record } from './maps.ts'
import { choice, refine } from './shape-combinators.ts'
import { requirements } from './requirements.ts'
import { boolean, data, duration, expression, name, plainText, oneOfWords } from './scalars.ts'
import { type Read, type Reader, type Reading, type Shape, documentation, key, requiredKey, toReading, failedReading } from './shape.ts'
import { schemeSignatureKeys } from './signature.ts'
import type { ExpressionText, Named } from './slot.ts'

/** The source of a secret, which is never the document. */
const secretSourceKeys = {
  env: key(name('the name of an environment variable'), 'none', 'An environment variable.'),
  file: key(name('a file name'), 'none', 'A file that the operator keeps.'),
  jwks: key(name('an address'), 'none', 'A JWKS address (RFC 7517).'),
}
const secretSource = choice('where a secret comes from', {
  scalar: refine(name(), (_, node, reader) => reportSecret(node, reader)),
  map: refine(record('the source of a secret', secretSourceKeys), (source, node, reader) =>
    node.kind === 'map' && node.entries.length === 0 ? reportNoSource(node, reader) : toReading(source),
  ),
})

function reportNoSource(node: Node, reader: Reader): Reading<never> {
  reader.report(
    createDiagnostic(
      'error',
      'authentication/missing-key',
      'The secret comes from nowhere',
      { span: node.span, text: 'neither `env` nor `file`' },
      {
        reason: 'The operator provides a secret, in an environment variable or a file.',
        help: advise`Write where the operator keeps it:${paste('{ env: NAME_OF_A_VARIABLE }')}`,
      },
    ),
  )
  return failedReading
}

function reportSecret(node: Node, reader: Reader): Reading<never> {
  reader.report(
    createDiagnostic(
      'error',
      'authentication/secret-in-document',
      'The document contains a secret',
      { span: node.span, text: 'visible to every reader of the document' },
      {
        reason: 'Documents are shared and kept; only the operator may know a secret.',
        help: advise`Write where the operator keeps it, and change the secret:${paste('{ env: NAME_OF_A_VARIABLE }')}`,
      },
    ),
  )
  return failedReading
}

const schemeTypes = oneOfWords('apiKey', 'http', 'oauth2', 'openIdConnect')

/** Types that later versions of the language add, with a replacement for now. */
const laterTypes: { readonly [type: string]: string | Help } = {
  mutualTLS: 'Use another scheme, or let the proxy in front check certificates.',
  hmac: advise`A signature by a shared secret is a key that each request makes:${paste('type: apiKey\nin: header\nname: X-Signature\nsignature: {}')}`,
  httpMessageSignatures: 'Use another scheme; this one is not supported yet.',
}

const schemeType: typeof schemeTypes = {
  ...schemeTypes,
  read(node, reader) {
    const replacement = node.kind === 'scalar' && Object.hasOwn(laterTypes, node.text) ? laterTypes[node.text] : undefined
    if (replacement === undefined || node.kind !== 'scalar') return schemeTypes.read(node, reader)
    reader.report(notBuilt('document/not-supported', node.text, node.span, replacement))
    return failedReading
  },
}

const schemeKeys = {
  type: requiredKey(schemeType, "OpenAPI's type of scheme."),
  scheme: key(name('a scheme word'), 'a gap for `http`', 'The word in `Authorization` (RFC 9110, section 11).'),
  in: key(oneOfWords('header', 'query', 'cookie'), 'a gap for `apiKey`', 'The place of the key.'),
  name: key(name('a header, parameter or cookie'), 'a gap for `apiKey`', 'The name of the header, parameter or cookie.'),
  bearerFormat: key(name('a format'), 'an opaque credential', '`JWT`, or a word for documentation.'),
  algorithm: key(
    oneOrMany(
      'an algorithm',
      oneOfWords('HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'),
      true,
    ),
    'a gap for JWT',
    'The algorithms that are accepted; the first signs.',
  ),
  secret: key(
    secretSource,
    'a gap where something is signed or compared',
    'The key that signs or verifies tokens, or the single accepted key.',
  ),
  keys: key(secretSource, 'a gap for public-key algorithms', 'The public keys that check tokens.'),
  username: key(secretSource, 'a gap for `basic`', 'The one name of `basic`.'),
  password: key(secretSource, 'a gap for `basic`', 'Its password.'),
  issuer: key(name('an issuer'), 'not asked', 'The `iss` that tokens must have.'),
  audience: key(oneOrMany('an audience', name('an audience'), true), 'not asked', 'The `aud` that tokens must have one of.'),
  lifetime: key(duration, 'tokens do not end', 'How long an issued token lives.'),
  skew: key(duration, 'PT0S', 'How far clocks may differ.'),
  signature: key(record('a signature of requests', schemeSignatureKeys), 'none', 'Of an `apiKey` in a header: it signs the body.'),
  tolerance: key(duration, 'PT5M', 'How old a signed time may be.'),
  find: key(lookup, 'none', 'The record of a key, by `digest(credential)`; of `basic`, the name is `claims.sub`.'),
  claims: key(data, 'none', 'Claims that issued tokens carry besides the subject.'),
  claimsSet: key(
    schema,
    'anything',
    "The schema of its tokens' claims (the claims set of RFC 7519), which types `claims`; a token with other claims is `invalid`.",
  ),
  expires: key(expression, 'it does not end', 'When the credential ends: of the record that it is found by, which is `caller`.'),
  origin: key(
    oneOfWords('same'),
    'any page',
    'For a cookie: requests that change something must come from a page of the service, or of `origins`.',
  ),
  scopes: key(expression, 'none', 'The scopes that a caller has.'),
  flows: key(data, 'none', "OpenAPI's OAuth flows, for exports."),
  openIdConnectUrl: key(name('an address'), 'a gap for `openIdConnect`', 'The address of the discovery document.'),
  realm: key(plainText, 'none', 'The realm of the challenge.'),
  description: documentation(plainText, 'How to get a credential.'),
}

const callers = record('a test caller', {
  scheme: requiredKey(name('the name of a scheme'), 'How it calls.'),
  claims: key(data, 'none', 'The claims of its token.'),
  credential: key(plainText, 'none', 'The key it presents.'),
})

const rule = choice('an expression, or a map of expressions by action', {
  scalar: expression,
  map: mapOf('a map of expressions by action', expression),
})

/** The caller: the result of an expression (`claims`), a found record, or one of these per scheme. */
export type CallerRule =
  | { readonly kind: 'expression'; readonly expression: ExpressionText }
  | { readonly kind: 'lookup'; readonly lookup: Lookup }
  | { readonly kind: 'schemes'; readonly schemes: readonly Named<CallerRule>[]; readonly node: Node }

const identity: Shape<CallerRule> = choice('`claims`, or a look-up', {
  scalar: refine(expression, (expression) => toReading<CallerRule>({ kind: 'expression', expression })),
  map: refine(lookup, (lookup) => toReading<CallerRule>({ kind: 'lookup', lookup })),
})
const identities = refine(mapOf('a map by scheme', identity), (schemes, node) => toReading<CallerRule>({ kind: 'schemes', schemes, node }))

/** A map with `find` is a look-up; any other map has schemes as keys. */
const callerRule: Shape<CallerRule> = {
  ...identity,
  words: '`claims`, a look-up, or a map of these by scheme',
  read(node, reader) {
    const isLookup = node.kind !== 'map' || node.entries.some(({ key }) => key.text === 'find')
    return (isLookup ? identity : identities).read(node, reader)
  },
  schema: (definitions) => ({ anyOf: [identity.schema(definitions), identities.schema(definitions)] }),
}

export const authenticationKeys = {
  schemes: key(mapOf('a map of schemes', record('a scheme', schemeKeys)), 'a gap', "The schemes, in OpenAPI's words."),
  security: key(requirements, 'a gap', 'The schemes that admit a caller; `{}` beside them makes them optional.'),
  caller: key(callerRule, 'the claims', 'The caller: its claims, or a record that they find.'),
  roles: key(
    mapOf('a map of roles', expression),
    'none',
    'Conditions about the caller, by the names that rules and other conditions have for them.',
  ),
  rules: key(
    mapOf('a map of rules by resource', mapOf('a map of rules by action, transition or property', rule)),
    'nothing is allowed',
    'The permissions.',
  ),
  default: key(oneOfWords('allow', 'deny'), 'deny', 'The permission without a rule.'),
  unreadable: key(
    oneOfWords('not-found', 'forbidden'),
    'a gap where a read rule can refuse',
    'The answer for a record that the caller may not read.',
  ),
  origins: key(oneOrMany('an origin', name('an origin')), 'none: no other origin', 'Origins whose pages may call (CORS).'),
  callers: key(mapOf('a map of test callers', callers), 'none', 'Callers for `# as:` in scenarios.'),
  credentials: key(boolean, 'false', 'Pages of those origins may send cookies (CORS).'),
}

export type Authentication = Read<typeof authenticationKeys>
export type Scheme = Read<typeof schemeKeys>
export type SecretSource = Read<typeof secretSourceKeys>
