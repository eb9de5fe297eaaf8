// Serves a document as its operator would, for as long as a suite runs.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Count, Skipped, Suite } from './count.ts'

const command = resolve(import.meta.dirname, '../../src/cli/main.ts')

/** The one platform of the broker. */
export const platform = { BROKER_USERNAME: 'platform', BROKER_PASSWORD: randomUUID() }

export async function serving(document: string, store: string, suite: Suite): Promise<readonly Count[] | Skipped> {
  const service = spawn(process.execPath, [command, 'serve', document, '--store', store, '--port', '0', '--format', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The operator's part: every secret that an example asks for.
    env: { ...process.env, JWT_SECRET: randomUUID(), ...platform },
  })
  try {
    return await suite(await waitUntilListening(service))
  } finally {
    await stop(service)
  }
}

/** Its first line says where it listens. */
async function waitUntilListening(service: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: service.stdout! })) {
    return (JSON.parse(line) as { url: string }).url
  }
  throw new Error('the service ended before it listened')
}

async function stop(service: ChildProcess): Promise<void> {
  if (service.exitCode !== null) return
  const ended = once(service, 'exit')
  service.kill('SIGTERM')
  await ended
}

