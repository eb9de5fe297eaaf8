// Converts part 2: the resources that the paths address, views for their responses, and referenced shapes.

import type { DraftPart } from '../print.ts'
import { type DraftEntry, draftEntry, printSourceNote, gap, list, map, question, draftText } from '../draft.ts'
import { isSingle, isAlike, readTypes } from './fields.ts'
import { normaliseSpelling } from '../names.ts'
import type { MadeValue } from './made-values.ts'
import type { SourceResource } from './resources.ts'
import { draftShownSchema, draftPropertyEntry } from './schema.ts'
import { type At, findMember, readTextAt } from './spec.ts'
import type { Views } from './views.ts'
import type { ImportContext } from './work.ts'

/** Called last, because it contains the references of the other parts. */
export function draftResourcesPart(work: ImportContext, views: Views): DraftPart {
  const resources = work.resources.map((each) => draftResourceEntry(each, work))
  const allViews = views.all()
  const shapes = work.shapes.writeAll((at, notes) => draftShownSchema(at, work, notes))
  if (resources.length === 0 && shapes.length === 0) {
    return { notes: [question('no path leads to a record, and no operation lists any: what does the service keep?')], value: gap }
  }
  return {
    notes: [],
    value: map(
      ...resources,
      allViews.length === 0 ? undefined : draftEntry('views', map(...allViews)),
      shapes.length === 0 ? undefined : draftEntry('$defs', map(...shapes)),
    ),
  }
}

/** Writes the parts of the resource that the source determines. */
export function draftResourceEntry(resource: SourceResource, work: ImportContext): DraftEntry {
  const { name, fields, key, parents } = resource
  const { spec } = work
  const own = [...key.filter((each) => each.isOfPath), ...parents]
  const properties = [...fields.properties].map(([property, at]) => {
    const written = draftPropertyEntry(property, at, work)
    if (key.some((each) => each.property === property)) {
      removeNull(written)
    }
    generateValue(written, work.made.of(resource, property), at, work)
    const other = findReferred(property, resource, work)
    if (other !== undefined) written.notes.push(question(`is it the key of a ${other}, so that it is \`{ $ref: ${other} }\`?`))
    return written
  })
  const ofPath = own.map((each) => {
    const written = draftPropertyEntry(each.property, each.at, work)
    written.notes.unshift(`from the path alone: the schema does not show it`)
    generateValue(written, work.made.of(resource, each.property), each.at, work)
    return written
  })
  const required = [
    ...new Set([...key.map((each) => each.property), ...[...fields.required].filter((each) => fields.properties.has(each))]),
  ]
  for (const each of fields.required)
    if (!fields.properties.has(each)) work.leftOut.add(`That \`${each}\` is required, which no schema lists`, fields.at.pointer)
  const unique = [...resource.items.values()].flatMap((parts) => {
    const [last] = [parts.at(-1)]
    return parts.length === 1 && last !== undefined && !last.isOfPath && !key.some((each) => each.property === last.property)
      ? [last.property]
      : []
  })
  const singles = [...fields.properties].filter(([, at]) => isSingle(at, spec)).map(([each]) => `\`${each}\``)
  return draftEntry(
    name,
    map(
      key.length === 0
        ? draftEntry(
            'key',
            gap,
            question(
              `what identifies a ${name}? No path says it${singles.length === 0 ? '' : `; it has ${singles.slice(0, 8).join(', ')}${singles.length > 8 ? ' …' : ''}`}.`,
            ),
          )
        : draftEntry('key', key.length === 1 ? draftText(key[0]!.property) : list(key.map((each) => each.property))),
      fields.title === undefined ? undefined : draftEntry('title', draftText(fields.title)),
      fields.description === undefined ? undefined : draftEntry('description', draftText(fields.description)),
      draftEntry('properties', map(...ofPath, ...properties)),
      required.length === 0 ? undefined : draftEntry('required', list(required)),
      unique.length === 0 ? undefined : draftEntry('unique', list([...new Set(unique)])),
    ),
    printSourceNote(fields.at.pointer),
    ...(resource.only === undefined
      ? []
      : [
          question(
            `which values does it have from the start? \`records\` gives them; without them, nothing is found before the first \`put\`.`,
          ),
        ]),
  )
}

/** Only the service gives the value. */
function generateValue(written: DraftEntry, made: MadeValue | undefined, at: At, { spec, standsIn }: ImportContext): void {
  if (made === undefined || written.value.kind !== 'map') return
  const { entries } = written.value
  if (made === 'key') {
    const stand = standsIn ? standInGeneration(spec.follow(at)) : undefined
    entries.push(draftEntry('generate', stand === undefined ? gap : draftText(stand)))
    written.notes.push(question('how does the service make it: `uuidv7`, `uuidv4`, `sequence`, or by an expression?'))
  } else if (!entries.some(({ key }) => key === 'default')) {
    entries.push(draftEntry('generate', draftText(made === 'created' ? 'now' : 'now-on-update')))
    written.notes.push(question(`is it the time at which the record was ${made}? Only its name says so, and no request gives it.`))
  }
}

/** To try out the service: numbers in sequence, or texts that may be UUIDs. */
function standInGeneration(at: At): string | undefined {
  const types = readTypes(at)
  if (types.includes('integer')) return 'sequence'
  const isFree = ['pattern', 'maxLength', 'enum', 'const'].every((key) => findMember(at, key).value === undefined)
  return types.includes('string') && isFree && /^(?:uuid)?$/.test(readTextAt(at, 'format') ?? '') ? 'uuidv4' : undefined
}

/** A key always has a value, even if the source's schema allows null. */
function removeNull(written: DraftEntry): void {
  const type = written.value.kind === 'map' ? written.value.entries.find(({ key }) => key === 'type') : undefined
  if (type?.value.kind !== 'list') return
  const [first, ...more] = type.value.items.filter((each) => each.kind !== 'text' || each.text !== 'null')
  if (first === undefined) return
  type.value = more.length === 0 ? first : list([first, ...more])
  written.notes.push('the schema admits null, and a record is found by this: it has a value')
}

/** Another resource whose name the property has, with a key of the property's type. */
function findReferred(property: string, { name }: SourceResource, { resources, spec }: ImportContext): string | undefined {
  const candidates = resources.filter((other) => {
    const [key, ...more] = other.key
    if (key === undefined || more.length > 0 || other.name === name || key.isOfPath) return false
    return (
      normaliseSpelling(property) === `${normaliseSpelling(other.name)}${normaliseSpelling(key.property)}` &&
      normaliseSpelling(key.property) !== ''
    )
  })
  const [only, ...more] = candidates
  const at = only && resources.find((each) => each.name === name)?.fields.properties.get(property)
  return only !== undefined && more.length === 0 && at !== undefined && isAlike(at, only.key[0]!.at, spec) ? only.name : undefined
}
