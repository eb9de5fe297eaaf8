// Reads the members of interfaces, classes, messages and structs as fields in words.

import { spellChain } from './chained-types.ts'
import type { CodeTypes } from './code-types.ts'

/** `marksOptional` and `marksRequired`: the sketch marks such members, so that the others are the opposite. `above`: comments over the member. */
export type MemberReading = {
  readonly marksOptional: boolean
  readonly marksRequired: boolean
  readonly types: CodeTypes
  readonly above: readonly string[]
}

/** A member of an interface or class: `name?: string; // at most 80`, `string name = 1;`, `name String @unique`. */
export function readMember(line: string, { marksOptional, marksRequired, types, above }: MemberReading): string | undefined {
  const [, written = '', behind = ''] = /^(.*?)\s*(?:(?:\/\/|#|--)\s*(.*?))?$/.exec(line) ?? []
  // Remarks between the signs of a block may stand anywhere.
  const inside = Array.from(line.matchAll(/\/\*+\s*(.*?)\s*\*\//g), ([, text]) => text!)
  const remark = [...above, behind.replaceAll(/\s*\/\*.*?\*\//g, ''), ...inside].filter((each) => each !== '').join('; ')
  const code = written.replaceAll(/\s*\/\*.*?\*\//g, '').replace(/\s*[,;]\s*$/, '')
  const [, declared, options = ''] = /^(.*?)\s*=\s*\d+\s*(?:\[(.*)\])?$/.exec(code) ?? []
  const rules = options.replaceAll(/\(\w+(?:\.\w+)*\)[\w.]*\.(\w+)/g, '$1')
  const numbered =
    declared === undefined ? undefined : readNumberedMember(declared, [rules, remark].filter((each) => each !== '').join('; '), types)
  if (numbered !== undefined) return numbered
  const attributed = readAttributedMember(code, remark, types)
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
  const chained = spellChain(kind)
  if (chained !== undefined)
    return `${name}: ${[chained, marksOptional && !/\b(?:optional|default)\b/.test(chained) ? 'required' : '', spellRemark(remark)].filter((each) => each !== '').join('; ')}`
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
      types,
    ),
    value === null || /^(?:None|null)$/.test(value[2]!) ? '' : `default ${value[2]}`,
    isOptional ? 'optional' : kind.endsWith('!') || (marksOptional && !/@default\b/.test(remark)) ? 'required' : '',
    isReadOnly ? 'readonly property' : '',
    spellRemark(remark),
  ]
  return `${name}: ${clauses.filter((each) => each !== '').join('; ')}`
}

/** `repeated string notes = 5;`, `optional string phone = 4;`: the members of a message. */
function readNumberedMember(code: string, remark: string, types: CodeTypes): string | undefined {
  const [, label = '', type, name] =
    /^(?:(repeated|optional|required)\s+)?(map\s*<[^<>]+>|[A-Za-z][\w.]*)\s+([A-Za-z_]\w*)$/.exec(code) ?? []
  if (type === undefined || name === undefined) return undefined
  const kind = typeInWords(type, remark, types)
  return `${name}: ${[label === 'repeated' ? `list of ${kind}` : kind, label === 'repeated' ? '' : label, spellRemark(remark)].filter((each) => each !== '').join('; ')}`
}

/** `berth String? @unique @default("a")`: a member with attributes behind its type. */
function readAttributedMember(code: string, remark: string, types: CodeTypes): string | undefined {
  const [, name, type, isList, mark, attributes = ''] =
    /^([a-z_]\w*)\s+([A-Z]\w*)(\[\])?(\?)?\s*((?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s*)*)$/.exec(code) ?? []
  if (name === undefined || type === undefined) return undefined
  const fallback = /@default\((.*?)\)(?=\s|$)/.exec(attributes)?.[1]?.replaceAll(/^["']|["']$/g, '')
  const isMade = /@updatedAt\b/.test(attributes) || fallback?.includes('(') === true
  const clauses = [
    isList === undefined ? typeInWords(type, '', types) : `list of ${typeInWords(type, '', types)}`,
    /@unique\b/.test(attributes) ? 'unique' : '',
    /@id\b/.test(attributes) ? 'primary key' : '',
    isMade ? 'set by the service' : fallback === undefined ? '' : `default ${fallback}`,
    mark === '?' ? 'optional' : fallback === undefined && !isMade && isList === undefined ? 'required' : '',
    spellRemark(remark),
  ]
  return `${name}: ${clauses.filter((each) => each !== '').join('; ')}`
}

const wholeNumber = /(?<!\bnot (?:an? )?|\bno )\b(?:int(?:eger)?|whole)\b/i

function typeInWords(type: string, remark: string, types: CodeTypes): string {
  const plain = type.replace(/!$/, '').trim()
  const [, reference] = /^(?:ref|reference|fk|id|link|key)\s*<\s*(\w+)\s*>$/i.exec(plain) ?? []
  if (reference !== undefined) return `reference to ${reference}`
  const [, item] =
    /^(?:array|list|set|sequence|vec)\s*<\s*(.+)\s*>$/i.exec(plain) ??
    /^(?:list|set|sequence)\[(.+)\]$/i.exec(plain) ??
    /^(?:\(?(.+?)\)?)\[\]$/.exec(plain) ??
    /^\[(.+)\]$/.exec(plain) ??
    []
  if (item !== undefined) return `list of ${typeInWords(item, '', types)}`
  const choices = types.choices.get(plain)
  if (choices !== undefined) return `one of: ${choices.join(', ')}`
  const [, owner, field] = /^(\w+)\[["'](\w+)["']\]$/.exec(plain) ?? []
  if (owner !== undefined) return `same as ${owner}.${field}`
  // The name of a time in another package: `google.protobuf.Timestamp`.
  const [, last] = /^(?:[a-z]\w*\.)+([A-Z]\w*)$/.exec(plain) ?? []
  if (last !== undefined) return last.replace(/^(String|Int\d*|Bool|Double)Value$/, '$1')
  const literals = Array.from(plain.matchAll(/["']([^"']+)["']/g), ([, literal]) => literal!)
  // A value such as `system` is a fact elsewhere.
  if (literals.length > 1) return `one of ${literals.map((each) => `\`${each}\``).join(', ')}`
  // The remark states the kind of number.
  return /^(?:number|float|double)$/i.test(plain) && wholeNumber.test(remark) ? '' : plain
}

/** Converts a pattern in code, `/^[A-Z]{3}$/`, and tags, `@minLength 3 @unique`, to words. */
function spellRemark(remark: string): string {
  return remark
    .replaceAll(/(?<![\w`])\/(\^?[^/\s]+\$?)\/[a-z]*/g, (_, pattern: string) => `pattern \`${pattern}\``)
    .replaceAll(/@pattern\s+(\^\S+)/g, '@pattern `$1`')
    .replaceAll(/(^|(?:\beach)?[\s,;]+)@([a-z]\w*)(?:\(([^()]*)\))?/g, (_, before: string, tag: string, value?: string) =>
      [
        before === '' || before.startsWith('each') ? before : '; ',
        tag.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase(),
        value === undefined ? '' : ` ${value}`,
      ].join(''),
    )
}
