// Collects what each author contributes to a part: its text, the entries that its rules add, and the values that they fill.

import { kebabCase, plural } from '../base/names.ts'
import type { PartName } from '../document/document.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../diagnostic/voice.ts'
import type { MapNode } from '../document/node.ts'
import { generative } from '../model/model.ts'
import type { Reader } from '../model/shape.ts'
import { type Author, authorName } from './author.ts'
import type { Declaration } from './declaration.ts'
import { namesDeclaration } from './arguments.ts'
import { type MemberOf, argumentOf, declarationMembers, partOf } from './kinds.ts'
import type { LayerContribution } from './layer.ts'
import type { AddRule, FillRule, ConventionRules } from './rule.ts'
import { type RuleOutcome, type RuleWorld, matchesDeclaration, runFor } from './run.ts'
import { spliceTree } from './splice.ts'

type Now = () => RuleWorld

/** The entries that a convention itself declares. */
export function staticsOf(author: Author, part: PartName): LayerContribution[] {
  if (author.convention === undefined) return []
  const { node } = author.document.parts[part]
  const entries = node.entries.filter(({ key }) => !generative.test(key.text))
  return entries.length === 0 ? [] : [{ kind: 'entries', author, path: [], node: { ...node, entries } }]
}

export function fillsOf(all: readonly ConventionRules[], part: PartName, now: Now, reader: Reader): LayerContribution[] {
  const rules = all.flatMap(({ fills }) => fills).filter(({ range }) => partOf[range.kind] === part)
  return contributions(rules, now, reader, (declaration, { author }, node) =>
    declaration.paths.map((path) => ({ kind: 'fill', author, path, node })),
  )
}

export function addsOf(all: readonly ConventionRules[], part: PartName, now: Now, reader: Reader): LayerContribution[] {
  const rules = all.flatMap(({ adds }) => adds).filter((rule) => rule.part === part)
  return contributions(rules, now, reader, (declaration, { author, at }, node) => {
    if (namesDeclaration(author.args, declaration)) return [{ kind: 'entries', author, path: [], node }]
    reader.report(reportMissingArgument(author, declaration, at.span))
    return []
  })
}

function contributions<R extends FillRule | AddRule>(
  rules: readonly R[],
  now: Now,
  reader: Reader,
  make: (declaration: Declaration, rule: R, node: MapNode) => readonly LayerContribution[],
): LayerContribution[] {
  const found: LayerContribution[] = []
  for (const rule of rules) {
    const world = now()
    for (const declaration of world.declarations[rule.range.kind]) {
      const contribution = contributeTo(declaration, rule, world)
      if (contribution.kind === 'done' && contribution.value !== undefined) found.push(...make(declaration, rule, contribution.value))
      if (contribution.kind === 'needs') reader.report(reportNeeds(rule.author, contribution.declaration, contribution.member))
      if (contribution.kind === 'failed') {
        reader.report(fails(rule, declaration, contribution.message))
        break
      }
    }
  }
  return found
}

/** The entries that a rule adds to a declaration; undefined if the rule does not match. */
function contributeTo(
  declaration: Declaration,
  { author, range, tree, splices }: FillRule | AddRule,
  world: RuleWorld,
): RuleOutcome<MapNode | undefined> {
  const about = matchesDeclaration(declaration, range, author, world)
  if (about.kind !== 'done') return about
  if (!about.value) return { kind: 'done', value: undefined }
  if (splices.size === 0) return { kind: 'done', value: tree }
  return runFor(declaration, range, author, world, (bindings, host) => spliceTree(tree, splices, bindings, host))
}

function fails({ author, at }: FillRule | AddRule, { name, key }: Declaration, message: string): Diagnostic {
  return diagnostic(
    'error',
    'convention/expression-fails',
    `${quoteName(name)} cannot be filled by ${authorName(author)}: ${message}`,
    { span: at.span, text: 'this rule fails' },
    { others: [{ span: key.span, text: 'for this' }] },
  )
}

/** A required member without a value is a gap, not a mistake: the document may add it. */
function reportNeeds(author: Author, { kind, name, key, gap }: Declaration, member: string): Diagnostic {
  const others = [{ span: author.adoption, text: 'adopted here' }]
  if (gap)
    return diagnostic(
      'gap',
      'convention/needs',
      `${quoteName(name)} is not shown, and ${authorName(author)} needs it`,
      { span: key.span, text: 'not shown' },
      { others },
    )
  const { by = member } = (declarationMembers[kind] as { readonly [name: string]: MemberOf })[member] ?? {}
  const irregular = member === 'plural' && plural(kebabCase(name)) === undefined
  return diagnostic(
    'gap',
    'convention/needs',
    `${quoteName(name)} does not say its ${quoteName(by)}, and ${authorName(author)} needs it`,
    { span: key.span, text: `${quoteName(by)} is not known` },
    {
      others,
      ...(irregular ? { reason: 'Its name has no plural that a rule of English gives for certain, and nothing is guessed.' } : {}),
      help: `Say it, for example\n\n    ${name}:\n      ${by}: …`,
    },
  )
}

function reportMissingArgument(author: Author, { name, kind }: Declaration, span: MapNode['span']): Diagnostic {
  return diagnostic(
    'error',
    'convention/not-given',
    `${authorName(author)} adds for ${quoteName(name)}, which its adoption does not name`,
    { span, text: 'matches more than it is given' },
    {
      others: [{ span: author.adoption, text: `names no ${quoteName(name)}` }],
      reason: 'Added endpoints are public, so the adoption must name their declarations.',
      help: `Ask for it in \`where\`, for example\n\n    where: ${kind[0]}.name in given.${argumentOf[kind]}`,
    },
  )
}

