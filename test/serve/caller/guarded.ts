// A service of one operation that answers with its caller, for tests of authentication.

import type { TestContext } from 'node:test'
import { type Served, served } from '../served.ts'

/** `authentication` is part 5 in YAML; `GET /me` answers with the caller's `sub`, or what `output` says. */
export function guarded(authentication: string, output = 'string(caller.sub)'): string {
  return `ninefold: 1
use: [http@1]
service: { name: guarded }
resources: none
states: none
endpoints:
  GET /me: { answer: {}, status: 200, output: { sub: '${output}' } }
authentication:
${authentication
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
events: none
errors: { precedence: standard, catalogue: { who: { on: unauthenticated, status: 401 }, lacking: { on: insufficient-scope, status: 403 } } }
limits: none
versioning: none
`
}

/** Each secret is kept in the environment variable of its name. */
export function serve(context: TestContext, text: string, secrets: { readonly [name: string]: string }): Promise<Served> {
  return served(context, text, { virtual: true, secrets: { variable: (name) => secrets[name], file: () => undefined } })
}

/** The status, and the challenge where there is one. */
export async function asked(
  url: string,
  headers: { readonly [name: string]: string } = {},
): Promise<{ status: number; challenge: string | null; body: string }> {
  const answer = await fetch(url, { headers })
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: await answer.text() }
}
