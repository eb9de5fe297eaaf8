// Reads part 3 of a form: states and transitions, from tables, arrows and sentences.

import { askQuestion, mapColumns, draftPlainText, takeLine, type FormDraft } from './draft.ts'
import { type FormMachine, type Move, type StateWords, arrow, marks, stateFields, stateName, namesOfStates } from './machine.ts'
import { withLead } from './move-arrows.ts'
import { readMoveTable } from './move-tables.ts'
import { ownerPrefix, readFinals, readMoveText } from './move-texts.ts'
import { printMachine } from './print-machine.ts'
import { type Resource, type FormResources, readOwner } from './resource.ts'
import { endColumns, stateWords } from './state-words.ts'
import type { FormVerbs } from './triggers.ts'
import type { Form, FormSection, FormTable, Statement } from './statement.ts'
import type { Words } from './words.ts'

export function readFormMachines(
  form: Form,
  resources: FormResources,
  draft: FormDraft,
  verbs: FormVerbs,
  words: Words,
): readonly FormMachine[] {
  const machines = new Map<Resource, FormMachine>()
  const sections = form.sections.filter(({ part }) => part === 'states')
  const states = stateWords(sections, resources, words)
  const texts = new Map<Resource, Statement[]>()
  let last: Resource | undefined
  const unowned: Statement[] = []
  for (const section of sections) {
    // A heading with the name of a state begins the moves from it.
    const state = stateHeading(section.title, states, resources)
    let owner =
      state === undefined
        ? section.level > 2
          ? (findOwner(section.title, resources) ?? findMentioned(section.title, resources))
          : undefined
        : (resources.all.find((each) => states.of(each).some((name) => name.toLowerCase() === state)) ?? last)
    let ofTable: Resource | undefined
    for (const [index, block] of section.blocks.entries()) {
      if (block.kind === 'text') {
        const named = findOwner(block.statement.text, resources) ?? findTitledOwner(section.blocks, index, resources)
        // "The attribute Rental.lifecycle takes the values of the following table".
        const ofField = section.blocks[index + 1]?.kind === 'table' ? findOwnerOfField(block.statement.text, resources) : undefined
        if (ofField !== undefined) {
          owner = ofField
          ofTable = undefined
          takeLine(block.statement)
          continue
        }
        if ((block.statement.kind === 'sentence' || /^\S+$/.test(block.statement.text)) && named !== undefined) {
          owner = named
          block.statement.outcome ??= 'prose'
          continue
        }
        const [, before] = ownerPrefix.exec(block.statement.text) ?? []
        const prefixed = before === undefined ? undefined : resources.named(before)
        // "collect: available => out" names a transition if the states are the owner's.
        const single = owner ?? findOnlyOwner(resources, words)
        const isOwn =
          single !== undefined &&
          states
            .of(single)
            .some((state) => new RegExp(`(?<![\\p{L}_-])${state}(?![\\p{L}_-])`, 'iu').test(states.joinNames(block.statement.text)))
        const isUnknown =
          !isOwn &&
          before !== undefined &&
          prefixed === undefined &&
          arrow.test(block.statement.text) &&
          !words.final.some((pattern) => pattern.test(block.statement.text.replaceAll('**', '')))
        if (block.statement.kind === 'sentence') owner = isUnknown ? undefined : (prefixed ?? owner)
        // Below a name, or after it in the same paragraph, the text describes that resource.
        const sentence =
          section.isLed !== true && (owner === undefined || block.statement.kind === 'sentence')
            ? findNamedWithin(block.statement.text, resources)
            : undefined
        owner ??= block.statement.kind === 'sentence' ? findMentioned(block.statement.text, resources) : undefined
        const of =
          findOwnerOfStates(
            states.joinNames(block.statement.text.replace(words.guarded, '$1')),
            prefixed ?? sentence ?? owner,
            resources,
            states,
          ) ??
          prefixed ??
          sentence ??
          owner ??
          (isUnknown ? undefined : findOnlyOwner(resources, words))
        if (sentence !== undefined && block.statement.kind === 'sentence') owner = sentence
        if (of === undefined && block.statement.kind === 'sentence') unowned.push(block.statement)
        if (of !== undefined) texts.set(of, [...(texts.get(of) ?? []), block.statement])
        const led = state === undefined || arrow.test(block.statement.text) ? withLead(block, words) : `${state}: ${block.statement.text}`
        if (of !== undefined)
          readMoveText(
            openMachine(machines, of, states, words),
            block.statement,
            words,
            states.joinNames(led),
            findSentenceBefore(section.blocks, index),
            state === undefined ? undefined : true,
          )
      } else {
        const byStates = findOwnerByStates(block, resources, words)
        // The owner of the table before need not be the owner of this one.
        const nearest = owner === ofTable ? (byStates ?? owner) : (owner ?? byStates)
        const of = findOwnerByHeader(block, resources) ?? nearest ?? findOnlyOwner(resources, words)
        if (of !== undefined) readMoveTable(openMachine(machines, of, states, words), block, verbs.verbsOf(of), words)
        if (owner === ofTable) [owner, ofTable] = [of, of]
      }
    }
    last = owner ?? last
  }
  const found = [...machines.values()].filter(({ moves }) => moves.length > 0)
  // "`denied` and `retired` are sinks" names no resource.
  for (const statement of unowned)
    if (found[0] !== undefined && readFinals(found[0], statement.text.replaceAll(marks, ''), statement, words)) takeLine(statement)
  for (const machine of found) shareFinals(machine, found)
  for (const machine of found) dropForeign(machine, found, words)
  for (const machine of found) dropDrawn(machine)
  for (const machine of found) renameStart(machine, words)
  for (const machine of found) startByDefault(machine)
  for (const machine of found) startByMention(machine, texts.get(machine.resource) ?? [], words)
  for (const machine of found) printMachine(machine, draft, verbs, words)
  return found
}

/** "`denied` and `retired` are sinks": one sentence may be about the states of several resources. */
function shareFinals({ finals }: FormMachine, all: readonly FormMachine[]): void {
  for (const [state, statement] of finals) {
    const fitting = all.filter(({ moves }) => moves.some(({ to }) => to === state))
    for (const each of fitting) if (!each.finals.has(state)) each.finals.set(state, statement)
  }
}

/** Drops a move from a state of another resource: its sentence states when this resource starts, not its former state. */
function dropForeign({ moves }: FormMachine, all: readonly FormMachine[], words: Words): void {
  const own = new Set(moves.map(({ to }) => to))
  for (const move of moves.filter(({ statement }) => statement.kind === 'sentence')) {
    const isForeign = move.from.every(
      (state) =>
        state !== '(new)' && !own.has(state) && all.some((each) => each.moves !== moves && each.moves.some(({ to }) => to === state)),
    )
    if (!isForeign) continue
    moves.splice(moves.indexOf(move), 1)
    askQuestion(move.statement, words.ask.ends())
  }
}

function stateHeading(title: string, states: StateWords, resources: FormResources): string | undefined {
  const name = title.replaceAll(/[*`"“”]|\s*\([^()]*\)|^\d+(?:\.\d+)*\.?\s+/g, '').trim()
  const state = states.joinNames(name).toLowerCase()
  return name !== '' && states.all.has(state) && findOwner(name, resources) === undefined ? state : undefined
}

function findSentenceBefore(blocks: FormSection['blocks'], index: number): Statement | undefined {
  const [block, before] = [blocks[index], blocks[index - 1]]
  return block?.kind === 'text' &&
    before?.kind === 'text' &&
    before.paragraph === block.paragraph &&
    (before.statement.kind === 'sentence' || before.statement.kind === block.statement.kind)
    ? before.statement
    : undefined
}

/** "Claim status": the header of the states' column names the resource. */
function findOwnerByHeader({ headers }: FormTable, resources: FormResources): Resource | undefined {
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
function findOwnerByStates(table: FormTable, { all }: FormResources, words: Words): Resource | undefined {
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
function findOwnerOfStates(text: string, nearest: Resource | undefined, { all }: FormResources, states: StateWords): Resource | undefined {
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
function findOwnerOfField(text: string, resources: FormResources): Resource | undefined {
  const found = new Set(
    Array.from(text.matchAll(/\b([A-Za-z]\w*)\.([a-z]\w*)\b/g), ([, name, field]) => {
      const resource = resources.named(name!)
      return resource?.fields.has(field!) === true ? resource : undefined
    }).filter((each) => each !== undefined),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/** The one resource that has a field for its state. */
function findOnlyOwner({ all }: FormResources, words: Words): Resource | undefined {
  const owners = all.filter(
    ({ isShape, fields, statements }) =>
      !isShape && (stateFields.some((name) => fields.has(name)) || [...statements.values()].some(({ text }) => words.seeStates.test(text))),
  )
  return owners.length === 1 ? owners[0] : undefined
}

/** The only resource that a sentence names, or the only one of them with states. */
function findMentioned(text: string, resources: FormResources): Resource | undefined {
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

function findOwner(text: string, resources: FormResources): Resource | undefined {
  const name = readOwner(text)
  return name === undefined
    ? undefined
    : (resources.named(name) ?? resources.named(name.replace(/[ _-]?(?:states?|status|lifecycle|zustand|zustände)$/i, '')))
}

/** "**Progress of a burial**": the only resource in a line above a table or a list. */
function findTitledOwner(blocks: FormSection['blocks'], index: number, resources: FormResources): Resource | undefined {
  const [block, next] = [blocks[index], blocks[index + 1]]
  if (block?.kind !== 'text' || block.statement.kind !== 'sentence' || next === undefined) return undefined
  const isAbove = next.kind === 'table' || (next.statement.kind !== 'sentence' && next.paragraph !== block.paragraph)
  const text = block.statement.text.trim()
  const isTitle = /^(?:\*\*[^*]+\*\*|__[^_]+__|[^.;!?]+):?$/.test(text) && text.split(/\s+/).length < 10 && !arrow.test(text)
  return isAbove && isTitle ? findMentioned(text, resources) : undefined
}

/** "A loan moves from …": the resource that a sentence begins with. */
function findNamedWithin(text: string, resources: FormResources): Resource | undefined {
  const [, name] = /^(?:(?:an?|the|every|each|new|eine?|neue[rs]?|jede[rs]?) )*[`*]*(\w+)/i.exec(text) ?? []
  return name === undefined ? undefined : resources.named(name)
}

/** The machine of the field with the state: `status` or `state`, or the one whose text refers to part 3. */
function openMachine(machines: Map<Resource, FormMachine>, resource: Resource, states: StateWords, words: Words): FormMachine {
  const referring = [...resource.statements].filter(([, { text }]) => words.seeStates.test(text))
  const ending = [...resource.fields.keys()].filter((each) => /_(?:status|state)$|[a-z](?:Status|State)$/.test(each))
  const field =
    stateFields.find((each) => resource.fields.has(each)) ??
    (referring.length === 1 ? referring[0]![0] : ending.length === 1 ? ending[0]! : (states.fieldOf(resource) ?? 'status'))
  const machine = machines.get(resource) ?? { resource, moves: [], finals: new Map(), field, names: new Set(), states }
  machines.set(resource, machine)
  return machine
}

/** "new -> open": if nothing leads to `new`, and the field does not list it, records start there. */
function renameStart({ moves, resource, field }: FormMachine, words: Words): void {
  const listed =
    resource.fields
      .get(field)
      ?.type.replace(/^one of /, '')
      .split(', ') ?? []
  if (moves.some(({ from }) => from[0] === '(new)')) return
  for (const [index, move] of moves.entries()) {
    const [state] = move.from
    const isStart =
      move.from.length === 1 && words.newState.test(state!) && !listed.includes(state!) && !moves.some(({ to }) => to === state)
    if (isStart) moves[index] = { ...move, from: ['(new)'] }
  }
}

/** Records start in the default of the field, if nothing else states the start. */
function startByDefault({ moves, resource, field }: FormMachine): void {
  const state = resource.fields.get(field)?.default ?? ''
  const statement = resource.statements.get(field)
  const isState = moves.some(({ from, to }) => to === state || from.includes(state))
  if (statement !== undefined && isState && !moves.some(({ from }) => from[0] === '(new)'))
    moves.unshift({ from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement })
}

/** Records start in the only state without a move to it, if a text before all moves describes only that state. */
function startByMention(machine: FormMachine, texts: readonly Statement[], words: Words): void {
  const { moves, states } = machine
  const first = Math.min(...moves.map(({ statement }) => statement.line))
  const open = new Set(moves.flatMap(({ from }) => from).filter((state) => !moves.some(({ to }) => to === state)))
  const [state] = open
  if (state === undefined || open.size > 1 || moves.some(({ from }) => from[0] === '(new)')) return
  const about = texts.filter(({ line, text }) => {
    const named = new Set(
      states
        .joinNames(text)
        .replaceAll(marks, '')
        .toLowerCase()
        .split(/[^\p{L}\d_-]+/u)
        .filter((word) => states.all.has(word)),
    )
    return line < first && named.size === 1 && named.has(state.toLowerCase()) && !words.noMove.test(text)
  })
  if (about.length === 1) moves.unshift({ from: ['(new)'], to: state, trigger: '', guard: '', more: '', statement: about[0]! })
  if (about.length === 1) takeLine(about[0]!)
}

/** Drops a move without a cause, as in a diagram, if a move with the same states has a cause. */
function dropDrawn({ moves }: FormMachine): void {
  const isSaid = (move: Move): boolean =>
    moves.some((each) => each !== move && each.to === move.to && each.trigger !== '' && move.from.every((from) => each.from.includes(from)))
  for (const move of moves.filter((each) => each.trigger === '' && each.from[0] !== '(new)' && isSaid(each))) {
    moves.splice(moves.indexOf(move), 1)
    takeLine(move.statement)
  }
  const starts = moves.filter(({ from }) => from[0] === '(new)')
  for (const move of starts.slice(1)) {
    if (move.to !== starts[0]!.to || move.trigger !== '' || move.guard !== '') continue
    moves.splice(moves.indexOf(move), 1)
    takeLine(move.statement)
  }
}
