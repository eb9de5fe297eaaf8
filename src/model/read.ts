// Reads a document's nine parts into the model; reports every mistake and reads the rest.

import { type Document, type PartName, partNames } from '../document/document.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { MapNode } from '../document/node.ts'
import { authenticationKeys } from './authentication.ts'
import { withBasePath } from './base-path.ts'
import { errorsKeys } from './errors.ts'
import { eventsKeys } from './events.ts'
import { limitsKeys } from './limits.ts'
import { readNamed, readRecord } from './maps.ts'
import { type Model, generative } from './model.ts'
import { readMachines } from './read-machines.ts'
import { readOperations } from './read-operations.ts'
import { makeReader } from './reader.ts'
import { type Roles, readRoles, expandRoles, expandRolesInConditions } from './roles.ts'
import { resource, resourceKeys, resourcesKeys } from './resources.ts'
import { serviceKeys } from './service.ts'
import { type Keys, type Reader, makeEmptySlots } from './shape.ts'
import { listSpecifiedEntries } from './slot.ts'
import { removeStrays } from './strays.ts'
import { versioningKeys } from './versioning.ts'

export type ModelReading = {
  readonly model: Model
  readonly diagnostics: readonly Diagnostic[]
  /** The diagnostics of each part. */
  readonly byPart: { readonly [name in PartName]: readonly Diagnostic[] }
}

/** Parts with the same content as in an earlier reading are reused. */
export function readModel(document: Document, earlier?: ModelReading): ModelReading {
  const reported = {} as { [name in PartName]: readonly Diagnostic[] }
  const roles = collectRoles(document)
  const hasSameRoles = earlier === undefined || isSameRoles(roles, collectRoles(earlier.model.document))

  const readPart = <N extends PartName>(name: N, read: (node: MapNode, reader: Reader) => Model[N]['value']): Model[N] => {
    const { state, node, headings } = document.parts[name]
    const earlierPart = earlier?.model[name]
    const isReusable = hasSameRoles || (name !== 'states' && name !== 'endpoints')
    if (earlier !== undefined && isReusable && earlierPart?.state === state && earlier.model.document.parts[name].node === node) {
      reported[name] = earlier.byPart[name]
      return earlierPart
    }
    const diagnostics: Diagnostic[] = []
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
    const value = read(removeStrays(name, node, report), makeReader(report))
    reported[name] = diagnostics
    return { name, state, headings, value } as Model[N]
  }
  const readKeys = <N extends PartName, K extends Keys>(name: N, description: string, keys: K): Model[N] =>
    readPart(name, (node, reader) => readRecord(description, keys, node, reader, generative) as never)

  const versioning = readKeys('versioning', 'part 9', versioningKeys)
  const specified: Model = {
    document,
    service: readKeys('service', 'part 1', serviceKeys),
    resources: readPart('resources', readResources),
    states: readPart('states', (node, reader) => ({ node, machines: readMachines(expandRolesInConditions(node, roles), reader) })),
    endpoints: readPart('endpoints', (node, reader) => ({
      node,
      operations: readOperations(expandRolesInConditions(node, roles), reader),
    })),
    authentication: readPart('authentication', (node, reader) =>
      readRecord(
        'part 5',
        authenticationKeys,
        expandRoles(
          node,
          readRoles(node, (problem) => reader.report(problem)),
        ),
        reader,
        generative,
      ),
    ),
    events: readKeys('events', 'part 6', eventsKeys),
    errors: readKeys('errors', 'part 7', errorsKeys),
    limits: readKeys('limits', 'part 8', limitsKeys),
    versioning,
  }
  const restored: Diagnostic[] = []
  const model = withBasePath(
    withRestored(
      specified,
      makeReader((diagnostic) => void restored.push(diagnostic)),
    ),
  )
  return { model, diagnostics: [...partNames.flatMap((name) => reported[name]), ...restored], byPart: reported }
}

/** Problems of roles are reported where part 5 is read. */
function collectRoles({ parts }: Document): Roles {
  return readRoles(parts.authentication.node, () => {})
}

function isSameRoles(roles: Roles, others: Roles): boolean {
  return (
    roles.size === others.size && [...roles].every(([name, condition]) => others.has(name) && others.get(name)?.text === condition?.text)
  )
}

/** Endpoints that part 9 restores for older versions are read like those of part 4; conventions do not fill them. */
function withRestored(model: Model, reader: Reader): Model {
  const restored = listSpecifiedEntries(model.versioning.value.changes).flatMap(({ name, value }) =>
    value.flatMap(({ restore }) =>
      restore.state === 'shown' && restore.at.kind === 'map'
        ? readOperations(restore.at, reader).map((operation) => ({ ...operation, until: name }))
        : [],
    ),
  )
  if (restored.length === 0) return model
  const { endpoints } = model
  const currentOperations = endpoints.value.operations.filter(({ until }) => until === undefined)
  return { ...model, endpoints: { ...endpoints, value: { ...endpoints.value, operations: [...currentOperations, ...restored] } } }
}

/** Part 2 mixes resources with a few reserved keys: any other key is a resource. */
function readResources(node: MapNode, reader: Reader): Model['resources']['value'] {
  const isReservedKey = { test: (name: string): boolean => Object.hasOwn(resourcesKeys, name) || generative.test(name) }
  const reservedSlots = readRecord('part 2', resourcesKeys, node, reader, /./)
  const elements = readNamed(resource, node, reader, isReservedKey)
  const resources = elements.flatMap(({ name, key, slot }) => {
    if (slot.state === 'none') return []
    return [{ name, key, slots: slot.state === 'shown' ? slot.value : makeEmptySlots(resourceKeys, slot, key) }]
  })
  return { ...reservedSlots, resources }
}
