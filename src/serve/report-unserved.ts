// Refuses features that this edition does not run, each with its line; `serve` then does not start.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import type { Model } from '../model/model.ts'
import { isRowList } from '../model/rows.ts'
import { listSpecifiedEntries } from '../model/slot.ts'

const code = 'serve/not-in-this-edition'

/**
 * Reports errors for documented features that cannot run: no feature is silently ignored. Records from files need a caller that reads them
 * when it compiles.
 */
export function reportUnserved({ resources: { value } }: Model): Diagnostic[] {
  return [value.records, value.fixtures].flatMap((slot) =>
    listSpecifiedEntries(slot).flatMap(({ name, value: rows }) => {
      const files = isRowList(rows)
        ? []
        : [rows.file, ...listSpecifiedEntries(rows.by).flatMap(({ value: own }) => (isRowList(own) ? [] : [own.file]))]
      return files.flatMap((file) =>
        file.state === 'shown'
          ? [makeDiagnostic(`Records of \`${name}\` from a file`, file.at.span, 'are elsewhere', 'Write the records here, as a list.')]
          : [],
      )
    }),
  )
}

function makeDiagnostic(message: string, span: Diagnostic['primary']['span'], label: string, help: string): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${message} is shown, and this edition checks it but does not run it`,
    { span, text: label },
    {
      reason: 'A service that leaves out a piece of its document would not be the service that the document specifies.',
      help,
    },
  )
}
