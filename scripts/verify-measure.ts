// Measures how many faults `verify` finds: serves random single edits of the examples, and verifies them by the document without the edit.
// `node scripts/verify-measure.ts COUNT [SEED [EXAMPLE]]` prints one line per edit, then a table by part.

import { readFileSync, readdirSync } from 'node:fs'
import { findPosition } from '../src/base/text.ts'
import { diffEditions } from '../src/diff/diff.ts'
import { createEdition } from '../src/diff/edition.ts'
import { openOracleCallers } from '../src/verify/oracle/callers.ts'
import { tagOf } from '../src/verify/drive/instance.ts'
import { planRun } from '../src/verify/plan.ts'
import { printSentence } from '../src/verify/report/text.ts'
import { edited, whole } from '../test/diff/edits.ts'
import { verifyServed } from '../test/verify/own.ts'

const [count, seed, example] = [Number(process.argv[2] ?? 60), process.argv[3] ?? 'measured', process.argv[4]]
const [budget, effort] = [5000, 4000]
const today = new Date().toISOString().slice(0, 10)
const folder = new URL('../examples/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.md') && (example === undefined || name === `${example}.md`))

async function openInstance(
  name: string,
): Promise<{ readonly name: string; readonly old: ReturnType<typeof createEdition>; readonly plan: ReturnType<typeof planRun> }> {
  const old = createEdition(whole(readFileSync(new URL(name, folder), 'utf8')), today)
  const callers = await openOracleCallers(old.compiled.model, () => Date.now())
  if ('problems' in callers) throw new Error(callers.problems.join('; '))
  const plan = planRun(old.compiled, callers, {
    seed,
    effort,
    tag: tagOf(seed),
    callers: callers.names,
    settings: new Map(),
    fixtures: false,
    canWait: true,
    host: '127.0.0.1',
    now: Date.now(),
  })
  return { name, old, plan }
}

const bases = []
for (const name of names) bases.push(await openInstance(name))

type Measured = { readonly part: string; readonly requests: number | undefined; readonly isNamed: boolean }
const measured: Measured[] = []

for (let tried = 0; measured.length < count; tried++) {
  const { name, old, plan } = bases[tried % bases.length]!
  const edit = edited(old.compiled, `${seed} ${name} ${tried}`)
  if (edit === undefined || edit.compiled.facts.operations.some(({ complete }) => !complete)) continue
  const changes = diffEditions(old, createEdition(edit.compiled, today))
  if (changes.length === 0 || changes.some(({ path }) => path[0] === 'fixtures')) continue
  try {
    const report = await verifyServed(old.compiled, { seed, budget, effort, most: 1, served: edit.compiled, plan })
    const [first] = report.findings
    const [from, until] = [findPosition(edit.at.source, edit.at.start).line, findPosition(edit.at.source, edit.at.end).line]
    const isNamed = first?.clauses.some(({ line }) => line >= from - 1 && line <= until) === true
    measured.push({ part: edit.part, requests: first?.after, isNamed })
    console.log(
      JSON.stringify({
        name,
        tried,
        part: edit.part,
        what: edit.what,
        found: first?.after ?? null,
        isNamed,
        says: first === undefined ? report.notes : printSentence(first),
        ...(isNamed || first === undefined
          ? {}
          : { line: from, named: first.clauses.map(({ line, text }) => `${line} ${text}`).slice(0, 5) }),
      }),
    )
  } catch (error) {
    console.log(JSON.stringify({ name, tried, part: edit.part, what: edit.what, failed: String(error).slice(0, 200) }))
  }
}

for (const part of [...new Set(measured.map((each) => each.part)), 'all']) {
  const ofPart = measured.filter((each) => part === 'all' || each.part === part)
  const detected = ofPart.filter(({ requests }) => requests !== undefined)
  console.log(`| ${part} | ${ofPart.length} | ${detected.length} | ${detected.filter(({ isNamed }) => isNamed).length} |`)
}
