/** Bitcoin in the modal: addresses by purpose, transactions that are shown before they are signed, and signing in. Signatures are real. */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import { Signer, Verifier } from 'bip322-js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isOpenAtom } from '../src/modal/core/modal.ts'
import { hostOriginAtom } from '../src/modal/core/options.ts'
import { routeAtom } from '../src/modal/core/router/router.ts'
import { shownActivityAtom } from '../src/modal/features/activity/state/shown-activity.ts'
import { agreeToPsbt } from '../src/modal/features/sign-in/psbt-question.ts'
import { sign } from '../src/modal/features/sign-in/sign-in.ts'
import { psbtAtom } from '../src/modal/features/sign-in/state/psbt.ts'
import { watchSignIn } from '../src/modal/features/sign-in/watch-sign-in.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { chooseAccount } from '../src/modal/session/choose-account.ts'
import type { Offer } from '../src/modal/session/connector.ts'
import { go, hide } from '../src/modal/session/navigate.ts'
import { showModal } from '../src/modal/session/show-modal.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
// Loaded before time stands still.
import '../src/modal/host/bitcoin-request.ts'
import '../src/modal/features/ledger/ledger.ts'
import '../src/shared/chains/bip122/driver.ts'
import '../src/shared/chains/bip122/psbt.ts'
import { createTestConnector, createTestModal, network, stopTime, use } from './support/modal.ts'

const mainnet: Caip2 = 'bip122:000000000019d6689c085ae165831e93'
const secret = new Uint8Array(32).fill(7)
const wif = WIF(NETWORK).encode(secret)
const own = p2wpkh(secp256k1.getPublicKey(secret), NETWORK)
const taproot = p2tr(schnorr.getPublicKey(secret), undefined, NETWORK)
const stranger = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(9)), NETWORK)
const [payment, ordinals] = [own.address ?? '', taproot.address ?? '']
const never = new AbortController().signal
const txid = 'ef'.repeat(32)

stopTime()

const offer: Offer = {
  chainId: mainnet,
  accounts: [`${mainnet}:${payment}`, `${mainnet}:${ordinals}`],
  details: [
    { address: payment, type: 'payment', publicKey: hex.encode(secp256k1.getPublicKey(secret)) },
    { address: ordinals, type: 'ordinal' },
  ],
}

function transactionOf(change = own.script, spent = own.script): Transaction {
  const transaction = new Transaction()
  transaction.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo: { script: spent, amount: 100_000n } })
  transaction.addOutput({ script: stranger.script, amount: 60_000n })
  transaction.addOutput({ script: change, amount: 39_000n })
  return transaction
}
const psbt = base64.encode(transactionOf().toPSBT())
const foreignPsbt = base64.encode(transactionOf(own.script, stranger.script).toPSBT())
const signedBy = (transaction: Transaction) => {
  transaction.sign(secret)
  return base64.encode(transaction.toPSBT())
}

async function createConnected(answer: Json | Error = { psbt: signedBy(transactionOf()) }, more = {}) {
  const modal = createTestModal(more)
  modal.store.set(networksAtom, [{ ...network(1), id: mainnet, name: 'Bitcoin' }])
  modal.store.set(hostOriginAtom, 'https://app.example')
  const request = vi.fn((_method: string, _params: Json) =>
    answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  )
  const { connector, emit } = createTestConnector({ namespace: 'bip122', offer, request })
  use(modal.store, connector)
  storeConnection(modal.context, connector, await connector.connect({ signal: never }))
  const ask = (method: string, params: Json, signal: AbortSignal = never) =>
    rpcRequest(modal.context, { scope: mainnet, method, params }, { signal, waitsForPerson: () => {} }).then(
      ({ result }) => result,
      (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
    )
  const signPsbt = (params: object = {}, signal?: AbortSignal) =>
    ask('signPsbt', { account: payment, psbt, signInputs: [{ address: payment, index: 0 }], ...params } as Json, signal)
  const shown = () => vi.waitFor(() => expect(modal.store.get(psbtAtom)).toBeDefined(), { interval: 5 })
  return { ...modal, request, ask, signPsbt, shown, emit }
}

describe('the addresses of a wallet', () => {
  test('are told to the page with what each is for; payment is the default, and the other one can be chosen', async () => {
    const { context, store } = await createConnected()
    const account = () => store.get(snapshotAtom).accounts[0]
    expect(account()).toMatchObject({ type: 'payment', active: `${mainnet}:${payment}`, allAccounts: offer.details })
    chooseAccount(context, `${mainnet}:${ordinals}`)
    expect(account()).toMatchObject({ type: 'ordinal', active: `${mainnet}:${ordinals}` })
    chooseAccount(context, `${mainnet}:${stranger.address}`)
    expect(account()).toMatchObject({ active: `${mainnet}:${ordinals}` })
  })

  test('the chosen one stays while the wallet has it, and gives way to the one for payments', async () => {
    const { context, store, emit } = await createConnected()
    chooseAccount(context, `${mainnet}:${ordinals}`)
    emit({ type: 'offer', offer })
    expect(store.get(snapshotAtom).accounts[0]?.active).toBe(`${mainnet}:${ordinals}`)
    const [first] = offer.accounts
    emit({
      type: 'offer',
      offer: { ...offer, accounts: first ? [first] : [], details: offer.details?.slice(0, 1) ?? [] },
    })
    expect(store.get(snapshotAtom).accounts[0]).toMatchObject({ active: `${mainnet}:${payment}`, type: 'payment' })
  })
})

describe('a transaction to be signed', () => {
  test('is signed at the inputs of the account if it lists none, and the wallet is told which', async () => {
    const { context, request, signPsbt, shown } = await createConnected()
    const answer = signPsbt({ signInputs: [] })
    await shown()
    agreeToPsbt(context)
    expect(await answer).toEqual({ psbt: signedBy(transactionOf()) })
    const signInputs = [{ address: payment, index: 0 }]
    expect(request).toHaveBeenCalledExactlyOnceWith(
      'signPsbt',
      { account: payment, psbt, signInputs },
      expect.anything(),
    )
  })

  test('is shown whole before the wallet is asked; then the modal is closed again', async () => {
    const { context, store, request, signPsbt, shown } = await createConnected()
    const answer = signPsbt()
    await shown()
    expect(store.get(routeAtom)).toEqual({ view: 'SignPsbt' })
    expect(store.get(psbtAtom)).toMatchObject({
      own: [payment, ordinals],
      isSent: false,
      facts: {
        signed: 100_000n,
        fee: 1_000n,
        outputs: [
          { satoshis: 60_000n, address: stranger.address },
          { satoshis: 39_000n, address: payment },
        ],
      },
    })
    expect(request).not.toHaveBeenCalled()
    agreeToPsbt(context)
    expect(await answer).toEqual({ psbt: signedBy(transactionOf()) })
    expect(request).toHaveBeenCalledOnce()
    expect([store.get(psbtAtom), store.get(isOpenAtom)]).toEqual([undefined, false])
  })

  test.each(['back', 'close'] as const)(
    'is refused if the user leaves by “%s”, and the wallet is not asked',
    async (way) => {
      const { context, store, request, signPsbt, shown } = await createConnected()
      showModal(context, { view: 'Account' })
      const answer = signPsbt()
      await shown()
      if (way === 'back') go.back(context)
      else hide(context, 'user')
      expect(await answer).toBe('USER_REJECTED')
      expect(request).not.toHaveBeenCalled()
      expect(store.get(psbtAtom)).toBeUndefined()
      if (way === 'back') expect(store.get(routeAtom)).toEqual({ view: 'Account' })
    },
  )

  test('ends when the page gives up, and there is one at a time', async () => {
    const { request, signPsbt, shown } = await createConnected()
    const abort = new AbortController()
    const answer = signPsbt({}, abort.signal)
    await shown()
    expect(await signPsbt()).toBe('REQUEST_PENDING')
    abort.abort()
    expect(await answer).toBe('ABORTED')
    expect(request).not.toHaveBeenCalled()
  })

  test.each([
    ['of which nothing can be read', { psbt: 'cHNidP8BAAAAAAAA' }, 'BAD_SHAPE'],
    ['of strangers only, without a list of inputs', { psbt: foreignPsbt, signInputs: [] }, 'BAD_SHAPE'],
    ['with an input of somebody else', { signInputs: [{ address: stranger.address, index: 0 }] }, 'BAD_SHAPE'],
    [
      'of which only a part is signed',
      { signInputs: [{ address: payment, index: 0, sighashTypes: [3] }] },
      'METHOD_NOT_ALLOWED',
    ],
  ])('%s is refused before user or wallet is asked [C188]', async (_, params, code) => {
    const { store, request, signPsbt } = await createConnected()
    expect(await signPsbt(params)).toBe(code)
    expect(request).not.toHaveBeenCalled()
    expect(store.get(isOpenAtom)).toBe(false)
  })

  test.each<[string, Json]>([
    ['another transaction', { psbt: signedBy(transactionOf(stranger.script)) }],
    ['no signature', { psbt }],
    ['nothing', null],
    ['a transaction that was sent instead', { psbt: signedBy(transactionOf()), txid }],
  ])('fails if the wallet answers with %s [C189]', async (_, answer) => {
    const { context, signPsbt, shown } = await createConnected(answer)
    const result = signPsbt()
    await shown()
    agreeToPsbt(context)
    expect(await result).toBe('WALLET_FAILED')
  })

  test('has the id that was known before if the wallet sends it', async () => {
    const whole = transactionOf()
    whole.sign(secret)
    whole.finalize()
    const { context, signPsbt, shown } = await createConnected({ psbt, txid: whole.id })
    const result = signPsbt({ broadcast: true })
    await shown()
    agreeToPsbt(context)
    expect(await result).toEqual({ psbt, txid: whole.id })
  })
})

describe('a transaction that the wallet has sent', () => {
  const server = 'https://esplora.example'
  const transfer = { account: payment, recipientAddress: stranger.address ?? '', amount: '60000' }
  let isKnown: boolean
  let isInBlock: boolean
  async function createServed(answer: Json, rpc: Record<string, string[]> = { [mainnet]: [server] }) {
    ;[isKnown, isInBlock] = [true, false]
    const modal = await createConnected(answer)
    const context = { ...modal.context, project: { ...modal.context.project, rpc } }
    vi.stubGlobal('fetch', async (url: string) => {
      if (url !== `${server}/tx/${txid}`) return Response.json({}, { status: 500 })
      return isKnown ? Response.json({ txid, status: { confirmed: isInBlock } }) : new Response('', { status: 404 })
    })
    const ask = async (method: string, params: Json) => {
      await rpcRequest(context, { scope: mainnet, method, params }, { signal: never, waitsForPerson: () => {} })
      await vi.dynamicImportSettled()
    }
    const told = () => modal.told.flatMap(({ type, payload }) => (type === 'TRANSACTION' ? [payload] : []))
    const pending = () => modal.store.get(snapshotAtom).accounts[0]?.pending
    return { ...modal, ask, told, pending }
  }
  const at = (status: string) => ({ network: mainnet, id: txid, status })
  afterEach(() => void vi.unstubAllGlobals())

  test('is pending until a server of the project has it in a block, and the activity says what it was', async () => {
    const { ask, told, pending, store } = await createServed({ txid })
    await ask('sendTransfer', transfer)
    expect(pending()).toEqual([{ network: mainnet, id: txid }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told()).toEqual([at('pending')])
    isInBlock = true
    await vi.advanceTimersByTimeAsync(5_000)
    expect(told()).toEqual([at('pending'), at('confirmed')])
    expect(pending()).toBeUndefined()
    expect(store.get(shownActivityAtom).settled).toMatchObject([
      { hash: txid, status: 'confirmed', operation: 'send', to: transfer.recipientAddress },
    ])
  })

  test('is dropped if no server has heard of it for two minutes', async () => {
    const { ask, told } = await createServed({ txid })
    isKnown = false
    await ask('sendTransfer', transfer)
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(told()).toEqual([at('pending'), at('dropped')])
  })

  test('is not followed without a server, because its end could not be known', async () => {
    const { ask, told, pending } = await createServed({ txid }, {})
    await ask('sendTransfer', transfer)
    await vi.advanceTimersByTimeAsync(60_000)
    expect([told(), pending()]).toEqual([[], undefined])
  })
})

test('coins are sent to an address of the network only [C186]', async () => {
  const { ask, request } = await createConnected({ txid })
  const send = (recipientAddress: string) => ask('sendTransfer', { account: payment, recipientAddress, amount: '1000' })
  expect(await send('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe('BAD_SHAPE')
  expect(await send(payment.slice(0, -1) + (payment.endsWith('q') ? 'p' : 'q'))).toBe('BAD_SHAPE')
  expect(request).not.toHaveBeenCalled()
  expect(await send(stranger.address ?? '')).toEqual({ txid })
})

describe('signing in', () => {
  const messageOf = (address: string) =>
    [
      'app.example wants you to sign in with your Bitcoin account:',
      address,
      '',
      'URI: https://app.example/',
      'Version: 1',
      `Chain ID: ${mainnet}`,
      'Nonce: abc12345',
      'Issued At: 2026-01-01T00:00:00Z',
    ].join('\n')

  test('signs the message by BIP-322 with each address, and another verifier accepts it', async () => {
    const { context, store, request, told, answers } = await createConnected(null, { siwx: { required: true } })
    request.mockImplementation((_method, params) => {
      const { account, message } = params as { account: string; message: string } // as: what the flow sends
      const signature = base64.decode(String(Signer.sign(wif, account, message)))
      return Promise.resolve({ address: account, signature: hex.encode(signature) })
    })
    answers.set('SIWX_GET_SESSIONS', { sessions: [] }).set('SIWX_ADD_SESSION', {})
    const sessions = () => told.filter(({ type }) => type === 'SIWX_ADD_SESSION').map(({ payload }) => payload)
    for (const [at, address] of [payment, ordinals].entries()) {
      answers.set('SIWX_CREATE_MESSAGE', { text: messageOf(address) })
      if (at === 0) watchSignIn(context)
      else chooseAccount(context, `${mainnet}:${address}`)
      await vi.advanceTimersByTimeAsync(0)
      // Another account has no session of the first one.
      expect(store.get(snapshotAtom).session).toBeNull()
      await sign(context)
      const session = sessions()[at] as { message: string; signature: string; data: { accountAddress: string } } // as: of the contract
      expect(session.data.accountAddress).toBe(address)
      expect(Verifier.verifySignature(address, session.message, session.signature)).toBe(true)
      expect(Verifier.verifySignature(address, `${session.message} `, session.signature)).toBe(false)
    }
    expect(sessions()).toHaveLength(2)
  })
})
