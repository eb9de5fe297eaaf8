// Reports keys that a scheme of its type ignores, and keys without the key that they depend on.

import { type Help, advise, quoteEntry, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import { isSignedBySender } from '../../model/signature.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'authentication/unused-key'

/** `sentToken`: a token in a header, the query or a cookie of its own, `type: apiKey` with `bearerFormat: JWT`. */
type Kind = 'apiKey' | 'basic' | 'http' | 'sentToken' | 'token'
type SchemeKey = Exclude<keyof Scheme, 'node' | 'type' | 'description'>

/** The kinds of scheme that use each key; `sentToken` also uses the keys of `token`. Every scheme uses a key that is not listed. */
const kindsByKey: { readonly [key in SchemeKey]?: readonly Kind[] } = {
  scheme: ['basic', 'http', 'token'],
  in: ['apiKey', 'sentToken'],
  name: ['apiKey', 'sentToken'],
  origin: ['apiKey', 'sentToken'],
  algorithm: ['token'],
  keys: ['token'],
  username: ['basic'],
  password: ['basic'],
  secret: ['apiKey', 'http', 'token'],
  issuer: ['token'],
  audience: ['token'],
  lifetime: ['token'],
  skew: ['token'],
  signature: ['apiKey'],
  tolerance: ['apiKey'],
  claims: ['token'],
  claimsSet: ['token'],
  find: ['apiKey', 'basic', 'http'],
  expires: ['apiKey', 'basic', 'http'],
}

const kindTexts: { readonly [kind in Kind]: string } = {
  apiKey: '`type: apiKey`',
  basic: '`scheme: basic`',
  http: '`type: http` with an opaque credential',
  sentToken: 'a token in a separate place',
  token: 'tokens',
}

export const check: Check = {
  code,
  run: ({ model }) => [
    ...listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => checkScheme(name, value)),
    ...checkOrigins(model.authentication.value),
  ],
}

/** A key that has no effect beside other keys of its scheme. `problem` completes "`key` of `scheme` …". */
type Dependency = {
  readonly key: SchemeKey
  readonly isUnused: (scheme: Scheme, kind: Kind) => boolean
  readonly problem: string
  readonly help: string | Help
}

const dependencies: readonly Dependency[] = [
  {
    key: 'signature',
    isUnused: ({ in: place }) => place.state === 'shown' && place.value !== 'header',
    problem: 'is read from a header only',
    help: advise`Write ${quoteEntry('in: header')}.`,
  },
  {
    key: 'tolerance',
    isUnused: ({ signature }) => signature.state !== 'shown',
    problem: 'has no meaning without a `signature`',
    help: advise`${remove('Leave it out')}.`,
  },
  {
    key: 'find',
    isUnused: ({ username }) => username.state === 'shown',
    problem: 'looks up a name, and `username` is the only one',
    help: advise`${remove('Leave it out')}, or leave out \`username\` and \`password\`: the record holds the digest of its password.`,
  },
  {
    key: 'secret',
    isUnused: isSignedBySender,
    problem: 'verifies nothing, because each sender has its own secret',
    help: advise`${remove('Leave it out')}, or leave out \`secret\` of the \`signature\`.`,
  },
  {
    key: 'find',
    isUnused: (scheme) => scheme.signature.state === 'shown' && !isSignedBySender(scheme),
    problem: 'looks up a key, but every request has a different signature',
    help: advise`${remove('Remove it')}: the secret identifies the caller. If each sender has its own secret, \`secret\` of the \`signature\` is an expression over \`caller\`.`,
  },
  {
    key: 'origin',
    isUnused: ({ in: place }, kind) => (kind === 'apiKey' || kind === 'sentToken') && slotValueOf(place) !== 'cookie',
    problem: 'applies only to cookies',
    help: advise`${remove('Leave it out')}: no page can make a browser send a header or a parameter by itself.`,
  },
  {
    key: 'flows',
    isUnused: ({ type }) => slotValueOf(type) !== 'oauth2',
    problem: 'belongs to `type: oauth2`',
    help: advise`${remove('Leave it out')}.`,
  },
  {
    key: 'openIdConnectUrl',
    isUnused: ({ type }) => slotValueOf(type) !== 'openIdConnect',
    problem: 'belongs to `type: openIdConnect`',
    help: advise`${remove('Leave it out')}, or change the type.`,
  },
]

function checkScheme(name: string, scheme: Scheme): Diagnostic[] {
  const kind = findKind(scheme)
  if (kind === undefined) return []
  return [
    ...(Object.keys(kindsByKey) as SchemeKey[]).flatMap((key) => checkKind(key, name, scheme, kind)),
    ...checkDependencies(name, scheme, kind),
  ]
}

function checkKind(key: SchemeKey, name: string, scheme: Scheme, kind: Kind): Diagnostic[] {
  const slot = scheme[key]
  const usingKinds = kindsByKey[key]!
  if (
    slot.state !== 'shown' ||
    !isAuthored(slot.at.span) ||
    usingKinds.includes(kind) ||
    (kind === 'sentToken' && key !== 'scheme' && usingKinds.includes('token'))
  )
    return []
  const usingKindTexts = usingKinds.filter((usingKind) => usingKind !== 'sentToken').map((usingKind) => kindTexts[usingKind])
  return [
    reportUnused(
      code,
      `${quoteName(key)} of ${quoteName(name)} has no meaning for ${kindTexts[kind]}`,
      slot.at.span,
      kind === 'http' && usingKinds.includes('token')
        ? advise`For signed tokens write ${quoteEntry('bearerFormat: JWT')} too; for an opaque credential ${remove('leave it out')}.`
        : advise`${remove('Leave it out')}; it belongs to ${usingKindTexts.join(' or ')}.`,
    ),
  ]
}

function checkDependencies(name: string, scheme: Scheme, kind: Kind): Diagnostic[] {
  return dependencies.flatMap(({ key, isUnused, problem, help }) => {
    const slot = scheme[key]
    if (slot.state !== 'shown' || !isAuthored(slot.at.span) || !isUnused(scheme, kind)) return []
    return [reportUnused(code, `${quoteName(key)} of ${quoteName(name)} ${problem}`, slot.at.span, help)]
  })
}

/** Undefined if the scheme lacks the keys that determine it. */
function findKind({ type, scheme, bearerFormat }: Scheme): Kind | undefined {
  if (slotValueOf(bearerFormat)?.text === 'JWT') return slotValueOf(type) === 'apiKey' ? 'sentToken' : 'token'
  switch (slotValueOf(type)) {
    case 'oauth2':
    case 'openIdConnect':
      return 'token'
    case 'apiKey':
      return 'apiKey'
    case 'http':
      if (scheme.state !== 'shown') return undefined
      return scheme.value.text.toLowerCase() === 'basic' ? 'basic' : 'http'
    case undefined:
      return undefined
  }
}

function checkOrigins({ origins, credentials }: Pick<Authentication, 'origins' | 'credentials'>): Diagnostic[] {
  if (
    credentials.state !== 'shown' ||
    !credentials.value ||
    !isAuthored(credentials.at.span) ||
    (origins.state !== 'unsaid' && origins.state !== 'none')
  )
    return []
  return [
    reportUnused(
      code,
      '`credentials` has no effect without `origins`',
      credentials.at.span,
      advise`Name the origins whose pages may call, or ${remove('leave it out')}.`,
    ),
  ]
}
