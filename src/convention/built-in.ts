// The conventions that come with the language, by name.

/** Files in `conventions/`. */
export const builtIn = [
  'http@1',
  'crud@1',
  'problem-details@1',
  'timestamps@1',
  'stub@1',
  'rate-limit-headers@1',
  'path-version@1',
  'date-version@1',
  'cloudevents@1',
  'standard-webhooks@1',
  'webhook-subscriptions@1',
  'webhook-subscriptions@2',
  'jwt@1',
  'api-keys@1',
  'session-cookies@1',
] as const

export function isBuiltIn(name: string): boolean {
  return (builtIn as readonly string[]).includes(name)
}

/** True for a company's own convention, which is named by the path of its file. */
export function isPath(name: string): boolean {
  return name.includes('/') || /\.(?:md|ya?ml|json)$/i.test(name)
}
