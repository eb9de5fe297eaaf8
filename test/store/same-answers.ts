// What one document answers to some requests, in memory and on SQLite, which must answer alike.

import assert from 'node:assert/strict'
import type { Facts } from '../../src/fact/fact.ts'
import { factsOf } from '../meaning/running.ts'
import { completed } from '../meaning/transcript.ts'
import { type Asked, both } from './both.ts'

/** A request is `METHOD /path BODY`; an answer is its status and body, with the reports to the operator. */
export async function answers(document: string | Facts, requests: readonly (string | Asked)[]): Promise<readonly string[]> {
  const facts = typeof document === 'string' ? compiled(document) : document
  const service = await both(facts, 'answers')
  try {
    const found: string[] = []
    for (const request of requests) {
      const asked = typeof request === 'string' ? askedBy(request) : request
      const { memory, difference } = await service.send(asked)
      assert.equal(difference, undefined, `${asked.method} ${asked.target}`)
      const reported = memory.trace.report === undefined ? [] : [`(${memory.trace.report.split('\n')[0]})`]
      found.push([memory.status, ...(memory.body === undefined ? [] : [String(memory.body)]), ...reported].join(' '))
    }
    return found
  } finally {
    await service.close()
  }
}

function compiled(document: string): Facts {
  const { facts, problems } = factsOf(completed(document))
  assert.deepEqual(problems, [])
  return facts
}

function askedBy(request: string): Asked {
  const [, method = '', target = '', body] = /^(\S+) (\S+)(?: ([^]*))?$/.exec(request) ?? []
  return { method, target, ...(body === undefined ? {} : { body }) }
}
