// Short forms with other texts for some parts, and the assertion of what their import says.

import assert from 'node:assert/strict'
import { importForm } from '../../src/import/form/form.ts'
import { type GoldKind, measure, printMeasure, readGold } from './gold/measure.ts'
import { environment } from './import.ts'

export const usual = [
  ['Service', 'Boats.'],
  ['Resources and their fields', '### Boat\n\n- id: uuid, set by the service\n- name: text, required'],
  ['States and transitions', 'None.'],
  ['Endpoints', '- GET /boats'],
  ['Authentication', 'Roles: clerk, keeper.'],
  ['Events', 'None.'],
  ['Errors', 'None.'],
  ['Limits', 'None.'],
  ['Versioning', 'None.'],
] as const

/** A form with other texts, or headings, for some parts. */
export function formOf(parts: { readonly [number: number]: string }, titles: readonly string[] = []): string {
  return [
    '# Boats',
    ...usual.map(([title, text], index) => `${titles[index] ?? `## ${index + 1}. ${title}`}\n\n${parts[index + 1] ?? text}`),
  ].join('\n\n')
}

/** Asserts that a form says the lines of one kind, and nothing else. */
export function assertSays(text: string, kind: GoldKind, gold: string): void {
  const form = importForm({ name: 'form.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  const [found] = measure(form.text, readGold(`[${kind}]\n${gold}`)).filter((each) => each.kind === kind)
  assert.ok(found !== undefined && found.right === found.all && found.wrong.length === 0, `${text}\n${printMeasure([found!], true)}`)
}
