#!/usr/bin/env -S node --max-semi-space-size=8 --v8-pool-size=2
// The command line: finds the command, passes its arguments, and turns the result into an exit status.

import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { findNearest } from '../base/nearest.ts'
import { wrap } from '../diagnostic/columns.ts'
import { type Command, type Console, Misuse, type Status } from './command.ts'
import { commands } from './commands.ts'
import { readVersion } from './version.ts'

export async function main(args: readonly string[], console: Console): Promise<Status> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-V') {
    console.out(`ninefold ${readVersion()}\n`)
    return 0
  }
  if (name === 'help' && rest[0] !== undefined && commands.has(rest[0])) return main([rest[0], '--help'], console)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.out(printOverview(await Promise.all([...commands.values()].map((load) => load())), console.width))
    return name === undefined ? 2 : 0
  }
  const load = commands.get(name)
  if (load === undefined) {
    const [suggestion] = findNearest(name, [...commands.keys()])
    console.error(`ninefold: there is no command \`${name}\`${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}\n`)
    console.error(`Commands: ${[...commands.keys()].join(', ')}. \`ninefold --help\` describes them.\n`)
    return 2
  }
  const command = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    console.out(printHelp(command, console.width))
    return 0
  }
  try {
    const { values, positionals } = parseArgs({ args: [...rest], options: command.parse, allowPositionals: true, strict: true })
    const [minimum, maximum] = command.words
    if (positionals.length < minimum || positionals.length > maximum)
      throw new Misuse(`usage: ninefold ${command.name} ${command.arguments}`)
    return await command.run(positionals, values, console)
  } catch (error) {
    if (error instanceof Misuse || isParseError(error)) {
      console.error(`ninefold ${command.name}: ${error instanceof Misuse ? error.message : printOptionMistake(error as Error, command)}\n`)
      return 2
    }
    throw error
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}

/** A message for an unknown option, or one without its value. */
function printOptionMistake({ message }: Error, { name, parse }: Command): string {
  const option = /^Unknown option '(-[^'=]*)/.exec(message)?.[1]
  if (option === undefined) return message.replaceAll(/Option '(--[\w-]+)[^']*'/g, '$1')
  const suggestion = findNearest(
    option,
    Object.keys(parse).map((each) => `--${each}`),
  )
  return `there is no option ${option}${suggestion.length === 0 ? `; \`ninefold ${name} --help\` lists them` : `; did you mean ${suggestion.join(' or ')}?`}`
}

function printOverview(commands: readonly Command[], width: number): string {
  const rows = alignRows(
    commands.map(({ name, about }) => ({ name, about })),
    width,
  )
  return `ninefold COMMAND …: one document in nine parts, checked and run\n\n${rows}\n\n\`ninefold COMMAND --help\` describes a command, \`ninefold --version\` prints the version.\n`
}

function printHelp(command: Command, width: number): string {
  const rows = alignRows(
    command.options.map(({ flag, about }) => ({ name: flag, about })),
    width,
  )
  const usage = `ninefold ${command.name} ${command.arguments}`.trim()
  return `${usage}\n\n${wrap(command.about, Math.min(width, 100)).join('\n')}${rows === '' ? '' : `\n\n${rows}`}\n\nExit status: 0 success, 1 a problem of the document, 2 wrong use or unreadable input.\n`
}

/** A longer name has its own line. */
const nameColumns = 26

/** Prints names with their texts in two columns. The texts wrap at `width`. */
function alignRows(rows: readonly { readonly name: string; readonly about: string }[], width: number): string {
  const indent = Math.min(nameColumns, Math.max(0, ...rows.map(({ name }) => name.length))) + 4
  return rows
    .flatMap(({ name, about }) => {
      const lines = wrap(about, Math.max(40, Math.min(width, 100) - indent)).map((line) => `${' '.repeat(indent)}${line}`)
      const label = `  ${name}`
      return label.length + 2 > indent ? [label, ...lines] : [label + lines[0]!.slice(label.length), ...lines.slice(1)]
    })
    .join('\n')
}

/** Runs the command of this process. */
export async function start(): Promise<void> {
  // Caches compiled code for the next start.
  enableCompileCache()
  const { stdout, stderr, env } = process
  let status: Status | undefined
  // A reader that closes early (`| head`) is not an error, and keeps the exit status of a finished command.
  stdout.on('error', (error: NodeJS.ErrnoException) => setImmediate(() => process.exit(error.code === 'EPIPE' ? (status ?? 0) : 1)))
  status = await main(process.argv.slice(2), {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    colour: stdout.isTTY === true && env['NO_COLOR'] === undefined,
    width: stdout.columns ?? 100,
    ...(stderr.isTTY ? { progress: (text) => void stderr.write(`\r\x1b[K${text}`) } : {}),
  }).catch((error: unknown) => {
    stderr.write(`ninefold stopped because of a bug in it: ${error instanceof Error ? error.message : String(error)}\n`)
    if (env['NINEFOLD_DEBUG'] !== undefined && error instanceof Error) stderr.write(`${error.stack}\n`)
    return 1 as const
  })
  process.exitCode = status
}

if (import.meta.main) await start()
