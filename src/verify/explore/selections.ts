// Builds requests that select members of an answer: each alone, two at once, and names that the answer does not have.

import type { Compiled } from '../../compile/compile.ts'
import type { Operation } from '../../model/model.ts'
import { listSelectable } from '../../typing/selectable-members.ts'
import type { RequestStep } from '../step.ts'
import type { RequestForm } from './forms.ts'

/** The parameter with each selection: unknown names first, then two members at once, each outer member, and each nested one. */
export function listSelections({ facts }: Compiled, operation: Operation): readonly (readonly [parameter: string, selection: string])[] {
  const { fields } = facts.typing.input(operation)
  if (fields === undefined) return []
  const names = listSelectable(operation, facts.typing.domain)
  const isNested = (name: string): boolean => name.includes('.')
  const outer = names.filter((name) => !isNested(name))
  const [first, last] = [outer[0], outer.at(-1)]
  const several = first === last ? [] : [`${last},${first}`, `${first},verifyUnknown`]
  const selections = ['verifyUnknown', ...several, ...outer, ...names.filter(isNested)]
  return selections.map((selection) => [fields.name, selection])
}

/** The request with each selection. */
export function buildSelectionForms(operation: Operation, step: RequestStep, compiled: Compiled): readonly RequestForm[] {
  return listSelections(compiled, operation).map(([parameter, selection]) => ({
    name: `selects ${selection}`,
    step: {
      ...step,
      target: `${step.target}${step.target.includes('?') ? '&' : '?'}${encodeURIComponent(parameter)}=${encodeURIComponent(selection)}`,
    },
  }))
}
