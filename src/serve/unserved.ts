// What a document may show and this edition does not run: `serve` names each with its line, and does not start.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import type { Model } from '../model/model.ts'
import { type Word, shown } from '../model/slot.ts'

const code = 'serve/not-in-this-edition'

/** Errors for everything shown that is checked and explained, but not run. Nothing shown is ever ignored. */
export function unserved(model: Model): Diagnostic[] {
  return [...resources(model), ...operations(model), ...events(model), ...limits(model)]
}

/** Tenants are not kept apart yet, and records do not come from files. */
function resources({ resources: { value } }: Model): Diagnostic[] {
  const tenants = value.resources.flatMap(({ name, slots }) =>
    slots.tenant.state === 'shown' ? [refusal(`\`tenant\` of \`${name}\``, slots.tenant.at.span, 'keeps tenants apart', 'Write `tenant: none` to serve the document without it.')] : [])
  const files = [...(shown(value.records) ?? []), ...(shown(value.fixtures) ?? [])].flatMap(({ name, slot }) =>
    slot.state === 'shown' && slot.at.kind === 'map' ? [refusal(`Records of \`${name}\` from a file`, slot.at.span, 'stand elsewhere', 'Write the records here, as a list.')] : [])
  return [...tenants, ...files]
}

/** Nobody can listen yet. */
function events({ events: { value } }: Model): Diagnostic[] {
  const stream = shown(value.delivery)?.stream
  return stream?.state === 'shown' ? [refusal('`stream` of part 6', stream.at.span, 'lets listeners connect', 'Write `stream: none` to serve the document without it.')] : []
}

/** Nothing is streamed. */
function operations({ endpoints }: Model): Diagnostic[] {
  return endpoints.value.operations.flatMap(({ name, action, key }) =>
    action === 'stream' ? [refusal(`\`${name}\``, key.span, `is a \`${action}\``, 'Leave the endpoint out to serve the rest of the document.')] : [])
}

/** Of part 8, what events and deleted records are kept for is not run, nor headers of other names. */
function limits({ limits: { value, state } }: Model): Diagnostic[] {
  if (state !== 'shown') return []
  const retention = shown(value.retention)
  const unknown = unknownHeaders(value.headers).map(({ text, node }) =>
    refusal(`The header \`${text}\` of part 8`, node.span, 'says what is sent', 'Of part 8, `RateLimit`, `RateLimit-Policy` and `Retry-After` are sent.'))
  const kept = (['events', 'deleted'] as const).flatMap((name) => {
    const slot = retention?.[name]
    return slot?.state === 'shown' ? [refusal(`\`retention.${name}\` of part 8`, slot.at.span, 'says how long it is kept', `Write \`${name}: none\` to serve the document without it.`)] : []
  })
  return [...unknown, ...kept]
}

const sent = ['ratelimit', 'ratelimit-policy', 'retry-after']

function unknownHeaders(headers: Model['limits']['value']['headers']): readonly Word[] {
  const named = shown(headers)
  return typeof named === 'object' ? named.filter(({ text }) => !sent.includes(text.toLowerCase())) : []
}

function refusal(what: string, span: Diagnostic['primary']['span'], label: string, help: string): Diagnostic {
  return diagnostic('error', code, `${what} is shown, and this edition checks it but does not run it`, { span, text: label }, {
    reason: 'A service that leaves out a piece of its document would not be the service that the document specifies.',
    help,
  })
}
