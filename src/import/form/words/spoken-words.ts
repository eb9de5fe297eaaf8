// The words of one language in running text about fields.

export type SpokenWords = {
  /** "The name is text": a field and what it is, and sentences that say more of it. */
  readonly spokenField: RegExp
  readonly spokenMore: RegExp
  /** Sentences of running text about one field: its `name`, and what is said `before` the verb and behind it (`rest`). */
  readonly saidFields: readonly RegExp[]
  /** The subject of a sentence, as a name of `count` words. */
  readonly subject: (count: number) => RegExp
  /** The subject of the list or table that follows, and the thing whose data it has. */
  readonly listLead: RegExp
  readonly dataLead: RegExp
  /** A heading that is a question or a phrase about a `thing`. */
  readonly headingThing: RegExp
  /** "A thing has …": the verb (`has`) and the fields (`rest`); the verbs by which they are optional, and the word for that. */
  readonly hasFields: RegExp
  readonly mayHave: RegExp
  /** "A thing belongs to …": the things that it refers to (`rest`). */
  readonly refersTo: RegExp
  /** Words around the name of a thing in a title: "fields of the", "record"; words before the thing that a sentence is about. */
  readonly ownerFrame: readonly RegExp[]
  readonly aboutLead: RegExp
  /** A title that names no thing: "Fields", "Data model". */
  readonly generalTitle: RegExp
  /** What a field refers to, and what has the states that a title announces. */
  readonly referredThing: RegExp
  readonly stateOwner: RegExp
  /** Articles before the fields of a list; separators between names; fields (`list`) with their common description (`spec`). */
  readonly itemArticle: string
  readonly listJoin: RegExp
  readonly ofAll: RegExp
  /** A noun and its description; a meaningful adjective before it; "number of seats". */
  readonly itemNoun: RegExp
  readonly itemAdjective: RegExp
  readonly numberOf: RegExp
  readonly relative: RegExp
  /** A clause, or a relative clause, about all fields of the list before it. */
  readonly ofAllClause: RegExp
  readonly relativeOfAll: RegExp
  /** Whose parts follow: `Entries of a statement`. */
  readonly partsOf: RegExp
  /** A sentence about the fields of a thing, and where within it one clause about a field ends and the next begins. */
  readonly fieldSentence: RegExp
  readonly fieldLead: RegExp
  readonly fieldTail: RegExp
  readonly fieldClause: RegExp
}
