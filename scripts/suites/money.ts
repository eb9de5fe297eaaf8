// What a tester of the GSMA's Mobile Money API configures: which accounts, clients and transactions of the example each case is about.

import { type Configuration, send } from './interop.ts'

const poor = { DEBIT_PARTY_VALUE: '+33555000601' }

/** A case of failure sends what its case of success does: what makes it fail are its variables. */
export const configured: { readonly [slug: string]: (url: string) => Promise<Configuration> } = {
  'setup-account-link-failure': setVariables({ REQUESTING_ORGANISATION_IDENTIFIER: '99999' }),
  'transfer-linked-account-callback-failure': setVariables({ DEBIT_PARTY_KEY: 'msisdn', ...poor }),
  'transfer-using-account-link-polling-success': setVariables({ CREDIT_PARTY_VALUE: '+33555123456' }),
  'transfer-reversal-via-account-link-success': payBefore,
  'retrieve-account-balance-failure': setVariables({ IDENTIFIER: '+33555000999' }),
  'retrieve-transactions-failure': setVariables({ IDENTIFIER_TYPE: 'nickname' }),
  'make-a-bill-payment-with-callback-failure': setVariables({ IDENTIFIER_TYPE: 'msisdn', IDENTIFIER: '+33555000601', CURRENCY: 'USD' }),
  'make-a-bill-payment-with-callback-success': setVariables({ CURRENCY: 'USD' }),
  'make-a-bill-payment-with-polling-success': setVariables({ CURRENCY: 'USD' }),
  '1-step-bulk-disbursement-callback-failure-sync': setVariables({ DEBIT_PARTY_VALUE: '+33555000702' }),
  // The case asks for a correlation identifier at random, and expects the transaction that an earlier request made.
  'retrieve-a-missing-api-response-success': async () => ({ uuid: '5f0e4c1e-7b0a-4d6f-9a52-0c6d1f6e2b11' }),
  'retrieve-a-missing-api-response-failure': setVariables({ X_CLIENT_ID: 'STRANGER12345' }),
  'payee-initiated-with-auth-code-debitparty-sent-callback-business-rule-error': setVariables(poor),
  'payer-initiated-debitParty-creditParty-sent-callback-failure': setVariables(poor),
  'refund-failure': setVariables({ X_CLIENT_ID_MERCHANT: 'PROVIDER12345' }),
  'reversal-success': payBefore,
  'retrieve-transaction-by-reference-success': payBefore,
  'indivudual-disbursement-callback-success': setVariables({ CREDIT_PARTY_VALUE: '+33555123456' }),
  'indivudual-disbursement-callback-failure': setVariables({ CREDIT_PARTY_VALUE: '+33555123456' }),
}

function setVariables(variables: Record<string, string>): () => Promise<Configuration> {
  return async () => ({ env: variables })
}

/** A case about a transaction has one of its own, which can be reversed once. */
async function payBefore(url: string): Promise<Configuration> {
  const headers = { 'Content-Type': 'application/json', 'X-Client-Id': 'CUSTOMER12345' }
  const body = { amount: '21.00', currency: 'USD', creditParty: [{ key: 'msisdn', value: '+33555789123' }] }
  const { body: state } = await send(url, { method: 'POST', uri: '/transactions/type/merchantpay', headers, body })
  const { serverCorrelationId } = state as { serverCorrelationId: string }
  const { body: completed } = await send(url, { method: 'GET', uri: `/requeststates/${serverCorrelationId}` })
  return { env: { TRANSACTION_REFERENCE: (completed as { objectReference: string }).objectReference } }
}
