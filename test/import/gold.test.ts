// Forms in several styles, compared with lists of their content: how much the import takes, and that nothing taken is wrong.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { measure, printMeasure, readGold, type GoldKind } from './gold/measure.ts'
import { ninefold } from '../ninefold.ts'
import { environment } from './import.ts'

const forms = {
  orchard: 'definitions',
  workshop: 'sentences',
  theatre: 'wide tables',
  hotel: 'labels and bulleted prose',
  clinic: 'tables with other headers',
  stock: 'headings with samples',
  permits: 'short sentences',
  newsletter: 'nested lists and abbreviations',
  gym: 'bold names and diagrams',
  tools: 'two columns and a matrix',
  dental: 'a definition list',
  carhire: 'running text',
  festival: 'one table for all resources',
  billing: 'fragments and abbreviations',
  escrow: 'numbered clauses',
  parking: 'interfaces and columns of text',
  warehouse: 'an exported sheet',
  pets: 'pictures and fragments',
  freight: 'tables of SQL and headings',
  verein: 'German tables and lists',
  hostel: 'cards',
  courses: 'numbered lists by those who may',
  grid: 'numbered tables with notation',
  charging: 'tables with marks',
  surgery: 'bold names with dashes',
  gigs: 'notes in small letters',
  repairs: 'requirements with cardinalities',
  greenhouse: 'short lists and code',
  enrolment: 'tables with rules in a column',
  residents: 'definitions and paragraphs',
  expenses: 'numbered lines',
  music: 'definitions for all parts',
  coldstore: 'one table of abbreviated columns and marks of abbreviated roles',
  ferry: 'numbered requirements',
  lending: 'headings with a sentence for each field',
  meters: 'a captioned table for each resource',
  allotments: 'an outline of numbers',
  rides: 'questions and answers',
  swaps: 'names in code and short notes',
  fishing: 'lettered clauses of articles',
  lostproperty: 'a data dictionary',
  vans: 'a memo that lists what each state leads to',
  fridges: 'numbered lists and deeds of people',
  carshare: 'samples with remarks and states drawn in columns',
  toolrental: 'lines of names and dashes',
  pawtrail: 'samples with objects and lists behind arrows',
  giftsregister: 'numbered clauses with shall and defined terms',
  podcasts: 'samples with remarks, endpoints in columns and limits as data',
  laundry: 'types that extend a common one',
  escaperooms: 'a heading for each endpoint',
  apiary: 'columns of SQL',
  museumtours: 'definitions in numbered clauses',
  tournaments: 'test cases',
  blooddonation: 'running sentences in numbered parts',
  marina: 'tables with sentences below them',
  babysitters: 'lists in groups and endpoints by caller',
  cemetery: 'tables with labels and short names',
  coupons: 'tables with marks of those who set a field',
  datacentre: 'numbered lists with a legend',
  labsamples: 'data for fields, errors and limits',
  waste: 'a form that was read at first sight',
  firmware: 'tables with flags in code and members with points',
  petitions: 'lettered clauses of a legal text',
  levels: 'interfaces with comments over their members and drawn states',
  safedeposit: 'numbered requirements with a column of marks and one of constraints',
  housenumbers: 'numbered paragraphs with names in parentheses',
  research: 'tables pasted from a sheet',
  chores: 'samples with remarks and stories of users',
  translations: 'tables and items in the English of another language',
  datasets: 'definitions of tables, a message and endpoints as data',
  residentparking: 'an office paper with escapes and numbers of calls',
  vaccination: 'headings as questions and moves below their state',
  voltpost: 'interfaces with comments above members',
  grain: 'numbered requirements and a matrix of functions',
  guidedtours: 'decimal commas and matrices of states',
  schoollunch: 'tables with notes and acceptance criteria',
  drivingschool: 'sentences in lists',
  warranty: 'columns of a data catalogue',
  recalls: 'tables of numbered requirements',
  moulds: 'a notation with placeholders',
  invigilators: 'arrows behind names and chat',
  telescope: 'samples with sentences about their members',
  bugbounty: 'samples with remarks and arrows within sentences',
  featureflags: 'names, marks and kinds in one piece of code',
  esim: 'tables with a column for who gives a value on creation',
  marketstalls: 'numbered office paper with marks in parentheses',
  pianotuning: 'mixed tables and lists with defaults beside presence',
  backups: 'terse lists with final states behind arrows',
  fixedassets: 'tables with ends named by exception',
  baumkataster: 'German tables and actions in parentheses',
}

const languages: { readonly [name: string]: string } = { verein: 'de', baumkataster: 'de' }

/** The least share of a form's content, in percent, that the import takes. */
const aims: { readonly [kind in GoldKind]: number } = { fields: 90, transitions: 80, endpoints: 90, errors: 90, limits: 70, lists: 0 }

for (const [name, style] of Object.entries(forms)) {
  test(`of a form in ${style} enough is taken, and nothing else than it says`, () => {
    const form = importForm(
      { name: `${name}.md`, text: readFileSync(join(import.meta.dirname, 'form', `${name}.md`), 'utf8') },
      { use: [], environment, name: 'imported.md', language: languages[name] ?? 'en' },
    )
    assert.ok(!('problem' in form))
    assert.deepEqual(
      form.compiled.errors.map(({ message }) => message),
      [],
    )
    const measures = measure(form.text, readGold(readFileSync(join(import.meta.dirname, 'gold', `${name}.txt`), 'utf8')))
    for (const { kind, all, right, wrong } of measures) {
      assert.deepEqual(wrong, [], kind)
      assert.ok(right * 100 >= all * aims[kind], printMeasure(measures, true))
    }
    assert.ok(form.statements.every(({ outcome }) => outcome !== undefined))
  })
}

test('an imported form, with its questions answered, is a service whose scenarios run', async () => {
  const file = join(import.meta.dirname, 'completed/theatre.md')
  const { status, out, error } = await ninefold('test', file)
  assert.equal(status, 0, out + error)
  const { out: checked } = await ninefold('check', file)
  assert.match(checked, /9 of 9 parts shown, 10 of 10 operations complete/)
  assert.match((await ninefold('decisions', file)).out, /who may change a booking may see it/)
})
