// Chooses the answer of an operation with an unknown action: an example of the source, or a minimal value of its schema.

import { type Json, isJsonArray, isJsonNumber, isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { type DraftEntry, draftData, draftEntry, draftText, draftWord, map } from '../draft.ts'
import { type MediaContent, type SourceResponse, isJsonMedia, findJsonContent } from './api.ts'
import { isNullable, resolveItems, readFields, readTypes } from './fields.ts'
import { type At, type Spec, listItems, findMember, listMembers, readTextAt } from './spec.ts'

/** The maximum length of an example in JSON: a longer one would hide the document. */
const longest = 4000

const deepest = 5

/** The first status in the source, with an example body. The questions about both stay. */
export function standIn(answers: readonly SourceResponse[], spec: Spec): readonly DraftEntry[] {
  const [answer] = answers
  if (answer === undefined) return []
  const status = /^\d+$/.test(answer.status) ? answer.status : '200'
  const content = findJsonContent(answer.content) ?? answer.content[0]
  if (content === undefined || /^(?:204|205)$/.test(status)) return [draftEntry('status', draftWord(status))]
  const media = /^application\/json$|\*/i.test(content.media) ? [] : [draftEntry('media', draftText(content.media))]
  return [
    draftEntry('status', draftWord(status)),
    ...media,
    draftEntry('output', map(draftEntry('const', draftData(makeExample(content, spec))))),
  ]
}

function makeExample(content: MediaContent, spec: Spec): Json {
  const [first] = listMembers(findMember(content.at, 'examples'))
  const sample =
    findMember(content.at, 'example').value ?? (first === undefined ? undefined : findMember(spec.follow(first[1]), 'value').value)
  if (!isJsonMedia(content.media)) return typeof sample === 'string' ? sample : ''
  if (sample === undefined || printJson(sample).length > longest) return makeValue(content.schema, spec, 0)
  return typeof sample === 'string' && !readTypes(spec.follow(content.schema)).includes('string') ? readEmbedded(sample) : sample
}

/** The value of an example that is JSON in a text, as many sources write it; other texts stay. */
function readEmbedded(text: string): Json {
  const parsed = /^\s*[{[]/.test(text) ? parseJsonText(text, { depth: 100 }) : undefined
  return parsed === undefined || 'problem' in parsed ? text : parsed.value
}

/** An example of the source, or the plainest value of the schema. */
export function sampleOf(at: At, spec: Spec): Json {
  return makeValue(at, spec, 1)
}

/** A sample as an expression; undefined for one that is no single value. */
export function sampleExpression(at: At, spec: Spec): string | undefined {
  const sample = sampleOf(at, spec)
  if (sample === null || isJsonArray(sample) || (isJsonObject(sample) && !isJsonNumber(sample))) return undefined
  const printed = printJson(sample)
  return readTextAt(spec.follow(at), 'format') === 'date-time' ? `timestamp(${printed})` : printed
}

/** Null if it is nested too deeply, or has no value. */
function makeValue(at: At, spec: Spec, depth: number): Json {
  const target = spec.follow(at)
  if (target.value === undefined || depth > deepest) return null
  const [example] = listItems(findMember(target, 'examples'))
  const [first] = listItems(findMember(target, 'enum'))
  for (const candidate of [
    findMember(target, 'example').value,
    example?.value,
    findMember(target, 'const').value,
    findMember(target, 'default').value,
    first?.value,
  ]) {
    if (candidate !== undefined && (candidate !== null || isNullable(target, spec)) && printJson(candidate).length <= longest)
      return candidate
  }
  const fields = readFields(target, spec)
  if (fields !== undefined)
    return createJsonObject(
      [...fields.properties]
        .filter(([name]) => depth === 0 || fields.required.size === 0 || fields.required.has(name))
        .map(([name, inner]) => [name, makeValue(inner, spec, depth + 1)]),
    )
  const inner = resolveItems(target, spec)
  if (inner !== undefined) return depth + 1 > deepest ? [] : [makeValue(inner, spec, depth + 1)]
  for (const word of ['oneOf', 'anyOf', 'allOf']) {
    const [alternative] = listItems(findMember(target, word))
    if (alternative !== undefined) return makeValue(alternative, spec, depth + 1)
  }
  return makePlainest(target)
}

const samples: { readonly [format: string]: string } = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@example.com',
  uri: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  duration: 'PT1H',
}

function makePlainest(at: At): Json {
  const [type] = readTypes(at)
  switch (type) {
    case 'string': {
      const format = findMember(at, 'format').value
      return (typeof format === 'string' ? samples[format] : undefined) ?? 'text'
    }
    case 'integer':
    case 'number':
      return findMember(at, 'minimum').value ?? 0
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return isJsonArray(at.value) ? [] : null
  }
}
