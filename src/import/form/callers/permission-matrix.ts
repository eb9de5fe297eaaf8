// Reads matrices of permissions: a column or a row for each role, with marks or actions in the cells.

import { singularize } from '../../names.ts'
import { isOpenToAll } from './caller-clauses.ts'
import type { Legend } from './legend.ts'
import type { FormCallers } from './callers.ts'
import { draftPlainText, takeLine } from '../draft.ts'
import { readLineIds } from '../id-columns.ts'
import { readRequests } from '../requests.ts'
import type { Form, FormTable, Statement } from '../statement.ts'
import { isFormOf } from '../states/triggers.ts'
import type { Words } from '../words.ts'

export type RoleColumn = { readonly name: string; readonly index: number }

type RoleNaming = { readonly legend: Legend; readonly callers: FormCallers; readonly words: Words }

type Permit = { readonly who: string; readonly note: string }

/** `id`: the name of the endpoint's line, such as `E12`. */
type Described = { readonly method: string; readonly path: string; readonly meaning: string; readonly id?: string }

export type PermissionMatrix = { permitFor(endpoint: Described): Permit | undefined }

/** The columns of roles: those with names of callers, and at least two beside each other whose cells are only marks. */
export function findRoleColumns(
  table: FormTable,
  used: readonly (number | undefined)[],
  { legend, callers, words }: RoleNaming,
): RoleColumn[] {
  const cellOf = (cells: readonly string[], index: number): string => simplifyCell(cells[index])
  const isMark = (cell: string): boolean =>
    words.marks.yes.test(cell) || words.marks.no.test(cell) || words.marks.nothing.test(cell) || words.ownCell.test(cell)
  const isMarked = (index: number): boolean =>
    table.rows.length > 1 &&
    table.rows.every(({ cells }) => isMark(cellOf(cells, index))) &&
    table.rows.some(({ cells }) => isPermitted(cellOf(cells, index), words))
  const names = table.headers.map((header) => {
    const name = draftPlainText(header).replaceAll(/[*`]/g, '').trim()
    // "Visitor (no login)"
    const [, plain, inside] = /^(\p{L}[\p{L} _/-]{0,30}?)\s*\(([^()]+)\)$/u.exec(name) ?? []
    return plain === undefined ? name : isOpenToAll(inside!, words) || words.noLogin.test(inside!) ? words.openCaller : plain
  })
  const isKnown = names.map((name, index) => !used.includes(index) && name !== '' && callers.isKnown(name))
  const isNamed = names.map((name, index) => !used.includes(index) && /^\p{L}[\p{L} _/-]{0,30}$/u.test(name) && isMarked(index))
  return names.flatMap((name, index) =>
    isKnown[index] === true || isNamed[index] === true ? [{ name: (legend.get(name)?.name ?? name).toLowerCase(), index }] : [],
  )
}

function simplifyCell(text: string | undefined): string {
  return draftPlainText(text ?? '')
    .replaceAll(/[*`]/g, '')
    .trim()
}

export function isPermitted(cell: string, words: Words): boolean {
  return cell !== '' && !words.marks.no.test(cell) && !words.marks.nothing.test(cell)
}

/** The callers of a row, with the restrictions that cells such as `own` state. */
export function permitOf(cells: readonly string[], columns: readonly RoleColumn[], words: Words): Permit {
  const all = columns.filter(({ index }) => isPermitted(simplifyCell(cells[index]), words))
  const notes = all.flatMap(({ name, index }) =>
    words.marks.yes.test(simplifyCell(cells[index])) || words.wholeCell.test(simplifyCell(cells[index]))
      ? []
      : [`${name}: ${simplifyCell(cells[index])}`],
  )
  // A mark below "Public" opens the endpoint to all callers, also beside marks of others.
  const isOpen = all.some(({ name, index }) => words.anyone.test(name) && words.marks.yes.test(simplifyCell(cells[index])))
  return isOpen ? { who: words.openCaller, note: '' } : { who: all.map(({ name }) => name).join(', '), note: notes.join('; ') }
}

/** `fits`: how well the row's label describes an endpoint; 0 if it does not. */
type Entry = {
  readonly label: string
  readonly fits: (endpoint: Described) => number
  readonly permit: Permit
  readonly statement: Statement
}

/** The matrices of part 5, and those of part 4 whose rows name actions instead of requests. `paths`: those of all endpoints. */
export function readPermissionMatrix({ sections }: Form, paths: readonly string[], naming: RoleNaming): PermissionMatrix {
  const entries = sections.flatMap(({ part, blocks }) =>
    part !== 'authentication' && part !== 'endpoints'
      ? []
      : blocks.flatMap((block) => {
          if (
            block.kind !== 'table' ||
            (part === 'endpoints' && block.rows.some(({ statement }) => readRequests(statement.text).length > 0))
          )
            return []
          return listEntries(block, paths, naming)
        }),
  )
  return {
    permitFor(endpoint) {
      const all = entries.map((entry) => ({ entry, fit: entry.fits(endpoint) }))
      const best = Math.max(0, ...all.map(({ fit }) => fit))
      const found = best === 0 ? [] : all.filter(({ fit }) => fit === best).map(({ entry }) => entry)
      if (found.length === 0 || new Set(found.map(({ label }) => label)).size > 1) return undefined
      for (const { statement } of found) takeLine(statement)
      const who = [...new Set(found.flatMap(({ permit }) => permit.who.split(', ')).filter((each) => each !== ''))].join(', ')
      return who === ''
        ? undefined
        : {
            who,
            note: found
              .map(({ permit }) => permit.note)
              .filter((each) => each !== '')
              .join('; '),
          }
    },
  }
}

function listEntries(table: FormTable, paths: readonly string[], naming: RoleNaming): Entry[] {
  const { words, callers, legend } = naming
  const columns = findRoleColumns(table, [0], naming)
  if (columns.length > 1) {
    const isMarks = columns.every(({ index }) =>
      table.rows.every(
        ({ cells }) =>
          words.marks.yes.test(simplifyCell(cells[index])) ||
          !isPermitted(simplifyCell(cells[index]), words) ||
          words.ownCell.test(simplifyCell(cells[index])),
      ),
    )
    return table.rows.flatMap(({ cells, statement }) => {
      const label = cells
        .filter((_, index) => !columns.some((each) => each.index === index))
        .map(simplifyCell)
        .filter((each) => each !== '')
        .join(' ')
      if (isMarks)
        return [{ label, fits: labelFit(label, paths, words), permit: withOwn(permitOf(cells, columns, words), label, words), statement }]
      return columns.flatMap(({ name, index }) => readVerbEntry(label, simplifyCell(cells[index]), name, statement, paths, words))
    })
  }
  // A row for each role.
  const roles = table.rows.map(({ cells }) => simplifyCell(cells[0]))
  if (roles.length < 2 || !roles.every((each) => callers.isKnown(each))) return []
  return table.rows.flatMap(({ cells, statement }, row) =>
    table.headers.slice(1).flatMap((header, index) => {
      const [label, cell] = [draftPlainText(header), simplifyCell(cells[index + 1])]
      const name = (legend.get(roles[row]!)?.name ?? roles[row]!).toLowerCase()
      if (!isPermitted(cell, words)) return []
      if (!words.marks.yes.test(cell) && !words.ownCell.test(cell)) return readVerbEntry(label, cell, name, statement, paths, words)
      return [
        {
          label,
          fits: labelFit(label, paths, words),
          permit: { who: name, note: words.marks.yes.test(cell) ? '' : `${name}: ${cell}` },
          statement,
        },
      ]
    }),
  )
}

/** "Change own application": the limit in the label is one of all its callers. */
function withOwn({ who, note }: Permit, label: string, { ownOnlyWord, wholeCell }: Words): Permit {
  const own = ownOnlyWord.exec(label)?.[0].trim()
  return { who, note: [note, own === undefined || wholeCell.test(own) ? '' : own].filter((each) => each !== '').join('; ') }
}

/** `applications` with a cell such as `read own, create`: the verbs of the cell, about the thing of the label. */
function readVerbEntry(label: string, cell: string, name: string, statement: Statement, paths: readonly string[], words: Words): Entry[] {
  if (!isPermitted(cell, words)) return []
  const thing = simplifyThing(label, words)
  const isAll = words.wholeCell.test(cell) || words.marks.yes.test(cell)
  const verbs = /^[CRUDL]{1,5}$/.test(cell)
    ? cell.split('').map((letter) => words.crudVerbs[letter]!)
    : cell.split(words.conjunction).map((each) => each.replace(words.ownOnlyWord, '').trim())
  const fits: Entry['fits'] = ({ method, path }) => {
    if (isAll) return callOf(path, paths, words).thing === thing ? 1 : 0
    return verbs.some((verb) => rankVerb(verb, thing, method, path, paths, words) > 0) ? 1 : 0
  }
  return [{ label: thing, fits, permit: { who: name, note: words.ownOnlyWord.test(cell) && !isAll ? `${name}: ${cell}` : '' }, statement }]
}

/** A label with a request, with the words of the endpoint, or with verbs and the thing of the endpoint, in either order. */
function labelFit(label: string, paths: readonly string[], words: Words): Entry['fits'] {
  const requests = readRequests(label).map(({ method, path }) => makeId(method, path))
  if (requests.length > 0) return ({ method, path }) => (requests.includes(makeId(method, path)) ? 4 : 0)
  const plain = simplifyWords(label, words)
  const tokens = simplifyWords(label.replace(words.ownOnlyWord, ' ').replaceAll(/\([^()]*\)/g, ' '), words)
    .split(' ')
    .filter((each) => !words.marks.nothing.test(each) && !/^(?:and|or|und|oder)$/.test(each))
  const ids = readLineIds(label)
  return ({ method, path, meaning, id = '' }) => {
    if (id !== '' && ids.has(id.toLowerCase())) return 4
    if (plain !== '' && simplifyWords(meaning, words) === plain) return 3
    const { thing } = callOf(path, paths, words)
    const name = thing.split(' ')
    const at = tokens.findIndex((_, index) => singularize(tokens.slice(index, index + name.length).join(' ')) === thing)
    if (at < 0 || (at > 0 && at + name.length < tokens.length)) return 0
    const verbs = at === 0 ? tokens.slice(name.length) : tokens.slice(0, at)
    return Math.max(0, ...verbs.map((verb) => rankVerb(verb, thing, method, path, paths, words)))
  }
}

type Call = {
  readonly thing: string
  /** The last segment, if it is an action. */
  readonly verb: string | undefined
  readonly isOne: boolean
}

/** `/calls/{id}/publish` is the action `publish` on a call, `/calls/{id}/notes` a collection of notes. */
function callOf(path: string, paths: readonly string[], words: Words): Call {
  const segments = path.split('/').filter((each) => each !== '')
  const own = listLiterals(path)
  const last = segments.at(-1) ?? ''
  const isCollection = singularize(last) !== last || paths.some((each) => each.startsWith(`/${last}`))
  const isVerb =
    own.length > 1 &&
    !last.startsWith('{') &&
    segments.at(-2)?.startsWith('{') === true &&
    !(isCollection && !words.verbMethods.some(([pattern]) => pattern.test(last)))
  return { thing: (isVerb ? own.at(-2) : own.at(-1)) ?? '', verb: isVerb ? last : undefined, isOne: last.startsWith('{') }
}

function rankVerb(verb: string, thing: string, method: string, path: string, paths: readonly string[], words: Words): number {
  const call = callOf(path, paths, words)
  if (call.thing !== thing) return 0
  if (call.verb !== undefined) return isFormOf(verb, call.verb, words) ? 3 : 0
  // If there is an action with this name, only that one is meant.
  if (paths.some((each) => callOf(each, paths, words).thing === thing && isFormOf(verb, callOf(each, paths, words).verb ?? '-', words)))
    return 0
  const methods = words.verbMethods.flatMap(([pattern, all]) => (listForms(verb).some((each) => pattern.test(each)) ? all : []))
  if (!methods.includes(method) || (method === 'POST' && call.isOne)) return 0
  return method === 'GET' && listForms(verb).some((each) => (call.isOne ? words.readOneVerb : words.listVerb).test(each)) ? 2 : 1
}

/** The verb of "creates", "creating" and "created". */
function listForms(verb: string): string[] {
  const stem = verb.toLowerCase().replace(/(?:ing|ed|s)$/, '')
  return [verb.toLowerCase(), stem, `${stem}e`]
}

/** The names of lines in a label: `E3`, `E1, E2`, `E4–E7`. */
function makeId(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
}

function listLiterals(path: string): string[] {
  return path
    .split('/')
    .filter((each) => each !== '' && !each.startsWith('{'))
    .map((each) => singularize(each.toLowerCase().replaceAll(/[_-]+/g, ' ')))
}

function simplifyThing(text: string, words: Words): string {
  return singularize(simplifyWords(text, words))
}

function simplifyWords(text: string, { articles }: Words): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d ]+/gu, ' ')
    .replaceAll(new RegExp(`\\b${articles}\\b`, 'gu'), ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
