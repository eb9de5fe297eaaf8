// Links from an operation that responds with a new record to the operations that read it.

import { type JsonObject, createJsonObject } from '../../base/json.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, slotValueOf } from '../../model/slot.ts'
import type { OpenApiContext } from './context.ts'
import type { OpenApiNames } from './names.ts'

/** Undefined if the operation has no links. */
export function buildLinks(operation: Operation, names: OpenApiNames, context: OpenApiContext): JsonObject | undefined {
  const output = slotValueOf(operation.slots.output)
  if (operation.action !== 'create' || output === undefined) return undefined
  const place = findRecordPlace(output, '', context)
  if (place === undefined) return undefined
  const links = context.facts.operations.flatMap(({ operation: reader, complete }) => {
    if (reader.until !== undefined) return []
    const members =
      complete && reader.action === 'read' && reader.subject?.text === operation.subject?.text ? findKeyInPath(reader, context) : undefined
    if (members === undefined || !members.every((member) => place.members.has(member))) return []
    const parameters = members.map((member) => [names.parameter(reader, member), `$response.body#${place.pointer}/${member}`] as const)
    return [[names.operationId(reader), { operationId: names.operationId(reader), parameters: createJsonObject(parameters) }] as const]
  })
  return links.length === 0 ? undefined : createJsonObject(links)
}

/** The properties that the path names; undefined if the record is found in another way. */
function findKeyInPath(reader: Operation, { modelIndex }: OpenApiContext): readonly string[] | undefined {
  const { record, input } = makeOperationContext(modelIndex, reader)
  const isByPath = reader.slots.by.state !== 'shown' && record !== undefined && record.members.length === input.path.size
  return isByPath && record.members.every((member) => input.path.has(member)) ? record.members : undefined
}

type RecordPlace = { readonly pointer: string; readonly members: ReadonlySet<string> }

/** Finds a view of `this` in an output, and the properties that it copies unchanged. */
function findRecordPlace(output: Template, pointer: string, context: OpenApiContext): RecordPlace | undefined {
  if (output.kind === 'map') {
    for (const { name, value } of output.entries) {
      const place = findRecordPlace(value, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, context)
      if (place !== undefined) return place
    }
  }
  const expression = output.kind === 'expression' ? context.facts.typing.expression(output) : undefined
  const view = expression === undefined ? undefined : findViewOfThis(expression)
  const members = view === undefined ? undefined : context.facts.typing.domain.views.get(view)?.members
  return members && { pointer, members: new Set(members.flatMap((member) => (member.kind === 'take' ? [member.name] : []))) }
}

function findViewOfThis(expression: Expression): string | undefined {
  if (expression.kind !== 'call' || expression.target !== undefined) return undefined
  const [record, ...otherArguments] = expression.arguments
  return record?.kind === 'variable' && record.name === 'this' && otherArguments.length === 0 ? expression.name : undefined
}
