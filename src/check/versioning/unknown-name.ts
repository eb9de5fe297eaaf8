// What a change made of something was there after it: going back from the newest version, each name leads to something.

import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted, unknownName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { misnamed } from '../versioned-names.ts'

const code = 'versioning/unknown-name'

export const check: Check = {
  code,
  run: (facts) => misnamed(facts).filter(({ kind }) => kind === 'unknown').map(({ what, name, node, known, meant }) => (meant === undefined ? unknownName(code, what, name, node.span, known) : alone(name, node.span, meant))),
}

/** A name alone is that of an entry of the catalogue; a property stands after what it belongs to. */
function alone(name: string, span: Span, meant: readonly string[]): Diagnostic {
  return diagnostic('error', code, `${quoted(name)} does not say what it is a property of`, { span, text: 'names an entry of the catalogue' }, {
    reason: 'A name alone is that of an entry of the catalogue; a property stands after its resource, view or shape.',
    help: `${meant.length > 1 ? 'Write one of these' : 'Write'}\n\n${meant.slice(0, 4).join('\n')}`,
  })
}
