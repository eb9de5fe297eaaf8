// Reloads the TLS certificate and secrets while a service runs.

import { createSecureContext } from 'node:tls'
import type { CallerChecks } from '../serve/caller/callers.ts'
import type { Listener } from '../serve/listener.ts'
import type { Tls } from '../serve/server.ts'
import { Misuse } from './command.ts'
import { readFileBytes } from './load.ts'
import type { TlsFiles } from './options.ts'

/** Throws `Misuse` if the files contain no certificate with its key. */
export function readTls({ cert, key }: TlsFiles): Tls {
  const tls = { cert: new TextDecoder().decode(readFileBytes(cert)), key: new TextDecoder().decode(readFileBytes(key)) }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new Misuse(`${cert} and ${key} are not a certificate and its key: ${error instanceof Error ? error.message : String(error)}`)
  }
  return tls
}

type RenewalOptions = {
  readonly tls: TlsFiles | undefined
  readonly listener: Listener
  readonly readCallers: () => Promise<CallerChecks | { readonly problems: readonly string[] }>
  readonly replaceCallers: (next: CallerChecks) => void
  readonly log: { readonly warn: (words: string) => void; readonly info: (words: string) => void }
}

/** Reloads both independently: an unreadable certificate does not prevent the renewal of secrets. */
export async function renewAll({ tls, listener, readCallers, replaceCallers, log }: RenewalOptions): Promise<void> {
  if (tls !== undefined) {
    try {
      listener.renew(readTls(tls))
      log.info(`the certificate was read again from ${tls.cert}`)
    } catch (error) {
      if (!(error instanceof Misuse)) throw error
      log.warn(`the certificate was not changed: ${error.message}`)
    }
  }
  const next = await readCallers()
  if ('problems' in next) return log.warn(`secrets were not changed: ${next.problems.join('; ')}`)
  replaceCallers(next)
  log.info('secrets were read again; the previous ones remain valid until the next reload')
}
