// Writes what a command makes to where its user asked for it; what cannot be written is told as wrong use.

import { mkdirSync, writeFileSync } from 'node:fs'
import { type Console, Misuse } from './command.ts'

/** `asNew`: only where nothing is there. */
export function write(file: string, text: string, asNew = false): void {
  try {
    writeFileSync(file, text, asNew ? { flag: 'wx' } : {})
  } catch (error) {
    throw new Misuse(because(file, error))
  }
}

/** Prints it where no file was asked for. */
export function writeOrPrint(text: string, output: string | undefined, console: Console): void {
  if (output === undefined) console.out(text)
  else write(output, text)
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Misuse(code === 'EEXIST' || code === 'ENOTDIR' ? `${folder} is no folder: a file is there` : because(folder, error))
  }
}

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'its folder is not there', ENOTDIR: 'its folder is a file', EISDIR: 'it is a folder', EACCES: 'permission denied', EPERM: 'permission denied',
  EROFS: 'the disk is read-only', ENOSPC: 'the disk is full',
}

function because(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return code === 'EEXIST' ? `${path} is there already and is left as it is` : `${path} cannot be written: ${reasons[code] ?? message}`
}
