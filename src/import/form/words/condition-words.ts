// The words of conditions and rules, for one language.

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

export type ConditionWords = {
  readonly conditions: {
    /** Comparisons in words. `times` and `amounts`: only of such values. */
    readonly comparisons: readonly (readonly [pattern: string, comparison: Comparison, of: 'any' | 'times' | 'amounts' | 'literals'])[]
    /** Words before a comparison, such as *must be*, and those that negate it. */
    readonly auxiliary: string
    readonly negated: string
    /** Behind the name of a field: that it has a value, or none. */
    readonly isPresent: RegExp
    readonly isAbsent: RegExp
    readonly and: RegExp
    readonly or: RegExp
    /** Words before the name of a field that add nothing, and the owner behind it: `the end of the booking`. */
    readonly article: RegExp
    readonly ofOwner: RegExp
    /** A condition in its first group, under which a field has a value: always, only then, or never. */
    readonly requiredIf: readonly RegExp[]
    readonly onlyIf: readonly RegExp[]
    readonly absentIf: readonly RegExp[]
    /** Rewrites *if CONDITION, FIELD is required* with the condition last. */
    readonly conditionFirst: readonly [pattern: RegExp, by: string]
    /** A verb behind the compared value. */
    readonly trailing: RegExp
    /** Words that make a rule about one moment, or about other values, such as *on creation*. */
    readonly notAlways: RegExp
    /** What stands before a condition. */
    readonly lead: RegExp
    /** What describes a rule without saying anything, such as *This rule:*. */
    readonly ruleLead: RegExp
  }
}
