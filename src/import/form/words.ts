// The words of one language: headers, marks and phrases that forms use.

import type { Questions } from './english-questions.ts'
import type { ProseWords } from './prose-words.ts'

/** A fact that a phrase states of a field. `$1` in a text is the first group of the phrase's pattern. */
export type FieldFact =
  | { readonly says: 'type'; readonly type: string }
  | { readonly says: 'choice' | 'list' | 'each' | 'reference' | 'default' | 'charset' | 'map' | 'value' | 'keyPattern' | 'uniqueWith' | 'sameAs' | 'charsets'; readonly text: string }
  | { readonly says: 'bounds'; readonly least?: string; readonly most?: string }
  | { readonly says: 'keys'; readonly most: string }
  | { readonly says: 'pattern'; readonly pattern: string }
  | { readonly says: 'decimals'; readonly digits: string }
  | { readonly says: 'must'; readonly must: 'yes' | 'no' }
  | { readonly says: 'rule'; readonly rule: string }
  /** Says nothing that binds. */
  | { readonly says: 'nothing' }
  /** Says more than the facts beside it. */
  | { readonly says: 'more' }

/** A phrase is understood only as a whole. */
export type Phrase = readonly [pattern: RegExp, ...facts: readonly FieldFact[]]

const columnNames = [
  'field', 'type', 'must', 'default', 'setter', 'meaning', 'flags', 'typeName',
  'from', 'to', 'trigger', 'guard', 'endpoint', 'method', 'path', 'who', 'status', 'error', 'event', 'limit', 'value', 'unit', 'each', 'data', 'id', 'range', 'rules', 'unique', 'editable', 'owner', 'least', 'most',
] as const

export type ColumnName = (typeof columnNames)[number]

export type Words = {
  readonly ask: Questions
  readonly prose: ProseWords
  /** Headers in lower case, by the column that they name. A header may name several columns; the kind of the table chooses one. */
  readonly headers: { readonly [name in ColumnName]: readonly string[] }
  /** Words that identify a header outside `headers`. */
  readonly headerWords: { readonly [name in ColumnName]?: RegExp }
  readonly phrases: readonly Phrase[]
  /** Alternatives of a pattern: words before the values of a choice. */
  readonly choiceLead: string
  /** "So is `birthday`": further fields that the same holds of; "all parts needed": what holds of all members. */
  readonly alsoSo: RegExp
  readonly allParts: RegExp
  /** In a clause: words for a condition or an exception; words that are a kind of value only where they stand alone; and the lead of values. */
  readonly blocker: RegExp
  readonly weakKind: RegExp
  /** Words that may stand beside a bound of the field itself. */
  readonly linking: RegExp
  readonly valuesLead: string
  /** Words before characters by count. */
  readonly sequenceLead: RegExp
  /** Rewrites of clauses before a field's text is cut: the pattern and its replacement. */
  readonly rewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** A filler word at the beginning of a clause. */
  readonly filler: RegExp
  /** Between two clauses in one. */
  readonly clauseJoin: RegExp
  /** Characters by count, as in "one capital letter and two digits": what stands between them, and the classes. */
  readonly sequenceJoin: RegExp
  readonly characters: readonly (readonly [pattern: RegExp, characters: string])[]
  readonly counts: { readonly [word: string]: string }
  /** Fields without a mark are required. */
  readonly optionalMarked: RegExp
  /** "The name is text": a field and what it is, and sentences that say more of it. */
  readonly spokenField: RegExp
  readonly spokenMore: RegExp
  /** The subject of a sentence, as a name of `count` words. */
  readonly subject: (count: number) => RegExp
  /** The subject of the list or table that follows. */
  readonly listLead: RegExp
  /** "A thing has …": the verb (`has`) and the fields (`rest`); the verbs by which they are optional, and the word for that. */
  readonly hasFields: RegExp
  readonly leastClause: string
  readonly mostClause: string
  readonly exactlyClause: string
  readonly mayHave: RegExp
  readonly optionalClause: string
  /** "A thing belongs to …": the things that it refers to (`rest`). */
  readonly refersTo: RegExp
  /** Articles before the fields of a list; separators between names; fields (`list`) with their common description (`spec`). */
  readonly itemArticle: string
  readonly listJoin: RegExp
  readonly ofAll: RegExp
  /** A noun and its description; a meaningful adjective before it; "number of seats". */
  readonly itemNoun: RegExp
  readonly itemAdjective: RegExp
  readonly numberOf: RegExp
  readonly wholeNumber: string
  readonly relative: RegExp
  /** A clause, or a relative clause, about all fields of the list before it. */
  readonly ofAllClause: RegExp
  readonly relativeOfAll: RegExp
  readonly orWord: string
  /** Synonyms for clauses that are not understood at first. */
  readonly canonical: readonly (readonly [pattern: RegExp, text: string])[]
  /** A unit that only texts are counted in. */
  readonly textUnit: RegExp
  /** A reference to the part that describes states. */
  readonly seeStates: RegExp
  /** A text about keys that begin with a prefix of their resource. */
  readonly prefixedKey: RegExp
  /** A key in words, where all records have it. */
  readonly keyWord: RegExp
  readonly marks: { readonly yes: RegExp; readonly no: RegExp; readonly nothing: RegExp; readonly conditional: RegExp }
  /** Words of a title that are no name, and the words for the service. */
  readonly titleGlue: RegExp
  readonly theService: string
  /** Words for fields that the service sets. */
  readonly service: RegExp
  readonly anyone: RegExp
  readonly start: RegExp
  /** What an arrow leads to where records end. */
  readonly endMark: RegExp
  /** Words that name no state of their own. */
  readonly anyState: RegExp
  /** The order of words around a condition in brackets: `$1` is the state before it, `$2` the condition, `$3` the rest. */
  readonly inBrackets: string
  readonly final: readonly RegExp[]
  readonly starts: readonly RegExp[]
  /** Sentences with a state that is left (`from`), the next one (`to`), and what causes it (`trigger`). */
  readonly moves: readonly RegExp[]
  /** Other words for the same in sentences about states, before they are read. */
  readonly moveWords: readonly (readonly [pattern: RegExp, text: string])[]
  /** A sentence about a move that does not happen; separators between clauses with one move each; separators between states in a group. */
  readonly noMove: RegExp
  readonly clauseOfMoves: RegExp
  readonly betweenStates: RegExp
  /** Words before the source state, words before the target state, and verbs between them. */
  readonly fromLead: RegExp
  readonly toLead: RegExp
  readonly becomes: RegExp
  /** "paid: from sent, when …": a state, those that lead to it, and the cause; and a state that is the first. */
  readonly stateFrom: RegExp
  readonly stateStart: RegExp
  /** "from A to B", anywhere in a sentence. */
  readonly fromTo: RegExp
  /** A condition that a text begins with. */
  readonly conditionLead: RegExp
  /** The clause that says the cause of a move. */
  readonly causeWord: RegExp
  /** Between two moves in one sentence, and what the second begins with then. */
  readonly moveJoin: RegExp
  readonly itMoves: string
  /** "from a to b or to c": the text before, both states, and the text behind. */
  readonly twoTargets: RegExp
  /** "The states" before the names of final states. */
  readonly finalLead: RegExp
  /** Words before the path that causes a transition. */
  readonly causeLead: RegExp
  /** Between several causes of one transition. */
  readonly causes: RegExp
  /** Words for causes without an actor, such as the passing of time. */
  readonly circumstance: RegExp
  /** Endings that forms of a verb have. */
  readonly endings: RegExp
  readonly conjunction: RegExp
  /** A length of time after which something happens: its number and unit. */
  readonly after: RegExp
  /** A cause and the condition behind it. */
  readonly guarded: RegExp
  /** A cause that is the clock's, at a time that the text does not say in the usual way. */
  readonly clock: RegExp
  readonly units: { readonly [word: string]: 'second' | 'minute' | 'hour' | 'day' | 'week' }
  /** A limit called so is the burst of the rate before it. */
  readonly burstName: RegExp
  readonly rate: RegExp
  readonly burst: RegExp
  readonly address: RegExp
  /** A header whose values are the greatest that there may be. */
  readonly mostHeader: RegExp
  /** Words for limits of body sizes, page sizes and times. */
  readonly bodySize: RegExp
  readonly pageSize: RegExp
  readonly timeout: RegExp
  /** A size in bytes: its number, the letter of its unit, and the sign of a binary one. */
  readonly size: RegExp
  /** How many records a page has at `most`, and `usual`ly. */
  readonly page: RegExp
  /** A length of time that is all that a text says: its number and unit. */
  readonly duration: RegExp
  /** A length of time, and what it is of. */
  readonly durationOf: RegExp
  readonly noLimit: RegExp
  /** Sentences that say a limit: its `name`, `value`, and the `owner` that has it. */
  readonly limitSentences: readonly RegExp[]
  /** Other words for the same in part 8, before it is read. */
  readonly limitRewrites: readonly (readonly [pattern: RegExp, text: string])[]
  /** Words for the subjects of rates. */
  readonly requests: RegExp
  /** Between what is limited and what has the limit. */
  readonly perWord: string
  /** A limit called so is a rate, with what it is of. */
  readonly rateName: RegExp
  readonly rateOwner: RegExp
  /** Whose rates follow, and the rates. */
  readonly ratesFor: RegExp
  /** A rate that holds for some callers or endpoints only. */
  readonly limited: RegExp
  /** The group is a resource that is excepted. */
  readonly everyRecord: RegExp
  /** Without sign-on; `openCaller` is who may call then. */
  readonly open: RegExp
  readonly openCaller: string
  /** Words for any signed-on caller. */
  readonly signedOn: RegExp
  readonly signedOnCaller: string
  /** A word by which callers are signed on. */
  readonly signedOnWord: RegExp
  /** Words that may surround such callers in a clause. */
  readonly signedOnFrame: RegExp
  /** Between the names of callers and other clauses; words around a name; words for what is done, not for who does it. */
  readonly callerJoin: RegExp
  readonly callerFrame: RegExp
  /** Separators between clauses with one request each. */
  readonly requestClause: RegExp
  /** Names of fields whose length is fixed; a label "For farms" above endpoints. */
  readonly fixedName: RegExp
  readonly callerLabel: RegExp
  readonly onlyCaller: RegExp
  /** Callers as the subject of a sentence, and those that something is done by. */
  readonly callerSubject: RegExp
  readonly doneBy: RegExp
  /** A sentence that begins with those who may. */
  readonly mayCall: RegExp
  readonly deedWord: RegExp
  /** A sentence by which no sign-on is needed. */
  readonly openSentence: RegExp
  /** An endpoint that does not take the usual key. */
  readonly otherKey: RegExp
  /** Words behind "Auth:" for an endpoint without sign-on. */
  readonly noAuth: RegExp
  /** Articles before names, their alternatives in a pattern, words between names, and the words for *only* and *is*. */
  readonly article: RegExp
  readonly articles: string
  readonly joins: string
  readonly onlyWord: string
  readonly beWord: string
  /** Before the names of those who may call: anywhere, only as a clause, and a purpose before the subject; and the words for *may*. */
  readonly callerLead: string
  readonly forWord: string
  readonly purpose: string
  readonly mayWord: string
  /** Alternatives of a pattern: "shall", "must"; "be"; and the word that replaces both. */
  readonly modals: string
  readonly beWords: string
  readonly isWord: string
  /** Lists of the callers' names. */
  readonly roleLists: readonly RegExp[]
  /** A line that only lists roles. */
  readonly roleListLine: RegExp
  /** A line that explains abbreviations of callers. */
  readonly roleLegend: RegExp
  /** Further callers of the endpoint before. */
  readonly alsoMay: RegExp
  /** The status of an answer, beside a path. */
  readonly answerStatus: RegExp
  readonly publicGroup: RegExp
  /** The label of a group of endpoints: those who may call them. */
  readonly callerGroup: RegExp
  readonly callers: string
  /** A name and what its callers may do, and what that is excepted from. */
  readonly permission: RegExp
  readonly except: RegExp
  readonly allReads: RegExp
  readonly everything: RegExp
  readonly writes: RegExp
  /** The claim of a token that has the role, and its values. */
  readonly roleClaim: RegExp
  /** Sentences by which one role may what another may: the lesser and the greater, and in the other order. */
  readonly includes: readonly RegExp[]
  readonly includedBy: readonly RegExp[]
  readonly scopeClaim: RegExp
  readonly createdStatus: RegExp
  readonly deletedStatus: RegExp
  readonly allLists: RegExp
  /** Words about pages; words about the records in a list; words before and behind the greatest number of them. */
  readonly pageWord: RegExp
  readonly recordWord: RegExp
  readonly mostBefore: RegExp
  readonly mostAfter: RegExp
  /** What marks a value as the greatest, before or behind it. */
  readonly mostMark: RegExp
  /** "(per user)": what a text says in parentheses as it would without them. */
  readonly inParentheses: RegExp
  /** A text about the body of requests. */
  readonly bodyWord: RegExp
  /** A word by which a number is a limit, and words that are not part of its name. */
  readonly limitWord: RegExp
  readonly limitGlue: RegExp
  /** A unit of time that requests are counted by. */
  readonly perUnit: RegExp
  readonly pageRange: RegExp
  readonly cursor: RegExp
  readonly shape: RegExp
  /** A field that consists of other fields, which the group captures. */
  readonly groupOf: RegExp
  /** What a word for a kind of value means everywhere: the word, and clauses of it. */
  readonly general: RegExp
  /** Phrases which say that times use the notation of the language. */
  readonly usualTimes: RegExp
  /** What holds of all fields that follow. */
  readonly allFields: RegExp
  /** Whose parts follow: `Entries of a statement`. */
  readonly partsOf: RegExp
  /** A rate that is not a limit. */
  readonly noRate: RegExp
  /** A limit that each of several has. */
  readonly partition: RegExp
  /** Who alone may call: one of its groups. */
  readonly only: RegExp
  readonly said: RegExp
  /** Sentences that say who calls an endpoint. */
  readonly callSentences: readonly RegExp[]
  /** One status for each endpoint of a sentence. */
  readonly eachStatus: RegExp
  /** Filler words around a code and its status. */
  readonly errorGlue: RegExp
  /** A sentence that names an error with its `status`, `code` and `meaning`. */
  readonly errorSentence: RegExp
  /** A sentence about the fields of a thing, and where within it one clause about a field ends and the next begins. */
  readonly fieldSentence: RegExp
  readonly fieldLead: RegExp
  readonly fieldTail: RegExp
  readonly fieldClause: RegExp
  /** A state called so before the first is where records start. */
  readonly newState: RegExp
  /** What a yes under *unique*, and a no under *editable*, says in words. */
  readonly uniqueClause: string
  readonly fixedClause: string
  readonly bearer: RegExp
  readonly headerKey: RegExp
  /** Binding words: a sentence that has one is a requirement. */
  readonly requirement: RegExp
  /** A line that says where the service is reached. */
  readonly baseAddress: RegExp
  /** A meaning that says that fields are wrong; and codes that say that a field's value is taken: the field. */
  readonly invalidMeaning: RegExp
  readonly takenCode: readonly RegExp[]
  readonly condition: readonly (readonly [code: RegExp, condition: string])[]
}
