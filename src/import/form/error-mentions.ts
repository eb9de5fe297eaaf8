// Finds errors that other parts of a form name beside their status: "the answer is 409 `technician_busy`".

import type { Form, Statement } from './statements.ts'

export type MentionedError = { readonly code: string; readonly status: string; readonly statement: Statement }

const code = String.raw`\x60([A-Za-z][\w.]*)\x60|((?:[A-Z]{2,}|[a-z]+)(?:_(?:[A-Z\d]+|[a-z\d]+))+)`

const forms: readonly { readonly pattern: RegExp; readonly isCodeFirst: boolean }[] = [
  { pattern: new RegExp(String.raw`(?<![\w.-])([45]\d\d)(?:[\s:,(–—-]|→|->){1,4}(?:(?:and|with|code|error|the|mit) ){0,3}(?:${code})(?![\w/-])`, 'g'), isCodeFirst: false },
  { pattern: new RegExp(String.raw`(?<![\w./-])(?:${code})\s*(?:\(|→|->|[–—-]\s)\s*(?:HTTP |status |with )?([45]\d\d)(?![\w-]|[\s:,]*\x60)`, 'g'), isCodeFirst: true },
]

export function mentionedErrors({ sections }: Form): MentionedError[] {
  return sections.filter(({ part }) => part !== 'errors').flatMap(({ blocks }) => blocks.flatMap((block) => {
    const statements = block.kind === 'text' ? (block.statement.kind === 'sample' ? [] : [block.statement]) : block.rows.map(({ statement }) => statement)
    return statements.flatMap((statement) => forms.flatMap(({ pattern, isCodeFirst }) => Array.from(statement.text.matchAll(pattern), ([, one, two, three]) => (isCodeFirst ? { code: (one ?? two)!, status: three!, statement } : { code: (two ?? three)!, status: one!, statement })).filter((each) => !isCodeFirst || /_|[a-z][A-Z]/.test(each.code))))
  }))
}
