// The words of one language about endpoints: who may call them, and what they answer.

export type CallerWords = {
  readonly anyone: RegExp
  /** Without sign-on; `openCaller` is who may call then. */
  readonly open: RegExp
  /** Words before a list of those who use the service, and the name that an item begins with; lists of the values that a claim has; names of no caller. */
  readonly peopleLead: RegExp
  readonly personStart: RegExp
  readonly claimLists: readonly RegExp[]
  readonly noCaller: RegExp
  /** "Only for" before the callers of a group of endpoints. */
  readonly onlyFor: RegExp
  /** Words of a caller's own deed, by which a sentence says who may call. */
  readonly mayDo: RegExp
  /** Words that may stand beside the names of callers in a clause about permission; those that make one of it; "these calls"; and "also". */
  readonly permissionWord: RegExp
  readonly permissionMark: RegExp
  readonly theseCalls: RegExp
  readonly alsoWord: RegExp
  /** A word for what callers show, the callers before it in an item of part 5, and in a label: "Grower token". */
  readonly credential: RegExp
  readonly credited: RegExp
  readonly withToken: RegExp
  /** What an endpoint takes or answers, which names no callers. */
  readonly requestPart: RegExp
  /** "All endpoints need the role …": the callers, and the exception of what says otherwise. */
  readonly usualCallers: RegExp
  /** A sentence with those who may (`who`), `verbs` and `things`; methods by verb; and a verb that says only that something is used. */
  readonly callerDeed: RegExp
  readonly verbMethods: readonly (readonly [verb: RegExp, methods: readonly string[]])[]
  readonly useVerb: RegExp
  /** Words by which callers may reach only some of the records, such as their own. */
  readonly ownOnly: RegExp
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
  readonly callerLabel: RegExp
  readonly onlyCaller: RegExp
  /** Callers as the subject of a sentence, and those that something is done by. */
  readonly callerSubject: RegExp
  readonly doneBy: RegExp
  /** A noun behind a name, "finance people". */
  readonly people: RegExp
  /** Behind the name of a caller, what its records are limited to: "of the child". */
  readonly ofThing: string
  /** "the angler concerned": words behind a caller that single one out. */
  readonly ofCase: string
  /** A sentence that begins with those who may. */
  readonly mayCall: RegExp
  /** What may stand behind callers that a clause begins with; and lists of names in part 5. */
  readonly behindCaller: RegExp
  readonly namedList: RegExp
  /** Possessives before a caller; a verb and those that something is shown to; which part of the records that is; words for nothing; words before signed-on callers. */
  readonly ownArticle: string
  readonly shownTo: RegExp
  readonly shownPart: RegExp
  readonly noneWord: RegExp
  /** The header of a column with roles. */
  readonly roleHeader: RegExp
  /** What a caller does with its own records, or with all. */
  readonly ownDeed: RegExp
  readonly signedOnLead: RegExp
  /** A clause of another caller behind a known one: the caller. */
  readonly parallelCaller: RegExp
  readonly deedWord: RegExp
  /** A sentence by which no sign-on is needed. */
  readonly openSentence: RegExp
  /** An endpoint that does not take the usual key. */
  readonly otherKey: RegExp
  /** Words behind "Auth:" for an endpoint without sign-on. */
  readonly noAuth: RegExp
  /** Before the names of those who may call: anywhere, only as a clause, and a purpose before the subject; and the words for *may*. */
  readonly callerLead: string
  readonly forWord: string
  readonly purpose: string
  readonly mayWord: string
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
  /** Who alone may call: one of its groups. */
  readonly only: RegExp
  readonly said: RegExp
  /** Sentences that say who calls an endpoint. */
  readonly callSentences: readonly RegExp[]
  /** One status for each endpoint of a sentence. */
  readonly eachStatus: RegExp
  readonly bearer: RegExp
  readonly headerKey: RegExp
}
