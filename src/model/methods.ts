// The methods that an endpoint can have (RFC 9110, and QUERY), and the safe methods among them.

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

/** True if a request method is safe (RFC 9110, section 9.2.1). */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || method === 'QUERY'
}
