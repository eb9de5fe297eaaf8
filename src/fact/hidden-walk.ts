// Walks a shown expression: collects the rules that hide its value, and all rules that it evaluates.

import type { Expression } from '../cel/expression.ts'
import { listConjuncts } from '../cel/parts.ts'
import { listBoundNames } from '../model/effect-action.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type TemplateText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import {
  type NameInScope,
  type NamesInScope,
  elementOf,
  isAuthorised,
  isAuthorisedList,
  printPath,
  findRecordResource,
} from './authorised-records.ts'
import type { RuleCheck } from './rule-check.ts'
import { listDecidingLookUps } from './disclosures.ts'
import { collectExpressions } from './expressions.ts'
import { hasRestrictedRecords, isRestrictedProperty } from './rules.ts'
import { listErrorMemberRules } from './error-member-rules.ts'
import {
  type HiddenWalk,
  type ReadPosition,
  startWalk,
  unauthorisedName,
  authorisedName,
  checkInView,
  liftsRule,
  addFilteredResource,
} from './read-position.ts'

/**
 * Records that an expression reads by name. Found records were authorised when found, and a request's new records are its own. Records that
 * steps change or delete are authorised where they are shown.
 */
export function listNamesInScope(operation: Operation | undefined, walk: HiddenWalk): NamesInScope {
  const names = new Map<string, NameInScope>(['this', 'old', 'caller', 'items'].map((name) => [name, authorisedName]))
  if (operation === undefined) return names
  const { slots } = operation
  const decidingNames = listDecidingLookUps(operation)
  const disclosed = walk.disclosures.ofPlace({ kind: 'operation', operation })
  for (const { name, value } of listSpecifiedEntries(slots.with)) {
    if (disclosed.lookUps.has(name) && hasRestrictedRecords(walk.typing.domain.model, slotValueOf(value.find)?.text ?? ''))
      walk.usedDisclosures.add(name)
    names.set(
      name,
      decidingNames.has(name) && !disclosed.lookUps.has(name)
        ? { hidingRules: [{ kind: 'look-up', name }], isAuthorised: true }
        : authorisedName,
    )
  }
  for (const { name, value } of listSpecifiedEntries(slots.let)) {
    const expression = walk.typing.expression(value)
    // The rules of a name that no shown expression reads are not evaluated.
    const letWalk = startWalk(walk.typing, walk.disclosures)
    const position: ReadPosition = { walk: letWalk, names: new Map(names), disclosed }
    names.set(
      name,
      expression === undefined
        ? unauthorisedName
        : { hidingRules: visit(expression, position), isAuthorised: isAuthorised(expression, position.names) },
    )
  }
  for (const step of slotValueOf(slots.do) ?? []) {
    for (const { text } of listBoundNames(step)) names.set(text, step.create.state === 'shown' ? authorisedName : unauthorisedName)
  }
  return names
}

/** Returns the rules that hide the value, and records all rules that the expression evaluates. */
export function visit(expression: Expression, position: ReadPosition): readonly RuleCheck[] {
  const hidingRules = visitExpression(expression, position)
  if (hidingRules.length > 0) position.walk.parts.set(expression, hidingRules)
  return hidingRules
}

function visitExpression(expression: Expression, position: ReadPosition): readonly RuleCheck[] {
  const visitAll = (...parts: readonly Expression[]): readonly RuleCheck[] => parts.flatMap((part) => visit(part, position))
  switch (expression.kind) {
    case 'literal':
      return []
    case 'variable':
      return position.names.get(expression.name)?.hidingRules ?? []
    case 'records':
      addFilteredResource(expression.resource, position)
      return []
    case 'select':
      return visitSelection(expression, position)
    case 'has':
      visitSelection({ ...expression, kind: 'select', optional: false }, position)
      return []
    case 'index': {
      const hidingRules = visitAll(expression.operand, expression.index)
      return expression.optional ? [] : hidingRules
    }
    case 'not':
    case 'negate':
      return visit(expression.operand, position)
    case 'and':
      return [...visit(expression.left, position), ...visit(expression.right, narrowPosition(expression.left, position))]
    case 'or':
    case 'binary':
      return visitAll(expression.left, expression.right)
    case 'conditional':
      return [
        ...visit(expression.test, position),
        ...visit(expression.then, narrowPosition(expression.test, position)),
        ...visit(expression.otherwise, position),
      ]
    case 'list':
      visitAll(...expression.items.map(({ value }) => value))
      return []
    case 'map':
      visitAll(...expression.entries.flatMap(({ key, value }) => [key, value]))
      return []
    case 'call':
      return visitCall(expression, position)
    case 'macro':
      return visitMacro(expression, position)
    case 'bind': {
      const value: NameInScope = {
        hidingRules: visit(expression.value, position),
        isAuthorised: isAuthorised(expression.value, position.names),
      }
      return visit(expression.body, { ...position, names: new Map([...position.names, [expression.name, value]]) })
    }
    case 'find':
      addFilteredResource(expression.resource, position)
      return visitAll(...expression.by.map(({ value }) => value))
    default:
      return expression satisfies never
  }
}

/** The position after a true condition: a member that `has` tested is not hidden, so its path counts as a name. */
function narrowPosition(test: Expression, position: ReadPosition): ReadPosition {
  const paths = listTestedPaths(test)
  return paths.length === 0
    ? position
    : { ...position, names: new Map([...position.names, ...paths.map((path) => [path, authorisedName] as const)]) }
}

function listTestedPaths(test: Expression): readonly string[] {
  return listConjuncts(test).flatMap((each) => (each.kind === 'has' ? (printPath(each) ?? []) : []))
}

type Select = Extract<Expression, { kind: 'select' }>

function visitSelection(expression: Select, position: ReadPosition): readonly RuleCheck[] {
  const { operand, member, optional } = expression
  const path = printPath(expression)
  if (path !== undefined && position.names.has(path)) return []
  const operandRules = visit(operand, position)
  const resource = findRecordResource(operand.type)
  const { sharedResources = [] } = position
  const isOwnRecord = operand.kind === 'variable' && (operand.name === 'this' || operand.name === 'old')
  const ownResources = isOwnRecord ? sharedResources : []
  const resources = resource === undefined ? ownResources : [resource]
  const memberRules = [
    ...resources.flatMap((name) => listMemberRules(name, member, operand, position)),
    ...listErrorRules(operand, member, position),
  ]
  if (expression.type.kind === 'query') addFilteredResource(expression.type.resource, position)
  // An optional selection of a hidden value is absent.
  return optional ? [] : [...operandRules, ...memberRules]
}

function listErrorRules(operand: Expression, member: string, { walk: { typing, ruleChecks } }: ReadPosition): readonly RuleCheck[] {
  const rules = operand.kind === 'variable' && operand.name === 'error' ? listErrorMemberRules(typing, member) : []
  ruleChecks.push(...rules)
  return rules
}

function listMemberRules(resource: string, member: string, operand: Expression, position: ReadPosition): readonly RuleCheck[] {
  const { walk, disclosed } = position
  const { domain } = walk.typing
  const info = domain.resources.get(resource)
  const property = info?.properties.get(member)
  if (info === undefined || property === undefined) return []
  // A reference is a key, held by the record that has it.
  if (operand.kind !== 'variable' && info.key.includes(member)) return []
  const isDisclosed = disclosed.fields.has(`${resource}.${member}`)
  const rules: RuleCheck[] = [
    ...(isAuthorised(operand, position.names) || !hasRestrictedRecords(domain.model, resource)
      ? []
      : [{ kind: 'record', resource } as const]),
    ...(isRestrictedProperty(domain.model, resource, member) ? [{ kind: 'field', resource, property: member } as const] : []),
  ]
  if (isDisclosed && rules.length > 0) walk.usedDisclosures.add(`${resource}.${member}`)
  const applied = isDisclosed ? [] : rules.filter((ruleCheck) => !liftsRule(ruleCheck, position))
  walk.ruleChecks.push(...applied.map((ruleCheck) => checkInView(ruleCheck, position)))
  return [...applied, ...(property.compute === undefined ? [] : listComputedRules(resource, member, property.compute.expression, walk))]
}

/** A computed property has the rules of its expression. */
function listComputedRules(resource: string, member: string, text: ExpressionText, walk: HiddenWalk): readonly RuleCheck[] {
  const name = `${resource}.${member}`
  const known = walk.visited.get(name)
  if (known !== undefined) return known
  walk.visited.set(name, [])
  const expression = walk.typing.expression(text)
  const hidingRules = expression === undefined ? [] : visit(expression, startInside(text, walk))
  walk.visited.set(name, hidingRules)
  return hidingRules
}

/** Visits the expressions of views and computed properties, with a record as `this`. */
function startInside(slot: ExpressionText | TemplateText, walk: HiddenWalk): ReadPosition {
  return {
    walk,
    names: new Map([
      ['this', authorisedName],
      ['caller', authorisedName],
    ]),
    disclosed: walk.disclosures.ofSlot(slot),
  }
}

function visitCall({ name, target, arguments: args }: Extract<Expression, { kind: 'call' }>, position: ReadPosition): readonly RuleCheck[] {
  const hidingRules = (target === undefined ? args : [target, ...args]).flatMap((part) => visit(part, position))
  const { walk } = position
  const view = target === undefined ? walk.typing.domain.views.get(name) : undefined
  const [record] = args
  if (view === undefined || record === undefined) return hidingRules
  visitView(name, walk)
  if (isAuthorised(record, position.names) || !hasRestrictedRecords(walk.typing.domain.model, view.resource)) return hidingRules
  const ruleCheck: RuleCheck = { kind: 'record', resource: view.resource }
  if (liftsRule(ruleCheck, position)) return hidingRules
  walk.ruleChecks.push(checkInView(ruleCheck, position))
  return [...hidingRules, ruleCheck]
}

/** The rules of a view's members; each hidden member is omitted. */
function visitView(name: string, walk: HiddenWalk): void {
  const view = walk.typing.domain.views.get(name)
  if (view === undefined || walk.visited.has(name)) return
  walk.visited.set(name, [])
  for (const member of view.members) {
    if (member.kind === 'take') {
      listCopiedMemberRules(view.resource, member.name, name, walk)
      continue
    }
    for (const text of collectExpressions(member.template).expressions) {
      const expression = walk.typing.expression(text)
      if (expression !== undefined) visit(expression, { ...startInside(text, walk), view: name })
    }
  }
}

export function listCopiedMemberRules(resource: string, property: string, view: string, walk: HiddenWalk): readonly RuleCheck[] {
  const record: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', resource }, start: 0, end: 0 }
  return listMemberRules(resource, property, record, {
    walk,
    names: new Map([['this', authorisedName]]),
    disclosed: walk.disclosures.ofPlace({ kind: 'view', name: view }),
    view,
  })
}

/** Iteration skips hidden data: a list loses elements, a condition does not hold. */
function visitMacro(
  { name, range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>,
  position: ReadPosition,
): readonly RuleCheck[] {
  const rangeRules = visit(range, position)
  const isOptional = name === 'optMap' || name === 'optFlatMap'
  const itemInScope: NameInScope = { hidingRules: [], isAuthorised: isOptional ? isAuthorised(range, position.names) : true }
  const bodyPosition = {
    ...position,
    names: new Map([...position.names, ...variables.map((variable) => [variable, itemInScope] as const)]),
  }
  const resource = findRecordResource(elementOf(range.type))
  if (resource !== undefined && !isOptional && range.type.kind === 'list' && !isAuthorisedList(range, position.names))
    addFilteredResource(resource, position)
  const bodyRules = args.map((body, index) => visit(body, name === 'reduce' && index === 1 ? position : bodyPosition))
  return name === 'reduce' || isOptional ? [...rangeRules, ...bodyRules.flat()] : rangeRules
}
