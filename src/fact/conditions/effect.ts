// Refusals during writes: those of the operation itself, and those of transitions, entries, `always`, cascades and steps.

import { type RawPoint, type OperationContext, computeNeeds, point, recordValues } from '../operation-context.ts'
import { createProgramBuilder } from '../effects/build.ts'
import { buildOperationPrograms } from '../effects/operation.ts'
import { type PossibleRefusal, type ProgramOutcome, followProgram } from '../effects/program.ts'
import { listTemplateExpressions } from '../template.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { StageTable } from './row.ts'

const writingActions = ['create', 'update', 'replace', 'put', 'delete', 'transition', 'do'] as const
const indirectly = 'through `then`, `entry`, `exit`, `always`, a cascade, or a step of `do`: '

export const effect: StageTable = {
  stage: 'effect',
  rows: [
    {
      condition: 'invalid',
      actions: [...writingActions, 'call'],
      when: '`input`: code that is called, or ' + indirectly + 'a `transition`, gets an `input` that can be validated only at run time',
    },
    {
      condition: 'invalid',
      actions: writingActions,
      when:
        '`path`, `query`, `header`, `body`, or of a transition `input`: its own `set`, or ' +
        indirectly +
        'a `set`, takes from there as it is what the property may refuse and the schema there does not',
    },
    {
      condition: 'invalid',
      actions: writingActions,
      when:
        '`set`: its own `set`, or ' +
        indirectly +
        'a `set`, computes what its property may refuse: a number beyond its bounds, a text or a list that is too long, a value of a type that is known only at run time; or it can fail',
    },
    { condition: 'fail', actions: ['call', 'do'], when: 'code that runs `before`, for each of its `failures`' },
    {
      condition: 'forbidden',
      actions: ['create', 'update', 'replace', 'put', 'transition', 'do'],
      when: 'a rule of a step of `do` that reads more than the caller; `Target read`: a reference in the input, or a record that the request chooses for a step, with `unreadable: forbidden`',
    },
    { condition: 'require', actions: writingActions, when: `${indirectly}its \`require\`` },
    {
      condition: 'dangling',
      actions: 'all',
      when: "a written reference whose value comes from the input (also one that a read rule hides); a reference in the input that an expression looks into takes that expression's stage",
    },
    {
      condition: 'duplicate',
      actions: writingActions,
      when: 'a write that touches a `unique` or the `key`, unless a member is one that no other record can have (a UUID or a sequence, `random` of at least 16 bytes, or a value made from these), or `natural`, `onConflict: keep` or `put` keep what is there and the caller may read',
    },
    {
      condition: 'in-use',
      actions: writingActions,
      when: 'a delete, for each reference elsewhere with `onDelete: restrict`, or that records of another tenant may hold',
    },
    { condition: 'not-found', actions: writingActions, when: `${indirectly}a record named by \`by\` as a map` },
    { condition: 'gone', actions: writingActions, when: `${indirectly}the same, where it has \`softDelete\` and is found by its \`key\`` },
    { condition: 'illegal-transition', actions: writingActions, when: `${indirectly}a \`transition\` that some state lacks` },
    { condition: 'guard', actions: writingActions, when: `${indirectly}a \`transition\` that some state guards in every candidate` },
    {
      condition: 'invariant',
      actions: writingActions,
      when: 'a write that touches what the invariant reads, `compute` unfolded; `create`, `replace` and `put` always',
    },
  ],
  derive(operationContext) {
    const values = listWrittenValues(operationContext)
    return deriveProgramOutcome(operationContext).refusals.map((refusal) => pointOf(refusal, values))
  },
}

function pointOf({ condition, subject, name, because, follows }: PossibleRefusal, reads: readonly string[]): RawPoint {
  return point('effect', condition, { subject, name }, { reads, ...(follows === undefined ? {} : { follows }) }, because)
}

/** The refusals of items that steps run one by one. */
export function listItemPoints(operationContext: OperationContext): readonly RawPoint[] {
  return deriveProgramOutcome(operationContext).items.map((refusal) => pointOf(refusal, []))
}

/** `items`: refusals of the items that steps run one by one. */
type OperationOutcome = ProgramOutcome & { readonly items: readonly PossibleRefusal[] }

const outcomes = new WeakMap<OperationContext, OperationOutcome>()

/** The outcomes of an operation's writes, for its points and its written resources. */
export function deriveProgramOutcome(operationContext: OperationContext): OperationOutcome {
  return outcomes.getOrInsertComputed(operationContext, () => {
    const { request, items } = buildOperationPrograms(operationContext)
    const [ofRequest, ofItem] = [request, items].map((program) =>
      followProgram(program, createProgramBuilder(operationContext.modelIndex)),
    ) as [ProgramOutcome, ProgramOutcome]
    return { refusals: ofRequest.refusals, items: ofItem.refusals, changes: [...ofRequest.changes, ...ofItem.changes] }
  })
}

/** Every effect depends on all earlier checks, on all records, and on the written values. */
function listWrittenValues(operationContext: OperationContext): string[] {
  const { set, input } = operationContext.operation.slots
  const templates = [input, ...(slotValueOf(set) ?? []).map(({ slot }) => slot)]
  const expressions = templates.flatMap((slot) =>
    slot.state === 'shown' ? listTemplateExpressions(slot.value).map(({ expression }) => expression) : [],
  )
  const body = operationContext.body === undefined ? [] : ['input.body', 'value', 'bytes']
  return [
    'claim',
    'allowed',
    'accepted',
    ...recordValues(operationContext),
    ...body,
    ...computeNeeds(operationContext, ...expressions).reads,
  ]
}
