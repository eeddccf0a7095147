import type { SendOutcome } from '../../../../src/main/exchange/errors.js'
import type { Problem } from '../../../../src/shared/problem.js'
import type { endpoints } from '../../../../src/v4/endpoints.js'

type Refusal = {
  status: number
  contentType?: 'text/html' | 'text/plain'
  /** The request. */
  asked: keyof typeof endpoints
  /** What Plimsoll makes of it, with the server's own message. */
  read: Pick<Problem, 'code' | 'server' | 'fields'>
  /**
   * What is known of an order answered like this. Only the exchange's own refusal says that nothing
   * was done.
   */
  order: SendOutcome
}

export const refusals: Record<string, Refusal> = {
  // A refusal with a good status does not say whether an order was executed.
  'error-200-public-limit.json': {
    status: 200,
    asked: 'tickers',
    read: {
      code: 'refused',
      server: { status: 200, code: null, message: '' },
      fields: { limit: ['limit must be less than or equal to 100'] },
    },
    order: 'unknown',
  },
  'error-400-no-loan.json': {
    status: 400,
    asked: 'creditLine',
    read: {
      code: 'no-loan',
      server: { status: 400, code: 0, message: 'No active loan at the moment' },
    },
    order: 'rejected',
  },
  'error-401-unauthorized.json': {
    status: 401,
    asked: 'openPositions',
    read: {
      code: 'bad-key-or-signature',
      server: { status: 401, code: 10, message: 'Unauthorized request.' },
    },
    order: 'rejected',
  },
  // Code 2 is also the answer to a cancellation of an order that is not open.
  'error-403-disabled.json': {
    status: 403,
    asked: 'openPositions',
    read: {
      code: 'key-disabled',
      server: {
        status: 403,
        code: 2,
        message: 'This action is unauthorized. Enable your key in API settings',
      },
    },
    order: 'rejected',
  },
  // A page that asks for a browser challenge: the exchange said nothing.
  'error-403-infra.html': {
    status: 403,
    contentType: 'text/html',
    asked: 'openPositions',
    read: { code: 'not-understood', server: { status: 403, code: null, message: '' } },
    order: 'unknown',
  },
  'error-403-no-permission-success-false.json': {
    status: 403,
    asked: 'flexHistory',
    read: {
      code: 'b2b-only',
      server: {
        status: 403,
        code: 0,
        message:
          "You don't have permission to use this endpoint. Please contact support for more details",
      },
    },
    order: 'rejected',
  },
  'error-403-not-this-key.json': {
    status: 403,
    asked: 'openPositions',
    read: {
      code: 'no-permission',
      server: {
        status: 403,
        code: 4,
        message: 'This API Key is not authorized to perform this action.',
      },
    },
    order: 'rejected',
  },
  'error-422-amount-step-32.json': {
    status: 422,
    asked: 'collateralMarketOrder',
    read: {
      code: 'refused',
      server: { status: 422, code: 32, message: 'Validation failed' },
      fields: { amount: ['Min amount step = 0.01'] },
    },
    order: 'rejected',
  },
  // The body has the status in place of a code. It repeats its message, which is shown once.
  'error-422-legacy-422.json': {
    status: 422,
    asked: 'orderHistory',
    read: {
      code: 'refused',
      server: {
        status: 422,
        code: null,
        message: 'Finished order id 435453454535 not found on your account',
      },
    },
    order: 'unknown',
  },
  'error-422-nonce-window.json': {
    status: 422,
    asked: 'openPositions',
    read: {
      code: 'clock-wrong',
      server: {
        status: 422,
        code: 0,
        message: 'Your nonce is more than 5 seconds lesser than the current nonce.',
      },
    },
    order: 'rejected',
  },
  'error-422-price-band-250.json': {
    status: 422,
    asked: 'collateralMarketOrder',
    read: {
      code: 'refused',
      server: { status: 422, code: 250, message: 'Validation failed' },
      fields: { price: ['The Price should be less than or equal to 1.277'] },
    },
    order: 'rejected',
  },
  'error-429-cf-1015.txt': {
    status: 429,
    contentType: 'text/plain',
    asked: 'openPositions',
    read: { code: 'rate-limited', server: { status: 429, code: null, message: '' } },
    order: 'unknown',
  },
  // With most of the budget left, this is about the nonce and not about the rate.
  'error-429-nonce.json': {
    status: 429,
    asked: 'openPositions',
    read: {
      code: 'nonce-conflict',
      server: { status: 429, code: 0, message: 'Too many requests.' },
    },
    order: 'rejected',
  },
  'error-429-v1-nested.json': {
    status: 429,
    asked: 'openPositions',
    read: {
      code: 'rate-limited',
      server: { status: 429, code: null, message: 'Too many requests.' },
    },
    order: 'unknown',
  },
  'futures-451.json': {
    status: 451,
    asked: 'futures',
    read: {
      code: 'region-unavailable',
      server: { status: 451, code: null, message: 'api.futures.unavailable' },
    },
    order: 'unknown',
  },
}
