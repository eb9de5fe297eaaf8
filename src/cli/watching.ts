// `serve --watch`: replaces the service when the document changes without mistakes. Its listeners and store stay; a document that cannot be
// served changes nothing.

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { VirtualClock } from '../base/clock.ts'
import type { Compiled } from '../compile/compile.ts'
import { isPersistent, nameTemporaryStore } from '../store/registry.ts'
import { listBehaviourFiles } from './behaviours.ts'
import { type Console, Misuse, type Status } from './command.ts'
import { compileAt, printDiagnostics } from './compiled.ts'
import { watchFileChanges, settlingTime } from './file-changes.ts'
import { printIncomplete } from './listening.ts'
import { readTextFile } from './load.ts'
import { printUnmigrated } from './migrating.ts'
import { UnmigratedStore } from './store-runtime.ts'
import type { Listeners, ServeOptions, Running } from './options.ts'
import { runService } from './running.ts'

type Form = 'text' | 'json'

/** A compiled document with the names and the texts of its files. */
type ReadDocument = { readonly result: Compiled; readonly files: readonly string[]; readonly texts: string }

/** Where the command prints: text for people, or a line of JSON for each event. */
type Output = { readonly form: Form; readonly console: Console }

/** `start` receives the first service; later ones are printed here. */
export async function serveWatching(
  path: string,
  options: ServeOptions,
  form: Form,
  console: Console,
  start: (result: Compiled, running: Running) => void,
): Promise<Status> {
  const folder = isPersistent(options.store) ? undefined : mkdtempSync(join(tmpdir(), 'ninefold-watch-'))
  // Records in memory would be lost with each service, so they are in a file that is deleted with the process.
  const serveOptions: ServeOptions = {
    ...options,
    ...(folder === undefined ? {} : { store: nameTemporaryStore(folder) }),
    ...(options.virtual ? { clock: new VirtualClock(Date.now()) } : {}),
  }
  try {
    return await watchFrom({ path, first: readDocument(path), store: options.store }, serveOptions, { form, console }, start)
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true })
  }
}

/** `store`: the store as the operator named it. */
type WatchedDocument = { readonly path: string; readonly first: ReadDocument; readonly store: string }

async function watchFrom(
  { path, first, store }: WatchedDocument,
  options: ServeOptions,
  { form, console }: Output,
  start: (result: Compiled, running: Running) => void,
): Promise<Status> {
  const started = await startService(first, options)
  if (!('url' in started)) return reportFailedStart(started, store, form, console)
  let current = { read: first, running: started }
  let latest = first
  /** The reason why the document could not be read last time. It is reported once: output in the same folder is a change too. */
  let unreadable: string | undefined

  const reloadIfChanged = async (): Promise<void> => {
    if (folder === undefined && unreadable === undefined && joinTexts(latest.files) === latest.texts) return
    const document = await readSettled(path)
    if (document instanceof Misuse) {
      if (document.message !== unreadable) printUnchanged(form, console, [], document.message)
      unreadable = document.message
      return
    }
    unreadable = undefined
    if (document.texts === latest.texts) return
    latest = document
    changes.watch(document.files, folder)
    if (isEmpty(document)) return printUnchanged(form, console, [], 'The document is empty.')
    const { errors } = document.result
    if (errors.length > 0) return printUnchanged(form, console, errors)
    const listeners = await current.running.detach()
    const restarted = await startService(document, { ...options, listeners })
    if ('url' in restarted) {
      current = { read: document, running: restarted }
      return printExchanged(restarted, form, console)
    }
    // The former document's store is unchanged: a plan that waits for approval has changed nothing.
    current = { read: current.read, running: await restartFormer(current.read, options, listeners) }
    reportFailedReload(restarted, store, form, console)
  }

  let pending: Promise<void> = Promise.resolve()
  const { ended, end, fail } = makeCompletion()
  const changes = watchFileChanges(() => {
    pending = pending.then(reloadIfChanged).catch(fail)
  })
  const folder = findFolder(path)
  changes.watch(first.files, folder)
  // Checks for changes during the start.
  pending = pending.then(reloadIfChanged).catch(fail)
  const stop = (): void => {
    changes.stop()
    pending = pending.then(() => current.running.stop()).then(end, fail)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const renew = (): void => void (pending = pending.then(() => current.running.renew()).catch(fail))
  process.on('SIGHUP', renew)
  start(first.result, started)
  await ended
  process.off('SIGHUP', renew)
  return 0
}

function makeCompletion(): { readonly ended: Promise<void>; readonly end: () => void; readonly fail: (error: unknown) => void } {
  const { promise, resolve: end, reject } = Promise.withResolvers<void>()
  return { ended: promise, end, fail: (error) => reject(error instanceof Error ? error : new Error(String(error))) }
}

type StartFailure = Misuse | UnmigratedStore | { readonly problems: Parameters<typeof printDiagnostics>[0] }

async function startService({ result }: ReadDocument, options: ServeOptions): Promise<Running | StartFailure> {
  if (result.errors.length > 0) return { problems: result.errors }
  try {
    return await runService(result, options)
  } catch (error) {
    if (error instanceof Misuse || error instanceof UnmigratedStore) return error
    throw error
  }
}

/** Restarts the former document. If that fails too, the command ends. */
async function restartFormer(former: ReadDocument, options: ServeOptions, listeners: Listeners): Promise<Running> {
  const running = await startService(former, { ...options, listeners })
  if ('url' in running) return running
  await Promise.all([listeners.service.stop(), listeners.operator?.stop()])
  throw running instanceof Error ? running : new Error('the former document is no longer served')
}

function reportFailedStart(failure: StartFailure, store: string, form: Form, console: Console): Status {
  if (failure instanceof UnmigratedStore) return printUnmigrated(failure, store, form, console)
  if (failure instanceof Misuse) throw failure
  printDiagnostics(failure.problems, console, console.error)
  console.error('Not served: a document with errors is not a service yet.\n')
  return 1
}

function reportFailedReload(failure: StartFailure, store: string, form: Form, console: Console): void {
  if (failure instanceof UnmigratedStore) {
    printUnmigrated(failure, store, form, console)
    return printUnchanged(form, console, [])
  }
  if (!(failure instanceof Misuse)) return printUnchanged(form, console, failure.problems)
  printUnchanged(form, console, [], failure.message)
}

function printUnchanged(form: Form, console: Console, problems: Parameters<typeof printDiagnostics>[0], problem?: string): void {
  if (form === 'json') {
    console.out(
      `${JSON.stringify({ event: 'kept', errors: problems.map(({ code, message }) => ({ code, message })), ...(problem === undefined ? {} : { problem }) })}\n`,
    )
    return
  }
  printDiagnostics(problems, console, console.error)
  if (problem !== undefined) console.error(`${problem}\n`)
  console.error('The changed document is not served: the service still follows the former one.\n')
}

function printExchanged(running: Running, form: Form, console: Console): void {
  if (form === 'json') return console.out(`${JSON.stringify({ event: 'exchanged' })}\n`)
  console.out('\nThe document changed, and the service follows it.\n')
  printIncomplete(running, console)
}

function findFolder(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? resolve(path) : undefined
}

function readDocument(path: string): ReadDocument {
  const files = new Set<string>()
  const result = compileAt(path, (file) => files.add(file))
  for (const file of listBehaviourFiles(result.model)) files.add(file)
  return { result, files: [...files], texts: joinTexts([...files]) }
}

function joinTexts(files: readonly string[]): string {
  return JSON.stringify(files.map((file) => [file, readTextFile(file) ?? null]))
}

/** Reads a document when no process writes to it any more: during a save it may be incomplete or missing. */
async function readSettled(path: string): Promise<ReadDocument | Misuse> {
  for (;;) {
    const document = tryReading(path)
    if (document instanceof Misuse) return document
    await new Promise((resolve) => setTimeout(resolve, settlingTime))
    if (joinTexts(document.files) === document.texts) return document
  }
}

/** An empty document would drop all tables; it is far more often a file that is being saved. */
function isEmpty({ files }: ReadDocument): boolean {
  return files.every((file) => (readTextFile(file) ?? '').trim() === '')
}

/** The file may be in the middle of an edit: returns why it is unreadable, and the next change causes another attempt. */
function tryReading(path: string): ReadDocument | Misuse {
  try {
    return readDocument(path)
  } catch (error) {
    if (error instanceof Misuse) return error
    throw error
  }
}
