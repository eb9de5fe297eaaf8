// An error that is answered with the status of a success: clients, caches and proxies take it for one.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { EntryFacts } from '../../fact/fact.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { leaves } from '../status.ts'
import { usualStatus } from './usual-status.ts'

const code = 'errors/success-status'

export const check: Check = {
  code,
  run: ({ entries, typing }) =>
    entries.flatMap((entry) => {
      const text = shown(entry.slots.status)
      const typed = text && typing.expression(text)
      if (text === undefined || typed === undefined || entry.key.span.source.convention !== undefined) return []
      return leaves(typed).flatMap(({ expression, start, end }) => {
        const status = expression.kind === 'literal' && typeof expression.value === 'bigint' ? Number(expression.value) : 0
        if (status < 200 || status > 299 || (status === 204 && isDone(entry))) return []
        const condition = entry.patterns[0]?.condition
        return [
          diagnostic('warning', code, `${quoted(entry.name)} is an error, and answers it as a success, with ${status}`, { span: spanWithin(text.node, start, end), text: 'a success' }, {
            reason: 'Clients, caches and proxies know by the status whether a request was carried out (RFC 9110, section 15.3), and this one was not.',
            ...(condition === undefined ? {} : { help: `Give it a status from 400 on, for example\n\nstatus: ${usualStatus(condition)}` }),
          }),
        ]
      })
    }),
}

/** What is not there any more is what a `DELETE` asked for. */
function isDone({ patterns }: EntryFacts): boolean {
  return patterns.every(({ condition }) => condition === 'not-found' || condition === 'gone')
}
