// Reports addresses of token keys without TLS: an attacker on the network could replace the keys.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Scheme } from '../../model/authentication.ts'
import { type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/insecure-address'

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) =>
      listAddresses(value).flatMap((word) => checkAddress(name, word)),
    ),
}

function listAddresses({ keys, openIdConnectUrl }: Scheme): readonly Word[] {
  const source = slotValueOf(keys)
  return [slotValueOf(openIdConnectUrl), source && slotValueOf(source.jwks)].filter((word) => word !== undefined)
}

/** Loopback connections stay on the machine. */
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

function checkAddress(name: string, { text, node }: Word): Diagnostic[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.has(url.hostname))) return []
  const https = url?.protocol === 'http:' ? text.replace(/^http:/i, 'https:') : 'https://id.example.com/.well-known/openid-configuration'
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} trusts keys from an address that is not \`https\``,
      { span: node.span, text: url === undefined ? 'no whole address' : 'can be changed on the way' },
      {
        reason: 'An attacker who can change the response inserts a key of their own and can then impersonate any user.',
        help: advise`Write${paste(https)}`,
      },
    ),
  ]
}
