// Compares samples of JSON in a form with the fields of their resource.

import { isJsonArray, isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../../base/json.ts'
import { askQuestion, takeLine } from '../draft.ts'
import type { Resource, FormResources } from '../resource.ts'
import type { FormMachine } from '../states/machine.ts'
import type { Form, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export function holdSamples(form: Form, resources: FormResources, machines: readonly FormMachine[], words: Words): void {
  for (const { blocks, part } of form.sections) {
    if (part !== 'resources') continue
    for (const block of blocks) {
      if (block.kind !== 'text' || block.statement.kind !== 'sample') continue
      const data = parseData(block.statement.text)
      const resource = data === undefined ? undefined : findShownResource(data, resources)
      if (data !== undefined && resource !== undefined) compareSample(data, resource, block.statement, machines, words)
    }
  }
}

export function parseData(text: string): JsonObject | undefined {
  const body = text.replace(/^(?:`{3,}|~{3,})[^\n]*\n/, '').replace(/\n(?:`{3,}|~{3,})\s*$/, '')
  try {
    const data = JSON.parse(withoutComments(body)) as Json
    return isJsonObject(data) ? (data as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** The text without remarks behind its lines and commas at the ends of lists. */
function withoutComments(body: string): string {
  return body
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, quoted?: string) => quoted ?? '')
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted?: string) => quoted ?? '')
}

/** The only resource with more than half of the members. */
export function findShownResource(data: JsonObject, { all }: FormResources): Resource | undefined {
  const names = Object.keys(data)
  const fitting = all
    .map((resource) => ({ resource, count: names.filter((name) => resource.fields.has(name)).length }))
    .filter(({ count }) => count * 2 > names.length)
    .sort((a, b) => b.count - a.count)
  return fitting[0] === undefined || fitting[0].count === fitting[1]?.count ? undefined : fitting[0].resource
}

function compareSample(data: JsonObject, resource: Resource, statement: Statement, machines: readonly FormMachine[], words: Words): void {
  for (const [name, value] of Object.entries(data)) {
    const field = resource.fields.get(name)
    if (field === undefined) askQuestion(statement, words.ask.sampleMember(name, resource.name))
    else if (!fits(value, field.type) && !machines.some((machine) => machine.resource === resource && machine.field === name))
      askQuestion(statement, words.ask.sampleValue(name, JSON.stringify(value), field.type))
  }
  takeLine(statement)
}

function fits(value: Json, type: string): boolean {
  if (value === null || type === 'not shown') return true
  if (/^(?:whole number|number|decimal)/.test(type)) return typeof value === 'number' || isJsonNumber(value)
  if (type === 'yes/no') return typeof value === 'boolean'
  if (type.startsWith('list')) return isJsonArray(value)
  if (type.startsWith('one of ')) return typeof value === 'string' && type.slice(7).split(', ').includes(value)
  if (/^(?:text|email|uri|uuid|date|→)/.test(type)) return typeof value === 'string'
  return true
}
