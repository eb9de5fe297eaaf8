// Reports mistakes in a document's schemas, at their keyword; each kind of mistake has its own check.

import { generators } from '../model/schema.ts'
import { type Help, advise, offerListed, quoteEntry } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic, Severity } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { type Node, findEntryOf } from '../document/node.ts'
import type { Facts } from '../fact/fact.ts'
import { parsePointer } from '../schema/failure.ts'
import { findSchemaProblems } from '../schema/problems.ts'
import type { SchemaProblem } from '../schema/read.ts'
import { definitionsOf } from '../typing/definitions.ts'
import { makeTypingNamesIn } from '../typing/resolve.ts'
import { schemaOf } from '../typing/schema-of.ts'
import type { Check } from './check.ts'
import { listRootSchemas } from './schemas.ts'

type Mistake = SchemaProblem & { readonly span: Span }

/** Cached, because several checks read the mistakes of the same facts. */
const mistakesByFacts = new WeakMap<Facts, readonly Mistake[]>()

function listMistakes(facts: Facts): readonly Mistake[] {
  return mistakesByFacts.getOrInsertComputed(facts, checkSchemas)
}

/** A block that an alias repeats is one place, and is reported once. */
function checkSchemas({ model, typing }: Facts): readonly Mistake[] {
  const names = makeTypingNamesIn(typing.domain)
  const shapes = [...typing.domain.shapes.values()]
  const definitions = definitionsOf(typing.domain)
  // A recursive shape is recognised because it is the same schema.
  const schemasBySource = new Map(shapes.map(({ source, schema }) => [source, schema]))
  const reported = new Map<string, Mistake>()
  for (const root of listRootSchemas(model)) {
    for (const problem of findSchemaProblems(schemasBySource.get(root) ?? schemaOf(root, names), definitions)) {
      const span = findPlace(root.node, problem.pointer)
      // For a reference, a mistake in the key's schema is reported at the key.
      if (span !== undefined) reported.set(`${span.source.name} ${span.start} ${problem.message}`, { ...problem, span })
    }
  }
  return [...reported.values()]
}

/** The keyword with its value if the value is short, otherwise the keyword. */
function findPlace(node: Node, pointer: string): Span | undefined {
  let current: Node | undefined = node
  let span: Span = node.span
  for (const step of parsePointer(pointer) ?? []) {
    if (current.kind === 'scalar') return undefined
    if (current.kind === 'list') {
      current = current.items[Number(step)]
      if (current === undefined) return undefined
      span = current.span
      continue
    }
    const member = findEntryOf(current, step)
    if (member === undefined) return undefined
    current = member.value
    const { key } = member
    span =
      current.kind === 'scalar' && current.span.source === key.span.source && current.span.start > key.span.start
        ? { ...key.span, end: current.span.end }
        : key.span
  }
  return span
}

/** `default: now` where `generate: now` is meant. */
function adviseGenerator({ pointer, refused }: SchemaProblem): Help | undefined {
  const generator = generators.find((each) => each === refused)
  return generator !== undefined && pointer.endsWith('/default')
    ? advise`If the service makes the value, write ${quoteEntry(`generate: ${generator}`)} instead of the \`default\`.`
    : undefined
}

/** The check of one kind of mistake. */
export function makeSchemaCheck(code: string, kind: SchemaProblem['kind'], severity: Severity, label: string, help?: string | Help): Check {
  return {
    code,
    run: (facts): Diagnostic[] =>
      listMistakes(facts)
        .filter((each) => each.kind === kind)
        .map(({ span, ...problem }) =>
          createDiagnostic(
            severity,
            code,
            problem.message,
            { span, text: label },
            {
              ...(problem.reason === undefined ? {} : { reason: problem.reason }),
              help: adviseGenerator(problem) ?? advise`${help ?? ''}${offerListed(problem.suggestions)}`,
            },
          ),
        ),
  }
}
