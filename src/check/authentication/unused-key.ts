// Reports keys that a scheme of its type ignores, and keys without the key that they depend on.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Authentication, Scheme } from '../../model/authentication.ts'
import { isSignedBySender } from '../../model/signature.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
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
    ...specifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => checkScheme(name, value)),
    ...checkOrigins(model.authentication.value),
  ],
}

function checkScheme(name: string, scheme: Scheme): Diagnostic[] {
  const kind = findKind(scheme)
  if (kind === undefined) return []
  const diagnostics = (Object.keys(kindsByKey) as SchemeKey[]).flatMap((key): Diagnostic[] => {
    const slot = scheme[key]
    const usingKinds = kindsByKey[key]!
    if (
      slot.state !== 'shown' ||
      !isAuthored(slot.at.span) ||
      usingKinds.includes(kind) ||
      (kind === 'sentToken' && key !== 'scheme' && usingKinds.includes('token'))
    )
      return []
    return [
      reportUnused(
        code,
        `${quoteName(key)} of ${quoteName(name)} has no meaning for ${kindTexts[kind]}`,
        slot.at.span,
        `Leave it out; it belongs to ${usingKinds
          .filter((kindOfScheme) => kindOfScheme !== 'sentToken')
          .map((kindOfScheme) => kindTexts[kindOfScheme])
          .join(' or ')}.`,
      ),
    ]
  })
  const { origin, signature, tolerance, find, in: place, flows, openIdConnectUrl, type } = scheme
  const dependencyDiagnostics = [
    ...(signature.state === 'shown' && isAuthored(signature.at.span) && place.state === 'shown' && place.value !== 'header'
      ? [reportUnused(code, `\`signature\` of ${quoteName(name)} is read from a header only`, signature.at.span, 'Write `in: header`.')]
      : []),
    ...(tolerance.state === 'shown' && isAuthored(tolerance.at.span) && signature.state !== 'shown'
      ? [
          reportUnused(
            code,
            `\`tolerance\` of ${quoteName(name)} has no meaning without a \`signature\``,
            tolerance.at.span,
            'Leave it out.',
          ),
        ]
      : []),
    ...(find.state === 'shown' && isAuthored(find.at.span) && scheme.username.state === 'shown'
      ? [
          reportUnused(
            code,
            `\`find\` of ${quoteName(name)} looks up a name, and \`username\` is the only one`,
            find.at.span,
            'Leave it out, or leave out `username` and `password`: the record holds the digest of its password.',
          ),
        ]
      : []),
    ...(scheme.secret.state === 'shown' && isAuthored(scheme.secret.at.span) && isSignedBySender(scheme)
      ? [
          reportUnused(
            code,
            `\`secret\` of ${quoteName(name)} verifies nothing, because each sender has one`,
            scheme.secret.at.span,
            'Leave it out, or leave out `secret` of the `signature`.',
          ),
        ]
      : []),
    ...(find.state === 'shown' && isAuthored(find.at.span) && signature.state === 'shown' && !isSignedBySender(scheme)
      ? [
          reportUnused(
            code,
            `\`find\` of ${quoteName(name)} looks up a key, and each signature is another`,
            find.at.span,
            'Remove it: the secret identifies the caller. If each sender has its own secret, `secret` of the `signature` is an expression over `caller`.',
          ),
        ]
      : []),
    ...(origin.state === 'shown' &&
    isAuthored(origin.at.span) &&
    (kind === 'apiKey' || kind === 'sentToken') &&
    slotValue(place) !== 'cookie'
      ? [
          reportUnused(
            code,
            `\`origin\` of ${quoteName(name)} applies only to cookies`,
            origin.at.span,
            'Leave it out: no page can have a browser send a header or a parameter unasked.',
          ),
        ]
      : []),
    ...(flows.state === 'shown' && isAuthored(flows.at.span) && slotValue(type) !== 'oauth2'
      ? [reportUnused(code, `\`flows\` of ${quoteName(name)} belongs to \`type: oauth2\``, flows.at.span, 'Leave it out.')]
      : []),
    ...(openIdConnectUrl.state === 'shown' && isAuthored(openIdConnectUrl.at.span) && slotValue(type) !== 'openIdConnect'
      ? [
          reportUnused(
            code,
            `\`openIdConnectUrl\` of ${quoteName(name)} belongs to \`type: openIdConnect\``,
            openIdConnectUrl.at.span,
            'Leave it out, or change the type.',
          ),
        ]
      : []),
  ]
  return [...diagnostics, ...dependencyDiagnostics]
}

/** Undefined if the scheme lacks the keys that determine it. */
function findKind({ type, scheme, bearerFormat }: Scheme): Kind | undefined {
  if (slotValue(bearerFormat)?.text === 'JWT') return slotValue(type) === 'apiKey' ? 'sentToken' : 'token'
  switch (slotValue(type)) {
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
      '`credentials` says nothing without `origins`',
      credentials.at.span,
      'Name the origins whose pages may call, or leave it out.',
    ),
  ]
}
