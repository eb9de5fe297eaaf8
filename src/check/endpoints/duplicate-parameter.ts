// Reports a path with two parameters of one name.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-parameter'

export const check: Check = { code, run: ({ model }) => model.endpoints.value.operations.flatMap(checkOperation) }

function checkOperation({ name, key, segments }: Operation): Diagnostic[] {
  const seen = new Set<string>()
  return segments.flatMap((segment): Diagnostic[] => {
    if (segment.kind === 'literal') return []
    const isRepeated = seen.has(segment.name)
    seen.add(segment.name)
    if (!isRepeated) return []
    const last = key.text.lastIndexOf(`{${segment.name}}`)
    const span = spanWithin(key, last, last + segment.name.length + 2)
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(`{${segment.name}}`)} occurs twice in the path of ${quoteName(name)}`,
        { span, text: 'the same name again' },
        {
          reason: 'A request has one value for each name, so one of the two would be lost.',
          help: 'Give one of them another name, and write in `by` which property it is compared with.',
        },
      ),
    ]
  })
}
