// `ninefold lsp`: serves an editor over standard input and output.

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { lspHandlers } from '../lsp/server.ts'
import { byLength } from '../rpc/framing.ts'
import type { Command, Status } from './command.ts'
import { compileEnvironmentIn } from './compiled.ts'
import { load } from './load.ts'
import { speak } from './speaking.ts'
import { readVersion } from './version.ts'

export const lspCommand: Command = {
  name: 'lsp',
  arguments: '',
  about: 'Gives an editor diagnostics, fixes, types and names (Language Server Protocol, over standard input and output).',
  options: [{ flag: '--stdio', about: 'over standard input and output (default)' }],
  parse: { stdio: { type: 'boolean' } },
  words: [0, 0],
  async run() {
    restartWithRoom()
    compileSooner()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let status: Status = 1
    const disk = {
      filesIn: (folder: string) => (isFolder(folder) ? load(folder) : []),
      environment: (path: string) => compileEnvironmentIn(isFolder(path) ? path : dirname(path)),
    }
    const exit = (hadShutdown: boolean): void => {
      status = hadShutdown ? 0 : 1
      end()
    }
    await speak(
      byLength(),
      '$/cancelRequest',
      (speaker) => lspHandlers({ disk, version: readVersion(), ...speaker, defer: setImmediate, exit }),
      { ended },
    )
    return status
  },
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** A keystroke fills the room that commands have for new objects some ten times, and each time V8 copies those in use. */
const roomForNewObjects = '--max-semi-space-size=32'

/** V8 takes this option only at the start: replaces the process by one with it, where the system can. */
function restartWithRoom(): void {
  const { argv, execArgv, execPath, platform } = process
  // The third word is another one where a program calls this command.
  if (argv[2] !== 'lsp' || platform === 'win32' || execArgv.includes(roomForNewObjects)) return
  const otherOptions = execArgv.filter((option) => !option.startsWith('--max-semi-space-size'))
  process.execve?.(execPath, [execPath, ...otherOptions, roomForNewObjects, ...argv.slice(1)])
}

/**
 * Each keystroke compiles the document, which runs most functions some hundred times: by default V8 would optimise them after dozens of
 * keystrokes.
 */
function compileSooner(): void {
  setFlagsFromString('--invocation-count-for-turbofan=200')
}
