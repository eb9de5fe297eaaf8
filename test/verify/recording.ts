// Recordings of what other clients sent.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../folder.ts'

export type Said = {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Headers of the request. */
  readonly sent?: { readonly [name: string]: string }
  readonly status: number
  readonly answer?: object
  readonly headers?: readonly (readonly [string, string])[]
}

/** A recording as an HTTP Archive; returns the name of its file. */
export function writeRecording(...all: readonly Said[]): string {
  const file = join(temporaryFolder(), 'recorded.har')
  const entries = all.map(({ method, path, body, sent = {}, status, answer, headers = [] }, index) => ({
    startedDateTime: `2026-03-01T10:00:0${index}.000Z`,
    time: 5,
    request: {
      method,
      url: `http://127.0.0.1:8080${path}`,
      headers: [
        { name: 'Host', value: '127.0.0.1:8080' },
        ...Object.entries(sent).map(([name, value]) => ({ name, value })),
        ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
      ],
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
    },
    response: {
      status,
      headers: [
        { name: 'Content-Type', value: status < 400 ? 'application/json' : 'application/problem+json' },
        ...headers.map(([name, value]) => ({ name, value })),
      ],
      content: { text: answer === undefined ? '' : JSON.stringify(answer) },
    },
  }))
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }))
  return file
}
