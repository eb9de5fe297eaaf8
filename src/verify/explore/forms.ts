// Builds malformed requests and requests with bodies at their bounds, from a successful request.

import type { Randomness } from '../../base/clock.ts'
import { type Json, isJsonObject, createJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Compiled } from '../../compile/compile.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { isFormMedia } from '../../typing/input-body.ts'
import { type RequestHeader, findHeader } from '../oracle/request.ts'
import { type RequestStep, findValueAt, withHeader, withMember } from '../step.ts'
import type { Candidates } from './candidates.ts'

export type RequestForm = {
  readonly name: string
  readonly step: RequestStep
  /** Of a request with two mistakes: the requests with one of them. */
  readonly parts?: readonly RequestStep[]
  /** True if most servers handle it before they choose the operation. */
  readonly isOfService?: boolean
  /** What it tests; forms with the same test alike. Its name if absent. */
  readonly kind?: string
  /** The place in the body that it is about, as a JSON pointer. */
  readonly pointer?: string
  /** The keyword of its schema that it is about. */
  readonly keyword?: string
  /** The forms that it combines in one request, which must succeed. */
  readonly together?: readonly RequestForm[]
  /** True if it tests a property of the resource, so that other operations that write it probably share the code. */
  readonly isOfResource?: boolean
}

/** Makes bodies that violate one keyword, and bodies at the bound of one. Placeholders in the body stay in place. */
export function buildBodyForms(
  operation: Operation,
  step: RequestStep,
  compiled: Compiled,
  candidates: Candidates,
  randomness: Randomness,
): readonly RequestForm[] {
  const { body } = compiled.facts.typing.input(operation)
  const parsed = step.body === undefined ? undefined : parseJsonText(step.body, { depth: 100 })
  if (body === undefined || parsed === undefined || !('value' in parsed)) return []
  const values = candidates.samplerFor(body.schema, operation)
  const mask = maskPlaceholders(parsed.value, values.findValid(randomness))
  const { masked } = mask
  // A body with all members tests more bounds.
  const full = fill(
    masked,
    Array.from({ length: 12 }, () => values.findValid(randomness)),
  )
  const forms = [masked, full].flatMap((each) => {
    const { broken, edges } = values.samplesAround(each, randomness)
    return [
      ...broken.map(({ value, failure }) => ({
        name: `refused: ${failure.keyword} at ${failure.pointer ?? '/'}`,
        value,
        pointer: failure.pointer ?? '',
      })),
      ...edges.map(({ keyword, pointer, value }) => ({ name: `at the bound: ${keyword} of ${pointer}`, value, pointer, keyword })),
    ]
  })
  // A change may contain one member alone.
  const members = new Set(body.writes.map(({ path }) => path[0]))
  const alone =
    body.patch && isJsonObject(full)
      ? Object.entries(full).flatMap(([name, value]) =>
          !members.has(name)
            ? []
            : [
                { name: `alone: ${name}`, value: createJsonObject([[name, value]]) },
                { name: `cleared: ${name}`, value: createJsonObject([[name, null]]) },
              ],
        )
      : []
  const extra = isJsonObject(masked)
    ? readOnlyMembers(operation, compiled).flatMap(({ name, resource }) =>
        candidates
          .valuesOf(resource, name)
          .map((value, index) => ({ name: `read-only: ${name} ${index}`, value: withMember(masked, name, value) })),
      )
    : []
  const unique = new Map(
    [
      ...extra,
      ...alone,
      ...numberForms(forms),
      ...buildFormsWithTwoMistakes(full, forms),
      ...(isJsonObject(masked)
        ? [
            { name: 'an unknown member', value: withMember(masked, 'verifyUnknown', 'x') },
            { name: 'no members', value: createJsonObject([]) },
          ]
        : []),
    ].map((each): [string, BodyForm] => [each.name, each]),
  )
  // The requests run one after the other on one record, and each changes its tag.
  const headers = step.headers.map(([name, value]): RequestHeader => [name, /^if-match$/i.test(name) ? '*' : value])
  return [...unique.values()].map(({ value, ...form }) => ({ ...form, step: { ...step, headers, body: printJson(mask.restore(value)) } }))
}

type BodyForm = Omit<RequestForm, 'step'> & { readonly value: Json }

/** The request with every member that its body may have, each with another value than its default. */
export function buildFullForm(
  operation: Operation,
  step: RequestStep,
  { facts }: Compiled,
  candidates: Candidates,
  randomness: Randomness,
): RequestStep | undefined {
  const { body } = facts.typing.input(operation)
  const parsed = step.body === undefined ? undefined : parseJsonText(step.body, { depth: 100 })
  if (body === undefined || parsed === undefined || !('value' in parsed)) return undefined
  const values = candidates.samplerFor(body.schema, operation)
  const mask = maskPlaceholders(parsed.value, values.findValid(randomness))
  const properties = facts.typing.domain.resources.get(resourceNameOf(operation) ?? '')?.properties
  const isDefault = (name: string, value: Json): boolean => {
    const byDefault = properties?.get(body.writes.find(({ path }) => path.length === 1 && path[0] === name)?.property ?? name)?.default
    return byDefault !== undefined && printJson(byDefault.value) === printJson(value)
  }
  const without = (json: Json | undefined): Json | undefined =>
    isJsonObject(json ?? null) ? createJsonObject(Object.entries(json as object).filter(([name, value]) => !isDefault(name, value))) : json
  const full = fill(
    without(mask.masked)!,
    Array.from({ length: 16 }, () => without(values.findValid(randomness))),
  )
  return { ...step, body: printJson(mask.restore(full)) }
}

/** The most values for one keyword at one place. */
const maxAlike = 4

/** The most bodies with two mistakes. */
const maxTwoMistakes = 6

/** Bodies with two mistakes, in different members: a refusal may have to name both. */
function buildFormsWithTwoMistakes(
  full: Json,
  forms: readonly { readonly name: string; readonly value: Json }[],
): readonly { readonly name: string; readonly value: Json }[] {
  if (!isJsonObject(full)) return []
  const changedMembers = forms.flatMap(({ name, value }) => {
    const [, member] = /^refused: .* at \/([^/]+)/.exec(name) ?? []
    return member === undefined || !isJsonObject(value) || !Object.hasOwn(value, member)
      ? []
      : [[member, readMember(value, member)] as const]
  })
  const firstOfMember = [...new Map(changedMembers.toReversed()).entries()].toReversed()
  return firstOfMember.slice(1, 1 + maxTwoMistakes).map(([member, value], index) => {
    const [other, otherValue] = firstOfMember[index]!
    return { name: `refused twice: ${other} and ${member}`, value: withMember(withMember(full, other, otherValue), member, value) }
  })
}

function readMember(object: Json, name: string): Json {
  return (object as { readonly [name: string]: Json })[name]!
}

/** Numbers forms with equal names. */
function numberForms(forms: readonly BodyForm[]): readonly BodyForm[] {
  return [...Map.groupBy(forms, ({ name }) => name)].flatMap(([name, sameName]) => {
    const distinct = [...new Map(sameName.map((each) => [printJson(each.value), each])).values()]
    return distinct.slice(0, maxAlike).map(({ value, pointer, keyword }, index) => ({
      name: `${name} ${index}`,
      value,
      pointer: pointer!,
      keyword: keyword!,
      kind: describeBodyKind(name, value),
      isOfResource: true,
    }))
  })
}

/** Wrong types of one member are one kind. Each value at a bound is a kind of its own; the other members of the body do not matter. */
function describeBodyKind(name: string, body: Json): string {
  const [, keyword, pointer = ''] = /: (\S+) (?:at|of) (.*)$/.exec(name) ?? []
  return keyword === 'type' || keyword === 'enum' || keyword === 'required'
    ? name
    : `${name} ${printJson(findValueAt(body, pointer) ?? null)}`
}

/** Members of the resource that a client cannot write. */
function readOnlyMembers(operation: Operation, { facts }: Compiled): readonly { readonly name: string; readonly resource: string }[] {
  const [resource = ''] = (operation.subject?.text ?? '').split('.')
  const info = operation.action === 'transition' ? undefined : facts.typing.domain.resources.get(resource)
  const sent = new Set(facts.typing.input(operation).body?.writes.map(({ property }) => property))
  return info === undefined
    ? []
    : [...info.properties.values()]
        .filter(({ name, inverse }) => inverse === undefined && !sent.has(name))
        .map(({ name }) => ({ name, resource }))
}

/** Masks placeholders, which fit no schema, with fitting values; `restore` puts the placeholders back. */
function maskPlaceholders(json: Json, fitting: Json | undefined): { readonly masked: Json; restore(json: Json): Json } {
  const masks: { readonly at: string; readonly mask: Json; readonly value: Json }[] = []
  const walk = (value: Json, sample: Json | undefined, at: string): Json => {
    if (typeof value === 'string' && value.includes('{{')) {
      const mask = sample ?? '00000000-0000-4000-8000-00000000000a'
      masks.push({ at, mask, value })
      return mask
    }
    if (Array.isArray(value))
      return value.map((item, index) =>
        walk(item as Json, Array.isArray(sample) ? (sample[Math.min(index, sample.length - 1)] as Json) : undefined, `${at}/${index}`),
      )
    if (!isJsonObject(value)) return value
    const members = isJsonObject(sample) ? (sample as { readonly [name: string]: Json }) : {}
    return createJsonObject(Object.entries(value).map(([name, member]) => [name, walk(member, members[name], `${at}/${name}`)] as const))
  }
  const masked = walk(json, fitting, '')
  const unmask = (value: Json, at: string): Json => {
    const maskedValue = masks.find(
      (each) => each.at.replace(/\/\d+/g, '/*') === at.replace(/\/\d+/g, '/*') && printJson(each.mask) === printJson(value),
    )
    if (maskedValue !== undefined) return maskedValue.value
    if (Array.isArray(value)) return value.map((item, index) => unmask(item as Json, `${at}/${index}`))
    return isJsonObject(value)
      ? createJsonObject(Object.entries(value).map(([name, member]) => [name, unmask(member, `${at}/${name}`)] as const))
      : value
  }
  return { masked, restore: (value) => unmask(value, '') }
}

function fill(body: Json, samples: readonly (Json | undefined)[]): Json {
  return samples.reduce<Json>((whole, sample) => {
    if (!isJsonObject(whole) || !isJsonObject(sample)) return whole
    return createJsonObject([
      ...Object.entries(whole),
      ...Object.entries(sample).filter(([name, value]) => value !== null && !Object.hasOwn(whole as object, name)),
    ])
  }, body)
}

/** Requests that are refused regardless of the body, and rules for methods and paths. */
export function buildWireForms(operation: Operation, step: RequestStep, { model }: Compiled): readonly RequestForm[] {
  const forms: RequestForm[] = []
  // A range of weight 0 is not acceptable (RFC 9110, section 12.4.2).
  if (operation.slots.output.state === 'shown')
    for (const accept of ['image/png', 'application/json;q=0', 'text/html, application/*;q=0.8'])
      forms.push({ name: `accepts ${accept}`, step: withHeader(step, 'Accept', accept) })
  if (operation.method === 'GET') forms.push({ name: 'HEAD', step: { ...step, method: 'HEAD' } })
  if (step.body !== undefined) {
    const media = findHeader(step.headers, 'content-type')
    forms.push({ name: 'malformed', step: { ...step, body: isFormMedia(media) ? '%' : `${step.body.slice(0, -1)},` } })
    // A parameter does not change what a media type is (RFC 9110, section 8.3.1).
    if (media !== undefined && !media.includes(';'))
      forms.push({
        name: 'a media type with a parameter',
        step: withHeader(step, 'Content-Type', `${media}; charset=utf-8`),
      })
    forms.push({ name: 'another media type', step: withHeader(step, 'Content-Type', 'text/plain') })
    const sizes = slotValueOf(model.limits.value.sizes)
    const maxBytes = sizes && slotValueOf(sizes.body)
    const depth = sizes && slotValueOf(sizes.depth)
    if (maxBytes !== undefined && maxBytes < 2_000_000) {
      const padBody = (bytes: number): string => `${step.body!}${' '.repeat(Math.max(0, bytes - Buffer.byteLength(step.body!)))}`
      forms.push({ name: 'as large as may be', step: { ...step, body: padBody(Number(maxBytes)) } })
      forms.push({ name: 'larger by one', step: { ...step, body: padBody(Number(maxBytes) + 1) } })
      forms.push({ name: 'too large', step: { ...step, body: padBody(Number(maxBytes) + 300) } })
    }
    if (depth !== undefined && depth < 200) {
      forms.push({ name: 'as deep as may be', step: { ...step, body: nest(step.body, Number(depth)) } })
      forms.push({ name: 'too deep', step: { ...step, body: nest(step.body, Number(depth) + 1) } })
      if (isObjectText(step.body))
        forms.push({ name: 'brackets in a text', step: { ...step, body: withTextMember(step.body, '[{'.repeat(Number(depth) + 1)) } })
    }
  }
  return forms.map((form) => ({ ...form, isOfService: true }))
}

/** The body with a member that makes it this deep; lists if it has no members. */
function nest(body: string, depth: number): string {
  const lists = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`
  return isObjectText(body) ? `{"deep":${lists(depth - 1)},${body.slice(1)}` : lists(depth)
}

/** True for an object with members. */
function isObjectText(body: string): boolean {
  return body.startsWith('{') && body !== '{}'
}

/** The object with an undeclared member, a text. */
function withTextMember(body: string, text: string): string {
  return `{"verifyText":${JSON.stringify(text)},${body.slice(1)}`
}
