// Reads secrets for the command.

import { readFileSync, statSync } from 'node:fs'
import type { SecretSources } from '../serve/caller/secrets.ts'

/** From this process's environment, and files. */
export const processSecrets: SecretSources = {
  variable: (name) => process.env[name],
  file(name) {
    try {
      return readFileSync(name, 'utf8')
    } catch {
      return undefined
    }
  },
}

/**
 * Calls `onWarning` for each file owned by this process's user that others may read. Mounted secrets have another owner, or their own
 * permissions.
 */
export function warnOfReadableFiles(secrets: SecretSources, onWarning: (words: string) => void): SecretSources {
  const checkedFiles = new Set<string>()
  return {
    ...secrets,
    file(name) {
      const text = secrets.file(name)
      const stats = text === undefined || checkedFiles.has(name) ? undefined : statSync(name, { throwIfNoEntry: false })
      checkedFiles.add(name)
      const mode = (stats?.mode ?? 0) & 0o777
      if (stats !== undefined && stats.uid === process.getuid?.() && (mode & 0o077) !== 0)
        onWarning(`${name} holds a secret and is open to others (its mode is ${mode.toString(8)}); \`chmod 600\` leaves it to its owner`)
      return text
    },
  }
}
