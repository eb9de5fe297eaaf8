// Serves a document like an operator while a suite runs.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Count, Skipped, Suite } from './count.ts'

const command = resolve(import.meta.dirname, '../../src/cli/main.ts')

/** The credentials of the broker's only platform. */
export const platform = { BROKER_USERNAME: 'platform', BROKER_PASSWORD: randomUUID() }

export async function serveForSuite(document: string, store: string, suite: Suite): Promise<readonly Count[] | Skipped> {
  // Suites receive callbacks on this machine.
  const words = ['serve', document, '--store', store, '--port', '0', '--format', 'json', '--private-targets']
  const service = spawn(process.execPath, [command, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // All secrets that the examples need.
    env: { ...process.env, JWT_SECRET: randomUUID(), ...platform },
  })
  try {
    return await suite(await waitUntilListening(service))
  } finally {
    await stop(service)
  }
}

/** The address in the first line of the service's output. */
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
