// Reads ports, durations, log levels and settings from the options of `serve`.

import { parseDuration } from '../base/duration.ts'
import { Misuse, type Values, readTextOption } from './command.ts'
import { type Level, levels } from '../serve/observe/log.ts'

export function parseLogLevel(option: string): Level {
  const level = levels.find((each) => each === option)
  if (level === undefined) throw new Misuse(`--log takes ${levels.join(', ')}, not ${option}`)
  return level
}

export function parsePort(values: Values, name: string): number {
  const optionText = readTextOption(values, name)!
  const port = Number(optionText)
  if (!/^\d+$/.test(optionText) || port > 65535) throw new Misuse(`--${name} takes a port from 0 to 65535, not ${optionText}`)
  return port
}

/** In milliseconds. */
export function parseDurationOption(values: Values, name: string): number {
  const optionText = readTextOption(values, name)!
  const ms = parseDuration(optionText)
  if (typeof ms !== 'number' || ms < 0) throw new Misuse(`--${name} takes a duration such as PT30S, not ${optionText}`)
  return ms
}

export function parseSettings(value: unknown): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  for (const each of Array.isArray(value) ? (value as string[]) : []) {
    const equals = each.indexOf('=')
    if (equals < 1) throw new Misuse(`--set takes NAME=VALUE, not ${each}`)
    settings.set(each.slice(0, equals), each.slice(equals + 1))
  }
  return settings
}
