// The statements of a list: as it is when the request leaves everything out, with each parameter and each filter alone, and in each order.

import { EvaluationError } from '../../cel/evaluate.ts'
import { reads } from '../../cel/reads.ts'
import type { Type } from '../../cel/type.ts'
import type { Bindings, Host, Value } from '../../cel/value.ts'
import { type Sorting, inFull } from '../../exchange/list-request.ts'
import type { Facts } from '../../fact/fact.ts'
import { ruleOf } from '../../fact/rules.ts'
import type { Situation } from '../../fact/situation.ts'
import type { World } from '../../fact/world.ts'
import type { Selection } from '../../meaning/store.ts'
import { shown } from '../../model/slot.ts'
import type { Filter, ResourceInfo } from '../../typing/domain.ts'
import type { Asking } from './asking.ts'

type About = { readonly facts: Facts; readonly world: World; readonly ask: Asking }
type Asked = { readonly what: string; readonly sql: string | undefined }

export function explainList({ facts, world, ask }: About, { operation, input }: Situation, resource: ResourceInfo): readonly Asked[] {
  const usual = inFull((shown(operation.slots.order) ?? []).map(({ text }) => text), resource)
  const paged = operation.slots.page.state === 'shown' ? { limit: 2, offset: 0 } : {}
  const where = shown(operation.slots.where)
  const rule = ruleOf(world, resource.name, 'read')
  const conditions = [rule.kind === 'asked' ? rule.expression : undefined, where].flatMap((text) => (text === undefined ? [] : (facts.typing.expression(text) ?? [])))
  const base: Selection = { resource: resource.name, where: conditions, filters: [], order: usual, ...paged }
  const asked = (what: string, selection: Selection, sent?: Sent): Asked => ({ what: `list ${resource.name}${what}`, sql: textOf(ask, selection, sent) })
  const read = new Set(conditions.flatMap((condition) => reads(condition).variables.flatMap(({ name, path: [place, member] }) => (name === 'input' && place === 'query' && member !== undefined ? [member] : []))))
  const optional = [...input.query.values()].filter(({ name, required }) => !required && read.has(name))
  return [
    asked(`, by ${orderText(usual)}`, base),
    ...optional.map(({ name, type }) => asked(`, with ${name}`, base, { name, type })),
    ...[...input.filters.values()].map((filter) => asked(`, filtered by ${filter.property}`, { ...base, filters: [comparisonOf(filter)] })),
    ...(input.sort?.properties ?? []).map((word) => inFull([word], resource)).map((order) => asked(`, by ${orderText(order)}`, { ...base, order })),
  ]
}

/** A parameter that a request sends, where it leaves out all others that it may. */
type Sent = { readonly name: string; readonly type: Type }

/** Nothing where no record can be in the list. */
function textOf(ask: Asking, selection: Selection, sent: Sent | undefined): string | undefined {
  const decided = ask.decide(selection, { variables: knowing(sent), host: noRecords })
  return decided === 'nothing' ? ask.text(selection) : ask.selected(decided)?.sql
}

/** Of the request, what it sends in its query; who calls is somebody. What else there is stays open. */
function knowing(sent: Sent | undefined): Bindings {
  const query = new Map<string, Value>(sent === undefined ? [] : [[sent.name, sampleOf(sent.type)]])
  const known = new Map<string, Value>([
    ['input', new Map<string, Value>([['query', query]])],
    ['caller', { kind: 'record', resource: '', key: '', of: undefined }],
  ])
  return { get: (name) => known.get(name) ?? unknown(), has: () => true }
}

function unknown(): never {
  throw new EvaluationError('no-value', 'not known before a request is')
}

const noRecords: Host = { property: unknown, records: unknown, find: unknown, call: unknown }

function sampleOf(type: Type): Value {
  switch (type.kind) {
    case 'bool':
      return true
    case 'int':
      return 1n
    case 'double':
      return 1
    default:
      return 'x'
  }
}

/** Equal to a value, where that can be asked. */
function comparisonOf({ property, operators }: Filter): Selection['filters'][number] {
  const operator = operators.has('eq') ? 'eq' : [...operators.keys()][0]!
  return { property, operator, value: operator === 'in' ? [] : null }
}

function orderText(order: readonly Sorting[]): string {
  return order.map(({ property, direction }) => (direction === 'descending' ? `-${property}` : property)).join(', ')
}

