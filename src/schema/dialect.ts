// The keywords of the dialect: their form, and the unsupported keywords of JSON Schema with reasons.

/** The form of a keyword's value. */
export type KeywordForm =
  | 'schema'
  | 'schemas'
  | 'schemas by name'
  | 'types'
  | 'text'
  | 'count'
  | 'number'
  | 'boolean'
  | 'names'
  | 'names by name'
  | 'value'
  | 'values'
  | 'pattern'
  | 'reference'
  | 'discriminator'

export const keywords: ReadonlyMap<string, KeywordForm> = new Map([
  ['type', 'types'],
  ['enum', 'values'],
  ['const', 'value'],
  ['format', 'text'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'number'],
  ['items', 'schema'],
  ['prefixItems', 'schemas'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'boolean'],
  ['properties', 'schemas by name'],
  ['required', 'names'],
  ['additionalProperties', 'schema'],
  ['patternProperties', 'schemas by name'],
  ['propertyNames', 'schema'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['dependentRequired', 'names by name'],
  ['dependentSchemas', 'schemas by name'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['discriminator', 'discriminator'],
  ['$ref', 'reference'],
  ['$defs', 'schemas by name'],
  ['default', 'value'],
  ['readOnly', 'boolean'],
  ['writeOnly', 'boolean'],
  ['deprecated', 'boolean'],
  ['title', 'text'],
  ['description', 'text'],
  ['examples', 'values'],
])

/** Keywords without effect on values. */
export const silent: ReadonlySet<string> = new Set(['$comment', '$schema', 'contentEncoding', 'contentMediaType', 'contentSchema'])

/** Keywords of JSON Schema that the dialect does not have, and why. */
export const unsupportedKeywords: ReadonlyMap<string, string> = new Map([
  ['unevaluatedProperties', 'members that no schema lists are dropped anyway; `additionalProperties: false` refuses them'],
  ['unevaluatedItems', '`items` beside `prefixItems` is the schema of further items'],
  ['$dynamicRef', 'what a schema means may not depend on who refers to it'],
  ['$dynamicAnchor', 'what a schema means may not depend on who refers to it'],
  ['$recursiveRef', 'what a schema means may not depend on who refers to it'],
  ['$recursiveAnchor', 'what a schema means may not depend on who refers to it'],
  ['$id', 'a schema has one place, the document, and `$ref` names its shapes'],
  ['$anchor', 'a schema has one place, the document, and `$ref` names its shapes'],
  ['$vocabulary', 'the vocabulary is that of the dialect'],
])
