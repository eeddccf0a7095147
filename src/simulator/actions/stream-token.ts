// Specification 4.10.
import { accepted } from '../answer.js'
import type { Action } from '../action.js'
import { issueToken } from '../stream-tokens.js'

export const streamToken: Action = ({ world, keyName }) => accepted({ websocket_token: issueToken(world, keyName) })
