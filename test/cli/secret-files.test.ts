// A secret in a file that others may read is reported at the start.

import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { guarded } from '../serve/caller/guarded.ts'
import { served } from '../serve/served.ts'

test('warns of a secret file that others can read', async (context) => {
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, 'a-secret-of-more-than-thirty-two-bytes!!')
  const text = guarded(
    `schemes: { jwt: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { file: '${file}' } } }\nsecurity: [{ jwt: [] }]`,
  )
  const toldAt = async (mode: number): Promise<string[]> => {
    chmodSync(file, mode)
    const lines: string[] = []
    const running = await served(context, text, {
      log: { level: 'warn', sink: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
    })
    await running.stop()
    return lines
  }
  assert.deepEqual(await toldAt(0o600), [])
  assert.deepEqual(await toldAt(0o644), [
    `${file} holds a secret and is open to others (its mode is 644); \`chmod 600\` leaves it to its owner`,
  ])
})
