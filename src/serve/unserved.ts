// What a document may show and this edition does not run: `serve` names each with its line, and does not start.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import { expressionsSaid } from '../fact/expressions.ts'
import type { Model } from '../model/model.ts'
import { isList } from '../model/rows.ts'
import { each, shown } from '../model/slot.ts'

const code = 'serve/not-in-this-edition'

/** Errors for everything shown that is checked and explained, but not run. Nothing shown is ever ignored. */
export function unserved(model: Model): Diagnostic[] {
  return [...resources(model), ...tenants(model)]
}

/** Records come from files only where whoever compiles the document reads them. */
function resources({ resources: { value } }: Model): Diagnostic[] {
  return [value.records, value.fixtures].flatMap((slot) => each(slot).flatMap(({ name, value: rows }) => {
    const files = isList(rows) ? [] : [rows.file, ...each(rows.by).flatMap(({ value: own }) => (isList(own) ? [] : [own.file]))]
    return files.flatMap((file) => (file.state === 'shown' ? [refusal(`Records of \`${name}\` from a file`, file.at.span, 'stand elsewhere', 'Write the records here, as a list.')] : []))
  }))
}

/** What is done after a commit has no tenant yet. */
function tenants({ resources: known, events: { value: events }, service }: Model): Diagnostic[] {
  const apart = known.value.resources.filter(({ slots }) => slots.tenant.state === 'shown').map(({ name }) => name)
  if (apart.length === 0) return []
  const isApart = (text: string): boolean => apart.some((name) => new RegExp(`\\b${name}\\b`).test(text))
  const after = each(service.value.behaviours).flatMap(({ value: { onDone, onError } }) => [onDone, onError].flatMap((slot) => shown(slot) ?? []))
  const words = after.flatMap((effect) => [effect.create, effect.update, effect.delete, effect.transition].flatMap((slot) => shown(slot) ?? []))
  const said = [...expressionsSaid([events.delivery, events.callbacks]).expressions, ...words]
  return said.filter(({ text }) => isApart(text)).map(({ text, node }) => refusal(`\`${text}\``, node.span, 'reads or writes what is kept apart by tenant, after the commit', 'Leave it to resources without `tenant`.'))
}

function refusal(what: string, span: Diagnostic['primary']['span'], label: string, help: string): Diagnostic {
  return diagnostic('error', code, `${what} is shown, and this edition checks it but does not run it`, { span, text: label }, {
    reason: 'A service that leaves out a piece of its document would not be the service that the document specifies.',
    help,
  })
}
