// The root of the page: loads the description of the service, renders the view of the address, and polls the counts.

import { type VNode, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PageCounts, DescribedService } from '../../src/serve/page/types.ts'
import { Problem, api, setToken } from './api.ts'
import { DocumentView } from './document.tsx'
import { MachineView, MachinesView } from './machines.tsx'
import { OperationView, OperationsView } from './operations.tsx'
import { Overview } from './overview.tsx'
import { RecordView } from './record.tsx'
import { RecordsView } from './records.tsx'
import { ResourcesView } from './resources.tsx'
import { type Route, useRoute } from './route.ts'
import { RunningView } from './running.tsx'
import { Navigation } from './navigation.tsx'
import { PageStateContext } from './service.ts'

/** Milliseconds between two polls of the counts, while the page is visible. */
const pollInterval = 1500

function Page(): VNode {
  const [service, setService] = useState<DescribedService>()
  const [counts, setCounts] = useState<PageCounts>()
  const [problem, setProblem] = useState<Problem>()
  const [credentials, setCredentials] = useState<ReadonlyMap<string, string>>(new Map())
  const [refreshes, setRefreshes] = useState(0)
  const route = useRoute()

  const load = (): void => {
    api.service().then(
      (description) => {
        setService(description)
        setProblem(undefined)
        document.title = description.title
      },
      (error: unknown) => setProblem(error as Problem),
    )
  }
  useEffect(load, [])
  useEffect(() => {
    if (service === undefined) return
    const poll = (): void => {
      if (document.visibilityState !== 'visible') return
      api.counts().then(
        (latest) => {
          setCounts(latest)
          setProblem(undefined)
          if (latest.revision !== service.revision) load()
        },
        (error: unknown) => setProblem(error as Problem),
      )
    }
    poll()
    const timer = setInterval(poll, pollInterval)
    return () => clearInterval(timer)
  }, [service, refreshes])

  if (problem?.status === 401) return <TokenForm isWrong={sessionStorage.length > 0} />
  if (service === undefined)
    return (
      <main class="alone" aria-busy={problem === undefined}>
        <p>{problem?.message ?? ''}</p>
      </main>
    )
  const state = {
    service,
    counts,
    refresh: () => setRefreshes(refreshes + 1),
    credentials,
    setCredential: (scheme: string, value: string) => setCredentials(new Map([...credentials, [scheme, value]])),
  }
  return (
    <PageStateContext.Provider value={state}>
      <a class="skip" href="#content" onClick={skipToContent}>
        To the content
      </a>
      <Navigation route={route} />
      <main id="content" tabIndex={-1}>
        {problem === undefined ? null : (
          <p class="banner" role="alert">
            {problem.message}
          </p>
        )}
        <View route={route} />
      </main>
    </PageStateContext.Provider>
  )
}

/** Focuses the content by script, because the fragment of the address is the route. */
function skipToContent(event: Event): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

function View({ route: { view, words, query } }: { route: Route }): VNode {
  const [first, second] = words
  useEffect(() => {
    if (view !== 'document') scrollTo(0, 0)
  }, [view, first, second])
  switch (view) {
    case 'document':
      return <DocumentView file={first} line={second === undefined ? undefined : Number(second)} />
    case 'resources':
      return <ResourcesView name={first} />
    case 'states':
      return first === undefined ? <MachinesView /> : <MachineView name={first} />
    case 'operations':
      return <OperationsView />
    case 'operation':
      return <OperationView key={first} id={first ?? ''} query={query} />
    case 'records':
      return <RecordsView key={`${first} ${query}`} resource={first} query={query} />
    case 'record':
      return <RecordView key={`${first} ${second}`} resource={first ?? ''} recordKey={second ?? ''} />
    case 'running':
      return <RunningView />
    default:
      return <Overview />
  }
}

function TokenForm({ isWrong }: { isWrong: boolean }): VNode {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const token = new FormData(event.currentTarget as HTMLFormElement).get('token')
    if (typeof token === 'string') setToken(token)
    location.reload()
  }
  return (
    <main class="alone">
      <form onSubmit={submit}>
        <h1>The operator's token</h1>
        <p class="soft">
          {isWrong ? 'That was not it. ' : ''}This listener is reached from other machines, and shows the service to its operator alone.
        </p>
        <label>
          Token <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit" class="primary">
          Go on
        </button>
      </form>
    </main>
  )
}

render(<Page />, document.getElementById('page')!)
