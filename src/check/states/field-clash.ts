// Reports a field of a machine that part 2 declares differently: it must be a text that is one of the states.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import { stateNames } from '../../typing/properties.ts'
import type { Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'states/field-clash'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].flatMap((property) => checkField(name, property)),
    ),
}

function checkField(resource: string, property: Property): Diagnostic[] {
  const { machine, source, name, at } = property
  const reason = machine === undefined || source === undefined ? undefined : describeClash(property)
  if (machine === undefined || reason === undefined) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`${resource}.${name}`)} ${reason}, and is the field of a machine`,
      { span: at.span, text: 'declared here' },
      {
        others: [{ span: machine.key.span, text: 'the machine' }],
        reason: 'A machine declares its field: a text, read-only, one of its states.',
        help: advise`${remove('Leave it out')} of part 2, or rename one of them.`,
      },
    ),
  ]
}

function describeClash({ source, machine }: Property): string | undefined {
  const { type, enum: values, $ref, inverse, compute } = source!.keywords
  const types = slotValueOf(type)
  if (inverse.state === 'shown') return 'is an inverse'
  if ($ref.state === 'shown') return 'is a reference'
  if (compute.state === 'shown') return 'is computed'
  if (types !== undefined && !(types.length === 1 && types[0] === 'string')) return `has the type ${joinWithAnd(types)}`
  const states = stateNames(machine!)
  const listedValues = slotValueOf(values)?.map(({ value }) => value)
  if (states === undefined || listedValues === undefined) return undefined
  const differing = [
    ...states.filter((state) => !listedValues.includes(state)),
    ...listedValues.filter((value) => typeof value !== 'string' || !states.includes(value)).map(String),
  ]
  return differing.length === 0 ? undefined : `lists other values than the machine has states (${joinWithAnd(differing)})`
}
