// Draws state machines, with the current number of records in each state.

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { DescribedMachine } from '../../src/serve/page/types.ts'
import { Diagram } from './diagram.tsx'
import { Place } from './place.tsx'
import { to, toRecords } from './route.ts'
import { countText, operationsMaking, usePageState } from './service.ts'

export function MachinesView(): VNode {
  const { service } = usePageState()
  return (
    <>
      <header class="head">
        <h1>States</h1>
        <p class="soft">The numbers are records in that state, now.</p>
      </header>
      {service.machines.map((machine) => (
        <section key={machine.name} aria-labelledby={`machine-${machine.name}`}>
          <h2 id={`machine-${machine.name}`}>
            <a href={to('states', machine.name)}>{machine.name}</a> <Place of={machine.place} />
          </h2>
          <MachineDiagram machine={machine} />
        </section>
      ))}
    </>
  )
}

export function MachineView({ name }: { name: string }): VNode {
  const { service, counts } = usePageState()
  const machine = service.machines.find((each) => each.name === name)
  if (machine === undefined) return <p>There is no machine {name}.</p>
  const arrows = [
    ...machine.wide.arrows.filter(({ kind }) => kind !== 'start'),
    ...machine.wide.boxes.flatMap(({ id, rows }) =>
      rows.map(([label]) => ({ from: id, to: id, kind: 'on', label: label.replace(/^↻ /, '') })),
    ),
  ]
  return (
    <>
      <header class="head">
        <h1>{name}</h1>
        <p class="soft">
          The states of <a href={to('resources', machine.resource)}>{machine.resource}</a>, said at <Place of={machine.place} />.
        </p>
      </header>
      <MachineDiagram machine={machine} />
      <section aria-labelledby="transitions">
        <h2 id="transitions">Transitions</h2>
        <div class="scroll" tabIndex={0} role="region" aria-label={`Transitions of ${name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">By</th>
                <th scope="col">To</th>
                <th scope="col">Made by</th>
              </tr>
            </thead>
            <tbody>
              {arrows.map(({ from, to: target, kind, label }, index) => (
                <tr key={index}>
                  <td>
                    <a href={toRecords(machine.resource, [[machine.field, from]])}>{from}</a>{' '}
                    <span class="soft">{countText(counts?.machines[name]?.[from])}</span>
                  </td>
                  <td>{label}</td>
                  <td>{target === from ? 'stays' : target}</td>
                  <td>
                    <Cause kind={kind} transition={`${machine.resource}.${label.split(',')[0]!}`} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  )
}

/** The cause of a move: a transition by name, the time, or the state itself. */
function Cause({ kind, transition }: { kind: string; transition: string }): VNode {
  if (kind === 'on') return <Makers transition={transition} />
  return <>{kind === 'after' || kind === 'at' || kind === 'every' ? 'time' : 'itself'}</>
}

function Makers({ transition }: { transition: string }): VNode {
  const { service } = usePageState()
  const makers = operationsMaking(service, transition)
  if (makers.length === 0) return <span class="soft">other effects</span>
  return (
    <>
      {makers.map(({ id, name }) => (
        <a key={id} href={to('operation', id)}>
          <code>{name}</code>
        </a>
      ))}
    </>
  )
}

function MachineDiagram({ machine }: { machine: DescribedMachine }): VNode {
  const { counts } = usePageState()
  const isNarrow = useNarrow()
  const states = counts?.machines[machine.name]
  return (
    <Diagram
      layout={isNarrow ? machine.narrow : machine.wide}
      label={`The states of ${machine.name}`}
      count={({ id, kind }) => (kind === 'start' ? undefined : countText(states?.[id]))}
      link={({ id, kind }) => (kind === 'start' ? undefined : toRecords(machine.resource, [[machine.field, id]]))}
    />
  )
}

function useNarrow(): boolean {
  const query = '(max-width: 760px)'
  const [narrow, setNarrow] = useState(matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const updateNarrow = (): void => setNarrow(media.matches)
    media.addEventListener('change', updateNarrow)
    return () => media.removeEventListener('change', updateNarrow)
  }, [])
  return narrow
}
