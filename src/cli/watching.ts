// `serve --watch`: replaces the service when the document changes without mistakes. Its listeners and store stay; a document that cannot be
// served changes nothing.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { VirtualClock } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import { isKept, temporaryStore } from '../store/registry.ts'
import { behaviourFiles } from './behaviours.ts'
import { type Console, Misuse, type Status } from './command.ts'
import { compileAt, printDiagnostics } from './compiled.ts'
import { fileChanges, settled } from './file-changes.ts'
import { printIncomplete } from './listening.ts'
import { readTextFile } from './load.ts'
import { printUnmigrated } from './migrating.ts'
import { Unmigrated } from './keeping.ts'
import type { Listeners, ServeOptions, Running } from './options.ts'
import { runService } from './running.ts'

type Form = 'text' | 'json'

/** A document with the texts of its files. */
type Read = { readonly result: Compiled; readonly files: readonly string[]; readonly texts: string }

/** `start` receives the first service; later ones are printed here. */
export async function serveWatching(
  path: string,
  options: ServeOptions,
  form: Form,
  console: Console,
  start: (result: Compiled, running: Running) => void,
): Promise<Status> {
  const folder = isKept(options.store) ? undefined : mkdtempSync(join(tmpdir(), 'ninefold-watch-'))
  // Records in memory would be lost with each service, so they are in a file that is deleted with the process.
  const serveOptions: ServeOptions = {
    ...options,
    ...(folder === undefined ? {} : { store: temporaryStore(folder) }),
    ...(options.virtual ? { clock: new VirtualClock(Date.now()) } : {}),
  }
  try {
    return await watchFrom(read(path), path, serveOptions, options.store, form, console, start)
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true })
  }
}

async function watchFrom(
  first: Read,
  path: string,
  options: ServeOptions,
  store: string,
  form: Form,
  console: Console,
  start: (result: Compiled, running: Running) => void,
): Promise<Status> {
  const began = await beginService(first, options)
  if (!('url' in began)) return refusedAtStart(began, store, form, console)
  let current = { read: first, running: began }
  let last = first

  const look = async (): Promise<void> => {
    if (folder === undefined && textsOf(last.files) === last.texts) return
    const next = await readAtRest(path, console, form)
    if (next === undefined || next.texts === last.texts) return
    last = next
    changes.watch(next.files, folder)
    if (isEmpty(next)) return reportEmpty(form, console)
    const { errors } = next.result
    if (errors.length > 0) return formatted(form, console, errors)
    const listeners = await current.running.detach()
    const after = await beginService(next, { ...options, listeners })
    if ('url' in after) {
      current = { read: next, running: after }
      return exchanged(after, form, console)
    }
    // The former document's store is unchanged: a plan that waits for approval has changed nothing.
    current = { read: current.read, running: await restartFormer(current.read, options, listeners) }
    explainRefusal(after, store, form, console)
  }

  let turn: Promise<void> = Promise.resolve()
  const { ended, end, fail } = ending()
  const changes = fileChanges(() => {
    turn = turn.then(look).catch(fail)
  })
  const folder = folderOf(path)
  changes.watch(first.files, folder)
  // Checks for changes during the start.
  turn = turn.then(look).catch(fail)
  const stop = (): void => {
    changes.stop()
    turn = turn.then(() => current.running.stop()).then(end, fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const renew = (): void => void (turn = turn.then(() => current.running.renew()).catch(fail))
  process.on('SIGHUP', renew)
  start(first.result, began)
  await ended
  process.off('SIGHUP', renew)
  return 0
}

function ending(): { readonly ended: Promise<void>; readonly end: () => void; readonly fail: (error: unknown) => void } {
  const { promise, resolve: end, reject } = Promise.withResolvers<void>()
  return { ended: promise, end, fail: (error) => reject(error instanceof Error ? error : new Error(String(error))) }
}

type Refused = Misuse | Unmigrated | { readonly problems: Parameters<typeof printDiagnostics>[0] }

async function beginService({ result }: Read, options: ServeOptions): Promise<Running | Refused> {
  if (result.errors.length > 0) return { problems: result.errors }
  try {
    return await runService(result, options)
  } catch (error) {
    if (error instanceof Misuse || error instanceof Unmigrated) return error
    throw error
  }
}

/** Restarts the former document. If that fails too, the command ends. */
async function restartFormer(former: Read, options: ServeOptions, listeners: Listeners): Promise<Running> {
  const running = await beginService(former, { ...options, listeners })
  if ('url' in running) return running
  await Promise.all([listeners.service.stop(), listeners.operator?.stop()])
  throw running instanceof Error ? running : new Error('what was served is not served any more')
}

function refusedAtStart(why: Refused, store: string, form: Form, console: Console): Status {
  if (why instanceof Unmigrated) return printUnmigrated(why, store, form, console)
  if (why instanceof Misuse) throw why
  printDiagnostics(why.problems, console, console.error)
  console.error('Not served: a document with errors is not a service yet.\n')
  return 1
}

function explainRefusal(why: Refused, store: string, form: Form, console: Console): void {
  if (why instanceof Unmigrated) {
    printUnmigrated(why, store, form, console)
    return formatted(form, console, [])
  }
  if (!(why instanceof Misuse)) return formatted(form, console, why.problems)
  if (form === 'text') console.error(`${why.message}\n`)
  formatted(form, console, [], why.message)
}

function formatted(form: Form, console: Console, problems: Parameters<typeof printDiagnostics>[0], problem?: string): void {
  if (form === 'json') {
    console.out(
      `${JSON.stringify({ event: 'kept', errors: problems.map(({ code, message }) => ({ code, message })), ...(problem === undefined ? {} : { problem }) })}\n`,
    )
    return
  }
  printDiagnostics(problems, console, console.error)
  console.error('The document changed and cannot be served so: the service is as it was.\n')
}

function exchanged(running: Running, form: Form, console: Console): void {
  if (form === 'json') return console.out(`${JSON.stringify({ event: 'exchanged' })}\n`)
  console.out('\nThe document changed, and so did the service.\n')
  printIncomplete(running, console)
}

function folderOf(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? resolve(path) : undefined
}

function read(path: string): Read {
  const files = new Set<string>()
  const result = compileAt(path, (file) => files.add(file))
  for (const file of behaviourFiles(result.model)) files.add(file)
  return { result, files: [...files], texts: textsOf([...files]) }
}

function textsOf(files: readonly string[]): string {
  return JSON.stringify(files.map((file) => [file, readTextFile(file) ?? null]))
}

/** Reads a document when no process writes to it any more: during a save it may be incomplete or missing. */
async function readAtRest(path: string, console: Console, form: Form): Promise<Read | undefined> {
  for (;;) {
    const next = readAgain(path, console, form)
    if (next === undefined) return undefined
    await new Promise((resolve) => setTimeout(resolve, settled))
    if (textsOf(next.files) === next.texts) return next
  }
}

/** An empty document would drop all tables; it is far more often a file that is being saved. */
function isEmpty({ files }: Read): boolean {
  return files.every((file) => (readTextFile(file) ?? '').trim() === '')
}

function reportEmpty(form: Form, console: Console): void {
  const why = 'The document is empty.'
  if (form === 'text') console.error(`${why}\n`)
  formatted(form, console, [], why)
}

/** The file may be in the middle of an edit: reports an unreadable state, and reads again after the next change. */
function readAgain(path: string, console: Console, form: Form): Read | undefined {
  try {
    return read(path)
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    formatted(form, console, [], error.message)
    return undefined
  }
}
