// One form with its structure written in many ways: the headings of resources, the tables, and where callers stand. All say the same.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { measure, printMeasure, readGold } from './gold/measure.ts'
import { environment } from './import.ts'

const form = readFileSync(join(import.meta.dirname, 'form/kayaks.md'), 'utf8')
const gold = readGold(readFileSync(join(import.meta.dirname, 'gold/kayaks.txt'), 'utf8'))

type Change = (text: string) => string

/** Changes the text of one part. */
function inPart(part: number, change: Change): Change {
  return (text) =>
    text
      .split(/^(?=## )/m)
      .map((each) => (each.startsWith(`## ${part}`) ? change(each) : each))
      .join('')
}

/** The headings of part 2, in other words. */
const named = (title: (name: string, number: number) => string): Change =>
  inPart(2, (text) => {
    let number = 0
    return text.replaceAll(/^### (.*)$/gm, (_, name: string) => title(name, ++number))
  })

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((each) => each.trim())

/** Each table, from its headers and rows. */
const tables =
  (change: (headers: string[], rows: string[][]) => string[]): Change =>
  (text) =>
    text.replaceAll(/(?:^\|.*\n)+/gm, (table) => {
      const [headers, , ...rows] = table.trimEnd().split('\n').map(cellsOf)
      return `${change(headers!, rows).join('\n')}\n`
    })

type Endpoint = { readonly request: string; readonly does: string; readonly who: string; readonly status: string; readonly id: number }

/** The endpoints in another layout; `allowed`: what part 5 says of them. */
const endpoints = (write: (each: Endpoint) => string, head = '', allowed?: (all: readonly Endpoint[]) => string): Change => {
  const all: Endpoint[] = form
    .split('\n')
    .filter((line) => /^\| (?:GET|POST|DELETE)/.test(line))
    .map((line, index) => {
      const [method, path, does, who, status] = cellsOf(line)
      return { request: `${method!} ${path!}`, does: does!, who: who!, status: status!, id: index + 1 }
    })
  const listed = inPart(4, (text) => text.replace(/(?:^\|.*\n)+/m, `${head}${all.map(write).join('\n')}\n`))
  return allowed === undefined ? listed : (text) => inPart(5, (own) => `${own.trimEnd()}\n\n${allowed(all)}\n\n`)(listed(text))
}

const idsOf = (all: readonly Endpoint[], who: string): number[] =>
  all.filter((each) => each.who.split(', ').includes(who)).map(({ id }) => id)

const pad = (cell: string, width: number): string => cell.padEnd(width + 3)

const layouts: { readonly [name: string]: Change } = {
  'names of tables': named((name) => `### tbl_${name.toLowerCase()}s`),
  'names of files': named((name) => `### ${name.toLowerCase()}s.json`),
  'names of classes': named((name) => `### ${name}Dto`),
  'headings that go on': named((name) => `### A ${name.toLowerCase()} has`),
  brackets: named((name) => `### [${name}]`),
  'numbers with letters': named((name, number) => `### R${number} ${name}`),
  'two names': named((name) => `### ${name} / item`),
  overviews: named((name) => `### Overview of ${name.toLowerCase()}s`),
  'columns of text': tables((headers, rows) => {
    const widths = headers.map((header, at) => Math.max(...[headers, ...rows].map((row) => row[at]!.length), header.length))
    const line = (row: readonly string[]): string =>
      row
        .map((cell, at) => pad(cell, widths[at]!))
        .join('')
        .trimEnd()
    return ['```', line(headers), widths.map((width) => '-'.repeat(width)).join('   '), ...rows.map(line), '```']
  }),
  'quoted values with commas': tables((headers, rows) => [
    '```csv',
    ...[headers, ...rows].map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')),
    '```',
  ]),
  'names with labelled facts below them': tables((headers, rows) =>
    rows.flatMap(([name, ...facts]) => [
      `- **${name!}**`,
      ...facts.flatMap((fact, at) => (fact === '' ? [] : [`  - ${headers[at + 1]!}: ${fact}`])),
    ]),
  ),
  'lists of labelled facts': tables((headers, rows) =>
    rows.flatMap((facts) => ['', ...facts.map((fact, at) => `- ${headers[at]!}: ${fact === '' ? '–' : fact}`), '']),
  ),
  'labelled facts behind each name': tables((headers, rows) =>
    rows.map(
      ([name, ...facts]) => `- ${name!}: ${facts.flatMap((fact, at) => (fact === '' ? [] : [`${headers[at + 1]!}: ${fact}`])).join('; ')}`,
    ),
  ),
  'methods in small letters': endpoints(
    ({ request, does, who, status }) => `- ${request.replace(/^\w+/, (verb) => verb.toLowerCase())} – ${does} (${who}), ${status}`,
  ),
  'a table of properties for each endpoint': endpoints(
    ({ request, does, who, status }) =>
      `### ${does}\n\n| Property | Value |\n| --- | --- |\n| Method | ${request.split(' ')[0]!} |\n| Path | ${request.split(' ')[1]!} |\n| Who | ${who} |\n| Success | ${status} |\n`,
  ),
  'names of limits from code': (text) => text.replace('| Request size |', '| BODY_MAX |'),
  'callers by number': endpoints(
    ({ request, does, status, id }) => `${id}. \`${request}\` – ${does}, ${status}`,
    '',
    (all) =>
      `Anybody can look at the kayaks (${idsOf(all, 'anyone').join(', ')}). Members can do their part (${idsOf(all, 'member').join(', ')}). Wardens can do the rest, 2 to 9, except 4 and 8.`,
  ),
  'callers by the names of lines': endpoints(
    ({ request, does, status, id }) => `| E${id} | ${request} | ${does} | ${status} |`,
    '| ID | Call | Purpose | Success |\n| --- | --- | --- | --- |\n',
    (all) =>
      [
        '| Role | Calls |',
        '| --- | --- |',
        ...['anyone', 'member', 'warden'].map(
          (who) =>
            `| ${who} | ${idsOf(all, who)
              .map((id) => `E${id}`)
              .join(', ')} |`,
        ),
      ].join('\n'),
  ),
}

for (const [name, change] of Object.entries({ 'its own layout': (text: string) => text, ...layouts })) {
  test(`a form says the same in ${name}`, () => {
    const text = change(form)
    const imported = importForm({ name: 'kayaks.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
    assert.ok(!('problem' in imported))
    const measures = measure(imported.text, gold)
    assert.ok(
      measures.every(({ right, all, wrong }) => right === all && wrong.length === 0),
      `${text}\n${printMeasure(measures, true)}`,
    )
  })
}
