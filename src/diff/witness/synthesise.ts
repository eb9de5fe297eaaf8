// Builds a chain of requests for operations without a scenario: later requests use what earlier ones created.

import type { Json } from '../../base/json.ts'
import { SeededRandomness } from '../../base/clock.ts'
import { toBlocks, type TraceBlock } from './block.ts'
import { readScenarios } from '../../hurl/scenario.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { fillSegment } from '../../model/segment.ts'
import { createSampler } from '../../schema/sample.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Edition } from '../edition.ts'
import { withValue } from './members.ts'

/** Generates chains: creates first, then reads and updates, deletes last. One chain is anonymous, and each test caller has one. */
export function synthesiseChains(edition: Edition): readonly (readonly TraceBlock[])[] {
  const { compiled, operations } = edition
  const operationsInScenarios = new Set(
    readScenarios(compiled.document.scenarios, ['uid'])
      .flatMap((scenario) => toBlocks(scenario, operations.values()))
      .map(({ operation }) => operation),
  )
  const completeOperations = compiled.facts.operations
    .filter(({ operation, complete }) => complete && operation.until === undefined)
    .map(({ operation }) => operation)
  if (completeOperations.every(({ name }) => operationsInScenarios.has(name))) return []
  const callers = listSpecifiedEntries(compiled.model.authentication.value.callers).map(({ name }) => name)
  return [undefined, ...callers].map((as) => buildChain(completeOperations, edition, as))
}

const order: readonly string[] = ['create', 'put', 'list', 'read', 'update', 'replace', 'transition', 'do', 'call', 'answer', 'delete']

function buildChain(operations: readonly Operation[], edition: Edition, as: string | undefined): readonly TraceBlock[] {
  const sorted = operations
    .filter(({ action }) => action !== 'stream' && action !== 'feed')
    .toSorted((a, b) => order.indexOf(a.action ?? '') - order.indexOf(b.action ?? ''))
  const keys = new Map<string, string>()
  const blocks: TraceBlock[] = []
  for (const operation of sorted) {
    const resource = operation.subject?.text.split('.')[0] ?? ''
    const target = buildTarget(operation, keys.get(resource))
    const body = sampleBody(operation, edition, keys)
    const isCreated = operation.action === 'create' && !keys.has(resource)
    const [key] = edition.compiled.facts.typing.domain.resources.get(resource)?.key ?? []
    if (isCreated && key !== undefined) keys.set(resource, variableOf(resource))
    blocks.push({
      method: operation.method,
      target,
      head: '',
      operation: operation.name,
      captures: isCreated && key !== undefined ? [`${variableOf(resource)}: jsonpath "$.${key}"`] : [],
      ...(body === undefined ? {} : { body }),
      ...(as === undefined ? {} : { as }),
    })
  }
  return blocks
}

export const variableOf = (resource: string): string => `a_${resource.replaceAll(/\W/g, '_')}`

function buildTarget({ segments }: Operation, key: string | undefined): string {
  return segments.map((segment) => `/${fillSegment(segment, key === undefined ? '1' : `{{${key}}}`)}`).join('')
}

/** References point to records that were created before, whose keys `keys` names as variables. */
export function sampleBody(operation: Operation, { compiled }: Edition, keys: ReadonlyMap<string, string> = new Map()): Json | undefined {
  const { typing } = compiled.facts
  const { body } = typing.input(operation)
  if (body === undefined) return undefined
  const sample = createSampler(body.schema, { definitions: definitionsOf(typing.domain) }).findValid(new SeededRandomness(operation.name))
  const info = typing.domain.resources.get(operation.subject?.text ?? '')
  return body.writes.reduce<Json | undefined>((json, { property, path }) => {
    const target = info?.properties.get(property)?.reference?.resource
    const variable = target === undefined ? undefined : keys.get(target)
    return variable === undefined ? json : withValue(json, path, `{{${variable}}}`)
  }, sample)
}
