// What runs by itself: flexible investments and mining payouts of the account that is open.
import { randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/domain/account.js'
import type { FlexExport, FlexView } from '../../shared/domain/flex-history.js'
import type { MiningView } from '../../shared/domain/mining.js'
import type { Notice } from '../../shared/domain/session.js'
import type { Clock } from '../../shared/time.js'
import type { Session } from '../accounts/session.js'
import { systemTiming as timing } from '../exchange/timing.js'
import { createFilterMemory } from '../investments/filter-memory.js'
import { createInvestments } from '../investments/investments.js'
import { createMiningMemory } from '../mining/mining-memory.js'
import { createMining } from '../mining/mining.js'
import { createPayoutAcknowledgement } from '../mining/payout-acknowledgement.js'
import type { FileSaver } from '../shell/file-saver.js'
import { type History, openHistory } from '../store/history-store.js'
import type { Store } from '../store/store.js'
import type { StoreLog } from '../store/store-log.js'
import type { Watchman } from '../watch/alerts/watchman.js'
import type { AccountsWiring } from './accounts-wiring.js'

export type EarningsParts = {
  clock: Clock
  folder: string
  store: Store
  session: Session
  active: AccountsWiring['active']
  watchman: Pick<Watchman, 'payout' | 'payoutForgotten' | 'view' | 'acknowledge'>
  files: FileSaver
  flexChanged(view: FlexView): void
  exportChanged(progress: FlexExport): void
  miningChanged(view: MiningView): void
  log: StoreLog
}

/** The names the demo's exchange knows; a person of the demo cannot guess them. */
const demoMiners = ['my_miner_01', 'my_miner_02']

const readAnew = (name: string): Omit<Notice, 'id' | 'at'> => ({
  level: 'caution',
  title: `The investment history of “${name}” is read anew`,
  text: 'The newest records of its new key are none of those that were kept, so the key most likely belongs to another account of the exchange. What was kept was removed from this computer; nothing was changed at the exchange. If you did not mean to change the account, enter the other key again: its records come back.',
})

export const wireEarnings = (parts: EarningsParts) => {
  const { clock, store, session, active, files, log } = parts
  const history = openHistory({ folder: store.readOnly ? null : parts.folder, log })
  const listed = store.profiles.list()
  if (listed.ok) history.keepOnly(listed.value.map(({ id }) => id))
  let demoHistory: History | null = null

  /** A key the exchange has not taken yet is not tried here first. */
  const client = () => (session.view().keyState === 'accepted' ? active.client() : null)
  const investments = createInvestments({
    clock,
    timing,
    newId: randomUUID,
    client,
    key: () => {
      const profile = active.profile()
      return profile === null ? null : `${profile.baseUrl} ${profile.keyHint}`
    },
    chooseFile: files.choose,
    changed: parts.flexChanged,
    exportChanged: parts.exportChanged,
    forgotten: () => session.notify(readAnew(active.profile()?.name ?? 'this account')),
    log: (event, details) => log.warn(event, details),
  })
  const mining = createMining({
    clock,
    timing,
    client,
    keyHint: () => active.profile()?.keyHint ?? null,
    payout: (...look) => parts.watchman.payout(...look),
    forgotten: (profileId, name) => parts.watchman.payoutForgotten(profileId, name),
    changed: parts.miningChanged,
  })

  const acknowledgement = createPayoutAcknowledgement({ mining, alerts: parts.watchman })

  return {
    investments,
    mining: { ...mining, acknowledge: acknowledgement.ofAccount },
    acknowledgeAlert: acknowledgement.ofAlert,
    follow: (profile: Profile | null): void => {
      investments.end()
      mining.end()
      demoHistory?.close()
      demoHistory = profile?.region === 'demo' ? openHistory({ folder: null, log }) : null
      if (profile === null) return
      if (demoHistory === null) {
        investments.start(profile.id, { flex: history.flex, filters: store.savedFilters })
        mining.start(profile.id, store.mining)
      } else {
        investments.start(profile.id, { flex: demoHistory.flex, filters: createFilterMemory() })
        mining.start(profile.id, createMiningMemory())
        for (const name of demoMiners) mining.add(name)
      }
    },
    slept: (): void => {
      investments.slept()
      mining.slept()
    },
    forget: (profileId: string): void => void history.forget(profileId),
    close: async (): Promise<void> => {
      mining.end()
      await investments.close()
      demoHistory?.close()
      history.close()
    },
  }
}
