// Collects the facts about a field during reading, and prints them as a cell in table notation.

import { convertCell } from './map-schema.ts'
import type { Words } from '../words.ts'

export type FieldCells = {
  type: string
  must: string
  default: string
  readonly rules: Set<string>
  /** The form says the presence only of all fields without another statement. */
  hasUsualMust?: true
  /** YAML of the schema, if no cell can express it; the type is then `below`. */
  below?: string
}

export type FieldDraft = {
  type?: string
  least?: string
  most?: string
  pattern?: string
  /** The pattern is written as an expression. */
  expression?: string
  step?: string
  choices?: readonly string[]
  default?: string
  /** A word such as `none`, which is a default only if the choice has it. */
  emptyDefault?: string
  /** A default that depends on the time. */
  moving?: string
  /** A list of things without a known kind. */
  openList?: true
  must?: 'yes' | 'no'
  list?: FieldCells
  each?: FieldCells
  charset?: string
  map?: FieldCells
  keys?: string
  keyPattern?: string
  /** The value need not be whole, even if the form says that numbers are. */
  isFraction?: true
  /** A bound counts characters, so the value is a text unless its kind is stated. */
  isText?: true
  /** Bounds that are excluded. */
  above?: string
  below?: string
  readonly rules: Set<string>
  conflict?: string
}

type Single = 'type' | 'least' | 'most' | 'above' | 'below' | 'pattern' | 'step' | 'default' | 'must'

export function say(draft: FieldDraft, key: Single, value: string): boolean {
  // An expression in the text is the pattern; words beside it only describe it.
  if (key === 'pattern' && draft.expression !== undefined) return true
  const before = draft[key]
  // Money is a number of the kind beside it.
  if (
    key === 'type' &&
    before !== value &&
    (before === 'money' || value === 'money') &&
    /^(?:whole )?number$/.test(`${before === 'money' ? value : before}`)
  ) {
    const other = before === 'money' ? value : before
    draft.type = other === 'number' ? 'money' : other!
    return true
  }
  // The more specific of two compatible kinds applies.
  if (key === 'type' && before !== undefined && (refines(value, before) || refines(before, value))) {
    draft.type = refines(value, before) ? value : before
    return true
  }
  // A reference has the kind of the key that it names.
  if (
    key === 'type' &&
    before !== undefined &&
    before.startsWith('→') !== value.startsWith('→') &&
    /^(?:uuid|text|whole number)$/.test(value.startsWith('→') ? before : value)
  ) {
    draft.type = value.startsWith('→') ? value : before
    return true
  }
  // `uuid[]` that refers to a record: a list of references.
  if (key === 'type' && before === 'list' && value.startsWith('→') && /^(?:uuid|text|whole number)$/.test(draft.list?.type ?? '')) {
    draft.list = { ...draft.list!, type: value }
    return true
  }
  if (before !== undefined && before !== value && !(Number(before) === Number(value) && key !== 'default')) {
    draft.conflict = `${before} / ${value}`
    return true
  }
  Object.assign(draft, { [key]: value })
  return true
}

/** True if every value of the first kind is a value of the second, more general one. */
function refines(type: string, other: string): boolean {
  return (other === 'number' && type === 'whole number') || (other === 'text' && /^(?:email|uri|uuid|choice|date|date-time)$/.test(type))
}

export function mapSchema({ map, keys, keyPattern }: FieldDraft): string {
  return `{ type: object${keys === undefined ? '' : `, maxProperties: ${keys}`}${keyPattern === undefined ? '' : `, propertyNames: { type: string, pattern: '${keyPattern}' }`}, additionalProperties: ${convertCell(map?.type ?? '')} }`
}

/** True if a value fits a pattern, or if the pattern is invalid here. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

/** The cell in table notation; undefined without a type, or if the clauses contradict each other. */
export function typeCell({
  type: kind,
  least,
  most,
  pattern: said,
  step: saidStep,
  choices,
  list,
  each,
  map,
  charset,
  isText,
}: FieldDraft): string | undefined {
  const step = saidStep ?? (kind === 'money' ? writtenStep(least, most) : undefined)
  const type =
    kind ?? (isText === true && choices === undefined && step === undefined && map === undefined && each === undefined ? 'text' : undefined)
  if (map !== undefined)
    return (type === undefined || type === 'object') && (least ?? most ?? said ?? step) === undefined ? 'below' : undefined
  if (type === 'object') return undefined
  if (said !== undefined && charset !== undefined) return undefined
  // "points" alone are no characters.
  const isSigns = charset !== undefined && !/[A-Za-z\d]/.test(charset)
  if (isSigns && said === undefined) return undefined
  const pattern = said ?? (charset === undefined ? undefined : `^[${charset}]*$`)
  const fixed = pattern === undefined ? undefined : readFixedLength(pattern)
  const isSaid = fixed !== undefined && most === fixed && (least === undefined || least === fixed)
  const bounds = isSaid || (least === undefined && most === undefined) ? '' : ` ${least ?? ''}..${most ?? ''}`
  if (type === 'list') {
    if (list === undefined || (each !== undefined && list.type !== 'text')) return undefined
    return `list${bounds} of ${each?.type ?? list.type}`
  }
  if (each !== undefined) return undefined
  if (choices !== undefined && said !== undefined && !choices.every((each) => matches(said, each))) return undefined
  // Numbers one after another are a range of them.
  if (choices !== undefined && choices.length > 1 && areConsecutive(choices))
    return type === undefined || /^(?:whole )?number$|^choice$/.test(type) ? `whole number ${choices[0]}..${choices.at(-1)}` : undefined
  if (choices !== undefined)
    return type === undefined ||
      type === 'text' ||
      type === 'choice' ||
      (type === 'whole number' && choices.every((each) => /^-?\d+$/.test(each)))
      ? `one of ${choices.map((each) => (/^(?:required|unique|key|or|null)$/.test(each) ? `\`${each}\`` : each)).join(', ')}`
      : undefined
  if (pattern !== undefined)
    return type === undefined || type === 'text' || type === 'uri' ? `${type ?? 'text'}${bounds} like \`${pattern}\`` : undefined
  if (
    type === 'money' ||
    ((type === 'number' || (type === undefined && charset === undefined && choices === undefined)) && step !== undefined)
  )
    return step === undefined ? undefined : step === '1' ? `whole number${bounds}` : `decimal ${step}${bounds === '' ? '' : `,${bounds}`}`
  if (step !== undefined) return undefined
  if (type === undefined || type === 'choice') return undefined
  const takesBounds = ['text', 'whole number', 'number', 'email', 'uri'].includes(type)
  return bounds === '' ? type : takesBounds ? `${type}${bounds}` : undefined
}

/** The decimals in which both bounds of an amount are written: `80.00..1000.00`. */
function writtenStep(least: string | undefined, most: string | undefined): string | undefined {
  const [one, other] = [least, most].map((bound) => /\.(\d{1,3})$/.exec(bound ?? '')?.[1]?.length)
  return one === undefined || one !== other ? undefined : `0.${'0'.repeat(one - 1)}1`
}

/** The length that a pattern of counted characters requires; an equal bound adds nothing. */
function readFixedLength(pattern: string): string | undefined {
  const [, inner] = /^\^((?:\[[^\]]+\](?:\{\d+\})?|[\p{L}\d-])+)\$$/u.exec(pattern) ?? []
  return inner === undefined
    ? undefined
    : String(
        Array.from(inner.matchAll(/(?:\[[^\]]+\]|[\p{L}\d-])(?:\{(\d+)\})?/gu)).reduce((sum, [, count]) => sum + Number(count ?? 1), 0),
      )
}

/** Replaces excluded bounds by the next values inside them: for lengths, whole numbers and fixed decimals. False for other kinds. */
export function closeBounds(draft: FieldDraft): boolean {
  if (draft.above === undefined && draft.below === undefined) return true
  const isCounted = draft.type === 'whole number' || draft.type === 'text' || draft.isText === true || draft.list !== undefined
  const step = isCounted ? '1' : draft.step
  if (step === undefined) return false
  const decimals = step.split('.')[1]?.length ?? 0
  const next = (bound: string, by: number): string => String(Number((Number(bound) + by * Number(step)).toFixed(decimals)))
  if (draft.above !== undefined) draft.least ??= next(draft.above, 1)
  if (draft.below !== undefined) draft.most ??= next(draft.below, -1)
  return true
}

/** Takes the type cell `one of …` of another field. */
export function takeChoice(cell: string, draft: FieldDraft): boolean {
  draft.choices = cell
    .replace(/^one of /, '')
    .split(', ')
    .map((each) => each.replaceAll('`', ''))
  return true
}

/** "only for staff" does not limit that a field is optional; "unless it is paid" does. */
export function limitsField(clause: string, before: FieldDraft, { must }: FieldDraft, { exception, onlyWord }: Words): boolean {
  return exception.test(clause) && !(must === 'no' && before.must !== 'no' && new RegExp(`^${onlyWord}\\b`, 'i').test(clause))
}

/** Takes back presence, rules and default of a clause; returns it if it had one. */
export function takeBack(
  draft: FieldDraft,
  { draft: { rules, must, default: fallback }, clause }: { readonly draft: FieldDraft; readonly clause: string },
): string[] {
  if (draft.rules.size === rules.size && draft.must === must && draft.default === fallback) return []
  draft.rules.clear()
  for (const rule of rules) draft.rules.add(rule)
  delete draft.must
  delete draft.default
  Object.assign(draft, { ...(must === undefined ? {} : { must }), ...(fallback === undefined ? {} : { default: fallback }) })
  return [clause]
}

/** "30 min to 14 days ahead" does not bound the characters of a time. True if there were such bounds. */
export function dropBounds(draft: FieldDraft): boolean {
  const { type, least, most, list } = draft
  if (type?.startsWith('→') === true) delete draft.pattern
  if (
    (least ?? most) === undefined ||
    list !== undefined ||
    type === undefined ||
    !(/^(?:date|date-time|yes\/no|uuid)$/.test(type) || type.startsWith('→'))
  )
    return false
  delete draft.least
  delete draft.most
  // The key of another record has the bounds that it has there.
  return !type.startsWith('→')
}

/** The kind of the value in a sample, if the text says none. */
export function takeShown(draft: FieldDraft, shown: string | undefined): void {
  const { type, list, choices, map, step, each } = draft
  if (shown === undefined || shown === '' || (type ?? list ?? choices ?? map ?? step) !== undefined) return
  if (shown === 'list of text') {
    draft.type = 'list'
    draft.list = { type: 'text', must: '', default: '', rules: new Set() }
    if (draft.keys !== undefined) draft.most ??= draft.keys
  } else if (shown === 'integer') {
    // A whole number in the sample, and whole bounds.
    if ([draft.least, draft.most].every((bound) => bound !== undefined && /^-?\d+$/.test(bound))) draft.type = 'whole number'
  } else if (each === undefined && shown !== 'list') draft.type = shown
}

function areConsecutive(choices: readonly string[]): boolean {
  return choices.every((each, index) => /^-?(?:0|[1-9]\d*)$/.test(each) && Number(each) === Number(choices[0]) + index)
}
