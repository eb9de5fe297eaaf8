// The examples of RFC 7515, appendix A, and of RFC 8037, appendix A: tokens that others made, with the keys that are printed beside them.

import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { test } from 'node:test'
import { asked, guarded, serve } from './guarded.ts'

const claims = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ'

const vectors = [
  {
    name: 'RFC 7515, appendix A.2',
    algorithm: 'RS256',
    header: 'eyJhbGciOiJSUzI1NiJ9',
    signature:
      'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw',
    key: {
      kty: 'RSA',
      e: 'AQAB',
      n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
    },
  },
  {
    name: 'RFC 7515, appendix A.3',
    algorithm: 'ES256',
    header: 'eyJhbGciOiJFUzI1NiJ9',
    signature: 'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q',
    key: { kty: 'EC', crv: 'P-256', x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU', y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' },
  },
] as const

for (const { name, algorithm, header, signature, key } of vectors) {
  test(`${name}: accepts the example, and no other signature`, async (context) => {
    const served = await serve(
      context,
      guarded(
        `schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: ${algorithm}, keys: { env: KEYS }, skew: P9999D }
security: [{ web: [] }]`,
        'string(caller.iss)',
      ),
      { KEYS: JSON.stringify(key) },
    )
    const ask = (token: string): ReturnType<typeof asked> => asked(`${served.url}/me`, { Authorization: `Bearer ${token}` })
    assert.deepEqual(await ask(`${header}.${claims}.${signature}`), { status: 200, challenge: null, body: '{"sub":"joe"}' })
    assert.equal((await ask(`${header}.${claims}.${another(signature)}`)).status, 401)
  })
}

test('RFC 8037, appendix A: verifies a token signed with the printed private key', async (context) => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  }
  const { d: _, ...half } = jwk
  const pem = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
  const served = await serve(
    context,
    guarded(`schemes:
  web: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: EdDSA, keys: { env: KEYS }, secret: { env: PRIVATE } }
security: [{ web: [] }]`).replace(
      'endpoints:',
      'endpoints:\n  POST /tokens: { answer: {}, security: [], status: 200, output: { token: \'token("web", "ada")\' } }',
    ),
    { KEYS: JSON.stringify(half), PRIVATE: pem },
  )
  const { token } = (await (await fetch(`${served.url}/tokens`, { method: 'POST' })).json()) as { token: string }
  assert.equal((await asked(`${served.url}/me`, { Authorization: `Bearer ${token}` })).body, '{"sub":"ada"}')
  const [header, body, signature] = token.split('.')
  assert.equal((await asked(`${served.url}/me`, { Authorization: `Bearer ${header}.${body}.${another(signature!)}` })).status, 401)
  // The appendix signs a text, which is no claims.
  const text =
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'
  assert.equal((await asked(`${served.url}/me`, { Authorization: `Bearer ${text}` })).status, 401)
})

/** It ends in zeros now and then, and what stands after its last bits says nothing: so it differs where it begins. */
function another(signature: string): string {
  return `${signature.startsWith('D') ? 'E' : 'D'}${signature.slice(1)}`
}
