// Defines Hurl's vocabulary: queries, filters, predicates and options with their arguments; and unsupported words with the reason.

/** The argument of a word. A `pattern` may also be a quoted string. */
export type WordSlot = 'string' | 'pattern' | 'integer'

export const queries = {
  status: [],
  version: [],
  url: [],
  header: ['string'],
  cookie: ['string'],
  body: [],
  bytes: [],
  rawbytes: [],
  jsonpath: ['string'],
  regex: ['pattern'],
  variable: ['string'],
  duration: [],
  sha256: [],
  md5: [],
} as const satisfies Readonly<Record<string, readonly WordSlot[]>>
export type QueryName = keyof typeof queries

export const hurlFilters = {
  base64Decode: [],
  base64Encode: [],
  base64UrlSafeDecode: [],
  base64UrlSafeEncode: [],
  charsetDecode: ['string'],
  decode: ['string'],
  count: [],
  dateFormat: ['string'],
  daysAfterNow: [],
  daysBeforeNow: [],
  first: [],
  format: ['string'],
  htmlEscape: [],
  jsonpath: ['string'],
  last: [],
  nth: ['integer'],
  regex: ['pattern'],
  replace: ['string', 'string'],
  replaceRegex: ['pattern', 'string'],
  split: ['string'],
  toDate: ['string'],
  toFloat: [],
  toHex: [],
  toInt: [],
  toString: [],
  urlDecode: [],
  urlEncode: [],
  urlQueryParam: ['string'],
  utf8Decode: [],
  utf8Encode: [],
} as const satisfies Readonly<Record<string, readonly WordSlot[]>>
export type FilterName = keyof typeof hurlFilters

/** The operand of a predicate: none, any value, an ordered value, text or bytes, a pattern. */
export type Comparand = 'none' | 'any' | 'ordered' | 'piece' | 'pattern'

export const predicates = {
  '==': 'any',
  '!=': 'any',
  '>': 'ordered',
  '>=': 'ordered',
  '<': 'ordered',
  '<=': 'ordered',
  startsWith: 'piece',
  endsWith: 'piece',
  contains: 'any',
  includes: 'any',
  matches: 'pattern',
  exists: 'none',
  isBoolean: 'none',
  isCollection: 'none',
  isDate: 'none',
  isEmpty: 'none',
  isFloat: 'none',
  isInteger: 'none',
  isIpv4: 'none',
  isIpv6: 'none',
  isIsoDate: 'none',
  isList: 'none',
  isNumber: 'none',
  isObject: 'none',
  isString: 'none',
  isUuid: 'none',
} as const satisfies Readonly<Record<string, Comparand>>
export type PredicateName = keyof typeof predicates

/** Sections of requests and of responses, by all of Hurl's names for them. */
export const requestSections = {
  Query: 'query',
  QueryStringParams: 'query',
  Form: 'form',
  FormParams: 'form',
  Multipart: 'multipart',
  MultipartFormData: 'multipart',
  Cookies: 'cookies',
  BasicAuth: 'basicAuth',
  Options: 'options',
} as const
export const responseSections = { Captures: 'captures', Asserts: 'asserts' } as const

export const options = [
  'compressed',
  'http1.1',
  'location',
  'location-trusted',
  'path-as-is',
  'repeat',
  'skip',
  'user',
  'variable',
] as const

const jsonOnly = 'Scenarios read JSON, text and bytes; XML and HTML are not taken apart.'
const plainConnection = 'Scenarios talk to a fresh service on this machine, without TLS and without proxies.'
/** The reason why redirects are not supported. */
export const redirects = 'Redirects are not followed, so that each answer can be asserted: write the second request yourself.'
const ownClock = 'Scenarios run on a virtual clock and do not wait: write `# advance: PT1M` above the request.'
const ofCommand = 'The command decides what a run prints, not the scenario.'
const removedWord = (replacement: string): string => `Hurl itself has given this word up: write \`${replacement}\`.`

/** Words of Hurl that are refused, by kind, with the reason. */
export const unsupportedWords: Readonly<
  Record<'query' | 'filter' | 'predicate' | 'option' | 'function', Readonly<Record<string, string>>>
> = {
  query: { xpath: jsonOnly, certificate: plainConnection, ip: plainConnection, redirects },
  filter: {
    xpath: jsonOnly,
    location: redirects,
    htmlUnescape: 'Scenarios read JSON, text and bytes; named characters of HTML are not supported.',
  },
  predicate: {
    equals: removedWord('=='),
    notEquals: removedWord('!='),
    greaterThan: removedWord('>'),
    greaterThanOrEquals: removedWord('>='),
    lessThan: removedWord('<'),
    lessThanOrEquals: removedWord('<='),
    countEquals: removedWord('count =='),
  },
  option: {
    'aws-sigv4': plainConnection,
    cacert: plainConnection,
    cert: plainConnection,
    key: plainConnection,
    insecure: plainConnection,
    pinnedpubkey: plainConnection,
    proxy: plainConnection,
    noproxy: plainConnection,
    resolve: plainConnection,
    'connect-to': plainConnection,
    'unix-socket': plainConnection,
    ipv4: plainConnection,
    ipv6: plainConnection,
    netrc: plainConnection,
    'netrc-file': plainConnection,
    'netrc-optional': plainConnection,
    ntlm: plainConnection,
    negotiate: plainConnection,
    digest: plainConnection,
    'http1.0': plainConnection,
    http2: plainConnection,
    http3: plainConnection,
    'max-redirs': redirects,
    delay: ownClock,
    retry: ownClock,
    'retry-interval': ownClock,
    'connect-timeout': ownClock,
    'max-time': ownClock,
    'limit-rate': ownClock,
    output: ofCommand,
    verbose: ofCommand,
    verbosity: ofCommand,
    'very-verbose': ofCommand,
  },
  function: { getEnv: 'A scenario means the same on every machine: give the value as a variable of the run.' },
}

export const functions = ['newUuid', 'newDate'] as const
