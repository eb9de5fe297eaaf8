// Finds values that no other record can have: generated values, and injective functions of them.

import { splitCharacters } from '../../base/code-points.ts'
import type { Expression } from '../../cel/expression.ts'
import { type ExpressionText, type Named, type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { listRows } from '../../model/rows.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { listActions, listEffects } from '../../typing/effects.ts'
import type { ModelIndex } from '../model-index.ts'
import { findTouched } from '../touched.ts'

/**
 * `random`: enough randomness to be unique regardless of other writers; `counted`: from a sequence, so different from all values
 * of the same sequence.
 */
type Freshness = 'random' | 'counted'

/** The values of a written record by member, and the values of `let` if it creates one record. */
export type WrittenTemplates = {
  readonly modelIndex: ModelIndex
  readonly resource: ResourceInfo
  readonly writtenNames: ReadonlySet<string>
  readonly set?: readonly Named<Template>[] | undefined
  readonly lets?: ReadonlyMap<string, ExpressionText>
}

export function isFresh(name: string, templates: WrittenTemplates): boolean {
  return findFreshness(name, templates, new Set()) !== undefined
}

/** `visited`: the properties under examination, because one may be computed from another. */
function findFreshness(name: string, templates: WrittenTemplates, visited: ReadonlySet<string>): Freshness | undefined {
  const { modelIndex, resource, writtenNames, set } = templates
  const property = resource.properties.get(name)
  if (property === undefined || visited.has(name)) return undefined
  const visitedWithName = new Set([...visited, name])
  if (writtenNames.has(name)) {
    const template = set?.find((each) => each.name === name)?.slot
    const value =
      template?.state === 'shown' && template.value.kind === 'expression'
        ? findTextFreshness(template.value, templates, visitedWithName)
        : undefined
    return value === 'random' ? value : undefined
  }
  const { generate, compute } = property
  switch (generate?.kind) {
    case 'uuidv7':
    case 'uuidv4':
      return 'random'
    case 'sequence':
      return 'counted'
    case 'now':
    case 'now-on-update':
      return undefined
    case 'expression':
    case undefined:
  }
  const text = generate?.kind === 'expression' ? generate.expression : compute?.expression
  const value = text && findTextFreshness(text, templates, visitedWithName)
  return value === 'counted' && isWrittenAnywhere(modelIndex, resource, name) ? undefined : value
}

function findTextFreshness(text: ExpressionText, templates: WrittenTemplates, visited: ReadonlySet<string>): Freshness | undefined {
  const expression = templates.modelIndex.typing.expression(text)
  return expression && findExpressionFreshness(expression, templates, visited)
}

/** 16 bytes, like a UUID. */
const minRandomBits = 128

function findExpressionFreshness(expression: Expression, templates: WrittenTemplates, visited: ReadonlySet<string>): Freshness | undefined {
  const freshnessOfPart = (each: Expression): Freshness | undefined => findExpressionFreshness(each, templates, visited)
  switch (expression.kind) {
    case 'variable': {
      const text = templates.lets?.get(expression.name)
      return text && findTextFreshness(text, templates, visited)
    }
    case 'select': {
      const { operand, member } = expression
      return operand.kind === 'variable' && operand.name === 'this' ? findMemberFreshness(member, templates, visited) : undefined
    }
    case 'binary':
      return expression.operator === '+' ? joinFreshness(expression.left, expression.right, freshnessOfPart) : undefined
    case 'call': {
      const { name, target, arguments: args } = expression
      const [argument] = target === undefined ? args : [target, ...args]
      if (name === 'random' || name === 'randomCode') return countRandomBits(args) >= minRandomBits ? 'random' : undefined
      return argument !== undefined && (name === 'string' || name === 'digest') ? freshnessOfPart(argument) : undefined
    }
    default:
      return undefined
  }
}

/** The bits of `random(n)` or `randomCode(n, alphabet)` with literal arguments; otherwise 0. */
function countRandomBits([count, alphabet]: readonly Expression[]): number {
  if (count?.kind !== 'literal' || typeof count.value !== 'bigint') return 0
  if (alphabet === undefined) return Number(count.value) * 8
  const isText = alphabet.kind === 'literal' && typeof alphabet.value === 'string'
  return isText ? Number(count.value) * Math.log2(splitCharacters(alphabet.value as string).length) : 0
}

/** A sequence gives each number once; a key never changes, and no two records have the same. */
function findMemberFreshness(member: string, templates: WrittenTemplates, visited: ReadonlySet<string>): Freshness | undefined {
  const { modelIndex, resource } = templates
  const freshness = findFreshness(member, templates, visited)
  const isKey = resource.key.length === 1 && resource.key[0] === member
  return freshness === 'counted' && !isKey && isWrittenAnywhere(modelIndex, resource, member) ? undefined : freshness
}

/** Beside varying parts, only texts of one length stay distinct: a random one, or a counted one beside a literal. */
function joinFreshness(
  left: Expression,
  right: Expression,
  freshnessOfPart: (each: Expression) => Freshness | undefined,
): Freshness | undefined {
  const [a, b] = [freshnessOfPart(left), freshnessOfPart(right)]
  if (a === 'random' || b === 'random') return 'random'
  return (a === 'counted' && right.kind === 'literal') || (b === 'counted' && left.kind === 'literal') ? 'counted' : undefined
}

const cache = new WeakMap<ModelIndex, ReadonlySet<string>>()

/** True if anything in the document writes the property. */
export function isWrittenAnywhere(modelIndex: ModelIndex, { name }: ResourceInfo, property: string): boolean {
  return cache.getOrInsertComputed(modelIndex, listWrittenNames).has(`${name}.${property}`)
}

function listWrittenNames({ model, domain, typing }: ModelIndex): ReadonlySet<string> {
  const writtenNames = new Set<string>()
  const add = (resource: string | undefined, names: Iterable<string>): void => {
    for (const name of names) writtenNames.add(`${resource ?? ''}.${name}`)
  }
  for (const operation of model.endpoints.value.operations) {
    const resource = operation.subject?.text.split('.')[0]
    add(
      resource,
      (typing.input(operation).body?.writes ?? []).map(({ property }) => property),
    )
    add(
      resource,
      listSpecifiedEntries(operation.slots.set).map(({ name }) => name),
    )
    const touched = findTouched(operation, typing)
    if (touched !== undefined) add(touched.resource.name, [touched.property.name])
  }
  for (const effect of [...listEffects(domain), ...listCompletionEffects({ model })])
    add(
      slotValueOf(effect.create)?.text ?? slotValueOf(effect.update)?.text,
      listSpecifiedEntries(effect.set).map(({ name }) => name),
    )
  for (const { resource, action } of listActions(domain))
    add(
      resource,
      listSpecifiedEntries(action.set).map(({ name }) => name),
    )
  for (const slot of [model.resources.value.records, model.resources.value.fixtures]) {
    for (const { resource, node } of listRows(slot))
      if (node.kind === 'map')
        add(
          resource,
          node.entries.map(({ key }) => key.text),
        )
  }
  return writtenNames
}
