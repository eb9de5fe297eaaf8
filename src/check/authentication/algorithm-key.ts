// Reports algorithms with a shared secret mixed with public-key algorithms, and keys of the wrong kind.

import { advise, paste, quoteEntry } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, quoteName } from '../../diagnostic/voice.ts'
import type { Scheme } from '../../model/authentication.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'authentication/algorithm-key'

export const check: Check = {
  code,
  run: ({ model }) => listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => checkScheme(name, value)),
}

function checkScheme(name: string, { algorithm, secret, keys }: Scheme): Diagnostic[] {
  const algorithmNames = slotValueOf(algorithm)
  if (algorithmNames === undefined || algorithm.state !== 'shown') return []
  const span = algorithm.at.span
  const shared = algorithmNames.filter((algorithmName) => algorithmName.startsWith('HS'))
  if (shared.length > 0 && shared.length < algorithmNames.length) {
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} accepts tokens signed with a shared secret and with a private key`,
        { span, text: 'two kinds of key' },
        {
          reason: 'The public key would serve as the secret, so anyone could sign a token with it (RFC 8725, section 3.1).',
          help: advise`Keep one kind, for example${paste(`algorithm: ${shared[0]!}`)}`,
        },
      ),
    ]
  }
  const isShared = shared.length > 0
  const [unsuitable, suitable] = isShared ? [keys, secret] : [secret, keys]
  if (unsuitable.state !== 'shown' || suitable.state !== 'unsaid') return []
  const [suitableKey, suitableAlgorithm] = isShared ? ['secret', 'ES256'] : ['keys', 'HS256']
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} checks ${joinWithOr(algorithmNames)} with the wrong kind of key`,
      { span: unsuitable.at.span, text: isShared ? 'public keys' : 'a shared secret' },
      {
        others: [{ span, text: isShared ? 'needs a shared secret' : 'needs public keys' }],
        help: advise`Write where the right one is kept (${quoteEntry(`${suitableKey}: { env: NAME_OF_A_VARIABLE }`)}), or an algorithm that goes with this one, for example${paste(`algorithm: ${suitableAlgorithm}`)}`,
      },
    ),
  ]
}
