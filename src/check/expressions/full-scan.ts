// Reports a query over records that no index answers and that requests cause: its cost grows with the number of records.

import { type Help, advise, paste, quoteEntry } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Facts } from '../../fact/fact.ts'
import { collectAllExpressions } from '../../fact/reads.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { type FullScan, findFullScans } from '../../fact/full-scans.ts'
import { type ModelIndex, indexModel } from '../../fact/model-index.ts'
import type { Domain } from '../../typing/domain.ts'
import { sendingRoles } from '../endpoints/missing-view.ts'
import { type FunctionValues, findDefinition, listFunctionValues } from './called-functions.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'expressions/full-scan'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { typing } = facts
    const scans = listTyped(typing).flatMap((typed) => {
      // A `for` over all records is an explicit full scan. Another check reports that an answer lacks its view.
      const { role } = typed.use
      const isMeant = typed.expression.kind === 'records' && (role === 'effects.for' || sendingRoles.has(role))
      return isMeant || !isAuthored(typed.use.slot.node.span)
        ? []
        : findFullScans(typing.domain, typed.expression).map((scan) => ({ typed, scan }))
    })
    if (scans.length === 0) return []
    const operationNames = mapOperationsByExpression(facts, indexModel(facts.model, typing))
    const functions = listFunctionValues(facts.model, typing)
    const run = scans.flatMap((call): Call[] => {
      const operations = operationNames.get(call.typed.use.slot)
      return operations === undefined ? [] : [{ ...call, operations, written: findWritten(call, functions, typing.domain, new Set()) }]
    })
    const groups = Map.groupBy(run, ({ written: { typed, scan } }) => {
      const { source, start, end } = findSpan(typed, scan.expression)
      return `${source.name} ${start} ${end}`
    })
    return [...groups.values()].map(reportCalls)
  },
}

type Scan = { readonly typed: Typed; readonly scan: FullScan }

/** A scan where operations run it. `written`: where it is written, in a function of part 1 or at the same place. */
type Call = Scan & { readonly operations: readonly string[]; readonly written: Scan }

/** The scan in the value of the function that the expression calls, directly or through others. */
function findWritten(call: Scan, functions: FunctionValues, domain: Domain, visited: Set<string>): Scan {
  const { typed, scan } = call
  const name = findDefinition(typed.expression, scan.expression)
  const value = name === undefined || visited.has(name) ? undefined : functions.get(name)
  const own = value && findFullScans(domain, value.expression).find((each) => each.resource === scan.resource && each.kind === scan.kind)
  return own === undefined ? call : findWritten({ typed: value!, scan: own }, functions, domain, visited.add(name!))
}

/** Calls of one function are one diagnostic, at the function. */
function reportCalls(calls: readonly Call[]): Diagnostic {
  const [{ typed, scan, written }] = calls as readonly [Call, ...Call[]]
  const [first, ...others] = [...new Set(calls.flatMap(({ operations }) => operations))]
  const runners =
    others.length === 0
      ? `${quoteName(first!)} runs`
      : `${quoteName(first!)} and ${others.length} more operation${others.length === 1 ? '' : 's'} run`
  const diagnostic = diagnose(written.typed, written.scan, runners)
  if (written.typed === typed) return diagnostic
  const count = new Set(calls.map((call) => findSpan(call.typed, call.scan.expression).start)).size
  const text = count > 1 ? `called here, the first of ${count} places` : 'called here'
  return { ...diagnostic, others: [{ span: findSpan(typed, scan.expression), text }] }
}

/** For each expression of the document, the operations that evaluate it. */
function mapOperationsByExpression({ operations }: Facts, modelIndex: ModelIndex): ReadonlyMap<object, readonly string[]> {
  const operationNames = new Map<object, string[]>()
  for (const { operation } of operations) {
    const { expressions, texts } = collectAllExpressions(makeOperationContext(modelIndex, operation))
    for (const text of new Set([...expressions, ...texts])) operationNames.getOrInsertComputed(text, () => []).push(operation.name)
  }
  return operationNames
}

function diagnose(typed: Typed, { expression, resource, kind, indexes, computed }: FullScan, operationNames: string): Diagnostic {
  const action =
    kind === 'all'
      ? `scans all records of ${resource}`
      : kind === 'count'
        ? `counts all records of ${resource}`
        : `looks at every record of ${resource}`
  const explanation = kind === 'some' ? ` No key, unique, reference or index of ${resource} leads to those that it asks about.` : ''
  return createDiagnostic(
    'warning',
    code,
    `${spellExpression(typed, expression)} ${action}`,
    { span: findSpan(typed, expression), text: 'no index answers this' },
    {
      reason: `${operationNames} it each time, and its cost grows with the number of records.${explanation}`,
      help: writeHelp(resource, kind, indexes, computed),
    },
  )
}

function writeHelp(resource: string, kind: FullScan['kind'], indexes: FullScan['indexes'], computed: readonly string[]): string | Help {
  if (indexes.length > 0)
    return advise`Add to ${quoteName(resource)}${paste(`index: [${indexes.map((members) => `[${members.join(', ')}]`).join(', ')}]`, resource)}`
  if (computed.length > 0)
    return advise`${computed.map((name) => quoteName(`${resource}.${name}`)).join(' and ')} is computed when it is read. Keep it with ${quoteEntry('stored: true')}, and add an \`index\` that begins with it.`
  if (kind === 'some') return 'Ask for those records by `==` of a property as well, and let an `index` begin with it.'
  return kind === 'count'
    ? 'Keep the number in a record, and change it with each write.'
    : `Choose by a reference or by an indexed property (\`${resource}.filter(x, x.PROPERTY == …)\`), or answer with a \`list\`, page by page.`
}
