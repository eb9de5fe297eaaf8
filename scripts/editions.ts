// `npm run editions -- CLONES [TEXT]`: compares pairs of editions of public APIs whose authors call the change breaking, and prints whether the
// comparison finds that change.
//
// CLONES is a folder with a git directory for each repository of `editions/pairs.txt`, named `owner+name`; it is not part of the project.
// TEXT selects the repositories whose name contains it. Each pair is a file at a commit and at its parent. A pair is found if a breaking change is at a place that its pattern matches.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CompileEnvironment } from '../src/compile/compile.ts'
import { type Change } from '../src/diff/change.ts'
import { diff } from '../src/diff/diff.ts'
import { importFile } from '../src/import/import.ts'

type Pair = {
  readonly repository: string
  readonly commit: string
  readonly path: string
  readonly pattern: RegExp
  readonly claim: string
}

const conventions = resolve(import.meta.dirname, '../conventions')
const environment: CompileEnvironment = { convention: (name) => readFileSync(join(conventions, `${name}.md`), 'utf8') }

/** Reads the list: `# owner/name`, followed by lines of COMMIT PATH PATTERN CLAIM. */
function pairs(): Pair[] {
  let repository = ''
  return readFileSync(join(import.meta.dirname, 'editions/pairs.txt'), 'utf8')
    .split('\n')
    .flatMap((line): Pair[] => {
      if (line.startsWith('# ')) repository = line.slice(2).trim()
      const [, commit, path, pattern, claim] = /^([0-9a-f]{8,40}) (\S+) (\S+) (.+)$/.exec(line) ?? []
      return commit === undefined ? [] : [{ repository, commit, path: path!, pattern: new RegExp(pattern!, 'i'), claim: claim! }]
    })
}

function editionAt(clones: string, { repository, path }: Pair, revision: string) {
  const text = execFileSync('git', ['--git-dir', join(clones, repository.replace('/', '+')), 'show', `${revision}:${path}`], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  const { imported, problem } = importFile({ name: path, text }, { use: ['http@1'], name: 'imported.md', environment })
  if (problem !== undefined) throw new Error(problem)
  return imported.compiled
}

const placeOf = ({ part, path }: Change): string => [part, ...path].join(' › ')

const [clones, only = ''] = process.argv.slice(2)
if (clones === undefined) {
  console.log('Name a folder with git directories: npm run editions -- CLONES')
  process.exitCode = 2
} else {
  const counts = { breaking: 0, review: 0, safe: 0, missed: 0 }
  console.log('| API | its maker says | breaking | to review | safe | what is found of it |\n| --- | --- | --- | --- | --- | --- |')
  for (const pair of pairs().filter(({ repository }) => repository.includes(only))) {
    const changes = diff(
      editionAt(clones, pair, `${pair.commit}^`),
      editionAt(clones, pair, pair.commit),
      new Date().toISOString().slice(0, 10),
      true,
    )
    const matching = changes.filter((change) => pair.pattern.test(`${placeOf(change)} ${JSON.stringify([change.old, change.new])}`))
    const verdict = (['breaking', 'review', 'safe'] as const).find((severity) => matching.some((each) => each.severity === severity))
    counts[verdict ?? 'missed']++
    const countOf = (severity: Change['severity']): number => changes.filter((each) => each.severity === severity).length
    const [first] = matching.filter(({ severity }) => severity === verdict)
    console.log(
      `| \`${pair.path
        .split('/')
        .at(-1)!
        .replace(
          /\.\w+$/,
          '',
        )}\` at ${pair.commit.slice(0, 8)} | ${pair.claim} | ${countOf('breaking')} | ${countOf('review')} | ${countOf('safe')} | ${first === undefined ? 'nothing' : `${verdict}: ${placeOf(first)}`} |`,
    )
  }
  console.log(`\n${counts.breaking} breaking, ${counts.review} to review, ${counts.safe} safe, ${counts.missed} not found`)
}
