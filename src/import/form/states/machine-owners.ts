// Finds the resource whose states a heading, a table or a text of part 3 describes.

import { mapColumns, draftPlainText } from '../draft.ts'
import { type StateWords, arrow, marks, stateFields, stateName, namesOfStates } from './machine.ts'
import { type Resource, type FormResources, readOwner } from '../resource.ts'
import { endColumns } from './state-words.ts'
import type { FormSection, FormTable } from '../statement.ts'
import type { Words } from '../words.ts'

/** "Claim status": the header of the states' column names the resource. */
export function findOwnerByHeader({ headers }: FormTable, resources: FormResources): Resource | undefined {
  const owners = new Set(
    headers
      .flatMap((header) =>
        /^.*\S[ _-]?(?:states?|status|zustand)$/i.test(draftPlainText(header).trim()) ? [findOwner(draftPlainText(header), resources)] : [],
      )
      .filter((each) => each !== undefined),
  )
  return owners.size === 1 ? [...owners][0] : undefined
}

/** The only resource with a field that lists the target states of a table. */
export function findOwnerByStates(table: FormTable, { all }: FormResources, words: Words): Resource | undefined {
  const at = mapColumns(table.headers, ['from', 'to'], words)
  const to = at.to ?? endColumns(table, words)?.to
  const states = table.rows.flatMap(({ cells }) => (to === undefined ? [] : namesOfStates(cells[to] ?? '', words).map(stateName)))
  const owners = all.filter(({ fields }) =>
    [...fields.values()].some(({ type }) => {
      const listed = type.replace(/^one of /, '').split(', ')
      return states.length > 0 && states.every((each) => listed.includes(each))
    }),
  )
  return owners.length === 1 ? owners[0] : undefined
}

/** Another resource than the nearest, if only that one has all states of the text, at least two. */
export function findOwnerOfStates(
  text: string,
  nearest: Resource | undefined,
  { all }: FormResources,
  states: StateWords,
): Resource | undefined {
  const words = new Set(
    text
      .replaceAll(marks, '')
      .toLowerCase()
      .split(/[^\p{L}\d_-]+/u),
  )
  const counted = all.map((resource) => ({ resource, count: states.of(resource).filter((each) => words.has(each.toLowerCase())).length }))
  const most = Math.max(0, ...counted.map(({ count }) => count))
  const best = counted.filter(({ count }) => count === most)
  return most < 2 || best.length > 1 || counted.find(({ resource }) => resource === nearest)?.count === most ? undefined : best[0]!.resource
}

/** The only resource whose field a text names: `Rental.lifecycle`. */
export function findOwnerOfField(text: string, resources: FormResources): Resource | undefined {
  const found = new Set(
    Array.from(text.matchAll(/\b([A-Za-z]\w*)\.([a-z]\w*)\b/g), ([, name, field]) => {
      const resource = resources.named(name!)
      return resource?.fields.has(field!) === true ? resource : undefined
    }).filter((each) => each !== undefined),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/** The one resource that has a field for its state. */
export function findOnlyOwner({ all }: FormResources, words: Words): Resource | undefined {
  const owners = all.filter(
    ({ isShape, fields, statements }) =>
      !isShape && (stateFields.some((name) => fields.has(name)) || [...statements.values()].some(({ text }) => words.seeStates.test(text))),
  )
  return owners.length === 1 ? owners[0] : undefined
}

/** The only resource that a sentence names, or the only one of them with states. */
export function findMentioned(text: string, resources: FormResources): Resource | undefined {
  const found = new Set(
    text
      .split(/[^\p{L}\d_-]+/u)
      .filter((word) => word.length > 2)
      .map((word) => resources.named(word))
      .filter((each) => each !== undefined && !each.isShape),
  )
  const withState = [...found].filter((each) => stateFields.some((name) => each!.fields.has(name)))
  return found.size === 1 ? [...found][0] : withState.length === 1 ? withState[0] : undefined
}

export function findOwner(text: string, resources: FormResources): Resource | undefined {
  const name = readOwner(text)
  return name === undefined
    ? undefined
    : (resources.named(name) ?? resources.named(name.replace(/[ _-]?(?:states?|status|lifecycle|zustand|zustände)$/i, '')))
}

/** "**Progress of a burial**": the only resource in a line above a table or a list. */
export function findTitledOwner(blocks: FormSection['blocks'], index: number, resources: FormResources): Resource | undefined {
  const [block, next] = [blocks[index], blocks[index + 1]]
  if (block?.kind !== 'text' || block.statement.kind !== 'sentence' || next === undefined) return undefined
  const isAbove = next.kind === 'table' || (next.statement.kind !== 'sentence' && next.paragraph !== block.paragraph)
  const text = block.statement.text.trim()
  // "The following changes of a sample are possible, and no others:" introduces the table, however long it is.
  const isTitle =
    /^(?:\*\*[^*]+\*\*|__[^_]+__|[^.;!?]+):?$/.test(text) &&
    (text.split(/\s+/).length < 10 || (next.kind === 'table' && text.endsWith(':'))) &&
    !arrow.test(text)
  return isAbove && isTitle ? findMentioned(text, resources) : undefined
}

/** "A loan moves from …": the resource that a sentence begins with. */
export function findNamedWithin(text: string, resources: FormResources): Resource | undefined {
  // "The status of a sample is taken at first".
  const [, of] =
    /^(?:the |der |die )?(?:states?|status|stage|zustand) (?:of (?:an?|the|each|every)|eine[rs]|der|des) [`*]*(\w+)/i.exec(text) ?? []
  if (of !== undefined && resources.named(of) !== undefined) return resources.named(of)
  const [, name] = /^(?:(?:an?|the|every|each|new|eine?|neue[rs]?|jede[rs]?) )*[`*]*(\w+)/i.exec(text) ?? []
  return name === undefined ? undefined : resources.named(name)
}

export function stateHeading(title: string, states: StateWords, resources: FormResources): string | undefined {
  const name = title.replaceAll(/[*`"“”]|\s*\([^()]*\)|^\d+(?:\.\d+)*\.?\s+/g, '').trim()
  const state = states.joinNames(name).toLowerCase()
  return name !== '' && states.all.has(state) && findOwner(name, resources) === undefined ? state : undefined
}
