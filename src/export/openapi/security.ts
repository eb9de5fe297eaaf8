// Exports part 5 in OpenAPI's terms: the schemes, and the schemes that admit callers to an operation.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { listRequirements } from '../../fact/conditions/caller.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { Operation } from '../../model/model.ts'
import { makeRequestSignatureForm } from '../../model/signature.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { OpenApiContext } from './context.ts'

export function describeSecurity(operation: Operation, { modelIndex }: OpenApiContext): Json {
  return listRequirements({ modelIndex, operation }).map((requirement) =>
    createJsonObject(requirement.map(({ name, slot }) => [name, (slotValueOf(slot) ?? []).map(({ text }) => text)])),
  )
}

export function buildSecuritySchemes({ facts, leftOut }: OpenApiContext): JsonObject {
  return createJsonObject(
    listSpecifiedEntries(facts.model.authentication.value.schemes).map(({ name, value }) => {
      if (slotValueOf(value.type) === 'oauth2' && slotValueOf(value.flows) === undefined)
        leftOut.add(`The flows of the scheme \`${name}\`, which the document does not show.`)
      const format = slotValueOf(value.bearerFormat)?.text
      if (format !== undefined && !isBearer(value))
        leftOut.add(`The token format \`${format}\` of the scheme \`${name}\`: OpenAPI has it only for \`bearer\`.`)
      return [name, describeScheme(value)]
    }),
  )
}

function isBearer({ type, scheme }: Scheme): boolean {
  return (slotValueOf(type) ?? 'http') === 'http' && slotValueOf(scheme)?.text.toLowerCase() === 'bearer'
}

/** Describes a signature in words, because OpenAPI has no such scheme. */
function describeSignature(scheme: Scheme): string | undefined {
  const form = makeRequestSignatureForm(scheme)
  if (form === undefined) return undefined
  return `\`${form.value}\`, by ${form.algorithm.toUpperCase()} of \`${form.content}\`${form.timestamp === undefined ? '' : ` with the time in \`${form.timestamp}\``}.`
}

function describeScheme(scheme: Scheme): JsonObject {
  const type = slotValueOf(scheme.type) ?? 'http'
  const members: readonly (readonly [string, string | undefined])[] = [
    ['type', type],
    [
      'description',
      [slotValueOf(scheme.description), describeSignature(scheme)].filter((text) => text !== undefined).join(' ') || undefined,
    ],
    ...(type === 'http' ? [['scheme', slotValueOf(scheme.scheme)?.text] as const] : []),
    ...(isBearer(scheme) ? [['bearerFormat', slotValueOf(scheme.bearerFormat)?.text] as const] : []),
    ...(type === 'apiKey' ? [['in', slotValueOf(scheme.in)] as const, ['name', slotValueOf(scheme.name)?.text] as const] : []),
    ...(type === 'openIdConnect' ? [['openIdConnectUrl', slotValueOf(scheme.openIdConnectUrl)?.text] as const] : []),
  ]
  return createJsonObject([
    ...members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
    ...(type === 'oauth2' ? [['flows', slotValueOf(scheme.flows)?.value ?? {}] as const] : []),
  ])
}
