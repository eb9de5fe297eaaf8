// Finds errors that other parts of a form name beside their status: "the answer is 409 `technician_busy`".

import { type Json, isJsonArray, isJsonObject } from '../../../base/json.ts'
import { withoutFence } from '../code/fence-lines.ts'
import type { Form, Statement } from '../statement.ts'

export type MentionedError = { readonly code: string; readonly status: string; readonly statement: Statement }

const code = String.raw`\x60([A-Za-z][\w.]*)\x60|((?:[A-Z]{2,}|[a-z]+)(?:_(?:[A-Z\d]+|[a-z\d]+))+)`

const forms: readonly { readonly pattern: RegExp; readonly isCodeFirst: boolean }[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w.-])([45]\d\d)(?:[\s:,(–—-]|→|->){1,4}(?:(?:and|with|code|error|the|mit) ){0,3}(?:${code})(?![\w/-])`,
      'g',
    ),
    isCodeFirst: false,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w./-])(?:${code})\s*(?:\(|→|->|[–—-]\s)\s*(?:HTTP |status |with )?([45]\d\d)(?![\w-]|[\s:,]*\x60)`,
      'g',
    ),
    isCodeFirst: true,
  },
]

export function readMentionedErrors({ sections }: Form): MentionedError[] {
  return sections
    .filter(({ part }) => part !== 'errors')
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => {
        const statements =
          block.kind === 'text'
            ? block.statement.kind === 'sample'
              ? []
              : [block.statement]
            : block.rows.map(({ statement }) => statement)
        return statements.flatMap((statement) =>
          forms.flatMap(({ pattern, isCodeFirst }) =>
            Array.from(statement.text.matchAll(pattern), ([, one, two, three]) =>
              isCodeFirst ? { code: (one ?? two)!, status: three!, statement } : { code: (two ?? three)!, status: one!, statement },
            ).filter((each) => !isCodeFirst || /_|[a-z][A-Z]/.test(each.code)),
          ),
        )
      }),
    )
}

const isStatus = (value: Json | undefined): boolean =>
  typeof value === 'number' ? /^[45]\d\d$/.test(String(value)) : typeof value === 'string' && /^[45]\d\d$/.test(value)

/** `{ "not_found": 404 }`, or several objects with a code and a status each. */
export function readErrorData(text: string): readonly { readonly code: string; readonly status: string }[] {
  let data: Json
  try {
    data = JSON.parse(withoutFence(text)) as Json
  } catch {
    return []
  }
  if (isJsonObject(data)) {
    const all = Object.entries(data)
    return all.length > 1 && all.every(([code, value]) => codeShape.test(code) && isStatus(value))
      ? all.map(([code, value]) => ({ code, status: String(value as string | number) }))
      : []
  }
  const items = isJsonArray(data) ? data.map((item) => (isJsonObject(item) ? Object.values(item) : [])) : []
  const found = items.map((values) => ({
    codes: values.filter((value): value is string => typeof value === 'string' && codeShape.test(value)),
    statuses: values.filter(isStatus),
  }))
  return found.length > 1 && found.every(({ codes, statuses }) => codes.length === 1 && statuses.length === 1)
    ? found.map(({ codes, statuses }) => ({ code: codes[0]!, status: String(statuses[0] as string | number) }))
    : []
}

const codeShape = /^[A-Za-z][\w.-]*$/
