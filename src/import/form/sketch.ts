// Reads sketches of records in code (interfaces, classes and SQL tables) as fields in words.

import { chainInWords, hasOptionalCalls } from './chained-types.ts'

/** `remark`: the text beside the name, such as "embedded". */
export type Sketch = {
  readonly name: string
  readonly remark: string
  readonly line: number
  readonly fields: readonly { readonly text: string; readonly line: number }[]
}

const head =
  /^(?:(?:export|declare|public|abstract|final|data|default)\s+)*(?:(create\s+table(?:\s+if\s+not\s+exists)?|interface|type|class|record|struct|table|entity|model|message|input|object)\s+)?["`[]?([A-Za-z_]\w*)["`\]]?(?:\s+(?:implements|extends)\s+[\w, ]+)?\s*[:=]?\s*(?:struct\s*)?[({]\s*(?:(?:\/\/|--|#)\s*(.*))?$/i

/** `const Boat = z.object({` */
const builtHead = /^(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_]\w*?)(?:Schema)?\s*(?::[^=]+)?=\s*[\w.]+\(\{\s*(?:\/\/\s*(.*))?$/

/** `class Boat(BaseModel):` */
const classHead = /^class\s+([A-Za-z_]\w*)\s*(?:\([^()]*\))?:\s*(?:#\s*(.*))?$/

/** The declarations of a fence; undefined if other lines are between them. */
export function sketchesIn(text: string): readonly Sketch[] | undefined {
  return declarationsIn(text) ?? outlinesIn(text)
}

/** Names at the margin, followed by a line of columns for each field: `title   text(80)   required`. */
function outlinesIn(text: string): readonly Sketch[] | undefined {
  const found: (Sketch & { readonly fields: { text: string; line: number }[] })[] = []
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    if (whole.trim() === '' || /^(?:`{3}|~{3}|--|\/\/|#)/.test(whole.trim())) continue
    const [, name, remark = ''] = /^["`*]*([A-Za-z_][\w-]*(?: [\w-]+)?)["`*]*:?\s*(?:\((.*)\)|(?:--|\/\/|#)\s*(.*))?$/.exec(whole) ?? []
    const [, field, spec] = /^\s+["`*-]*\s*([A-Za-z_][\w-]*)["`]?(?::\s*|\s{2,}|\t\s*)(\S.*)$/.exec(whole) ?? []
    if (name !== undefined) found.push({ name, remark, line, fields: [] })
    else if (field === undefined || spec === undefined || found.length === 0) return undefined
    else found.at(-1)!.fields.push({ text: `${field}: ${columnsInWords(spec)}`, line })
  }
  return found.length > 0 && found.every(({ fields }) => fields.length > 0) && found.some(({ fields }) => fields.length > 1)
    ? found
    : undefined
}

/** Columns as clauses; each mark of at most two characters is a clause. */
function columnsInWords(spec: string): string {
  const plain = spec.replace(/\s{2,}(?:--|\/\/|#)\s*/, '   ').replace(/(?<=\S)\s*(?<![<>=!])=\s*(?=\S)/g, '   default ')
  return plain
    .split(/\s{2,}|\t/)
    .flatMap((column) => {
      const tokens = column.trim().split(/\s+/)
      if (tokens.every((each) => each.length <= 2 && !/^\d+$/.test(each))) return tokens
      const [, kind, marks] = /^(.*?)((?:\s+[*!?+#~^]){1,3})$/.exec(column.trim()) ?? []
      return kind === undefined || marks === undefined ? [column.trim()] : [kind, ...marks.trim().split(/\s+/)]
    })
    .filter((each) => each !== '')
    .join('; ')
}

function declarationsIn(text: string): readonly Sketch[] | undefined {
  const found: (Sketch & { readonly fields: { text: string; line: number }[]; isSql: boolean })[] = []
  let isOpen = false
  // Members without a mark are required if other members have the mark of optional ones.
  const marksOptional = /[\w"]\?\s*:/.test(text) || hasOptionalCalls(text)
  const marksRequired = /:\s*\[?\w+!/.test(text)
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const each = whole.trim()
    if (each === '' || /^(?:`{3}|~{3}|--|\/\/|#|\/?\*|@\w|""")/.test(each)) continue
    const [, pythonName, pythonRemark = ''] = classHead.exec(each) ?? builtHead.exec(each) ?? []
    const [, keyword, name, remark = ''] =
      pythonName !== undefined ? ['', 'class', pythonName, pythonRemark] : isOpen ? [] : (head.exec(each) ?? [])
    if (name !== undefined) {
      found.push({ name, remark, line, fields: [], isSql: /^create/i.test(keyword ?? '') })
      isOpen = true
    } else if (!isOpen) return undefined
    else if (/^[)}\]]+;?,?$/.test(each)) isOpen = false
    else {
      const sketch = found.at(-1)!
      const rule = sketch.isSql ? constraintOf(each, sketch.fields) : undefined
      if (rule === true) continue
      const field = sketch.isSql ? columnOf(each) : memberOf(each, marksOptional, marksRequired)
      if (field === undefined) return undefined
      sketch.fields.push({ text: field, line })
    }
  }
  return found.some(({ fields }) => fields.length > 1) ? found : undefined
}

/** `UNIQUE (a, b)` and `PRIMARY KEY (id)` on their own lines describe the columns above. */
function constraintOf(line: string, fields: { text: string; line: number }[]): true | undefined {
  const [, kind, list] =
    /^(?:constraint\s+\w+\s+)?(unique(?:\s+key|\s+index)?|primary\s+key|foreign\s+key|index|key|check)\b\s*(?:\w+\s*)?\(([^()]*)\)/i.exec(
      line,
    ) ?? []
  if (kind === undefined || list === undefined) return undefined
  const names = list.split(',').map((each) => each.trim().replaceAll(/["`]/g, ''))
  const at = fields.findIndex(({ text }) => text.startsWith(`${names[0]}: `))
  if (at < 0) return true
  const add = /^unique/i.test(kind)
    ? names.length === 1
      ? 'unique'
      : `unique per ${names[1]}`
    : /^primary/i.test(kind) && names.length === 1
      ? 'primary key'
      : undefined
  const target = /^foreign/i.test(kind) ? /references\s+["`]?(\w+)/i.exec(line)?.[1] : undefined
  if (add !== undefined) fields[at] = { ...fields[at]!, text: `${fields[at]!.text}; ${add}` }
  if (target !== undefined) fields[at] = { ...fields[at]!, text: `${names[0]}: reference to ${target}` }
  return true
}

/** A column of SQL; without `NOT NULL` it is optional. */
function columnOf(line: string): string | undefined {
  const [, name, spec = '', remark = ''] = /^["`[]?([A-Za-z_]\w*)["`\]]?\s+([A-Za-z].*?),?\s*(?:--\s*(.*))?$/.exec(line) ?? []
  if (name === undefined) return undefined
  const clauses: string[] = []
  const cut = (pattern: RegExp, clause: (match: RegExpExecArray) => string): void => {
    const found = pattern.exec(rest)
    if (found === null) return
    clauses.push(clause(found))
    rest = rest.replace(pattern, ' ')
  }
  let rest = spec
  const isKey = /\bprimary\s+key\b/i.test(rest)
  cut(
    /\breferences\s+["`]?(\w+)["`]?\s*(?:\(\w+\))?(?:\s+on\s+(?:delete|update)\s+\w+(?:\s+\w+)?)*/i,
    (match) => `reference to ${match[1]}`,
  )
  const isReference = clauses.length > 0
  cut(/\bcheck\s*\(\s*\w+\s+between\s+(-?[\d.]+)\s+and\s+(-?[\d.]+)\s*\)/i, (match) => `${match[1]} to ${match[2]}`)
  cut(/\bcheck\s*\(\s*\w+\s+in\s*\(([^()]*)\)\s*\)/i, (match) => `one of: ${match[1]!.replaceAll(/'/g, '')}`)
  cut(/\bcheck\s*\(\s*\w+\s*>=\s*(-?[\d.]+)\s*(?:and\s+\w+\s*<=\s*(-?[\d.]+)\s*)?\)/i, (match) =>
    match[2] === undefined ? `at least ${match[1]}` : `${match[1]} to ${match[2]}`,
  )
  cut(/\bcheck\s*\(\s*\w+\s*<=\s*(-?[\d.]+)\s*\)/i, (match) => `at most ${match[1]}`)
  cut(/\benum\s*\(([^()]*)\)/i, (match) => `one of: ${match[1]!.replaceAll(/'/g, '')}`)
  cut(/\bdefault\s+'([^']*)'/i, (match) => `default ${match[1]}`)
  cut(/\bdefault\s+(?:now\(\)|current_timestamp|gen_random_uuid\(\)|uuid_generate_v4\(\)|\w+\(\))/i, () => 'set by the service')
  cut(/\bdefault\s+(-?[\w.]+)/i, (match) => `default ${match[1]}`)
  cut(/\bprimary\s+key\b/i, () => 'primary key')
  cut(/\bunique\b/i, () => 'unique')
  const isRequired = /\bnot\s+null\b/i.test(rest)
  rest = rest
    .replace(/\b(?:not\s+)?null\b/i, ' ')
    .replace(/\bchar\s*\((\d+)\)/i, (found, count: string, at: number, all: string) =>
      /var\s*$/i.test(all.slice(0, at)) || /^varchar/i.test(found) ? found : `text; exactly ${count}`,
    )
    .trim()
  return `${name}: ${[isReference ? '' : rest, ...clauses, isKey ? '' : isRequired ? 'required' : 'optional', remark].filter((each) => each !== '').join('; ')}`
}

/** A member of an interface or class: `name?: string; // at most 80`, `string name = 1;`, `name String @unique`. */
function memberOf(line: string, marksOptional: boolean, marksRequired: boolean): string | undefined {
  const [, code = '', remark = ''] = /^(.*?)[,;]?\s*(?:(?:\/\/|#|--)\s*(.*?))?$/.exec(line) ?? []
  const attributed = attributedMember(code, remark)
  if (attributed !== undefined) return attributed
  const typed = /^(?:(?:readonly|val|var|let|const|public|private|required|final)\s+)*["`]?([A-Za-z_]\w*)["`]?([?!])?\s*:\s*(.+)$/.exec(
    code,
  )
  const typeFirst =
    typed === null
      ? /^(?:(?:private|public|final|required|optional)\s+)*([A-Za-z][\w.<>[\]?]*)\s+([a-z_]\w*)\s*(?:=\s*\d+)?$/.exec(code)
      : null
  const [name, mark, type] =
    typed !== null
      ? [typed[1]!, typed[2] ?? '', typed[3]!]
      : typeFirst !== null
        ? [typeFirst[2]!, typeFirst[1]!.endsWith('?') ? '?' : '', typeFirst[1]!]
        : [undefined, '', '']
  if (name === undefined) return undefined
  const value = /^(.*?)\s*=\s*["']?([\w.-]+)["']?$/.exec(type)
  const kind = (value?.[1] ?? type).trim()
  const chained = chainInWords(kind)
  if (chained !== undefined)
    return `${name}: ${[chained, marksOptional && !/\b(?:optional|default)\b/.test(chained) ? 'required' : '', remarkInWords(remark)].filter((each) => each !== '').join('; ')}`
  const isReadOnly = /^readonly\b/.test(code)
  const isOptional =
    mark === '?' ||
    /\?$|\|\s*(?:null|undefined|None)\b|\boptional\b/i.test(kind) ||
    /^optional\b/.test(code) ||
    (marksRequired && value === null && !kind.endsWith('!'))
  const clauses = [
    typeInWords(
      kind
        .replace(/\?$/, '')
        .replace(/\s*\|\s*(?:null|undefined|None)\b/g, '')
        .replace(/^optional\[(.+)\]$/i, '$1'),
      remark,
    ),
    value === null || /^(?:None|null)$/.test(value[2]!) ? '' : `default ${value[2]}`,
    isOptional ? 'optional' : kind.endsWith('!') || marksOptional ? 'required' : '',
    isReadOnly ? 'read-only' : '',
    remarkInWords(remark),
  ]
  return `${name}: ${clauses.filter((each) => each !== '').join('; ')}`
}

/** `berth String? @unique @default("a")`: a member with attributes behind its type. */
function attributedMember(code: string, remark: string): string | undefined {
  const [, name, type, isList, mark, attributes = ''] =
    /^([a-z_]\w*)\s+([A-Z]\w*)(\[\])?(\?)?\s*((?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s*)*)$/.exec(code) ?? []
  if (name === undefined || type === undefined) return undefined
  const fallback = /@default\((.*?)\)(?=\s|$)/.exec(attributes)?.[1]?.replaceAll(/^["']|["']$/g, '')
  const isMade = /@updatedAt\b/.test(attributes) || fallback?.includes('(') === true
  const clauses = [
    isList === undefined ? type : `list of ${type}`,
    /@unique\b/.test(attributes) ? 'unique' : '',
    /@id\b/.test(attributes) ? 'primary key' : '',
    isMade ? 'set by the service' : fallback === undefined ? '' : `default ${fallback}`,
    mark === '?' ? 'optional' : fallback === undefined && !isMade && isList === undefined ? 'required' : '',
    remarkInWords(remark),
  ]
  return `${name}: ${clauses.filter((each) => each !== '').join('; ')}`
}

function typeInWords(type: string, remark: string): string {
  const plain = type.replace(/!$/, '').trim()
  const [, reference] = /^(?:ref|reference|fk|id|link|key)\s*<\s*(\w+)\s*>$/i.exec(plain) ?? []
  if (reference !== undefined) return `reference to ${reference}`
  const [, item] =
    /^(?:array|list|set|sequence|vec)\s*<\s*(.+)\s*>$/i.exec(plain) ??
    /^(?:list|set|sequence)\[(.+)\]$/i.exec(plain) ??
    /^(?:\(?(.+?)\)?)\[\]$/.exec(plain) ??
    /^\[(.+)\]$/.exec(plain) ??
    []
  if (item !== undefined) return `list of ${typeInWords(item, '')}`
  const literals = Array.from(plain.matchAll(/["']([^"']+)["']/g), ([, literal]) => literal!)
  if (literals.length > 1) return `one of: ${literals.join(', ')}`
  // The remark states the kind of number.
  return /^(?:number|float|double)$/i.test(plain) && /\bint(?:eger)?\b|\bwhole\b|\bdecimals?\b/i.test(remark)
    ? /\bint(?:eger)?\b|\bwhole\b/i.test(remark)
      ? ''
      : 'number'
    : plain
}

/** Converts a pattern in code, `/^[A-Z]{3}$/`, to words. */
function remarkInWords(remark: string): string {
  return remark.replaceAll(/(?<![\w`])\/(\^?[^/\s]+\$?)\/[a-z]*/g, (_, pattern: string) => `pattern \`${pattern}\``)
}

export type DrawnTable = {
  readonly headers: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly text: string; readonly line: number }[]
}

/**
 * Lines of a fence in columns with an arrow in each, `car  free  --book-->  booked  member`; undefined without a column beside the states.
 */
export function drawnTable(text: string): DrawnTable | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|[-=\s]+$)/.test(each.text))
  const rows = lines.map((each) => ({
    ...each,
    found: /^(?:(\w[\w-]*)\s{2,})?(\S+(?: \S+)*?)\s+(?:-{1,3}\s*([^\s>-][^>]*?)\s*)?(?:-{1,3}>|→|=>)\s*([^\s:(]+)(?:\s{2,}(\S.*))?$/.exec(
      each.text,
    ),
  }))
  if (
    rows.length < 2 ||
    rows.some(({ found }) => found === null) ||
    !rows.some(({ found }) => found![1] !== undefined || found![5] !== undefined)
  )
    return undefined
  if (rows.some(({ found }) => found![1] === undefined) && rows.some(({ found }) => found![1] !== undefined)) return undefined
  const hasOwner = rows[0]!.found![1] !== undefined
  const hasTrigger = rows.some(({ found }) => found![3] !== undefined)
  // Without a label at the arrow, the text after the states is the cause.
  const headers = [...(hasOwner ? ['resource'] : []), 'from', ...(hasTrigger ? ['trigger'] : []), 'to', hasTrigger ? 'remarks' : 'trigger']
  return {
    headers,
    rows: rows.map(({ text: line, line: at, found }) => ({
      text: line,
      line: at,
      cells: [...(hasOwner ? [found![1]!] : []), found![2]!, ...(hasTrigger ? [found![3] ?? ''] : []), found![4]!, found![5] ?? ''],
    })),
  }
}
