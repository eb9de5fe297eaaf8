// Writes a command's output to the file that the user named; a failure counts as wrong use.

import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { type Console, Misuse } from './command.ts'

/** `asNew`: only if the file does not exist. */
export function write(file: string, text: string, asNew = false): void {
  try {
    const stats = asNew ? undefined : statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) create(file, text, asNew ? 'wx' : 'w')
    else if (stats.isFile() && stats.nlink === 1) replace(realpathSync(file), text, stats)
    else writeFileSync(file, text)
  } catch (error) {
    throw new Misuse(printReason(file, error))
  }
}

/** Removes a file that it cannot finish. */
function create(file: string, text: string, flag: 'w' | 'wx'): void {
  const descriptor = openSync(file, flag)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** The file has its former content until the new one is complete: neither a full disk nor the end of the process cuts it. */
function replace(file: string, text: string, { mode, uid, gid }: Stats): void {
  accessSync(file, constants.W_OK)
  const unfinished = `${file}.unfinished`
  try {
    create(unfinished, text, 'wx')
    chownSync(unfinished, uid, gid)
    chmodSync(unfinished, mode)
    renameSync(unfinished, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') rmSync(unfinished, { force: true })
    // The process may write the file, but not its folder or for its owner.
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS' && code !== 'EEXIST') throw error
    writeFileSync(file, text)
  }
}

/** Prints the text if no file was named. */
export function writeOrPrint(text: string, output: string | undefined, console: Console): void {
  if (output === undefined) console.out(text)
  else write(output, text)
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Misuse(code === 'EEXIST' || code === 'ENOTDIR' ? `${folder} is a file, not a folder` : printReason(folder, error))
  }
}

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

function printReason(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return code === 'EEXIST' ? `${path} exists already and is left unchanged` : `${path} cannot be written: ${reasons[code] ?? message}`
}
