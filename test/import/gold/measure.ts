// Compares an imported document with a hand-written list of its form's content: right, wrong, open or missed, by kind.

import { spellInAscii } from '../../../src/import/names.ts'

export const goldKinds = ['fields', 'transitions', 'endpoints', 'errors', 'limits', 'lists'] as const

export type GoldKind = (typeof goldKinds)[number]

/** `key`: the subject of a line; `says`: its cells, each with its alternatives; `?` means that the form leaves it open. */
type GoldLine = { readonly key: string; readonly says: readonly string[] }

export type Gold = { readonly [kind in GoldKind]: readonly GoldLine[] }

export type Measure = {
  readonly kind: GoldKind
  readonly all: number
  readonly right: number
  readonly wrong: readonly string[]
  readonly open: readonly string[]
  readonly missed: readonly string[]
  readonly more: readonly string[]
}

/** A list has lines `KEY | CELL | CELL` under headings `[fields]`. */
export function readGold(text: string): Gold {
  const found: { [kind in GoldKind]: GoldLine[] } = { fields: [], transitions: [], endpoints: [], errors: [], limits: [], lists: [] }
  let kind: GoldKind | undefined
  for (const line of text
    .split('\n')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('#'))) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) kind = goldKinds.find((each) => each === heading)
    else if (kind !== undefined) {
      const [key = '', ...says] = line.split('|').map((each) => each.trim())
      const [, owner = '', states = ''] = (kind === 'transitions' ? /^(.*?: )(.*) ->/.exec(key) : null) ?? []
      for (const from of states.split(/\s*,\s*/))
        found[kind].push({ key: states === '' ? key : `${owner}${from}${key.slice(owner.length + states.length)}`, says })
    }
  }
  return found
}

type Row = { readonly heading: string; readonly part: string; readonly cells: { readonly [column: string]: string } }

function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let [part, heading] = ['', '']
  let headers: readonly string[] | undefined
  for (const line of text.split('\n')) {
    part = /^## (\d)/.exec(line)?.[1] ?? part
    heading = /^### (.*)$/.exec(line)?.[1] ?? (line.startsWith('## ') ? '' : heading)
    if (!line.startsWith('|')) headers = undefined
    else if (headers === undefined) headers = cellsOf(line)
    else if (!/^\|[\s|:-]+\|$/.test(line))
      rows.push({ heading, part, cells: Object.fromEntries(cellsOf(line).map((cell, index) => [headers![index] ?? '', cell])) })
  }
  return rows
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((each) => each.trim())
}

/** The content of the document, as lines of a list. */
export function saidBy(text: string): Gold {
  const rows = rowsOf(text)
  const at = (row: Row, column: string): string => row.cells[column] ?? ''
  const states = new Set(rows.filter((row) => row.part === '3' && 'to' in row.cells).map(({ heading }) => heading))
  const lines = (list: readonly GoldLine[]): readonly GoldLine[] => list
  return {
    fields: rows
      .filter((row) => row.part === '2' && 'field' in row.cells)
      .map((row) => {
        const key = `${row.heading.replace(/ \(.*$/, '')}.${at(row, 'field')}`
        return { key, says: [states.has(key) ? 'state' : at(row, 'type'), at(row, 'must'), at(row, 'default'), at(row, 'rules')] }
      }),
    transitions: rows
      .filter((row) => row.part === '3' && 'to' in row.cells && at(row, 'to') !== '(waits)')
      .flatMap((row) =>
        at(row, 'from')
          .split(/\s*,\s*/)
          .map((from) => ({ key: `${row.heading.replace(/\..*$/, '')}: ${from} -> ${at(row, 'to')}`, says: [at(row, 'on')] })),
      ),
    endpoints: lines(
      rows
        .filter((row) => row.part === '4' && 'does' in row.cells)
        .map((row) => ({ key: at(row, 'endpoint'), says: [at(row, 'who') === 'anyone' ? 'anyone' : at(row, '(who)'), at(row, 'status')] })),
    ),
    errors: rows
      .filter((row) => row.part === '7' && 'error' in row.cells)
      .map((row) => ({ key: at(row, 'error'), says: [at(row, 'status')] })),
    limits: rows.flatMap((row): GoldLine[] => {
      if (row.part === '8' && 'limit' in row.cells)
        return [{ key: `${at(row, 'value')} per ${at(row, 'per')}`, says: [at(row, 'at once')] }]
      if (row.part === '8' && 'key' in row.cells) return [{ key: at(row, 'key'), says: [at(row, 'value')] }]
      if (row.part === '1' && 'setting' in row.cells) return [{ key: `setting ${at(row, 'default')}`, says: [] }]
      return []
    }),
    lists: rows
      .filter((row) => row.part === '4' && 'list' in row.cells)
      .map((row) => ({ key: at(row, 'list'), says: [at(row, 'page'), at(row, 'filter'), at(row, 'order')] })),
  }
}

/** By role, the other roles whose callers are its callers too: `caller.role == "clerk" || admin` of the role `clerk`. */
function readIncluded(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    rowsOf(text)
      .filter((row) => row.part === '5' && 'role' in row.cells)
      .map(({ cells }) => [
        cells['role']!,
        Array.from((cells['means'] ?? '').replaceAll('\\|', '|').matchAll(/\|\| (\w+)(?=`| \|\|)/g), ([, name]) => name!),
      ]),
  )
}

export function measure(text: string, gold: Gold): Measure[] {
  const said = saidBy(text)
  const included = readIncluded(text)
  return goldKinds.map((kind) => {
    const left = [...said[kind]]
    // The list may name each role that another one includes.
    const withIncluded = (cell: string): string =>
      [...new Set(cell.split(/\s*,\s*/).flatMap((name) => [name, ...(included.get(name) ?? [])]))].join(', ')
    const isSame = (wanted: string, cell: string): boolean =>
      isSameCell(wanted, cell) || (kind === 'endpoints' && isSameCell(wanted, withIncluded(cell)))
    const members = kind === 'fields' ? membersOf(gold.fields, said.fields) : new Map<string, string>()
    const result = {
      kind,
      all: gold[kind].length,
      right: 0,
      wrong: [] as string[],
      open: [] as string[],
      missed: [] as string[],
      more: [] as string[],
    }
    for (const { key, says } of gold[kind]) {
      const isOf = (each: GoldLine): boolean => normalKey(kind, members.get(each.key) ?? each.key) === normalKey(kind, key)
      // Two moves may have the same states and different causes.
      const fitting = left.findIndex(
        (each) => isOf(each) && says.every((wanted, cell) => wanted === '?' || isSame(wanted, each.says[cell] ?? '')),
      )
      const index = fitting >= 0 ? fitting : left.findIndex(isOf)
      if (index < 0) {
        result.missed.push(key)
        continue
      }
      const [found] = left.splice(index, 1)
      const isKey =
        kind === 'fields' &&
        /\bkey\b/.test(found!.says[3] ?? '') &&
        says[3] !== undefined &&
        /\b(?:key|unique)\b(?! with)/.test(says[3]) &&
        says[3].split(/\s*,\s*/).every((rule) => /^(?:key|unique|never changes|read-only)$/.test(rule))
      // A key is unique, is always there and never changes; a field that the list does not call unique is no key.
      const pairs = says.map((wanted, cell): readonly [string, string] =>
        isKey && cell % 2 === 1 ? [wanted, wanted] : [wanted, found!.says[cell] ?? ''],
      )
      // A unique field may be the key: the document says less than the list, and nothing wrong.
      const isLess = (wanted: string, cell: string): boolean => wanted === 'key' && /\bunique\b(?! with)/.test(cell)
      const isWrong = (wanted: string, cell: string): boolean =>
        wanted !== '?' && !isSame(wanted, cell) && cell !== 'not shown' && cell !== '' && !isLess(wanted, cell)
      if (pairs.some(([wanted, cell]) => isWrong(wanted, cell)))
        result.wrong.push(
          `${key}: ${pairs
            .filter(([wanted, cell]) => isWrong(wanted, cell))
            .map(([wanted, cell]) => `"${cell}", not "${wanted}"`)
            .join('; ')}`,
        )
      else if (pairs.every(([wanted, cell]) => wanted === '?' || isSame(wanted, cell))) result.right++
      else
        result.open.push(
          `${key}: ${pairs
            .filter(([wanted, cell]) => wanted !== '?' && !isSame(wanted, cell))
            .map(([wanted]) => wanted)
            .join('; ')}`,
        )
    }
    result.more.push(...left.map(({ key }) => key))
    return result
  })
}

/**
 * Names of states with spaces are those with underscores, `maxKw` is `max_kw`, and a number of years is one, whatever its notation; otherwise
 * the order of words joined by commas means nothing.
 */
function normalKey(kind: GoldKind, key: string): string {
  if (kind === 'fields') return normal(key.replaceAll(/(?<=\p{Ll}|\d)(?=\p{Lu})/gu, '_'))
  if (kind === 'limits') return normal(key.replace(/^setting P(\d+)[YM]$/, 'setting $1'))
  return normal(
    kind === 'transitions'
      ? key.replace(/^[^:]*/, singleName).replace(/(?<=^[^:]*: ).*$/, (move: string) =>
          move
            .split(' -> ')
            .map((state) => state.trim().replaceAll(/[ -]/g, '_'))
            .join(' -> '),
        )
      : key,
  )
}

/** `maintenance_window` as `MaintenanceWindow`. */
function singleName(name: string): string {
  return name.replaceAll(/[_ -]/g, '')
}

function normal(text: string): string {
  return spellInAscii(text)
    .replaceAll(/\{[^}]*\}/g, (found) => (/^\{\d/.test(found) ? found : '{}'))
    .toLowerCase()
    .split(/\s*,\s*/)
    .sort()
    .join(', ')
}

function isSameCell(wanted: string, cell: string): boolean {
  return (
    normal(inNotation(wanted)) === normal(inNotation(cell)) ||
    (/\bgroup$/.test(wanted) && normal(wanted.replace(/\bgroup$/, '')) === normal(cell.replace(/\b[A-Z]\w*$/, '')))
  )
}

/** A cell in one of several notations for the same kind of value. */
function inNotation(cell: string): string {
  return (
    cell
      .replaceAll('\\|', '|')
      // Some values of a choice stand in code.
      .replace(/^(?:list (?:\S+ )?of )?one of .*$/, (choice) => choice.replaceAll('`', ''))
      .replaceAll(/(?<=\[)[^^\]]+(?=\])/g, (characters) => (characters.match(/.-.|./g) ?? []).sort().join(''))
      .replace(/^url\b/, 'uri')
      .replace(/^text 0(?=\.\.)/, 'text ')
      .replace(/^time$/, () => 'text like `^([01][0-9]|2[0-3]):[0-5][0-9]$`')
      .replaceAll(/(\d)\.0+(?!\d)/g, '$1')
      .replace(/^[\p{L}]+(?:[- ]\p{L}+)+$/u, (words) => words.replaceAll(' ', '-'))
      .replace(
        /^text (\d*)\.\.(\d+) like `\^(\[[^\]]+\])\*\$`$/,
        (_, least: string, most: string, set: string) => `text like \`^${set}{${least === most ? least : `${least || 0},${most}`}}$\``,
      )
  )
}

/** By their names in the document, the members of groups as a list writes them: `Stay.next_of_kin.name` for `StayNextOfKin.name`. */
function membersOf(gold: readonly GoldLine[], said: readonly GoldLine[]): ReadonlyMap<string, string> {
  const groups = gold.filter(({ key }) => gold.some((each) => each.key.startsWith(`${key}.`)))
  return new Map(
    groups.flatMap(({ key }) => {
      const shape = /\b([A-Z]\w*)$/.exec(
        said.find((each) => normalKey('fields', each.key) === normalKey('fields', key))?.says[0] ?? '',
      )?.[1]
      return shape === undefined
        ? []
        : said
            .filter((each) => each.key.startsWith(`${shape}.`))
            .map((each) => [each.key, `${key}.${each.key.slice(shape.length + 1)}`] as const)
    }),
  )
}

export function printMeasure(measures: readonly Measure[], all: boolean): string {
  return measures
    .map(({ kind, all: count, right, wrong, open, missed, more }) => {
      const details = all
        ? [
            ['wrong', wrong],
            ['open', open],
            ['missed', missed],
            ['more', more],
          ].flatMap(([name, lines]) => (lines as readonly string[]).map((line) => `    ${name as string}: ${line}`))
        : []
      return [
        `  ${kind}: ${right} of ${count} right, ${wrong.length} wrong, ${open.length} open, ${missed.length} missed, ${more.length} more`,
        ...details,
      ].join('\n')
    })
    .join('\n')
}
