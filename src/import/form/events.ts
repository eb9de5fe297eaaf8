// Reads part 6 of a form: events, from tables and lists.

import { type FormDraft, askQuestion, mapColumns, namesInText, draftPlainText, openTable, takeLine } from './draft.ts'
import type { FormResources } from './resource.ts'
import type { FormMachine } from './states/machine.ts'
import type { Form, Statement } from './statement.ts'
import { isFormOf } from './states/triggers.ts'
import type { Words } from './words.ts'

export type EventNames = { readonly resources: FormResources; readonly machines: readonly FormMachine[] }

const recordEvents: ReadonlySet<string> = new Set(['created', 'updated', 'deleted'])

/** The change that an event's name describes: `booking.confirmed`, `order.created`, `permit.lapsed`. */
function findCause(event: string, { resources, machines }: EventNames, words: Words): string | undefined {
  const [, thing, change] = /^([A-Za-z][\w-]*)[.:]([A-Za-z][\w-]*)$/.exec(event) ?? []
  const resource = thing === undefined ? undefined : resources.named(thing.replaceAll(/[_-]/g, ' '))
  if (resource === undefined || resource.isShape || change === undefined) return undefined
  if (recordEvents.has(change)) return `${resource.name}.${change}`
  const moves = machines.find((each) => each.resource === resource)?.moves.filter(({ from }) => from[0] !== '(new)') ?? []
  const names = new Set(
    [...(machines.find((each) => each.resource === resource)?.names ?? [])].filter(
      (name) => /^[A-Za-z][\w-]*$/.test(name) && isFormOf(change, name, words),
    ),
  )
  const [only] = names
  const entering = moves.filter(({ to }) => to === change)
  if (names.size === 1 && entering.length <= 1) return `${resource.name}.${only}`
  return entering.length > 0 && names.size <= 1 ? `entry ${resource.name}.${change}` : undefined
}

/** The members of an event's data, if all of them are fields of its resource. */
function convertEventData(event: string, payload: string, { resources }: EventNames): string | undefined {
  const resource = resources.named(/^\w+/.exec(event)?.[0] ?? '')
  const names = namesInText(payload)
  if (resource !== undefined && names.length === 1 && resources.named(names[0]!) === resource) return resource.name
  return resource !== undefined && names.length > 0 && names.every((each) => resource.fields.has(each))
    ? `{ ${names.join(', ')} }`
    : undefined
}

const eventForm = /^[a-z]\w*(?:[.:_-]\w+)*$/i

export function readEvents(form: Form, draft: FormDraft, known: EventNames, words: Words): void {
  const seen = new Map<string, number>()
  const add = (name: string, meaning: string, statement: Statement, payload = ''): void => {
    const before = seen.get(name)
    if (before !== undefined) {
      if (before !== statement.line) askQuestion(statement, words.ask.sameLine(name, before))
      return
    }
    seen.set(name, statement.line)
    openTable(draft, 'events', 'events', ['event', 'on', 'data', 'meaning']).rows.push({
      cells: {
        event: name,
        on: findCause(name, known, words) ?? 'not shown',
        data: convertEventData(name, payload, known) ?? 'not shown',
        meaning,
      },
      statement,
    })
    takeLine(statement)
    const { cells } = openTable(draft, 'events', 'events', []).rows.at(-1)!
    if (cells['on'] === 'not shown') askQuestion(statement, words.ask.event(name))
    else if (cells['data'] === 'not shown') askQuestion(statement, words.ask.eventData(name, cells['on']!))
  }
  for (const { blocks } of form.sections.filter(({ part }) => part === 'events')) {
    for (const block of blocks) {
      if (block.kind === 'table') {
        const at = mapColumns(block.headers, ['id', 'event', 'data'], words)
        if (at.event === undefined || at.event !== (at.id === 0 ? 1 : 0)) continue
        for (const { cells, statement } of block.rows) {
          const names = namesInText(cells[at.event] ?? '')
          const meaning = draftPlainText(
            cells
              .slice(at.event + 1)
              .filter((each) => each !== '')
              .join('; '),
          )
          if (names.every((each) => eventForm.test(each)))
            for (const name of names) add(name, meaning, statement, at.data === undefined ? '' : cells[at.data])
        }
      } else if (block.statement.kind === 'item') {
        const [, list, meaning = ''] =
          /^((?:[*]*`[a-z]\w*(?:\.\w+)*`[*]*(?:\s*,\s*)?)+)\s*(.*)$/.exec(block.statement.text) ??
          /^\*{0,2}([a-z]\w*\.\w[\w.]*)\*{0,2}\s*[-–—:(]\s*(.*)$/.exec(block.statement.text) ??
          []
        if (list !== undefined && (list.includes('.') || block.statement.text.length < 60))
          for (const name of namesInText(list)) add(name, draftPlainText(meaning).replace(/^[-–—:]\s*/, ''), block.statement)
      }
    }
  }
}
