// What is answered for every imported document alike, so that what is left open in it is left open by its source: conventions, and words
// that need no knowledge of the service.

import type { Compiled, CompileWorld } from '../../src/compile/compile.ts'
import { specifiedEntries, slotValue } from '../../src/model/slot.ts'

export const use = ['http@1', 'problem-details@1', 'answers.md']

/** The same, where operations of which nothing says what they do answer from the request alone. */
export const useStub = [...use, 'stub@1']

/** The conventions of the project, and `answers.md`, which knows the schemes of the document. */
export function worldFor(schemes: string, conventions: (name: string) => string | undefined): CompileWorld {
  return { convention: (name) => (name === 'answers.md' ? convention(schemes) : conventions(name)) }
}

function convention(schemes: string): string {
  return `---
ninefold: 1
---

# Answers

## 4. Endpoints

\`\`\`yaml
each:
  - of: operation as o
    where: o.action == "list" && has(o.resource) && size(o.resource.key) > 0
    fill: { order: $(o.resource.key), page: { style: offset, size: '50' } }
\`\`\`

## 5. Authentication

\`\`\`yaml
unreadable: not-found
${schemes}\`\`\`
`
}

/** Where the operator keeps what each scheme takes. */
export function schemesOf({ model }: Compiled): string {
  const lines = specifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) => {
    const [type, scheme] = [slotValue(value.type), slotValue(value.scheme)?.text.toLowerCase()]
    const isToken = type === 'oauth2' || type === 'openIdConnect' || slotValue(value.bearerFormat)?.text.toUpperCase() === 'JWT'
    const said = isToken ? '{ algorithm: RS256, keys: { env: KEYS } }' : scheme === 'basic' ? '{ username: { env: NAME }, password: { env: PASSWORD } }' : '{ secret: { env: KEY } }'
    return type === undefined ? [] : [`  ${JSON.stringify(name)}: ${said}\n`]
  })
  return lines.length === 0 ? '' : `schemes:\n${lines.join('')}`
}

/** Whoever is let in may do everything; where nothing is said of who may call, anybody may; parts of which nothing is said are none. */
export function answered(text: string): string {
  return text
    .replace(/^default: not shown$/m, 'default: allow')
    .replace(/^security: not shown$/m, 'security: [{}]')
    .replaceAll(/^(## [135689]\. [^\n]*\n\n(?:<!--[^\n]*\n\n)*)not shown$/gm, '$1none')
}
