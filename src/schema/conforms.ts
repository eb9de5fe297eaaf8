// Validates a value against a schema that is itself data: any draft since draft-04, without network access, in bounded time.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../base/json.ts'
import { compileClientPattern, compilePattern } from '../base/pattern.ts'
import { type SchemaDraft, detectDraft, drafts, translate } from './draft.ts'
import { findBrokenParts } from './problems.ts'
import { readSchema } from './read.ts'
import type { Schema } from './schema.ts'
import { Overrun, compileSchema, standardPolicy } from './validate.ts'

/** The maximum number of validated places of a value. */
const maxVisits = 200_000
/** The maximum number of schemas within the schema. */
const maxSchemas = 5000
/** The maximum number of steps of patterns: the size of each times the length of all texts. */
const maxPatternSteps = 20_000_000

/** `problem` is about the schema: it cannot be read, refers outside itself, or requires more work than is allowed. */
export function conforms(value: Json, schema: Json): boolean | { readonly problem: string } {
  const draft = detectDraft(schema)
  if (draft === undefined) return { problem: `\`$schema\` should name one of ${drafts.join(', ')}` }
  const read = prepare(schema, draft)
  if ('problem' in read) return read
  const steps = measurePatternSize([...read.definitions.values(), read.schema]) * measureTextLength(value)
  if (steps > maxPatternSteps) return { problem: 'the patterns are too large for a value of this length' }
  try {
    return compileSchema(read.schema, { ...standardPolicy, definitions: read.definitions, budget: maxVisits }).accepts(value)
  } catch (thrown) {
    if (thrown instanceof Overrun) return { problem: 'the schema asks for too much work' }
    throw thrown
  }
}

type Prepared = { readonly schema: Schema; readonly definitions: ReadonlyMap<string, Schema> } | { readonly problem: string }

function prepare(json: Json, draft: SchemaDraft): Prepared {
  if (count(json) > maxSchemas) return { problem: `the schema is too large: more than ${maxSchemas} maps` }
  const translated = translate(json, draft)
  if (translated.problem !== undefined) return { problem: translated.problem }
  const { schema, problems } = readSchema(translated.schema, 'ignore')
  const problemTexts = [...problems]
  const definitions = new Map<string, Schema>()
  for (const [name, each] of translated.definitions) {
    const reading = readSchema(each, 'ignore')
    definitions.set(name, reading.schema)
    problemTexts.push(...reading.problems)
  }
  const [first] =
    problemTexts.length > 0 ? problemTexts : [schema, ...definitions.values()].flatMap((each) => findBrokenParts(each, definitions))
  return first === undefined ? { schema, definitions } : { problem: first.message }
}

function count(json: Json): number {
  if (isJsonArray(json)) return json.reduce((sum: number, each) => sum + count(each), 0)
  return isJsonObject(json) ? Object.values(json as JsonObject).reduce((sum: number, each) => sum + count(each), 1) : 0
}

function measureTextLength(json: Json): number {
  if (typeof json === 'string') return json.length
  if (isJsonArray(json)) return json.reduce((sum: number, each) => sum + measureTextLength(each), 0)
  return isJsonObject(json)
    ? Object.entries(json as JsonObject).reduce((sum, [name, each]) => sum + name.length + measureTextLength(each), 0)
    : 0
}

/** The sum of the sizes of all patterns, as programs: `a{1000}` is short to write and long to run. */
function measurePatternSize(json: unknown): number {
  if (typeof json !== 'object' || json === null) return 0
  return Object.entries(json).reduce((sum, [name, each]) => {
    const sources =
      name === 'pattern' && typeof each === 'string'
        ? [each]
        : name === 'patternProperties' && typeof each === 'object' && each !== null
          ? Object.keys(each)
          : []
    return (
      sum +
      measurePatternSize(each) +
      sources.reduce((total, source) => total + (compileClientPattern(source, compilePattern).pattern?.size ?? 0), 0)
    )
  }, 0)
}
