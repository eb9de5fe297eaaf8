// Exports OpenAPI's `info` and `servers` from part 1.

import { type Json, type JsonObject, createJsonObject } from '../../base/json.ts'
import { slotValueOf } from '../../model/slot.ts'
import { spellVersionPath, findVersionPath } from '../../model/version-path.ts'
import type { Model } from '../../model/model.ts'
import { type ServiceKeys, serviceKeys } from '../../model/service.ts'
import type { OpenApiContext } from './context.ts'
import { findLiteralText } from './text.ts'

/** OpenAPI requires a title and a version, also if the document has none. */
export function buildInfo({ facts: { model }, leftOut }: OpenApiContext, olderVersion?: string): JsonObject {
  const service = model.service.value
  const version = olderVersion ?? slotValueOf(model.versioning.value.current)?.text
  if (version === undefined) leftOut.add('The service has no version: the required `info.version` is `unversioned`.')
  const description = slotValueOf(service.description) ?? joinProse(model)
  const summary = slotValueOf(service.summary)
  const license = buildLicense(service)
  const contact = buildContact(service)
  return createJsonObject([
    ['title', slotValueOf(service.title) ?? model.document.title ?? slotValueOf(service.name)?.text ?? 'A service without a name'],
    ...(summary === undefined ? [] : [['summary', summary] as const]),
    ...(description === undefined ? [] : [['description', description] as const]),
    ...(contact === undefined ? [] : [['contact', contact] as const]),
    ...(license === undefined ? [] : [['license', license] as const]),
    ['version', version ?? 'unversioned'],
  ])
}

/** The prose before the parts, and in part 1 before its first heading. */
function joinProse({ document }: Model): string | undefined {
  const serviceProse = document.parts.service.prose.filter(({ about }) => about === undefined || Object.hasOwn(serviceKeys, about))
  const texts = [document.preamble ?? '', ...serviceProse.map(({ text }) => text)].map((text) => text.trim()).filter((text) => text !== '')
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

function buildLicense({ license }: ServiceKeys): Json | undefined {
  const declared = slotValueOf(license)
  if (declared === undefined) return undefined
  // A word that looks like an SPDX expression is both the name and the identifier.
  if (typeof declared === 'string') return /^[\w.+-]+$/.test(declared) ? { name: declared, identifier: declared } : { name: declared }
  const [name, identifier, url] = [slotValueOf(declared.name), slotValueOf(declared.identifier), slotValueOf(declared.url)]
  // OpenAPI allows either `identifier` or `url`.
  return {
    name: name ?? identifier ?? url ?? 'license',
    ...(identifier === undefined ? {} : { identifier }),
    ...(identifier !== undefined || url === undefined ? {} : { url }),
  }
}

function buildContact({ contact }: ServiceKeys): Json | undefined {
  const declared = slotValueOf(contact)
  if (declared === undefined || typeof declared === 'string') return declared === undefined ? undefined : { name: declared }
  const members = (['name', 'url', 'email'] as const).flatMap((key) => {
    const text = slotValueOf(declared[key])
    return text === undefined ? [] : [[key, text] as const]
  })
  return createJsonObject(members)
}

/** Without an address, the server is the place of the OpenAPI document; a version in the path follows each address. */
export function listServers({ facts }: OpenApiContext, olderVersion?: string): Json {
  const { service, versioning } = facts.model
  const url = slotValueOf(service.value.url)
  const text = url && findLiteralText(url, facts)
  const { scheme, value, current } = versioning.value
  const path = findVersionPath(scheme)
  const version = value.state === 'shown' ? undefined : (olderVersion ?? slotValueOf(current)?.text)
  return [{ url: path === undefined || version === undefined ? (text ?? '/') : `${text ?? ''}${spellVersionPath(path, version)}` }]
}
