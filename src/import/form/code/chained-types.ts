// Converts types written as chained calls, `z.string().max(80).optional()`, to words.

const call = String.raw`\.?[A-Za-z_]\w*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?`

const chain = new RegExp(`^(?:${call}){2,}$`)

/** The words for a call, by its name in small letters. */
const words: { readonly [name: string]: (argument: string, isText: boolean) => string } = {
  string: () => 'text',
  number: () => 'number',
  int: () => 'whole number',
  integer: () => 'whole number',
  bigint: () => 'whole number',
  boolean: () => 'yes/no',
  bool: () => 'yes/no',
  date: () => 'date',
  datetime: () => 'date-time',
  email: () => 'email',
  uuid: () => 'uuid',
  guid: () => 'uuid',
  url: () => 'url',
  uri: () => 'uri',
  min: (value, isText) => `at least ${value}${isText ? ' characters' : ''}`,
  max: (value, isText) => `at most ${value}${isText ? ' characters' : ''}`,
  length: (value) => `exactly ${value} characters`,
  gte: (value) => `at least ${value}`,
  lte: (value) => `at most ${value}`,
  gt: (value) => `more than ${value}`,
  lt: (value) => `less than ${value}`,
  positive: () => 'positive',
  nonnegative: () => 'at least 0',
  nonempty: () => 'at least 1 characters',
  multipleof: (value) => `multipleOf ${value}`,
  optional: () => 'optional',
  nullable: () => 'optional',
  nullish: () => 'optional',
  notrequired: () => 'optional',
  required: () => 'required',
  default: (value) => `default ${unquote(value)}`,
  readonly: () => 'read-only',
  unique: () => 'unique',
  enum: (value) => `one of: ${spellList(value)}`,
  oneof: (value) => `one of: ${spellList(value)}`,
  valid: (value) => `one of: ${spellList(value)}`,
  picklist: (value) => `one of: ${spellList(value)}`,
  literal: (value) => `one of: ${spellList(value)}`,
  array: (value) => `list of ${spellChain(value) ?? value}`,
  regex: spellPattern,
  pattern: spellPattern,
  matches: spellPattern,
  trim: () => '',
  describe: unquote,
}

/** Undefined unless the text is a chain with a known kind of value. */
export function spellChain(text: string): string | undefined {
  if (!chain.test(text.trim()) || !text.includes('(')) return undefined
  const calls = Array.from(
    text.matchAll(new RegExp(String.raw`\.?([A-Za-z_]\w*)(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\))?`, 'g')),
    ([, name, argument]) => ({ name: name!.toLowerCase(), argument: argument?.trim() }),
  )
  const isText = calls.some(({ name }) => name === 'string')
  // The first name without a call is the library.
  const said = calls.filter(({ argument }, index) => index > 0 || argument !== undefined)
  const clauses = said.map(({ name, argument = '' }) =>
    Object.hasOwn(words, name) ? words[name]!(argument, isText) : `${name} ${unquote(argument)}`.trim(),
  )
  // A list of items: `z.string().array()`.
  const [, item = ''] = /^(.*)\.array\(\)/.exec(text.trim()) ?? []
  if (item !== '')
    return [`list of ${spellChain(item) ?? item}`, ...clauses.slice(said.findIndex(({ name }) => name === 'array') + 1)].join('; ')
  return clauses.filter((each) => each !== '').join('; ')
}

/** True for members that are required unless a call says otherwise. */
export function hasOptionalCalls(text: string): boolean {
  return /\.(?:optional|nullish|nullable|notRequired)\(\)/.test(text)
}

function unquote(text: string): string {
  return text.replaceAll(/^["'`]|["'`]$/g, '')
}

function spellList(text: string): string {
  return text.replaceAll(/[[\]"'`]/g, '')
}

function spellPattern(text: string): string {
  return `pattern \`${text.replace(/^\/(.*)\/[a-z]*$/, '$1')}\``
}
