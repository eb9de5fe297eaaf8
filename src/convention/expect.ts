// Checks the expectations of conventions, and applies the waivers of the document.

import { advise, paste, remove } from '../diagnostic/help.ts'
import { basename } from 'node:path/posix'
import { evaluate } from '../cel/evaluate.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../diagnostic/voice.ts'
import { type Scalar, spanWithin } from '../document/node.ts'
import type { Reader } from '../model/shape.ts'
import { type Author, nameAuthor } from './author.ts'
import type { Declaration } from './declaration.ts'
import type { ExpectRule, ConventionRules } from './rule.ts'
import { type RuleContext, matchesDeclaration, runFor } from './run.ts'

/** `EXPECTATION at SUBJECT`, or `CONVENTION/EXPECTATION at SUBJECT` if two conventions have an expectation with that name. */
type Waiver = { readonly key: Scalar; readonly expectation: string; readonly subject: string; used: boolean }

export function checkExpectations(
  conventions: readonly ConventionRules[],
  currentModel: { readonly context: () => RuleContext },
  reader: Reader,
): void {
  const rules = conventions.flatMap(({ expectations }) => expectations)
  if (conventions.every(({ expectations, waivers }) => expectations.length + waivers.length === 0)) return
  const context = currentModel.context()
  const waivers = conventions.flatMap((each) => each.waivers).flatMap(({ key, reason }) => readWaiver(key, reason, rules, context, reader))
  for (const rule of rules) {
    for (const declaration of context.declarations[rule.range.kind]) {
      const failure = diagnoseFailure(rule, declaration, context)
      if (failure === undefined) continue
      const waiver = waivers.find((each) => waives(each, rule, declaration))
      if (waiver === undefined) reader.report(failure)
      else waiver.used = true
    }
  }
  for (const { key, used } of waivers) if (!used) reader.report(waivesNothing(key))
}

/** The name of a convention as codes have it: `http` for `http@1`, `guideline` for `./company/guideline.md`. */
function nameConvention({ convention = 'document' }: Author): string {
  return basename(convention).replace(/@\d+$|\.\w+$/, '')
}

function diagnoseFailure(rule: ExpectRule, declaration: Declaration, context: RuleContext): Diagnostic | undefined {
  const match = matchesDeclaration(declaration, rule.range, rule.author, context)
  if (match.kind !== 'done' || !match.value) return undefined
  const outcome = runFor(declaration, rule.range, rule.author, context, (bindings, host) => evaluate(rule.that, bindings, host) === true)
  if (outcome.kind === 'done' && outcome.value) return undefined
  // An unspecified value cannot meet an expectation.
  if (outcome.kind === 'needs') return reportUnmet(rule, declaration, `: it has no ${quoteName(outcome.member)}`)
  return reportUnmet(rule, declaration, outcome.kind === 'failed' ? `: ${outcome.message}` : '')
}

function reportUnmet({ author, name, key, because }: ExpectRule, declaration: Declaration, failureReason: string): Diagnostic {
  const message = `${quoteName(declaration.name)} does not meet ${quoteName(name)} of ${nameAuthor(author)}${failureReason}`
  return createDiagnostic(
    'error',
    `convention/${nameConvention(author)}/${name}`,
    message,
    { span: declaration.key.span, text: `does not meet ${quoteName(name)}` },
    {
      others: [{ span: key.span, text: 'is demanded here' }],
      ...(because === undefined ? {} : { reason: because }),
      help: advise`Change it, or lift the demand with a reason:${paste(`    waive:\n      ${name} at ${declaration.name}: …`)}`,
    },
  )
}

function waives({ expectation, subject }: Waiver, rule: ExpectRule, { name, alias }: Declaration): boolean {
  return [rule.name, `${nameConvention(rule.author)}/${rule.name}`].includes(expectation) && [name, alias].includes(subject)
}

function readWaiver(key: Scalar, reason: string, rules: readonly ExpectRule[], context: RuleContext, reader: Reader): Waiver[] {
  const [, expectation = '', subject = ''] = /^(\S+)\s+at\s+(.+)$/.exec(key.text) ?? []
  if (expectation === '') {
    reader.report(
      createDiagnostic(
        'error',
        'convention/waiver',
        `${quoteName(key.text)} is not an expectation and a subject`,
        { span: key.span, text: 'expected `EXPECTATION at SUBJECT`' },
        { help: 'For example\n\n    waive:\n      kebab-paths at GET /oldNames: Clients of 2019 still call it.' },
      ),
    )
    return []
  }
  const matchingRules = rules.filter((rule) => [rule.name, `${nameConvention(rule.author)}/${rule.name}`].includes(expectation))
  if (matchingRules.length === 0) {
    reader.report(
      reportUnknownName(
        'convention/unknown-expectation',
        'expectation',
        expectation,
        spanWithin(key, 0, expectation.length),
        rules.map(({ name }) => name),
      ),
    )
    return []
  }
  const subjects = matchingRules.flatMap(({ range }) => context.declarations[range.kind]).flatMap(({ name, alias = name }) => [name, alias])
  if (!subjects.includes(subject)) {
    reader.report(
      reportUnknownName(
        'convention/unknown-subject',
        matchingRules[0]!.range.kind,
        subject,
        spanWithin(key, key.text.length - subject.length, key.text.length),
        subjects,
      ),
    )
    return []
  }
  const reasoned = reason.trim() !== ''
  if (!reasoned)
    reader.report(
      createDiagnostic('error', 'convention/waiver', `${quoteName(key.text)} is waived without a reason`, { span: key.span, text: 'why?' }),
    )
  return [{ key, expectation, subject, used: !reasoned }]
}

function waivesNothing(key: Scalar): Diagnostic {
  return createDiagnostic(
    'warning',
    'convention/unused-waiver',
    `${quoteName(key.text)} lifts a demand that is met`,
    { span: key.span, text: 'lifts nothing' },
    { help: advise`${remove('Remove it')}, or correct what it is about.` },
  )
}
