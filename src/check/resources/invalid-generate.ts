// Reports a `generate` whose values the bounds or the pattern of its property always refuse.

import type { Expression } from '../../cel/expression.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { splitCharacters } from '../../base/code-points.ts'
import type { Json } from '../../base/json.ts'
import { compileSchema } from '../../schema/validate.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Generate, Property, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'resources/invalid-generate'

export const check: Check = {
  code,
  run: ({ typing }) =>
    [...typing.domain.resources.values()].flatMap(({ name, properties }) =>
      [...properties.values()].flatMap((property) => checkProperty(name, property, typing)),
    ),
}

function checkProperty(
  resource: string,
  { name, generate, schema, source, normalize, secret, type, at }: Property,
  typing: Typing,
): Diagnostic[] {
  if (generate === undefined || normalize !== undefined || secret || source === undefined || !['string', 'int', 'enum'].includes(type.kind))
    return []
  const samples = listSamples(generate, typing)
  if (samples.length === 0) return []
  const decoder = compileSchema(schema, { definitions: definitionsOf(typing.domain), readOnly: 'keep' })
  const failures = samples.map((sample) => decoder.decode(sample).failures ?? [])
  const [first] = failures.find((each) => each.length > 0) ?? []
  if (first === undefined || failures.some((each) => each.length === 0)) return []
  const limit = first.limit === undefined ? '' : `: ${JSON.stringify(first.limit)}`
  const span = generate.kind === 'expression' ? generate.expression.node.span : at.span
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(`${resource}.${name}`)} generates values that its schema refuses`,
      { span, text: `makes ${JSON.stringify(samples[0])}, against ${quoteName(`${first.keyword}${limit}`)}` },
      {
        reason: 'Every request that generates a value would be refused with `invalid set`.',
        help: 'Change what is generated, or what the schema demands. `random(n)` makes n bytes, which are 4 characters for every 3 bytes; `randomCode(8, "ABCD2345")` makes 8 characters of an alphabet.',
      },
    ),
  ]
}

const uuids = ['01890a5d-ac96-774b-bcce-b302099a8057', '6f1c4e8a-93b7-4d2f-a5e0-7c81b2d94f36']

/** Sample values; empty if they depend on a record. */
function listSamples(generate: Generate, typing: Typing): readonly Json[] {
  switch (generate.kind) {
    case 'uuidv7':
    case 'uuidv4':
      return uuids
    case 'sequence':
    case 'now':
    case 'now-on-update':
      return []
    case 'expression': {
      const expression = typing.expression(generate.expression)
      const samples = expression === undefined ? [] : Array.from({ length: 8 }, (_, seed) => makeSampleText(expression, seed))
      return samples.includes(undefined) ? [] : (samples as string[])
    }
  }
}

/** A text of literals, random bytes and random characters; undefined for anything else. */
function makeSampleText(expression: Expression, seed: number): string | undefined {
  if (expression.kind === 'literal') return typeof expression.value === 'string' ? expression.value : undefined
  if (expression.kind === 'binary' && expression.operator === '+') {
    const [left, right] = [makeSampleText(expression.left, seed), makeSampleText(expression.right, seed + 1)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  const isRandom = expression.kind === 'call' && (expression.name === 'random' || expression.name === 'randomCode')
  const [count, alphabet] = isRandom ? expression.arguments : []
  if (count?.kind !== 'literal' || typeof count.value !== 'bigint' || count.value < 1n || count.value > 1024n) return undefined
  const bytes = Uint8Array.from({ length: Number(count.value) }, (_, index) => mixBytes(index + seed * 1024))
  if (alphabet === undefined) return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
  const letters = alphabet.kind === 'literal' && typeof alphabet.value === 'string' ? splitCharacters(alphabet.value) : []
  return letters.length === 0 ? undefined : Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}

/** Neighbouring numbers give unrelated bytes: characters in the order of their alphabet would be no usual sample. */
function mixBytes(value: number): number {
  const mixed = Math.imul(value ^ 0x5bd1_e995, 0x9e37_79b1)
  return (Math.imul(mixed ^ (mixed >>> 15), 0x85eb_ca6b) >>> 13) & 0xff
}
