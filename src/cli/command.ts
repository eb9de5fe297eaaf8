// The interface of a command: its name, its options, and a run that returns an exit status.

import type { ParseArgsOptionsConfig } from 'node:util'

/** 0: success; 1: the document (or server) has problems; 2: wrong use or unreadable input. */
export type Status = 0 | 1 | 2

export type Console = {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Properties of `out`: colour support and width. */
  readonly colour: boolean
  readonly width: number
  /** Replaces the progress line of a long command, without a line end. Absent if the output is not a terminal. */
  readonly progress?: (text: string) => void
}

export type Values = { readonly [name: string]: string | boolean | readonly (string | boolean)[] | undefined }

export type Command = {
  readonly name: string
  /** The arguments after the name: `DOC`. */
  readonly arguments: string
  /** One line for the list of commands. */
  readonly about: string
  /** The option lines of `--help`; the printer aligns them. */
  readonly options: readonly { readonly flag: string; readonly about: string }[]
  readonly parse: ParseArgsOptionsConfig
  /** The minimum and maximum number of arguments. */
  readonly words: readonly [number, number]
  run(words: readonly string[], values: Values, console: Console): Promise<Status>
}

/** Wrong use or unreadable input: reported in one line, exit status 2. */
export class Misuse extends Error {}

export function readTextOption(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export function readFlag(values: Values, name: string): boolean {
  return values[name] === true
}

/** The value of `--format`; the first format is the default. */
export function formatOption<const F extends string>(values: Values, ...formats: readonly [F, ...F[]]): F {
  const formatName = readTextOption(values, 'format')
  if (formatName === undefined) return formats[0]
  const format = formats.find((each) => each === formatName)
  if (format === undefined) throw new Misuse(`--format takes ${formats.join(' or ')}, not ${formatName}`)
  return format
}
