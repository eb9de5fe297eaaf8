// The files for deploying contain only existing commands and options, and the pages name existing files.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { commands } from '../../src/cli/commands.ts'
import { operatorLimits, limits } from '../../src/serve/operator-limits.ts'
import { collectFigures } from '../../src/serve/observe/figures.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The command, and the options behind it. */
async function assertCommand(name: string, rest: string, where: string): Promise<void> {
  const load = commands.get(name)
  assert.ok(load !== undefined, `${where}: there is no command ${name}`)
  const { parse } = await load()
  for (const [, option] of rest.matchAll(/(?<=^|\s)--([\w-]+)/g))
    assert.ok(option! in parse || option === 'help', `${where}: ${name} has no option --${option}`)
}

test('the image and the unit of systemd start a command that there is', async () => {
  const [, words] = /^CMD (\[.*\])$/m.exec(read('deploy/Containerfile'))!
  const [name, ...rest] = JSON.parse(words!) as string[]
  await assertCommand(name!, rest.join(' '), 'Containerfile')
  const [, composed] = /^ {4}command: \[(serve, .*)\]$/m.exec(read('deploy/compose.postgres.yaml'))!
  const [serving, ...more] = composed!.split(', ')
  await assertCommand(serving!, more.join(' '), 'compose.postgres.yaml')
  const [, started, options] = /^ExecStart=\S+ ninefold (\w+) (.*)$/m.exec(read('deploy/ninefold.service'))!
  await assertCommand(started!, options!, 'ninefold.service')
})

test('the entry of the image is the command of the package', () => {
  const { bin } = JSON.parse(read('package.json')) as { bin: { ninefold: string } }
  assert.ok(read('deploy/Containerfile').includes(`/app/node_modules/ninefold/${bin.ninefold}`))
})

test('the action and the pages give commands and options that there are', async () => {
  const texts = ['deploy/action/action.yml', ...readdirSync(join(root, 'docs/deploy')).map((name) => `docs/deploy/${name}`)]
  let found = 0
  for (const path of texts) {
    for (const [, name, rest] of read(path).matchAll(/(?:^ {4}|`|run: )(?:npx --yes "ninefold@\$VERSION"|ninefold) ([a-z]+)([^`\n|]*)/gm)) {
      await assertCommand(name!, rest!, path)
      found++
    }
  }
  assert.ok(found >= 10, String(found))
})

test('links of the pages lead somewhere', () => {
  for (const name of readdirSync(join(root, 'docs/deploy'))) {
    for (const [, link] of read(`docs/deploy/${name}`).matchAll(/\]\((?!https?:)([^)#]+)/g))
      assert.ok(existsSync(resolve(root, 'docs/deploy', link!)), `${name}: ${link}`)
  }
})

test('the dashboard uses only metrics and labels that exist', async () => {
  const { panels } = JSON.parse(read('deploy/grafana.json')) as {
    panels: readonly { title: string; targets: readonly { expr: string }[] }[]
  }
  const figures = collectFigures(
    {
      checkHealth: async () => ({
        queue: 0,
        failing: false,
        bytes: new Map([['store.db', 1]]),
        ownMetrics: [],
        counts: { timers: { waiting: 0 }, deliveries: { waiting: 0 }, overdue: { timers: 0 } },
      }),
      countRequests: () => 0,
      isReady: async () => true,
      countStreams: () => 0,
      countHeld: () => 0,
    },
    operatorLimits,
  )
  try {
    const known = new Set(
      [...(await figures.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, kind]) =>
        kind === 'histogram' ? [`${name}_bucket`] : [name!],
      ),
    )
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/\b(?:ninefold|process)_\w+/g)!))
    assert.deepEqual(
      asked.filter((name) => !known.has(name)),
      [],
    )
    const named = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => [...expr.matchAll(/limit="([\w-]+)"/g)].map(([, name]) => name!)),
    )
    assert.deepEqual(
      named.filter((name) => !limits.some((limit) => limit.name === name)),
      [],
    )
  } finally {
    figures.stop()
  }
})
