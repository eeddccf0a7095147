import { z } from 'zod'
import type { accountChannels } from '../../shared/accounts/channels.js'
import { fail, ok } from '../../shared/result.js'
import { forAccountOn, type HandlersOf, id, nothing, oneId } from '../ipc/router.js'
import { messageOf } from '../../shared/messages/messages.js'
import { importModes } from '../../shared/settings/settings-import.js'
import type { Accounts } from './accounts.js'
import type { AppState } from './app-state.js'
import type { SettingsImport } from './settings-transfer.js'

const profileName = z.string().min(1).max(80)
/**
 * Longer than any accepted key or secret, so that pasted whitespace can still be trimmed with a
 * remark.
 */
const credential = z.string().min(1).max(600)

const refused = fail({
  code: 'gone',
  message: messageOf('accounts.demo-only'),
} as const)

/** When only the demo is shown. */
const noKeys = { check: () => refused, save: () => refused, discard: () => refused }

/** Nor are accounts that would need one. */
const noImport = { open: () => refused, review: () => refused, apply: () => refused }

/** `takesKeys`: whether keys are accepted at all. */
export function accountHandlers(
  accounts: Accounts,
  appState: AppState,
  takesKeys: boolean,
  settingsImport: SettingsImport,
): HandlersOf<typeof accountChannels> {
  const drafts = takesKeys ? accounts.drafts : noKeys
  const imports = takesKeys ? settingsImport : noImport
  const forAccount = forAccountOn(accounts.shown)
  return {
    'app-state/read': { schema: nothing, handle: () => ok(appState.view()) },
    'demo/enter': { schema: nothing, handle: () => accounts.enterDemo() },
    'demo/leave': { schema: nothing, handle: () => accounts.leaveDemo() },
    'notices/dismiss': { schema: oneId, handle: (ask) => appState.dismiss(ask.id) },

    'connect/check': {
      schema: z.strictObject({
        draftId: id.nullable(),
        profileId: id.nullable(),
        name: profileName,
        region: z.enum(['global', 'eu', 'custom']),
        baseUrl: z.string().min(1).max(300).nullable(),
        dialect: z.enum(['spec', 'live']).nullable(),
        apiKey: credential.nullable(),
        apiSecret: credential.nullable(),
      }),
      handle: (form) => drafts.check(form),
    },
    'connect/save': {
      schema: z.strictObject({ draftId: id, storage: z.enum(['keychain', 'session']) }),
      handle: ({ draftId, storage }) => drafts.save(draftId, storage),
    },
    'connect/discard': {
      schema: z.strictObject({ draftId: id }),
      handle: ({ draftId }) => drafts.discard(draftId),
    },

    'accounts/read': { schema: nothing, handle: () => ok(accounts.summaries()) },
    'profiles/rename': {
      schema: z.strictObject({ id, name: profileName }),
      handle: (ask) => accounts.rename(ask.id, ask.name),
    },
    'profiles/switch': { schema: oneId, handle: (ask) => accounts.show(ask.id) },
    'profiles/delete': { schema: oneId, handle: (ask) => accounts.remove(ask.id) },
    'profiles/reset': { schema: oneId, handle: (ask) => accounts.reset(ask.id) },
    'profiles/unlock': { schema: oneId, handle: (ask) => accounts.unlock(ask.id) },

    'settings-file/save': { schema: nothing, handle: () => settingsImport.save() },
    'settings-file/open': { schema: nothing, handle: () => imports.open() },
    'settings-file/review': { schema: oneId, handle: (ask) => imports.review(ask.id) },
    'settings-file/import': {
      schema: z.strictObject({ id, mode: z.enum(importModes) }),
      handle: (ask) => imports.apply(ask.id, ask.mode),
    },
    'settings-file/discard': {
      schema: oneId,
      handle: (ask) => settingsImport.discard(ask.id),
    },

    'stream-token/fetch': {
      schema: nothing,
      handle: () => forAccount(({ streamToken }) => streamToken.fetch()),
    },
    'stream-token/reveal': {
      schema: nothing,
      handle: () => forAccount(({ streamToken }) => streamToken.show()),
    },
    'stream-token/copy': {
      schema: nothing,
      handle: () => forAccount(({ streamToken }) => streamToken.copy()),
    },
  }
}
