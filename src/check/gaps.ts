// Gaps of every part: the part itself, a `not shown` value, an omitted key without a default.

import { advise, paste, quoteDenial } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd } from '../diagnostic/voice.ts'
import { type PartName, type Prose, partNames, numberPart } from '../document/document.ts'
import type { Facts, Missing } from '../fact/fact.ts'
import type { Check } from './check.ts'
import { writeGapHelp, writeKeyHelp } from './gap-help.ts'

/** Why the service needs a part, for the message of its gap. */
const needs: { readonly [part in PartName]: string } = {
  service: 'It defines the name of the service and the settings of its operator.',
  resources: 'The records of the service are unknown.',
  states: 'The states of the records, and their transitions, are unknown.',
  endpoints: 'Every request gets the answer that HTTP alone defines.',
  authentication: 'The callers are unknown, so no operation is complete.',
  events: 'Operations run without events.',
  errors: 'Refusals that HTTP alone does not answer have no answer.',
  limits: 'Operations run, bounded only by the limits of the operator.',
  versioning: 'Operations run in one version without a name.',
}

const kinds = {
  'not-shown': ({ at, operations }: Missing, part: PartName, { model }: Facts): Diagnostic => {
    const { word, prose: paragraphs } = model.document.parts[part]
    const [paragraph] = paragraphs
    if (word === undefined && paragraph !== undefined)
      return reportProse(
        part,
        paragraph,
        paragraphs.some(({ table }) => table !== undefined),
        operations,
      )
    return createDiagnostic(
      'gap',
      `${part}/not-shown`,
      `Part ${numberPart(part)} (${part}) is not shown`,
      { span: at, text: 'not shown' },
      {
        reason: `${needs[part]}${printOperations(operations)}`,
        help: advise`Fill it in, or write ${quoteDenial()} if the service has nothing of this kind.`,
      },
    )
  },
  gap: (missing: Missing, part: PartName, facts: Facts): Diagnostic => {
    const { at, about, operations, emitters } = missing
    const help = writeGapHelp(missing, part, facts)
    return createDiagnostic(
      'gap',
      `${part}/gap`,
      `${about['key'] === undefined ? '' : `${quote(about['key'])} of `}${quote(about['of'])} is not shown`,
      { span: at, text: 'not shown' },
      {
        reason: `${printReason(about['why'])}${printOperations(operations)}${printEmitters(emitters)}`.trim(),
        ...(help === undefined ? {} : { help }),
      },
    )
  },
  'missing-key': (missing: Missing, part: PartName, facts: Facts): Diagnostic => {
    const { at, about, operations, emitters } = missing
    return createDiagnostic(
      'gap',
      `${part}/missing-key`,
      `${quote(about['of'])} has no \`${about['key'] as string}\``,
      { span: at, text: `\`${about['key'] as string}\` is missing` },
      {
        reason: `${printReason(about['why'])}${printOperations(operations)}${printEmitters(emitters)}`,
        help: writeKeyHelp(missing, part, facts),
      },
    )
  },
} as const

/** Content of a Markdown part outside of blocks and binding tables: only people read it. */
function reportProse(part: PartName, { text, span }: Prose, hasTable: boolean, operations: Missing['operations']): Diagnostic {
  const [line = ''] = text.split('\n')
  const deniesContent = denial.test(text.trim())
  const content = hasTable ? 'text and tables' : 'text'
  return createDiagnostic(
    'gap',
    `${part}/not-shown`,
    `Part ${numberPart(part)} (${part}) has ${content}, but no binding content`,
    { span: { ...span, end: span.start + line.length }, text: 'read by people only' },
    {
      reason: `Only blocks marked \`yaml\` and tables with known headers bind; all other text explains them. ${needs[part]}${printOperations(operations)}`,
      help: deniesContent
        ? advise`If the service has nothing of this kind, write this word as a separate paragraph directly below the heading of the part:${paste('none')}`
        : advise`If the service has nothing of this kind, write ${quoteDenial()} as a separate paragraph directly below the heading; otherwise write a table with known headers, or a block such as${paste(`\`\`\`yaml\n${samples[part]}\n\`\`\``)}`,
    },
  )
}

/** `No events.`, `There are no limits`, `Not applicable.` */
const denial = /^[\s*_(]*(?:there (?:is|are) (?:no|none)|no|none|nothing|not applicable|n\/a)\b[^\n]{0,60}$/i

/** An example block of each part. */
const samples: { readonly [part in PartName]: string } = {
  service: 'name: orders',
  resources: 'Order:\n  key: id\n  properties:\n    id: { type: string, format: uuid, generate: uuidv7 }',
  states:
    'Order.status:\n  initial: placed\n  states:\n    placed: { on: { cancel: { target: cancelled } } }\n    cancelled: { type: final }',
  endpoints: 'GET /orders/{id}: { read: Order, status: 200, output: Order(this) }',
  authentication:
    'schemes:\n  token: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: JWT_SECRET } }\nsecurity: [ { token: [] } ]',
  events: 'types:\n  order.placed: { on: Order.created, data: Order(this) }',
  errors: 'media: application/problem+json\ncatalogue:\n  missing: { on: not-found, status: 404 }',
  limits: 'rates:\n  writes: { quota: 60, window: PT1M, partition: request.address }',
  versioning: 'scheme: path\ncurrent: v1',
}

/** The reference's description of a key, or why it is needed here, as a sentence. */
function printReason(reason: Missing['about'][string] | undefined): string {
  const text = typeof reason === 'string' ? reason : ''
  if (text === '') return ''
  return `${/^[a-z]/.test(text) ? 'It ' : ''}${text}${text.endsWith('.') ? '' : '.'}`
}

function quote(of: Missing['about'][string] | undefined): string {
  return `\`${typeof of === 'string' ? of : ''}\``
}

function printOperations(operations: Missing['operations']): string {
  if (operations === 'all') return ' No operation can run without it.'
  return operations.length === 0 ? '' : ` ${joinWithAnd(operations.map(({ name }) => name))} cannot run without it.`
}

function printEmitters(emitters: Missing['emitters']): string {
  return emitters.length === 0 ? '' : ` ${joinWithAnd(emitters)} ${emitters.length === 1 ? 'is' : 'are'} not recorded without it.`
}

/** A check for each part and each kind. */
export const gaps: readonly Check[] = partNames.flatMap((part) =>
  (Object.keys(kinds) as (keyof typeof kinds)[]).map((kind): Check => {
    const code = `${part}/${kind}`
    return { code, run: (facts) => facts.missing.filter((each) => each.code === code).map((each) => kinds[kind](each, part, facts)) }
  }),
)
