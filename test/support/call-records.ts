// What a client tells of its calls, for whoever keeps it.
import type { CallRecord, CallRecorder } from '../../src/main/exchange/call-record.js'
import { type Credentials } from '../../src/main/keychain/secret.js'
import { createSecretMask } from '../../src/main/logging/redactor.js'

export function aRecord(part: Partial<CallRecord> = {}): CallRecord {
  return {
    call: Symbol('call'),
    at: 1_763_000_000,
    method: 'POST',
    url: 'https://exchange.example/api/v4/main-account/balance',
    path: '/api/v4/main-account/balance',
    kind: 'read',
    scope: 'private',
    priority: 2,
    fromConsole: false,
    attempt: 1,
    body: '{"request":"/api/v4/main-account/balance","nonce":"1763000000000"}',
    signature: 'ab'.repeat(64),
    keyHint: 'key-…89ab',
    sent: true,
    status: 200,
    answer: { text: '{}', bytes: 2, cut: false },
    timings: { queueMs: 0, connectMs: null, reused: true, firstByteMs: 10, bodyMs: 1, totalMs: 12 },
    waits: [],
    problem: null,
    after: { again: false, ms: 0, pausedMs: null },
    ...part,
  }
}

export type KeptRecords = CallRecorder & { records: CallRecord[] }

/** Keeps everything, as an account's recorder is made of its key. */
export function keepRecords(keys: Credentials, hint = 'key-…89ab'): KeptRecords {
  const records: CallRecord[] = []
  return {
    keyHint: hint,
    redact: createSecretMask([keys.apiKey, keys.apiSecret]),
    add: (record) => records.push(record),
    records,
  }
}
