// Checks inputs that effects or operations pass to a transition or behaviour against its declaration.

import { type Help, advise, paste, remove } from '../diagnostic/help.ts'
import { describeMismatch } from '../cel/mismatch.ts'
import type { Type } from '../cel/type.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../diagnostic/voice.ts'
import type { Node } from '../document/node.ts'
import type { Template } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import type { InputType } from '../typing/input-type.ts'
import type { InputTarget } from '../typing/input-targets.ts'
import { reportRefusedConstant, listRefusedConstants } from './constants.ts'

export type PassedInput = {
  /** `nothing`: the message points at the place that needs the input. */
  readonly by: 'nothing' | 'input' | 'body'
  readonly type: Type
  readonly at: Node
  /** True if the body selects the transition, so that it is required. */
  readonly chooses?: boolean
}

export function checkInput(code: string, { name, inputType, isOpen }: InputTarget, input: PassedInput): Diagnostic[] {
  if (inputType === undefined || isOpen) return []
  const passedType = withOptionalMembers(input.type)
  const inputName = input.by === 'body' ? 'the body' : '`input`'
  const mismatches = inputType.acceptedTypes.map((type) => describeMismatch(passedType, type, inputName))
  const [first] = mismatches
  if (first === undefined || mismatches.includes(undefined)) return []
  const names = listRequiredMembers(inputType)
  const hasAlternatives = inputType.acceptedTypes.length > 1
  const message =
    input.by === 'nothing'
      ? `${quoteName(name)} gets no input, and ${hasAlternatives ? 'each of its inputs needs one' : names.length > 0 ? `requires ${joinWithAnd(names)}` : 'takes an `input`'}`
      : `${quoteName(name)} gets ${input.by === 'body' ? 'a body' : 'an `input`'} that ${hasAlternatives ? 'matches none of its inputs' : 'does not fit'}: ${first}`
  return [
    createDiagnostic(
      'error',
      code,
      message,
      { span: input.at.span, text: input.by === 'nothing' ? 'gets no input' : 'not its input' },
      {
        others: inputType.declarations.map(({ span }) => ({ span, text: 'declared here' })),
        reason: 'Expressions that read the input would find another value, or none, and the request would fail.',
        help: writeHelp(input, names),
      },
    ),
  ]
}

/** Constants in `input` with a fitting type are checked against the bounds, too. */
export function checkConstants(code: string, { name, inputType, isOpen }: InputTarget, template: Template, typing: Typing): Diagnostic[] {
  if (inputType === undefined || isOpen) return []
  const reason = 'Every such request would be refused as `invalid input`.'
  return listRefusedConstants(template, inputType.schema, typing).map((refused) =>
    reportRefusedConstant(code, `${quoteName(name)} is given`, refused, inputType.declarations, reason),
  )
}

/** Where a member may be left out, null means leaving it out. A named shape may contain itself, and lists its members. */
function withOptionalMembers(type: Type): Type {
  if (type.kind === 'list') return { ...type, element: withOptionalMembers(type.element) }
  if (type.kind !== 'object' || type.name !== undefined) return type
  const members = Array.from(
    type.members,
    ([name, { type: memberType, ...rest }]) =>
      [
        name,
        memberType.kind === 'nullable'
          ? { ...rest, type: withOptionalMembers(memberType.of), optional: true }
          : { ...rest, type: withOptionalMembers(memberType) },
      ] as const,
  )
  return { ...type, members: new Map(members) }
}

/** The required members of the first input, if several exist. */
function listRequiredMembers({ acceptedTypes: [type] }: InputType): string[] {
  return type?.kind === 'object' ? [...type.members].flatMap(([name, { optional }]) => (optional === true ? [] : [name])) : []
}

function writeHelp({ by, chooses = false }: PassedInput, names: readonly string[]): string | Help {
  const example = `input: ${names.length === 0 ? '…' : `{ ${names.map((name) => `${name}: …`).join(', ')} }`}`
  return by === 'body' && !chooses
    ? advise`${remove('Remove `input`', 'input')}: the body is then the input. Or compose the input, for example${paste(example)}`
    : advise`Specify its input, for example${paste(example)}`
}

/** The default input. */
export const noInput: Type = { kind: 'object', members: new Map() }
