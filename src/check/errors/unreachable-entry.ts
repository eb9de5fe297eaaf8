// Reports an entry that answers nothing: no operation can meet its conditions, or narrower entries answer all of them.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import type { Check } from '../check.ts'

const code = 'errors/unreachable-entry'

export const check: Check = {
  code,
  quietBesideErrors: true,
  // A convention covers conditions that only some documents meet; the document's own entries are deliberate.
  run: ({ unmet, operations }) =>
    operations.length === 0 ? [] : unmet.flatMap((each) => (each.entry.key.span.source.convention === undefined ? diagnose(each) : [])),
}

function diagnose({ entry: { name, key, patterns: entryPatterns }, patterns }: Facts['unmet'][number]): Diagnostic[] {
  const help = advise`${remove('Remove it')}, or check its words: narrower entries may answer all of its conditions.`
  if (patterns.length === entryPatterns.length) {
    return [
      createDiagnostic(
        'warning',
        code,
        `No operation can meet a condition of \`${name}\``,
        { span: key.span, text: 'never used' },
        { help },
      ),
    ]
  }
  return patterns.map((pattern) => {
    const { span } = pattern
    const words = printConditionWords({ ...pattern, at: undefined })
    return createDiagnostic(
      'warning',
      code,
      `No operation can meet \`${words}\` of \`${name}\`, or narrower entries answer it`,
      { span, text: 'never used' },
      { help },
    )
  })
}
