// Renders a form that sends a request to the service, and the answer.

import type { VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { DescribedOperation, TryResult } from '../../src/serve/page/types.ts'
import { Problem, api } from './api.ts'
import { Caller } from './credentials.tsx'
import { usePageState } from './service.ts'
import { type FormValues, printClientCall, printCurl, requestOf } from './try-request.ts'
import { AttemptResult } from './try-result.tsx'
import { pretty } from './values.tsx'

export function TryForm({
  operation,
  filled = {},
  onTried,
}: {
  operation: DescribedOperation
  filled?: FormValues
  onTried?: (result: TryResult) => void
}): VNode {
  const pageState = usePageState()
  const [values, setValues] = useState<FormValues>(filled)
  const [body, setBody] = useState(operation.body === undefined ? '' : pretty(operation.body))
  const [result, setResult] = useState<TryResult | Problem>()
  const [sending, setSending] = useState(false)
  const id = useId()
  const request = requestOf(operation, values, body, pageState)
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    setSending(true)
    const outcome = await api.try(request).catch((error: unknown) => error as Problem)
    setSending(false)
    setResult(outcome)
    pageState.refresh()
    if (!(outcome instanceof Problem)) onTried?.(outcome)
  }
  const setValue = (field: string, value: string): void => setValues({ ...values, [field]: value })
  return (
    <section class="try" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Try it</h2>
      <form onSubmit={(event) => void send(event)}>
        {operation.input.map((input) => (
          <InputField key={`${input.place} ${input.name}`} input={input} values={values} setValue={setValue} />
        ))}
        {operation.body === undefined ? null : <BodyField body={body} setBody={setBody} />}
        <VersionField values={values} setValue={setValue} />
        <Caller />
        <button type="submit" class="primary" disabled={sending}>
          Send
        </button>
      </form>
      <AttemptResult attempt={result && { operation, result }} />
      <Snippet title="As curl" text={printCurl(pageState.service.url, request)} />
      <Snippet title="With the typed client" text={printClientCall(pageState.service.url, operation, values, body)} />
    </section>
  )
}

type FieldProps = { values: FormValues; setValue: (field: string, value: string) => void }

function InputField({ input, values, setValue }: FieldProps & { input: DescribedOperation['input'][number] }): VNode {
  const { place, name, type, required } = input
  const field = `${place} ${name}`
  return (
    <label>
      <span>
        {name}
        {required ? null : <span class="soft"> optional</span>}{' '}
        <span class="soft">
          {place}, {type}
        </span>
      </span>
      <input
        value={values[field] ?? ''}
        required={required && place === 'path'}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setValue(field, event.currentTarget.value)}
      />
    </label>
  )
}

function BodyField({ body, setBody }: { body: string; setBody: (body: string) => void }): VNode {
  return (
    <label>
      <span>
        body <span class="soft">JSON</span>
      </span>
      <textarea
        rows={Math.min(14, body.split('\n').length + 1)}
        spellcheck={false}
        value={body}
        onInput={(event) => setBody(event.currentTarget.value)}
      />
    </label>
  )
}

function VersionField({ values, setValue }: FieldProps): VNode | null {
  const {
    service: { version },
  } = usePageState()
  if (version === undefined) return null
  return (
    <label>
      <span>
        {version.name} <span class="soft">the version, {version.how === 'path' ? 'in the path' : version.how}</span>
      </span>
      <input
        value={values['version'] ?? version.value}
        autocomplete="off"
        onInput={(event) => setValue('version', event.currentTarget.value)}
      />
    </label>
  )
}

function Snippet({ title, text }: { title: string; text: string }): VNode {
  return (
    <details>
      <summary>{title}</summary>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </details>
  )
}
