// Compares the severities of `diff` with the results of a search: for random single edits of the examples, it takes the severity for clients
// by the law, and searches for a request that both editions answer differently. Prints one line per edit, then a table.
// `npm run soak -- diff COUNT [BUDGET] [breaking]` runs it; `SOAK_FROM=NUMBER` continues a run after an edit, whose line has its number.

import { readFileSync, readdirSync } from 'node:fs'
import { compareEditions } from '../src/cli/comparing.ts'
import { diffEditions } from '../src/diff/diff.ts'
import { createEdition } from '../src/diff/edition.ts'
import { type ChangeSeverity, severityOf, worstOf } from '../src/diff/law.ts'
import { edited, whole } from '../test/diff/edits.ts'

const today = new Date().toISOString().slice(0, 10)
type Measured = { readonly part: string; readonly law: ChangeSeverity; readonly differs: boolean }

const clients = new Set(['senders', 'readers', 'subscribers'])

/** The fewest requests of a search for a breaking edit: a rate shows only after as many as it admits. */
const budgetOfBreaking = 300

/** `kind`: `breaking` measures only edits that the law calls breaking, and all of them. */
type MeasureOptions = {
  readonly seed: string
  /** The most requests of one search. */ readonly budget: number
  readonly from: number
  readonly kind?: string | undefined
}

export async function measureDiff(count: number, { seed, budget, from, kind }: MeasureOptions): Promise<void> {
  const folder = new URL('../examples/', import.meta.url)
  const bases = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, old: createEdition(whole(readFileSync(new URL(name, folder), 'utf8')), today) }))
  const measured: Measured[] = []
  for (let tried = from; measured.length < count; tried++) {
    const { name, old } = bases[tried % bases.length]!
    const edit = edited(old.compiled, `${seed} ${name} ${tried}`)
    if (edit === undefined) continue
    const editions = { old, new: createEdition(edit.compiled, today) }
    const changes = diffEditions(old, editions.new)
    // The search starts from the records of scenarios, so a change of them would always differ.
    if (changes.some(({ path }) => path[0] === 'fixtures')) continue
    const law = worstOf(changes.flatMap(({ motions }) => motions.filter(({ side }) => clients.has(side)).map(severityOf)))
    // Breaking edits are searched in every third round only: differences among the other edits say more about the law.
    const isRoundOfBreaking = kind === 'breaking' || Math.floor(tried / bases.length) % 3 === 0
    if (law === 'breaking' ? !isRoundOfBreaking : kind === 'breaking') continue
    try {
      const result = await compareEditions(editions, law === 'breaking' ? Math.max(budget, budgetOfBreaking) : budget, { isMeasured: true })
      const witnesses = result.changes.flatMap(({ witness }) => witness ?? [])
      const differs = witnesses.length > 0
      measured.push({ part: edit.part, law, differs })
      console.log(
        JSON.stringify({
          name,
          tried,
          part: edit.part,
          what: edit.what,
          law,
          differs,
          because: changes.filter(({ severity }) => severity === law).map(({ part, path }) => [part, ...path].join(' › ')),
          says: witnesses.map(({ operation, says }) => `${operation}: ${says}`).slice(0, 2),
        }),
      )
    } catch (error) {
      console.log(JSON.stringify({ name, tried, part: edit.part, what: edit.what, law, failed: String(error).slice(0, 200) }))
    }
  }
  console.log(
    '| part | edits | breaking | of them shown | to review | of them shown | safe | of them shown | recall |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  )
  for (const part of [...new Set(measured.map((each) => each.part)), 'all']) console.log(figures(part, measured))
}

/** The table row of a part: how many breaking edits the search confirmed, and how many differences the law had called breaking. */
function figures(part: string, measured: readonly Measured[]): string {
  const ofPart = measured.filter((each) => part === 'all' || each.part === part)
  const count = (law: ChangeSeverity, differs: boolean): number =>
    ofPart.filter((each) => each.law === law && each.differs === differs).length
  const [confirmed, unconfirmed, review, unchanged, missed] = [
    count('breaking', true),
    count('breaking', false),
    count('review', true) + count('review', false),
    count('safe', false),
    count('safe', true),
  ]
  const confirmedReview = count('review', true)
  const share = (a: number, b: number): string => (b === 0 ? '–' : `${Math.round((100 * a) / b)} %`)
  return `| ${part} | ${ofPart.length} | ${confirmed + unconfirmed} | ${share(confirmed, confirmed + unconfirmed)} | ${review} | ${confirmedReview} | ${unchanged + missed} | ${missed} | ${share(confirmed + confirmedReview, confirmed + confirmedReview + missed)} |`
}
