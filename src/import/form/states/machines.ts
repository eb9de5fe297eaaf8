// Reads part 3 of a form: states and transitions, from tables, arrows and sentences.

import { takeLine, type FormDraft } from '../draft.ts'
import { readFinals } from './final-states.ts'
import { withLabelState } from './label-states.ts'
import { type FormMachine, type StateWords, arrow, marks, ownStates, stateFields } from './machine.ts'
import { completeMachines } from './machine-ends.ts'
import {
  findMentioned,
  findNamedWithin,
  findOnlyOwner,
  findOwner,
  findOwnerByHeader,
  findOwnerByStates,
  findOwnerOfField,
  findOwnerOfStates,
  findTitledOwner,
  stateHeading,
} from './machine-owners.ts'
import { withLead } from './move-arrows.ts'
import { readMoveTable } from './move-tables.ts'
import { ownerPrefix, readMoveText } from './move-texts.ts'
import { printMachine } from './print-machine.ts'
import type { Resource, FormResources } from '../resource.ts'
import { stateWords } from './state-words.ts'
import type { FormVerbs } from './triggers.ts'
import type { Form, FormSection, FormTable, FormText, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** The state of reading part 3. */
type Reading = {
  readonly resources: FormResources
  readonly verbs: FormVerbs
  readonly words: Words
  readonly states: StateWords
  readonly machines: Map<Resource, FormMachine>
  readonly texts: Map<Resource, Statement[]>
  /** Sentences that name no resource. */
  readonly unowned: Statement[]
  /** The owner of the section before. */
  last: Resource | undefined
}

/** A section, with the resource that its texts describe so far. */
type Place = {
  readonly section: FormSection
  /** The state in the heading of the section, from which its moves lead. */
  readonly state: string | undefined
  owner: Resource | undefined
  /** The owner, if only a table has named it. */
  ofTable: Resource | undefined
}

export function readFormMachines(
  form: Form,
  resources: FormResources,
  draft: FormDraft,
  verbs: FormVerbs,
  words: Words,
): readonly FormMachine[] {
  const sections = form.sections.filter(({ part }) => part === 'states')
  const states = stateWords(sections, resources, words)
  const reading: Reading = { resources, verbs, words, states, machines: new Map(), texts: new Map(), unowned: [], last: undefined }
  for (const section of sections) readSection(section, reading)
  const found = [...reading.machines.values()].filter(({ moves }) => moves.length > 0)
  // "`denied` and `retired` are sinks" names no resource.
  for (const statement of reading.unowned)
    if (found[0] !== undefined && readFinals(found[0], statement.text.replaceAll(marks, ''), statement, words)) takeLine(statement)
  completeMachines(found, reading.texts, words)
  for (const machine of found) printMachine(machine, draft, verbs, words)
  return found
}

function readSection(section: FormSection, reading: Reading): void {
  const { resources, states } = reading
  // A heading with the name of a state begins the moves from it.
  const state = stateHeading(section.title, states, resources)
  const titled = section.level > 2 ? (findOwner(section.title, resources) ?? findMentioned(section.title, resources)) : undefined
  const owner =
    state === undefined
      ? titled
      : (resources.all.find((each) => states.of(each).some((name) => name.toLowerCase() === state)) ?? reading.last)
  const place: Place = { section, state, owner, ofTable: undefined }
  for (const [index, block] of section.blocks.entries()) {
    if (block.kind === 'table') readTable(block, place, reading)
    else if (!announcesOwner(block, index, place, reading)) readText(block, index, place, reading)
  }
  reading.last = place.owner ?? reading.last
}

function readTable(table: FormTable, place: Place, reading: Reading): void {
  const { resources, verbs, words } = reading
  const byStates = findOwnerByStates(table, resources, words)
  // The owner of the table before need not be the owner of this one.
  const nearest = place.owner === place.ofTable ? (byStates ?? place.owner) : (place.owner ?? byStates)
  const of = findOwnerByHeader(table, resources) ?? nearest ?? findOnlyOwner(resources, words)
  if (of !== undefined) readMoveTable(openMachine(of, reading), table, verbs.verbsOf(of), words)
  if (place.owner === place.ofTable) Object.assign(place, { owner: of, ofTable: of })
}

/** True for a text that only names the resource of what follows. */
function announcesOwner({ statement }: FormText, index: number, place: Place, { resources }: Reading): boolean {
  const { blocks } = place.section
  // "The attribute Rental.lifecycle takes the values of the following table".
  const ofField = blocks[index + 1]?.kind === 'table' ? findOwnerOfField(statement.text, resources) : undefined
  if (ofField !== undefined) {
    Object.assign(place, { owner: ofField, ofTable: undefined })
    takeLine(statement)
    return true
  }
  const named = findOwner(statement.text, resources) ?? findTitledOwner(blocks, index, resources)
  if (named === undefined || !(statement.kind === 'sentence' || /^\S+$/.test(statement.text))) return false
  place.owner = named
  statement.outcome ??= 'prose'
  return true
}

function readText(block: FormText, index: number, place: Place, reading: Reading): void {
  const { texts, unowned, states, words } = reading
  const { statement } = block
  const of = ownerOfText(statement, place, reading)
  if (of === undefined) {
    if (statement.kind === 'sentence') unowned.push(statement)
    return
  }
  texts.set(of, [...(texts.get(of) ?? []), statement])
  const machine = openMachine(of, reading)
  const sentence = withLead(block, words)
  const labelled = sentence === statement.text ? withLabelState(block, ownStates(machine), states, words) : sentence
  const led =
    labelled !== statement.text || place.state === undefined || arrow.test(statement.text) ? labelled : `${place.state}: ${statement.text}`
  readMoveText(machine, statement, words, {
    whole: states.joinNames(led),
    before: findSentenceBefore(place.section.blocks, index),
    ...(place.state === undefined ? {} : { isLed: true }),
  })
}

/** The resource that a text is about, which the following texts of the section may be about, too. */
function ownerOfText({ kind, text }: Statement, place: Place, { resources, states, words }: Reading): Resource | undefined {
  const isSentence = kind === 'sentence'
  const [, before] = ownerPrefix.exec(text) ?? []
  const prefixed = before === undefined ? undefined : resources.named(before)
  // "collect: available => out" names a transition if the states are the owner's.
  const single = place.owner ?? findOnlyOwner(resources, words)
  const isOwn =
    single !== undefined &&
    states.of(single).some((state) => new RegExp(`(?<![\\p{L}_-])${state}(?![\\p{L}_-])`, 'iu').test(states.joinNames(text)))
  const isUnknown =
    !isOwn &&
    before !== undefined &&
    prefixed === undefined &&
    arrow.test(text) &&
    !words.final.some((pattern) => pattern.test(text.replaceAll('**', '')))
  if (isSentence) place.owner = isUnknown ? undefined : (prefixed ?? place.owner)
  // Below a name, or after it in the same paragraph, the text describes that resource.
  const sentence = place.section.isLed !== true && (place.owner === undefined || isSentence) ? findNamedWithin(text, resources) : undefined
  place.owner ??= isSentence ? findMentioned(text, resources) : undefined
  const nearest = prefixed ?? sentence ?? place.owner
  const of =
    findOwnerOfStates(states.joinNames(text.replace(words.guarded, '$1')), nearest, resources, states) ??
    nearest ??
    (isUnknown ? undefined : findOnlyOwner(resources, words))
  if (sentence !== undefined && isSentence) place.owner = sentence
  return of
}

function findSentenceBefore(blocks: FormSection['blocks'], index: number): Statement | undefined {
  const [block, before] = [blocks[index], blocks[index - 1]]
  // A numbered list continues the sentence above it.
  return block?.kind === 'text' &&
    before?.kind === 'text' &&
    (before.paragraph === block.paragraph || before.paragraph + 1 === block.paragraph) &&
    (before.statement.kind === 'sentence'
      ? before.paragraph === block.paragraph || block.statement.kind === 'item'
      : before.paragraph === block.paragraph && before.statement.kind === block.statement.kind)
    ? before.statement
    : undefined
}

/** The machine of the field with the state: `status` or `state`, or the one whose text refers to part 3. */
function openMachine(resource: Resource, { machines, states, words }: Reading): FormMachine {
  const referring = [...resource.statements].filter(([, { text }]) => words.seeStates.test(text))
  const ending = [...resource.fields.keys()].filter((each) => /_(?:status|state)$|[a-z](?:Status|State)$/.test(each))
  const field =
    stateFields.find((each) => resource.fields.has(each)) ??
    (referring.length === 1 ? referring[0]![0] : ending.length === 1 ? ending[0]! : (states.fieldOf(resource) ?? 'status'))
  const machine = machines.get(resource) ?? { resource, moves: [], finals: new Map(), field, names: new Set(), states }
  machines.set(resource, machine)
  return machine
}
