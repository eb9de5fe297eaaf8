// The words of one language about endpoints: their callers and answers.

export type CallerWords = {
  /** "All endpoints need a token, except …": the text with the exceptions. */
  /** "A dash means that no login is needed": the meaning of a cell without a caller. */
  readonly dashMeans: RegExp
  /** "No brackets = public": what the lack of a name means. */
  readonly noNameMeans: RegExp
  /** The words before a request to which a rule does not apply. */
  readonly exceptLead: RegExp
  readonly openExcept: RegExp
  /** "not for members": those who may not; and "managers and above", which is a rank. */
  readonly notFor: RegExp
  readonly orAbove: RegExp
  /** Ranks: "at least" before a name, alternatives of a pattern; a column of least roles, and the noun for roles in its place. */
  readonly leastLead: string
  readonly leastRole: RegExp
  readonly roleNoun: string
  /** A list of ranks with the words before it; words for the highest first; and a word for ranks. */
  readonly rankList: RegExp
  readonly highFirst: RegExp
  readonly rankWord: RegExp
  /** "operator (all)": the caller reaches all records. */
  readonly allOfThem: RegExp
  /** Alternatives of a pattern: prepositions between a deed and its request. */
  readonly wayWord: string
  readonly andWord: string
  /** "all of these, and": the requests of the callers before. */
  readonly andAbove: RegExp
  /** A cell that repeats the one above; and "subject to clause 4.2", with the number. */
  readonly ditto: RegExp
  readonly sameTerms: RegExp
  /** In a matrix of permissions: a cell that limits the permission; one that permits everything; the word *own*; and the verbs of `CRUDL`. */
  readonly ownCell: RegExp
  readonly wholeCell: RegExp
  readonly ownOnlyWord: RegExp
  /** Verbs for reading a list, and for reading one record. */
  readonly listVerb: RegExp
  readonly readOneVerb: RegExp
  readonly crudVerbs: { readonly [letter: string]: string }
  /** A term that the form defines. */
  readonly definedTerm: RegExp
  readonly anyone: RegExp
  /** Words for access without sign-on; `openCaller` is then the caller. */
  readonly open: RegExp
  /**
   * Words before a list of users of the service, and the name at the beginning of an item; lists of a claim's values; names that are no
   * callers.
   */
  /** Separators of clauses, one of which may say that anybody may call. */
  readonly openCut: RegExp
  readonly peopleLead: RegExp
  readonly personStart: RegExp
  /** The whole word before a list of people: "Who". */
  readonly whoWord: RegExp
  readonly claimLists: readonly RegExp[]
  readonly noCaller: RegExp
  /** "Only for" before the callers of a group of endpoints. */
  readonly onlyFor: RegExp
  /** Words for a caller's own action, by which a sentence names the caller. */
  readonly mayDo: RegExp
  /** Words beside the names of callers in a clause about permission; those that identify such a clause; "these calls"; and "also". */
  readonly permissionWord: RegExp
  readonly permissionMark: RegExp
  readonly theseCalls: RegExp
  readonly alsoWord: RegExp
  /** A word for a credential, the callers before it in an item of part 5, and in a label: "Grower token". */
  readonly credential: RegExp
  readonly credited: RegExp
  readonly withToken: RegExp
  /** The input or answer of an endpoint, which names no callers. */
  readonly requestPart: RegExp
  /** "All endpoints need the role …": the callers, and the words for exceptions. */
  readonly usualCallers: RegExp
  /** A sentence, and an item, with callers (`who`) and their `deeds`. */
  readonly mayDeed: RegExp
  readonly doerItem: RegExp
  /** "everything with boats"; a word for the things before; words before a thing; and methods by verb. */
  readonly everythingWith: RegExp
  readonly deedObject: RegExp
  readonly deedQuantifier: RegExp
  readonly verbMethods: readonly (readonly [verb: RegExp, methods: readonly string[]])[]
  /** Words that restrict callers to some records, such as their own. */
  readonly ownOnly: RegExp
  readonly openCaller: string
  /** "all four": all callers, with their number. */
  readonly allOfCount: RegExp
  /** Words for any signed-on caller. */
  readonly signedOn: RegExp
  readonly signedOnCaller: string
  /** A word for signed-on callers. */
  readonly signedOnWord: RegExp
  /** Words that may surround such callers in a clause. */
  readonly signedOnFrame: RegExp
  /** Separators between names of callers and other clauses; words around a name; words for actions instead of callers. */
  readonly callerJoin: RegExp
  readonly callerFrame: RegExp
  /** Separators between clauses with one request each. */
  readonly requestClause: RegExp
  readonly callerLabel: RegExp
  readonly onlyCaller: RegExp
  /** Callers as the subject of a sentence, and callers after "by". */
  readonly callerSubject: RegExp
  readonly doneBy: RegExp
  /** A noun after a name, as in "finance people". */
  readonly people: RegExp
  /** The restriction after a caller's name: "of the child". */
  readonly ofThing: string
  /** "the angler concerned": words after a caller that restrict it to one. */
  readonly ofCase: string
  /** A sentence that begins with callers. */
  readonly mayCall: RegExp
  /** Words after callers at the beginning of a clause; and lists of names in part 5. */
  readonly behindCaller: RegExp
  readonly namedList: RegExp
  /**
   * Possessives before a caller; a verb with its receivers; the restriction of the records; words for nothing; words before signed-on
   * callers.
   */
  readonly ownArticle: string
  readonly shownTo: RegExp
  readonly shownPart: RegExp
  readonly noneWord: RegExp
  /** The header of a column with roles. */
  readonly roleHeader: RegExp
  /** A caller's action on its own records, or on all. */
  readonly ownDeed: RegExp
  readonly signedOnLead: RegExp
  /** A clause of another caller after a known one: the caller. */
  readonly parallelCaller: RegExp
  readonly deedWord: RegExp
  /** A sentence which states that no sign-on is needed. */
  readonly openSentence: RegExp
  /** An endpoint that does not accept the usual key. */
  readonly otherKey: RegExp
  /** Words after "Auth:" for an endpoint without sign-on. */
  /** "nobody logged in". */
  readonly noLogin: RegExp
  readonly noAuth: RegExp
  /** Words before callers: anywhere, or only as a clause; a purpose before the subject; and the words for *may*. */
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
  /** Words for further callers of the previous endpoint. */
  readonly alsoMay: RegExp
  /** The status of an answer, beside a path. */
  readonly answerStatus: RegExp
  readonly publicGroup: RegExp
  /** The label of a group of endpoints with their callers. */
  readonly callerGroup: RegExp
  readonly callers: string
  /** A name with the permitted actions, and their exceptions. */
  readonly permission: RegExp
  /** The beginning of actions that are permitted beside those of the caller before: "+ change tickets". */
  readonly furtherDeeds: RegExp
  readonly except: RegExp
  readonly allReads: RegExp
  readonly everything: RegExp
  readonly writes: RegExp
  /** The claim of a token with the role, and its values. */
  readonly roleClaim: RegExp
  /** What is said of a caller: that it may do all that another one may, in a group. */
  readonly includesOthers: RegExp
  /** Sentences in which one role includes another: the lesser and the greater, and in the other order. */
  readonly includes: readonly RegExp[]
  readonly includedBy: readonly RegExp[]
  /** "An admin can do everything": the role of `who` includes all others. */
  readonly doesEverything: RegExp
  readonly scopeClaim: RegExp
  readonly createdStatus: RegExp
  /** The statuses of reading, of changing, and of the actions on a record. */
  readonly readStatus: RegExp
  readonly changedStatus: RegExp
  readonly actedStatus: RegExp
  /** "everything else 200": the status of all answers that have no other. */
  /** "Calls 2 and 10 are answered with 201": the numbers of lines (`ids`) and their `status`. */
  readonly numberedStatus: RegExp
  /** "Where it says "everybody" we mean clerk and manager": a `word` and its `callers`. */
  readonly meansCallers: RegExp
  readonly otherStatus: RegExp
  readonly deletedStatus: RegExp
  /** The only permitted callers: one of the groups. */
  readonly only: RegExp
  readonly said: RegExp
  /** Sentences with the callers of an endpoint. */
  readonly callSentences: readonly RegExp[]
  /** One status for each endpoint of a sentence. */
  readonly eachStatus: RegExp
  readonly bearer: RegExp
  readonly headerKey: RegExp
}
