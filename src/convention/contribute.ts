// Collects what each author contributes to a part: its text, the entries that its rules add, and the values that they fill.

import { advise, paste } from '../diagnostic/help.ts'
import { kebabCase, pluralize } from '../base/names.ts'
import type { PartName } from '../document/document.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../diagnostic/voice.ts'
import type { MapNode } from '../document/node.ts'
import { generative } from '../model/model.ts'
import type { Reader } from '../model/shape.ts'
import { type Author, nameAuthor } from './author.ts'
import type { Declaration } from './declaration.ts'
import { namesDeclaration } from './arguments.ts'
import { type MemberOf, argumentOf, declarationMembers, partOf } from './kinds.ts'
import type { LayerContribution } from './layer.ts'
import type { AddRule, FillRule, ConventionRules } from './rule.ts'
import { type RuleOutcome, type RuleContext, matchesDeclaration, runFor } from './run.ts'
import { spliceTree } from './splice.ts'

type GetContext = () => RuleContext

/** The entries that a convention itself declares. */
export function listStaticContributions(author: Author, part: PartName): LayerContribution[] {
  if (author.convention === undefined) return []
  const { node } = author.document.parts[part]
  const entries = node.entries.filter(({ key }) => !generative.test(key.text))
  return entries.length === 0 ? [] : [{ kind: 'entries', author, path: [], node: { ...node, entries } }]
}

export function listFills(
  conventions: readonly ConventionRules[],
  part: PartName,
  getContext: GetContext,
  reader: Reader,
): LayerContribution[] {
  const rules = conventions.flatMap(({ fills }) => fills).filter(({ range }) => partOf[range.kind] === part)
  return collectContributions(rules, getContext, reader, (declaration, { author }, node) =>
    declaration.paths.map((path) => ({ kind: 'fill', author, path, node })),
  )
}

export function listAdditions(
  conventions: readonly ConventionRules[],
  part: PartName,
  getContext: GetContext,
  reader: Reader,
): LayerContribution[] {
  const rules = conventions.flatMap(({ adds }) => adds).filter((rule) => rule.part === part)
  return collectContributions(rules, getContext, reader, (declaration, { author, at }, node) => {
    if (namesDeclaration(author.args, declaration)) return [{ kind: 'entries', author, path: [], node }]
    reader.report(reportMissingArgument(author, declaration, at.span))
    return []
  })
}

function collectContributions<R extends FillRule | AddRule>(
  rules: readonly R[],
  getContext: GetContext,
  reader: Reader,
  contribute: (declaration: Declaration, rule: R, node: MapNode) => readonly LayerContribution[],
): LayerContribution[] {
  const contributions: LayerContribution[] = []
  for (const rule of rules) {
    const context = getContext()
    const declarations = context.declarations[rule.range.kind]
    let matches = false
    for (const declaration of declarations) {
      const outcome = buildEntries(declaration, rule, context)
      if (outcome.kind !== 'done' || outcome.value !== undefined) matches = true
      if (outcome.kind === 'done' && outcome.value !== undefined) contributions.push(...contribute(declaration, rule, outcome.value))
      if (outcome.kind === 'needs') reader.report(reportNeeds(rule.author, outcome.declaration, outcome.member))
      if (outcome.kind === 'failed') {
        reader.report(reportFailedRule(rule, declaration, outcome.message))
        break
      }
    }
    if (!matches && declarations.length > 0 && rule.author.convention === undefined) reader.report(reportUnusedRule(rule))
  }
  return contributions
}

/** A convention may serve documents without such declarations. */
function reportUnusedRule({ range: { kind }, at }: FillRule | AddRule): Diagnostic {
  return createDiagnostic(
    'warning',
    'convention/unused-rule',
    `This rule matches no ${kind} of the document`,
    { span: at.span, text: 'fills nothing' },
    { help: 'Correct its `where`, or remove the rule.' },
  )
}

/** The entries that a rule adds to a declaration; undefined if the rule does not match. */
function buildEntries(
  declaration: Declaration,
  { author, range, tree, splices }: FillRule | AddRule,
  context: RuleContext,
): RuleOutcome<MapNode | undefined> {
  const match = matchesDeclaration(declaration, range, author, context)
  if (match.kind !== 'done') return match
  if (!match.value) return { kind: 'done', value: undefined }
  if (splices.size === 0) return { kind: 'done', value: tree }
  return runFor(declaration, range, author, context, (bindings, host) => spliceTree(tree, splices, bindings, host))
}

function reportFailedRule({ author, at }: FillRule | AddRule, { name, key }: Declaration, message: string): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/expression-fails',
    `${quoteName(name)} cannot be filled by ${nameAuthor(author)}: ${message}`,
    { span: at.span, text: 'this rule fails' },
    { others: [{ span: key.span, text: 'for this' }] },
  )
}

/** A required member without a value is a gap, not a mistake: the document may add it. */
function reportNeeds(author: Author, { kind, name, key, gap }: Declaration, member: string): Diagnostic {
  const labels = [{ span: author.adoption, text: 'adopted here' }]
  if (gap)
    return createDiagnostic(
      'gap',
      'convention/missing-value',
      `${quoteName(name)} is not shown, and ${nameAuthor(author)} needs it`,
      { span: key.span, text: 'not shown' },
      { others: labels },
    )
  const { by = member } = (declarationMembers[kind] as { readonly [name: string]: MemberOf })[member] ?? {}
  const irregular = member === 'plural' && pluralize(kebabCase(name)) === undefined
  return createDiagnostic(
    'gap',
    'convention/missing-value',
    `${quoteName(name)} has no ${quoteName(by)}, and ${nameAuthor(author)} needs it`,
    { span: key.span, text: `${quoteName(by)} is missing` },
    {
      others: labels,
      ...(irregular ? { reason: 'Its name has no plural that a rule of English gives for certain, and nothing is guessed.' } : {}),
      help: advise`Write it, for example${paste(`    ${name}:\n      ${by}: …`)}`,
    },
  )
}

function reportMissingArgument(author: Author, { name, kind }: Declaration, span: MapNode['span']): Diagnostic {
  return createDiagnostic(
    'error',
    'convention/not-given',
    `${nameAuthor(author)} adds for ${quoteName(name)}, which its adoption does not name`,
    { span, text: 'matches more than it is given' },
    {
      others: [{ span: author.adoption, text: `names no ${quoteName(name)}` }],
      reason: 'Added endpoints are public, so the adoption must name their declarations.',
      help: `Ask for it in \`where\`, for example\n\n    where: ${kind[0]}.name in given.${argumentOf[kind]}`,
    },
  )
}
