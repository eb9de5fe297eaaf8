// Reports `pinned` where every request names a version (under `path` an address without one is not an address of the service), and where
// it gives a version that is no longer served.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import { resultsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import { type ExpressionText, type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import { findVersionPath } from '../../model/version-path.ts'
import type { Check } from '../check.ts'

const code = 'versioning/unused-pinned'

export const check: Check = {
  code,
  run({ model, typing }) {
    const { pinned, scheme, versions } = model.versioning.value
    if (pinned.state !== 'shown' || scheme.state !== 'shown') return []
    const retired = new Set(listSpecifiedEntries(versions).flatMap(({ name, value }) => (value.retired.state === 'shown' ? [name] : [])))
    const retiredPins = listPinnedVersions(pinned, typing)
      .filter(({ text }) => retired.has(text))
      .map(({ text, span }): Diagnostic =>
        createDiagnostic(
          'warning',
          code,
          `\`pinned\` gives ${quoteName(text)}, which is retired`,
          { span, text: 'retired' },
          {
            reason: 'Every request that names no version is `retired-version`.',
            help: 'Give a version that is served.',
          },
        ),
      )
    if (findVersionPath(scheme) === undefined) return retiredPins
    return [
      createDiagnostic(
        'warning',
        code,
        '`pinned` is never used, because every path begins with a version',
        { span: pinned.at.span, text: 'never used' },
        {
          others: [{ span: scheme.at.span, text: 'the version is in the path' }],
          reason: 'A request without a version in its path is `unknown-version` before its caller is known.',
          help: advise`${remove('Remove it')}, or put the version into a header.`,
        },
      ),
    ]
  },
}

/** The versions that `pinned` gives as literals, each with its place. */
export function listPinnedVersions(
  pinned: Slot<ExpressionText>,
  typing: Typing,
): readonly { readonly text: string; readonly span: Span }[] {
  const text = slotValueOf(pinned)
  const expression = text && typing.expression(text)
  if (text === undefined || expression === undefined) return []
  return resultsOf(expression).flatMap((result) =>
    result.kind === 'literal' && typeof result.value === 'string'
      ? [{ text: result.value, span: spanWithin(text.node, result.start, result.end) }]
      : [],
  )
}
