// The words of one language in descriptions of fields.

import type { PresenceWords } from './presence-words.ts'

/** A fact that a phrase states of a field. `$1` in a text is the first group of the phrase's pattern. */
export type FieldFact =
  | { readonly says: 'type'; readonly type: string }
  | {
      readonly says:
        | 'choice'
        | 'list'
        | 'each'
        | 'reference'
        | 'charset'
        | 'map'
        | 'value'
        | 'keyPattern'
        | 'uniqueWith'
        | 'sameAs'
        | 'charsets'
      readonly text: string
    }
  | {
      readonly says: 'bounds'
      readonly least?: string
      readonly most?: string
      /** Exclusive. */
      readonly above?: string
      readonly below?: string
    }
  /** `isQuoted`: the text has several words in quotation marks. */
  | { readonly says: 'default'; readonly text: string; readonly isQuoted?: boolean }
  | { readonly says: 'keys'; readonly most: string }
  /** A number that need not be whole. */
  | { readonly says: 'fraction' }
  | { readonly says: 'pattern'; readonly pattern: string }
  | { readonly says: 'decimals'; readonly digits: string }
  | { readonly says: 'must'; readonly must: 'yes' | 'no' }
  | { readonly says: 'rule'; readonly rule: string }
  /** Has no binding meaning. */
  | { readonly says: 'nothing' }
  /** Has a further meaning beside the facts. */
  | { readonly says: 'more' }

/** A phrase is understood only as a whole. */
export type Phrase = readonly [pattern: RegExp, ...facts: readonly FieldFact[]]

export type FieldWords = {
  /** The headers of a table of code lists, and the words with which fields name a list. */
  readonly listHeader: RegExp
  readonly codeHeader: RegExp
  readonly codeListNames: (list: string) => readonly string[]
  /** A statement that all numbers are whole. */
  readonly wholeNumbers: RegExp
  /** "valid address": a kind that the name of the field completes. */
  readonly bareAddress: RegExp
  /** The label of a list of fields, in place of the name of their owner. */
  readonly fieldsLabel: RegExp
  readonly phrases: readonly Phrase[]
  /** Alternatives of a pattern: verbs between a resource and a list of its fields. */
  readonly hasFieldsVerb: string
  /** "ids" in a general statement about them. */
  readonly idWord: RegExp
  /** A clause that says only that the fields below it are its parts: "made of", "list of variant". */
  readonly groupLead: RegExp
  /** Words with which no name of a field begins or ends, such as articles and verbs. */
  readonly noLabel: RegExp
  /** Alternatives of a pattern: words before the values of a choice. */
  readonly choiceLead: string
  /** "So is `birthday`": further fields with the same fact; "all parts needed": a fact of all members. */
  readonly alsoSo: RegExp
  readonly allParts: RegExp
  /** "both required", with a group for what both are. */
  readonly bothAre: RegExp
  /** "default `8` and `20`": the defaults of several fields, in a group. */
  readonly severalDefaults: RegExp
  /** In a clause: words for a condition or an exception; words that are a kind of value only if they are alone; and words before values. */
  readonly blocker: RegExp
  readonly weakKind: RegExp
  /** The text after *required* that limits it to some cases. */
  readonly partialMust: RegExp
  /** A word after *unique*, or after another rule, that limits it. */
  readonly partialUnique: RegExp
  readonly partialRule: RegExp
  /** Words that may stand beside a bound of the field itself. */
  readonly linking: RegExp
  readonly valuesLead: string
  /** "same six values as above": the values stand elsewhere. */
  readonly sameValues: RegExp
  /** A kind of value that says only that there are several; and the words before the values of such a field. */
  readonly bareList: RegExp
  /** A kind of value that needs more words. */
  readonly bareKind: RegExp
  /** The kind of a value that is a key of another record, without the name of its resource. */
  readonly bareReference: RegExp
  /** The header of a column with names of types. */
  readonly typeHeader: RegExp
  readonly listOfValues: string
  /** A clause with a list of things of any kind. */
  readonly listLeadClause: RegExp
  /** "list of", before the kind of its values. */
  readonly listOf: string
  /** An object in braces, with a group for its members; the first group is there if it is one of several. */
  readonly objectOf: RegExp
  /** A sentence with the members of an object: its `mark`, `name`, `noun` and `items`. */
  readonly objectSentence: RegExp
  /** Words before counted characters. */
  readonly sequenceLead: RegExp
  /** Rewrites of clauses before a field's text is cut: the pattern and its replacement. */
  readonly rewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** A filler word at the beginning of a clause. */
  readonly filler: RegExp
  /** Separators between two clauses in one. */
  readonly clauseJoin: RegExp
  /** Counted characters, as in "one capital letter and two digits": their separators and classes. */
  readonly sequenceJoin: RegExp
  readonly characters: readonly (readonly [pattern: RegExp, characters: string])[]
  /** A word that means characters. */
  /** Rewrites of sentences about fields that other lines describe, as a subject and what is said of it. */
  /** "If not given, places shall be 1 and heritage shall be false": the list of fields with their defaults, its joins, and each entry. */
  readonly lateDefaults: RegExp
  readonly lateJoin: RegExp
  readonly lateValue: RegExp
  /** "An entry is not changed once it is made": a clause about all fields of a record. */
  readonly neverChangedRecord: RegExp
  readonly lateRewrites: readonly (readonly [pattern: RegExp, text: string])[]
  readonly characterWord: RegExp
  /** A condition at the beginning of a sentence. */
  readonly sentenceCondition: RegExp
  readonly severalCharacters: RegExp
  readonly counts: { readonly [word: string]: string }
  /** Words by which fields without a mark are required. */
  readonly optionalMarked: RegExp
  readonly presence: PresenceWords
  readonly leastClause: string
  readonly mostClause: string
  readonly exactlyClause: string
  /**
   * Texts that explain a mark of fields, with `mark` and `meaning`; the words and signs of marks; and a test for a mark that the form
   * explains.
   */
  readonly markForms: readonly RegExp[]
  /** "No * = may be empty": the words before a mark that deny it. */
  readonly noMark: RegExp
  readonly markWords: readonly (readonly [pattern: RegExp, sign: string])[]
  readonly isMark: (text: string) => boolean
  /** A test for a state of part 3 in capitals: a rule beside it holds only there. */
  readonly isState: (text: string) => boolean
  /** Texts that explain an emphasis of names, with its `meaning`. */
  readonly emphasis: readonly (readonly [pattern: RegExp, kind: 'bold' | 'italic'])[]
  /** Words before the values of a choice, and words that are not values. */
  readonly leadOfChoice: RegExp
  readonly noValue: RegExp
  /** `red (default)`: the value, inside the mark. */
  readonly defaultMark: RegExp
  readonly defaultClause: string
  /** Words for no value. */
  readonly noDefault: RegExp
  /** Words for a value that depends on the time or on another field. */
  readonly movingDefault: RegExp
  /** A value of a choice that means many values. */
  readonly openValue: RegExp
  /** The beginning of a clause that limits the clause before it. */
  readonly exception: RegExp
  /** An article before the name of a thing. */
  readonly oneThing: RegExp
  /** "its", before the name of a field and a comma. */
  readonly ownLead: RegExp
  /** "the member who borrows": a resource with its relation to the record. */
  readonly thingThat: RegExp
  /** "the person who takes it": the purpose of a field with the name of a resource. */
  readonly personThat: RegExp
  /** The word for fields after a statement about them. */
  readonly fieldNoun: RegExp
  /** A sentence before a list, by which all fields of the list must be given, or may be. */
  readonly mustContain: RegExp
  readonly mayContain: RegExp
  /** A sentence about the fields in its group `names`, with its `predicate`. */
  readonly aboutFields: RegExp
  /** A text with an identifier of letters as an example. */
  readonly idExample: RegExp
  /** A text by which a `time` is a point in time. */
  readonly timesAreInstants: RegExp
  /** A kind of value with members, alone or in a list. */
  readonly objectKind: RegExp
  /** "One entry of `credits`": the text before the members of a field called `name`. */
  readonly entryOf: RegExp
  /** The header above the signs of a table that explains them. */
  /** The end of a text before the members of its field. */
  readonly membersFollow: RegExp
  readonly signHeader: RegExp
  /** "In a reading `value` …": the `name` of the entry, and the `rest` about its members. */
  readonly inEntry: RegExp
  readonly listedObjects: RegExp
  /** "each not exceeding" in the description of several fields. */
  readonly eachBound: RegExp
  /** "the name of the person who …": a text. */
  readonly nameOf: RegExp
  /** "between 1 and 12 sets": `least`, `most` and the `things`. */
  readonly countedThings: RegExp
  readonly eachOfThem: RegExp
  /** Cells of a column about missing values, in the words of databases; and the words within a text. */
  readonly nullable: RegExp
  readonly notNull: RegExp
  readonly notNullClause: RegExp
  readonly optionalClause: string
  readonly readOnlyClause: string
  readonly mustBe: string
  readonly mustNot: string
  readonly wholeNumber: string
  readonly orWord: string
  /** Synonyms for clauses that are not understood at first. */
  readonly canonical: readonly (readonly [pattern: RegExp, text: string])[]
  /** A unit that only counts texts. */
  readonly textUnit: RegExp
  /** A reference to the part that describes states. */
  readonly seeStates: RegExp
  /** A text about keys that begin with a prefix of their resource. */
  /** "prefix + underscore + 10 chars (a-z, 0-9)": the `separator`, the `count` and the `set` of characters of all keys. */
  readonly keyParts: RegExp
  readonly prefixedKey: RegExp
  /** A key in words that all records have. */
  readonly keyWord: RegExp
  /** Words for fields that the service sets. */
  readonly service: RegExp
  /** A clause about another member, which it begins with. */
  readonly otherSubject: RegExp
  /** The header of a column with values as examples. */
  readonly exampleHeader: RegExp
  /** "the book itself turns", "the register keeps this itself": a word for the service. */
  readonly actsItself: RegExp
  /** The group is an excepted resource. */
  readonly everyRecord: RegExp
  /** "on every record", behind the members. */
  readonly onEvery: RegExp
  /** The resources that a statement about every record excepts. */
  readonly everyExcept: RegExp
  /** "a timestamp", before the name of a member. */
  readonly kindBefore: RegExp
  /** The title of a section about the fields that all resources have, and a name for such a section. */
  /** The kind of value before the name of a field: "a uuid, called". */
  readonly calledName: RegExp
  readonly everyTitle: RegExp
  readonly everyName: string
  /** In a column of owners, a cell for all of them: `(all 4)`. */
  readonly everyOwner: RegExp
  /** "the following", in a sentence before a list. */
  readonly following: RegExp
  /** "both" and "each", before a text about several names; and text with only *and* between two names. */
  readonly ofEach: RegExp
  readonly andOnly: RegExp
  /** Names of fields whose length is fixed. */
  readonly fixedName: RegExp
  readonly shape: RegExp
  readonly shapeWord: string
  /** A field that consists of other fields, which the group captures. */
  readonly groupOf: RegExp
  /** The general meaning of a kind of value: the word, and clauses about it. */
  readonly general: RegExp
  /** Phrases which say that times use the notation of the language. */
  readonly usualTimes: RegExp
  /** Statements about all following fields. */
  readonly allFields: RegExp
  /** The clauses for yes under *unique*, and for no under *editable*. */
  readonly uniqueClause: string
  /** The beginning of what a value is unique within: `per club`. */
  readonly scopeLead: RegExp
  readonly fixedClause: string
  /** A remark that a record stands within another one. */
  readonly embedded: RegExp
  /** A setter that gives the value only when the record is made. */
  readonly onCreation: RegExp
  /** A setter that may change the value later. */
  readonly mayChange: RegExp
}
