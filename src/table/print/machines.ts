// Prints part 3 as tables: a machine under its heading, and the steps of its transitions.

import type { Entry, MapNode, Node, Scalar } from '../../document/node.ts'
import { findEntryOf } from '../../document/node.ts'
import { printPairs, printText } from '../cell/by-shape.ts'
import { readCode, printExpression, readExpression, readPairCells } from '../cell/expression.ts'
import { printTypeCell } from '../cell/print-type.ts'
import { printTime, readTime } from '../cell/time.ts'
import { makeVerbatimScalar } from '../cell/node.ts'
import { readInputCell } from '../kinds/machines.ts'
import { readEffect } from '../kinds/effect-rows.ts'
import type { TypeNameLookup } from './fields.ts'
import { type PrintedPart, type PrintedTable, asCell, checkCell, isName, mapMember, printSameText } from './printed.ts'

/** Steps by their effects: their names, and their rows. */
type Steps = {
  readonly named: Map<string, { readonly name: string; readonly rows: readonly (readonly string[])[] }>
  readonly used: Set<string>
}

const header = ['from', 'on', 'takes', 'if', 'sets', 'then', 'to']
const stepHeader = ['step', 'for each', 'if', 'does', 'which', 'with', 'as']

/** `usedNames`: names of steps that the part already uses. */
export function printMachines(map: MapNode, names: TypeNameLookup, usedNames: Set<string>): readonly PrintedPart[] {
  return map.entries.flatMap((each): readonly PrintedPart[] => {
    const steps: Steps = { named: new Map(), used: new Set(usedNames) }
    const machine =
      each.value.kind === 'map' && /^\w+\.\w+$/.test(each.key.text) ? printMachine(each.key.text, each.value, names, steps) : undefined
    if (machine === undefined) return [{ yaml: { ...map, entries: [each] } }]
    for (const name of steps.used) usedNames.add(name)
    const rows = [...steps.named.values()].flatMap((step) => step.rows)
    return rows.length === 0 ? [machine] : [machine, { header: stepHeader, rows }]
  })
}

function printMachine(name: string, machine: MapNode, names: TypeNameLookup, steps: Steps): PrintedTable | undefined {
  const initial = findEntryOf(machine, 'initial')?.value
  const states = mapMember(machine, 'states')
  if (initial?.kind !== 'scalar' || states === undefined || machine.entries.length !== 2 || !isName(initial.text)) return undefined
  const rows: (readonly string[])[] = [['(new)', '', '', '', '', '', initial.text]]
  const ends: string[] = []
  for (const { key, value } of states.entries) {
    const rowsOfState = value.kind === 'map' && isName(key.text) ? stateRows(key.text, value, names, steps) : undefined
    if (rowsOfState === undefined) return undefined
    const [only] = rowsOfState
    const isEnd = rowsOfState.length === 1 && only![1] === '' && only![6] === '(end)'
    if (isEnd) ends.push(key.text)
    else {
      // Keeps the order of states: final states share a row only if no other state is between them.
      if (ends.length > 0) rows.push([ends.splice(0).join(', '), '', '', '', '', '', '(end)'])
      rows.push(...rowsOfState)
    }
  }
  if (ends.length > 0) rows.push([ends.join(', '), '', '', '', '', '', '(end)'])
  return { heading: name, header, rows }
}

function stateRows(state: string, value: MapNode, names: TypeNameLookup, steps: Steps): readonly (readonly string[])[] | undefined {
  if (value.entries.length === 0) return [[state, '', '', '', '', '', '(waits)']]
  const rows: (readonly string[] | undefined)[] = []
  for (const { key, value: content } of value.entries) {
    switch (key.text) {
      case 'type':
        rows.push(
          content.kind === 'scalar' && content.text === 'final' && content.style === 'plain' && value.entries.length === 1
            ? [state, '', '', '', '', '', '(end)']
            : undefined,
        )
        break
      case 'on':
      case 'after':
      case 'every':
        if (content.kind !== 'map' || content.entries.length === 0) return undefined
        for (const cause of content.entries) {
          if (key.text === 'every' && cause.value.kind === 'map' && findEntryOf(cause.value, 'rrule') !== undefined) {
            rows.push(printRecurringRow(state, cause.key, cause.value, names, steps))
            continue
          }
          const on = key.text === 'on' ? (isName(cause.key.text) ? cause.key.text : undefined) : printTimed(key.text, cause.key)
          const candidates = cause.value.kind === 'list' ? cause.value.items : [cause.value]
          if (on === undefined || candidates.length === 0 || (cause.value.kind === 'list' && candidates.length === 1)) return undefined
          rows.push(...candidates.map((candidate) => printCandidateRow(state, on, candidate, names, steps)))
        }
        break
      case 'at':
        if (content.kind !== 'map' || content.entries.length === 0) return undefined
        rows.push(...content.entries.map(({ key: name, value: candidate }) => printMomentRow(state, name, candidate, names, steps)))
        break
      case 'always': {
        const candidates = content.kind === 'list' ? content.items : [content]
        rows.push(...candidates.map((candidate) => printCandidateRow(state, '(always)', candidate, names, steps)))
        break
      }
      case 'entry':
      case 'exit':
        rows.push(printCandidateRow(state, key.text === 'entry' ? '(enter)' : '(leave)', content, names, steps))
        break
      default:
        return undefined
    }
  }
  return rows.includes(undefined) ? undefined : (rows as string[][])
}

function printTimed(kind: string, time: Scalar): string | undefined {
  const text = checkCell(printTime(time.text), readTime, time)
  return text === undefined ? undefined : `${kind} ${text}`
}

/** A timer under `at`: the cell has its name and time, the other columns its further keys. */
function printMomentRow(state: string, name: Scalar, candidate: Node, names: TypeNameLookup, steps: Steps): readonly string[] | undefined {
  const time = candidate.kind === 'map' ? findEntryOf(candidate, 'time')?.value : undefined
  if (candidate.kind !== 'map' || time?.kind !== 'scalar' || !isName(name.text)) return undefined
  const moment = checkCell(printExpression(time), readExpression, time)
  const rest = { ...candidate, entries: candidate.entries.filter(({ key }) => key.text !== 'time') }
  return moment === undefined ? undefined : printCandidateRow(state, `at ${name.text}: ${moment}`, rest, names, steps)
}

/** A recurrence under `every`: the cell has its name, rule and zone. */
function printRecurringRow(
  state: string,
  name: Scalar,
  candidate: MapNode,
  names: TypeNameLookup,
  steps: Steps,
): readonly string[] | undefined {
  const [rule, zone] = ['rrule', 'zone'].map((key) => findEntryOf(candidate, key)?.value)
  const isPlain = (node: Node | undefined): boolean => node === undefined || (node.kind === 'scalar' && node.style === 'plain')
  if (rule?.kind !== 'scalar' || !isPlain(rule) || !isPlain(zone) || !isName(name.text)) return undefined
  const place = zone?.kind === 'scalar' ? ` in ${zone.text}` : ''
  const rest = { ...candidate, entries: candidate.entries.filter(({ key }) => key.text !== 'rrule' && key.text !== 'zone') }
  return printCandidateRow(state, `every ${name.text}: ${rule.text}${place}`, rest, names, steps)
}

const printPairCell = (map: MapNode, sign: '=' | ':'): string | undefined =>
  checkCell(
    printPairs(map, sign, (node) => (node.kind === 'scalar' ? printExpression(node) : undefined)),
    (cell) => readPairCells(cell, sign, readExpression),
    map,
  )

function printCandidateRow(
  state: string,
  cause: string,
  candidate: Node,
  names: TypeNameLookup,
  steps: Steps,
): readonly string[] | undefined {
  if (candidate.kind !== 'map') return undefined
  const printableKeys = new Set(['target', 'input', 'guard', 'set', 'then'])
  if (candidate.entries.some(({ key }) => !printableKeys.has(key.text))) return undefined
  const [target, input, then] = ['target', 'input', 'then'].map((key) => findEntryOf(candidate, key)?.value)
  const [guard, set] = [mapMember(candidate, 'guard'), mapMember(candidate, 'set')]
  const cells = [
    input === undefined ? '' : printTakes(input, names),
    guard === undefined ? '' : printPairCell(guard, ':'),
    set === undefined ? '' : printPairCell(set, '='),
    then === undefined ? '' : printThen(then, steps),
    target === undefined ? '(stays)' : target.kind === 'scalar' && isName(target.text) ? target.text : undefined,
  ]
  const isOdd =
    (findEntryOf(candidate, 'guard') !== undefined && guard === undefined) ||
    (findEntryOf(candidate, 'set') !== undefined && set === undefined)
  return isOdd || cells.includes(undefined) ? undefined : [state, cause, ...(cells as string[])]
}

function printTakes(input: Node, names: TypeNameLookup): string | undefined {
  if (input.kind !== 'map') return undefined
  const properties = mapMember(input, 'properties')
  const ref = findEntryOf(input, '$ref')?.value
  if (ref?.kind === 'scalar' && input.entries.length === 1 && /^[A-Z]\w*$/.test(ref.text)) return ref.text
  const required = findEntryOf(input, 'required')?.value
  const isRequired = (name: string): boolean =>
    required?.kind === 'list' && required.items.some((item) => item.kind === 'scalar' && item.text === name)
  const fields = properties?.entries.map(({ key, value }) => {
    const type = value.kind === 'map' ? printTypeCell(value, (name) => names.isResource(name)) : undefined
    return type === undefined ? undefined : `${key.text}: ${type}${isRequired(key.text) ? ', required' : ''}`
  })
  return fields === undefined || fields.includes(undefined) ? undefined : checkCell(fields.join('; '), readInputCell, input)
}

/** The names of steps; effects without a step get a new one. */
function printThen(then: Node, steps: Steps): string | undefined {
  if (then.kind !== 'list' || then.items.length === 0) return undefined
  const id = printSameText(then)
  const existing = steps.named.get(id)
  if (existing !== undefined) return existing.name
  const effects = then.items.map((item) => printEffectRow(item))
  if (effects.includes(undefined)) return undefined
  const name = makeName(nameOf(then.items[0]!), steps.used)
  steps.used.add(name)
  steps.named.set(id, { name, rows: effects.map((cells) => [name, ...cells!]) })
  return name
}

/** A name for a step by its first effect, such as `product-take`. */
function nameOf(effect: Node): string {
  const verbs =
    effect.kind === 'map' ? effect.entries.filter(({ key }) => ['create', 'update', 'delete', 'call', 'transition'].includes(key.text)) : []
  const [verb] = verbs
  const subject = verb?.value.kind === 'scalar' ? verb.value.text : 'step'
  const words = verb?.key.text === 'transition' ? subject.split('.').toReversed().join('-') : `${verb?.key.text ?? 'do'}-${subject}`
  return words
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .toLowerCase()
}

function makeName(baseName: string, used: ReadonlySet<string>): string {
  let name = baseName
  for (let count = 2; used.has(name); count++) name = `${baseName}-${count}`
  return name
}

/** `line in this.lines`; undefined if a cell cannot express it. */
function printLoop(loop: Node): string | undefined {
  if (loop.kind !== 'map') return undefined
  const [list, as] = [findEntryOf(loop, 'in')?.value, findEntryOf(loop, 'as')?.value]
  return list?.kind === 'scalar' && as?.kind === 'scalar' ? `${as.text} in ${printExpression(list)}` : undefined
}

function printAssignments(assigned: Node): string | undefined {
  return assigned.kind === 'map' ? printPairCell(assigned, '=') : undefined
}

function printAlias(alias: Node | undefined): string | undefined {
  if (alias === undefined) return ''
  return alias.kind === 'scalar' ? alias.text : undefined
}

function printEffectRow(effect: Node): readonly string[] | undefined {
  if (effect.kind !== 'map') return undefined
  const members = new Map(effect.entries.map(({ key, value }: Entry) => [key.text, value]))
  const [verb, ...more] = ['create', 'update', 'delete', 'call', 'transition'].filter((key) => members.has(key))
  const subject = verb === undefined ? undefined : members.get(verb)
  const loop = members.get('for')
  const code = (key: string): string | undefined => {
    const value = members.get(key)
    if (value === undefined) return ''
    return value.kind === 'scalar' ? checkCell(printExpression(value), readExpression, value) : undefined
  }
  const by = members.get('by')
  const assigned = members.get(verb === 'create' || verb === 'update' ? 'set' : 'input')
  if (subject?.kind !== 'scalar' || more.length > 0) return undefined
  const cells = [
    loop === undefined ? '' : printLoop(loop),
    code('if'),
    verb === 'transition' ? subject.text : `${verb} ${subject.text}`,
    by?.kind === 'map' ? printPairCell(by, '=') : code('by'),
    assigned === undefined ? '' : printAssignments(assigned),
    printAlias(members.get('as')),
  ]
  if (cells.includes(undefined)) return undefined
  const row = {
    cells: new Map(stepHeader.slice(1).flatMap((name, index) => (cells[index] === '' ? [] : [[name, asCell(cells[index]!)] as const]))),
    extra: [],
    span: effect.span,
  }
  const reparsed = readEffect(row, { reportCell: () => undefined })
  return reparsed !== undefined && printSameText(reparsed) === printSameText(effect) ? (cells as string[]) : undefined
}

/** A text for people. */
export function printProseCell(node: Node | undefined): string | undefined {
  if (node === undefined) return ''
  return node.kind === 'scalar'
    ? checkCell(printText(node), (cell) => readCode(cell) ?? makeVerbatimScalar(cell), { ...node, value: node.text, style: 'double' })
    : undefined
}
