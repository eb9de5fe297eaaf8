// Generates the tables of keys of the language reference, from the definitions that read them.

import { toHelp } from '../../src/diagnostic/help.ts'
import { type PartName, partNames } from '../../src/document/document.ts'
import { frontLanguage, partLanguage } from '../../src/model/language.ts'
import { schemaKeys } from '../../src/model/schema.ts'
import type { Key, Keys, KeyRefusal } from '../../src/model/shape.ts'

/**
 * The keys at a place: `front`, `service`, `endpoints.*` (an entry that the author names), `endpoints.*.page` (the content of a key of
 * such an entry).
 */
export function keysAt(path: string): Keys {
  const [first = '', ...steps] = path.split('.')
  const part = partNames.find((name) => name === first)
  let keys: Keys | undefined = first === 'front' ? frontLanguage : part === undefined ? undefined : partLanguage[part].keys
  for (const step of steps) keys = step === '*' ? partLanguage[first as PartName].elements?.keys?.() : keys?.[step]?.shape.keys?.()
  if (keys === undefined) throw new Error(`The language has no keys at ${path}`)
  return keys
}

/** Keys that occur in many places and have their own table: those of every part, and those of a schema. */
const sharedKeys: readonly Keys[] = [partLanguage.endpoints.keys, schemaKeys]

/** The keys at a place, without those of another table. */
export function ownKeys(path: string): [string, Key<unknown>][] {
  const keys = keysAt(path)
  const inOtherTables = sharedKeys.filter((each) => each !== keys)
  return Object.entries(keys).filter(([name, key]) => path === 'front' || !inOtherTables.some((each) => each[name] === key))
}

export function keyTable(path: string): string {
  const entries = ownKeys(path)
  const rows = entries.filter(([, { refused }]) => refused === undefined).map(([name, key]) => row(name, key))
  const refused = entries.flatMap(([name, { about, refused }]) => (refused === undefined ? [] : [refusedLine(name, about, refused)]))
  const table = ['| key | takes | left out | |', '| --- | --- | --- | --- |', ...rows]
  return [...table, ...(refused.length > 0 ? ['', 'Refused here:', '', ...refused] : [])].join('\n')
}

function row(name: string, { shape, absent, about, documentation }: Key<unknown>): string {
  const { words, slot } = shape
  const takes = slot === undefined || words.includes(slot) ? words : `${words} (${slot})`
  return `| ${[`\`${name}\``, takes, documentation ? 'for people only' : absent, about].map(cell).join(' | ')} |`
}

function refusedLine(name: string, about: string, { why, instead }: KeyRefusal): string {
  return `- \`${name}\`${why === 'later' ? ' (later)' : ''}: ${about} ${toHelp(instead).text}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
