// The names of HTTP statuses (IANA registry of HTTP status codes), in any spelling: `Not Found`, `not-found`, `notFound`, `NOT_FOUND`.

const names: { readonly [name: string]: number } = {
  ok: 200,
  created: 201,
  accepted: 202,
  nocontent: 204,
  resetcontent: 205,
  movedpermanently: 301,
  found: 302,
  seeother: 303,
  notmodified: 304,
  temporaryredirect: 307,
  permanentredirect: 308,
  badrequest: 400,
  unauthorized: 401,
  paymentrequired: 402,
  forbidden: 403,
  notfound: 404,
  methodnotallowed: 405,
  notacceptable: 406,
  requesttimeout: 408,
  conflict: 409,
  gone: 410,
  lengthrequired: 411,
  preconditionfailed: 412,
  contenttoolarge: 413,
  payloadtoolarge: 413,
  uritoolong: 414,
  unsupportedmediatype: 415,
  unprocessablecontent: 422,
  unprocessableentity: 422,
  locked: 423,
  faileddependency: 424,
  tooearly: 425,
  preconditionrequired: 428,
  toomanyrequests: 429,
  internalservererror: 500,
  notimplemented: 501,
  badgateway: 502,
  serviceunavailable: 503,
  gatewaytimeout: 504,
}

/** The status with this name; undefined if there is none. */
export function findStatusNamed(text: string): number | undefined {
  const name = text.toLowerCase().replace(/[\s_'"-]/g, '')
  return Object.hasOwn(names, name) ? names[name] : undefined
}
