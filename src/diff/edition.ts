// One edition of a document, prepared for comparison: its parts in a normal form, their places, and their uses.

import { type Json, type JsonObject, isJsonObject, createJsonObject } from '../base/json.ts'
import type { Span } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import { type SlotVisitor, escapePointer, normalizeSlots } from '../explain/normal.ts'
import type { CatalogueEntry } from '../model/errors.ts'
import { partLanguage } from '../model/language.ts'
import type { Operation } from '../model/model.ts'
import { machineKeys } from '../model/states.ts'
import { operationKeys } from '../model/endpoints.ts'
import { resourceKeys } from '../model/resources.ts'
import { type Slot, type Template, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { type Renames, readRenames } from '../store/migration/renames.ts'
import { outlineTemplate } from './outline.ts'
import { type Uses, collectUses } from './uses.ts'

export type Edition = {
  readonly compiled: Compiled
  /** True if another server serves it: incomplete operations are then compared too. */
  readonly isElsewhere: boolean
  /** The day of the comparison, `2026-11-23`; earlier end dates are past. */
  readonly today: string
  readonly parts: { readonly [name in PartName]: Json }
  /** The place of the path, or of its nearest ancestor. */
  span(part: PartName, path: readonly string[]): Span | undefined
  readonly renames: Renames
  /** The former names of views, which answers do not show. */
  readonly viewsBefore?: ReadonlyMap<string, string>
  /** Maps the former names of properties to their new ones. */
  readonly membersBefore: ReadonlyMap<string, string>
  readonly operations: ReadonlyMap<string, Operation>
  /** Shapes by name, in normal form. */
  readonly shapes: JsonObject
  /** Names of enums, unions and event sets that may gain values. */
  readonly open: ReadonlySet<string>
  readonly uses: Uses
}

/** `isElsewhere`: another server serves it, so its incomplete operations count too. */
export function createEdition(compiled: Compiled, today: string, isElsewhere = false): Edition {
  const { model } = compiled
  const spans = new Map<string, Span>()
  const visit: SlotVisitor = (pointer, slot) => {
    if ('at' in slot) spans.set(pointer, slot.at.span)
  }
  const parts = Object.fromEntries(partNames.map((name) => [name, convertPartToJson(compiled, name, visit, spans)])) as {
    [name in PartName]: Json
  }
  const defs = (parts.resources as JsonObject)['$defs']
  const renames = readRenames(model)
  const compatibility = slotValueOf(model.versioning.value.compatibility)
  let uses: Uses | undefined
  return {
    compiled,
    today,
    isElsewhere,
    parts,
    renames,
    membersBefore: new Map(
      [...renames.properties].flatMap(([name, former]) => former.map((old) => [old, name.slice(name.indexOf('.') + 1)] as const)),
    ),
    operations: new Map(ownOperations(compiled).map((operation) => [operation.name, operation])),
    shapes: isJsonObject(defs) ? defs : {},
    open: new Set((compatibility && slotValueOf(compatibility.open))?.map(({ text }) => text)),
    get uses() {
      return (uses ??= collectUses(compiled, parts))
    },
    span(part, path) {
      for (let length = path.length; length > 0; length--) {
        const span = spans.get(pointerOf(part, path.slice(0, length)))
        if (span !== undefined) return span
      }
      return model[part].headings.at(-1)
    },
  }
}

/** Operations that part 9 restores for older versions are declared there. */
function ownOperations({ model }: Compiled): readonly Operation[] {
  return model.endpoints.value.operations.filter(({ until }) => until === undefined)
}

const pointerOf = (part: PartName, path: readonly string[]): string => `/${[part, ...path].map(escapePointer).join('/')}`

function convertPartToJson(compiled: Compiled, name: PartName, visitor: SlotVisitor, spans: Map<string, Span>): Json {
  const { model } = compiled
  const part = model[name]
  if (part.state === 'not shown') return { state: 'not shown' }
  const keyFacts = normalizeSlots(part.value as never, partLanguage[name].keys, visitor, `/${name}`)
  const things = listNamedEntries(compiled, name).map(({ name: entryName, span, read }): [string, Json] => {
    spans.set(pointerOf(name, [entryName]), span)
    return [entryName, read(visitor, pointerOf(name, [entryName]))]
  })
  return createJsonObject([...Object.entries(name === 'errors' ? keepUsedEntries(keyFacts, compiled) : keyFacts), ...things])
}

type NamedEntry = { readonly name: string; readonly span: Span; readonly read: (visitor: SlotVisitor, pointer: string) => Json }

function listNamedEntries(compiled: Compiled, part: PartName): NamedEntry[] {
  const { model } = compiled
  switch (part) {
    case 'resources':
      return model.resources.value.resources.map(({ name, key, slots }) => ({
        name,
        span: key.span,
        read: (visitor, pointer) => normalizeSlots(slots, resourceKeys, visitor, pointer),
      }))
    case 'states':
      return model.states.value.machines.map(({ name, key, slots }) => ({
        name,
        span: key.span,
        read: (visitor, pointer) => normalizeSlots(slots, machineKeys, visitor, pointer),
      }))
    case 'endpoints':
      return ownOperations(compiled).map(({ name, key, slots }) => ({
        name,
        span: key.span,
        read(visitor, pointer) {
          const facts = normalizeSlots(slots, operationKeys, visitor, pointer)
          const output = outlineOf(slots.output)
          return output === undefined ? facts : { ...facts, output }
        },
      }))
    default:
      return []
  }
}

/** The members of a template with gaps. */
function outlineOf(slot: Slot<Template>): Json | undefined {
  return slot.state === 'gap' && slot.within !== undefined ? outlineTemplate(slot.within) : undefined
}

/** Adds to each catalogue entry in use the members that it carries. The refusals of each operation are compared separately. */
function keepUsedEntries(errors: JsonObject, { model, facts }: Compiled): JsonObject {
  const { catalogue } = errors
  if (!isJsonObject(catalogue)) return errors
  const points = [...facts.service, ...facts.operations.flatMap((each) => [...each.points, ...each.items])]
  const usedEntries = new Set(points.flatMap(({ answer }) => (answer.kind === 'entry' ? [answer.entry.name] : [])))
  const entries = listSpecifiedEntries(model.errors.value.catalogue)
  const extensionsByEntry = new Map(entries.map(({ name, value }) => [name, value.extensions]))
  const bodies = new Map(entries.map(({ name, value }) => [name, outlineOf(value.body)]))
  const common = outlineOf(model.errors.value.body)
  return createJsonObject([
    ...Object.entries(errors),
    ...(common === undefined ? [] : [['body', common] as const]),
    [
      'catalogue',
      createJsonObject(
        Object.entries(catalogue as JsonObject)
          .filter(([name]) => usedEntries.has(name))
          .map(([name, entry]) => {
            const { on: _, ...own } = entry as JsonObject
            const body = bodies.get(name)
            const rest = body === undefined ? own : { ...own, body }
            const extensions = extensionsByEntry.get(name) ?? []
            return [
              name,
              extensions.length === 0
                ? rest
                : {
                    ...rest,
                    extensions: createJsonObject(extensions.map(({ name: member, slot }) => [member, convertExtensionToJson(slot)])),
                  },
            ]
          }),
      ),
    ],
  ])
}

function convertExtensionToJson(slot: CatalogueEntry['extensions'][number]['slot']): Json {
  if (slot.state !== 'shown') return { state: slot.state === 'gap' ? 'not shown' : slot.state }
  return slot.value.kind === 'text' ? slot.value.value.text : slot.value.value.value
}
