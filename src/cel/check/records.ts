// `Resource.find({ member: value })`: the optional record with these values of a unique key.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { unknownType, withoutNull } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import type { ResourceType, Type } from '../type.ts'
import { conform } from './conform.ts'
import { type CheckContext, makeMistakenExpression, reportProblem } from './context.ts'

export function inferFind(syntax: Extract<Syntax, { kind: 'call' }>, resource: string, context: CheckContext): Expression {
  const [by, ...more] = syntax.arguments
  const type = context.scope.resource(resource)!
  if (by?.kind !== 'map' || more.length > 0 || by.entries.some((entry) => entry.optional)) {
    reportProblem(context, 'macro', syntax, `\`${resource}.find\` takes the members of a unique key`, {
      help: printExamples(resource, type),
    })
    return makeMistakenExpression(syntax)
  }
  const members = by.entries.flatMap((entry) => checkCriterion(entry, resource, type, context))
  if (members.length < by.entries.length) return makeMistakenExpression(syntax)
  if (
    !type.open &&
    !type.uniques.some((unique) =>
      isSameSet(
        unique,
        members.map(({ member }) => member),
      ),
    )
  ) {
    const memberNames = members.map(({ member }) => `\`${member}\``).join(' and ') || '`{}`'
    reportProblem(
      context,
      'not-unique',
      by,
      `${memberNames} can have the same value in several records of ${resource}, but \`find\` gives one`,
      {
        help: printExamples(resource, type),
      },
    )
    return makeMistakenExpression(syntax)
  }
  const resultType: Type = { kind: 'optional', of: { kind: 'record', resource } }
  return { kind: 'find', resource, by: members, type: resultType, start: syntax.start, end: syntax.end }
}

type Criterion = { readonly member: string; readonly value: Expression }
type Entry = { readonly key: Syntax; readonly value: Syntax }

/** A member's name may be plain, as in `{ sku: x }`, or quoted; undefined if the resource has no such member. */
function checkCriterion({ key, value }: Entry, resource: string, type: ResourceType, context: CheckContext): readonly Criterion[] {
  const member = readMemberName(key)
  const typedMember = member === undefined ? undefined : (type.members.get(member) ?? (type.open ? { type: unknownType } : undefined))
  const argument = context.infer(value, context)
  if (member === undefined || typedMember === undefined) {
    const suggestions = member === undefined ? [] : findNearest(member, type.members.keys())
    reportProblem(context, 'unknown-member', key, `\`${context.text.slice(key.start, key.end)}\` is not a member of ${resource}`, {
      suggestions,
      ...(member === undefined ? {} : { unknown: { name: member, owner: resource } }),
    })
    return []
  }
  return [{ member, value: conform(argument, withoutNull(typedMember.type), context) }]
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name))
}

function printExamples(resource: string, { uniques }: ResourceType): string {
  const calls = uniques.map((unique) => `${resource}.find({ ${unique.map((name) => `${name}: …`).join(', ')} })`)
  return `One record is identified by ${calls.join(' or ')}`
}

function readMemberName(key: Syntax): string | undefined {
  if (key.kind === 'name') return key.name
  return key.kind === 'literal' && typeof key.value === 'string' ? key.value : undefined
}
