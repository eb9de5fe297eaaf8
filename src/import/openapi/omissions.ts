// Lists content of the source that no part of the document takes: examples of bodies, words about tags and paths, keywords of whole records.

import type { SourceOperation } from './api.ts'
import type { SourceResource } from './resources.ts'
import { type At, type Spec, listItems, findMember, listMembers, readTextAt } from './spec.ts'
import type { ImportContext, LeftOutNotes } from './work.ts'

export function listOmissions({ spec, api, resources, leftOut, standsIn }: ImportContext): void {
  const { root } = spec
  for (const at of [root, findMember(root, 'info'), findMember(root, 'paths'), findMember(root, 'components')]) listExtensions(at, leftOut)
  listDocumentation(root, 'the service', leftOut)
  for (const tag of listItems(findMember(root, 'tags'))) {
    if (readTextAt(tag, 'description') !== undefined)
      leftOut.add(`The description of the tag \`${readTextAt(tag, 'name') ?? ''}\``, tag.pointer)
    listDocumentation(tag, 'a tag', leftOut)
    listExtensions(tag, leftOut)
  }
  for (const [path, at] of listMembers(findMember(root, 'paths'))) if (!path.startsWith('x-')) listPath(spec.follow(at), leftOut)
  for (const operation of api.operations) listOperation(operation, standsIn, leftOut)
  for (const resource of resources) listKeywords(resource, spec, leftOut)
}

function listExtensions(at: At, leftOut: LeftOutNotes): void {
  // Webhooks under this name are taken.
  for (const [name, { pointer }] of listMembers(at))
    if (name.startsWith('x-') && name !== 'x-webhooks') leftOut.add(`The extension \`${name}\``, pointer)
}

function listDocumentation(at: At, of: string, leftOut: LeftOutNotes): void {
  const documentation = findMember(at, 'externalDocs')
  if (documentation.value !== undefined) leftOut.add(`The further documentation of ${of}`, documentation.pointer)
}

function listPath(at: At, leftOut: LeftOutNotes): void {
  for (const name of ['summary', 'description']) if (readTextAt(at, name) !== undefined) leftOut.add(`The ${name} of a path`, at.pointer)
  if (listItems(findMember(at, 'servers')).length > 0) leftOut.add('The servers of a path', at.pointer)
  listExtensions(at, leftOut)
}

function listOperation({ at, parameters, body, responses }: SourceOperation, standsIn: boolean, leftOut: LeftOutNotes): void {
  listExtensions(at, leftOut)
  listDocumentation(at, 'an operation', leftOut)
  if (listItems(findMember(at, 'servers')).length > 0) leftOut.add('The servers of an operation', at.pointer)
  for (const parameter of parameters) {
    if (hasExample(parameter.at)) leftOut.add('An example of a parameter', parameter.at.pointer)
    listExtensions(parameter.at, leftOut)
  }
  for (const content of body?.content ?? []) {
    if (hasExample(content.at)) leftOut.add('An example of a request', content.at.pointer)
    if (findMember(content.at, 'encoding').value !== undefined) leftOut.add('The encoding of a part of a request', content.at.pointer)
  }
  if (body !== undefined && readTextAt(body.at, 'description') !== undefined)
    leftOut.add('The description of a request body', body.at.pointer)
  // With `stub@1`, the examples become responses.
  for (const response of standsIn ? [] : responses)
    for (const content of response.content) if (hasExample(content.at)) leftOut.add('An example of an answer', content.at.pointer)
}

function hasExample(at: At): boolean {
  return findMember(at, 'example').value !== undefined || listMembers(findMember(at, 'examples')).length > 0
}

/** What a schema says of records beside their properties. */
const ofRecords = new Set([
  'if',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'discriminator',
])

function listKeywords({ fields }: SourceResource, spec: Spec, leftOut: LeftOutNotes): void {
  const visited = new Set<string>()
  const list = (at: At): void => {
    const target = spec.follow(at)
    if (visited.has(target.pointer)) return
    visited.add(target.pointer)
    for (const [name, { value, pointer }] of listMembers(target)) {
      if (ofRecords.has(name) && value !== true) leftOut.add(`The keyword \`${name}\` of a record`, pointer)
      else if (name === 'example' || name === 'examples') leftOut.add('An example of a record', pointer)
    }
    listDocumentation(target, 'a record', leftOut)
    listExtensions(target, leftOut)
    for (const part of listItems(findMember(target, 'allOf'))) list(part)
  }
  list(fields.at)
}
