// A quota over a long window, counted by a process that is killed in the midst of requests: nothing that was answered is counted less.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../folder.ts'
import { started } from './process.ts'

const text = `
ninefold: 1
service: { name: counted }
resources: none
states: none
endpoints:
  GET /: { answer: {}, status: 204 }
authentication: none
events: none
errors: { precedence: standard, catalogue: { enough: { on: quota-exceeded, status: 429 } } }
limits: { quotas: { monthly: { quota: 60, window: P30D } } }
versioning: none
`
const [quota, clients] = [60, 6]

test('keeps quota counts across a kill', async () => {
  const folder = temporaryFolder()
  const document = join(folder, 'service.yaml')
  writeFileSync(document, text)
  const store = `sqlite:${join(folder, 'store.db')}`
  const first = await started(document, store)
  let answered = 0
  let death: Promise<void> | undefined
  await Promise.all(
    Array.from({ length: clients }, async () => {
      try {
        for (;;) {
          assert.equal((await fetch(first.url)).status, 204)
          if (++answered >= 20) death ??= first.kill('SIGKILL')
        }
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        // The connection ended with the process.
      }
    }),
  )
  await death
  const second = await started(document, store)
  let after = 0
  while ((await fetch(second.url)).status === 204) after++
  await second.kill('SIGTERM')
  assert(answered + after <= quota, `${answered} were answered, and then ${after} more`)
  assert(answered + after >= quota - clients, `no more than what was under way is counted besides: ${answered} and ${after}`)
})
