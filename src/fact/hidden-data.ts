// Finds the data that rules may hide from some caller: resources with hidden records, and properties.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Type } from '../cel/type.ts'
import { hasRestrictedRecords, isRestrictedProperty } from './rules.ts'
import type { ModelIndex } from './model-index.ts'

export type HiddenData = {
  /** Resources with records that some caller may not read. */
  readonly resources: ReadonlySet<string>
  /** By resource, the properties that have a rule of their own. */
  readonly properties: ReadonlyMap<string, ReadonlySet<string>>
  /** By resource, the stored computed properties that read properties which may be hidden. */
  readonly computed: ReadonlyMap<string, ReadonlySet<string>>
}

const cache = new WeakMap<ModelIndex, HiddenData | 'none'>()

/** Undefined if every caller may read all data. */
export function getHiddenData(modelIndex: ModelIndex): HiddenData | undefined {
  const cached = cache.getOrInsertComputed(modelIndex, () => findHiddenData(modelIndex) ?? 'none')
  return cached === 'none' ? undefined : cached
}

function findHiddenData(modelIndex: ModelIndex): HiddenData | undefined {
  const { model, domain } = modelIndex
  const resources = new Set<string>()
  const properties = new Map<string, ReadonlySet<string>>()
  const computed = new Map<string, Set<string>>()
  for (const info of domain.resources.values()) {
    if (hasRestrictedRecords(model, info.name)) resources.add(info.name)
    const withheld = [...info.properties.keys()].filter((property) => isRestrictedProperty(model, info.name, property))
    if (withheld.length === 0) continue
    properties.set(info.name, new Set(withheld))
    // Computed properties of one record may read each other, so repeat until no more are found.
    const hidden = new Set(withheld)
    for (let size = -1; size !== hidden.size;) {
      size = hidden.size
      for (const { name, compute } of info.properties.values()) {
        if (
          compute === undefined ||
          (!modelIndex.readsOf(compute.expression).own.has('*') && modelIndex.readsOf(compute.expression).own.isDisjointFrom(hidden))
        )
          continue
        hidden.add(name)
        if (compute.stored) computed.getOrInsertComputed(info.name, () => new Set()).add(name)
      }
    }
  }
  return resources.size === 0 && properties.size === 0 ? undefined : { resources, properties, computed }
}

/** True if a property may be hidden although its record is visible. */
export function mayHideProperty(modelIndex: ModelIndex, resource: string, property: string): boolean {
  const hiddenData = getHiddenData(modelIndex)
  return hiddenData?.properties.get(resource)?.has(property) === true || hiddenData?.computed.get(resource)?.has(property) === true
}

/** True if an expression may read hidden data, or iterate records that include hidden ones; `isAuthorised` tests for authorised names. */
export function mayHide(modelIndex: ModelIndex, expression: Expression, isAuthorised: (name: string) => boolean): boolean {
  const hiddenData = getHiddenData(modelIndex)
  return (
    hiddenData !== undefined && readsHidden({ modelIndex, hiddenData, visited: new Set(), countsIterated: true }, expression, isAuthorised)
  )
}

/** Like `mayHide`, but the records that the expression iterates do not count. */
export function mayHideBesideRanges(modelIndex: ModelIndex, expression: Expression): boolean {
  const hiddenData = getHiddenData(modelIndex)
  return (
    hiddenData !== undefined && readsHidden({ modelIndex, hiddenData, visited: new Set(), countsIterated: false }, expression, () => true)
  )
}

/** `countsIterated`: true if iterating hidden records counts as reading them. */
type Walk = {
  readonly modelIndex: ModelIndex
  readonly hiddenData: HiddenData
  readonly visited: Set<string>
  readonly countsIterated: boolean
}

function readsHidden(walk: Walk, expression: Expression, isAuthorised: (name: string) => boolean): boolean {
  if (readsHiddenDirectly(walk, expression, isAuthorised)) return true
  return partsOf(expression).some(({ expression: part, binds }) =>
    readsHidden(
      walk,
      part,
      binds.length === 0 ? isAuthorised : (name) => (!binds.includes(name) ? isAuthorised(name) : iteratesRecords(expression)),
    ),
  )
}

/** The records that a macro iterates are visible; hidden ones were omitted. */
function iteratesRecords(expression: Expression): boolean {
  return (
    expression.kind === 'macro' &&
    expression.name !== 'reduce' &&
    (expression.range.type.kind === 'query' || expression.range.type.kind === 'list')
  )
}

function readsHiddenDirectly(walk: Walk, expression: Expression, isAuthorised: (name: string) => boolean): boolean {
  const { modelIndex, hiddenData } = walk
  if (
    walk.countsIterated &&
    expression.type.kind === 'query' &&
    expression.kind !== 'variable' &&
    hiddenData.resources.has(expression.type.resource)
  )
    return true
  switch (expression.kind) {
    case 'find':
      return hiddenData.resources.has(expression.resource)
    case 'select':
    case 'has':
      return readsHiddenMember(walk, expression, isAuthorised)
    case 'macro':
      return hiddenData.resources.has(findItemResource(expression.range.type) ?? '')
    case 'call': {
      const [record] = expression.arguments
      if (record === undefined) return false
      const view = modelIndex.domain.views.get(expression.name)
      if (view === undefined)
        return (
          hiddenData.resources.has(findItemResource(record.type) ?? '') ||
          hiddenData.resources.has((expression.name === 'transitions' && record.kind !== 'variable' && recordOf(record.type)) || '')
        )
      // A store never evaluates a view, so its members do not matter.
      return true
    }
    default:
      return false
  }
}

function readsHiddenMember(
  walk: Walk,
  { operand, member }: Extract<Expression, { kind: 'select' | 'has' }>,
  isAuthorised: (name: string) => boolean,
): boolean {
  const { modelIndex, hiddenData, visited } = walk
  const resource = recordOf(operand.type)
  if (resource === undefined) return false
  if (mayHideProperty(modelIndex, resource, member)) return true
  const info = modelIndex.domain.resources.get(resource)
  const { inverse } = info?.properties.get(member) ?? {}
  if (inverse !== undefined && mayHideProperty(modelIndex, inverse.resource, inverse.property)) return true
  if (
    !(operand.kind === 'variable' && isAuthorised(operand.name)) &&
    hiddenData.resources.has(resource) &&
    info?.key.includes(member) !== true
  )
    return true
  const { compute } = info?.properties.get(member) ?? {}
  const name = `${resource}.${member}`
  if (compute === undefined || compute.stored || visited.has(name)) return false
  visited.add(name)
  const expression = modelIndex.typing.expression(compute.expression)
  return expression !== undefined && readsHidden({ ...walk, countsIterated: true }, expression, isAlwaysAuthorised)
}

function isAlwaysAuthorised(name: string): boolean {
  return name === 'this' || name === 'caller'
}

function recordOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? recordOf(type.of) : undefined
}

/** The resource of a list's items. */
function findItemResource(type: Type): string | undefined {
  if (type.kind === 'nullable' || type.kind === 'optional') return findItemResource(type.of)
  return type.kind === 'list' ? recordOf(type.element) : undefined
}
