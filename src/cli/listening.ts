// The output of `serve` after start: its address, a first request, and the operations that are not served.

import type { Compiled } from '../compile/compile.ts'
import { joinWithAnd } from '../diagnostic/voice.ts'
import { listUndelivered } from '../meaning/delivery/plan.ts'
import type { OperatorLimits } from '../serve/operator-limits.ts'
import type { Console } from './command.ts'
import { printLimits } from './limits.ts'
import { printFirstRequest } from './first-request.ts'
import type { Running } from './options.ts'
import { printTokenCommand } from './token.ts'

/** `limits`: also prints the operator limits; these differ from the defaults. */
export function printListening(
  compiled: Compiled,
  running: Running,
  form: 'text' | 'json',
  console: Console,
  limits?: Partial<OperatorLimits>,
): void {
  if (form === 'json') {
    console.out(
      `${JSON.stringify({ event: 'listening', url: running.url, ...(running.admin === undefined ? {} : { admin: running.admin }), ...(running.page === undefined ? {} : { page: running.page }), ...(running.mcp === undefined ? {} : { mcp: running.mcp }) })}\n`,
    )
    return
  }
  console.out(`listening on ${running.url}\n`)
  if (running.admin !== undefined) console.out(`operator's listener on ${running.admin}\n`)
  if (running.page !== undefined) console.out(`the page is ${running.page}\n`)
  if (running.mcp !== undefined) console.out(`agents find the operations at ${running.mcp}\n`)
  const request = printFirstRequest(compiled, running)
  if (request !== undefined) console.out(`\nTry:\n\n    ${request}\n`)
  const command = request?.includes(' TOKEN') === true ? printTokenCommand(compiled) : undefined
  if (command !== undefined) console.out(`\n\`${command}\` prints a TOKEN.\n`)
  printIncomplete(running, console)
  const undelivered = listUndelivered(compiled.facts)
  if (undelivered.length > 0)
    console.out(`\nNot complete, so nothing is delivered by ${joinWithAnd(undelivered)} (\`ninefold check\` says more).\n`)
  if (limits !== undefined)
    console.out(`
Limits, by the options that set them:

${printLimits(limits)
  .map(
    (line) => `    ${line}
`,
  )
  .join('')}`)
}

/** The maximum number of incomplete operations to print: an imported API may have hundreds. */
const maxIncomplete = 20

export function printIncomplete({ operations }: Pick<Running, 'operations'>, console: Console): void {
  const incomplete = operations.filter((each) => !each.complete)
  if (operations.length === 0) console.out('\nThe document shows no operation: every path gets what HTTP alone says.\n')
  if (incomplete.length === 0) return
  const printed = incomplete.slice(0, maxIncomplete)
  const width = Math.max(...printed.map(({ operation }) => operation.name.length))
  console.out(`\nNot complete, so these answer 501 (\`ninefold check\` says more):\n\n`)
  for (const { operation, gaps } of printed) console.out(`    ${operation.name.padEnd(width)}  ${gaps.join(', ')}\n`)
  if (incomplete.length > printed.length) console.out(`    and ${incomplete.length - printed.length} more\n`)
}
