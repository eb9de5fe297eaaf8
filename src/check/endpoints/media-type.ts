// Reports invalid media types, those that bodies and answers cannot have, and objects that are sent under a media type other than JSON.

import { advise, paste, quoteWord, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { type Slot, type Template, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { isFormMedia } from '../../typing/input-body.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/media-type'

/** RFC 9110, section 8.3.1. */
const mediaTypeForm = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+(\s*;.*)?$/i
const jsonMediaType = /^[^;]*[/+]json\s*(;|$)/i
const textMediaType = /^text\//i

export const check: Check = {
  code,
  run(facts) {
    const { operations } = facts.model.endpoints.value
    const errors = facts.model.errors.value
    return [
      ...operations.flatMap((operation) => [...checkAnswer(operation, facts), ...checkBody(operation, facts)]),
      ...checkError('part 7', errors.media, errors.body, facts),
      ...listSpecifiedEntries(errors.catalogue).flatMap(({ name, value }) => checkError(name, value.media, value.body, facts)),
    ]
  },
}

function checkAnswer({ name, slots: { media, output } }: Operation, facts: Facts): Diagnostic[] {
  if (media.state !== 'shown' || !isAuthored(media.at.span)) return []
  const mediaTypes = media.value
  const mistakes = [...mediaTypes.flatMap((word) => checkMediaType('media', name, word, output, facts)), ...reportRepeated(mediaTypes)]
  const differing =
    mistakes.length > 0 ? undefined : mediaTypes.find(({ text }) => jsonMediaType.test(text) !== jsonMediaType.test(mediaTypes[0]!.text))
  if (differing === undefined) return mistakes
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} sends JSON under some media types, and something else under others`,
      { span: differing.node.span, text: jsonMediaType.test(differing.text) ? 'JSON' : 'not JSON' },
      {
        reason: 'The answer has one `output`, and `Accept` chooses only its `Content-Type`: it is JSON under all of them, or under none.',
        help: 'Give another endpoint for the other form.',
      },
    ),
  ]
}

/** Bodies are JSON under any name, or forms. */
function checkBody(operation: Operation, facts: Facts): Diagnostic[] {
  const {
    name,
    slots: { accepts },
  } = operation
  if (accepts.state !== 'shown' || !isAuthored(accepts.at.span)) return []
  return [
    ...accepts.value.flatMap((word): Diagnostic[] => {
      if (!mediaTypeForm.test(word.text)) return [reportInvalid('accepts', word)]
      if (isFormMedia(word.text)) return checkForm(operation, word, facts)
      return jsonMediaType.test(word.text)
        ? []
        : [
            createDiagnostic(
              'error',
              code,
              `${quoteName(name)} cannot read ${quoteName(word.text)}`,
              { span: word.node.span, text: 'neither JSON nor a form' },
              {
                reason:
                  'Bodies of requests are JSON (`application/json`, or a type that ends in `+json`), or forms (`application/x-www-form-urlencoded`).',
                help: advise`Write for example${paste('accepts: [application/json, application/ld+json]')}`,
              },
            ),
          ]
    }),
    ...reportRepeated(accepts.value),
  ]
}

/** A form consists of names with texts, so it has members. */
function checkForm(operation: Operation, { text, node: { span } }: Word, { typing }: Facts): Diagnostic[] {
  const kind = typing.input(operation).body?.type.kind
  if (kind === undefined || kind === 'object' || kind === 'map' || kind === 'dyn' || kind === 'unknown' || kind === 'nullable') return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(operation.name)} cannot read its body from ${quoteName(text)}`,
      { span, text: 'a form has members' },
      { reason: 'A form consists of names with texts, which are the members of an object.', help: 'Let the body be an object.' },
    ),
  ]
}

function reportRepeated(words: readonly Word[]): Diagnostic[] {
  return words.flatMap((word, index) =>
    words.slice(0, index).every(({ text }) => text.toLowerCase() !== word.text.toLowerCase())
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `${quoteName(word.text)} is listed twice`,
            { span: word.node.span, text: 'listed before' },
            { reason: 'The list contains each media type once.', help: advise`${remove('Leave it out')}.` },
          ),
        ],
  )
}

function reportInvalid(key: string, { text, node: { span } }: Word): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `${quoteName(text)} is not a media type`,
    { span, text: 'not `type/subtype`' },
    {
      reason: `${key === 'accepts' ? 'The body is read' : 'Clients read the answer'} by its \`Content-Type\` (RFC 9110, section 8.3.1).`,
      help: advise`Write for example${paste(`${key}: application/json`)}`,
    },
  )
}

function checkError(name: string, media: Slot<Word>, body: Slot<Template>, facts: Facts): Diagnostic[] {
  return media.state === 'shown' && isAuthored(media.at.span) ? checkMediaType('media', name, media.value, body, facts) : []
}

function checkMediaType(key: string, name: string, word: Word, body: Slot<Template>, { typing }: Facts): Diagnostic[] {
  const {
    text,
    node: { span },
  } = word
  if (!mediaTypeForm.test(text)) return [reportInvalid(key, word)]
  if (/\/json\+/i.test(text))
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(text)} is not a JSON type`,
        { span, text: 'the suffix comes last' },
        {
          reason: 'Clients read a body as JSON under `application/json` and types that end in `+json` (RFC 6839).',
          help: `Write \`${text.replace(/\/json\+([^\s;]+)/i, '/$1+json')}\`.`,
        },
      ),
    ]
  const template = slotValueOf(body)
  if (template === undefined || jsonMediaType.test(text) || !textMediaType.test(text) || !isObject(template, typing)) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `${quoteName(name)} sends an object as ${quoteName(text)}`,
      { span, text: 'the content is JSON' },
      {
        reason: 'Under such a media type only a text is sent unchanged. Any other value is sent as JSON, which clients do not expect.',
        help: advise`Write ${quoteWord('application/json')} or a type that ends in \`+json\`, or send a text.`,
      },
    ),
  ]
}

function isObject(body: Template, typing: Facts['typing']): boolean {
  if (body.kind === 'map' || body.kind === 'list') return true
  const type = body.kind === 'expression' ? typing.expression(body)?.type : undefined
  return type?.kind === 'object' || type?.kind === 'list' || type?.kind === 'map'
}
