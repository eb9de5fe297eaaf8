// Holds the verdicts of the comparison against what running finds: random single edits of the examples, the law's severity of each for
// clients, and whether a search finds a request that is answered otherwise. Prints a line an edit and then the figures; `npm run soak --
// diff COUNT [BUDGET]` runs it.

import { readFileSync, readdirSync } from 'node:fs'
import { compareEditions } from '../src/cli/comparing.ts'
import { diffEditions } from '../src/diff/diff.ts'
import { editionOf } from '../src/diff/edition.ts'
import { type ChangeSeverity, severityOf, worstOf } from '../src/diff/law.ts'
import { edited, whole } from '../test/diff/edits.ts'

const today = new Date().toISOString().slice(0, 10)
type Measured = { readonly part: string; readonly law: ChangeSeverity; readonly differs: boolean }

const clients = new Set(['senders', 'readers', 'subscribers'])

/** `budget`: requests of one search. */
export async function measureDiff(count: number, seed: string, budget: number): Promise<void> {
  const folder = new URL('../examples/', import.meta.url)
  const bases = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, old: editionOf(whole(readFileSync(new URL(name, folder), 'utf8')), today) }))
  const measured: Measured[] = []
  let breaking = 0
  for (let tried = 0; measured.length < count; tried++) {
    const { name, old } = bases[tried % bases.length]!
    const edit = edited(old.compiled, `${seed} ${name} ${tried}`)
    if (edit === undefined) continue
    const editions = { old, new: editionOf(edit.compiled, today) }
    const changes = diffEditions(old, editions.new)
    // Records that exist in scenarios only are what the search begins with.
    if (changes.some(({ path }) => path[0] === 'fixtures')) continue
    const law = worstOf(changes.flatMap(({ motions }) => motions.filter(({ side }) => clients.has(side)).map(severityOf)))
    // What the law calls breaking is searched for once in three times: that it is found says less than that nothing else is.
    if (law === 'breaking' && ++breaking % 3 !== 0) continue
    try {
      const found = await compareEditions(editions, budget, { isMeasured: true })
      const witnesses = found.changes.flatMap(({ witness }) => witness ?? [])
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

/** Of a part: how often what the law calls breaking is found, and how often what is found is called so. */
function figures(part: string, measured: readonly Measured[]): string {
  const some = measured.filter((each) => part === 'all' || each.part === part)
  const count = (law: ChangeSeverity, differs: boolean): number =>
    some.filter((each) => each.law === law && each.differs === differs).length
  const [proven, unproven, review, silent, found] = [
    count('breaking', true),
    count('breaking', false),
    count('review', true) + count('review', false),
    count('safe', false),
    count('safe', true),
  ]
  const reviewed = count('review', true)
  const share = (a: number, b: number): string => (b === 0 ? '–' : `${Math.round((100 * a) / b)} %`)
  return `| ${part} | ${some.length} | ${proven + unproven} | ${share(proven, proven + unproven)} | ${review} | ${reviewed} | ${silent + found} | ${found} | ${share(proven + reviewed, proven + reviewed + found)} |`
}
