// Reports output and content headers for a status without content.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Check } from '../check.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { listStatusResults } from '../status.ts'

const code = 'endpoints/unused-output'

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const withoutContent: ReadonlySet<bigint> = new Set([204n, 205n, 304n])

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap(({ name, slots }) => {
      const statuses = listStatusResults(slots.status, typing)
      const isEmpty = statuses.length > 0 && statuses.every(({ status }) => status !== undefined && withoutContent.has(status))
      const { output, media } = slots
      const others = statuses.map(({ span, text }) => ({ span, text: `${text} has no content` }))
      if (isEmpty && output.state === 'shown' && isAuthored(output.at.span)) {
        return [
          reportUnused(
            code,
            `\`output\` of ${quoteName(name)} is never sent, because an answer with ${statuses.map(({ text }) => text).join(' or ')} has no content`,
            output.at.span,
            advise`Answer with 200, or ${remove('leave `output` out', 'output')}.`,
            others,
          ),
        ]
      }
      if (media.state === 'shown' && isAuthored(media.at.span) && (isEmpty || output.state === 'unsaid' || output.state === 'none')) {
        return [
          reportUnused(
            code,
            `\`media\` of ${quoteName(name)} has no effect, because its answer has no content`,
            media.at.span,
            advise`${remove('Remove it')}, or define the body with \`output\`.`,
            isEmpty ? others : [],
          ),
        ]
      }
      return []
    }),
}
