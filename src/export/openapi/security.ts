// Exports part 5 in OpenAPI's terms: the schemes, and the schemes that admit callers to an operation.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { security } from '../../fact/conditions/caller.ts'
import type { Scheme } from '../../model/authentication.ts'
import type { Operation } from '../../model/model.ts'
import { makeRequestSignatureForm } from '../../model/signature.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { OpenApiContext } from './context.ts'

export function describeSecurity(operation: Operation, { modelIndex }: OpenApiContext): Json {
  return security({ modelIndex, operation }).map((requirement) =>
    createJsonObject(requirement.map(({ name, slot }) => [name, (slotValue(slot) ?? []).map(({ text }) => text)])),
  )
}

export function buildSecuritySchemes({ facts, leftOut }: OpenApiContext): JsonObject {
  return createJsonObject(
    specifiedEntries(facts.model.authentication.value.schemes).map(({ name, value }) => {
      if (slotValue(value.type) === 'oauth2' && slotValue(value.flows) === undefined)
        leftOut.add(`The flows of the scheme \`${name}\`, which the document does not show.`)
      const format = slotValue(value.bearerFormat)?.text
      if (format !== undefined && !isBearer(value))
        leftOut.add(`The token format \`${format}\` of the scheme \`${name}\`: OpenAPI has it only for \`bearer\`.`)
      return [name, describeScheme(value)]
    }),
  )
}

function isBearer({ type, scheme }: Scheme): boolean {
  return (slotValue(type) ?? 'http') === 'http' && slotValue(scheme)?.text.toLowerCase() === 'bearer'
}

/** Describes a signature in words, because OpenAPI has no such scheme. */
function describeSignature(scheme: Scheme): string | undefined {
  const form = makeRequestSignatureForm(scheme)
  if (form === undefined) return undefined
  return `\`${form.value}\`, by ${form.algorithm.toUpperCase()} of \`${form.content}\`${form.timestamp === undefined ? '' : ` with the time in \`${form.timestamp}\``}.`
}

function describeScheme(scheme: Scheme): JsonObject {
  const type = slotValue(scheme.type) ?? 'http'
  const members: readonly (readonly [string, string | undefined])[] = [
    ['type', type],
    ['description', [slotValue(scheme.description), describeSignature(scheme)].filter((text) => text !== undefined).join(' ') || undefined],
    ...(type === 'http' ? [['scheme', slotValue(scheme.scheme)?.text] as const] : []),
    ...(isBearer(scheme) ? [['bearerFormat', slotValue(scheme.bearerFormat)?.text] as const] : []),
    ...(type === 'apiKey' ? [['in', slotValue(scheme.in)] as const, ['name', slotValue(scheme.name)?.text] as const] : []),
    ...(type === 'openIdConnect' ? [['openIdConnectUrl', slotValue(scheme.openIdConnectUrl)?.text] as const] : []),
  ]
  return createJsonObject([
    ...members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
    ...(type === 'oauth2' ? [['flows', slotValue(scheme.flows)?.value ?? {}] as const] : []),
  ])
}
