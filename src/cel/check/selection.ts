// Members and items: `a.b`, `a.?b`, `a["b"]`, `a[0]`, `a[?0]`, and `has(a.b)`.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { asList, bool, isNumeric, isOpen, isText, makeOptionalType, withNullType, unknownType, withoutNull } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import { type Member, type Type, findMembers } from '../type.ts'
import { listNames, typeText } from '../type-text.ts'
import { reportNullable } from './mismatch.ts'
import { type CheckContext, makeMistakenExpression, reportProblem, spellPart } from './context.ts'

type Place = { readonly start: number; readonly end: number }

/** Types that are named with a dot. */
const dottedTypes = new Set(['google.protobuf.Timestamp', 'google.protobuf.Duration'])

export function inferSelect(syntax: Extract<Syntax, { kind: 'select' }>, context: CheckContext): Expression {
  const { start, end, member, optional } = syntax
  const dotted = printDottedName(syntax)
  if (dotted !== undefined && dottedTypes.has(dotted)) {
    return { kind: 'literal', value: { typeName: dotted }, type: { kind: 'type' }, start, end }
  }
  const operand = context.infer(syntax.operand, context)
  const place = { start: syntax.memberStart, end: syntax.end }
  return select(operand, member, optional, place, { start, end }, context)
}

/** The names of a path such as `a.b.c`; undefined for any other expression. */
export function printDottedName(syntax: Syntax): string | undefined {
  if (syntax.kind === 'name') return syntax.name
  if (syntax.kind !== 'select' || syntax.optional) return undefined
  const operand = printDottedName(syntax.operand)
  return operand === undefined ? undefined : `${operand}.${syntax.member}`
}

function select(
  operand: Expression,
  member: string,
  optional: boolean,
  place: Place,
  { start, end }: Place,
  context: CheckContext,
): Expression {
  const selectedMember = findTypeMember(operand, member, place, context)
  if (selectedMember === undefined) return makeMistakenExpression({ start, end })
  const memberType = selectedMember.optional ? withNullType(selectedMember.type) : selectedMember.type
  const throughOperand = operand.type.kind === 'nullable' ? withNullType(memberType) : memberType
  const type = optional || operand.type.kind === 'optional' ? makeOptionalType(memberType) : throughOperand
  return { kind: 'select', operand, member, optional, type, start, end }
}

/** Finds the member of the operand's type, also inside an optional; reports a missing member. */
function findTypeMember(operand: Expression, member: string, place: Place, context: CheckContext): Member | undefined {
  const type = operand.type.kind === 'optional' ? operand.type.of : operand.type
  if (type.kind === 'nullable' || type.kind === 'null') {
    if (context.throughNull.has(rootOf(operand) ?? ''))
      return findTypeMember({ ...operand, type: withoutNull(type) }, member, place, context)
    reportNullable(operand, `null has no \`${member}\``, context)
    return undefined
  }
  if (isOpen(type)) return { type }
  if (type.kind === 'map') return { type: type.members?.get(member)?.type ?? type.value }
  const members = findMembers(type, context.scope)
  if (members === undefined) {
    reportNoMembers(operand, member, context)
    return undefined
  }
  const typedMember = members.get(member) ?? (isOpenResource(type, context) ? { type: unknownType } : undefined)
  if (typedMember === undefined) reportUnknownMember({ ...operand, type }, members, member, place, context)
  else if (typedMember.refused !== undefined)
    reportProblem(
      context,
      'refused-member',
      place,
      typedMember.refused,
      typedMember.remedy === undefined ? {} : { help: typedMember.remedy },
    )
  return typedMember?.refused === undefined ? typedMember : undefined
}

/** True for a resource whose properties are `not shown`: any member may exist. */
function isOpenResource(type: Type, context: CheckContext): boolean {
  return type.kind === 'record' && context.scope.resource(type.resource)?.open === true
}

/** The variable that a path begins with. */
function rootOf(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  return expression.kind === 'select' ? rootOf(expression.operand) : undefined
}

/** A value without a named type is described as the author wrote it. */
function reportUnknownMember(
  operand: Expression,
  members: ReadonlyMap<string, Member>,
  member: string,
  place: Place,
  context: CheckContext,
): void {
  const { type } = operand
  const isUnnamed = type.kind === 'object' && type.name === undefined
  const owner = isUnnamed ? spellPart(context, operand) : typeText(type)
  const unknown = isUnnamed ? {} : { unknown: { name: member, owner: typeText(withoutNull(type)) } }
  const names = Array.from(members).flatMap(([name, { refused }]) => (refused === undefined ? [name] : []))
  const suggestions = findNearest(member, names)
  const whyEmpty = (type.kind === 'object' ? type.whyEmpty : undefined) ?? 'It has no members.'
  const help = suggestions.length > 0 ? {} : { help: names.length > 0 ? `It has: ${listNames(names)}` : whyEmpty }
  reportProblem(context, 'unknown-member', place, `\`${member}\` is not a member of ${owner}`, {
    suggestions,
    ofRecord: withoutNull(type).kind === 'record',
    ...unknown,
    ...help,
  })
}

function reportNoMembers(operand: Expression, member: string, context: CheckContext): void {
  const { type } = operand
  const isMany = type.kind === 'list' || type.kind === 'query'
  const name = spellPart(context, operand)
  const reason = isMany ? `many values, and \`${member}\` would be a member of each` : `${typeText(type)}, which has no members`
  const message = `${name} is ${reason}`
  reportProblem(
    context,
    'unknown-member',
    operand,
    message,
    isMany ? { help: `Take it from each: ${context.text.slice(operand.start, operand.end)}.map(x, x.${member})` } : {},
  )
}

export function inferIndex(syntax: Extract<Syntax, { kind: 'index' }>, context: CheckContext): Expression {
  const { start, end, optional } = syntax
  const operand = context.infer(syntax.operand, context)
  const type = operand.type.kind === 'optional' ? operand.type.of : operand.type
  const nonNullType = withoutNull(type)
  if (
    (nonNullType.kind === 'object' || nonNullType.kind === 'record') &&
    syntax.index.kind === 'literal' &&
    typeof syntax.index.value === 'string'
  ) {
    return select(operand, syntax.index.value, optional, syntax.index, syntax, context)
  }
  const index = context.infer(syntax.index, context)
  const item = inferItem(operand, type, index, context)
  if (item === undefined) return makeMistakenExpression(syntax)
  const isOptional = optional || operand.type.kind === 'optional'
  return { kind: 'index', operand, index, optional, type: isOptional ? makeOptionalType(item) : item, start, end }
}

function inferItem(operand: Expression, type: Type, index: Expression, context: CheckContext): Type | undefined {
  if (index.type.kind === 'nullable') {
    reportNullable(index, 'it is used as an index', context)
    return undefined
  }
  switch (type.kind) {
    case 'dyn':
    case 'unknown':
      return type
    case 'nullable':
    case 'null':
      reportNullable(operand, 'null has no items', context)
      return undefined
    case 'list':
    case 'query':
      return inferListItem(operand, asList(type), index, context)
    case 'map':
      if (isKeyAssignable(index.type, type.key))
        return (
          (index.kind === 'literal' && typeof index.value === 'string' ? type.members?.get(index.value)?.type : undefined) ?? type.value
        )
      reportProblem(
        context,
        'no-overload',
        index,
        `${spellPart(context, index)} is ${typeText(index.type)}, and the keys of ${spellPart(context, operand)} are ${typeText(type.key)}`,
      )
      return undefined
    case 'object':
    case 'record':
      reportProblem(
        context,
        'computed-member',
        index,
        `${spellPart(context, index)} selects a member of ${typeText(type)}, and only a written name can: ["name"]`,
      )
      return undefined
    default:
      reportProblem(
        context,
        'no-overload',
        operand,
        `${spellPart(context, operand)} is ${typeText(type)}, which has no items`,
        isText(type) ? { help: 'A character of a string: text.charAt(0)' } : {},
      )
      return undefined
  }
}

/** Numbers of all kinds are equal as keys. */
export function isKeyAssignable(argument: Type, key: Type): boolean {
  return (
    isOpen(argument) ||
    isOpen(key) ||
    argument.kind === key.kind ||
    (isNumeric(argument) && isNumeric(key)) ||
    (isText(argument) && isText(key))
  )
}

function inferListItem(operand: Expression, list: Type, index: Expression, context: CheckContext): Type | undefined {
  if (list.kind !== 'list') return undefined
  if (!isOpen(index.type) && !isNumeric(index.type)) {
    reportProblem(
      context,
      'no-overload',
      index,
      `${spellPart(context, index)} is ${typeText(index.type)}, and a list is indexed by position`,
    )
    return undefined
  }
  if (list.unordered) reportUnordered(operand, 'the order of its items is not determined', context)
  return list.element
}

/** Reports every use of an order that the records do not have with the same message. */
export function reportUnordered(operand: Expression, reason: string, context: CheckContext): void {
  reportProblem(context, 'unordered', operand, `${spellPart(context, operand)} has no order, so ${reason}`, suggestOrder(operand, context))
}

function suggestOrder(operand: Expression, context: CheckContext): { help: string; fix?: string } {
  const list = asList(operand.type)
  const element = list.kind === 'list' ? withoutNull(list.element) : list
  const [key] = (element.kind === 'record' ? context.scope.resource(element.resource)?.uniques[0] : undefined) ?? []
  const operandText = context.text.slice(operand.start, operand.end)
  if (key !== undefined) return { help: 'Give it one first', fix: `${operandText}.sortBy(x, x.${key})` }
  return element.kind === 'string' || element.kind === 'int'
    ? { help: 'Give it one first', fix: `${operandText}.sort()` }
    : { help: 'Give it one first: .sortBy(x, x.key)' }
}

/** `has(a.b)`; also `has(a["b"])` for a name with hyphens. */
export function inferHas(syntax: Extract<Syntax, { kind: 'call' }>, context: CheckContext): Expression {
  const [argument, ...extra] = syntax.arguments
  const member = argument === undefined ? undefined : findMemberAccess(argument)
  if (argument === undefined || member === undefined || extra.length > 0) {
    reportProblem(context, 'macro', syntax, '`has` asks for one member, as in has(this.note)')
    return makeMistakenExpression(syntax)
  }
  const operand = context.infer(member.operand, context)
  const selectedMember = findTypeMember(operand, member.name, { start: member.start, end: argument.end }, context)
  const settlesNull =
    selectedMember !== undefined && isDeclared(operand.type) && !(selectedMember.optional && selectedMember.type.kind === 'nullable')
  const type = selectedMember === undefined ? unknownType : bool
  return { kind: 'has', operand, member: member.name, settlesNull, type, start: syntax.start, end: syntax.end }
}

/** True if the type declares its members; then `has` tests more than a key's presence. */
function isDeclared(type: Type): boolean {
  const { kind } = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  return kind === 'object' || kind === 'record'
}

function findMemberAccess(syntax: Syntax): { readonly operand: Syntax; readonly name: string; readonly start: number } | undefined {
  if ((syntax.kind !== 'select' && syntax.kind !== 'index') || syntax.optional) return undefined
  if (syntax.kind === 'select') return { operand: syntax.operand, name: syntax.member, start: syntax.memberStart }
  const { operand, index } = syntax
  return index.kind === 'literal' && typeof index.value === 'string' ? { operand, name: index.value, start: index.start } : undefined
}
