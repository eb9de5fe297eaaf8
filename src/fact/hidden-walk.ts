// Walks a shown expression: collects the rules that hide its value, and all rules that it evaluates.

import type { Expression } from '../cel/expression.ts'
import { namesBoundBy } from '../model/effect-action.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type TemplateText, specifiedEntries, slotValue } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { type NameInScope, type NamesInScope, elementOf, isAsked, isListed, dottedPathOf, resourceOfRecord } from './asked-before.ts'
import type { RuleCheck } from './rule-check.ts'
import { type Disclosed, type Disclosures, decidingLookUps } from './disclosures.ts'
import { collectExpressions } from './expressions.ts'
import { isHiding, isWithheld } from './rules.ts'
import { rulesOfErrorMember } from './error-member-rules.ts'

export type HiddenWalk = {
  readonly typing: Typing
  readonly disclosures: Disclosures
  readonly asks: RuleCheck[]
  readonly counts: Set<string>
  readonly lifts: Set<string>
  /** The visited views and computed properties, with the rules that hide the latter. */
  readonly inside: Map<string, readonly RuleCheck[]>
  readonly parts: Map<Expression, readonly RuleCheck[]>
}

export type Here = {
  readonly walk: HiddenWalk
  readonly names: NamesInScope
  readonly disclosed: Disclosed
  readonly view?: string
  readonly shared?: readonly string[]
}

export function walking(typing: Typing, disclosures: Disclosures): HiddenWalk {
  return { typing, disclosures, asks: [], counts: new Set(), lifts: new Set(), inside: new Map(), parts: new Map() }
}

const unasked: NameInScope = { hides: [], isEvaluated: false }
const shownName: NameInScope = { hides: [], isEvaluated: true }

/**
 * Records that an expression reads by name. Found records were authorised when found, and a request's new records are its own. Records that
 * steps change or delete are authorised where they are shown.
 */
export function namesInScope(operation: Operation | undefined, walk: HiddenWalk): NamesInScope {
  const names = new Map<string, NameInScope>(['this', 'old', 'caller', 'items'].map((name) => [name, shownName]))
  if (operation === undefined) return names
  const { slots } = operation
  const deciding = decidingLookUps(operation)
  const disclosed = walk.disclosures.ofPlace({ kind: 'operation', operation })
  for (const { name, value } of specifiedEntries(slots.with)) {
    if (disclosed.lookUps.has(name) && isHiding(walk.typing.domain.model, slotValue(value.find)?.text ?? '')) walk.lifts.add(name)
    names.set(name, deciding.has(name) && !disclosed.lookUps.has(name) ? { hides: [{ kind: 'look-up', name }], isEvaluated: true } : shownName)
  }
  for (const { name, value } of specifiedEntries(slots.let)) {
    const expression = walk.typing.expression(value)
    // The rules of a name that no shown expression reads are not evaluated.
    const own = walking(walk.typing, walk.disclosures)
    const here: Here = { walk: own, names: new Map(names), disclosed }
    names.set(name, expression === undefined ? unasked : { hides: visit(expression, here), isEvaluated: isAsked(expression, here.names) })
  }
  for (const step of slotValue(slots.do) ?? []) {
    for (const { text } of namesBoundBy(step)) names.set(text, step.create.state === 'shown' ? shownName : unasked)
  }
  return names
}

/** Returns the rules that hide the value, and notes all rules evaluated inside. */
export function visit(expression: Expression, here: Here): readonly RuleCheck[] {
  const hides = visitExpression(expression, here)
  if (hides.length > 0) here.walk.parts.set(expression, hides)
  return hides
}

function visitExpression(expression: Expression, here: Here): readonly RuleCheck[] {
  const all = (...parts: readonly Expression[]): readonly RuleCheck[] => parts.flatMap((part) => visit(part, here))
  switch (expression.kind) {
    case 'literal':
      return []
    case 'variable':
      return here.names.get(expression.name)?.hides ?? []
    case 'records':
      count(expression.resource, here)
      return []
    case 'select':
      return select(expression, here)
    case 'has':
      select({ ...expression, kind: 'select', optional: false }, here)
      return []
    case 'index': {
      const hides = all(expression.operand, expression.index)
      return expression.optional ? [] : hides
    }
    case 'not':
    case 'negate':
      return visit(expression.operand, here)
    case 'and':
      return [...visit(expression.left, here), ...visit(expression.right, testCondition(expression.left, here))]
    case 'or':
    case 'binary':
      return all(expression.left, expression.right)
    case 'conditional':
      return [
        ...visit(expression.test, here),
        ...visit(expression.then, testCondition(expression.test, here)),
        ...visit(expression.otherwise, here),
      ]
    case 'list':
      all(...expression.items.map(({ value }) => value))
      return []
    case 'map':
      all(...expression.entries.flatMap(({ key, value }) => [key, value]))
      return []
    case 'call':
      return call(expression, here)
    case 'macro':
      return macro(expression, here)
    case 'bind': {
      const value: NameInScope = { hides: visit(expression.value, here), isEvaluated: isAsked(expression.value, here.names) }
      return visit(expression.body, { ...here, names: new Map([...here.names, [expression.name, value]]) })
    }
    case 'find':
      count(expression.resource, here)
      return all(...expression.by.map(({ value }) => value))
    default:
      return expression satisfies never
  }
}

/** After a true `has`, the member is not hidden; its path counts as a name. */
function testCondition(test: Expression, here: Here): Here {
  const paths = pathsTested(test)
  return paths.length === 0 ? here : { ...here, names: new Map([...here.names, ...paths.map((path) => [path, shownName] as const)]) }
}

function pathsTested(test: Expression): readonly string[] {
  if (test.kind === 'and') return [...pathsTested(test.left), ...pathsTested(test.right)]
  const path = test.kind === 'has' ? dottedPathOf(test) : undefined
  return path === undefined ? [] : [path]
}

type Select = Extract<Expression, { kind: 'select' }>

function select(expression: Select, here: Here): readonly RuleCheck[] {
  const { operand, member, optional } = expression
  const path = dottedPathOf(expression)
  if (path !== undefined && here.names.has(path)) return []
  const outer = visit(operand, here)
  const resource = resourceOfRecord(operand.type)
  const { shared = [] } = here
  const resources =
    resource !== undefined ? [resource] : operand.kind === 'variable' && (operand.name === 'this' || operand.name === 'old') ? shared : []
  const own = [...resources.flatMap((one) => rulesOfMember(one, member, operand, here)), ...rulesOfError(operand, member, here)]
  if (expression.type.kind === 'query') count(expression.type.resource, here)
  // An optional selection of a hidden value is absent.
  return optional ? [] : [...outer, ...own]
}

function rulesOfError(operand: Expression, member: string, { walk: { typing, asks } }: Here): readonly RuleCheck[] {
  const found = operand.kind === 'variable' && operand.name === 'error' ? rulesOfErrorMember(typing, member) : []
  asks.push(...found)
  return found
}

function rulesOfMember(resource: string, member: string, operand: Expression, here: Here): readonly RuleCheck[] {
  const { walk, disclosed } = here
  const { domain } = walk.typing
  const info = domain.resources.get(resource)
  const property = info?.properties.get(member)
  if (info === undefined || property === undefined) return []
  // A reference is a key, held by the record that has it.
  if (operand.kind !== 'variable' && info.key.includes(member)) return []
  const isLifted = disclosed.fields.has(`${resource}.${member}`)
  const rules: RuleCheck[] = [
    ...(isAsked(operand, here.names) || !isHiding(domain.model, resource) ? [] : [{ kind: 'record', resource } as const]),
    ...(isWithheld(domain.model, resource, member) ? [{ kind: 'field', resource, property: member } as const] : []),
  ]
  if (isLifted && rules.length > 0) walk.lifts.add(`${resource}.${member}`)
  const left = isLifted ? [] : rules.filter((ask) => !lifts(ask, here))
  walk.asks.push(...left.map((ask) => checkInView(ask, here)))
  return [...left, ...(property.compute === undefined ? [] : rulesOfComputed(resource, member, property.compute.expression, walk))]
}

/** Treats a computed property as its expression at the place of its name. */
function rulesOfComputed(resource: string, member: string, text: ExpressionText, walk: HiddenWalk): readonly RuleCheck[] {
  const name = `${resource}.${member}`
  const before = walk.inside.get(name)
  if (before !== undefined) return before
  walk.inside.set(name, [])
  const expression = walk.typing.expression(text)
  const hides = expression === undefined ? [] : visit(expression, visitInside(text, walk))
  walk.inside.set(name, hides)
  return hides
}

/** Visits the expressions of views and computed properties, with a record as `this`. */
function visitInside(slot: ExpressionText | TemplateText, walk: HiddenWalk): Here {
  return { walk, names: new Map([['this', shownName], ['caller', shownName]]), disclosed: walk.disclosures.ofSlot(slot) }
}

function checkInView(ask: RuleCheck, { view }: Here): RuleCheck {
  return view === undefined ? ask : { ...ask, view }
}

function lifts(ask: RuleCheck, { walk, disclosed }: Here): boolean {
  const isLifted = ask.kind === 'record' && disclosed.resources.has(ask.resource)
  if (isLifted) walk.lifts.add(ask.resource)
  return isLifted
}

function count(resource: string, here: Here): void {
  const { walk } = here
  if (!isHiding(walk.typing.domain.model, resource) || lifts({ kind: 'record', resource }, here)) return
  walk.counts.add(resource)
}

function call({ name, target, arguments: args }: Extract<Expression, { kind: 'call' }>, here: Here): readonly RuleCheck[] {
  const hides = (target === undefined ? args : [target, ...args]).flatMap((part) => visit(part, here))
  const { walk } = here
  const view = target === undefined ? walk.typing.domain.views.get(name) : undefined
  const [record] = args
  if (view === undefined || record === undefined) return hides
  lookInto(name, walk)
  if (isAsked(record, here.names) || !isHiding(walk.typing.domain.model, view.resource)) return hides
  const ask: RuleCheck = { kind: 'record', resource: view.resource }
  if (lifts(ask, here)) return hides
  walk.asks.push(checkInView(ask, here))
  return [...hides, ask]
}

/** The rules of a view's members; each hidden member is omitted. */
function lookInto(name: string, walk: HiddenWalk): void {
  const view = walk.typing.domain.views.get(name)
  if (view === undefined || walk.inside.has(name)) return
  walk.inside.set(name, [])
  for (const member of view.members) {
    if (member.kind === 'take') {
      rulesOfTakenMember(view.resource, member.name, name, walk)
      continue
    }
    for (const text of collectExpressions(member.template).expressions) {
      const expression = walk.typing.expression(text)
      if (expression !== undefined) visit(expression, { ...visitInside(text, walk), view: name })
    }
  }
}

export function rulesOfTakenMember(resource: string, property: string, view: string, walk: HiddenWalk): readonly RuleCheck[] {
  const record: Expression = { kind: 'variable', name: 'this', type: { kind: 'record', resource }, start: 0, end: 0 }
  return rulesOfMember(resource, property, record, {
    walk,
    names: new Map([['this', shownName]]),
    disclosed: walk.disclosures.ofPlace({ kind: 'view', name: view }),
    view,
  })
}

/** Iteration skips hidden data: a list loses elements, a condition does not hold. */
function macro({ name, range, variables, arguments: args }: Extract<Expression, { kind: 'macro' }>, here: Here): readonly RuleCheck[] {
  const outer = visit(range, here)
  const isOptional = name === 'optMap' || name === 'optFlatMap'
  const item: NameInScope = { hides: [], isEvaluated: isOptional ? isAsked(range, here.names) : true }
  const bound = { ...here, names: new Map([...here.names, ...variables.map((variable) => [variable, item] as const)]) }
  const resource = resourceOfRecord(elementOf(range.type))
  if (resource !== undefined && !isOptional && range.type.kind === 'list' && !isListed(range, here.names)) count(resource, here)
  const made = args.map((body, index) => visit(body, name === 'reduce' && index === 1 ? here : bound))
  return name === 'reduce' || isOptional ? [...outer, ...made.flat()] : outer
}
