// What `serve` prints once it answers: the address, a first request, and what is not served.

import type { Compiled } from '../compile/compile.ts'
import { every } from '../diagnostic/voice.ts'
import { undelivered } from '../meaning/delivery/plan.ts'
import { ceilings } from '../serve/ceilings.ts'
import type { Console } from './command.ts'
import { firstRequest } from './first-request.ts'
import type { Running } from './options.ts'

export function printListening(compiled: Compiled, running: Running, form: 'text' | 'json', console: Console): void {
  if (form === 'json') {
    console.out(`${JSON.stringify({ event: 'listening', url: running.url, ...(running.admin === undefined ? {} : { admin: running.admin }), ...(running.page === undefined ? {} : { page: running.page }) })}\n`)
    return
  }
  console.out(`listening on ${running.url}\n`)
  if (running.admin !== undefined) console.out(`operator's listener on ${running.admin}\n`)
  if (running.page !== undefined) console.out(`the page is ${running.page}\n`)
  const first = firstRequest(compiled, running)
  if (first !== undefined) console.out(`\nTry:\n\n    ${first}\n`)
  printIncomplete(running, console)
  const open = undelivered(compiled.model)
  if (open.length > 0) console.out(`\nNot complete, so nothing is delivered by ${every(open)} (\`ninefold check\` says more).\n`)
  console.out(`\nCeilings, beyond which HTTP alone answers:\n\n${ceilingLines().map((line) => `    ${line}\n`).join('')}`)
}

/** All of them, as an operator may have to explain them. */
function ceilingLines(): readonly string[] {
  const kib = (bytes: number): string => `${bytes / 1024} KiB`
  const seconds = (ms: number): string => `${ms / 1000} s`
  const { body, bodies, depth, target, headers, requests, queue, connections, turn, delay, headersTimeout, requestTimeout, idleTimeout, drain, heartbeat, patience } = ceilings
  return [
    `413  bodies of ${kib(body)}, ${depth} levels of JSON; 414 addresses of ${kib(target)}; 431 header sections of ${kib(headers)}`,
    `503  ${requests} requests at once, ${kib(bodies)} of their bodies, ${queue} of them waiting to be written, turns ${seconds(delay)} late; ${connections} connections`,
    `503  one request that holds all others for ${seconds(turn)}, unless the document or \`--turn\` says otherwise`,
    `408  headers after ${seconds(headersTimeout)}, a whole request after ${seconds(requestTimeout)}; idle connections close after ${seconds(idleTimeout)}`,
    `streams say where they are after ${seconds(heartbeat)}, unless the document says when; who takes nothing of an answer for ${seconds(patience)} is let go`,
    `a stop waits ${seconds(drain)} for what is under way`,
  ]
}

export function printIncomplete({ operations }: Pick<Running, 'operations'>, console: Console): void {
  const incomplete = operations.filter((each) => !each.complete)
  if (operations.length === 0) console.out('\nThe document shows no operation: every path gets what HTTP alone says.\n')
  if (incomplete.length === 0) return
  const wide = Math.max(...incomplete.map(({ operation }) => operation.name.length))
  console.out(`\nNot complete, so these answer 501 (\`ninefold check\` says more):\n\n`)
  for (const { operation, gaps } of incomplete) console.out(`    ${operation.name.padEnd(wide)}  ${gaps.join(', ')}\n`)
}
