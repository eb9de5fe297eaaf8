// One resource in many layouts: lists, headings, code, groups and sentences give the same fields.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importForm } from '../../src/import/form/form.ts'
import { saidBy } from './gold/measure.ts'
import { environment } from './import.ts'

const layouts: { readonly [style: string]: string } = {
  lists:
    '### Boat\n\n- name: text, max 40, required\n- berth: exactly 3 digits, required, unique\n- kind: one of sail, motor, row; default sail\n- length: decimal (1 place) from 1 to 60, required\n- owner: reference to Owner, required, immutable\n- insured: boolean, default false\n\n### Owner\n\n- email: email, required, unique\n- phone: text, max 20, optional',
  headings:
    '### Boat\n\n#### name\nText of at most 40 characters. Required.\n\n#### berth\nExactly 3 digits. Required. Unique.\n\n#### kind\nOne of sail, motor, row. Default sail.\n\n#### length\nNumber with one decimal between 1 and 60. Required.\n\n#### owner\nReference to an Owner. Required. Cannot be changed.\n\n#### insured\nYes/no, default no.\n\n### Owner\n\n#### email\nE-mail address. Required. Unique.\n\n#### phone\nText of at most 20 characters. Optional.',
  'columns of text':
    '```\nBoat\n  name      text(40)      required\n  berth     3 digits      required, unique\n  kind      sail|motor|row   default sail\n  length    decimal, 1 place, 1..60   required\n  owner     -> Owner      required, immutable\n  insured   bool          default false\n\nOwner\n  email     email         required, unique\n  phone     text(20)      optional\n```',
  'outlines in code':
    '```yaml\nBoat:\n  name: text, max 40, required\n  berth: 3 digits, required, unique\n  kind: one of sail, motor, row, default sail\n  length: decimal with 1 place, 1 to 60, required\n  owner: reference to Owner, required, immutable\n  insured: bool, default false\nOwner:\n  email: email, required, unique\n  phone: text, max 20, optional\n```',
  interfaces:
    "```ts\ninterface Boat {\n  name: string        // max 40\n  berth: string       // 3 digits, unique\n  kind?: 'sail' | 'motor' | 'row'   // default sail\n  length: number      // one decimal, 1..60\n  owner: Owner        // reference, immutable\n  insured?: boolean   // default false\n}\n\ninterface Owner {\n  email: string       // email, unique\n  phone?: string      // max 20\n}\n```",
  'comments over members':
    "```ts\ninterface Boat {\n  /** at most 40 */\n  name: string;\n  /**\n   * 3 digits,\n   * no two boats have the same\n   */\n  berth: string;\n  /** default sail */\n  kind?: 'sail' | 'motor' | 'row';\n  /** one decimal, 1..60 */\n  length: number;\n  /** can't be sold to another owner; fixed */\n  owner: Ref<Owner>;\n  /** default false */\n  insured?: boolean;\n}\n\ninterface Owner {\n  /** an e-mail address, unique */\n  email: string;\n  phone?: string; // max 20\n}\n```",
  'names in parentheses':
    '### Boat\n\nThe entry of a boat shall contain\n\n- its title (name), not exceeding 40 characters;\n- the place at the quay (berth), being three digits; no berth shall be given twice;\n- the length in metres (length), being a number with one decimal, from 1 to 60;\n- the person to whom it belongs (owner), a reference to an Owner; a boat is never passed on.\n\nIt may contain\n\n- the sort of boat (kind): sail, motor or row. In cases of doubt it is sail;\n- an indication whether it is covered (insured). Failing such an indication it is deemed not to be.\n\n### Owner\n\nThe entry of an owner shall contain\n\n- an address for letters (email), being an e-mail address, which is unique.\n\nIt may contain\n\n- a number to call (phone), being a text not exceeding 20 characters.',
  'names on lines of their own':
    '### Boat\n\n**Name**\nText up to 40 characters. Must be there.\n\n**Berth**\nExactly three digits. Must be there, no two boats have the same.\n\n**Kind**\nSail, motor or row. If nothing is put in it is sail.\n\n**Length**\nNumber with one decimal, from 1 to 60. Must be there.\n\n**Owner**\nReference to an owner. Must be there, not to be changed after.\n\n**Insured**\nYes or no, usually no.\n\n### Owner\n\n**Email**\nE-mail address. Must be there, only one owner has it.\n\n**Phone**\nText up to 20 characters. Can be left out.',
  'marks and constraints':
    '"Mut." states what can be changed: M = may be modified, I = immutable after creation, S = assigned by the system. "Card.": 1 = mandatory, 0..1 = optional.\n\n### Boat\n\n| Attribute | Representation | Card. | Mut. | Constraint / initial value |\n|---|---|---|---|---|\n| name | text | 1 | M | up to 40 characters |\n| berth | text | 1 | M | exactly 3 digits; unique |\n| kind | enumeration | 0..1 | M | { sail, motor, row }; initial value sail |\n| length | decimal, 1 decimal place | 1 | M | 1 to 60 |\n| owner | reference to Owner | 1 | I | |\n| insured | Boolean | 0..1 | M | initial value: false |\n\n### Owner\n\n| Attribute | Representation | Card. | Mut. | Constraint / initial value |\n|---|---|---|---|---|\n| email | e-mail address | 1 | M | unique |\n| phone | text | 0..1 | M | up to 20 characters |',
  'tags in interfaces':
    "```ts\ninterface Boat {\n  name: string        // @maxLength 40\n  berth: string       // @pattern ^[0-9]{3}$ @unique\n  kind?: 'sail' | 'motor' | 'row'   // @default sail\n  length: number      // one decimal, @min 1 @max 60\n  owner: Owner        // reference, immutable\n  insured?: boolean   // @default false\n}\n\ninterface Owner {\n  email: string       // email, @unique\n  phone?: string      // @maxLength 20\n}\n```",
  'bold names':
    '### Boat\n\n* **name** *(text, required)* – at most 40 characters\n* **berth** *(text, required)* – exactly 3 digits, unique\n* **kind** *(sail, motor, row)* – default sail\n* **length** *(number, required)* – one decimal, 1 to 60\n* **owner** *(Owner, required)* – cannot be changed\n* **insured** *(yes/no)* – default no\n\n### Owner\n\n* **email** *(email, required)* – unique\n* **phone** *(text, optional)* – at most 20 characters',
  'groups by presence':
    '### Boat\n\nMandatory:\n\n- name, text up to 40 characters\n- berth, 3 digits, unique\n- length, number with one decimal, 1 to 60\n- owner, reference to an owner, cannot be changed\n\nOptional:\n\n- kind, one of sail, motor, row, default sail\n- insured, yes/no, default no\n\n### Owner\n\nMandatory:\n\n- email, e-mail address, unique\n\nOptional:\n\n- phone, text up to 20 characters',
  'two columns':
    '### Boat\n\n| Field | Description |\n|---|---|\n| name | Text, max. 40 characters, required |\n| berth | Exactly 3 digits, required, unique |\n| kind | One of: sail, motor, row. Default: sail |\n| length | Number with one decimal, 1 to 60, required |\n| owner | Reference to Owner, required, cannot be changed |\n| insured | Yes/no. Default: no |\n\n### Owner\n\n| Field | Description |\n|---|---|\n| email | E-mail address, required, unique |\n| phone | Text, max. 20 characters, optional |',
  'ticked items':
    '### Boat\n\n- [x] name: text up to 40 characters, required\n- [x] berth: 3 digits, required, unique\n- [ ] kind: one of sail, motor, row; default sail\n- [x] length: number with one decimal, 1 to 60, required\n- [x] owner: reference to an owner, required, cannot be changed\n- [ ] insured: yes/no, default no\n\n### Owner\n\n- [x] email: e-mail address, required, unique\n- [ ] phone: text up to 20 characters, optional',
  'columns in items':
    '### Boat\n\n- name | text up to 40 characters | required\n- berth | 3 digits | required | unique\n- kind | one of sail, motor, row | default sail\n- length | number with one decimal, 1 to 60 | required\n- owner | reference to an owner | required | cannot be changed\n- insured | yes/no | default no\n\n### Owner\n\n- email | e-mail address | required | unique\n- phone | text up to 20 characters | optional',
  'one line for each thing':
    'Boat: name (text 40, required), berth (3 digits, required, unique), kind (sail/motor/row, default sail), length (decimal 1 place, 1-60, required), owner (-> Owner, required, immutable), insured (bool, default false)\n\nOwner: email (email, required, unique), phone (text 20, optional)',
  'sentences in lists':
    '### Boat\n\n- The name is text of at most 40 characters and must be given.\n- The berth is exactly 3 digits, must be given, and is unique.\n- The kind is one of sail, motor or row. If left out it is sail.\n- The length is a number with one decimal between 1 and 60 and must be given.\n- The owner is a reference to an owner, must be given and cannot be changed.\n- Insured is yes or no, by default no.\n\n### Owner\n\n- The email is an e-mail address, must be given and is unique.\n- The phone is text of at most 20 characters and may be left out.',
  'numbered clauses with shall':
    '2.1 Boat.\n\n2.1.1 The "name" is a text of not more than 40 characters and shall be given.\n\n2.1.2 The "berth" is exactly 3 digits, shall be given, and no two Boats shall have the same.\n\n2.1.3 The "kind" is one of sail, motor or row. Where it is not given, it shall be sail.\n\n2.1.4 The "length" is a number with one decimal between 1 and 60 and shall be given.\n\n2.1.5 The "owner" is a reference to an Owner. It shall be given and cannot be changed.\n\n2.1.6 The "insured" is a yes-or-no value. It is no when the Boat is created.\n\n2.2 Owner.\n\n2.2.1 The "email" is an e-mail address, shall be given, and shall be unique.\n\n2.2.2 The "phone" is a text of up to 20 characters and may be given.',
  'sheets of a workbook':
    '### Tab: Boat\n\n| Column | What goes in it | Type of cell | Allowed | Blank OK? | Starts as |\n|---|---|---|---|---|---|\n| name | | text | max 40 characters | no | |\n| berth | | text | exactly 3 digits, no two boats the same | no | |\n| kind | | dropdown | sail / motor / row | yes | sail |\n| length | in metres | number with one decimal | 1 to 60 | no | |\n| owner | | link to Owner | cannot be changed | no | |\n| insured | | yes/no | | yes | no |\n\n### Tab: Owner\n\n| Column | What goes in it | Type of cell | Allowed | Blank OK? | Starts as |\n|---|---|---|---|---|---|\n| email | | email | unique | no | |\n| phone | | text | max 20 characters | yes | |',
  'kinds beside names':
    '### Boat\n\n| Field | Rules |\n|---|---|\n| name (string) | max 40, required |\n| berth (string) | 3 digits, required, unique |\n| kind (enum) | sail, motor, row; default sail |\n| length (decimal) | one decimal, 1 to 60, required |\n| owner (-> Owner) | required, immutable |\n| insured (boolean) | default false |\n\n### Owner\n\n| Field | Rules |\n|---|---|\n| email (email) | required, unique |\n| phone (string) | max 20, optional |',
  'facts beside names':
    '### Boat\n\n- name (required): text up to 40 characters\n- berth (required, unique): 3 digits\n- kind (default sail): one of sail, motor, row\n- length (required): number with one decimal, 1 to 60\n- owner (required, immutable): reference to Owner\n- insured (default no): yes/no\n\n### Owner\n\n- email (required, unique): e-mail address\n- phone (optional): text up to 20 characters',
  'square brackets':
    '### Boat\n\n- name [text, max 40, required]\n- berth [3 digits, required, unique]\n- kind [sail, motor, row; default sail]\n- length [decimal with 1 place, 1–60, required]\n- owner [ref Owner, required, immutable]\n- insured [yes/no, default no]\n\n### Owner\n\n- email [email, required, unique]\n- phone [text, max 20, optional]',
  'numbered lines':
    '### Boat\n\nF1 name: text, max 40, required\nF2 berth: 3 digits, required, unique\nF3 kind: one of sail, motor, row, default sail\nF4 length: decimal with 1 place, 1 to 60, required\nF5 owner: reference to Owner, required, immutable\nF6 insured: yes/no, default no\n\n### Owner\n\nF7 email: email, required, unique\nF8 phone: text, max 20, optional',
  'columns of SQL':
    "**boat**\n\n    name      varchar(40) not null\n    berth     varchar(3) not null unique      -- pattern ^[0-9]{3}$\n    kind      text default 'sail'          -- in ('sail', 'motor', 'row')\n    length    numeric(4,1) not null check (length between 1 and 60)\n    owner     uuid not null references owner   -- fixed\n    insured   boolean default false\n\n**owner**\n\n    email     text not null unique    -- e-mail address\n    phone     varchar(20)",
  'definitions of clauses':
    'Unless "optional" is written, a field must be supplied.\n\n2.1 **Boat**\n\n`name`\n: Text, not exceeding 40 characters.\n\n`berth`\n: Three digits; no other boat may bear the same berth.\n\n`kind`\n: One of *sail*, *motor*, *row*. In the absence of a value: sail.\n\n`length`\n: Number with one decimal, minimum 1, maximum 60.\n\n`owner`\n: Reference to an Owner. Fixed upon creation.\n\n`insured`\n: Yes or no. In the absence of a value: no.\n\n2.2 **Owner**\n\n`email`\n: E-mail address; unique.\n\n`phone`\n: Text, not exceeding 20 characters; optional.',
  'rows without outer strokes and with stars':
    '* = required, everything else may be left out.\n\n### Boat\n\n# | name | what\n--|------|-----\n1 | name * | text, max 40\n2 | berth * | 3 digits, unique\n3 | kind | one of sail, motor, row; default sail\n4 | length * | number with one decimal, 1 to 60\n5 | owner * | reference to Owner, cannot be changed\n6 | insured | yes/no, default no\n\n### Owner\n\n# | name | what\n--|------|-----\n1 | email * | e-mail address, unique\n2 | phone | text, max 20',
  'a star that only its absence explains':
    'No star = may be empty.\n\n### Boat\n\n- name*: text, max 40\n- berth*: 3 digits, unique\n- kind: one of sail, motor, row, default sail\n- length*: number with one decimal, 1 to 60\n- owner*: reference to Owner, cannot be changed\n- insured: yes/no, default no\n\n### Owner\n\n- email*: e-mail address, unique\n- phone: text, max 20',
  'letters in parentheses that the form explains':
    'Legend: (m) mandatory, (u) unique.\n\n### Boat\n\n- name (m): text, max 40\n- berth (m)(u): 3 digits\n- kind: one of sail, motor, row; default sail\n- length (m): number with one decimal, 1 to 60\n- owner (m): reference to Owner, cannot be changed\n- insured: yes/no, default no\n\n### Owner\n\n- email (m)(u): e-mail address\n- phone: text, max 20, optional',
  'tables of HTML':
    '### Boat\n\n<table>\n<tr><th>Field</th><th>Type</th><th>Required</th><th>Rules</th></tr>\n<tr><td><code>name</code></td><td>text</td><td>yes</td><td>max 40</td></tr>\n<tr><td>berth</td><td>3 digits</td><td>yes</td><td>unique</td></tr>\n<tr><td>kind</td><td>one of sail, motor, row</td><td>no</td><td>default sail</td></tr>\n<tr><td>length</td><td>number with one decimal</td><td>yes</td><td>1 to 60</td></tr>\n<tr><td>owner</td><td>reference to Owner</td><td>yes</td><td>cannot be changed</td></tr>\n<tr><td>insured</td><td>yes/no</td><td>no</td><td>default no</td></tr>\n</table>\n\n### Owner\n\n<table>\n<tr><th>Field</th><th>Type</th><th>Required</th><th>Rules</th></tr>\n<tr><td>email</td><td>email</td><td>yes</td><td>unique</td></tr>\n<tr><td>phone</td><td>text</td><td>no</td><td>max&nbsp;20</td></tr>\n</table>',
  'lists of fields as data':
    '```yaml\nBoat:\n  fields:\n    - name: text, max 40, required\n    - berth: 3 digits, required, unique\n    - kind: one of sail, motor, row, default sail\n    - length: decimal with 1 place, 1 to 60, required\n    - owner: reference to Owner, required, immutable\n    - insured: bool, default false\nOwner:\n  fields:\n    - email: email, required, unique\n    - phone: text, max 20, optional\n```',
  'names with remarks before their lists':
    '1. **Boat** – lies at a berth.\n   - name: text, max 40, required\n   - berth: exactly 3 digits, required, unique\n   - kind: one of sail, motor, row; default sail\n   - length: decimal (1 place) from 1 to 60, required\n   - owner: reference to Owner, required, immutable\n   - insured: boolean, default false\n\n**Owner** – has one boat or more.\n\n- email: email, required, unique\n- phone: text, max 20, optional',
  'a notation with placeholders':
    '| sign | meaning |\n|---|---|\n| `!` | required |\n| `uq` | unique |\n| `im` | never changes |\n| `s(a..b)`, `s(b)` | string, length a..b / up to b |\n| `dN(a..b)` | decimal, N places |\n| `e(a/b/c)` | enum |\n| `fk:x` | id of an x |\n| `=x` | default x |\n| `b` | bool |\n\nNo flag = optional.\n\n### boat\n\n| f | t | flags | note |\n|---|---|---|---|\n| name | s(40) | ! | |\n| berth | s, `^[0-9]{3}$` | ! uq | |\n| kind | e(sail/motor/row) | =sail | |\n| length | d1(1..60) | ! | |\n| owner | fk:owner | ! im | |\n| insured | b | =false | |\n\n### owner\n\n| f | t | flags | note |\n|---|---|---|---|\n| email | email | ! uq | |\n| phone | s(20) | | |',
  'arrows behind names':
    'Below, **must** = you have to send it. No "must" → optional.\n\n### Boat\n\n- `name` → text, max 40, must\n- `berth` → exactly 3 digits, must, unique\n- `kind` → `sail`, `motor` or `row`, default `sail`\n- `length` → number with one decimal, 1 to 60, must\n- `owner` → the owner. must, never changes\n- `insured` → true/false, default false\n\n### Owner\n\n- `email` → e-mail address, must, unique\n- `phone` → text, max 20',
  'requirements behind tables':
    'Card.: 1 = mandatory, 0..1 = optional.\n\n### Boat\n\n| Attribute | Format | Card. | Description |\n|---|---|---|---|\n| name | Text, max. 40 | 1 | |\n| berth | Text, exactly 3 digits | 1 | |\n| kind | Code list: sail, motor, row | 0..1 | |\n| length | Decimal with 1 place, 1 to 60 | 1 | |\n| owner | Reference to Owner | 1 | |\n| insured | Boolean | 0..1 | |\n\nThe berth, if given, shall be unique.\n\nThe attribute owner shall not be changed after creation.\n\nIf not given, kind shall be sail and insured shall be false.\n\n### Owner\n\n| Attribute | Format | Card. | Description |\n|---|---|---|---|\n| email | E-mail address | 1 | |\n| phone | Text, max. 20 | 0..1 | |\n\nThe email shall be unique.',
  'fields for testers':
    '**R** = must be sent, **O** = can be omitted.\n\n### Boat\n\n| ID | Field | R/O | Type | Valid | Invalid (examples) | Default |\n|---|---|---|---|---|---|---|\n| F1 | name | R | string | max length 40 | 41 chars | |\n| F2 | berth | R | string | `^[0-9]{3}$`, unique | "12" | |\n| F3 | kind | O | enum | sail, motor, row | "raft" | sail |\n| F4 | length | R | decimal, 1 place | 1..60 | 0, 61 | |\n| F5 | owner | R | ref Owner, not changeable | | | |\n| F6 | insured | O | boolean | | "maybe" | false |\n\n### Owner\n\n| ID | Field | R/O | Type | Valid | Invalid (examples) | Default |\n|---|---|---|---|---|---|---|\n| F7 | email | R | email | unique | "x@" | |\n| F8 | phone | O | string | max length 20 | | |',
  'sentences that begin with a field':
    '### Boat\n\nThe field `name` is required text of at most 40 characters. The field `berth` is required and is three digits; it is unique. The field `kind` is one of sail, motor and row, and is sail if left out. The field `length` is a required number with one decimal from 1 to 60. The field `owner` refers to an owner, is required and cannot be changed. The field `insured` is a yes/no value with the default no.\n\n### Owner\n\nThe field `email` is a required e-mail address and is unique. The field `phone` is optional text of at most 20 characters.',
  'maps of data':
    '```yaml\nBoat:\n  name: { type: string, max: 40, required: true }\n  berth: { type: string, pattern: "^[0-9]{3}$", required: true, unique: true }\n  kind: { type: enum, values: [sail, motor, row], default: sail }\n  length: { type: decimal, decimals: 1, min: 1, max: 60, required: true }\n  owner: { type: reference, to: Owner, required: true, immutable: true }\n  insured: { type: boolean, default: false }\nOwner:\n  email: { type: email, required: true, unique: true }\n  phone: { type: string, max: 20, required: false }\n```',
  'a column of rules':
    '### Boat\n\n| Field | Kind | Rule |\n|---|---|---|\n| name | text | must be filled in, 40 characters at most |\n| berth | text | must be filled in, exactly 3 digits, only once |\n| kind | choice of sail, motor, row | sail if nothing is chosen |\n| length | number with one decimal | must be filled in, from 1 to 60 |\n| owner | an Owner | must be filled in, never changes |\n| insured | yes or no | no if nothing is said |\n\n### Owner\n\n| Field | Kind | Rule |\n|---|---|---|\n| email | e-mail | must be filled in, only once |\n| phone | text | may be empty, 20 characters at most |',
  'bold and italic names':
    'Fields in **bold** must be given, those in *italics* may be left out.\n\n### Boat\n\n- **name**: text, max 40\n- **berth**: 3 digits, unique\n- *kind*: one of sail, motor, row, default sail\n- **length**: decimal with 1 place, 1 to 60\n- **owner**: reference to Owner, immutable\n- *insured*: yes/no, default no\n\n### Owner\n\n- **email**: email, unique\n- *phone*: text, max 20',
  'letters before names':
    'R = required, O = optional.\n\n### Boat\n\n- R name: text, max 40\n- R berth: 3 digits, unique\n- O kind: one of sail, motor, row, default sail\n- R length: decimal with 1 place, 1 to 60\n- R owner: reference to Owner, immutable\n- O insured: yes/no, default no\n\n### Owner\n\n- R email: email, unique\n- O phone: text, max 20',
  'captions and unmarked fields':
    'Boat (all required unless marked optional):\n\n- name: text, max 40\n- berth: 3 digits, unique\n- kind: one of sail, motor, row, optional, default sail\n- length: decimal with 1 place, 1 to 60\n- owner: reference to Owner, immutable\n- insured: yes/no, optional, default no\n\nOwner:\n\n- email: email, unique\n- phone: text, max 20, optional',
  'columns for each fact':
    '### Boat\n\n| Field | Type | Min | Max | Required | Unique | Changeable | Default |\n|---|---|---|---|---|---|---|---|\n| name | text | | 40 | yes | no | yes | |\n| berth | text of 3 digits | | | yes | yes | yes | |\n| kind | sail/motor/row | | | no | no | yes | sail |\n| length | decimal, 1 place | 1 | 60 | yes | no | yes | |\n| owner | ref to Owner | | | yes | no | no | |\n| insured | yes/no | | | no | no | yes | no |\n\n### Owner\n\n| Field | Type | Min | Max | Required | Unique | Changeable | Default |\n|---|---|---|---|---|---|---|---|\n| email | email | | | yes | yes | yes | |\n| phone | text | | 20 | no | no | yes | |',
  'dashes and strokes':
    '### Boat\n\n- name - string - max 40 - required\n- berth - 3 digits - required - unique\n- kind - sail | motor | row - default sail\n- length - decimal, 1 place - 1 to 60 - required\n- owner - ref Owner - required - immutable\n- insured - boolean - default false\n\n### Owner\n\n- email - email - required - unique\n- phone - string - max 20 - optional',
  'rules behind lists':
    '### Boat\n\n- name: text, max 40\n- berth: 3 digits\n- kind: one of sail, motor, row, default sail\n- length: decimal with 1 place, 1 to 60\n- owner: reference to Owner\n- insured: yes/no, default no\n\nRules:\n\n- name, berth, length and owner are required\n- berth is unique\n- owner cannot be changed after creation\n\n### Owner\n\n- email: email\n- phone: text, max 20\n\nRules:\n\n- email is required and unique\n- phone is optional',
  'nested things':
    '- Boat\n  - name: text, max 40, required\n  - berth: 3 digits, required, unique\n  - kind: one of sail, motor, row, default sail\n  - length: decimal with 1 place, 1 to 60, required\n  - owner: reference to Owner, required, immutable\n  - insured: yes/no, default no\n- Owner\n  - email: email, required, unique\n  - phone: text, max 20, optional',
  classes:
    '```python\nclass Boat(BaseModel):\n    name: str  # max 40, required\n    berth: str  # 3 digits, required, unique\n    kind: str = "sail"  # one of sail, motor, row\n    length: Decimal  # 1 place, 1..60, required\n    owner: Owner  # required, immutable\n    insured: bool = False\n\nclass Owner(BaseModel):\n    email: str  # email, required, unique\n    phone: Optional[str] = None  # max 20\n```',
  'values with separators':
    '```\nentity;field;type;required;default;rules\nBoat;name;text(40);yes;;\nBoat;berth;3 digits;yes;;unique\nBoat;kind;sail/motor/row;no;sail;\nBoat;length;decimal, 1 place;yes;;1 to 60\nBoat;owner;ref Owner;yes;;immutable\nBoat;insured;yes/no;no;no;\nOwner;email;email;yes;;unique\nOwner;phone;text(20);no;;\n```',
  'drawn tables':
    '### Boat\n\n```\n+---------+------------------+----------+---------+\n| Field   | Type             | Required | Default |\n+---------+------------------+----------+---------+\n| name    | text(40)         | yes      |         |\n| berth   | 3 digits, unique | yes      |         |\n| kind    | sail/motor/row   | no       | sail    |\n| length  | decimal, 1 place, 1 to 60 | yes | |\n| owner   | ref Owner, immutable | yes | |\n| insured | yes/no           | no       | no      |\n+---------+------------------+----------+---------+\n```\n\n### Owner\n\n- email: email, required, unique\n- phone: text, max 20, optional',
  'pictures in headers':
    '### Boat\n\n| Field | Type | ✅ required | 🔒 fixed | Notes |\n|---|---|---|---|---|\n| name | text, max 40 | ✅ | | |\n| berth | 3 digits | ✅ | | unique |\n| kind | sail, motor or row | ❌ | | default sail |\n| length | decimal with 1 place | ✅ | | 1 to 60 |\n| owner | ref Owner | ✅ | 🔒 | immutable |\n| insured | yes/no | ❌ | | default no |\n\n### Owner\n\n| Field | Type | ✅ required | 🔒 fixed | Notes |\n|---|---|---|---|---|\n| email | email | ✅ | | unique |\n| phone | text, max 20 | ❌ | | |',
  'rows below entities':
    '| Entity | Attribute | Format | M/O | Remarks |\n|---|---|---|---|---|\n| Boat | name | text(40) | M | |\n| | berth | 3 digits | M | unique |\n| | kind | sail, motor, row | O | default sail |\n| | length | decimal, 1 place, 1..60 | M | |\n| | owner | ref Owner | M | immutable |\n| | insured | yes/no | O | default no |\n| Owner | email | email | M | unique |\n| | phone | text(20) | O | |',
  'names before dashes':
    '**Boat** – name (text 40, required), berth (3 digits, required, unique), kind (sail/motor/row, default sail), length (decimal 1 place, 1-60, required), owner (-> Owner, required, immutable), insured (bool, default false)\n\n**Owner** – email (email, required, unique), phone (text 20, optional)',
  'questions before lists':
    '### Boat\n\n**What is the name?** Text, at most 40 characters. Required.\n\n- name: text, max 40, required\n- berth: 3 digits, required, unique\n- kind: one of sail, motor, row, default sail\n- length: decimal with 1 place, 1 to 60, required\n- owner: reference to Owner, required, immutable\n- insured: yes/no, default no\n\n### Owner\n\n- email: email, required, unique\n- phone: text, max 20, optional',
  'columns without a fence':
    '### Boat\n\nname      required   text up to 40 characters\nberth     required   3 digits, unique\nkind      optional   one of sail, motor, row; default sail\nlength    required   decimal with 1 place, 1 to 60\nowner     required   reference to Owner, immutable\ninsured   optional   yes/no, default no\n\n### Owner\n\nemail     required   email, unique\nphone     optional   text up to 20 characters',
  colons:
    '### Boat\n\n- name : text : 40 : required\n- berth : 3 digits : required : unique\n- kind : sail, motor, row : default sail\n- length : decimal with 1 place : 1 to 60 : required\n- owner : ref Owner : required : immutable\n- insured : yes/no : default no\n\n### Owner\n\n- email : email : required : unique\n- phone : text, max 20 : optional',
  semicolons:
    '### Boat\n\n- name; text; max 40; required\n- berth; 3 digits; required; unique\n- kind; one of sail, motor, row; default sail\n- length; decimal with 1 place; 1 to 60; required\n- owner; ref Owner; required; immutable\n- insured; yes/no; default no\n\n### Owner\n\n- email; email; required; unique\n- phone; text; max 20; optional',
  'short words with single spaces':
    '### Boat\n\nname str(40) req\nberth 3 digits req uniq\nkind enum(sail|motor|row) def=sail\nlength decimal(1) 1..60 req\nowner -> Owner req immutable\ninsured bool def=no\n\n### Owner\n\nemail email req uniq\nphone str(20) opt',
  'words after a space':
    '### Boat\n\n- name text up to 40 characters, required\n- berth 3 digits, required, unique\n- kind one of sail, motor, row, default sail\n- length decimal with 1 place, 1 to 60, required\n- owner reference to Owner, required, immutable\n- insured yes/no, default no\n\n### Owner\n\n- email email, required, unique\n- phone text up to 20 characters, optional',
  waves:
    '### Boat\n\n- name ~ text up to 40 characters ~ required\n- berth ~ 3 digits ~ required, unique\n- kind ~ one of sail, motor, row ~ default sail\n- length ~ decimal with 1 place, 1 to 60 ~ required\n- owner ~ reference to Owner ~ required, immutable\n- insured ~ yes/no ~ default no\n\n### Owner\n\n- email ~ email ~ required, unique\n- phone ~ text up to 20 characters ~ optional',
  'thick arrows':
    '### Boat\n\n- name => text up to 40 characters, required\n- berth => 3 digits, required, unique\n- kind => one of sail, motor, row, default sail\n- length => decimal with 1 place, 1 to 60, required\n- owner => reference to Owner, required, immutable\n- insured => yes/no, default no\n\n### Owner\n\n- email => email, required, unique\n- phone => text up to 20 characters, optional',
  dots: '### Boat\n\nname ..... text up to 40 characters, required\nberth ..... 3 digits, required, unique\nkind ..... one of sail, motor, row, default sail\nlength ..... decimal with 1 place, 1 to 60, required\nowner ..... reference to Owner, required, immutable\ninsured ..... yes/no, default no\n\n### Owner\n\nemail ..... email, required, unique\nphone ..... text up to 20 characters, optional',
  slashes:
    '### Boat\n\n- name / text up to 40 characters / required\n- berth / 3 digits / required, unique\n- kind / one of sail, motor, row / default sail\n- length / decimal with 1 place, 1 to 60 / required\n- owner / reference to Owner / required, immutable\n- insured / yes/no / default no\n\n### Owner\n\n- email / email / required, unique\n- phone / text up to 20 characters / optional',
  'strokes without bullets':
    '### Boat\n\nname | text up to 40 characters | required\nberth | 3 digits | required, unique\nkind | one of sail, motor, row | default sail\nlength | decimal with 1 place, 1 to 60 | required\nowner | reference to Owner | required, immutable\ninsured | yes/no | default no\n\n### Owner\n\nemail | email | required, unique\nphone | text up to 20 characters | optional',
  'angle brackets':
    '### Boat\n\n- name <text up to 40 characters, required>\n- berth <3 digits, required, unique>\n- kind <one of sail, motor, row, default sail>\n- length <decimal with 1 place, 1 to 60, required>\n- owner <reference to Owner, required, immutable>\n- insured <yes/no, default no>\n\n### Owner\n\n- email <email, required, unique>\n- phone <text up to 20 characters, optional>',
  'kinds in code':
    '### Boat\n\n- `name` `text up to 40 characters` required\n- `berth` `3 digits` required, unique\n- `kind` `one of sail, motor, row` default sail\n- `length` `decimal with 1 place, 1 to 60` required\n- `owner` `reference to Owner` required, immutable\n- `insured` `yes/no` default no\n\n### Owner\n\n- `email` `email` required, unique\n- `phone` `text up to 20 characters` optional',
  'a drawn tree':
    '```\nBoat\n├─ name: text up to 40 characters, required\n├─ berth: 3 digits, required, unique\n├─ kind: one of sail, motor, row, default sail\n├─ length: decimal with 1 place, 1 to 60, required\n├─ owner: reference to Owner, required, immutable\n├─ insured: yes/no, default no\nOwner\n└─ email: email, required, unique\n└─ phone: text up to 20 characters, optional\n```',
  quotations:
    '> **Boat**\n>\n> - name: text up to 40 characters, required\n> - berth: 3 digits, required, unique\n> - kind: one of sail, motor, row, default sail\n> - length: decimal with 1 place, 1 to 60, required\n> - owner: reference to Owner, required, immutable\n> - insured: yes/no, default no\n\n> **Owner**\n>\n> - email: email, required, unique\n> - phone: text up to 20 characters, optional',
  'paragraphs with bold names':
    '### Boat\n\n**Name** – Text up to 40 characters. Required.\n\n**Berth** – 3 digits. Required, unique.\n\n**Kind** – One of sail, motor, row. Default sail.\n\n**Length** – Decimal with 1 place, 1 to 60. Required.\n\n**Owner** – Reference to Owner. Required, immutable.\n\n**Insured** – Yes/no. Default no.\n\n### Owner\n\n**Email** – Email. Required, unique.\n\n**Phone** – Text up to 20 characters. Optional.',
  'properties below headings':
    '### Boat\n\n#### name\n\n- kind: text up to 40 characters\n- required\n\n#### berth\n\n- kind: 3 digits\n- required, unique\n\n#### kind\n\n- kind: one of sail, motor, row\n- default sail\n\n#### length\n\n- kind: decimal with 1 place, 1 to 60\n- required\n\n#### owner\n\n- kind: reference to Owner\n- required, immutable\n\n#### insured\n\n- kind: yes/no\n- default no\n\n### Owner\n\n#### email\n\n- kind: email\n- required, unique\n\n#### phone\n\n- kind: text up to 20 characters\n- optional',
  'a paragraph for each thing':
    '**Boat** has name (text up to 40 characters, required), berth (3 digits, required, unique), kind (one of sail, motor, row, default sail), length (decimal with 1 place, 1 to 60, required), owner (reference to Owner, required, immutable), insured (yes/no, default no)\n\n**Owner** has email (email, required, unique), phone (text up to 20 characters, optional)',
  'keywords of schemas':
    '### Boat\n\n- name: string (maxLength: 40), required\n- berth: string, pattern: ^[0-9]{3}$, required, unique\n- kind: string, enum: [sail, motor, row], default: sail\n- length: number (minimum: 1, maximum: 60, multipleOf: 0.1), required\n- owner: uuid, references Owner, required, immutable\n- insured: boolean, default: false\n\n### Owner\n\n- email: string (format: email), required, unique\n- phone: string (maxLength: 20), nullable',
  'chained types':
    "```ts\nexport const Boat = z.object({\n  name: z.string().max(40),\n  berth: z.string().regex(/^[0-9]{3}$/), // unique\n  kind: z.enum(['sail', 'motor', 'row']).default('sail'),\n  length: z.number().multipleOf(0.1).min(1).max(60),\n  owner: z.string().uuid(), // reference to Owner, immutable\n  insured: z.boolean().default(false),\n})\n\nexport const OwnerSchema = z.object({\n  email: z.string().email(), // unique\n  phone: z.string().max(20).optional(),\n})\n```",
  'a column of owners below other headers':
    '| Thing | Detail | Value | Rules |\n|---|---|---|---|\n| Boat | name | text up to 40 characters | required |\n| Boat | berth | 3 digits | required, unique |\n| Boat | kind | one of sail, motor, row | default sail |\n| Boat | length | decimal with 1 place, 1 to 60 | required |\n| Boat | owner | reference to Owner | required, immutable |\n| Boat | insured | yes/no | default no |\n| Owner | email | email | required, unique |\n| Owner | phone | text up to 20 characters | optional |',
  'columns of a database':
    "### Boat\n\n| column | type | null | default | constraints |\n|---|---|---|---|---|\n| name | varchar(40) | N | | |\n| berth | char(3) | N | | UK, CHECK (berth ~ '^[0-9]{3}$') |\n| kind | varchar(5) | Y | 'sail' | CHECK (kind IN ('sail', 'motor', 'row')) |\n| length | numeric(4,1) | N | | CHECK (length between 1 and 60) |\n| owner | bigint | N | | FK → owner(id), immutable |\n| insured | boolean | Y | false | |\n\n### Owner\n\n| column | type | null | default | constraints |\n|---|---|---|---|---|\n| email | varchar | N | | UK, e-mail |\n| phone | varchar(20) | Y | | |",
  'definitions of columns in cells':
    "### Boat\n\n| # | name | definition | key | comment |\n|---|---|---|---|---|\n| 1 | name | varchar(40) NOT NULL | | |\n| 2 | berth | varchar(3) NOT NULL CHECK (berth ~ '^[0-9]{3}$') | UQ | |\n| 3 | kind | text NULL DEFAULT 'sail' CHECK (kind = ANY (ARRAY['sail','motor','row'])) | | |\n| 4 | length | numeric(4,1) NOT NULL CHECK (length >= 1 AND length <= 60) | | |\n| 5 | owner | uuid NOT NULL REFERENCES owner (id) ON DELETE RESTRICT | | never updated |\n| 6 | insured | bool DEFAULT FALSE | | |\n\n### Owner\n\n| # | name | definition | key | comment |\n|---|---|---|---|---|\n| 1 | email | text NOT NULL | UQ | e-mail address |\n| 2 | phone | varchar(20) NULL | | |",
  'ticks for values that are never null':
    "NN = not null.\n\n### Boat\n\n| Column | Type | NN | Default | Check / keys |\n|---|---|---|---|---|\n| name | varchar(40) | x | | |\n| berth | varchar(3) | x | | unique, ~ `^[0-9]{3}$` |\n| kind | text | | 'sail' | in ('sail','motor','row') |\n| length | numeric(4,1) | x | | between 1 and 60 |\n| owner | uuid | x | | references owner, fixed after insert |\n| insured | boolean | | false | |\n\n### Owner\n\n| Column | Type | NN | Default | Check / keys |\n|---|---|---|---|---|\n| email | varchar | x | | email, unique |\n| phone | varchar(20) | | | |",
  'columns of a catalogue':
    "### Boat\n\n| column_name | data_type | is_nullable | column_default | remarks |\n|---|---|---|---|---|\n| name | varchar(40) | NO | | |\n| berth | varchar(3) | NO | | unique, pattern `^[0-9]{3}$` |\n| kind | enum('sail','motor','row') | YES | 'sail' | |\n| length | numeric(4,1) | NO | | check (length between 1 and 60) |\n| owner | uuid | NO | | references owner, no updates |\n| insured | boolean | YES | false | |\n\n### Owner\n\n| column_name | data_type | is_nullable | column_default | remarks |\n|---|---|---|---|---|\n| email | varchar | NO | | e-mail, unique |\n| phone | varchar(20) | YES | | |",
  'flags in code':
    'Flags: `R` required, `O` optional, `I` immutable after create, `U` unique.\n\n### Boat\n\n| field | type | flags | default |\n|---|---|---|---|\n| `name` | string ..40 | R | |\n| `berth` | `^[0-9]{3}$` | R U | |\n| `kind` | enum: `sail`, `motor`, `row` | O | `sail` |\n| `length` | decimal(1) 1..60 | R | |\n| `owner` | ref → owner | R I | |\n| `insured` | bool | O | `false` |\n\n### Owner\n\n| field | type | flags | default |\n|---|---|---|---|\n| `email` | email | R U | |\n| `phone` | string ..20 | O | |',
  'indented columns':
    '### Boat\n\n    name      text(40)               required\n    berth     3 digits               required, unique\n    kind      sail|motor|row         default sail\n    length    number, 1 decimal      1 to 60, required\n    owner     Owner                  required, immutable\n    insured   yes/no                 default no\n\n### Owner\n\n    email     email                  required, unique\n    phone     text(20)               optional',
  'values in the remarks':
    '### Boat\n\n| Name | Data type | Length | Mandatory | Unique | Default | Description |\n|---|---|---|---|---|---|---|\n| name | String | max 40 | Y | N | | |\n| berth | 3 digits | | Y | Y | | |\n| kind | Enum | | N | N | sail | sail, motor, row |\n| length | Decimal(1) | 1-60 | Y | N | | |\n| owner | Owner | | Y | N | | never changes |\n| insured | Boolean | | N | N | no | |\n\n### Owner\n\n| Name | Data type | Length | Mandatory | Unique | Default | Description |\n|---|---|---|---|---|---|---|\n| email | Email | | Y | Y | | |\n| phone | String | max 20 | N | N | | |',
  'lines of code with a legend':
    '```\nlegend\n  !   required      ?  nullable/optional   =x  default\n  ro  server-set    im  immutable after create    uq  unique\n```\n\n### Boat\n```\nname     str[..40] !\nberth    str ! uq       ~ ^[0-9]{3}$\nkind     enum(sail, motor, row) =sail\nlength   dec(1) 1..60 !\nowner    -> Owner ! im     who pays, must have an address\ninsured  bool =false\n```\n\n### Owner\n```\nemail    email ! uq\nphone    str[..20]?\n```',
  'abbreviated columns':
    "Y = has to be filled in. N = can be left blank.\n\n### Boat\n\n| Fld | Fmt | Req | If blank | Rem. |\n|---|---|---|---|---|\n| name | txt max 40 | Y | | |\n| berth | 3 digits | Y | | unique |\n| kind | sail / motor / row | N | sail | |\n| length | 1 decimal, 1-60 | Y | | |\n| owner | ref. to Owner | Y | | can't change after |\n| insured | yes/no | N | no | |\n\n### Owner\n\n| Fld | Fmt | Req | If blank | Rem. |\n|---|---|---|---|---|\n| email | email | Y | | unique |\n| phone | txt max 20 | N | | |",
  'presence beside cardinality':
    'M = mandatory, O = optional.\n\n### 2.1 Boat\n\n| No. | Attribute | Format | M/O | Card. | Remarks |\n|---|---|---|---|---|---|\n| 1 | name | Text, max. 40 characters | M | 1..1 | |\n| 2 | berth | 3 digits | M | 1..1 | Unique. |\n| 3 | kind | Code list: sail, motor, row | O | 0..1 | Default sail |\n| 4 | length | Decimal, 1 decimal place, 1–60 | M | 1..1 | |\n| 5 | owner | Reference to 2.2 Owner | M | 1..1 | Never changed. |\n| 6 | insured | Boolean | O | 0..1 | Default false |\n\n### 2.2 Owner\n\n| No. | Attribute | Format | M/O | Card. | Remarks |\n|---|---|---|---|---|---|\n| 1 | email | E-mail address | M | 1..1 | Unique |\n| 2 | phone | Text, max. 20 characters | O | 0..1 | |',
  'lettered items':
    'A field which is not stated to be mandatory is optional.\n\n### Boat\n\n- (a) `name`: text of at most 40 characters. Mandatory.\n- (b) `berth`: 3 digits. Mandatory. It shall be unique.\n- (c) `kind`: one of sail, motor, row. Where none is given, sail.\n- (d) `length`: number with one decimal from 1 to 60. Mandatory.\n- (e) `owner`: reference to an owner. Mandatory. It cannot be changed after registration.\n- (f) `insured`: yes or no. Where it is not given, no.\n\n### Owner\n\n- (a) `email`: e-mail address. Mandatory. It shall be unique.\n- (b) `phone`: text of at most 20 characters.',
  'values where nobody says one':
    "### Boat\n\n- name: up to 40 characters. Always needed.\n- berth: 3 digits. Always needed. No two boats have the same.\n- kind: sail, motor or row. If nobody says, sail. Can be left out.\n- length: a number with one decimal, 1 to 60. Always needed.\n- owner: which owner. Always needed, cannot be changed later.\n- insured: yes or no. If they don't say, no. Can be left out.\n\n### Owner\n\n- email: an e-mail address. Always needed. No two owners have the same.\n- phone: up to 20 characters, can be left out.",
}

const parts = [
  'Service',
  'Resources and their fields',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
]

function readFields(resources: string): ReturnType<typeof saidBy>['fields'] {
  const text = [
    '# Boats',
    ...parts.map(
      (title, index) => `## ${index + 1}. ${title}\n\n${index === 1 ? resources : index === 3 ? '- GET /boats\n- GET /owners' : 'None.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'boats.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  return saidBy(form.text).fields
}

/** `no` is not shown for a field with a default. */
function fieldsOf(resources: string): readonly string[] {
  return readFields(resources).map(({ key, says: [type = '', must = '', fallback = '', rules = ''] }) =>
    `${key}: ${type} ${must === 'no' && fallback !== '' ? '' : must} ${fallback} ${rules}`.replaceAll(/\s+/g, ' ').trim(),
  )
}

const wanted = [
  'Boat.name: text ..40 yes',
  'Boat.berth: text like `^[0-9]{3}$` yes unique',
  'Boat.kind: one of sail, motor, row sail',
  'Boat.length: decimal 0.1, 1..60 yes',
  'Boat.owner: → Owner yes never changes',
  'Boat.insured: yes/no no',
  'Owner.email: email yes unique',
  'Owner.phone: text ..20 no',
]

for (const [style, resources] of Object.entries(layouts)) {
  test(`fields in ${style} are the same as in others`, () => assert.deepEqual(fieldsOf(resources).toSorted(), wanted.toSorted()))
}

test('the arguments of a kind are two numbers, not one with decimals', () => {
  const types = '| Type | Definition |\n|---|---|\n| Str(a,b) | text of not less than a and not more than b characters |'
  const rows =
    '| Field | Type | Required |\n|---|---|---|\n| name | Str(6,24) | yes |\n| berth | Str(12,12) | yes |\n| kind | Str(1,64) | no |'
  assert.deepEqual(fieldsOf(`${types}\n\n### Boat\n\n${rows}\n\n### Owner\n\n- email: email, required`), [
    'Boat.name: text 6..24 yes',
    'Boat.berth: text 12..12 yes',
    'Boat.kind: text 1..64 no',
    'Owner.email: email yes',
  ])
})

/** A list of marks with two members each. */
const entries: { readonly [style: string]: string } = {
  'a table of its own':
    '| Name | What | Needed |\n|---|---|---|\n| `marks` | list of up to 6 entries, see below | no |\n\nOne entry of `marks`:\n\n| Name | What | Needed |\n|---|---|---|\n| `text` | text, up to 20 | yes |\n| `side` | one of `port`, `starboard` | no |',
  'items below a definition':
    '`marks`\n: Optional. A list of not more than 6 marks, each consisting of\n  - `text`: text, mandatory, not exceeding 20 characters;\n  - `side`: one of `port`, `starboard`; optional.',
  'a sentence about a sample':
    'No word = may be left out.\n\n```jsonc\n{\n  "name": "Ann", // text\n  "marks": [ // max 6\n    { "text": "A1", "side": "port" }\n  ]\n}\n```\n\nIn a mark `text` (max 20 chars) is required, `side` (one of port, starboard) is not.',
  'remarks behind the members of a sample':
    'No word = may be left out.\n\n```jsonc\n{\n  "name": "Ann", // text\n  "marks": [ // max 6\n    { "text": "A1", "side": "port" } // text: max 20 chars, required. side: one of port, starboard\n  ]\n}\n```',
}

for (const [style, fields] of Object.entries(entries)) {
  test(`entries of a list are a shape, described in ${style}`, () => {
    const found = fieldsOf(`### Boat\n\n${fields}\n\n### Owner\n\n- email: email, required`)
    assert.deepEqual(
      found.filter((each) => /mark/i.test(each)),
      ['Boat.marks: list ..6 of BoatMarks no', 'BoatMarks.text: text ..20 yes', 'BoatMarks.side: one of port, starboard no'],
    )
  })
}

test('sentences about the members of a sample name their values in code, and several names share what follows them', () => {
  const sample =
    '```json\n{\n  "name": "Ida",\n  "kind": "sail",\n  "rig": "sloop",\n  "insured": true,\n  "owner_id": "0b7e1f3a-58b5-4b59-8a0a-0f6f2f0ed5a1",\n  "from": null,\n  "until": "2026-06-30"\n}\n```'
  assert.deepEqual(
    fieldsOf(
      `### Boat\n\n${sample}\n\n\`name\` is required, at most 40 characters. \`kind\` is required and one of \`sail\`, \`motor\`, \`row\`. \`rig\` is optional, one of \`sloop\`, \`yawl\`, default \`sloop\`. \`insured\` (whether anybody pays) is optional and false by default. \`owner_id\` is required and never changes. \`from\` and \`until\` are optional dates.\n\n### Owner\n\n- email: email, required`,
    ).toSorted(),
    [
      'Boat.from: date no',
      'Boat.insured: yes/no no',
      'Boat.kind: one of sail, motor, row yes',
      'Boat.name: text ..40 yes',
      'Boat.owner_id: → Owner yes never changes',
      'Boat.rig: one of sloop, yawl sloop',
      'Boat.until: date no',
      'Owner.email: email yes',
    ],
  )
})

test('two names have one definition, and a reason says nothing', () => {
  assert.deepEqual(
    fieldsOf(
      '### Boat\n\n`port`\n`quay`\n: Text, mandatory, each not exceeding 60 characters.\n\n`built_on`\n: A date, not necessary because often nobody knows.\n\n### Owner\n\n- email: email, required',
    ),
    ['Boat.port: text ..60 yes', 'Boat.quay: text ..60 yes', 'Boat.built_on: date no', 'Owner.email: email yes'],
  )
})

/** Texts before the fields of a boat, and before those of an owner. */
const announcements: readonly (readonly [boat: string, owner: string])[] = [
  ['### The boat record', '### The owner record'],
  ['### Boat – what we keep', '### Owner – what we keep'],
  ['### Boat master data', '### Owner master data'],
  ['### Resource "Boat"', '### Resource "Owner"'],
  ['### `/boats`', '### `/owners`'],
  ['### R1. Boat', '### R2. Owner'],
  ['### Table 2-1 — Boat attributes', '### Table 2-2 — Owner attributes'],
  ['### Everything the harbour office writes down about a boat', '### Everything it writes down about an owner'],
  ['**A boat** has these fields:', '**An owner** has these fields:'],
  ['These are the fields of a boat.', 'And these are the fields of an owner.'],
  ['For boats we store the following.', 'For owners we store the following.'],
  ['First, the boat.', 'Next comes the owner:'],
  ['*Table 1. Attributes of boats*', '*Table 2. Attributes of owners*'],
  ['BOAT', 'OWNER'],
  ['### Fields\n\nAbout boats we want to know this:', 'About owners we want to know this:'],
]

test('fields belong to the thing that a heading, a lead or a caption announces', () => {
  const [boat, owner] = layouts['two columns']!.split(/### \w+/).slice(1)
  for (const [one, other] of announcements)
    assert.deepEqual(fieldsOf(`${one}\n${boat}\n${other}\n${owner}`).toSorted(), wanted.toSorted(), one)
  const named = (thing: string, table: string): string => table.replace('| Field |', `| ${thing} |`)
  assert.deepEqual(fieldsOf(`${named('Boat field', boat!)}\n\n${named('Owner field', owner!)}`).toSorted(), wanted.toSorted())
  // A lead that names two things announces neither of them, and its rows are questions.
  assert.deepEqual(fieldsOf(`Boats and owners in one place:\n${boat}`), [])
})

test('two fields of a line may have their own defaults, and share what both are', () => {
  for (const [said, rows] of [
    ['- **opens** / **closes** — time of day, default `08:00` and `20:00`', ['closes:20:00:no', 'opens:08:00:no']],
    ['- `opens`, `closes`: whole number, 0 to 24, defaults 8 and 20', ['closes:20:no', 'opens:8:no']],
  ] as const)
    assert.deepEqual(
      readFields(`### Boat\n\n${said}`)
        .map(({ key, says: [, must, fallback] }) => `${key.replace('Boat.', '')}:${fallback!}:${must!}`)
        .toSorted(),
      rows,
      said,
    )
  assert.deepEqual(
    fieldsOf(
      '### Boat\n\nIt has an `earliest` date and a `latest` date (both required, latest not before earliest), a `name` (text, up to 40 characters) and a `rank` which is a whole number from 1 to 3 where 1 is the best (2 if it is not said).',
    ).toSorted(),
    ['Boat.earliest: date yes', 'Boat.latest: date yes', 'Boat.name: text ..40', 'Boat.rank: whole number 1..3 2'],
  )
})

test('remarks behind the members of a sample are what its fields are', () => {
  const sample =
    '### boat\n\n```jsonc\n{\n  "name": "Ida", // text, max 40, required\n  "berth": "017", // 3 digits, required, unique\n  "kind": "sail", // sail | motor | row, fallback sail\n  "length": 9.5, // decimal (1 place), [1,60], required\n  "owner": "0b7e", // -> owner.id, required, immutable\n  "insured": false // bool, fallback no\n}\n```\n\n### owner\n\n```jsonc\n{\n  "email": "a@b.example", // email, required, unique\n  "phone": null // text, max 20, optional\n}\n```'
  assert.deepEqual(
    fieldsOf(sample)
      .map((each) => each.toLowerCase())
      .toSorted(),
    wanted.map((each) => each.toLowerCase()).toSorted(),
  )
})

test('words that the form defines say what they mean', () => {
  const boat =
    'In this part "assigned" means that the service alone determines the value, and "permissive" means that the field may be omitted.\n\n2.1 Boat\n\n2.1.1 number: assigned; a whole number.\n2.1.2 name: permissive; text of not more than 40.'
  assert.deepEqual(fieldsOf(boat).toSorted(), ['Boat.name: text ..40 no', 'Boat.number: whole number read-only'])
})

test('a sample with remarks may have objects, also in lists, and the remarks may stand above', () => {
  const sample =
    '### boat\n\n```jsonc\n{\n  "id": "b1", // text\n  "home": { // required\n    "town": "Hull", // text, max 60, required\n    "lat": 53.7446 // -90..90\n  },\n  "winter": { "town": "York", "lat": 53.9614 }, // same shape as home, optional\n  "crew": [ // 1..8\n    {\n      "name": "Ann", // text, max 40, required\n      "isOwner": false // bool, default false\n    }\n  ],\n  // date-time, set by the service\n  "built": null\n}\n```'
  assert.deepEqual(fieldsOf(sample).toSorted(), [
    'Boat.built: date-time read-only',
    'Boat.crew: list 1..8 of BoatCrew',
    'Boat.home: BoatHome yes',
    'Boat.id: text key',
    'Boat.winter: BoatHome no',
    'BoatCrew.isOwner: yes/no no',
    'BoatCrew.name: text ..40 yes',
    'BoatHome.lat: number -90..90',
    'BoatHome.town: text ..60 yes',
  ])
})

test('what every record has may be said in a sentence, or be a section of its own', () => {
  const own = '### Boat\n\n- name: text\n\n### Owner\n\n- email: email'
  const rows = [
    'Boat.id: uuid key',
    'Boat.name: text',
    'Boat.createdAt: date-time read-only',
    'Owner.id: uuid key',
    'Owner.email: email',
    'Owner.createdAt: date-time read-only',
  ].toSorted()
  for (const said of [
    'Every record has an `id` (uuid) and a `createdAt` (timestamp).',
    'Every record carries a field `id`, which is a UUID assigned by the service, and a field `createdAt`, which is the date and time of its creation.',
    'Every record gets an id from the service (uuid) and has `createdAt`, the time of its creation.',
    'Every record has an id (uuid). `createdAt timestamptz not null` exists in all tables.',
    'Each of them has an `id` (UUID) and a `createdAt` (timestamp, set by the service).',
    'All tables carry `id` (uuid) and `createdAt` (date and time).',
    'all: `id: uuid ro`, `createdAt: timestamp ro`',
    '- ids are UUIDs and generated by us\n- `createdAt` timestamps on everything, read-only',
    'Everything we store has an `id` (uuid) and a timestamp `createdAt`, both set by the service.',
    'Every record gets a uuid from the computer called `id` which nobody can change. It also writes down `createdAt`, the date and time the record was made.',
    'Common to all: `id` (uuid), `createdAt` (timestamp, set by the service).',
    '`id` (uuid) and `createdAt` (timestamp) exist everywhere and are not repeated below.',
    'For all records:\n\n- `id`: uuid\n- `createdAt`: timestamp, set by the service',
    'Every tab also has `id` (uuid, made by the system) and `createdAt` (date + time).',
    'In addition, each of these resources gets an `id` (uuid) and a `createdAt`.',
    'Every record shall have an "id", being a uuid, and a "createdAt", being a date and time set by the service.',
    'All three share an `id` (uuid) and a `createdAt` (timestamp).',
    '`id` (uuid) and `createdAt` (timestamp) are on every record.',
    '### Common fields\n\n- id: uuid\n- createdAt: timestamp, set by the service',
    '### All resources\n\n| Field | Type |\n|---|---|\n| id | uuid |\n| createdAt | timestamp, set by the service |',
    'All records have:\n\n- `id`: uuid\n- `createdAt`: timestamp, set by the service',
  ])
    assert.deepEqual(fieldsOf(`${said}\n\n${own}`).toSorted(), rows, said)
})

test('a column of yes and no below a header that says nothing of presence says nothing of it', () => {
  for (const header of ['Searchable', 'Indexed?', 'In export'])
    assert.deepEqual(
      fieldsOf(`### Boat\n\n| Field | Type | ${header} |\n|---|---|---|\n| name | text | yes |\n| berth | 3 digits | no |`),
      ['Boat.name: text', 'Boat.berth: text like `^[0-9]{3}$`'],
      header,
    )
  for (const header of ['May be empty?', 'Nullable', 'Can be omitted', 'Null allowed', 'Not required', 'Empty OK'])
    assert.deepEqual(
      fieldsOf(`### Boat\n\n| Field | Type | ${header} |\n|---|---|---|\n| name | text | no |\n| berth | 3 digits | yes |`),
      ['Boat.name: text yes', 'Boat.berth: text like `^[0-9]{3}$` no'],
      header,
    )
})

test('an object that a sentence describes, or that has no path, is a shape', () => {
  for (const said of [
    'An **Address** is a nested object with `street` (text, required) and `town` (text, required).',
    'An `Address` has `street` (text, required) and `town` (text, required).',
    'An address, see below.\n\n### Address\n\n- street: text, required\n- town: text, required',
  ]) {
    assert.deepEqual(
      fieldsOf(`### Boat\n\n| Field | Type |\n|---|---|\n| name | text |\n| home | Address |\n\n${said}`).toSorted(),
      ['Address.street: text yes', 'Address.town: text yes', 'Boat.home: Address', 'Boat.name: text'],
      said,
    )
  }
  assert.deepEqual(fieldsOf('### Boat\n\n- name: text\n- crew: array of { name: text, required: yes/no }').toSorted(), [
    'Boat.crew: list of BoatCrew',
    'Boat.name: text',
    'BoatCrew.name: text',
    'BoatCrew.required: yes/no',
  ])
})

test('a path that names a field addresses records by it', () => {
  const text = [
    '# Boats',
    ...parts.map(
      (title, index) =>
        `## ${index + 1}. ${title}\n\n${index === 1 ? '### Boat\n\n- plate: text, max 8, required, unique\n- name: text' : index === 3 ? '- GET /boats\n- GET /boats/{plate}\n- DELETE /boats/{plate}' : 'None.'}`,
    ),
  ].join('\n\n')
  const form = importForm({ name: 'boats.md', text }, { use: [], environment, name: 'imported.md', language: 'en' })
  assert.ok(!('problem' in form))
  assert.deepEqual(
    saidBy(form.text).fields.map(({ key, says }) => `${key} ${says.join('|')}`),
    ['Boat.plate text ..8|yes||key', 'Boat.name text|||'],
  )
})

test('a sentence with an example gives the form of all keys, with the prefix of each heading', () => {
  const boats = (prefix: string): string => `### Boat (${prefix})\n\n| Field | Type |\n|---|---|\n| id | text |\n| name | text |`
  for (const [said, prefix, pattern] of [
    ['Ids = prefix + 10 random lowercase letters/digits, e.g. `bt_8f3k2m9x0q`.', '`bt_`', '^bt_[a-z0-9]{10}$'],
    ['ids = prefix + 12 chars of `[0-9a-z]`, e.g. `bt_0c8m2v5x7q1k`.', '`bt_`', '^bt_[0-9a-z]{12}$'],
    [
      'Each record has an `id`: two capital letters (see the brackets), a dash, and 8 capital letters or digits, for instance `BT-4K7Q2M9X`.',
      'BT',
      '^BT-[A-Z0-9]{8}$',
    ],
  ] as const)
    assert.deepEqual(
      fieldsOf(`${said}\n\n${boats(prefix)}`).filter((each) => each.startsWith('Boat.id')),
      [`Boat.id: text like \`${pattern}\` key`],
      said,
    )
  // The count of the sentence is not that of the example.
  assert.deepEqual(
    fieldsOf(`Ids have 3 capital letters or 9 digits or 5 letters, e.g. \`BT-4K7Q2M9X\`.\n\n${boats('BT')}`).filter((each) =>
      each.startsWith('Boat.id'),
    ),
    ['Boat.id: text key'],
  )
})

test('a sentence below a table describes its fields further', () => {
  const table = '### Boat\n\n| Field | Type |\n|---|---|\n| plate | text, max 8 |\n| owner_id | ref Owner |\n| lit | yes/no |'
  for (const [said, plate, owner, lit] of [
    ['Neither plate nor owner can be changed once the boat exists.', ' never changes', ' never changes', ''],
    ['The owner of a boat cannot be changed afterwards, the plate can.', '', ' never changes', ''],
    ['One plate per owner, that is, the plate is unique within the owner.', ' unique with owner_id', '', ''],
    ['The plate is painted on the bow: it is unique and can never be changed.', ' unique, never changes', '', ''],
    ['If a plate is given, no other boat may have it.', ' unique', '', ''],
    ['If nothing is said about lit, it is no.', '', '', ' no'],
    ['Boats are never lent. lit: false by default.', '', '', ' no'],
  ] as const)
    assert.deepEqual(
      fieldsOf(`${table}\n\n${said}\n\n### Owner\n\n- name: text`).filter((each) => each.startsWith('Boat.')),
      [`Boat.plate: text ..8${plate}`, `Boat.owner_id: → Owner${owner}`, `Boat.lit: yes/no${lit}`],
      said,
    )
})

test('a group in a sentence or a definition has its own members', () => {
  for (const said of [
    'The field `home` is a required group of two parts: `street` (required, text of at most 80 characters) and `town` (optional, text).',
    '`home`\n: Group consisting of `street` (text, at most 80 characters, required) and `town` (text; optional). The group itself is required.',
    '- home: object with street (text, max 80, required) and town (text, optional). It is required.',
  ])
    assert.deepEqual(
      fieldsOf(`### Boat\n\n${said}`).toSorted(),
      ['Boat.home: BoatHome yes', 'BoatHome.street: text ..80 yes', 'BoatHome.town: text no'],
      said,
    )
})

test('a sentence that compares a field with another one describes only the first', () => {
  assert.deepEqual(
    fieldsOf(
      '### Boat\n\nA boat belongs to one owner. The field `ownerId` refers to the owner. The field `from` is a required date. The field `until` is an optional date which must not lie before `from`.\n\n### Owner\n\n- name: text',
    ).filter((each) => each.startsWith('Boat.')),
    ['Boat.ownerId: → Owner', 'Boat.from: date yes', 'Boat.until: date no'],
  )
})

test('a field with a default may be left out, whatever is said of all fields', () => {
  const boat =
    '### Boat\n\n- name: text, max 40\n- note: text, optional\n- size: one of small, large, default small\n- lit: yes/no, default no'
  for (const said of [
    "A field must be sent unless I say optional or there's a default.",
    'Fields must be given, except those with a default value or marked optional.',
    'Unless it is optional or has a default, a field is mandatory.',
    'A field must be sent unless I say optional.',
  ])
    assert.deepEqual(
      readFields(`${said}\n\n${boat}`)
        .filter(({ key }) => key.startsWith('Boat.'))
        .map(({ says: [, must] }) => must),
      ['yes', 'no', 'no', 'no'],
      said,
    )
})

test('a sample of lists alone, such as the hours of each day, describes no fields', () =>
  assert.deepEqual(
    readFields(
      '### Boat\n\n| field | type |\n| --- | --- |\n| name | text |\n| hours | object |\n\nhours looks like this:\n\n```json\n{ "mon": ["09:00", "17:30"], "tue": ["09:00", "16:00"] }\n```',
    ).map(({ key }) => key),
    ['Boat.name', 'Boat.hours'],
  ))
