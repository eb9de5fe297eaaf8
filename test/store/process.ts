// The service as a separate process, as an operator runs it.

import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { commandPath } from '../command.ts'

const root = resolve(import.meta.dirname, '../..')

export type Started = {
  readonly url: string
  readonly process: ChildProcess
  kill(signal: NodeJS.Signals): Promise<void>
  readonly errors: () => string
}

/** Without a store, the environment may name one. Rejects with the output if the process ends before it listens. */
export async function started(document: string, store: string | undefined, more: readonly string[] = []): Promise<Started> {
  const child = spawn(
    process.execPath,
    [
      commandPath,
      'serve',
      resolve(root, document),
      ...(store === undefined ? [] : ['--store', store]),
      '--port',
      '0',
      '--format',
      'json',
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolved) => child.once('close', () => resolved()))
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const url = await new Promise<string>((resolved, reject) => {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const found = /"url":"([^"]+)"/.exec(printed)?.[1]
      if (found !== undefined) resolved(found)
    })
    child.once('close', () => reject(new Error(errors || printed)))
  })
  return {
    url,
    process: child,
    errors: () => errors,
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}
