// Keys and words of other tools, with this language's equivalents. A writer who comes from another tool uses those, and no spelling is near.

const words: { readonly [other: string]: readonly string[] } = {
  // The terms of routers and frameworks for actions and their keys.
  get: ['read'], fetch: ['read'], show: ['read'], index: ['list'], post: ['create'], insert: ['create'], add: ['create'], patch: ['update'],
  modify: ['update'], edit: ['update'], upsert: ['put'], remove: ['delete'], destroy: ['delete'],
  response: ['output'], returns: ['output'], return: ['output'], result: ['output'], request: ['body'], requestBody: ['body'], payload: ['body', 'data'],
  params: ['parameters'], auth: ['security', 'authentication'], authorization: ['security', 'rules'], code: ['status'], statusCode: ['status'],
  validate: ['require', 'invariant'], assert: ['require', 'invariant'], check: ['require', 'invariant'], orderBy: ['order'], paginate: ['page'], pagination: ['page'],
  // Schemas, and what resources are made of.
  min: ['minimum', 'minLength', 'minItems'], max: ['maximum', 'maxLength', 'maxItems'], regex: ['pattern'], values: ['enum'], ref: ['$ref'], fields: ['properties'],
  attributes: ['properties'], columns: ['properties'], primaryKey: ['key'], id: ['key'], definitions: ['$defs'], calculated: ['compute'], computed: ['compute'],
  // State machines.
  to: ['target'], next: ['target'], if: ['guard'], cond: ['guard'], condition: ['guard'], when: ['guard', 'if'], actions: ['then'], effects: ['then'], do: ['then'],
  transitions: ['on'], onEntry: ['entry'], onExit: ['exit'], timeout: ['after'], final: ['type: final'], start: ['initial'],
  // Limits.
  requests: ['quota'], limit: ['quota'], per: ['window'], period: ['window'], interval: ['window'],
  // Types.
  int: ['integer'], int32: ['integer'], int64: ['integer'], long: ['integer'], float: ['number'], double: ['number'], decimal: ['number'], money: ['number'],
  bool: ['boolean'], str: ['string'], text: ['string'], varchar: ['string'], list: ['array'], map: ['object'], dict: ['object'], nil: ['null'],
  header: ['key'],
}

/** Returns this language's words for `word` that occur in `known`. A key with its value (`type: final`) is looked up by the key. */
export function calledHere(word: string, known: ReadonlySet<string>): readonly string[] {
  return (Object.hasOwn(words, word) ? words[word]! : []).filter((name) => known.has(name.split(':')[0]!))
}
