// What the command itself is given of secrets.

import { readFileSync } from 'node:fs'
import type { SecretWorld } from '../serve/caller/secrets.ts'

/** From this process's environment, and files. */
export const processSecrets: SecretWorld = {
  variable: (name) => process.env[name],
  file(name) {
    try {
      return readFileSync(name, 'utf8')
    } catch {
      return undefined
    }
  },
}
