// Checks that a status is a number that ends a request, or an expression whose every result is such a literal number.

import { advise, paste } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import { resultsOf } from '../cel/parts.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import { spanWithin } from '../document/node.ts'
import { type ExpressionText, type Slot, slotValueOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'

/** Excludes 1xx, because they are not final responses (RFC 9110, section 15.2). */
export function checkStatus(code: string, slot: Slot<ExpressionText>, owner: string, typing: Typing): Diagnostic[] {
  return listStatusResults(slot, typing).flatMap(({ status, text, span }): Diagnostic[] => {
    if (status === undefined) {
      return [
        createDiagnostic(
          'error',
          code,
          `The status of ${quoteName(owner)} is computed by ${quoteName(text)}`,
          { span, text: 'not a number as written' },
          {
            reason: 'Clients, exports and tests rely on the document for the statuses that an operation can answer with.',
            help: advise`Choose between numbers, for example${paste("status: 'old == null ? 201 : 200'")}`,
          },
        ),
      ]
    }
    return status >= 200n && status <= 599n
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `${quoteName(text)} is not a status that ${quoteName(owner)} can answer with`,
            { span, text: 'not from 200 to 599' },
            {
              help: 'Statuses are from 200 to 599; those below 200 do not end a request (RFC 9110, section 15).',
            },
          ),
        ]
  })
}

/** `status` is undefined if it is not a literal number. */
export type StatusResult = { readonly status: bigint | undefined; readonly text: string; readonly span: Span }

/** The possible values of a status, each with its span. */
export function listStatusResults(slot: Slot<ExpressionText>, typing: Typing): readonly StatusResult[] {
  const slotText = slotValueOf(slot)
  const typed = slotText && typing.expression(slotText)
  if (slotText === undefined || typed === undefined) return []
  return resultsOf(typed).map((result) => ({
    status: result.kind === 'literal' && typeof result.value === 'bigint' ? result.value : undefined,
    text: slotText.text.slice(result.start, result.end),
    span: spanWithin(slotText.node, result.start, result.end),
  }))
}
