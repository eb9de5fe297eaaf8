// Reads values from the path of an operation: under the parameter's own type, converted to that of the property which finds records.

import { select } from '../names.ts'
import { type SourceOperation, findPathParameter, splitPath } from './api.ts'
import { isAlike, isSingle, readTypes } from './fields.ts'
import type { PathPart } from './resources.ts'
import { type At, type Spec, findMember, readTextAt } from './spec.ts'

export type PathValues = {
  /** A valid name for a parameter; clients never see names of path parameters. */
  nameOf(parameter: string): string
  /** The expression for the value of a property that the path names. */
  valueOf(part: PathPart): string
  relationOf(part: PathPart): PathRelation
}

/**
 * `same`: the parameter has the type of the property. `assignable`: its values are also values of the property's type, with other bounds.
 * `converted`: a function converts them. `unrelated`: nothing does, so that the parameter takes the type of the property.
 */
export type PathRelation =
  | { readonly kind: 'same' | 'assignable' | 'unrelated' }
  | { readonly kind: 'converted'; readonly by: string; readonly canFail: boolean }

/** `isPut`: the path of a `put` also writes its record, so that its parameters have the types of the key. */
export function readPathValues(operation: SourceOperation, isPut: boolean, spec: Spec): PathValues {
  const names = splitPath(operation.path).flatMap((each) => findPathParameter(each) ?? [])
  const nameOf = (parameter: string): string =>
    !names.includes(parameter) || /^[A-Za-z_][\w-]*$/.test(parameter)
      ? parameter
      : parameter.replaceAll(/[^\w-]/g, '_').replace(/^[^A-Za-z_]/, '_')
  const relationOf = (part: PathPart): PathRelation => {
    const declared = operation.parameters.find((each) => each.in === 'path' && each.name === part.parameter)
    if (declared === undefined || isAlike(part.at, declared.schema, spec)) return { kind: 'same' }
    return isPut ? { kind: 'unrelated' } : relateTypes(typeAt(declared.schema, spec), typeAt(part.at, spec))
  }
  return {
    nameOf,
    relationOf,
    valueOf(part) {
      const value = select('input.path', nameOf(part.parameter))
      const relation = relationOf(part)
      return relation.kind === 'converted' ? `${relation.by}(${value})` : value
    },
  }
}

type PathType = 'string' | 'enum' | 'int' | 'double' | 'bool' | 'timestamp' | 'duration'

function typeAt(at: At, spec: Spec): PathType | undefined {
  if (!isSingle(at, spec)) return undefined
  const target = spec.follow(at)
  switch (readTypes(target).find((each) => each !== 'null')) {
    case 'string':
      if (findMember(target, 'enum').value !== undefined || findMember(target, 'const').value !== undefined) return 'enum'
      if (readTextAt(target, 'format') === 'date-time') return 'timestamp'
      return readTextAt(target, 'format') === 'duration' ? 'duration' : 'string'
    case 'integer':
      return 'int'
    case 'number':
      return readTextAt(target, 'format') === 'decimal' || findMember(target, 'multipleOf').value !== undefined ? undefined : 'double'
    case 'boolean':
      return 'bool'
    default:
      return undefined
  }
}

function relateTypes(from: PathType | undefined, to: PathType | undefined): PathRelation {
  if (from === undefined || to === undefined || to === 'enum') return { kind: 'unrelated' }
  if (from === to || (from === 'enum' && to === 'string') || (from === 'int' && to === 'double')) return { kind: 'assignable' }
  if (from === 'string') return { kind: 'converted', by: to, canFail: true }
  return to === 'string' && (from === 'int' || from === 'bool') ? { kind: 'converted', by: to, canFail: false } : { kind: 'unrelated' }
}
