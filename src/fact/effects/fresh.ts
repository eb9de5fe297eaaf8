// Finds values that no other record can have: generated values, and injective functions of them.

import type { Expression } from '../../cel/expression.ts'
import { type ExpressionText, type Named, type Template, specifiedEntries, slotValue } from '../../model/slot.ts'
import { rowsIn } from '../../model/rows.ts'
import { endingsOf } from '../../typing/behaviour.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { actionsOf, effectsOf } from '../../typing/effects.ts'
import type { World } from '../world.ts'

/**
 * `random`: enough randomness to be unique regardless of other writers; `counted`: from a sequence, so different from all values
 * of the same sequence.
 */
type Freshness = 'random' | 'counted'

/** The values of a written record by member, and the values of `let` if it creates one record. */
export type WrittenTemplates = {
  readonly world: World
  readonly resource: ResourceInfo
  readonly named: ReadonlySet<string>
  readonly set?: readonly Named<Template>[] | undefined
  readonly lets?: ReadonlyMap<string, ExpressionText>
}

export function isFresh(name: string, templates: WrittenTemplates): boolean {
  return freshnessOf(name, templates, new Set()) !== undefined
}

/** `within`: the properties under examination, because one may be computed from another. */
function freshnessOf(name: string, templates: WrittenTemplates, within: ReadonlySet<string>): Freshness | undefined {
  const { world, resource, named, set } = templates
  const property = resource.properties.get(name)
  if (property === undefined || within.has(name)) return undefined
  const inside = new Set([...within, name])
  if (named.has(name)) {
    const template = set?.find((each) => each.name === name)?.slot
    const value = template?.state === 'shown' && template.value.kind === 'expression' ? make(template.value, templates, inside) : undefined
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
  const value = text && make(text, templates, inside)
  return value === 'counted' && isNamedAnywhere(world, resource, name) ? undefined : value
}

function make(text: ExpressionText, templates: WrittenTemplates, within: ReadonlySet<string>): Freshness | undefined {
  const expression = templates.world.typing.expression(text)
  return expression && freshnessOfExpression(expression, templates, within)
}

/** 16 bytes, like a UUID. */
const enough = 16n

function freshnessOfExpression(expression: Expression, templates: WrittenTemplates, within: ReadonlySet<string>): Freshness | undefined {
  const inner = (each: Expression): Freshness | undefined => freshnessOfExpression(each, templates, within)
  switch (expression.kind) {
    case 'variable': {
      const text = templates.lets?.get(expression.name)
      return text && make(text, templates, within)
    }
    case 'select': {
      const { operand, member } = expression
      return operand.kind === 'variable' && operand.name === 'this' ? freshnessOfMember(member, templates, within) : undefined
    }
    case 'binary':
      return expression.operator === '+' ? join(expression.left, expression.right, inner) : undefined
    case 'call': {
      const { name, target, arguments: args } = expression
      const [only] = target === undefined ? args : [target, ...args]
      if (name === 'random' && only?.kind === 'literal')
        return typeof only.value === 'bigint' && only.value >= enough ? 'random' : undefined
      return only !== undefined && (name === 'string' || name === 'digest') ? inner(only) : undefined
    }
    default:
      return undefined
  }
}

/** A sequence gives each number once; a key never changes, and no two records have the same. */
function freshnessOfMember(member: string, templates: WrittenTemplates, within: ReadonlySet<string>): Freshness | undefined {
  const { world, resource } = templates
  const found = freshnessOf(member, templates, within)
  const isKey = resource.key.length === 1 && resource.key[0] === member
  return found === 'counted' && !isKey && isNamedAnywhere(world, resource, member) ? undefined : found
}

/** Beside varying parts, only texts of one length stay distinct: a random one, or a counted one beside a literal. */
function join(left: Expression, right: Expression, inner: (each: Expression) => Freshness | undefined): Freshness | undefined {
  const [a, b] = [inner(left), inner(right)]
  if (a === 'random' || b === 'random') return 'random'
  return (a === 'counted' && right.kind === 'literal') || (b === 'counted' && left.kind === 'literal') ? 'counted' : undefined
}

const named = new WeakMap<World, ReadonlySet<string>>()

/** True if anything in the document writes the property. */
export function isNamedAnywhere(world: World, { name }: ResourceInfo, property: string): boolean {
  return named.getOrInsertComputed(world, namesWritten).has(`${name}.${property}`)
}

function namesWritten({ model, domain, typing }: World): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (resource: string | undefined, names: Iterable<string>): void => {
    for (const name of names) found.add(`${resource ?? ''}.${name}`)
  }
  for (const operation of model.endpoints.value.operations) {
    const resource = operation.subject?.text.split('.')[0]
    add(resource, (typing.input(operation).body?.writes ?? []).map(({ property }) => property))
    add(resource, specifiedEntries(operation.slots.set).map(({ name }) => name))
  }
  for (const effect of [...effectsOf(domain), ...endingsOf({ model })])
    add(
      slotValue(effect.create)?.text ?? slotValue(effect.update)?.text,
      specifiedEntries(effect.set).map(({ name }) => name),
    )
  for (const { resource, action } of actionsOf(domain)) add(resource, specifiedEntries(action.set).map(({ name }) => name))
  for (const slot of [model.resources.value.records, model.resources.value.fixtures]) {
    for (const { resource, node } of rowsIn(slot)) if (node.kind === 'map') add(resource, node.entries.map(({ key }) => key.text))
  }
  return found
}
