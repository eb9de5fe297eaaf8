// Reads the address of a database: a connection URI of libpq, with TLS under libpq's names.

import { readFileSync } from 'node:fs'
import type { ConnectionOptions, PeerCertificate } from 'node:tls'
import { checkServerIdentity } from 'node:tls'
import { DatabaseFailure } from '../sql/database.ts'

/** `options`: server options from the address. `ssl`: false without TLS. */
export type Address = { readonly connectionString: string; readonly options: string; readonly ssl: false | ConnectionOptions }

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

/** Throws a `DatabaseFailure`. */
export function readAddress(address: string): Address {
  const url = new URL(address)
  const takeParameter = (name: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined
    url.searchParams.delete(name)
    return value
  }
  const [options, sslMode, old] = [takeParameter('options'), takeParameter('sslmode'), takeParameter('ssl')]
  const [root, cert, key] = [takeParameter('sslrootcert'), takeParameter('sslcert'), takeParameter('sslkey')]
  const defaultMode = root !== undefined || cert !== undefined ? 'verify-full' : 'disable'
  const mode = sslMode ?? (old === 'true' ? 'require' : defaultMode)
  if (!isMode(mode))
    throw new DatabaseFailure(
      'cannot-open',
      `sslmode takes ${modes.slice(0, -1).join(', ')} or ${modes.at(-1)}, not ${mode}: whether a connection is encrypted is not left to the server`,
    )
  if ((cert === undefined) !== (key === undefined)) throw new DatabaseFailure('cannot-open', 'sslcert and sslkey go together')
  return {
    connectionString: url.href,
    options: options === undefined ? '' : ` ${options}`,
    ssl:
      mode === 'disable'
        ? false
        : {
            ...makeIdentification(mode, root, url.hostname),
            ...(root === undefined || root === 'system' ? {} : { ca: readFileOf('sslrootcert', root) }),
            ...(cert === undefined ? {} : { cert: readFileOf('sslcert', cert), key: readFileOf('sslkey', key!) }),
          },
  }
}

function isMode(text: string): text is Mode {
  return modes.some((mode) => mode === text)
}

/** libpq documentation, "SSL Mode Descriptions": `require` verifies the certificate's chain if a root certificate is named. */
function makeIdentification(mode: Exclude<Mode, 'disable'>, root: string | undefined, host: string): ConnectionOptions {
  switch (mode) {
    case 'require':
      return root === undefined ? { rejectUnauthorized: false } : { checkServerIdentity: () => undefined }
    case 'verify-ca':
      return { checkServerIdentity: () => undefined }
    case 'verify-full':
      // Without this, the driver would treat a numeric address as `localhost`.
      return {
        checkServerIdentity: (_: string, certificate: PeerCertificate) =>
          checkServerIdentity(host.replace(/^\[(.*)\]$/, '$1'), certificate),
      }
  }
}

function readFileOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new DatabaseFailure('cannot-open', `${name}: ${(error as Error).message}`)
  }
}
