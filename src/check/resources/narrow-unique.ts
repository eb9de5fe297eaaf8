// Reports a unique over one property with a few values: the resource could hold only as many records.

import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isOwn } from '../unused.ts'

const code = 'resources/narrow-unique'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) => [...typing.domain.resources.values()].flatMap(ofResource),
}

/** Nullable properties are left out: records without the value are any number. */
function ofResource({ name, uniques, properties }: ResourceInfo): Diagnostic[] {
  return uniques.flatMap(({ members, at }): Diagnostic[] => {
    const [member, ...more] = members
    const type = more.length === 0 && member !== undefined ? properties.get(member)?.type : undefined
    const count = type && valuesOf(type)
    if (count === undefined || !isOwn(at.span)) return []
    return [diagnostic('warning', code, `There can be only ${count} records of ${name}, because \`${member}\` is unique`, { span: at.span, text: 'has a few values' }, {
      reason: `\`${member}\` has ${count} values, and no two records may have the same.`,
      help: `Remove it, or add what it is unique within, for example\n\nunique: [[${member}, …]]`,
    })]
  })
}

function valuesOf(type: Type): number | undefined {
  return type.kind === 'bool' ? 2 : type.kind === 'enum' ? type.values.length : undefined
}
