// Tells where the source describes what an event or a request carries, and its members, in a sentence for a question.

import { readFields } from './fields.ts'
import type { At, Spec } from './spec.ts'

export function describeSchema(schema: At, spec: Spec): string {
  const at = spec.follow(schema)
  const names = [...(readFields(at, spec)?.properties.keys() ?? [])]
  const listed = names.slice(0, 12).map((each) => `\`${each}\``)
  const withNames = names.length === 0 ? '' : `, with ${listed.join(', ')}${names.length > listed.length ? ' …' : ''}`
  return `It is described at \`${at.pointer}\`${withNames}.`
}
