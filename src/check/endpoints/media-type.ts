// Reports invalid media types, those that bodies and answers cannot have, and objects that are sent under a media type other than JSON.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { type Slot, type Template, type Word, specifiedEntries, slotValue } from '../../model/slot.ts'
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
      ...operations.flatMap((operation) => [...mediaOfAnswer(operation, facts), ...mediaOfBody(operation)]),
      ...checkError('part 7', errors.media, errors.body, facts),
      ...specifiedEntries(errors.catalogue).flatMap(({ name, value }) => checkError(name, value.media, value.body, facts)),
    ]
  },
}

function mediaOfAnswer({ name, slots: { media, output } }: Operation, facts: Facts): Diagnostic[] {
  if (media.state !== 'shown' || !isOwn(media.at.span)) return []
  const all = media.value
  const mistaken = [...all.flatMap((word) => ofMedia('media', name, word, output, facts)), ...repeated(all)]
  const other = mistaken.length > 0 ? undefined : all.find(({ text }) => json.test(text) !== json.test(all[0]!.text))
  if (other === undefined) return mistaken
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(name)} sends JSON under some media types, and something else under others`,
      { span: other.node.span, text: json.test(other.text) ? 'JSON' : 'not JSON' },
      {
        reason: 'The answer has one `output`, and `Accept` chooses only its `Content-Type`: it is JSON under all of them, or under none.',
        help: 'Give another endpoint for the other form.',
      },
    ),
  ]
}

/** Bodies are JSON, under any name. */
function mediaOfBody({ name, slots: { accepts } }: Operation): Diagnostic[] {
  if (accepts.state !== 'shown' || !isOwn(accepts.at.span)) return []
  return [
    ...accepts.value.flatMap((word): Diagnostic[] => {
      if (!form.test(word.text)) return [notOne('accepts', word)]
      return json.test(word.text)
        ? []
        : [
            diagnostic(
              'error',
              code,
              `${quoteName(name)} cannot read ${quoteName(word.text)}`,
              { span: word.node.span, text: 'not JSON' },
              {
                reason: 'Bodies of requests are JSON: the media type is `application/json` or ends in `+json`.',
                help: 'Write for example\n\naccepts: [application/json, application/ld+json]',
              },
            ),
          ]
    }),
    ...repeated(accepts.value),
  ]
}

function repeated(words: readonly Word[]): Diagnostic[] {
  return words.flatMap((word, index) =>
    words.slice(0, index).every(({ text }) => text.toLowerCase() !== word.text.toLowerCase())
      ? []
      : [
          diagnostic(
            'error',
            code,
            `${quoteName(word.text)} is listed twice`,
            { span: word.node.span, text: 'listed before' },
            { reason: 'The list says which media types there are; the same one twice is a mistake.', help: 'Leave it out.' },
          ),
        ],
  )
}

function notOne(key: string, { text, node: { span } }: Word): Diagnostic {
  return diagnostic(
    'error',
    code,
    `${quoteName(text)} is not a media type`,
    { span, text: 'not `type/subtype`' },
    {
      reason: `${key === 'accepts' ? 'The body is read' : 'Clients read the answer'} by its \`Content-Type\` (RFC 9110, section 8.3.1).`,
      help: `Write for example\n\n${key}: application/json`,
    },
  )
}

function checkError(name: string, media: Slot<Word>, body: Slot<Template>, facts: Facts): Diagnostic[] {
  return media.state === 'shown' && isOwn(media.at.span) ? ofMedia('media', name, media.value, body, facts) : []
}

function ofMedia(key: string, name: string, word: Word, body: Slot<Template>, { typing }: Facts): Diagnostic[] {
  const { text, node: { span } } = word
  if (!form.test(text)) return [notOne(key, word)]
  if (/\/json\+/i.test(text))
    return [diagnostic('warning', code, `${quoteName(text)} is not a JSON type`, { span, text: 'the suffix stands last' }, {
      reason: 'Clients read a body as JSON under `application/json` and types that end in `+json` (RFC 6839).',
      help: `Write \`${text.replace(/\/json\+([^\s;]+)/i, '/$1+json')}\`.`,
    })]
  const template = slotValue(body)
  if (template === undefined || json.test(text) || !textual.test(text) || !isObject(template, typing)) return []
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
