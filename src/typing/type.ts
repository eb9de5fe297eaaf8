// Types every expression of a document: resolves its parts 2 and 3, then checks each slot in its scope.

import { check } from '../cel/check.ts'
import type { Expression } from '../cel/expression.ts'
import type { ExpressionProblem } from '../cel/problem.ts'
import { checkText } from '../cel/template.ts'
import type { Type } from '../cel/type.ts'
import type { Model } from '../model/model.ts'
import type { ExpressionText, Template, TemplateText } from '../model/slot.ts'
import type { SchemaNode } from '../model/schema.ts'
import { parseDerivedExpression } from './derived.ts'
import type { Domain, OpenSlot, TextPiece, Typing, TypingProblem } from './domain.ts'
import { findInput } from './input.ts'
import { makeTypingNamesIn, resolveDomain } from './resolve.ts'
import { schemaOf } from './schema-of.ts'
import { containsSecret } from '../cel/secret.ts'
import { walkSlots } from './slots/all.ts'
import { isOmissible, isSent } from './slots/roles.ts'
import type { SlotUse, Visit } from './slots/use.ts'
import { typeOf } from './type-of.ts'

export function typeModel(model: Model): Typing {
  const domain = resolveDomain(model)
  const expressions = new Map<ExpressionText, Expression>()
  const pieces = new Map<TemplateText, readonly TextPiece[]>()
  const uses = new Map<ExpressionText | TemplateText, SlotUse>()
  const problems = makeProblemList(domain)
  const visit: Visit = (use) => {
    const { slot, scope, expected } = use
    uses.set(slot, use)
    if (slot.kind === 'text') {
      const { template, problems: newProblems } = checkText(slot.text, scope, { ...readOptions(use), omissible: isOmissible(use.role) })
      problems.add(slot, newProblems)
      if (template !== undefined) pieces.set(slot, template.map(makePiece))
      return undefined
    }
    const sent = expected === undefined && isSent(use.role)
    const { expression, problems: newProblems } = check(slot.text, scope, expected, { ...readOptions(use), sent })
    problems.add(slot, newProblems)
    if (expression === undefined) return undefined
    if (expected === undefined && containsSecret(expression.type)) {
      const message = `\`${slot.text}\` is a secret, which only \`verify\` accepts`
      problems.add(slot, [{ kind: 'secret', message, start: expression.start, end: expression.end }])
      return undefined
    }
    expressions.set(slot, expression)
    return expression
  }
  const inputTypes = new Map<Template, Type>()
  walkSlots(domain, {
    visit,
    inputTypes,
    probe: ({ text }, scope, assumed) => check(text, scope, undefined, assumed === undefined ? {} : { assumed }).expression?.type,
    report: (problem) => problems.add(problem.slot, [problem]),
  })
  return {
    domain,
    expression: (text) => expressions.get(text) ?? parseDerivedExpression(text),
    text: (text) => pieces.get(text),
    input: (operation) => findInput(domain, operation),
    inputTypeOf: (template) => inputTypes.get(template),
    schema: (source) => makeSchemaAndType(source, domain),
    scope: (text) => uses.get(text)?.scope,
    slots: [...uses.values()],
    problems: problems.all,
    open: problems.open,
  }
}

function readOptions({ assumed, throughNull }: SlotUse): { assumed?: readonly Expression[]; throughNull?: ReadonlySet<string> } {
  return { ...(assumed === undefined ? {} : { assumed }), ...(throughNull === undefined ? {} : { throughNull }) }
}

function makePiece(part: string | Expression): TextPiece {
  return typeof part === 'string' ? { kind: 'literal', text: part } : { kind: 'expression', expression: part }
}

function makeSchemaAndType(source: SchemaNode, domain: Domain): ReturnType<Typing['schema']> {
  const names = makeTypingNamesIn(domain)
  return { schema: schemaOf(source, names), type: typeOf(source, names, 'input') }
}

type Problems = {
  readonly all: TypingProblem[]
  readonly open: OpenSlot[]
  add(slot: TypingProblem['slot'], newProblems: readonly (ExpressionProblem | TypingProblem)[]): void
}

/** Repeated YAML aliases are one place; its mistakes are reported once. */
function makeProblemList(domain: Domain): Problems {
  const all: TypingProblem[] = []
  const open: OpenSlot[] = []
  const reported = new Set<string>()
  return {
    all,
    open,
    add(slot, newProblems) {
      for (const problem of newProblems) {
        const { span } = slot.node
        const key = `${span.source.name} ${span.start} ${problem.start} ${problem.kind} ${problem.message}`
        if (reported.has(key)) continue
        reported.add(key)
        const part = findUnspecifiedPart(problem, slot.text, domain)
        if (part !== undefined) {
          open.push({ slot, part })
          continue
        }
        all.push({ ...problem, slot })
      }
    },
  }
}

/** The part whose absence explains the problem: without part 2 any resource may exist, without part 3 any machine field. */
function findUnspecifiedPart(
  { kind, start, end, suggestions = [], ofRecord = false }: ExpressionProblem | TypingProblem,
  text: string,
  { model }: Domain,
): OpenSlot['part'] | undefined {
  if (kind === 'unknown-name' || kind === 'unknown-function')
    return model.resources.state === 'not shown' && /^[A-Z]/.test(text.slice(start, end)) ? 'resources' : undefined
  return kind === 'unknown-member' && ofRecord && model.states.state === 'not shown' && suggestions.length === 0 ? 'states' : undefined
}
