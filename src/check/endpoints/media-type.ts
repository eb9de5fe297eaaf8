// Reports invalid media types, and objects that are sent under a media type other than JSON.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Slot, type Template, type Word, each, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isOwn } from '../unused.ts'

const code = 'endpoints/media-type'

/** RFC 9110, section 8.3.1. */
const form = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+(\s*;.*)?$/i
const json = /^[^;]*[/+]json\s*(;|$)/i
const textual = /^text\//i

export const check: Check = {
  code,
  run(facts) {
    const { operations } = facts.model.endpoints.value
    const errors = facts.model.errors.value
    return [
      ...operations.flatMap(({ name, slots }) => ofAnswer(name, slots.media, slots.output, facts)),
      ...ofAnswer('part 7', errors.media, errors.body, facts),
      ...each(errors.catalogue).flatMap(({ name, value }) => ofAnswer(name, value.media, value.body, facts)),
    ]
  },
}

function ofAnswer(name: string, media: Slot<Word>, body: Slot<Template>, { typing }: Facts): Diagnostic[] {
  if (media.state !== 'shown' || !isOwn(media.at.span)) return []
  const { text, node: { span } } = media.value
  if (!form.test(text)) {
    return [diagnostic('error', code, `${quoteName(text)} is not a media type`, { span, text: 'not `type/subtype`' }, { reason: 'Clients read the answer by its `Content-Type` (RFC 9110, section 8.3.1).', help: 'Write for example\n\nmedia: application/json' })]
  }
  const said = shown(body)
  if (said === undefined || json.test(text) || !textual.test(text) || !isObject(said, typing)) return []
  return [diagnostic('warning', code, `${quoteName(name)} sends an object as ${quoteName(text)}`, { span, text: 'the content is JSON' }, {
    reason: 'Texts are sent as they are under such a media type; all else is JSON, which clients would not look for.',
    help: 'Write `application/json` or a type that ends in `+json`, or send a text.',
  })]
}

function isObject(body: Template, typing: Facts['typing']): boolean {
  if (body.kind === 'map' || body.kind === 'list') return true
  const type = body.kind === 'expression' ? typing.expression(body)?.type : undefined
  return type?.kind === 'object' || type?.kind === 'list' || type?.kind === 'map'
}
