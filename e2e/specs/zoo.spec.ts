/**
 * Some quirks of wallets in a real browser: the zoo's own wallets in the page, the real modal in its frame, and a user who clicks. What is
 * expected is what the zoo's table says; all quirks in all flows are its unit test.
 */
import type { Airlock } from '@airlock/host-sdk'
import { errorTable, isErrorCode } from '@airlock/protocol/errors.ts'
import type { Page } from '@playwright/test'
import { opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { type Modal, modalOn } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { universalOn } from '../pages/universal.ts'
import type { HostPage } from '../setup/pages.ts'
import type { Violations } from '../setup/violations.ts'
import { installZooWallet, startZooPhone, truthOfPhone, type ZooNamespace, zooOn } from '../setup/zoo.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'
import { bitcoin } from '../zoo/bitcoin/kind.ts'
import { eip155 } from '../zoo/eip155/kind.ts'
import { outcomesOf } from '../zoo/outcomes.ts'
import { pairing as paired } from '../zoo/pairing/kind.ts'
import { quirks as pairedQuirks } from '../zoo/pairing/quirks.ts'
import { createPairedWallet } from '../zoo/pairing/wallet.ts'
import { polkadot } from '../zoo/polkadot/kind.ts'
import { solana } from '../zoo/solana/kind.ts'
import type { Asked, FlowName, Kind } from '../zoo/wallet.ts'

/** One after the other, with one wallet. Those that end the connection are last. */
const journey: readonly FlowName[] = ['connect', 'sign', 'reload', 'switch', 'disconnect']
const withTroubles: readonly FlowName[] = ['connect', 'network trouble', 'reload and unlock', 'sign', 'other account']

const chosen: readonly (readonly [Kind, Readonly<Record<string, readonly FlowName[]>>])[] = [
  [
    eip155,
    {
      'has none': [...withTroubles, 'left in the wallet'],
      'announces itself late': journey,
      'announces itself three times': journey,
      'says everything twice': [...journey, 'left in the wallet'],
      'says an old network after the new one': ['connect', 'moved in the wallet'],
      'adds a network and stays': ['connect', 'add', 'disconnect'],
      'adds a network and stays until it is asked again': ['connect', 'add', 'disconnect'],
      'moves without an answer': journey,
      'shares its account without an answer': ['connect'],
      'throws words': ['connect', 'add', 'disconnect'],
      'is frozen': journey,
      'is behind a proxy': journey,
      'is an object without a prototype': journey,
    },
  ],
  [
    solana,
    {
      'signs legacy transactions only': ['connect', 'sign a transaction', ...journey.slice(1)],
      'registers itself late': journey,
      'tells of its change a moment late': ['connect', 'reload and unlock', 'other account', 'left in the wallet'],
      'is frozen': journey,
      'is behind a proxy': journey,
    },
  ],
  [
    bitcoin,
    {
      'writes its signatures in hex': ['connect', 'sign a transaction', ...journey.slice(1)],
      'is behind a proxy, like UniSat': journey,
      'does not know the newer methods': ['connect', 'sign', 'switch', 'disconnect'],
    },
  ],
  [
    polkadot,
    {
      'provides itself late': journey,
      'says everything twice': ['connect', 'reload and unlock', 'sign', 'other account', 'left in the wallet'],
      'throws words': ['connect', 'sign', 'disconnect'],
    },
  ],
]

/**
 * Wallets on another device, over the relay. Not here: one whose session ends after three seconds, because the kit decides how long a session
 * lasts.
 */
const moved: readonly FlowName[] = ['connect', 'sign', 'moved in the wallet', 'disconnect']
const pairedPlans: Readonly<Record<string, readonly FlowName[]>> = {
  'has none': ['connect', 'sign', 'reload', 'other account', 'left in the wallet'],
  'grants one network, and more when it is asked': journey,
  'grants one network and knows no other': journey,
  'grants one network, agrees to switch, and stays': journey,
  'grants one network and declines to switch': journey,
  'answers before it grants the network': journey,
  'grants the network and loses the answer': journey,
  'grants the network without saying that it moved': journey,
  'says that it moved, and grants nothing': journey,
  'has another account on each network': journey,
  'names its accounts on one network only': journey,
  'grants each network by itself': journey,
  'names no networks besides those of its accounts': journey,
  'grants no way to switch': journey,
  'has other networks among its own': journey,
  'writes addresses in lower case': journey,
  'says its network in hex': moved,
  'says its network in decimal': moved,
  'says its network as CAIP-2': moved,
  'says bare addresses': ['connect', 'sign', 'other account', 'left in the wallet'],
  'says everything twice': moved,
  'says everything a second late': moved,
  'says only what its session is': moved,
  'declines in the words of its library': ['connect', 'sign', 'reload', 'disconnect'],
  'declines in words only': ['connect', 'sign', 'reload', 'disconnect'],
  'thinks about a session for a while': ['connect', 'sign', 'disconnect'],
  'declines the session': ['connect'],
  'grants no account': ['connect'],
  'ends its session in use': ['connect', 'sign'],
}
const inGate = new Set([
  'eip155 is behind a proxy',
  'paired grants one network, and more when it is asked',
  'paired says its network in hex',
])

/** As a page describes them to the SDK. */
const networksOf = ({ networks, namespace }: Kind) =>
  networks.map(({ id, name, currency }) => {
    const reference = id.slice(namespace.length + 1)
    return {
      id: namespace === 'eip155' ? Number(reference) : reference,
      caipNetworkId: id,
      chainNamespace: namespace,
      name,
      nativeCurrency: currency,
      rpcUrls: { default: { http: [] } },
    }
  })

/** The page asks the wallet by the multichain provider, which takes the calls as the table has them. */
async function asking(page: Page, kind: Kind, asked: Asked | undefined, right: string, expected: string) {
  if (!asked) throw new Error('the kind has no such call')
  const universal = universalOn(page)
  const [network] = kind.networks
  const { accounts } = await dappOn(page).state()
  const address = accounts[kind.namespace]?.address ?? ''
  await universal.ask('wallet_createSession', {
    optionalScopes: { [network.id]: { methods: [asked.method], notifications: [] } },
  })
  const request = { method: asked.method, params: asked.params(address, network) }
  const answer = await universal.ask('wallet_invokeMethod', { scope: network.id, request })
  if ('result' in answer) return (await asked.isRight(answer.result as never, address)) ? right : 'another answer' // as: JSON
  // A page of this provider is told the number only.
  return isErrorCode(expected) && errorTable[expected][0] === answer.code
    ? expected
    : `${answer.code} ${answer.message}`
}

/** The wallet as its user has it. */
interface Played {
  readonly truth: () => Promise<string>
  readonly act: ReturnType<typeof zooOn>['act']
  readonly press: (modal: Modal) => Promise<unknown>
}

type Scene = Readonly<{ page: Page; world: World; host: HostPage; violations: Violations }>

/** Plays the flows of the plan one after the other. */
async function playIn(
  { page, world, host, violations }: Scene,
  kind: Kind,
  quirk: string,
  plan: readonly FlowName[],
  zoo: Played,
  project: object = {},
) {
  test.setTimeout(120_000)
  const row = kind.wallets.find((one) => one.quirk === quirk)
  if (!row) throw new Error(`The zoo has no wallet that ${quirk}`)
  const expected = new Map(outcomesOf(kind, row).map(({ flow, outcome }) => [flow, outcome]))
  const options = { ...project, networks: networksOf(kind) }
  const path = '/universal-host.html'
  await host.open({ path })
  const dapp = dappOn(page)
  const [, other] = kind.networks

  const pressed = async () => {
    const modal = await modalOn(page, world)
    await zoo.press(modal)
    return modal
  }
  const soon = (outcome: string) => expect.poll(zoo.truth, { intervals: [50, 100, 150] }).toBe(outcome)
  const reload = async () => {
    await host.open({ path })
    await host.create(options)
    await dapp.expectReady()
  }
  const switched = async (outcome: string) => {
    if (outcome === 'on B') {
      await host.connect()
      const modal = await modalOn(page, world)
      await modal.button(/^Network: /).click()
      await modal.network(other.name).click()
      await modal.expectView('Account')
      await soon(outcome)
      await modal.close.click()
      return dapp.expectClosed()
    }
    // A page that asks is told why nothing has changed.
    const reason = await page.evaluate(
      (id) =>
        (Reflect.get(window, 'airlock') as Airlock).switchNetwork(id).then(
          () => '',
          (error: unknown) => String(Reflect.get(Object(error), 'code')),
        ),
      other.id,
    )
    const now = await zoo.truth()
    expect(reason === '' ? now : `${reason}, ${now.replace(/^on /, 'stays on ')}`).toBe(outcome)
  }
  const plays: Readonly<Partial<Record<FlowName, (outcome: string) => Promise<unknown>>>> = {
    async connect(outcome) {
      await opened({ host, page, world }, options)
      const modal = await pressed()
      if (outcome === 'waiting') return expect(modal.outcome).toHaveText('Continue in Odd')
      const refusal = refusals[outcome]
      if (refusal) return expect(modal.outcome).toHaveText(refusal)
      await soon(outcome)
      return dapp.expectClosed()
    },
    async sign(outcome) {
      expect(await asking(page, kind, kind.asked.sign, 'signed', outcome)).toBe(outcome)
    },
    async 'sign a transaction'(outcome) {
      const answer = asking(page, kind, kind.asked.transaction, 'signed', outcome)
      // What it spends is shown first.
      if (kind === bitcoin) await (await modalOn(page, world)).button('Continue').click()
      expect(await answer).toBe(outcome)
    },
    async reload(outcome) {
      await reload()
      await soon(outcome)
    },
    async 'reload and unlock'(outcome) {
      await zoo.act('lock')
      await reload()
      await zoo.act('unlock')
      if ((await zoo.truth()) !== outcome) {
        // A page that was told nothing has to be connected by its user again.
        await host.connect()
        await pressed()
      }
      await soon(outcome)
    },
    switch: switched,
    async add(outcome) {
      await zoo.act('drop', other.id)
      await switched(outcome)
    },
    async 'network trouble'(outcome) {
      await zoo.act('stumble')
      await soon(outcome)
    },
    async 'moved in the wallet'(outcome) {
      await zoo.act('move', other.id)
      await soon(outcome)
    },
    async 'other account'(outcome) {
      await zoo.act('choose', 'second')
      await soon(outcome)
    },
    async 'left in the wallet'(outcome) {
      await zoo.act('leave')
      await soon(outcome)
    },
    async disconnect(outcome) {
      await host.connect()
      await (await modalOn(page, world)).button('Disconnect').click()
      await soon(outcome)
    },
  }
  for (const flow of plan) {
    const outcome = expected.get(flow)
    const play = plays[flow]
    if (outcome === undefined || !play) throw new Error(`${flow} cannot be played here`)
    await test.step(`${flow}: ${outcome}`, () => play(outcome))
  }
  // A library of the Polkadot wallet tries WebAssembly first, which the page’s policy forbids.
  const ours = violations.all().filter(({ blockedUrl }) => kind !== polkadot || blockedUrl !== 'wasm-eval')
  expect(ours).toEqual([])
}

/** What the modal says of a wallet that could not be connected. */
const refusals: Readonly<Record<string, RegExp>> = {
  declined: /declined/i,
  'failed: UNAUTHORIZED': /can’t be used/,
}

for (const [kind, rows] of chosen)
  for (const [quirk, plan] of Object.entries(rows)) {
    const tag = inGate.has(`${kind.namespace} ${quirk}`) ? ['@gate'] : []
    test(`${kind.standard}: a wallet that ${quirk}`, { tag }, async ({ context, page, world, host, violations }) => {
      await installZooWallet(context, kind.namespace as ZooNamespace, quirk) // as: the kinds above
      // Some standards name a wallet by its key in the page, or by its shape.
      const press = (modal: Modal) => modal.wallet('(?:Odd|odd|UniSat)').click()
      await playIn({ page, world, host, violations }, kind, quirk, plan, { ...zooOn(page, kind), press })
    })
  }

for (const [quirk, plan] of Object.entries(pairedPlans)) {
  const tag = inGate.has(`paired ${quirk}`) ? ['@gate'] : []
  test(`${paired.standard}: a wallet that ${quirk}`, { tag }, async ({ page, world, host, violations }) => {
    const peer = createPairedWallet(pairedQuirks[quirk] ?? {})
    const phone = await startZooPhone(world, peer)
    try {
      const zoo: Played = {
        truth: () => truthOfPhone(page, paired, peer),
        // as: one of its own functions.
        act: async (does, ...given) => void Reflect.apply(Reflect.get(peer, does) as () => void, undefined, given),
        async press(modal) {
          await modal.wallet('WalletConnect').click()
          await phone.pair(await codeIn(modal))
        },
      }
      await playIn({ page, world, host, violations }, paired, quirk, plan, zoo, world.paired)
    } finally {
      await phone.stop()
    }
  })
}
