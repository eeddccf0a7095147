// What the palette offers about the loan, the positions and the alerts of the account on screen.
// Nothing is sent: closing opens a review.
import { directionOf, type Position } from '../../shared/portfolio/position.js'
import { isEnabled } from '../../shared/orders/trading.js'
import { type Message, messageOf, textOf } from '../../shared/messages/messages.js'
import type { Stores } from '../stores.js'
import { type Command, named } from './palette-command.js'

/** No more are listed by name: there are screens for them. */
const mostAlerts = 5
const mostPositions = 20
const snoozeHours = [1, 8, 24]

function nameOf(position: Position): Message {
  return messageOf(`common.position-name.${directionOf(position)}`, { market: position.market })
}

async function copy({ appState, announcer }: Stores, text: string): Promise<void> {
  const answer = await appState.copy(text)
  announcer.say(`${textOf(messageOf(answer.ok ? 'common.copied' : 'common.not-copied'))}.`)
}

function tradingCommands({ trading, clock }: Stores): Command[] {
  const { view } = trading
  if (view === null) return []
  const words = messageOf('shell.action.arm.words')
  if (trading.armedLeft(clock.now) !== null) {
    return [
      {
        id: 'disarm',
        ...named(messageOf('shell.action.disarm'), words),
        icon: 'lock',
        run: (stores) => stores.trading.disarm(),
      },
    ]
  }
  return isEnabled(view)
    ? []
    : [
        {
          id: 'arm',
          ...named(messageOf('shell.action.arm'), words),
          icon: 'trade',
          run: ({ enabling }) => (enabling.wanted = { then: null }),
        },
      ]
}

function loanCommands({ portfolio, settings }: Stores): Command[] {
  const answer = portfolio.view?.loan.value ?? null
  if (answer?.kind !== 'loan') return []
  const { currentLtv } = answer.loan
  const copying: Command = {
    id: 'copy-ltv',
    ...named(messageOf('shell.action.copy-ltv'), messageOf('shell.action.copy-ltv.words')),
    icon: 'copy',
    run: (stores) => copy(stores, currentLtv),
  }
  return [
    {
      id: 'what-if',
      ...named(messageOf('shell.action.what-if'), messageOf('shell.action.what-if.words')),
      icon: 'loans',
      run: ({ navigation }) => navigation.enter('loans', () => (navigation.whatIfWanted = true)),
    },
    ...(settings.amountsHidden ? [] : [copying]),
  ]
}

function positionCommands({ portfolio, positionActs, settings }: Stores): Command[] {
  const positions = (portfolio.view?.positions.value ?? []).slice(0, mostPositions)
  return positions.flatMap((position): Command[] => {
    const { id, liquidationPrice } = position
    const name = nameOf(position)
    const close: Command = {
      id: `close:${id}`,
      ...named(
        messageOf('positions.act.close', { position: name }),
        messageOf('shell.action.close.words'),
      ),
      icon: 'positions',
      run: (stores) => stores.positionActs.close(position),
    }
    const words = messageOf('shell.action.copy-liquidation.words')
    return [
      ...(positionActs.whyNot('close', position) === null ? [close] : []),
      ...(liquidationPrice == null || settings.amountsHidden
        ? []
        : [
            {
              id: `copy-liquidation:${id}`,
              ...named(messageOf('shell.action.copy-liquidation', { position: name }), words),
              icon: 'copy' as const,
              run: (stores: Stores) => copy(stores, liquidationPrice),
            },
          ]),
    ]
  })
}

function alertCommands({ alerts, clock }: Stores): Command[] {
  const calling = (alerts.view?.attention ?? []).filter(({ quiet }) => !quiet).slice(0, mostAlerts)
  const added: Command = {
    id: 'add-price-alert',
    ...named(
      messageOf('shell.action.add-price-alert'),
      messageOf('shell.action.add-price-alert.words'),
    ),
    icon: 'bell',
    run: ({ navigation }) => navigation.go('price-alerts'),
  }
  const ofAlerts = calling.flatMap(({ alert: { id, title } }): Command[] => [
    {
      id: `acknowledge:${id}`,
      ...named(
        messageOf('shell.action.acknowledge', { title }),
        messageOf('shell.action.acknowledge.words'),
      ),
      icon: 'check',
      run: (stores) => stores.alerts.acknowledge(id),
    },
    ...snoozeHours.map((hours): Command => ({
      id: `snooze:${hours}:${id}`,
      ...named(
        messageOf('shell.action.snooze', { hours, title }),
        messageOf('shell.action.snooze.words'),
      ),
      icon: 'clock',
      run: (stores) => stores.alerts.snooze(id, clock.exactly() + hours * 3600),
    })),
  ])
  return [added, ...ofAlerts]
}

export function riskCommands(stores: Stores): Command[] {
  return [
    ...tradingCommands(stores),
    ...loanCommands(stores),
    ...positionCommands(stores),
    ...alertCommands(stores),
  ]
}
