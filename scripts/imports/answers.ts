// Answers the same questions for every imported document, so that the remaining ones are open in its source. The answers are conventions and
// values that need no knowledge of the service. The statuses that the source describes decide which of them apply.

import type { Compiled, CompileEnvironment } from '../../src/compile/compile.ts'
import { slotValueOf, listSpecifiedEntries } from '../../src/model/slot.ts'
import { answerLines } from './answer-lines.ts'

export const use = ['http@1', 'problem-details@1', 'answers.md']

/** The same with `stub@1`, by which operations without an action answer from the request alone. */
export const useStub = [...use, 'stub@1']

/** The conventions of the project, and `answers.md`, which is generated for the imported document. */
export function environmentFor(plain: Compiled, conventions: (name: string) => string | undefined): CompileEnvironment {
  return { convention: (name) => (name === 'answers.md' ? convention(plain) : conventions(name)) }
}

function convention(plain: Compiled): string {
  return `---
ninefold: 1
---

# Answers

## 1. Service

\`\`\`yaml
settings: { open: { type: boolean, default: true } }
\`\`\`

## 4. Endpoints

\`\`\`yaml
each:
  - of: operation as o
    where: o.action == "list" && has(o.resource) && size(o.resource.key) > 0
    fill: { order: $(o.resource.key), page: { style: offset, size: '50' } }
\`\`\`

## 5. Authentication

\`\`\`yaml
unreadable: ${describes(plain, '403') ? 'forbidden' : 'not-found'}
${schemesOf(plain)}${rulesOf(plain)}\`\`\`
`
}

function describes({ model }: Compiled, status: string): boolean {
  return listSpecifiedEntries(model.errors.value.catalogue).some(({ value }) => slotValueOf(value.status)?.text === status)
}

/** The places where the operator stores the secrets of each scheme. */
function schemesOf({ model }: Compiled): string {
  const lines = listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => {
    const [type, scheme] = [slotValueOf(value.type), slotValueOf(value.scheme)?.text.toLowerCase()]
    const isToken = type === 'oauth2' || type === 'openIdConnect' || slotValueOf(value.bearerFormat)?.text.toUpperCase() === 'JWT'
    const secrets = isToken
      ? '{ algorithm: RS256, keys: { env: KEYS } }'
      : scheme === 'basic'
        ? '{ username: { env: NAME }, password: { env: PASSWORD } }'
        : '{ secret: { env: KEY } }'
    return type === undefined ? [] : [`  ${JSON.stringify(name)}: ${secrets}\n`]
  })
  return lines.length === 0 ? '' : `schemes:\n${lines.join('')}`
}

/** If the source describes 403, a setting of the operator decides whether callers have permission. */
function rulesOf(plain: Compiled): string {
  if (!describes(plain, '403')) return ''
  const lines = plain.model.resources.value.resources.map(
    ({ name }) =>
      `  ${JSON.stringify(name)}: { read: settings.open, create: settings.open, update: settings.open, delete: settings.open }\n`,
  )
  return lines.length === 0 ? '' : `rules:\n${lines.join('')}`
}

const bearer = 'schemes: { caller: { type: http, scheme: bearer, secret: { env: KEY } } }'
const rate = 'rates: { all: { quota: 1000, window: PT1M } }'

/**
 * Replaces `not shown`: authenticated callers may do everything, without security anyone may call, a setting of the operator decides the
 * conditions of an operation, and parts without content are `none`.
 */
export function answerQuestions(text: string, plain: Compiled): string {
  const schemes = describes(plain, '401')
    ? listSpecifiedEntries(plain.model.authentication.value.schemes)
        .map(({ name }) => `, { ${JSON.stringify(name)}: [] }`)
        .join('')
    : ''
  return answerLines(text, plain)
    .replace(/^default: not shown$/m, 'default: allow')
    .replaceAll(/^( *)require:\n(?:\1 .*\n)+/gm, (conditions) => conditions.replaceAll(/: not shown$/gm, ': settings.open'))
    .replace(/^security: not shown$/m, `security: [{}${schemes}]`)
    .replace(
      /^(## 5\. [^\n]*\n\n(?:<!--[^\n]*\n\n)*)not shown$/m,
      `$1${describes(plain, '401') ? fence(`${bearer}\nsecurity: [{}, { caller: [] }]\ndefault: allow`) : 'none'}`,
    )
    .replace(/^(## 8\. [^\n]*\n\n(?:<!--[^\n]*\n\n)*)not shown$/m, `$1${describes(plain, '429') ? fence(rate) : 'none'}`)
    .replace(/^(## 8\. [^\n]*\n\n```yaml\n(?:#[^\n]*\n)*)(?=headers:)/m, describes(plain, '429') ? `$1${rate}\n` : '$&')
    .replaceAll(/^(## [1369]\. [^\n]*\n\n(?:<!--[^\n]*\n\n)*)not shown$/gm, '$1none')
}

function fence(yaml: string): string {
  return `\`\`\`yaml\n${yaml}\n\`\`\``
}
