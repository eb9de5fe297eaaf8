// Writes a command's output to the file that the user named; a failure counts as wrong use.

import { mkdirSync, writeFileSync } from 'node:fs'
import { type Console, Misuse } from './command.ts'

/** `asNew`: only if the file does not exist. */
export function write(file: string, text: string, asNew = false): void {
  try {
    writeFileSync(file, text, asNew ? { flag: 'wx' } : {})
  } catch (error) {
    throw new Misuse(printReason(file, error))
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
