// The same meaning in many layouts: a list of a form is read like a table, a definition or a fence.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { type GoldKind, measure, printMeasure, readGold } from './gold/measure.ts'
import { environment } from './import.ts'

/** Asserts that a form says exactly the lines of one kind. */
function assertSays(text: string, kind: GoldKind, gold: string): void {
  const form = importForm({ name: 'form.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  const found = measure(form.text, readGold(`[${kind}]\n${gold}`)).filter((each) => each.kind === kind)
  assert.equal(found[0]!.right, found[0]!.all, `${text}\n${printMeasure(found, true)}`)
}

type Rule = 'unique' | 'fixed' | 'auto'

/** `kinds`: the kind of value in several notations. */
type Field = {
  readonly name: string
  readonly label: string
  readonly kinds: readonly string[]
  readonly isNeeded?: true
  readonly usual?: string
  readonly rules?: readonly Rule[]
  readonly gold: string
}

const fields: readonly Field[] = [
  {
    name: 'name',
    label: 'Name',
    kinds: ['text, 1 to 80 characters', 'string 1..80', 'string(1-80)', 'text, 1–80 letters'],
    isNeeded: true,
    gold: 'text 1..80 | yes | |',
  },
  {
    name: 'colour',
    label: 'Colour',
    kinds: ['one of `red`, `blue`, `green`', 'enum: red, blue, green', 'enum [red, blue, green]', 'one of red/blue/green'],
    usual: 'blue',
    gold: 'one of red, blue, green | no | blue |',
  },
  {
    name: 'price',
    label: 'Price',
    kinds: [
      'number with 2 decimals, 0.50 to 500.00',
      'decimal, two digits, 0.50–500.00',
      'decimal(2) 0.50..500.00',
      'amount in euros, two decimals, between 0.50 and 500.00',
    ],
    isNeeded: true,
    gold: 'decimal 0.01, 0.50..500.00 | yes | |',
  },
  {
    name: 'seats',
    label: 'Seats',
    kinds: ['whole number, 1 to 12', 'integer 1..12', 'int(1-12)', 'whole number between 1 and 12'],
    usual: '4',
    gold: 'whole number 1..12 | no | 4 |',
  },
  {
    name: 'contact_email',
    label: 'E-mail',
    kinds: ['e-mail address', 'email', 'email', 'valid e-mail'],
    isNeeded: true,
    rules: ['unique'],
    gold: 'email | yes | | unique',
  },
  {
    name: 'berth_code',
    label: 'Berth code',
    kinds: [
      'three capital letters (`^[A-Z]{3}$`)',
      'string, pattern `^[A-Z]{3}$`',
      'string, regex ^[A-Z]{3}$',
      'text, three capital letters, such as KLM (`^[A-Z]{3}$`)',
    ],
    isNeeded: true,
    rules: ['unique', 'fixed'],
    gold: 'text like `^[A-Z]{3}$` | yes | | unique, never changes',
  },
  { name: 'open_on', label: 'Open on', kinds: ['date', 'date', 'date', 'a date'], gold: 'date | no | |' },
  { name: 'heated', label: 'Heated', kinds: ['yes or no', 'boolean', 'bool', 'yes/no'], usual: 'no', gold: 'yes/no | no | no |' },
  {
    name: 'notes',
    label: 'Notes',
    kinds: ['text, at most 400 characters', 'string, max 400', 'string ..400', 'text up to 400 letters'],
    gold: 'text ..400 | no | |',
  },
  {
    name: 'tags',
    label: 'Tags',
    kinds: [
      'list of texts, at most 5, each up to 20 characters',
      'list of strings, max. 5, each max. 20',
      'list of string ..20, max 5',
      'up to 5 texts, each up to 20 characters',
    ],
    gold: 'list ..5 of text ..20 | no | |',
  },
  {
    name: 'total',
    label: 'Total',
    kinds: ['whole number', 'integer', 'int', 'whole number'],
    rules: ['auto'],
    gold: 'whole number | ? | | read-only',
  },
  {
    name: 'owner_id',
    label: 'Owner',
    kinds: ['the owner', 'reference to owner', 'ref Owner', 'id of the owner'],
    isNeeded: true,
    rules: ['fixed'],
    gold: '→ Owner | yes | | never changes',
  },
]

/** How a form words presence, defaults and rules; `legend` says what fields without a word are. */
type Wording = {
  readonly kind: number
  readonly needed: string
  readonly free: string
  readonly usual: (value: string) => string
  readonly rules: { readonly [rule in Rule]: string }
  readonly legend: string
}

const usual = (value: string): string => `default ${value}`

const wordings: { readonly [name: string]: Wording } = {
  'each field says it': {
    kind: 0,
    needed: 'required',
    free: 'optional',
    usual,
    rules: { unique: 'unique', fixed: 'cannot be changed', auto: 'set by us' },
    legend: '',
  },
  'only needed fields say it': {
    kind: 1,
    needed: 'required',
    free: '',
    usual,
    rules: { unique: 'unique', fixed: 'immutable', auto: 'read-only' },
    legend: 'Fields are optional unless marked required.',
  },
  'only other fields say it': {
    kind: 2,
    needed: '',
    free: 'optional',
    usual,
    rules: { unique: 'unique', fixed: 'fixed', auto: 'auto' },
    legend: 'Every field is required unless it says optional. "auto" means the server sets it, "fixed" means it cannot be changed later.',
  },
  'words of everyday': {
    kind: 3,
    needed: 'must',
    free: '',
    usual: (value) => `normally ${value}`,
    rules: { unique: 'no two the same', fixed: "can't be changed later", auto: 'we set it' },
    legend: 'I write "must" where we need it, everything else may be left empty.',
  },
  'a sentence for the rest': {
    kind: 0,
    needed: 'we need it',
    free: '',
    usual: (value) => `if left empty ${value}`,
    rules: { unique: 'no two boats with the same one', fixed: 'stays as it is', auto: 'the system fills it in' },
    legend: 'What does not say "we need it" can be left out.',
  },
}

const ofRules = ({ rules = [] }: Field, wording: Wording): string[] => rules.map((rule) => wording.rules[rule])
const clausesOf = (field: Field, wording: Wording): string[] =>
  [
    field.isNeeded === true ? wording.needed : field.rules?.includes('auto') === true ? '' : wording.free,
    field.usual === undefined ? '' : wording.usual(field.usual),
    ...ofRules(field, wording),
  ].filter((each) => each !== '')
const specOf = (field: Field, wording: Wording, join = ', '): string =>
  [field.kinds[wording.kind]!, ...clausesOf(field, wording)].join(join)
const yesNo = (is: boolean | undefined): string => (is === true ? 'yes' : 'no')
const table = (headers: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headers, headers.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const each = (line: (field: Field) => string, join = '\n'): string => fields.map(line).join(join)

const fieldLayouts: { readonly [name: string]: (wording: Wording) => string } = {
  'a list with colons': (wording) => each((field) => `- \`${field.name}\`: ${specOf(field, wording)}`),
  'a list with dashes': (wording) => each((field) => `- \`${field.name}\` – ${specOf(field, wording)}.`),
  'a list with parentheses': (wording) => each((field) => `- ${field.name} (${specOf(field, wording)})`),
  'a list with semicolons': (wording) => each((field) => `- **${field.name}**: ${specOf(field, wording, '; ')}`),
  'a list in groups': (wording) =>
    `**About the thing**\n\n${each((field) => `- \`${field.name}\`: ${specOf(field, wording)}`)}`.replace(
      '\n- `heated`',
      '\n\n**About the rest**\n\n- `heated`',
    ),
  definitions: (wording) => each((field) => `\`${field.name}\`\n: ${specOf(field, wording)}`, '\n\n'),
  headings: (wording) => each((field) => `#### ${field.name}\n\n${specOf(field, wording)}.`, '\n\n'),
  'nested lists': (wording) =>
    each(
      (field) =>
        `- \`${field.name}\`\n${[field.kinds[wording.kind]!, ...clausesOf(field, wording)].map((clause) => `  - ${clause}`).join('\n')}`,
    ),
  paragraphs: (wording) => each((field) => `**${field.name}** – ${specOf(field, wording)}.`, '\n\n'),
  lines: (wording) => each((field) => `${field.name}: ${specOf(field, wording)}`),
  data: (wording) => `\`\`\`yaml\nBoat:\n${each((field) => `  ${field.name}: ${specOf(field, wording).replaceAll('`', '')}`)}\n\`\`\``,
  'a fence': (wording) => `\`\`\`\n${each((field) => field.name.padEnd(16) + specOf(field, wording).replaceAll('`', ''))}\n\`\`\``,
  'a table of two columns': (wording) =>
    table(
      ['Field', 'Description'],
      fields.map((field) => [field.name, specOf(field, wording, '; ')]),
    ),
  'a table with names in code': (wording) =>
    table(
      ['What', 'In the system', 'How it looks'],
      fields.map((field) => [field.label, `\`${field.name}\``, specOf(field, wording, '; ')]),
    ),
  'a table with a question': (wording) =>
    table(
      ['Entry', 'Short name', 'What is written there', 'Must it be filled in?'],
      fields.map((field) => [
        field.label,
        `\`${field.name}\``,
        [field.kinds[wording.kind]!, ...(field.usual === undefined ? [] : [wording.usual(field.usual)]), ...ofRules(field, wording)].join(
          '; ',
        ),
        field.rules?.includes('auto') === true ? 'by itself' : yesNo(field.isNeeded),
      ]),
    ),
  'a table with a column for each fact': (wording) =>
    table(
      ['Property', 'Type & constraints', 'Mandatory', 'Default', 'Unique', 'Editable', 'Set by'],
      fields.map((field) => [
        field.name,
        field.kinds[wording.kind]!,
        field.rules?.includes('auto') === true ? '' : yesNo(field.isNeeded),
        field.usual ?? '',
        yesNo(field.rules?.includes('unique')),
        yesNo(field.rules?.some((rule) => rule !== 'unique') !== true),
        field.rules?.includes('auto') === true ? 'system' : 'client',
      ]),
    ),
}

for (const [layout, write] of Object.entries(fieldLayouts))
  test(`fields in ${layout} are read in all wordings`, () => {
    for (const wording of Object.values(wordings))
      assertSays(
        `# Quay\n\n## 2. Resources\n\n${wording.legend}\n\nEvery record has an \`id\` (uuid).\n\n### Owner\n\n- \`name\`: text\n\n### Boat\n\n${write(wording)}\n\n## 4. Endpoints\n\n- GET /boats – 200\n- GET /owners/{id} – 200\n`,
        'fields',
        fields.map(({ name, gold }) => `Boat.${name} | ${gold}`).join('\n'),
      )
  })

type Endpoint = { readonly method: string; readonly path: string; readonly who: readonly string[]; readonly status: string }

const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/barges', who: ['anyone'], status: '200' },
  { method: 'POST', path: '/barges', who: ['yard_clerk'], status: '201' },
  { method: 'PATCH', path: '/barges/{id}', who: ['yard_clerk', 'harbour master'], status: '200' },
  { method: 'POST', path: '/barges/{id}/moor', who: ['harbour master'], status: '200' },
  { method: 'GET', path: '/permits', who: ['yard_clerk', 'skipper'], status: '200' },
  { method: 'DELETE', path: '/permits/{id}', who: ['skipper'], status: '204' },
]
const roles = ['yard_clerk', 'harbour master', 'skipper']
const callersOf = ({ who }: Endpoint, join = ', '): string => who.join(join)
const calls = (line: (endpoint: Endpoint) => string, join = '\n'): string => endpoints.map(line).join(join)
const forEachCaller = (write: (caller: string, own: readonly Endpoint[]) => string, join = '\n\n'): string =>
  ['anyone', ...roles]
    .map((caller) =>
      write(
        caller,
        endpoints.filter(({ who }) => who.includes(caller)),
      ),
    )
    .join(join)

const introductions: readonly string[] = [
  `Who uses it:\n\n${roles.map((role) => `- ${role} – somebody who works here`).join('\n')}`,
  `Roles, from the token:\n\n${roles.map((role) => `- \`${role}\` looks after the quay, and decides`).join('\n')}`,
  table(
    ['Role', 'What they do'],
    roles.map((role) => [role, 'works here']),
  ),
]

const endpointLayouts: { readonly [name: string]: string } = {
  'a table': table(
    ['Endpoint', 'Who', 'Status'],
    endpoints.map((each) => [`\`${each.method} ${each.path}\``, callersOf(each), each.status]),
  ),
  'a list with dashes': calls((each) => `- \`${each.method} ${each.path}\` – ${callersOf(each)} – ${each.status}`),
  'a list with arrows': calls((each) => `- \`${each.method} ${each.path}\` → ${each.status} – ${callersOf(each)}. Sorted by name.`),
  'a list with the status first': calls((each) => `- ${each.method} ${each.path}, ${each.status}: ${callersOf(each)}`),
  'a list with parentheses': calls((each) => `- ${each.method} ${each.path} (${callersOf(each)}) → ${each.status}`),
  definitions: calls((each) => `\`${each.method} ${each.path}\` → ${each.status}\n: ${callersOf(each)}. Sorted by \`name\`.`, '\n\n'),
  'labelled definitions': calls((each) => `\`${each.method} ${each.path}\`\n: Who: ${callersOf(each)}\n: Answer: ${each.status}`, '\n\n'),
  'nested lists': calls((each) => `- \`${each.method} ${each.path}\`\n  - who: ${callersOf(each)}\n  - success: ${each.status}`),
  headings: calls((each) => `### \`${each.method} ${each.path}\`\n\n- Callers: ${callersOf(each)}\n- Success: ${each.status}`, '\n\n'),
  'a fence': `\`\`\`\n${calls((each) => `${each.method.padEnd(7)}${each.path.padEnd(24)}${each.status}   ${callersOf(each)}`)}\n\`\`\``,
  data: `\`\`\`yaml\n${calls((each) => `${each.method} ${each.path}: { who: [${callersOf(each)}], status: ${each.status} }`)}\n\`\`\``,
  'data with a member for each fact': `\`\`\`yaml\n${calls((each) => `${each.method} ${each.path}:\n  who: ${callersOf(each)}\n  success: ${each.status}`)}\n\`\`\``,
  'a list in data': `\`\`\`json\n${JSON.stringify(endpoints)}\n\`\`\``,
  'headings of callers': forEachCaller(
    (caller, own) =>
      `### ${caller === 'anyone' ? 'Anybody' : caller}\n\n${own.map((each) => `- \`${each.method} ${each.path}\` → ${each.status}`).join('\n')}`,
  ),
  'lines of callers': forEachCaller(
    (caller, own) =>
      `**${caller === 'anyone' ? 'Anybody, not signed in' : caller}**\n\n${own.map((each) => `- \`${each.method} ${each.path}\` (${each.status}), just so`).join('\n')}`,
  ),
}

for (const [layout, text] of Object.entries(endpointLayouts))
  test(`endpoints in ${layout} are read with their callers`, () => {
    for (const introduction of introductions)
      assertSays(
        `# Harbour\n\n## 1. What it does\n\nKeeps the barges.\n\n${introduction}\n\n## 2. Resources\n\n### Barge\n\n- \`id\`: uuid\n- \`name\`: text, required\n\n### Permit\n\n- \`id\`: uuid\n\n## 4. Endpoints\n\n${text}\n\n## 5. Authentication\n\nBearer tokens (JWT).\n`,
        'endpoints',
        calls((each) => `${each.method} ${each.path} | ${callersOf(each)} | ${each.status}`),
      )
  })

const errors = [
  ['NOT_READABLE', '400'],
  ['NOT_YOURS', '403'],
  ['NAME_TAKEN', '409'],
  ['TOO_FAST', '429'],
] as const

const errorLayouts: { readonly [name: string]: string } = {
  'a table': table(
    ['Word', 'Number', 'When'],
    errors.map(([code, status]) => [`\`${code}\``, status, 'it happens']),
  ),
  'a list, the status first': errors.map(([code, status]) => `- ${status} \`${code}\``).join('\n'),
  'a list, the code first': errors.map(([code, status]) => `- \`${code}\`, ${status}, when it happens`).join('\n'),
  data: `\`\`\`yaml\n${errors.map(([code, status]) => `${`${code}:`.padEnd(16)}${status}   # it happens`).join('\n')}\n\`\`\``,
  'data in JSON': `\`\`\`json\n${JSON.stringify(Object.fromEntries(errors.map(([code, status]) => [code, Number(status)])))}\n\`\`\``,
}

for (const [layout, text] of Object.entries(errorLayouts))
  test(`errors in ${layout} are read, and others that have no status yet`, () => {
    assertSays(
      `# Harbour\n\n## 7. Errors\n\n${text}\n\nA second mooring at the same hour must get \`BERTH_BUSY\`. Then there is \`NOT_HERS\`, with the same status as \`NOT_YOURS\`.\n`,
      'errors',
      [...errors.map(([code, status]) => `${code} | ${status}`), 'BERTH_BUSY | not shown', 'NOT_HERS | 403'].join('\n'),
    )
  })
