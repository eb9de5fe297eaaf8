// What a document may show and this edition does not run: `serve` names each with its line, and does not start.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import type { Model } from '../model/model.ts'
import { isList } from '../model/rows.ts'
import { each } from '../model/slot.ts'

const code = 'serve/not-in-this-edition'

/**
 * Errors for everything shown that is checked and explained, but not run: nothing shown is ever ignored. Records come from files only
 * where whoever compiles the document reads them.
 */
export function unserved({ resources: { value } }: Model): Diagnostic[] {
  return [value.records, value.fixtures].flatMap((slot) => each(slot).flatMap(({ name, value: rows }) => {
    const files = isList(rows) ? [] : [rows.file, ...each(rows.by).flatMap(({ value: own }) => (isList(own) ? [] : [own.file]))]
    return files.flatMap((file) => (file.state === 'shown' ? [refusal(`Records of \`${name}\` from a file`, file.at.span, 'stand elsewhere', 'Write the records here, as a list.')] : []))
  }))
}

function refusal(what: string, span: Diagnostic['primary']['span'], label: string, help: string): Diagnostic {
  return diagnostic('error', code, `${what} is shown, and this edition checks it but does not run it`, { span, text: label }, {
    reason: 'A service that leaves out a piece of its document would not be the service that the document specifies.',
    help,
  })
}
