// The mining half of the fake bridge.
import type { MiningAccount, MiningView } from '../../../src/shared/mining/mining.js'
import type { Channel, Pushes, Reply, Requests, Topic } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'
import { now } from '../../fixtures/portfolio/accounts.js'

type MiningChannel = Exclude<Extract<Channel, `mining/${string}`>, 'mining/pool-accounts'>
type Push = <T extends Topic>(topic: T, payload: Pushes[T]) => void

export function createFakeMining(start: MiningView, push: Push) {
  let view = start
  const change = (name: string | null, part: Partial<MiningAccount>): void =>
    push('mining', {
      ...view,
      accounts: view.accounts.map((account) =>
        name === null || account.name === name ? { ...account, ...part } : account,
      ),
    })

  const answers: { [C in MiningChannel]: (payload: Requests[C]['ask']) => Reply<C> } = {
    'mining/read': () => ok(view),
    'mining/add': ({ name }) => {
      const fresh: MiningAccount = {
        name,
        addedAt: now,
        destination: null,
        asOf: null,
        form: null,
        problem: null,
        checking: true,
        unseen: false,
        change: null,
      }
      push('mining', { ...view, accounts: [...view.accounts, fresh] })
      return ok(null)
    },
    'mining/remove': ({ name }) => {
      push('mining', {
        ...view,
        accounts: view.accounts.filter((account) => account.name !== name),
      })
      return ok(null)
    },
    'mining/check': ({ name }) => {
      change(name, { checking: true })
      return ok(null)
    },
    'mining/acknowledge': ({ name }) => {
      const account = view.accounts.find((one) => one.name === name)
      if (account?.change != null)
        change(name, { change: { ...account.change, acknowledgedAt: now } })
      return ok(null)
    },
  }
  return {
    answers,
    receive: (pushed: MiningView): void => {
      view = pushed
    },
  }
}
