// The words of one language in running text about fields.

export type SpokenWords = {
  /** "The name is text": a field with its description, and further sentences about it. */
  /** "The person who comes with the animal.": what the thing itself is. */
  readonly definesThing: RegExp
  readonly spokenField: RegExp
  readonly spokenMore: RegExp
  /** The beginning of a sentence about a value that several fields make: `the sum of`. */
  readonly computedFrom: RegExp
  /** The letters before questions and answers. */
  readonly questionMark: string
  readonly answerMark: string
  /** "Do all of these have ids?": a question about the fields of every record. */
  readonly everyQuestion: RegExp
  /** A name before a paragraph about all resources, such as *General*. */
  readonly generalLead: RegExp
  /** Sentences about one field: its `name`, and the text `before` the verb and after it (`rest`). */
  readonly saidFields: readonly RegExp[]
  /** The subject of a sentence, as a name of `count` words. */
  readonly subject: (count: number) => RegExp
  /** The subject of the following list or table, and the resource with these data. */
  readonly listLead: RegExp
  readonly dataLead: RegExp
  /** A heading that is a question or a phrase about a `thing`. */
  readonly headingThing: RegExp
  /** "A thing has …": the verb (`has`) and the fields (`rest`); the verbs for optional fields, and the word for optional. */
  readonly hasFields: RegExp
  readonly mayHave: RegExp
  readonly mustHave: RegExp
  /** "and may have", with the verb in the group `has`; and the word for the subject. */
  readonly andHas: RegExp
  readonly itWord: string
  readonly requiredClause: string
  /** "A thing belongs to …": the things that it refers to (`rest`). */
  readonly refersTo: RegExp
  /** Words around the name of a resource in a title: "fields of the", "record"; words before the subject of a sentence. */
  readonly ownerFrame: readonly RegExp[]
  readonly aboutLead: RegExp
  /** The title of a sample, which names no resource. */
  readonly sampleTitle: RegExp
  /** A title without a resource: "Fields", "Data model". */
  readonly generalTitle: RegExp
  /** The target of a reference, and the owner of the states in a title. */
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
  /** The owner of the following parts: `Entries of a statement`. */
  readonly partsOf: RegExp
  /** A sentence about the fields of a resource, and the separators between its clauses. */
  /** The words of a group before its members; the words before a field with which another one is compared. */
  readonly isGroup: RegExp
  readonly comparedTo: RegExp
  /** Words before a value in code, after the previous name, and behind one; and a verb after a name in code, which makes it the subject. */
  readonly valueLead: RegExp
  readonly valueTail: RegExp
  readonly fieldVerb: RegExp
  readonly fieldSentence: RegExp
  /** "All of" before names in code; and the beginning of a sentence that describes all names behind it. */
  readonly allOfFields: RegExp
  readonly saidOfAll: RegExp
  readonly fieldLead: RegExp
  readonly fieldTail: RegExp
  readonly fieldClause: RegExp
}
