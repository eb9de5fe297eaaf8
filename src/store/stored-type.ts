// The types of columns.

/**
 * The storage of a column: `decimal` is an integer scaled by 10^`scale`, if the schema's bounds keep it within 64 bits; `timestamp` is RFC
 * 3339 text in UTC of fixed width; `json` is the JSON of a list, an object, or any other decimal, whose digits are unbounded.
 */
export type StoredType =
  | { readonly kind: 'text' | 'integer' | 'double' | 'boolean' | 'timestamp' | 'duration' | 'bytes' | 'json' }
  | { readonly kind: 'decimal'; readonly scale: number }

/** The form in which columns are compared: an unbounded decimal uses a text beside its JSON that sorts in numeric order. */
export type ComparedAs = StoredType | { readonly kind: 'ordered' }
